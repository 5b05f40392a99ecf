//! Regret minimization: each side shifts toward the choices that it regrets not having made.

use super::super::Side;
use super::game::{Hidden, Proof};
use super::tree::Tree;

/// Maximum number of terms processed in total: about a minute.
const MOST_WORK: u64 = 30_000_000_000;

/// Minimum number of rounds between two evaluations of the proof.
const LOOK: u64 = 32;

/// The learning state of one side.
struct Learner {
    /// The cumulative regret of each choice, not below 0.
    regrets: Vec<f64>,
    /// The plan of the next round, by sequence.
    shares: Vec<f64>,
    /// The probability of each sequence under this plan.
    reach: Vec<f64>,
    /// The weighted sum of the probabilities of each sequence so far; later rounds weigh more.
    sums: Vec<f64>,
    /// The gain of each sequence.
    gains: Vec<f64>,
}

impl Learner {
    fn new(tree: &Tree) -> Learner {
        let shares = tree.even();
        let none = || vec![0.0; tree.sequences()];
        Learner { reach: tree.reach(&shares), regrets: none(), sums: none(), gains: none(), shares }
    }

    /// Learns from one round: `self.gains` are the gains of each sequence against the current plan
    /// of the other side.
    ///
    /// The next round is predicted to equal this one, so its regret counts twice in the next plan
    /// and once in the cumulative regrets.
    fn learn(&mut self, tree: &Tree, weight: f64) {
        for point in tree.points().iter().rev() {
            let range = point.sequences();
            let (gains, before) = (&self.gains[range.clone()], point.before);
            let shares = &mut self.shares[range.clone()];
            let mean: f64 = shares.iter().zip(gains).map(|(share, gain)| share * gain).sum();
            let mut sum = 0.0;
            let regrets = self.regrets[range].iter_mut();
            for ((share, regret), gain) in shares.iter_mut().zip(regrets).zip(gains) {
                let missed = gain - mean;
                *regret = (*regret + missed).max(0.0);
                *share = (*regret + missed).max(0.0);
                sum += *share;
            }
            match sum > 0.0 {
                true => shares.iter_mut().for_each(|share| *share /= sum),
                false => shares.fill(1.0 / point.choices as f64),
            }
            self.gains[before] += mean;
        }
        tree.reach_into(&self.shares, &mut self.reach);
        for (sum, reach) in self.sums.iter_mut().zip(&self.reach) {
            *sum += weight * reach;
        }
    }
}

/// Returns plans that prove the value to within `goal`, or as closely as the work limit allows.
///
/// # Formula
/// Predictive CFR+ with alternating updates: at each decision `regret = max(0, regret + gain - mean
/// gain)`, and the next shares are proportional to `max(0, regret + gain - mean gain)` once more.
/// The plan is the mean of the plans played, round t weighing `t^2`.
///
/// # Source
/// O. Tammelin (2014), Solving large imperfect information games using CFR+, arXiv 1407.5042;
/// G. Farina, C. Kroer and T. Sandholm (2021), Faster game solving via predictive Blackwell
/// approachability, AAAI 35.
pub(super) fn solve(game: &Hidden, goal: f64) -> Proof {
    let sides = [Side::Own, Side::Rival];
    let mut learners = sides.map(|side| Learner::new(game.tree(side)));
    let most = (MOST_WORK / (2 * game.terms().max(1)) as u64).clamp(LOOK, 1 << 20);
    let mut best: Option<Proof> = None;
    for round in 1..=most {
        let weight = (round * round) as f64;
        for side in sides {
            let [own, rival] = &mut learners;
            let (learner, other) = if side == Side::Own { (own, rival) } else { (rival, own) };
            game.gains(side, &other.reach, &mut learner.gains);
            learner.learn(game.tree(side), weight);
        }
        // Frequent evaluations are cheap if learning is fast, and become rare if it takes long.
        if round % LOOK.max(round.next_power_of_two() / 16) != 0 && round != most {
            continue;
        }
        let plans = sides.map(|side| game.tree(side).shares(&learners[side as usize].sums));
        let proof = game.proof(plans, round);
        let done = proof.hi - proof.lo <= goal;
        let nearer = |so_far: &Proof| proof.hi - proof.lo < so_far.hi - so_far.lo;
        if best.as_ref().is_none_or(nearer) {
            best = Some(proof);
        }
        if done {
            break;
        }
    }
    best.unwrap_or_else(|| game.proof(sides.map(|side| game.tree(side).even()), 0))
}
