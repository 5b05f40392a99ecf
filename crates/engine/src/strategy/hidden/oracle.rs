//! Exact solution of games with few relevant plans: a matrix game of pure plans that grows by best
//! replies until none is missing.

use super::super::{Matrix, Side};
use super::game::{Hidden, Proof};

/// Maximum number of sequences and of plans per side for this method; beyond that, learning is
/// faster.
const MOST_SEQUENCES: usize = 5_000;
const MOST_PLANS: usize = 120;

/// Maximum gain at which a reply counts as no better than the existing plans.
const EQUAL: f64 = 1e-13;

/// Returns optimal plans, or `None` if too many plans are relevant.
///
/// # Source
/// H. B. McMahan, G. Gordon and A. Blum (2003), Planning in the presence of cost functions
/// controlled by an adversary, ICML 20: the double oracle.
pub(super) fn solve(game: &Hidden) -> Option<Proof> {
    let sides = [Side::Own, Side::Rival];
    if sides.iter().any(|side| game.tree(*side).sequences() > MOST_SEQUENCES) {
        return None;
    }
    // Each plan as its sequence probabilities; for the rival also the gain of each own sequence.
    let reach = |side: Side, plan: &[f64]| game.tree(side).reach(plan);
    let gains = |rival: &[f64]| {
        let mut gains = vec![0.0; game.tree(Side::Own).sequences()];
        game.gains(Side::Own, rival, &mut gains);
        gains
    };
    let first = game.reply(Side::Rival, &game.tree(Side::Rival).even()).1;
    let reply = game.reply(Side::Own, &first).1;
    let mut own = vec![reach(Side::Own, &first)];
    let mut rival = vec![reach(Side::Rival, &reply)];
    let mut against = vec![gains(&rival[0])];
    let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let mut payoffs = vec![vec![dot(&own[0], &against[0])]];
    while own.len() < MOST_PLANS && rival.len() < MOST_PLANS {
        let matrix = Matrix::new(own.len(), rival.len(), |row, column| payoffs[row][column]);
        let mixes = matrix.solve();
        let mixed = |plans: &[Vec<f64>], mix: &[f64], side: Side| {
            let mut reach = vec![0.0; game.tree(side).sequences()];
            for (plan, share) in plans.iter().zip(mix).filter(|(_, share)| **share > 0.0) {
                reach.iter_mut().zip(plan).for_each(|(sum, taken)| *sum += share * taken);
            }
            game.tree(side).shares(&reach)
        };
        let plans = [mixed(&own, &mixes.row, Side::Own), mixed(&rival, &mixes.column, Side::Rival)];
        let (lo, worst) = game.reply(Side::Own, &plans[0]);
        let (hi, best) = game.reply(Side::Rival, &plans[1]);
        let better = [hi > mixes.hi + EQUAL, lo < mixes.lo - EQUAL];
        if better == [false, false] {
            return Some(Proof { lo, hi, plans, rounds: 0 });
        }
        if better[0] {
            let plan = reach(Side::Own, &best);
            payoffs.push(against.iter().map(|gains| dot(&plan, gains)).collect());
            own.push(plan);
        }
        if better[1] {
            let plan = reach(Side::Rival, &worst);
            let gains = gains(&plan);
            payoffs.iter_mut().zip(&own).for_each(|(row, plan)| row.push(dot(plan, &gains)));
            rival.push(plan);
            against.push(gains);
        }
    }
    None
}
