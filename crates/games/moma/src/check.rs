//! Check against a difficulty number, with a bid of willpower.

use super::fields::{FULL, most};
use oddsmith_engine::rule::{Columns, Handle, Success};
use oddsmith_mechanics::{Certain, exactly};
use oddsmith_registry::{Definition, Edge, fields};

fields! {
    /// Fields of a check.
    pub struct CheckFields {
        attribute: i32, "the attribute the skill belongs to",
            range(0, 8), required("4"), source("Attributes");
        skill: i32, "the skill", range(0, 8), required("2"), source("Skills");
        dn: i32, "difficulty number, which the total must match or exceed",
            difficulty(), required("10"), source("Skills");
        bid: i32, "points spent on this check; lowered to cap and pool",
            unit("willpower points"), range(0, 40), source("Willpower");
        pool: i32, "points left of this attribute",
            unit("willpower points"), range(0, 40),
            follows("5 x attribute", &[("attribute", FULL)]), source("Willpower");
        capped: bool, "at most as many points as the skill; the text's own climbing example breaks it",
            reading(), default("true"), source("Willpower");
    }
}

const MARGIN: Handle = Handle::first("margin");
const SPENT: Handle = MARGIN.then("spent");

/// Definition of the check with a bid, which involves no chance.
///
/// # Formula
/// `margin = attribute + skill + spent - dn`; success if `margin >= 0`. `spent = min(bid, pool)`,
/// and if capped at most the skill. Points are spent on failures too. An excess over the difficulty
/// number only shows in the margin: the text gives it no further effect.
///
/// # Source
/// Mind over Matter, Skills and Willpower.
pub const ENTRY: Definition = Definition {
    id: "moma.check",
    title: "Check with a bid",
    about: "Attribute, skill and the willpower bid must match or exceed the difficulty number; the points are gone either way.",
    source: "Mind over Matter, Skills, Willpower",
    luck: "none",
    fields: &[CheckFields::FIELDS],
    edge: Edge::harder_by("dn"),
    build: |set| {
        let CheckFields { attribute, skill, dn, bid, pool, capped } = CheckFields::read(set);
        let spent = bid.min(most(skill, pool, capped));
        let margin = attribute + skill - dn + spent;
        let scores = [(MARGIN, margin), (SPENT, spent)];
        let [margins, paid] = scores.map(exactly);
        Ok(Box::new(Certain {
            columns: Columns::new([margins.success(Success::AtLeast(0)), paid]),
            scores: scores.to_vec(),
            told: vec![format!("{spent} points spent, the margin is {margin:+}")],
            remark: (spent < bid)
                .then(|| format!("the bid of {bid} is lowered to {spent} by cap or pool")),
        }))
    },
    ..Definition::PLAIN
};
