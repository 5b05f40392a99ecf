//! Learning from regrets: each side shifts to what it wishes it had chosen.

use super::super::Side;
use super::game::{Hidden, Proof};
use super::tree::Tree;

/// Terms that are looked at in all before what was learnt so far has to do: about a minute.
const MOST_WORK: u64 = 30_000_000_000;

/// Rounds between two looks at what the plans prove.
const LOOK: u64 = 32;

/// What one side has learnt.
struct Learner {
    /// How much better each choice would have been so far, not below 0.
    regrets: Vec<f64>,
    /// What is played next: shares by sequence.
    shares: Vec<f64>,
    /// The probability of each sequence under these.
    reach: Vec<f64>,
    /// The sum of the probabilities of each sequence so far, later ones weighing more.
    sums: Vec<f64>,
    /// What each sequence gains.
    gains: Vec<f64>,
}

impl Learner {
    fn new(tree: &Tree) -> Learner {
        let shares = tree.even();
        let none = || vec![0.0; tree.sequences()];
        Learner { reach: tree.reach(&shares), regrets: none(), sums: none(), gains: none(), shares }
    }

    /// One round: `self.gains` are what each sequence gains against what the other side plays now.
    ///
    /// The next round is foreseen to be like this one, so that its regret counts twice in what is
    /// played next and once in what is remembered.
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

/// Plans that prove the value to within `goal`, or as near as the work allows.
///
/// # Formula
/// Predictive CFR+ with alternating updates: at each decision `regret = max(0, regret + gain -
/// mean gain)`, the next shares in proportion to `max(0, regret + gain - mean gain)` once more.
/// The plan is the mean of what was played, round t weighing `t^2`.
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
        // Early looks are cheap where learning is fast, and rare where it goes on for long.
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
