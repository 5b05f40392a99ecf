//! The fields of a gunfight, and those of who takes part.

use crate::checks::{COVER, MITIGATING_CONDITIONS, MITIGATING_SKILL};
use crate::task::{
    ADVANTAGE, CHARACTERISTIC, CONDITIONS, DIFFICULTY, EQUIPMENT, LACKING, MODIFIERS, SKILL,
};
use oddsmith_registry::{Field, Form, Part, choice};

pub(super) const HITS: Field =
    Field::integer("hits", "damage rolls", "damage rolls that put it out of the fight")
        .range(1, 200)
        .source("not in the text: damage is another chapter's");
pub(super) const HARDER: Field = Field::number(
    "harder",
    "what its skill and conditions add to the Difficulty of rolls against it",
)
.source("Skill Checks, Difficulty");
pub(super) const EDGE: Field =
    Field::number("edge", "what all heroes add to their rolls").source("Modifiers to Rolls");
pub(super) const SHARE: Field = Field::choice::<Share>(
    "share",
    "damage rolls of a success. next: what its target does not need goes on to others; one: it is lost; spread: one each in turn",
)
.reading()
.source("Importance of Effects, open");
pub(super) const WEARS: Field =
    Field::flag("cover_wears", "each damage roll that cover takes makes it 1 less")
        .reading()
        .default("true")
        .source("Fail Effect and Damage to Protection");
pub(super) const AT_MOST_STANDING: Field = Field::flag(
    "at_most_standing",
    "a failure is at most as many damage rolls as adversaries stand, before cover",
)
.reading()
.source("Importance of Effects, open");
pub(super) const COSTLY: Field = Field::choice::<Costly>(
    "costly_success",
    "when heroes buy a success. never; always; affordable: where the price leaves them standing; finishing: where it drops the last adversary",
)
.source("Costly Success");

choice! {
    /// Who takes the damage rolls of a success.
    pub enum Share {
        /// The target, and what it does not need goes on.
        Next = "next",
        /// The target alone.
        One = "one",
        /// One each, in turn.
        Spread = "spread",
    }
}

choice! {
    /// When a failure is bought off.
    pub enum Costly {
        /// Not at all.
        Never = "never",
        /// Every time.
        Always = "always",
        /// Where the hero stands after it.
        Affordable = "affordable",
        /// Where it ends the fight.
        Finishing = "finishing",
    }
}

/// Who a player plays.
const HERO: &[Field] = &[
    CHARACTERISTIC,
    MODIFIERS,
    SKILL,
    DIFFICULTY,
    ADVANTAGE,
    LACKING,
    EQUIPMENT,
    CONDITIONS,
    COVER,
    MITIGATING_CONDITIONS,
    MITIGATING_SKILL,
    HITS.default("3"),
];

/// Who is rolled against.
const ADVERSARY: &[Field] = &[HITS.default("1"), COVER, HARDER];

pub(super) const FORM: Form = Form {
    parts: &[
        Part { name: "hero", fields: &[HERO] },
        Part { name: "villain", fields: &[ADVERSARY] },
        Part { name: "thug", fields: &[ADVERSARY] },
    ],
    elsewhere: &[],
    usual: include_str!("../gunfight.toml"),
};
