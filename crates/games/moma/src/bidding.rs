//! Rule of a duel of hidden bids over several rounds, with a policy for each side.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::OnceLock;

use super::policy::BidPolicy;
use super::terms::{Bought, Strength, Terms};
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::kernel::{Contest, bids, states};
use oddsmith_engine::rule::{
    Column, Columns, Extras, Handle, Kernel, Policy, Record, Rule, Scale, Step, Success,
};
use oddsmith_engine::strategy::{self, BiddingDuel, Plan, Rounds, Side, State};
use oddsmith_mechanics::Mix;

/// Returns a simple policy's weights of the bids in a state; empty for a policy that needs a
/// solver.
fn weights(stages: &BiddingDuel, side: Side, policy: &BidPolicy, state: &State) -> Vec<u64> {
    let most = stages.most(side, state);
    policy
        .weights(state.played, stages.rounds() - state.played, state.left[side as usize], most)
        .unwrap_or_default()
}

/// Returns the plan of a simple policy.
pub(super) fn plan(stages: &BiddingDuel, side: Side, policy: &BidPolicy) -> Plan {
    Plan::of(stages, side, |state| {
        let weights = weights(stages, side, policy, state);
        let sum: u64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight as f64 / sum as f64).collect()
    })
}

/// Policies of both sides in a form that is fast to sample.
#[derive(Clone, Debug)]
enum Bidders {
    /// The same odds in all rounds, limited to the largest allowed bid.
    Alike(Box<[AlikeBidder; 2]>),
    /// Odds that depend on the state; computed at the first round, because a solver takes time.
    Planned(OnceLock<[Bidder; 2]>),
}

/// Bidder with the same odds in all rounds, limited to the largest allowed bid.
#[derive(Clone, Debug)]
struct AlikeBidder {
    /// Lowest bid with a positive weight; the bid is lower only if the largest allowed bid is
    /// lower.
    least: i32,
    /// Largest allowed bid up to which the bid is certain; `i32::MAX` if only one bid has a weight.
    sure: i32,
    /// Odds of the bids without a limit.
    mixed: Odds,
    /// Odds with each limit above the lowest bid, computed at first use.
    lowered: Box<[OnceLock<Odds>]>,
}

impl AlikeBidder {
    fn new(policy: &BidPolicy, cap: i32) -> Option<AlikeBidder> {
        policy.is_alike().then_some(())?;
        let weights = policy.weights(0, 1, cap, cap)?;
        let least = weights.iter().position(|&weight| weight > 0)? as i32;
        let is_mixed = weights.len() as i32 > least + 1;
        let sure = if is_mixed { least } else { i32::MAX };
        let lowered = (least + 1..=cap).map(|_| OnceLock::new()).collect();
        let mixed = Odds::new(&weights).labelled("bid").with_lookup();
        Some(AlikeBidder { least, sure, mixed, lowered })
    }

    /// Returns the odds limited to `most`, which is above the lowest bid.
    fn lowered(&self, most: i32) -> &Odds {
        self.lowered[(most - self.least) as usize - 1].get_or_init(|| {
            let weights = self.mixed.weights();
            let (below, above) = weights.split_at((most as usize).min(weights.len() - 1));
            Odds::new(&[below, &[above.iter().sum()]].concat()).labelled("bid").with_lookup()
        })
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn choose<C: Chance>(&self, most: i32, chance: &mut C) -> i32 {
        if most <= self.sure {
            return self.least.min(most);
        }
        chance.choose_at_most(&self.mixed, most as usize, || self.lowered(most)) as i32
    }
}

/// Bidder with odds for each state. A state comprises the rounds left and the points of both sides,
/// which both sides see; the other side's current bid is hidden.
#[derive(Clone, Debug)]
pub(super) struct Bidder {
    /// Distinct choices of a bid, each stored once to use less cache.
    bids: Vec<Mix>,
    /// Index into `bids` for each state.
    places: Vec<u32>,
}

impl Bidder {
    /// Creates a bidder from the weights of each state, in order.
    pub fn new(weights: impl Iterator<Item = Vec<u64>>) -> Bidder {
        let mut known = HashMap::new();
        let mut bids = Vec::new();
        let place = |weights: Vec<u64>| {
            *known.entry(weights).or_insert_with_key(|weights| {
                bids.push(Mix::new(weights, |it| Odds::new(it).labelled("bid").with_places()));
                bids.len() as u32 - 1
            })
        };
        let places = weights.map(place).collect();
        Bidder { bids, places }
    }
}

impl Policy<usize> for Bidder {
    type Choice = i32;

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn choose<C: Chance>(&self, state: &usize, chance: &mut C) -> i32 {
        self.bids[self.places[*state] as usize].choose(chance) as i32
    }
}

/// Rule of a duel over several rounds: each side pays a hidden bid, and the higher total wins.
///
/// # Formula
/// `total = attribute + skill + bid`; a bid is at most the cap (the skill) and the points left in
/// the pool.
///
/// # Source
/// Mind over Matter, Skills and Willpower: opposed checks.
///
/// With `ALIKE` both sides must be `Bidders::Alike`, so that the loop needs fewer branches.
#[derive(Clone, Debug)]
pub struct Duel<const ALIKE: bool = false> {
    stages: BiddingDuel,
    columns: Columns,
    scores: [i32; 2],
    /// Effects that each side bought before the first round.
    bought: [Bought; 2],
    policies: [BidPolicy; 2],
    bidders: Bidders,
}

impl<const ALIKE: bool> Duel<ALIKE> {
    /// Creates the duel against this rival, in which each side bids by its policy.
    ///
    /// # Errors
    /// If both sides bid the best reply to each other, or the duel is too large.
    pub(super) fn new(terms: &Terms, rival: Strength, policies: &[BidPolicy; 2]) -> Result<Self> {
        let stages = terms.stages(rival)?;
        for side in [Side::Own, Side::Rival] {
            // A random bid stores its weights, their sums and a lookup table; a solver's bid is a
            // plan first.
            let mixed = matches!(policies[side as usize], BidPolicy::Uniform | BidPolicy::Mix(_));
            let planned =
                matches!(policies[side as usize], BidPolicy::Equilibrium | BidPolicy::BestReply);
            stages.ask_for_plans(side, u64::from(mixed || planned) * 8)?;
        }
        if policies.contains(&BidPolicy::Equilibrium) {
            stages.ask_to_be_solved()?;
        }
        if *policies == [BidPolicy::BestReply, BidPolicy::BestReply] {
            return Err(Error::question("both sides bid the best reply to each other")
                .with_hint("that is `equilibrium`"));
        }
        let (scores, bought) = ([terms.own[0], rival[0]], terms.bought(rival));
        let alike = |side: Side| AlikeBidder::new(&policies[side as usize], stages.cap(side));
        let bidders = match (alike(Side::Own), alike(Side::Rival)) {
            (Some(own), Some(rival)) => Bidders::Alike(Box::new([own, rival])),
            _ => Bidders::Planned(OnceLock::new()),
        };
        let columns = terms.columns(&[rival]);
        Ok(Duel { columns, scores, bought, stages, policies: policies.clone(), bidders })
    }

    /// Computes the bidders of both sides, with a solver if needed.
    #[cold]
    fn planned(&self) -> [Bidder; 2] {
        let Duel { stages, policies, .. } = self;
        let simple = |side: Side| {
            let policy = &policies[side as usize];
            Bidder::new(stages.states().map(|state| weights(stages, side, policy, &state)))
        };
        let planned = |plan: &Plan| {
            Bidder::new((0..stages.count()).map(|number| strategy::weights(plan.mix(number))))
        };
        let solves = policies.contains(&BidPolicy::Equilibrium);
        let solution = solves.then(|| stages.solve().ok()).flatten();
        let optimal = |side: Side| solution.as_ref().map(|solution| &solution.plans[side as usize]);
        let bidder =
            |side: Side, other: Side| match (&policies[side as usize], &policies[other as usize]) {
                (BidPolicy::BestReply, theirs) => {
                    let theirs =
                        optimal(other).filter(|_| *theirs == BidPolicy::Equilibrium).cloned();
                    let theirs =
                        theirs.unwrap_or_else(|| plan(stages, other, &policies[other as usize]));
                    planned(&theirs.reply(stages, other).1)
                }
                (BidPolicy::Equilibrium, _) => optimal(side).map_or_else(|| simple(side), planned),
                _ => simple(side),
            };
        [bidder(Side::Own, Side::Rival), bidder(Side::Rival, Side::Own)]
    }
}

/// Results of a round: 0 is lost, 1 is tied, 2 is won.
const TIED: i32 = 1;
const WIN: i32 = 2;

/// State before a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    state: State,
    won: i32,
}

impl Terms {
    /// Returns the columns of the duel against one of these rivals.
    pub(super) fn columns(&self, rivals: &[Strength]) -> Columns {
        let (rounds, mut caps, mut spent) = (self.given.rounds, [0; 2], [0; 2]);
        for rival in rivals {
            let bought = self.bought(*rival);
            for (side, [_, cap, pool]) in [self.own, *rival].into_iter().enumerate() {
                let left = pool - bought[side].cost;
                let cap = cap.clamp(0, left);
                let most = left.min(cap.saturating_mul(rounds as i32)) + bought[side].cost;
                (caps[side], spent[side]) = (caps[side].max(cap), spent[side].max(most));
            }
        }
        let each = rounds as u32;
        Columns::new([
            Column::new(ROUNDS_WON, Scale::numbers(0, rounds as i32)),
            Column::new(SPENT, Scale::numbers(0, spent[0])),
            Column::new(RIVAL_SPENT, Scale::numbers(0, spent[1])),
            Column::new(BID, Scale::numbers(0, caps[0])).each("round", each),
            Column::new(RIVAL_BID, Scale::numbers(0, caps[1])).each("round", each),
            Column::new(WON, Scale::rungs(&["lose", "tie", "win"]))
                .success(Success::AtLeast(WIN))
                .each("round", each),
        ])
    }
}

/// Result of a round, to be recorded.
pub(super) struct Round {
    /// Number of earlier rounds.
    pub played: usize,
    pub bids: [i32; 2],
    pub winner: Ordering,
    /// Scores of both sides in this round.
    pub scores: [i32; 2],
    /// Points left after this round.
    pub left: [i32; 2],
}

impl Round {
    /// Records the bids and the winner, and returns true if the own side won.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn record(&self, record: &mut impl Record) -> bool {
        let Round { played, bids, winner, scores, left } = *self;
        let result = TIED + winner as i32;
        record.tell(|| {
            let word = ["lost", "tied", "won"][result as usize];
            let totals = [0, 1].map(|side| format!("{} + {}", scores[side], bids[side]));
            let round = played + 1;
            format!(
                "round {round}: {} against {}: {word}; {} and {} points left",
                totals[0], totals[1], left[0], left[1]
            )
        });
        record.score(BID, bids[0]);
        record.score(RIVAL_BID, bids[1]);
        record.score(WON, result);
        result == WIN
    }
}

/// Records the totals of a finished duel.
#[inline]
pub(super) fn done(won: i32, spent: [i32; 2], record: &mut impl Record) {
    record.score(ROUNDS_WON, won);
    record.score(SPENT, spent[0]);
    record.score(RIVAL_SPENT, spent[1]);
}

const ROUNDS_WON: Handle = Handle::first("rounds_won");
const SPENT: Handle = ROUNDS_WON.then("spent");
const RIVAL_SPENT: Handle = SPENT.then("rival_spent");
const BID: Handle = RIVAL_SPENT.then("bid");
const RIVAL_BID: Handle = BID.then("rival_bid");
const WON: Handle = RIVAL_BID.then("win");

impl<const ALIKE: bool> Duel<ALIKE> {
    /// Returns a kernel with one draw each round if both sides are `Bidders::Alike`; otherwise
    /// one with tables of all states.
    pub fn kernel(&self) -> Option<Box<dyn Kernel>> {
        let one_strategy = match &self.bidders {
            Bidders::Alike(both) => bids(&Contest {
                mixes: both.each_ref().map(|side| side.mixed.weights()),
                pools: self.stages.start().left,
                rounds: self.stages.rounds(),
                winner: &|round, bids| self.stages.winner(round, bids),
                each: [BID, RIVAL_BID, WON],
                all: [ROUNDS_WON, SPENT, RIVAL_SPENT],
                before: self.bought.map(|bought| bought.cost),
            }),
            _ => None,
        };
        one_strategy.or_else(|| states(self))
    }
}

impl<const ALIKE: bool> Rule for Duel<ALIKE> {
    type State = Progress;

    const EXTRAS: Extras<Self> = Extras { kernel: Self::kernel, ..Extras::NONE };

    fn columns(&self) -> Columns {
        self.columns.clone()
    }

    fn start(&self) -> Progress {
        Progress { state: self.stages.start(), won: 0 }
    }

    /// Plays one round.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(
        &self,
        now: Progress,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Progress> {
        // `map` of an array would be a function call for each side.
        let bids = match &self.bidders {
            Bidders::Alike(both) => {
                let [own, rival] = &**both;
                let most = |side: Side| self.stages.most(side, &now.state);
                let own = own.choose(most(Side::Own), chance);
                [own, rival.choose(most(Side::Rival), chance)]
            }
            Bidders::Planned(_) if ALIKE => unreachable!("each side bids alike"),
            Bidders::Planned(both) => {
                let [own, rival] = both.get_or_init(|| self.planned());
                let number = self.stages.place(&now.state);
                [own.choose(&number, chance), rival.choose(&number, chance)]
            }
        };
        let state = self.stages.next(&now.state, bids);
        let winner = self.stages.winner(now.state.played, bids);
        let opening = |side: usize| if now.state.played == 0 { self.bought[side].bonus } else { 0 };
        let scores = [0, 1].map(|side| self.scores[side] + opening(side));
        let round = Round { played: now.state.played, bids, winner, scores, left: state.left };
        let won = now.won + i32::from(round.record(record));
        if state.played < self.stages.rounds() {
            return Step::Next(Progress { state, won });
        }
        let pools = self.stages.start().left;
        let spent = |side: usize| pools[side] - state.left[side] + self.bought[side].cost;
        done(won, [spent(0), spent(1)], record);
        Step::Done
    }
}
