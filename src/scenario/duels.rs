//! Duels solved: many at once.

use rayon::prelude::*;

use crate::error::Result;
use crate::registry::Settings;
use crate::strategy::Solved;
use crate::systems::Solve;

/// Solves the duel of each case, on as many threads as there are; the answers come in the order of the cases.
///
/// # Errors
/// As `solve`, for the first case that fails.
pub fn solve_all(cases: &[Settings], solve: Solve) -> Result<Vec<Solved>> {
    match cases {
        // A process that starts no threads answers sooner.
        [case] => Ok(vec![solve(case)?]),
        _ => cases.par_iter().map(solve).collect::<Vec<_>>().into_iter().collect(),
    }
}
