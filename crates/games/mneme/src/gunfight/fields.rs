//! The fields of a gunfight and of its characters.

use crate::readings::{Attack, Harm, Mitigation};
use crate::task::RollFields;
use oddsmith_registry::{CastSchema, Field, Part, choice, fields};

pub(super) const EDGE: Field =
    Field::number("edge", "what all heroes add to their rolls").source("Modifiers to Rolls");

fields! {
    /// The fields of a gunfight that set house rules and open readings.
    pub(super) struct Readings {
        costly_success: Costly, "when heroes buy a success. never; always; affordable: where the price leaves them standing; finishing: where it drops the last adversary",
            source("Costly Success");
        share: Share, "damage rolls of a success. next: what its target does not need goes on to others; one: it is lost; spread: one each in turn",
            reading(), source("Importance of Effects, open");
        cover_wears: bool, "each damage roll that cover takes makes it 1 less",
            reading(), default("true"), source("Fail Effect and Damage to Protection");
        at_most_standing: bool, "a failure is at most as many damage rolls as adversaries stand, before cover",
            reading(), source("Importance of Effects, open");
        least: i32 = Attack::least;
        mitigation: Mitigation = Harm::mitigation;
    }
}

pub(super) const HITS: Field =
    Field::integer("hits", "damage rolls", "damage rolls that put it out of the fight")
        .range(1, 200)
        .source("not in the text: damage is another chapter's");
pub(super) const HARDER: Field = Field::number(
    "harder",
    "what its skill and conditions add to the Difficulty of rolls against it",
)
.source("Skill Checks, Difficulty");

choice! {
    /// Distribution of the damage rolls of a success among adversaries.
    pub enum Share {
        /// The target takes as many as put it out; the rest goes to the next targets.
        Next = "next",
        /// Only the target takes damage rolls; the rest is lost.
        One = "one",
        /// Adversaries take one damage roll each, in turn.
        Spread = "spread",
    }
}

choice! {
    /// Condition under which a hero buys off a failure.
    pub enum Costly {
        /// Heroes never buy a success.
        Never = "never",
        /// Heroes buy off every failure.
        Always = "always",
        /// Heroes buy a success if the price does not put them out.
        Affordable = "affordable",
        /// Heroes buy a success if its damage rolls put out the last adversary.
        Finishing = "finishing",
    }
}

/// Fields of a hero, the character of a player.
const HERO: &[Field] = &[
    RollFields::characteristic,
    RollFields::modifiers,
    RollFields::skill,
    RollFields::difficulty,
    RollFields::advantage,
    RollFields::lacking,
    RollFields::equipment,
    RollFields::conditions,
    Harm::cover,
    Harm::mitigating_conditions,
    Harm::mitigating_skill,
    HITS.default("3"),
];

/// Fields of an adversary.
const ADVERSARY: &[Field] = &[HITS.default("1"), Attack::cover, HARDER];

pub(super) const FORM: CastSchema = CastSchema {
    parts: &[
        Part { name: "hero", fields: &[HERO] },
        Part { name: "villain", fields: &[ADVERSARY] },
        Part { name: "thug", fields: &[ADVERSARY] },
    ],
    elsewhere: &[],
    usual: include_str!("../gunfight.toml"),
};
