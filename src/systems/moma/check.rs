//! A check against a difficulty number, with willpower bid on it.

use crate::chance::Chance;
use crate::registry::{Edge, Entry, Field};
use crate::rule::{Column, Columns, Record, Rule, Scale, Step, Success};

const ATTRIBUTE: Field =
    Field::integer("attribute", "points", "the attribute the skill belongs to").range(0, 8).required("4").source("Attributes");
const SKILL: Field = Field::integer("skill", "points", "the skill").range(0, 8).required("2").source("Skills");
const DN: Field = Field::integer("dn", "points", "difficulty number, which the total must match or exceed").required("10").source("Skills");
const BID: Field = Field::integer("bid", "willpower points", "points spent on this check; lowered to cap and pool")
    .range(0, 40)
    .default("0")
    .source("Willpower");
const POOL: Field = Field::integer("pool", "willpower points", "points left of this attribute")
    .range(0, 40)
    .follows("5 x attribute", |set| 5 * set.integer(&ATTRIBUTE))
    .source("Willpower");
const CAPPED: Field = Field::flag("capped", "at most as many points as the skill; the text's own climbing example breaks it")
    .default("true")
    .source("Willpower");

/// A check with a bid. There is no luck in it.
///
/// # Formula
/// `margin = attribute + skill + spent - dn`; success if `margin >= 0`. `spent = min(bid, pool)`, and at most the skill where
/// it is capped. Points are spent on failures too.
///
/// # Source
/// Rule text 002, Skills and Willpower.
pub struct Check {
    /// Attribute + skill - dn, in points.
    pub edge: i32,
    /// What was bid, in points.
    pub bid: i32,
    /// What of it cap and pool allow, in points.
    pub spent: i32,
}

impl Rule for Check {
    type State = ();

    fn columns(&self) -> Columns {
        let margin = self.edge + self.spent;
        Columns::new([
            Column::new("margin", Scale::numbers(margin, margin)).success(Success::AtLeast(0)),
            Column::new("spent", Scale::numbers(self.spent, self.spent)),
        ])
    }

    fn start(&self) {}

    fn step<C: Chance>(&self, (): (), _: &mut C, record: &mut impl Record) -> Step<()> {
        record.tell(|| format!("{} points spent, the margin is {:+}", self.spent, self.edge + self.spent));
        record.score(1, self.spent);
        Step::Done(self.edge + self.spent)
    }

    fn remark(&self) -> Option<String> {
        (self.spent < self.bid).then(|| format!("the bid of {} is lowered to {} by cap or pool", self.bid, self.spent))
    }
}

/// The check's record.
pub const ENTRY: Entry = Entry {
    id: "moma.check",
    title: "Check with a bid",
    about: "Attribute, skill and the willpower bid must match or exceed the difficulty number; the points are gone either way.",
    source: "rule text 002, Skills, Willpower",
    luck: "none",
    fields: &[ATTRIBUTE, SKILL, DN, BID, POOL, CAPPED],
    edge: Edge { difficulty: Some("dn"), ..Edge::NONE },
    build: &|set| {
        let (skill, bid) = (set.integer(&SKILL), set.integer(&BID));
        let allowed = set.integer(&POOL).min(if set.flag(&CAPPED) { skill } else { i32::MAX });
        Ok(Box::new(Check { edge: set.integer(&ATTRIBUTE) + skill - set.integer(&DN), bid, spent: bid.min(allowed) }))
    },
};
