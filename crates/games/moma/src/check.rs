//! A check against a difficulty number, with willpower bid on it.

use super::fields::{ATTRIBUTE, CAPPED, POOL, SKILL, most};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, Edge, Field};

const DN: Field = Field::points("dn", "difficulty number, which the total must match or exceed")
    .difficulty()
    .required("10")
    .source("Skills");
const BID: Field = Field::integer(
    "bid",
    "willpower points",
    "points spent on this check; lowered to cap and pool",
)
.range(0, 40)
.source("Willpower");

/// A check with a bid. There is no luck in it.
///
/// # Formula
/// `margin = attribute + skill + spent - dn`; success if `margin >= 0`. `spent = min(bid, pool)`,
/// and at most the skill where
/// it is capped. Points are spent on failures too. What overflows beyond the dn is the margin
/// alone: the text gives it no further
/// effect.
///
/// # Source
/// Mind over Matter, Skills and Willpower.
pub struct Check {
    /// Attribute + skill - dn, in points.
    pub edge: i32,
    /// What was bid, in points.
    pub bid: i32,
    /// What of it cap and pool allow, in points.
    pub spent: i32,
}

const MARGIN: Handle = Handle::first("margin");
const SPENT: Handle = MARGIN.then("spent");

impl Rule for Check {
    type State = ();

    fn columns(&self) -> Columns {
        let margin = self.edge + self.spent;
        Columns::new([
            Column::new(MARGIN, Scale::numbers(margin, margin)).success(Success::AtLeast(0)),
            Column::new(SPENT, Scale::numbers(self.spent, self.spent)),
        ])
    }

    fn start(&self) {}

    fn step<C: Chance>(&self, (): (), _: &mut C, record: &mut impl Record) -> Step<()> {
        record.tell(|| {
            format!("{} points spent, the margin is {:+}", self.spent, self.edge + self.spent)
        });
        record.score(MARGIN, self.edge + self.spent);
        record.score(SPENT, self.spent);
        Step::Done
    }

    fn remark(&self) -> Option<String> {
        (self.spent < self.bid)
            .then(|| format!("the bid of {} is lowered to {} by cap or pool", self.bid, self.spent))
    }
}

pub const ENTRY: Definition = Definition {
    id: "moma.check",
    title: "Check with a bid",
    about: "Attribute, skill and the willpower bid must match or exceed the difficulty number; the points are gone either way.",
    source: "Mind over Matter, Skills, Willpower",
    luck: "none",
    fields: &[&[ATTRIBUTE, SKILL, DN, BID, POOL, CAPPED]],
    edge: Edge::harder_by("dn"),
    build: |set| {
        let bid = set.integer(&BID);
        let edge = set.integer(&ATTRIBUTE) + set.integer(&SKILL) - set.integer(&DN);
        Ok(Box::new(Check { edge, bid, spent: bid.min(most(set)) }))
    },
    ..Definition::PLAIN
};
