//! The check of a duel: its fields, the game they describe, and its solution.

use std::cmp::Ordering;

use super::bidding::{Duel, plan};
use super::fields::{ATTRIBUTE, FULL, SKILL};
use super::policy::BidPolicy;
use crate::error::{Error, Result};
use crate::registry::{Definition, Field, Settings, Solver, choice};
use crate::strategy::{Objective, Side, Solved, Stages};

/// The fields of one side, and what may be given in place of attribute and skill.
struct Fields {
    attribute: Field<'static>,
    skill: Field<'static>,
    score: Field<'static>,
    cap: Field<'static>,
    pool: Field<'static>,
}

const SOURCE: &str = "Skills, Willpower";
const POINTS: &str = "willpower points";

const OWN: Fields = Fields {
    attribute: ATTRIBUTE
        .or_none()
        .about("the attribute the skill belongs to; or give score, cap and pool"),
    skill: SKILL.or_none().about("the skill; or give score and cap"),
    score: Field::integer("score", "points", "what a bid is added to")
        .follows("attribute + skill", &[(ATTRIBUTE.name, 1), (SKILL.name, 1)])
        .source(SOURCE),
    cap: Field::integer("cap", POINTS, "the largest bid")
        .follows("skill", &[(SKILL.name, 1)])
        .source(SOURCE),
    pool: Field::integer("pool", POINTS, "points at the start")
        .range(0, 1000)
        .follows("5 x attribute", &[(ATTRIBUTE.name, FULL)])
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
        .follows("rival_attribute + rival_skill", &[("rival_attribute", 1), ("rival_skill", 1)])
        .source(SOURCE),
    cap: Field::integer("rival_cap", POINTS, "the rival's largest bid")
        .follows("rival_skill", &[("rival_skill", 1)])
        .source(SOURCE),
    pool: Field::integer("rival_pool", POINTS, "the rival's points at the start")
        .range(0, 1000)
        .follows("5 x rival_attribute", &[("rival_attribute", FULL)])
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
.reading().default("draw")
.source("Skills; the text gives it to the highest result");
const POLICY: Field =
    BidPolicy::field("policy", "how the own side bids").default("equilibrium").source("Willpower");
const RIVAL_POLICY: Field = BidPolicy::field("rival_policy", "how the rival bids")
    .default("equilibrium")
    .source("Willpower");

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

/// The duel that the fields describe, and what points left at the end add to its value at the
/// start.
///
/// # Formula
/// A point left is worth what a point not spent saves: `leftover x (left - rival's left)` is
/// `leftover x (pool - rival's pool)`
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

/// The duel solved: value, certificate, the strategies of the first round, and what simple policies
/// give away.
///
/// # Errors
/// If a field is missing, or the duel is too large.
///
/// # Examples
/// ```
/// use oddsmith::systems::{check, moma::solve};
///
/// // One round, scores 8 and 10, a point costs a twentieth of the duel.
/// let fields = [("score", "8"), ("cap", "4"), ("pool", "20"), ("rival_score", "10"), ("rival_cap", "5"), ("rival_pool", "25"), ("price", "0.05")];
/// let solved = solve(&check("moma.duel")?.case(fields)?.settings)?;
/// assert!((solved.value + 151.0 / 400.0).abs() < 1e-12 && solved.hi - solved.lo < 1e-12);
/// # Ok::<(), oddsmith::Error>(())
/// ```
pub fn solve(set: &Settings) -> Result<Solved> {
    let (stages, leftover) = stages(set)?;
    let naive = [
        ("max", BidPolicy::Max),
        ("even", BidPolicy::Even),
        ("uniform", BidPolicy::Uniform),
        ("half", BidPolicy::Half),
    ];
    // One after the other, as each is a table of all states.
    let plans = naive.into_iter().map(|(name, policy)| (name, plan(&stages, Side::Own, &policy)));
    Solved::new(&stages, leftover, plans)
}

/// The rule that the fields describe, played by these policies.
fn duel(set: &Settings, policies: &[BidPolicy; 2]) -> Result<Duel> {
    let scores = [side(set, &OWN)?[0], side(set, &RIVAL)?[0]];
    Duel::new(stages(set)?.0, scores, policies)
}

pub const ENTRY: Definition = Definition {
    id: "moma.duel",
    title: "Bidding duel",
    about: "Both sides bid willpower in secret and pay; the higher total wins the round. `oddsmith duel` solves it.",
    source: "Mind over Matter, Skills, Willpower",
    luck: "each round a bid a side (`bid 2`), own side first, where its policy leaves a choice",
    fields: &[
        &[OWN.attribute, OWN.skill, OWN.score, OWN.cap, OWN.pool],
        &[RIVAL.attribute, RIVAL.skill, RIVAL.score, RIVAL.cap, RIVAL.pool],
        &[ROUNDS, OBJECTIVE, PRICE, LEFTOVER, TIE, POLICY, RIVAL_POLICY],
    ],
    solver: Some(Solver { policies: &[POLICY.name, RIVAL_POLICY.name], stages, solve }),
    build: |set| {
        let policy = |field: &Field| BidPolicy::parse(&set.value(field).to_string());
        Ok(Box::new(duel(set, &[policy(&POLICY)?, policy(&RIVAL_POLICY)?])?))
    },
    ..Definition::PLAIN
};
