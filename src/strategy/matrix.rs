//! Games of one move a side, made at the same time: what one wins the other loses.

use super::number::{Number, Twofold};
use super::simplex::Tableau;

/// The payoffs of a game, to the side that chooses the row; the other side pays them.
///
/// # Examples
/// Matching pennies with one coin worth double: no pure choice is safe.
/// ```
/// use oddsmith::strategy::Matrix;
///
/// let game = Matrix::new(2, 2, |mine, theirs| if mine != theirs { -1.0 } else if mine == 0 { 2.0 } else { 1.0 });
/// let equilibrium = game.solve();
/// assert!((equilibrium.lo - 0.2).abs() < 1e-12 && equilibrium.hi - equilibrium.lo < 1e-12);
/// assert!((equilibrium.row[0] - 0.4).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    payoffs: Vec<f64>,
}

/// An optimal mix of each side, and what they prove.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// What the row side's mix guarantees it, whatever the other does: `min over columns of (row mix x payoffs)`.
    pub lo: f64,
    /// What the column side's mix holds it to: `max over rows of (payoffs x column mix)`. The value is between the two.
    pub hi: f64,
    /// The probability of each row.
    pub row: Vec<f64>,
    /// The probability of each column.
    pub column: Vec<f64>,
}

/// The least and the greatest probability that a choice has in any optimal mix.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// Of mixes with the same mean choice the one of lowest mean square is shown: a choice counts `choice + choice^2 / SPREAD`.
const SPREAD: f64 = 1024.0;

/// Payoffs this near to each other are equal when a safe pure choice is looked for, so that rounding makes no mix of it.
const EQUAL: f64 = 1e-13;

/// Cells of a tableau begin between 1 and 2. One this large was divided by a pivot that is mostly rounding.
const LARGE: f64 = 1e6;

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

    /// The linear program of its columns, solved.
    fn optimal<N: Number>(&self) -> Tableau<N> {
        let size = [self.rows(), self.columns()];
        Tableau::optimal(size, self.extremes(), |row, column| self.payoff(row, column))
    }

    /// The lowest and the highest payoff.
    fn extremes(&self) -> (f64, f64) {
        self.payoffs
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), &payoff| (low.min(payoff), high.max(payoff)))
    }

    /// The same game from the other side of the table.
    pub fn swapped(&self) -> Matrix {
        Matrix::new(self.columns, self.rows, |row, column| -self.payoff(column, row))
    }

    /// What a mix of rows guarantees against every column.
    pub fn least(&self, row: &[f64]) -> f64 {
        let mut sums = vec![0.0; self.columns];
        for (payoffs, &share) in
            self.payoffs.chunks_exact(self.columns).zip(row).filter(|(_, share)| **share > 0.0)
        {
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

    /// An optimal mix of each side: where a pure choice of each is safe, the lowest such choices; else the mixes whose mean choice is
    /// lowest, choices counted from 0, and of those the steadiest. The value is the same for all of them.
    pub fn solve(&self) -> Equilibrium {
        let (row, column) = self.saddle().unwrap_or_else(|| self.mixed());
        Equilibrium { lo: self.least(&row), hi: self.most(&column), row, column }
    }

    /// The first mixes that prove each other: in floats, in numbers of twice the digits, and at last any that are optimal. Should
    /// none do, what proves most on each side.
    fn mixed(&self) -> (Vec<f64>, Vec<f64>) {
        let tries = [
            Matrix::lowest::<f64>,
            Matrix::lowest::<Twofold>,
            Matrix::vertex::<f64>,
            Matrix::vertex::<Twofold>,
        ];
        let mut best = tries[0](self);
        for again in &tries[1..] {
            if self.certified(&best) {
                break;
            }
            let (row, column) = again(self);
            best.0 = if self.least(&row) > self.least(&best.0) { row } else { best.0 };
            best.1 = if self.most(&column) < self.most(&best.1) { column } else { best.1 };
        }
        best
    }

    /// Whether mixes prove each other as nearly as floats can. Payoffs that all but tie make pivots so small that they do not.
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
    /// Two linear programs a choice: its probability is minimised and maximised where all that costs value stays out (reduced
    /// costs above 1e-9 of the game's span).
    pub fn ranges(&self) -> (Vec<Range>, Vec<Range>) {
        // Either tableau must have shown itself: one that floats led astray has a mix that the other's does not prove, or large cells.
        let (rows, columns, largest) = self.ranges_in::<f64>();
        if largest < LARGE && self.certified(&self.vertex::<f64>()) {
            return (rows, columns);
        }
        let (rows, columns, _) = self.ranges_in::<Twofold>();
        (rows, columns)
    }

    /// The ranges of rows and of columns, and the largest cell of the tableaus at whose ends they were read.
    fn ranges_in<N: Number>(&self) -> (Vec<Range>, Vec<Range>, f64) {
        let of_columns = |game: &Matrix| {
            let mut tableau = game.optimal::<N>();
            let mut largest = tableau.largest();
            let mut end = |choice: usize, sign: f64| {
                tableau.minimise(SEEN, |other| if other == choice { sign } else { 0.0 });
                largest = largest.max(tableau.largest());
                tableau.mix()[choice]
            };
            let ranges: Vec<Range> = (0..game.columns)
                .map(|choice| Range { least: end(choice, 1.0), most: end(choice, -1.0) })
                .collect();
            (ranges, largest)
        };
        let (rows, columns) = (of_columns(&self.swapped()), of_columns(self));
        (rows.0, columns.0, rows.1.max(columns.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn game(rows: &[&[f64]]) -> Matrix {
        Matrix::new(rows.len(), rows[0].len(), |row, column| rows[row][column])
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn games_of_known_value() {
        // Rock, paper, scissors; a saddle; Williams' Two-by-three (The Compleat Strategyst); a weighted morra.
        for (rows, value) in [
            (&[&[0.0, -1.0, 1.0][..], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]][..], 0.0),
            (&[&[4.0, 1.0, 3.0], &[3.0, 2.0, 5.0]], 2.0),
            (&[&[6.0, 5.0], &[5.0, 6.0]], 5.5),
            (&[&[2.0, -3.0], &[-3.0, 4.0]], -1.0 / 12.0),
            (&[&[1.0, 7.0, 2.0], &[6.0, 2.0, 7.0]], 4.0),
            (&[&[3.0]], 3.0),
            (&[&[1.0, 1.0], &[1.0, 1.0]], 1.0),
        ] {
            let solved = game(rows).solve();
            assert!(near(solved.lo, value) && near(solved.hi, value), "{rows:?}: {solved:?}");
        }
    }

    /// A diagonal game has value `1 / sum(1/d)` and mixes in proportion to `1/d`, at any size.
    #[test]
    fn diagonal_games() {
        for size in [2usize, 5, 17, 41] {
            let diagonal =
                Matrix::new(
                    size,
                    size,
                    |row, column| if row == column { (row + 1) as f64 } else { 0.0 },
                );
            let value = 1.0 / (1..=size).map(|d| 1.0 / d as f64).sum::<f64>();
            let solved = diagonal.solve();
            assert!(near(solved.lo, value) && near(solved.hi, value));
            assert!(
                solved
                    .row
                    .iter()
                    .enumerate()
                    .all(|(row, share)| near(*share, value / (row + 1) as f64))
            );
        }
    }

    #[test]
    fn ranges_tell_never_from_always() {
        // The third row is worse than the second, the fourth its double: one or the other, or both.
        let twins = game(&[&[0.0, 1.0], &[1.0, 0.0], &[0.5, -1.0], &[1.0, 0.0]]);
        let (rows, columns) = twins.ranges();
        assert_eq!(
            rows.iter().map(|range| range.word()).collect::<Vec<_>>(),
            ["always", "sometimes", "never", "sometimes"]
        );
        assert!(columns.iter().all(|range| near(range.least, 0.5) && near(range.most, 0.5)));
        assert!(near(rows[1].least, 0.0) && near(rows[1].most, 0.5));
        // Of the twins the lower is shown.
        assert_eq!(twins.solve().row[3], 0.0);
        // Where nothing matters everything is possible.
        assert!(game(&[&[1.0, 1.0], &[1.0, 1.0]]).ranges().0.iter().all(|range| near(
            range.least,
            0.0
        ) && near(
            range.most, 1.0
        )));
    }

    /// A game whose choices all but tie, so that floats lead its one tableau astray and not the other: the mix of its rows in exact
    /// fractions is 0.4999750014974375, where the value is a kink of two columns.
    #[test]
    fn ranges_trust_no_tableau_unseen() {
        let parts = [27, 1, 17, 33, 14, 37, 14, 9, 11, 51, 51, 10, 31, 42];
        let game = Matrix::new(2, 7, |row, column| all_but_tied(parts[row * 7 + column]));
        let (rows, _) = game.ranges();
        assert!(
            near(rows[0].least, 0.4999750014974375) && near(rows[0].most, 0.4999750014974375),
            "{rows:?}"
        );
    }

    /// 0 to 3, and a tenth to less than floats can tell.
    fn all_but_tied(part: i32) -> f64 {
        f64::from(part % 4) + 10f64.powi(-(part / 4) - 1)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// Payoffs with many ties, as duels have them: the mixes prove each other, and lie within their ranges.
        #[test]
        fn every_game_is_certified(rows in 1usize..12, columns in 1usize..12, steps in 1i32..40, scale in -6i32..6,
                                   numbers in prop::collection::vec(-1000i32..1000, 144)) {
            let scale = 10f64.powi(scale);
            let game = Matrix::new(rows, columns, |row, column| f64::from(numbers[row * 12 + column] % steps) * scale);
            let solved = game.solve();
            prop_assert!((solved.hi - solved.lo).abs() <= 1e-10 * scale.max(1.0), "{solved:?}");
            for mix in [&solved.row, &solved.column] {
                prop_assert!(near(mix.iter().sum(), 1.0) && mix.iter().all(|share| (0.0..=1.0).contains(share)));
            }
            let (row, column) = game.ranges();
            for (share, range) in solved.row.iter().chain(&solved.column).zip(row.iter().chain(&column)) {
                prop_assert!(range.least - 1e-8 <= *share && *share <= range.most + 1e-8, "{share} {range:?}");
            }
            let swapped = game.swapped().solve();
            prop_assert!((swapped.lo + solved.hi).abs() <= 1e-10 * scale.max(1.0));
        }

        /// Payoffs that all but tie, by anything from a tenth to less than floats can tell: the mixes prove each other.
        #[test]
        fn near_ties_are_certified(rows in 2usize..10, columns in 2usize..10, numbers in prop::collection::vec(0i32..60, 100)) {
            let game = Matrix::new(rows, columns, |row, column| all_but_tied(numbers[row * 10 + column]));
            let solved = game.solve();
            prop_assert!((solved.hi - solved.lo).abs() <= 1e-12, "{solved:?}");
        }

        /// Where payoffs differ by clearly more than what counts as a tie, or by clearly less, the mixes lie within their ranges. (In
        /// between, which mixes still count as optimal is a matter of the last digit.)
        #[test]
        fn ranges_hold_the_mixes(rows in 2usize..10, columns in 2usize..10, numbers in prop::collection::vec(0i32..24, 100)) {
            let clear = |number: i32| if number < 16 { number } else { number + 32 };
            let game = Matrix::new(rows, columns, |row, column| all_but_tied(clear(numbers[row * 10 + column])));
            let (low, high) = game.extremes();
            prop_assume!(high - low > 1e-3);
            let solved = game.solve();
            let (row, column) = game.ranges();
            for (share, range) in solved.row.iter().chain(&solved.column).zip(row.iter().chain(&column)) {
                prop_assert!(range.least - 1e-6 <= *share && *share <= range.most + 1e-6, "{share} {range:?}");
            }
        }
    }
}
