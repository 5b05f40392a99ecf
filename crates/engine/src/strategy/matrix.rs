//! Games of one move a side, made at the same time: what one wins the other loses.

use serde::{Deserialize, Serialize};

use super::number::{Number, Twofold};
use super::simplex::Tableau;

/// The payoffs of a game, to the side that chooses the row; the other side pays them.
///
/// # Examples
/// Matching pennies with one coin worth double: no pure choice is safe.
/// ```
/// use oddsmith_engine::strategy::Matrix;
///
/// let game = Matrix::new(2, 2, |mine, theirs| if mine != theirs { -1.0 } else if mine == 0 { 2.0 } else { 1.0 });
/// let equilibrium = game.solve();
/// assert!((equilibrium.lo - 0.2).abs() < 1e-12 && equilibrium.hi - equilibrium.lo < 1e-12);
/// assert!((equilibrium.row[0] - 0.4).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    payoffs: Vec<f64>,
}

/// An optimal mix of each side, and what they prove.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// What the row side's mix guarantees it, whatever the other does: `min over columns of (row
    /// mix x payoffs)`.
    pub lo: f64,
    /// What the column side's mix holds it to: `max over rows of (payoffs x column mix)`. The value
    /// is between the two.
    pub hi: f64,
    /// The probability of each row.
    pub row: Vec<f64>,
    /// The probability of each column.
    pub column: Vec<f64>,
}

/// The least and the greatest probability that a choice has in any optimal mix.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Range {
    /// The least.
    pub least: f64,
    /// The greatest.
    pub most: f64,
}

impl Range {
    /// In words: `never` in any optimal mix, `always` in all of them, or `sometimes`.
    pub fn word(self) -> &'static str {
        match self {
            Range { most, .. } if most <= SEEN => "never",
            Range { least, .. } if least > SEEN => "always",
            _ => "sometimes",
        }
    }
}

/// A probability up to this is none: what is left of one by rounding.
const SEEN: f64 = 1e-9;

/// Of mixes with the same mean choice the one of lowest mean square is shown: a choice counts
/// `choice + choice^2 / SPREAD`.
const SPREAD: f64 = 1024.0;

/// Payoffs this near to each other are equal when a safe pure choice is looked for, so that
/// rounding makes no mix of it.
const EQUAL: f64 = 1e-13;

/// Cells of a tableau begin between 1 and 2. One this large was divided by a pivot that is mostly
/// rounding.
const LARGEST_CELL: f64 = 1e6;

impl Matrix {
    /// The game with `rows` x `columns` payoffs (both at least 1).
    pub fn new(rows: usize, columns: usize, payoff: impl Fn(usize, usize) -> f64) -> Matrix {
        let payoff = &payoff;
        let payoffs =
            (0..rows).flat_map(|row| (0..columns).map(move |column| payoff(row, column))).collect();
        Matrix { rows, columns, payoffs }
    }

    /// The number of choices of the row side.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of choices of the column side.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What the column side pays the row side.
    #[inline]
    pub fn payoff(&self, row: usize, column: usize) -> f64 {
        self.payoffs[row * self.columns + column]
    }

    /// Adds to each row what it gains against these masses of columns.
    pub(super) fn add_rows(&self, columns: &[f64], gains: &mut [f64]) {
        for (payoffs, gain) in self.payoffs.chunks_exact(self.columns).zip(gains) {
            *gain += payoffs.iter().zip(columns).map(|(payoff, mass)| payoff * mass).sum::<f64>();
        }
    }

    /// Takes from each column what it pays against these masses of rows.
    pub(super) fn take_columns(&self, rows: &[f64], gains: &mut [f64]) {
        for (payoffs, mass) in self.payoffs.chunks_exact(self.columns).zip(rows) {
            gains.iter_mut().zip(payoffs).for_each(|(gain, payoff)| *gain -= payoff * mass);
        }
    }

    /// The linear program of its columns, solved.
    fn optimal<N: Number>(&self) -> Tableau<N> {
        let size = [self.rows(), self.columns()];
        Tableau::optimal(size, self.extremes(), |row, column| self.payoff(row, column))
    }

    /// The lowest and the highest payoff.
    fn extremes(&self) -> (f64, f64) {
        let wider = |(low, high): (f64, f64), &payoff: &f64| (low.min(payoff), high.max(payoff));
        self.payoffs.iter().fold((f64::MAX, f64::MIN), wider)
    }

    /// The same game from the other side of the table.
    pub fn swapped(&self) -> Matrix {
        Matrix::new(self.columns, self.rows, |row, column| -self.payoff(column, row))
    }

    /// What a mix of rows guarantees against every column.
    pub fn least(&self, row: &[f64]) -> f64 {
        let mut sums = vec![0.0; self.columns];
        let rows = self.payoffs.chunks_exact(self.columns).zip(row);
        for (payoffs, &share) in rows.filter(|(_, share)| **share > 0.0) {
            sums.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += share * payoff);
        }
        sums.into_iter().fold(f64::MAX, f64::min)
    }

    /// What a mix of columns holds every row to.
    pub fn most(&self, column: &[f64]) -> f64 {
        let sum = |payoffs: &[f64]| {
            payoffs.iter().zip(column).map(|(payoff, share)| payoff * share).sum::<f64>()
        };
        self.payoffs.chunks_exact(self.columns).map(sum).fold(f64::MIN, f64::max)
    }

    /// An optimal mix of each side: where a pure choice of each is safe, the lowest such choices;
    /// else the mixes whose mean choice is lowest, choices counted from 0, and of those the
    /// steadiest. The value is the same for all of them.
    pub fn solve(&self) -> Equilibrium {
        let (row, column) = self.saddle().unwrap_or_else(|| self.mixed());
        Equilibrium { lo: self.least(&row), hi: self.most(&column), row, column }
    }

    /// The first mixes that prove each other: in floats, in numbers of twice the digits, and at
    /// last any that are optimal. Should none do, what proves most on each side.
    fn mixed(&self) -> (Vec<f64>, Vec<f64>) {
        let mut best = self.lowest::<f64>();
        for again in [Matrix::lowest::<Twofold>, Matrix::vertex::<f64>, Matrix::vertex::<Twofold>] {
            if self.certified(&best) {
                break;
            }
            let (row, column) = again(self);
            best.0 = if self.least(&row) > self.least(&best.0) { row } else { best.0 };
            best.1 = if self.most(&column) < self.most(&best.1) { column } else { best.1 };
        }
        best
    }

    /// Whether mixes prove each other as nearly as floats can. Payoffs that all but tie make pivots
    /// so small that they do not.
    fn certified(&self, (row, column): &(Vec<f64>, Vec<f64>)) -> bool {
        let (low, high) = self.extremes();
        self.most(column) - self.least(row) <= EQUAL.max(EQUAL * (high - low))
    }

    /// Pure choices that are safe for both sides, if there are any: max-min = min-max.
    fn saddle(&self) -> Option<(Vec<f64>, Vec<f64>)> {
        let mut worst = vec![f64::MIN; self.columns];
        let (mut best, mut row) = (f64::MIN, 0);
        for (here, payoffs) in self.payoffs.chunks_exact(self.columns).enumerate() {
            let mut least = f64::MAX;
            for (worst, &payoff) in worst.iter_mut().zip(payoffs) {
                *worst = worst.max(payoff);
                least = least.min(payoff);
            }
            if least > best + EQUAL {
                (best, row) = (least, here);
            }
        }
        let held = worst.iter().copied().fold(f64::MAX, f64::min);
        let column = worst.iter().position(|&worst| worst <= held + EQUAL)?;
        let pure = |choices: usize, choice: usize| {
            (0..choices).map(|other| f64::from(u8::from(other == choice))).collect()
        };
        (held <= best + EQUAL).then(|| (pure(self.rows, row), pure(self.columns, column)))
    }

    /// The optimal mixes whose mean choice is lowest.
    fn lowest<N: Number>(&self) -> (Vec<f64>, Vec<f64>) {
        let lowest = |mut tableau: Tableau<N>| {
            tableau.minimise(EQUAL, |choice| choice as f64 * (1.0 + choice as f64 / SPREAD));
            tableau.mix()
        };
        let tableau = self.optimal::<N>();
        let row = tableau.rows_if_unique();
        (row.unwrap_or_else(|| lowest(self.swapped().optimal::<N>())), lowest(tableau))
    }

    /// Optimal mixes, whichever are met first.
    fn vertex<N: Number>(&self) -> (Vec<f64>, Vec<f64>) {
        (self.swapped().optimal::<N>().mix(), self.optimal::<N>().mix())
    }

    /// For each row, and for each column, the range of its probability over all optimal mixes.
    ///
    /// # Formula
    /// Two linear programs a choice: its probability is minimised and maximised where all that
    /// costs value stays out (reduced costs above 1e-9 of the game's span).
    pub fn ranges(&self) -> (Vec<Range>, Vec<Range>) {
        // Either tableau must have shown itself: one that floats led astray has a mix that the
        // other's does not prove, or large cells.
        let (rows, columns, largest) = self.ranges_in::<f64>();
        if largest < LARGEST_CELL && self.certified(&self.vertex::<f64>()) {
            return (rows, columns);
        }
        let (rows, columns, _) = self.ranges_in::<Twofold>();
        (rows, columns)
    }

    /// The ranges of rows and of columns, and the largest cell of the tableaus at whose ends they
    /// were read.
    fn ranges_in<N: Number>(&self) -> (Vec<Range>, Vec<Range>, f64) {
        let of_columns = |game: &Matrix| {
            let mut tableau = game.optimal::<N>();
            let mut largest = tableau.largest();
            let mut end = |choice: usize, sign: f64| {
                tableau.minimise(SEEN, |other| if other == choice { sign } else { 0.0 });
                largest = largest.max(tableau.largest());
                tableau.mix()[choice]
            };
            let range = |choice| Range { least: end(choice, 1.0), most: end(choice, -1.0) };
            let ranges: Vec<Range> = (0..game.columns).map(range).collect();
            (ranges, largest)
        };
        let (rows, columns) = (of_columns(&self.swapped()), of_columns(self));
        (rows.0, columns.0, rows.1.max(columns.1))
    }
}
