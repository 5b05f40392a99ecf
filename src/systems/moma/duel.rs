//! A duel of hidden bids, round after round; and its solution.

use std::cmp::Ordering;

use super::fields::{ATTRIBUTE, FULL, SKILL};
use super::policy::Policy;
use crate::chance::{Chance, Odds};
use crate::error::{Error, Result};
use crate::registry::{Edge, Entry, Field, Settings, Value, choice};
use crate::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use crate::strategy::{Objective, Plan, Side, Solved, Stages, State};

/// The fields of one side, and what may be given in place of attribute and skill.
struct Fields {
    attribute: Field,
    skill: Field,
    score: Field,
    cap: Field,
    pool: Field,
}

const SOURCE: &str = "Skills, Willpower";
const POINTS: &str = "willpower points";

const OWN: Fields = Fields {
    attribute: Field {
        about: "the attribute the skill belongs to; or give score, cap and pool",
        ..ATTRIBUTE.or_none()
    },
    skill: Field { about: "the skill; or give score and cap", ..SKILL.or_none() },
    score: Field::integer("score", "points", "what a bid is added to")
        .follows("attribute + skill", |set| score(set, &OWN))
        .source(SOURCE),
    cap: Field::integer("cap", POINTS, "the largest bid")
        .follows("skill", |set| cap(set, &OWN))
        .source(SOURCE),
    pool: Field::integer("pool", POINTS, "points at the start")
        .range(0, 1000)
        .follows("5 x attribute", |set| pool(set, &OWN))
        .source(SOURCE),
};

const RIVAL: Fields = Fields {
    attribute: Field::integer(
        "rival_attribute",
        "points",
        "the rival's attribute; or give the rival's score, cap and pool",
    )
    .range(0, 8)
    .or_none()
    .required("5")
    .source("Attributes"),
    skill: Field::integer(
        "rival_skill",
        "points",
        "the rival's skill; or give the rival's score and cap",
    )
    .range(0, 8)
    .or_none()
    .required("3")
    .source("Skills"),
    score: Field::integer("rival_score", "points", "the rival's score")
        .follows("rival_attribute + rival_skill", |set| score(set, &RIVAL))
        .source(SOURCE),
    cap: Field::integer("rival_cap", POINTS, "the rival's largest bid")
        .follows("rival_skill", |set| cap(set, &RIVAL))
        .source(SOURCE),
    pool: Field::integer("rival_pool", POINTS, "the rival's points at the start")
        .range(0, 1000)
        .follows("5 x rival_attribute", |set| pool(set, &RIVAL))
        .source(SOURCE),
};

const ROUNDS: Field = Field::integer("rounds", "rounds", "how many")
    .range(1, 20)
    .default("1")
    .source("not in the text");
const OBJECTIVE: Field = Field::choice::<About>(
    "objective",
    "share: of rounds won; majority: more rounds than the rival",
)
.default("share")
.source("not in the text");
const PRICE: Field =
    Field::decimal("price", "of a duel", "what a point spent is worth, to be set against winning")
        .default("0")
        .source("not in the text");
const LEFTOVER: Field =
    Field::decimal("leftover", "of a duel", "what a point left at the end is worth")
        .default("0")
        .source("not in the text");
const TIE: Field = Field::choice::<Tie>(
    "tie",
    "equal totals. draw: half to each; defender: the rival wins; active: the own side; skill: the larger cap, equal is a draw",
)
.default("draw")
.source("Skills; the text gives it to the highest result");
const POLICY: Field =
    Policy::field("policy", "how the own side bids").default("equilibrium").source("Willpower");
const RIVAL_POLICY: Field =
    Policy::field("rival_policy", "how the rival bids").default("equilibrium").source("Willpower");

choice! {
    /// What the duel is about.
    pub enum About {
        /// The share of rounds won.
        Share = "share",
        /// More rounds than the rival.
        Majority = "majority",
    }
}

choice! {
    /// Who wins equal totals.
    pub enum Tie {
        /// Nobody: half to each.
        Draw = "draw",
        /// The rival.
        Defender = "defender",
        /// The own side, which is the active one.
        Active = "active",
        /// The side with the larger cap.
        Skill = "skill",
    }
}

fn score(set: &Settings, side: &Fields) -> Value {
    let parts = set.number(&side.attribute).zip(set.number(&side.skill));
    parts.map_or_else(none, |(attribute, skill)| Value::Integer(attribute + skill))
}

fn cap(set: &Settings, side: &Fields) -> Value {
    set.number(&side.skill).map_or_else(none, Value::Integer)
}

fn pool(set: &Settings, side: &Fields) -> Value {
    set.number(&side.attribute).map_or_else(none, |attribute| Value::Integer(FULL * attribute))
}

fn none() -> Value {
    Value::Word("none".into())
}

/// Score, cap and pool of a side.
fn side(set: &Settings, fields: &Fields) -> Result<[i32; 3]> {
    let known = [&fields.score, &fields.cap, &fields.pool].map(|field| set.number(field));
    if let [Some(score), Some(cap), Some(pool)] = known {
        return Ok([score, cap, pool]);
    }
    let missing =
        if set.number(&fields.attribute).is_none() { &fields.attribute } else { &fields.skill };
    let [score, cap, pool] = [fields.score.name, fields.cap.name, fields.pool.name];
    Err(Error::question(format!("field `{}` of moma.duel is missing", missing.name)).with_hint(
        format!(
            "add it, for example `{}=4`, or give `{score}`, `{cap}` and `{pool}` instead",
            missing.name
        ),
    ))
}

/// The duel that the fields describe, and what points left at the end add to its value at the start.
///
/// # Formula
/// A point left is worth what a point not spent saves: `leftover x (left - rival's left)` is `leftover x (pool - rival's pool)`
/// and a price of as much on each point spent.
///
/// # Errors
/// If a field is missing, or the duel is too large.
pub fn stages(set: &Settings) -> Result<(Stages, f64)> {
    let ([score, cap, pool], [rival_score, rival_cap, rival_pool]) =
        (side(set, &OWN)?, side(set, &RIVAL)?);
    let tied = match set.choice(&TIE) {
        Tie::Draw => Ordering::Equal,
        Tie::Defender => Ordering::Less,
        Tie::Active => Ordering::Greater,
        Tie::Skill => cap.cmp(&rival_cap),
    };
    let objective = match set.choice(&OBJECTIVE) {
        About::Share => Objective::Share,
        About::Majority => Objective::Majority,
    };
    let leftover = set.decimal(&LEFTOVER).value();
    let price = set.decimal(&PRICE).value() + leftover;
    let rounds = set.integer(&ROUNDS) as usize;
    let stages = Stages::new(
        rounds,
        score - rival_score,
        [cap, rival_cap],
        [pool, rival_pool],
        objective,
        tied,
        price,
    )?;
    Ok((stages, leftover * f64::from(pool - rival_pool)))
}

/// The duel solved: value, certificate, the strategies of the first round, and what simple policies give away.
///
/// # Errors
/// If a field is missing, or the duel is too large.
///
/// # Examples
/// ```
/// use oddsmith::registry::{Names, Settings};
/// use oddsmith::systems::moma::{SOLVED, solve};
///
/// // One round, scores 8 and 10, a point costs a twentieth of the duel.
/// let fields = [("score", "8"), ("cap", "4"), ("pool", "20"), ("rival_score", "10"), ("rival_cap", "5"), ("rival_pool", "25"), ("price", "0.05")];
/// let solved = solve(&Settings::read(&SOLVED, fields, &Names::default())?)?;
/// assert!((solved.value + 151.0 / 400.0).abs() < 1e-12 && solved.hi - solved.lo < 1e-12);
/// # Ok::<(), oddsmith::Error>(())
/// ```
pub fn solve(set: &Settings) -> Result<Solved> {
    let (stages, leftover) = stages(set)?;
    let naive = [
        ("max", Policy::Max),
        ("even", Policy::Even),
        ("uniform", Policy::Uniform),
        ("half", Policy::Half),
    ];
    let plans = naive.map(|(name, policy)| (name, plan(&stages, Side::Own, &policy)));
    Solved::new(&stages, leftover, plans)
}

/// The weights of a simple policy in a state; none for a policy that takes a solver.
fn weights(stages: &Stages, side: Side, policy: &Policy, state: &State) -> Vec<u64> {
    let most = stages.most(side, state);
    policy
        .weights(state.played, stages.rounds() - state.played, state.left[side as usize], most)
        .unwrap_or_default()
}

/// A simple policy as a plan.
fn plan(stages: &Stages, side: Side, policy: &Policy) -> Plan {
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
            (Some(_), Some(_)) => Bid::Mixed(Odds::bids(weights)),
            (None, _) => Bid::Sure(0),
        }
    }

    /// Short fractions where the probabilities are such, else parts of 2^53, of which each is as near as the solver knows it.
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

    #[inline]
    fn choose(&self, chance: &mut impl Chance) -> i32 {
        match self {
            Bid::Sure(bid) => *bid,
            Bid::Mixed(odds) => chance.choose(odds) as i32,
        }
    }
}

/// A duel of several rounds: bids in secret, both paid, the higher total wins the round.
///
/// # Formula
/// `total = attribute + skill + bid`; a bid is at most the cap (the skill) and what is left of the pool.
///
/// # Source
/// Rule text 002, Skills and Willpower: opposed checks.
#[derive(Clone, Debug)]
pub struct Duel {
    stages: Stages,
    scores: [i32; 2],
    /// How each side bids, by the number of the state.
    bids: [Vec<Bid>; 2],
}

impl Duel {
    fn read(set: &Settings, policies: &[Policy; 2]) -> Result<Duel> {
        let (stages, _) = stages(set)?;
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
            policies.contains(&Policy::Equilibrium).then(|| stages.solve()).transpose()?;
        let optimal = |side: Side| solution.as_ref().map(|solution| &solution.plans[side as usize]);
        let bids = |side: Side, other: Side| -> Result<Vec<Bid>> {
            Ok(match (&policies[side as usize], &policies[other as usize]) {
                (Policy::BestReply, Policy::BestReply) => {
                    return Err(Error::question("both sides bid the best reply to each other")
                        .with_hint("that is `equilibrium`"));
                }
                (Policy::BestReply, theirs) => {
                    let theirs = optimal(other).filter(|_| *theirs == Policy::Equilibrium).cloned();
                    let theirs =
                        theirs.unwrap_or_else(|| plan(&stages, other, &policies[other as usize]));
                    planned(&stages.reply(other, &theirs).1)
                }
                (Policy::Equilibrium, _) => optimal(side).map_or_else(|| simple(side), planned),
                _ => simple(side),
            })
        };
        let bids = [bids(Side::Own, Side::Rival)?, bids(Side::Rival, Side::Own)?];
        Ok(Duel { scores: [side(set, &OWN)?[0], side(set, &RIVAL)?[0]], stages, bids })
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
        let bids = [self.bids[0][number].choose(chance), self.bids[1][number].choose(chance)];
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

/// Every field; those of the policies come last.
const FIELDS: &[Field] = &[
    OWN.attribute,
    OWN.skill,
    OWN.score,
    OWN.cap,
    OWN.pool,
    RIVAL.attribute,
    RIVAL.skill,
    RIVAL.score,
    RIVAL.cap,
    RIVAL.pool,
    ROUNDS,
    OBJECTIVE,
    PRICE,
    LEFTOVER,
    TIE,
    POLICY,
    RIVAL_POLICY,
];

/// The check's record.
pub const ENTRY: Entry = Entry {
    id: "moma.duel",
    title: "Bidding duel",
    about: "Both sides bid willpower in secret and pay; the higher total wins the round. `oddsmith duel` solves it.",
    source: "rule text 002, Skills, Willpower",
    luck: "each round a bid a side (`bid 2`), own side first, where its policy leaves a choice",
    fields: FIELDS,
    edge: Edge::NONE,
    build: &|set| {
        let policy = |field: &Field| Policy::parse(&set.value(field).to_string());
        Ok(Box::new(Duel::read(set, &[policy(&POLICY)?, policy(&RIVAL_POLICY)?])?))
    },
};

/// The duel as `oddsmith duel` asks for it: both sides follow the equilibrium.
pub static SOLVED: Entry = Entry {
    fields: FIELDS.split_at(FIELDS.len() - 2).0,
    build: &|set| Ok(Box::new(Duel::read(set, &[Policy::Equilibrium, Policy::Equilibrium])?)),
    ..ENTRY
};
