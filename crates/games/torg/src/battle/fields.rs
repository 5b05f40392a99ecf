//! Fields of a fight and of its characters.

use crate::skill::letters;
use oddsmith_registry::{CastSchema, Field, Part, choice, fields};

const NOT_IN_THE_TEXT: &str = "not in the text: the die and its charts";

fields! {
    /// Game statistics of a character.
    #[derive(Clone, Debug)]
    pub(super) struct Numbers {
        attack: i32, "value of its attacks", required("12"), source(NOT_IN_THE_TEXT);
        defense: i32, "difficulty of attacks against it", required("10"), source(NOT_IN_THE_TEXT);
        damage: i32, "effect value of its attacks", default("14"), source("Coup de Grace");
        toughness: i32, "what effects are held against", default("10"), source("Coup de Grace");
        interaction: i32, "value of its tricks, tests, taunts, intimidation and maneuvers, and their difficulty against it",
            default("10"), source("Special Villain Actions; Approved Actions");
        wounds: u8, "wounds that put it out of the fight",
            unit("wounds"), range(1, 200), default("3"), source("not in the text: damage");
        shock: Option<u8>, "points of shock that knock it out; none: shock does nothing",
            unit("points of shock"), range(1, 200), default("10"), source("not in the text: damage");
        possibilities: u8, "to spend, one an action",
            unit("possibilities"), range(0, 100), source("Drama; Hero");
    }
}

fields! {
    /// Tactics of a hero.
    #[derive(Clone, Debug, Default)]
    pub(super) struct Tactics {
        action: Tactic, "what it does in its actions. attack; approved: the action that the card approves of; when_out: that one while its hand has no card that helps, else it attacks; task: a step of the task, where there is one",
            source("Approved Actions");
        build_up: i32, "rounds at first in which it takes the approved action all the same",
            unit("rounds"), range(0, 200), source("Approved Actions; Why the Card Pools?");
        skill: i32, "skill value of its checks in the task",
            default("12"), source("Dramatic Skill Resolution");
    }
}

pub(super) const ACTS: Field =
    Field::flag("acts", "whether it does anything").default("true").source("the cast");

fields! {
    /// Fields of the task in a fight.
    pub(super) struct SceneTask {
        task: String, "steps of a task that heroes work at whose action is task; once it is done the villains give up",
            checked("none, 1..4 (so many of A, B, C, D), or their letters: aab",
                |text| if text == "none" { Ok(()) } else { letters(text).map(drop) }),
            default("none"), source("Dramatic Skill Resolution");
        task_difficulty: i32, "difficulty number of each step",
            default("12"), source("Dramatic Skill Resolution");
    }
}

pub(super) const EDGE: Field =
    Field::number("edge", "what all heroes add to their attacks").source("Approved Actions");

fields! {
    /// Settings that decide how the rules of a fight are interpreted.
    pub(super) struct Readings {
        harm: Harm, "what an attack that hits does. table: wounds and shock by its effect, as Torg Eternity has them; hits: one wound",
            reading(), source("not in the text: damage");
        villain_actions: enum VillainActions { Pools = "pools", Never = "never" },
            "what villains do where the line lets them strip pools. pools: an interaction against who has most cards in the pool, as long as one has; never: they attack",
            source("Special Villain Actions");
        villain_possibilities: RivalsSpend, "what villains spend possibilities on. negate: rolls that heroes' possibilities, Drama and Hero cards add against them; attack: a roll of their own where they miss; both; never",
            source("Drama; Hero");
        heroes_negate: bool, "heroes negate rolls that villains' possibilities add against them",
            source("not in the text: possibilities");
        breaks: Breaks, "who flees at the end of a round in which villains break. half: who has taken half of the wounds or shock that put it out; injured: who has taken any; never",
            reading(), source("Conflict Line Disadvantages");
        waking: enum Waking { Lies = "lies", Acts = "acts" },
            "whom inspiration wakes, in that round. lies: it is knocked down and does nothing; acts",
            reading(), source("Conflict Line Advantages");
        escape: Escape, "when the party leaves by its card, which who has it puts into the pool first. never; hero_out: once a hero is out; last_round",
            source("Escape");
    }
}

choice! {
    /// Choice of a hero's actions.
    pub enum Tactic {
        /// Attack a rival.
        Attack = "attack",
        /// Take the action that the current card approves.
        Approved = "approved",
        /// Take the approved action while the hand has no useful card; otherwise attack.
        WhenOut = "when_out",
        /// Work on the next step of the task.
        Task = "task",
    }

    /// Damage model: the effect of a hit.
    pub enum Harm {
        /// Wounds and shock by the effect value.
        Table = "table",
        /// One wound per hit.
        Hits = "hits",
    }

    /// Use of the villains' possibilities.
    pub enum RivalsSpend {
        /// Negate additional rolls of the heroes.
        Negate = "negate",
        /// Add a roll to an attack of its own that missed.
        Attack = "attack",
        /// Both uses.
        Both = "both",
        /// No use.
        Never = "never",
    }

    /// Condition under which a villain flees at the end of a round in which villains break.
    pub enum Breaks {
        /// Flees if it has taken at least half of the wounds or shock that put it out of the fight.
        Half = "half",
        /// Flees if it has taken any wound or shock.
        Injured = "injured",
        /// Never flees.
        Never = "never",
    }

    /// Time at which the party leaves the fight by playing the Escape card.
    pub enum Escape {
        /// Never.
        Never = "never",
        /// At the end of a round, once a hero is out of the fight.
        HeroOut = "hero_out",
        /// At the end of the last round.
        LastRound = "last_round",
    }
}

impl Harm {
    /// Returns the wounds and the shock of a hit with this effect (effect value less toughness).
    ///
    /// # Formula
    /// With [`Harm::Hits`]: 1 wound, no shock. With [`Harm::Table`]: below -5 nothing; -5 to -1: 1
    /// shock; 0 to 4: 2 shock; from 5 up, `floor(effect / 5)` wounds and twice as much shock.
    ///
    /// # Source
    /// Torg Eternity's damage, from public sources.
    pub fn of(self, effect: i32) -> (i32, i32) {
        match (self, effect) {
            (Harm::Hits, _) => (1, 0),
            (_, ..-5) => (0, 0),
            (_, -5..0) => (0, 1),
            (_, 0..5) => (0, 2),
            (_, 5..) => (effect / 5, effect / 5 * 2),
        }
    }
}

const RIVAL: &[Field] = &[
    Numbers::attack,
    Numbers::defense,
    Numbers::damage,
    Numbers::toughness,
    Numbers::interaction,
    Numbers::wounds.default("1"),
    Numbers::shock,
    Numbers::possibilities,
    ACTS,
];

pub(super) const FORM: CastSchema = CastSchema {
    parts: &[
        Part { name: "hero", fields: &[Numbers::FIELDS, Tactics::FIELDS] },
        Part { name: "villain", fields: &[RIVAL] },
        Part { name: "thug", fields: &[RIVAL] },
    ],
    elsewhere: &[],
    usual: include_str!("usual.toml"),
};
