//! The fields of a fight, and those of who takes part.

use oddsmith_registry::{Field, Form, Part, choice};

/// An attribute or a skill.
const fn points(name: &'static str, about: &'static str, source: &'static str) -> Field<'static> {
    Field::number(name, about).range(0, 8).source(source)
}

pub const STRENGTH: Field =
    points("strength", "attacks with it, and pays for hulk up", "Attributes").required("4");
pub const AGILITY: Field =
    points("agility", "evades with it, pays for step; who has more acts first", "Attributes")
        .required("4");
pub const BRAINS: Field =
    points("brains", "pays for know thine enemy", "Attributes, Combat Effects").default("4");
pub const SOCIAL: Field =
    points("social", "pays for order", "Attributes, Combat Effects").default("4");
pub(super) const HEALTH: Field =
    points("health", "attacks that put it out of the fight", "Attributes; the number is open")
        .range(1, 8)
        .default("4");
pub(super) const MELEE: Field = points("melee", "skill to attack with", "Skills").required("4");
pub(super) const DODGE: Field = points("dodge", "skill to evade with", "Skills").required("4");
pub(super) const REST: Field =
    Field::share("rest", "of all points", "how full its pools are at the start")
        .default("1")
        .source("Willpower");

const BIDS: &str = "max: all that skill and pool allow; half of that; even: the pool spread over `pace` checks; uniform: any bid that is allowed; none; known: just enough against whom one knows, else max";
pub(super) const ATTACK_BID: Field = Field::choice::<Bid>("attack_bid", BIDS).source("Willpower");
pub(super) const DODGE_BID: Field =
    Field::choice::<Bid>("dodge_bid", "what heroes bid to evade; the same words as above")
        .default("half")
        .source("Willpower");
pub(super) const RIVAL_ATTACK_BID: Field =
    Field::choice::<Bid>("rival_attack_bid", "what rivals bid to attack; the same words as above")
        .source("Willpower");
pub(super) const RIVAL_DODGE_BID: Field =
    Field::choice::<Bid>("rival_dodge_bid", "what rivals bid to evade; the same words as above")
        .default("half")
        .source("Willpower");
pub(super) const PACE: Field =
    Field::integer("pace", "checks", "over how many checks `even` spreads a pool")
        .range(1, 60)
        .default("5")
        .source("not in the text");
pub(super) const HULK_UP: Field = Field::integer("hulk_up", "times a turn", "heroes hulk up")
    .range(0, 8)
    .source("Combat Effects, Hulk Up");
pub(super) const RIVAL_HULK_UP: Field =
    Field::integer("rival_hulk_up", "times a turn", "rivals hulk up")
        .range(0, 8)
        .source("Combat Effects, Hulk Up");
pub(super) const APART: Field = Field::integer(
    "apart",
    "squares",
    "how far everyone is from the other side, until one of two who fight has moved",
)
.range(0, 8)
.source("Combat Effects, Step");
pub(super) const STEP: Field =
    Field::flag("step", "heroes step to attack in the turn in which they move")
        .source("Combat Effects, Step");
pub(super) const RIVAL_STEP: Field =
    Field::flag("rival_step", "rivals step, too").source("Combat Effects, Step");
pub(super) const KNOW: Field = Field::flag("know", "heroes learn a skill or attribute a use of whom they attack, up to two a turn: dodge and agility, then melee and strength; what one learns all know")
    .source("Combat Effects, Know Thine Enemy");
pub(super) const RIVAL_KNOW: Field =
    Field::flag("rival_know", "rivals learn it, too").source("Combat Effects, Know Thine Enemy");
pub(super) const ORDER: Field =
    Field::flag("order", "heroes order the strongest of the others to hulk up")
        .source("Combat Effects, Order");
pub(super) const RIVAL_ORDER: Field =
    Field::flag("rival_order", "rivals give orders, too").source("Combat Effects, Order");
pub(super) const TIE: Field = Field::words(
    "tie",
    &["defender", "active"],
    "equal totals: whoever evades, or attacks, has the better of it; the text gives neither the highest",
)
.reading()
.source("Skills, open");
pub(super) const EDGE: Field =
    Field::number("edge", "what all heroes add to their attacks").source("Skills");

choice! {
    /// How much is bid.
    pub enum Bid {
        /// All that is allowed.
        Max = "max",
        /// Half of it.
        Half = "half",
        /// The pool spread over some checks.
        Even = "even",
        /// Any bid that is allowed.
        Uniform = "uniform",
        /// Nothing.
        None = "none",
        /// Just enough against whom one knows.
        Known = "known",
    }
}

const ALL: &[Field] = &[STRENGTH, AGILITY, BRAINS, SOCIAL, HEALTH, MELEE, DODGE, REST];

pub(super) const FORM: Form = Form {
    parts: &[
        Part { name: "hero", fields: &[ALL] },
        Part { name: "villain", fields: &[ALL] },
        Part { name: "thug", fields: &[ALL] },
    ],
    elsewhere: &[],
    usual: include_str!("../fight.toml"),
};
