//! The simplex method for matrix games: a condensed tableau, pivoted in place.

use super::number::Number;

/// The linear program of the column side, in the form with the cheapest pivots.
///
/// # Formula
/// With the payoffs mapped to `A` in [1, 2]: maximize `sum(y)` subject to `A y <= 1` and `y >= 0`.
/// Then `y / sum(y)` is an optimal mix of columns, the reduced costs of the slacks give one of
/// rows, and `1 / sum(y)` is the value. The initial slacks are a feasible basis, so there is no
/// first phase.
///
/// # Source
/// G. B. Dantzig, A proof of the equivalence of the programming problem and the game problem
/// (1951); A. W. Tucker's condensed tableau; R. G. Bland (1977), Mathematics of Operations Research
/// 2, 103-107.
#[derive(Clone, Debug)]
pub(super) struct Tableau<N> {
    rows: usize,
    columns: usize,
    /// `rows + 2` rows of `columns + 1`: the constraints with their right-hand sides, the reduced
    /// costs, and those of a second objective.
    cells: Vec<N>,
    /// The basic variable of each row: a column of the game if below `columns`, else a slack.
    basic: Vec<usize>,
    /// The nonbasic variable of each column.
    nonbasic: Vec<usize>,
}

impl<N: Number> Tableau<N> {
    /// Creates the tableau of a game of this size and with these extreme payoffs, at an optimal mix
    /// of columns.
    pub fn optimal(
        [rows, columns]: [usize; 2],
        (low, high): (f64, f64),
        payoff: impl Fn(usize, usize) -> f64,
    ) -> Tableau<N> {
        let scale = if high > low { 1.0 / (high - low) } else { 1.0 };
        let mut cells = vec![N::of(0.0); (rows + 2) * (columns + 1)];
        for row in 0..rows {
            for column in 0..columns {
                cells[row * (columns + 1) + column] =
                    N::of(1.0 + (payoff(row, column) - low) * scale);
            }
            cells[row * (columns + 1) + columns] = N::of(1.0);
        }
        cells[rows * (columns + 1)..][..columns].fill(N::of(-1.0));
        let mut tableau = Tableau {
            rows,
            columns,
            cells,
            basic: (columns..columns + rows).collect(),
            nonbasic: (0..columns).collect(),
        };
        tableau.improve(rows, |_, _| true);
        tableau
    }

    fn cell(&self, row: usize, column: usize) -> N {
        self.cells[row * (self.columns + 1) + column]
    }

    /// Pivots until no allowed column improves the objective of this row.
    ///
    /// First by steepest improvement with the largest pivots, which is fast and keeps rounding
    /// small; if that takes long, by the smallest index, which can't cycle (Bland 1977).
    fn improve(&mut self, objective: usize, allowed: impl Fn(&Self, usize) -> bool) {
        let enough = 50 + 4 * (self.rows + self.columns);
        for pivots in 0..16 * enough {
            let by_size = pivots < enough;
            let entering = self.entering(objective, by_size, |column| allowed(self, column));
            let leaving =
                entering.and_then(|column| Some((self.leaving(column, by_size)?, column)));
            let Some((row, column)) = leaving else { return };
            self.pivot(row, column);
        }
    }

    /// Returns the column that improves the objective of row `objective`.
    fn entering(
        &self,
        objective: usize,
        by_size: bool,
        allowed: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let improving = (0..self.columns).filter(|&column| {
            self.cell(objective, column) < N::of(-N::NOTHING.value()) && allowed(column)
        });
        if by_size {
            improving.min_by(|&a, &b| {
                self.cell(objective, a).value().total_cmp(&self.cell(objective, b).value())
            })
        } else {
            improving.min_by_key(|&column| self.nonbasic[column])
        }
    }

    /// Returns the row with the smallest ratio for a column. In exact arithmetic there always is
    /// one.
    fn leaving(&self, column: usize, by_size: bool) -> Option<usize> {
        let mut leaving: Option<(usize, N)> = None;
        for row in 0..self.rows {
            let cell = self.cell(row, column);
            if cell <= N::NO_PIVOT {
                continue;
            }
            let side = self.cell(row, self.columns);
            let ratio = if side < N::of(0.0) { N::of(0.0) } else { side / cell };
            let closer = leaving.is_none_or(|(least, bound)| {
                let first = if by_size {
                    cell > self.cell(least, column)
                } else {
                    self.basic[row] < self.basic[least]
                };
                ratio < bound - N::NOTHING || (ratio - N::NOTHING <= bound && first)
            });
            if closer {
                leaving = Some((row, ratio));
            }
        }
        leaving.map(|(row, _)| row)
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.columns + 1;
        let pivot = N::of(1.0) / self.cell(row, column);
        let (before, rest) = self.cells.split_at_mut(row * width);
        let (pivots, behind) = rest.split_at_mut(width);
        pivots.iter_mut().for_each(|cell| *cell = *cell * pivot);
        pivots[column] = pivot;
        for other in before.chunks_exact_mut(width).chain(behind.chunks_exact_mut(width)) {
            let factor = std::mem::replace(&mut other[column], N::of(0.0));
            if factor != N::of(0.0) {
                let cells = other.iter_mut().zip(&*pivots);
                cells.for_each(|(cell, &along)| *cell = *cell - factor * along);
            }
        }
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
    }

    /// Returns the absolute value of the largest cell.
    pub fn largest(&self) -> f64 {
        self.cells.iter().fold(0.0, |largest, cell| cell.value().abs().max(largest))
    }

    /// Returns the mix of columns at the current basis.
    pub fn mix(&self) -> Vec<f64> {
        let mut mix = vec![0.0; self.columns];
        for row in 0..self.rows {
            if let Some(share) = mix.get_mut(self.basic[row]) {
                *share = self.cell(row, self.columns).value();
            }
        }
        whole(mix)
    }

    /// Returns the mix of rows given by the reduced costs, or `None` if it may not be unique, as
    /// some share of the columns is degenerate.
    pub fn rows_if_unique(&self) -> Option<Vec<f64>> {
        if (0..self.rows).any(|row| self.cell(row, self.columns) <= N::NOTHING) {
            return None;
        }
        let mut mix = vec![0.0; self.rows];
        for column in 0..self.columns {
            if let Some(row) = self.nonbasic[column].checked_sub(self.columns) {
                mix[row] = self.cell(self.rows, column).value();
            }
        }
        Some(whole(mix))
    }

    /// Moves, among all mixes whose reduced costs are at most `slack`, to the one that minimizes
    /// `sum(cost(j) * y_j)`.
    pub fn minimise(&mut self, slack: f64, cost: impl Fn(usize) -> f64) {
        let costs = self.rows * (self.columns + 1);
        // Reduced costs near 0 are set to 0, since a small pivot would blow them up.
        for cost in &mut self.cells[costs..costs + self.columns] {
            *cost = if *cost <= N::of(slack) { N::of(0.0) } else { *cost };
        }
        let free = |tableau: &Self, column: usize| tableau.cell(tableau.rows, column) <= N::of(0.0);
        if !(0..self.columns).any(|column| free(self, column)) {
            return;
        }
        let second = self.rows + 1;
        let cost = |label: usize| N::of(if label < self.columns { cost(label) } else { 0.0 });
        let basic: Vec<N> = self.basic.iter().map(|&label| cost(label)).collect();
        let reduced = |column: usize| {
            (0..self.rows).fold(cost(self.nonbasic[column]), |sum, row| {
                sum - basic[row] * self.cell(row, column)
            })
        };
        let reduced: Vec<N> = (0..self.columns).map(reduced).collect();
        let start = second * (self.columns + 1);
        self.cells[start..start + self.columns].copy_from_slice(&reduced);
        self.improve(second, free);
    }
}

/// Clamps negative shares to 0 and normalizes the sum to 1.
fn whole(mut mix: Vec<f64>) -> Vec<f64> {
    mix.iter_mut().filter(|share| **share < 1e-13).for_each(|share| *share = 0.0);
    let sum: f64 = mix.iter().sum();
    mix.iter_mut().for_each(|share| *share /= sum);
    mix
}
