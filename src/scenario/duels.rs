//! Duels solved: many at once.

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::odds::Progress;
use crate::registry::{Settings, Solver};
use crate::strategy::{Position, Solved, Stages};

/// Solves the duel of each case, on as many threads as there are; the answers come in the order of the cases.
///
/// # Errors
/// As [`Solver::solve`], for the first case that fails.
pub fn solve_all(cases: &[Settings], solver: &Solver, progress: &Progress) -> Result<Vec<Solved>> {
    each(cases, |case| {
        let solved = (solver.solve)(case);
        progress.case();
        solved
    })
}

/// The most choices of bids that [`positions`] takes on, in all states of all duels: some hundred megabytes of frames.
const MOST_CHOICES: usize = 4_000_000;

/// Both sides' choices in every state of each duel.
///
/// # Errors
/// As [`Solver::stages`] and [`Position::all`], for the first case that fails, or if there are more than four million choices.
pub fn positions(duels: &[(&Solver, &Settings)]) -> Result<Vec<Vec<Position>>> {
    let stages = duels
        .iter()
        .map(|(solver, case)| Ok((solver.stages)(case)?.0))
        .collect::<Result<Vec<Stages>>>()?;
    let choices: usize = stages.iter().map(Stages::choices).sum();
    if choices > MOST_CHOICES {
        let error = Error::question(format!(
            "the strategies of all states are {choices} choices, more than {MOST_CHOICES}"
        ));
        return Err(error.with_hint("take fewer cases or rounds, smaller pools or smaller caps"));
    }
    each(&stages, Position::all)
}

fn each<T: Sync, A: Send>(
    cases: &[T],
    solve: impl Fn(&T) -> Result<A> + Send + Sync,
) -> Result<Vec<A>> {
    match cases {
        // A process that starts no threads answers sooner.
        [case] => Ok(vec![solve(case)?]),
        _ => cases.par_iter().map(solve).collect::<Vec<_>>().into_iter().collect(),
    }
}
