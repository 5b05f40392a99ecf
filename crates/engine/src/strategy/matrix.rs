//! Zero-sum games of one simultaneous move per side.

use serde::{Deserialize, Serialize};

use super::number::{Number, Twofold};
use super::simplex::Tableau;

/// The payoffs of a zero-sum game to the side that chooses the row.
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

/// An optimal mixed strategy of each side, and the bounds on the value that they prove.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The value that the row side's mix guarantees against any column: `min over columns of (row
    /// mix x payoffs)`.
    pub lo: f64,
    /// The upper bound that the column side's mix enforces: `max over rows of (payoffs x column
    /// mix)`. The value is between the two.
    pub hi: f64,
    /// The probability of each row.
    pub row: Vec<f64>,
    /// The probability of each column.
    pub column: Vec<f64>,
}

/// The smallest and the largest probability of a choice over all optimal mixes.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Range {
    /// The smallest probability.
    pub least: f64,
    /// The largest probability.
    pub most: f64,
}

impl Range {
    /// Returns `never` in any optimal mix, `always` in all of them, or `sometimes`.
    pub fn word(self) -> &'static str {
        match self {
            Range { most, .. } if most <= SEEN => "never",
            Range { least, .. } if least > SEEN => "always",
            _ => "sometimes",
        }
    }
}

/// Probabilities up to this are considered 0, a residue of rounding.
const SEEN: f64 = 1e-9;

/// Weight of the tie-break: among mixes with the same mean choice the one with the lowest mean
/// square is shown, as a choice costs `choice + choice^2 / SPREAD`.
const SPREAD: f64 = 1024.0;

/// Tolerance for equal payoffs in the search for a saddle point, so that rounding does not turn it
/// into a mix.
const EQUAL: f64 = 1e-13;

/// The cells of a tableau start between 1 and 2; one larger than this was divided by a pivot that
/// is mostly rounding error.
const LARGEST_CELL: f64 = 1e6;

impl Matrix {
    /// Creates the game with `rows` x `columns` payoffs (both at least 1).
    pub fn new(rows: usize, columns: usize, payoff: impl Fn(usize, usize) -> f64) -> Matrix {
        let payoff = &payoff;
        let payoffs =
            (0..rows).flat_map(|row| (0..columns).map(move |column| payoff(row, column))).collect();
        Matrix { rows, columns, payoffs }
    }

    /// Returns the number of choices of the row side.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of choices of the column side.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the payment of the column side to the row side.
    #[inline]
    pub fn payoff(&self, row: usize, column: usize) -> f64 {
        self.payoffs[row * self.columns + column]
    }

    /// Adds to each row's gain its payoff against these probability masses of columns.
    pub(super) fn add_rows(&self, columns: &[f64], gains: &mut [f64]) {
        for (payoffs, gain) in self.payoffs.chunks_exact(self.columns).zip(gains) {
            *gain += payoffs.iter().zip(columns).map(|(payoff, mass)| payoff * mass).sum::<f64>();
        }
    }

    /// Subtracts from each column's gain its payment against these probability masses of rows.
    pub(super) fn take_columns(&self, rows: &[f64], gains: &mut [f64]) {
        for (payoffs, mass) in self.payoffs.chunks_exact(self.columns).zip(rows) {
            gains.iter_mut().zip(payoffs).for_each(|(gain, payoff)| *gain -= payoff * mass);
        }
    }

    /// Returns the solved linear program of the column side.
    fn optimal<N: Number>(&self) -> Tableau<N> {
        let size = [self.rows(), self.columns()];
        Tableau::optimal(size, self.extremes(), |row, column| self.payoff(row, column))
    }

    /// Returns the lowest and the highest payoff.
    fn extremes(&self) -> (f64, f64) {
        let wider = |(low, high): (f64, f64), &payoff: &f64| (low.min(payoff), high.max(payoff));
        self.payoffs.iter().fold((f64::MAX, f64::MIN), wider)
    }

    /// Returns the same game with the sides exchanged.
    pub fn swapped(&self) -> Matrix {
        Matrix::new(self.columns, self.rows, |row, column| -self.payoff(column, row))
    }

    /// Returns the value that a mix of rows guarantees against every column.
    pub fn least(&self, row: &[f64]) -> f64 {
        let mut sums = vec![0.0; self.columns];
        let rows = self.payoffs.chunks_exact(self.columns).zip(row);
        for (payoffs, &share) in rows.filter(|(_, share)| **share > 0.0) {
            sums.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += share * payoff);
        }
        sums.into_iter().fold(f64::MAX, f64::min)
    }

    /// Returns the upper bound that a mix of columns enforces against every row.
    pub fn most(&self, column: &[f64]) -> f64 {
        let sum = |payoffs: &[f64]| {
            payoffs.iter().zip(column).map(|(payoff, share)| payoff * share).sum::<f64>()
        };
        self.payoffs.chunks_exact(self.columns).map(sum).fold(f64::MIN, f64::max)
    }

    /// Returns an optimal mix of each side: the lowest pure choices if there is a saddle point;
    /// else the mixes with the lowest mean choice, counted from 0, and among those the ones with
    /// the lowest variance.
    ///
    /// The value does not depend on this choice.
    pub fn solve(&self) -> Equilibrium {
        let (row, column) = self.saddle().unwrap_or_else(|| self.mixed());
        Equilibrium { lo: self.least(&row), hi: self.most(&column), row, column }
    }

    /// Returns the first mixes that certify each other: in floats, in double-double arithmetic, and
    /// finally any optimal ones. If none do, returns the best of each side.
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

    /// Returns whether mixes certify each other up to float precision.
    ///
    /// Nearly tied payoffs lead to tiny pivots, after which they may not.
    fn certified(&self, (row, column): &(Vec<f64>, Vec<f64>)) -> bool {
        let (low, high) = self.extremes();
        self.most(column) - self.least(row) <= EQUAL.max(EQUAL * (high - low))
    }

    /// Returns pure choices that are safe for both sides, if there are any: max-min = min-max.
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

    /// Returns the optimal mixes with the lowest mean choice.
    fn lowest<N: Number>(&self) -> (Vec<f64>, Vec<f64>) {
        let lowest = |mut tableau: Tableau<N>| {
            tableau.minimise(EQUAL, |choice| choice as f64 * (1.0 + choice as f64 / SPREAD));
            tableau.mix()
        };
        let tableau = self.optimal::<N>();
        let row = tableau.rows_if_unique();
        (row.unwrap_or_else(|| lowest(self.swapped().optimal::<N>())), lowest(tableau))
    }

    /// Returns any optimal mixes.
    fn vertex<N: Number>(&self) -> (Vec<f64>, Vec<f64>) {
        (self.swapped().optimal::<N>().mix(), self.optimal::<N>().mix())
    }

    /// Returns, for each row and for each column, the range of its probability over all optimal
    /// mixes.
    ///
    /// # Formula
    /// Two linear programs per choice: its probability is minimized and maximized with all
    /// variables excluded that would reduce the value (reduced costs above 1e-9 of the game's
    /// span).
    pub fn ranges(&self) -> (Vec<Range>, Vec<Range>) {
        // The float tableau must be reliable: otherwise its mix is not certified by the other's, or
        // it has large cells.
        let (rows, columns, largest) = self.ranges_in::<f64>();
        if largest < LARGEST_CELL && self.certified(&self.vertex::<f64>()) {
            return (rows, columns);
        }
        let (rows, columns, _) = self.ranges_in::<Twofold>();
        (rows, columns)
    }

    /// Returns the ranges of rows and of columns, and the largest cell of the final tableaus.
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
