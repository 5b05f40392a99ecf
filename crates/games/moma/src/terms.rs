//! Fields of a duel, and the terms read from them.

use std::cmp::Ordering;

use super::check::CheckFields;
use super::fields::FULL;
use super::policy::BidPolicy;
use oddsmith_base::{Error, Result};
use oddsmith_engine::strategy::{BiddingDuel, Objective};
use oddsmith_registry::{Decimal, Field, Settings, choice, fields};

/// Fields of one side: attribute and skill, and their alternatives score, cap and pool.
type Fields = [Field<'static>; 5];

const SOURCE: &str = "Skills, Willpower";
const POINTS: &str = "willpower points";

pub const OWN: Fields = [
    CheckFields::attribute
        .or_none()
        .about("the attribute the skill belongs to; or give score, cap and pool"),
    CheckFields::skill.or_none().about("the skill; or give score and cap"),
    Field::number("score", "what a bid is added to")
        .follows("attribute + skill", &[("attribute", 1), ("skill", 1)])
        .source(SOURCE),
    Field::integer("cap", POINTS, "the largest bid")
        .follows("skill", &[("skill", 1)])
        .source(SOURCE),
    Field::integer("pool", POINTS, "points at the start")
        .range(0, 1000)
        .follows("5 x attribute", &[("attribute", FULL)])
        .source(SOURCE),
];

pub const RIVAL: Fields = [
    OWN[0]
        .called("rival_attribute")
        .about("the rival's attribute; or give the rival's score, cap and pool")
        .required("5"),
    OWN[1]
        .called("rival_skill")
        .about("the rival's skill; or give the rival's score and cap")
        .required("3"),
    OWN[2]
        .called("rival_score")
        .about("the rival's score")
        .follows("rival_attribute + rival_skill", &[("rival_attribute", 1), ("rival_skill", 1)]),
    OWN[3]
        .called("rival_cap")
        .about("the rival's largest bid")
        .follows("rival_skill", &[("rival_skill", 1)]),
    OWN[4]
        .called("rival_pool")
        .about("the rival's points at the start")
        .follows("5 x rival_attribute", &[("rival_attribute", FULL)]),
];

fields! {
    /// Fields of a duel, except those of each side.
    #[derive(Clone, Debug)]
    pub struct DuelFields {
        rounds: usize, "how many",
            unit("rounds"), range(1, 20), default("1"), source("not in the text");
        objective: enum Wins { Share = "share", Majority = "majority" },
            "share: of rounds won; majority: more rounds than the rival",
            source("not in the text");
        price: Decimal, "what a point spent is worth, to be set against winning",
            unit("of a duel"), source("not in the text");
        leftover: Decimal, "what a point left at the end is worth",
            unit("of a duel"), source("not in the text");
        tie: Tie, "equal totals. draw: half to each; defender: the rival wins; active: the own side; skill: the larger cap, equal is a draw",
            reading(), source("Skills; the text gives it to the highest result");
        policy: BidPolicy, "how the own side bids",
            default("equilibrium"), source("Willpower");
        rival_policy: BidPolicy, "how the rival bids",
            default("equilibrium"), source("Willpower");
        hulk_up: i32, "bought in the round before the first, the n-th for n points of the pool, as far as it pays; each adds 1 to the score in the first round, outside of the cap",
            unit("effects"), range(0, 8), source("Combat Effects, Hulk Up");
        rival_hulk_up: i32, "the same, bought by the rival",
            unit("effects"), range(0, 8), source("Combat Effects, Hulk Up");
        rival_types: String, "what the rival may be, each equally likely, in place of its other fields; the rival knows which it is",
            checked("none | a list of [score,cap,pool]", |text| if text == "none" { Ok(()) } else { read_types(text).map(drop) }),
            default("none"), source("Combat Effects, Know Thine Enemy");
        knows_type: bool, "whether the own side knows which of its types the rival is",
            source("Combat Effects, Know Thine Enemy");
    }
}

/// Largest number of rival types.
const MOST_TYPES: usize = 20;

choice! {
    /// Winner of equal totals.
    pub enum Tie {
        /// Neither side: half to each.
        Draw = "draw",
        /// The rival.
        Defender = "defender",
        /// The own side, which is the active one.
        Active = "active",
        /// The side with the larger cap.
        Skill = "skill",
    }
}

/// Reads score, cap and pool of a side.
fn side(set: &Settings, [attribute, skill, score, cap, pool]: &Fields) -> Result<[i32; 3]> {
    let known = [score, cap, pool].map(|field| set.number(field));
    if let [Some(score), Some(cap), Some(pool)] = known {
        return Ok([score, cap, pool]);
    }
    let missing = if set.number(attribute).is_none() { attribute } else { skill };
    let [score, cap, pool] = [score, cap, pool].map(|field| field.name);
    Err(Error::question(format!("field `{}` of moma.duel is missing", missing.name)).with_hint(
        format!(
            "add it, for example `{}=4`, or give `{score}`, `{cap}` and `{pool}` instead",
            missing.name
        ),
    ))
}

/// Score, cap and pool of a side before any purchase.
pub type Strength = [i32; 3];

/// Purchase before the duel that adds a bonus in the first round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bought {
    /// Bonus to the score in the first round, not limited by the cap.
    pub bonus: i32,
    /// Points paid for the bonus.
    pub cost: i32,
}

impl Bought {
    /// Buys up to `times` hulk ups, as many as the pool pays for.
    ///
    /// # Formula
    /// The n-th costs n points: n of them cost `n (n + 1) / 2`.
    fn hulk_up(times: i32, pool: i32) -> Bought {
        let cost = |bonus: i32| bonus * (bonus + 1) / 2;
        let bonus = (0..=times).rev().find(|&bonus| cost(bonus) <= pool).unwrap_or(0);
        Bought { bonus, cost: cost(bonus) }
    }
}

/// Terms of a duel, as its fields specify.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Own side.
    pub own: Strength,
    /// Possible rivals, each equally likely.
    pub rivals: Vec<Strength>,
    pub objective: Objective,
    /// Fields as they were given.
    pub given: DuelFields,
}

impl Terms {
    /// Reads the terms from the fields.
    ///
    /// # Errors
    /// If a field is missing.
    pub fn read(set: &Settings) -> Result<Terms> {
        let given = DuelFields::read(set);
        let rivals = match given.rival_types.as_str() {
            "none" => vec![side(set, &RIVAL)?],
            types => read_types(types)?,
        };
        let objective = match given.objective {
            Wins::Share => Objective::Share,
            Wins::Majority => Objective::Majority,
        };
        Ok(Terms { own: side(set, &OWN)?, rivals, objective, given })
    }

    /// Returns the purchases of both sides before the first round against this rival.
    pub fn bought(&self, rival: Strength) -> [Bought; 2] {
        let DuelFields { hulk_up, rival_hulk_up, .. } = self.given;
        [(hulk_up, self.own), (rival_hulk_up, rival)]
            .map(|(times, [.., pool])| Bought::hulk_up(times, pool))
    }

    /// Returns the winner of equal totals.
    pub fn tied(&self, rival: Strength) -> Ordering {
        match self.given.tie {
            Tie::Draw => Ordering::Equal,
            Tie::Defender => Ordering::Less,
            Tie::Active => Ordering::Greater,
            Tie::Skill => self.own[1].cmp(&rival[1]),
        }
    }

    /// Returns the cost of a spent point: its price plus the value of a point left at the end.
    pub fn price(&self) -> f64 {
        self.given.price.value() + self.given.leftover.value()
    }

    /// Returns the value of the points at the start and of those paid before the first round.
    ///
    /// # Formula
    /// A point left is worth as much as a saved point: `leftover x (left - rival's left)` equals
    /// `leftover x (pool - rival's pool)` plus a price of `leftover` on each spent point.
    pub fn added(&self, rival: Strength) -> f64 {
        let [own, other] = self.bought(rival).map(|bought| bought.cost);
        let leftover = self.given.leftover.value();
        leftover * f64::from(self.own[2] - rival[2]) + self.price() * f64::from(other - own)
    }

    /// Returns the duel against this rival, if both sides know it.
    ///
    /// # Errors
    /// If the duel is too large.
    pub fn stages(&self, rival: Strength) -> Result<BiddingDuel> {
        let bought = self.bought(rival);
        let stages = BiddingDuel::new(
            self.given.rounds,
            self.own[0] - rival[0],
            [self.own[1], rival[1]],
            [self.own[2] - bought[0].cost, rival[2] - bought[1].cost],
            self.objective,
            self.tied(rival),
            self.price(),
        )?;
        Ok(stages.opening(bought[0].bonus - bought[1].bonus))
    }
}

/// Simple policies that are compared with the solution of a duel.
pub const NAIVE: [(&str, BidPolicy); 4] = [
    ("max", BidPolicy::Max),
    ("even", BidPolicy::Even),
    ("uniform", BidPolicy::Uniform),
    ("half", BidPolicy::Half),
];

/// Parses a list of rival types such as `[[8,4,20],[10,5,25]]`.
fn read_types(text: &str) -> Result<Vec<Strength>> {
    let plain: String = text.chars().filter(|letter| ![' ', '_'].contains(letter)).collect();
    let inner = plain.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]"));
    let numbers = |one: &str| -> Option<Strength> {
        let numbers: Vec<i32> = one.split(',').map(|it| it.parse().ok()).collect::<Option<_>>()?;
        let [score, cap, pool] = numbers[..] else { return None };
        let fits = [score, cap].iter().all(|number| (-1000..=1000).contains(number));
        (fits && (0..=1000).contains(&pool)).then_some([score, cap, pool])
    };
    let types = inner.and_then(|inner| inner.split("],[").map(numbers).collect::<Option<Vec<_>>>());
    types.filter(|types| types.len() <= MOST_TYPES).ok_or_else(|| {
        Error::question(format!("`{text}` is no list of rivals"))
            .with_hint("write [score,cap,pool] for each, as [[8,4,20],[10,5,25]]")
    })
}
