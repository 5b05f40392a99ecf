//! A duel of hidden bids, round after round, as it is played.

use std::cmp::Ordering;

use super::policy::BidPolicy;
use crate::chance::{Chance, Odds};
use crate::cost::PLANS;
use crate::error::{Error, Result};
use crate::rule::{Column, Columns, Handle, Policy, Record, Rule, Scale, Step, Success};
use crate::strategy::{Plan, Side, Stages, State};

/// The weights of a simple policy in a state; none for a policy that takes a solver.
fn weights(stages: &Stages, side: Side, policy: &BidPolicy, state: &State) -> Vec<u64> {
    let most = stages.most(side, state);
    policy
        .weights(state.played, stages.rounds() - state.played, state.left[side as usize], most)
        .unwrap_or_default()
}

/// A simple policy as a plan.
pub(super) fn plan(stages: &Stages, side: Side, policy: &BidPolicy) -> Plan {
    Plan::of(stages, side, |state| {
        let weights = weights(stages, side, policy, state);
        let sum: u64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight as f64 / sum as f64).collect()
    })
}

/// How a side bids in one state.
#[derive(Clone, Debug, PartialEq)]
enum Bid {
    /// So, without luck.
    Sure(i32),
    /// One of several.
    Mixed(Odds),
}

impl Bid {
    fn weighted(weights: &[u64]) -> Bid {
        let mut bids = (0..weights.len()).filter(|&bid| weights[bid] > 0);
        match (bids.next(), bids.next()) {
            (Some(bid), None) => Bid::Sure(bid as i32),
            (Some(_), Some(_)) => Bid::Mixed(Odds::new(weights).said("bid")),
            (None, _) => Bid::Sure(0),
        }
    }

    /// Short fractions where the probabilities are such, else parts of 2^53, of which each is as
    /// near as the solver knows it.
    fn mixed(mix: &[f64]) -> Bid {
        let rounded = |of: f64| mix.iter().map(move |share| (share * of).round());
        let exact =
            |of: &f64| rounded(*of).zip(mix).all(|(part, share)| (share * of - part).abs() < 1e-11);
        let short = (1..=1000).map(f64::from).find(exact);
        Bid::weighted(
            &rounded(short.unwrap_or(9_007_199_254_740_992.0))
                .map(|part| part as u64)
                .collect::<Vec<_>>(),
        )
    }
}

/// How a side bids in every state. It sees the number of the state: rounds left and the points of
/// both sides are open, what the other side bids is not.
#[derive(Clone, Debug)]
struct Bidder(Vec<Bid>);

impl Policy<usize> for Bidder {
    type Choice = i32;

    #[inline]
    fn choose<C: Chance>(&self, state: &usize, chance: &mut C) -> i32 {
        match &self.0[*state] {
            Bid::Sure(bid) => *bid,
            Bid::Mixed(odds) => chance.choose(odds) as i32,
        }
    }
}

/// A duel of several rounds: bids in secret, both paid, the higher total wins the round.
///
/// # Formula
/// `total = attribute + skill + bid`; a bid is at most the cap (the skill) and what is left of the
/// pool.
///
/// # Source
/// Mind over Matter, Skills and Willpower: opposed checks.
#[derive(Clone, Debug)]
pub struct Duel {
    stages: Stages,
    scores: [i32; 2],
    bidders: [Bidder; 2],
}

impl Duel {
    /// The duel of these stages, where each side has this score and bids by this policy.
    ///
    /// # Errors
    /// If both sides bid the best reply to each other, or the duel is too large.
    pub(super) fn new(stages: Stages, scores: [i32; 2], policies: &[BidPolicy; 2]) -> Result<Duel> {
        for side in [Side::Own, Side::Rival] {
            // A bid that is one of several keeps its weights and their sums; one that a solver
            // finds is a plan before.
            let mixed = matches!(policies[side as usize], BidPolicy::Uniform | BidPolicy::Mix(_));
            let planned =
                matches!(policies[side as usize], BidPolicy::Equilibrium | BidPolicy::BestReply);
            stages.ask_for_plans(side, u64::from(mixed || planned) * 3)?;
            let bids = stages.len() * size_of::<Bid>();
            PLANS.ask("the policies of the duel take too much memory", bids as u64)?;
        }
        let simple = |side: Side| {
            let policy = &policies[side as usize];
            stages
                .states()
                .map(|state| Bid::weighted(&weights(&stages, side, policy, &state)))
                .collect()
        };
        let planned =
            |plan: &Plan| (0..stages.len()).map(|number| Bid::mixed(plan.mix(number))).collect();
        let solution =
            policies.contains(&BidPolicy::Equilibrium).then(|| stages.solve()).transpose()?;
        let optimal = |side: Side| solution.as_ref().map(|solution| &solution.plans[side as usize]);
        let bids = |side: Side, other: Side| -> Result<Vec<Bid>> {
            Ok(match (&policies[side as usize], &policies[other as usize]) {
                (BidPolicy::BestReply, BidPolicy::BestReply) => {
                    return Err(Error::question("both sides bid the best reply to each other")
                        .with_hint("that is `equilibrium`"));
                }
                (BidPolicy::BestReply, theirs) => {
                    let theirs =
                        optimal(other).filter(|_| *theirs == BidPolicy::Equilibrium).cloned();
                    let theirs =
                        theirs.unwrap_or_else(|| plan(&stages, other, &policies[other as usize]));
                    planned(&stages.reply(other, &theirs).1)
                }
                (BidPolicy::Equilibrium, _) => optimal(side).map_or_else(|| simple(side), planned),
                _ => simple(side),
            })
        };
        let bidders =
            [Bidder(bids(Side::Own, Side::Rival)?), Bidder(bids(Side::Rival, Side::Own)?)];
        Ok(Duel { scores, stages, bidders })
    }
}

const LOSE: i32 = 0;
const TIED: i32 = 1;
const WIN: i32 = 2;

/// Before a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    state: State,
    won: i32,
}

const ROUNDS_WON: Handle = Handle::first("rounds_won");
const SPENT: Handle = ROUNDS_WON.then("spent");
const RIVAL_SPENT: Handle = SPENT.then("rival_spent");
const BID: Handle = RIVAL_SPENT.then("bid");
const RIVAL_BID: Handle = BID.then("rival_bid");
const WON: Handle = RIVAL_BID.then("win");

impl Rule for Duel {
    type State = Progress;

    fn columns(&self) -> Columns {
        let rounds = self.stages.rounds();
        let caps = [Side::Own, Side::Rival].map(|side| self.stages.cap(side));
        let pools = self.stages.start().left;
        let spent = |side: usize| {
            Scale::numbers(0, pools[side].min(caps[side].saturating_mul(rounds as i32)))
        };
        Columns::new([
            Column::new(ROUNDS_WON, Scale::numbers(0, rounds as i32)),
            Column::new(SPENT, spent(0)),
            Column::new(RIVAL_SPENT, spent(1)),
            Column::new(BID, Scale::numbers(0, caps[0])).each(rounds as u32),
            Column::new(RIVAL_BID, Scale::numbers(0, caps[1])).each(rounds as u32),
            Column::new(WON, Scale::rungs(&["lose", "tie", "win"]))
                .success(Success::AtLeast(WIN))
                .each(rounds as u32),
        ])
    }

    fn start(&self) -> Progress {
        Progress { state: self.stages.start(), won: 0 }
    }

    /// One round.
    #[inline]
    fn step<C: Chance>(
        &self,
        now: Progress,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Progress> {
        let number = self.stages.number(&now.state);
        let bids = self.bidders.each_ref().map(|bidder| bidder.choose(&number, chance));
        let state = self.stages.next(&now.state, bids);
        let (result, word) = match self.stages.winner(bids) {
            Ordering::Greater => (WIN, "won"),
            Ordering::Equal => (TIED, "tied"),
            Ordering::Less => (LOSE, "lost"),
        };
        record.tell(|| {
            let totals = [0, 1].map(|side| format!("{} + {}", self.scores[side], bids[side]));
            format!(
                "round {}: {} against {}: {word}; {} and {} points left",
                state.played, totals[0], totals[1], state.left[0], state.left[1]
            )
        });
        record.score(BID, bids[0]);
        record.score(RIVAL_BID, bids[1]);
        record.score(WON, result);
        let won = now.won + i32::from(result == WIN);
        if state.played < self.stages.rounds() {
            return Step::Next(Progress { state, won });
        }
        let pools = self.stages.start().left;
        record.score(ROUNDS_WON, won);
        record.score(SPENT, pools[0] - state.left[0]);
        record.score(RIVAL_SPENT, pools[1] - state.left[1]);
        Step::Done
    }
}
