//! Fields of a fight and of its characters.

use crate::check::CheckFields;
use oddsmith_registry::{CastSchema, Decimal, Field, Part, choice, fields};

fields! {
    /// Statistics of a character.
    #[derive(Clone, Debug)]
    pub struct Mind {
        strength: i32, "attacks with it, and pays for hulk up",
            range(0, 8), source("Attributes"), required("4");
        agility: i32, "evades with it, pays for step; who has more acts first",
            range(0, 8), source("Attributes"), required("4");
        brains: i32, "pays for know thine enemy",
            range(0, 8), source("Attributes, Combat Effects"), default("4");
        social: i32, "pays for order",
            range(0, 8), source("Attributes, Combat Effects"), default("4");
        health: u8, "attacks that put it out of the fight",
            range(0, 8), source("Attributes; the number is open"), range(1, 8), default("4");
        melee: i32, "skill to attack with", range(0, 8), source("Skills"), required("4");
        dodge: i32, "skill to evade with", range(0, 8), source("Skills"), required("4");
        rest: Decimal, "how full its pools are at the start",
            unit("of all points"), range(0, 1), default("1"), source("Willpower");
    }
}

const BIDS: &str = "max: all that skill and pool allow; half of that; even: the pool spread over `pace` checks; uniform: any bid that is allowed; none; known: just enough against whom one knows, else max";

fields! {
    /// Fields of bids and effects.
    pub(super) struct FightFields {
        attack_bid: Bid, about(BIDS), source("Willpower");
        dodge_bid: Bid, "what heroes bid to evade; the same words as above",
            default("half"), source("Willpower");
        rival_attack_bid: Bid, "what rivals bid to attack; the same words as above",
            source("Willpower");
        rival_dodge_bid: Bid, "what rivals bid to evade; the same words as above",
            default("half"), source("Willpower");
        pace: i32, "over how many checks `even` spreads a pool",
            unit("checks"), range(1, 60), default("5"), source("not in the text");
        capped: bool = CheckFields::capped;
        tie: enum Tie { Defender = "defender", Active = "active" },
            "equal totals: whoever evades, or attacks, has the better of it; the text gives neither the highest",
            reading(), source("Skills, open");
        hulk_up: i32, "heroes hulk up",
            unit("times a turn"), range(0, 8), source("Combat Effects, Hulk Up");
        rival_hulk_up: i32, "rivals hulk up",
            unit("times a turn"), range(0, 8), source("Combat Effects, Hulk Up");
        apart: i32, "how far everyone is from the other side, until one of two who fight has moved",
            unit("squares"), range(0, 8), source("Combat Effects, Step");
        step: bool, "heroes step to attack in the turn in which they move",
            source("Combat Effects, Step");
        rival_step: bool, "rivals step, too", source("Combat Effects, Step");
        know: bool, "heroes learn a skill or attribute a use of whom they attack, up to two a turn: dodge and agility, then melee and strength; what one learns all know",
            source("Combat Effects, Know Thine Enemy");
        rival_know: bool, "rivals learn it, too", source("Combat Effects, Know Thine Enemy");
        order: bool, "heroes order the strongest of the others to hulk up",
            source("Combat Effects, Order");
        rival_order: bool, "rivals give orders, too", source("Combat Effects, Order");
    }
}

fields! {
    /// Tactics of a side; those of the rivals are read from the fields that begin with `rival_`.
    #[derive(Clone, Debug)]
    pub(super) struct Ways {
        attack_bid: Bid = FightFields::attack_bid;
        dodge_bid: Bid = FightFields::dodge_bid;
        hulk_up: i32 = FightFields::hulk_up;
        step: bool = FightFields::step;
        know: bool = FightFields::know;
        order: bool = FightFields::order;
    }
}

pub(super) const EDGE: Field =
    Field::number("edge", "what all heroes add to their attacks").source("Skills");

choice! {
    /// Policy for a bid in a fight.
    pub enum Bid {
        /// The most that skill and pool allow.
        Max = "max",
        /// Half of that, rounded down.
        Half = "half",
        /// The pool divided by the number of checks in `pace`.
        Even = "even",
        /// Any allowed bid, equally likely.
        Uniform = "uniform",
        /// Nothing.
        None = "none",
        /// The smallest sufficient bid against a known target, otherwise the largest.
        Known = "known",
    }
}

pub(super) const FORM: CastSchema = CastSchema {
    parts: &[
        Part { name: "hero", fields: &[Mind::FIELDS] },
        Part { name: "villain", fields: &[Mind::FIELDS] },
        Part { name: "thug", fields: &[Mind::FIELDS] },
    ],
    elsewhere: &[],
    usual: include_str!("../fight.toml"),
};
