//! Who fights, and what a fight leaves open.

use crate::skill::letters;
use oddsmith_registry::{Field, Form, Part, choice};

const NOT_IN_THE_TEXT: &str = "not in the text: the die and its charts";

pub(super) const ATTACK: Field =
    Field::number("attack", "value of its attacks").required("12").source(NOT_IN_THE_TEXT);
pub(super) const DEFENSE: Field = Field::number("defense", "difficulty of attacks against it")
    .required("10")
    .source(NOT_IN_THE_TEXT);
pub(super) const DAMAGE: Field =
    Field::number("damage", "effect value of its attacks").default("14").source("Coup de Grace");
pub(super) const TOUGHNESS: Field = Field::number("toughness", "what effects are held against")
    .default("10")
    .source("Coup de Grace");
pub(super) const INTERACTION: Field = Field::number(
    "interaction",
    "value of its tricks, tests, taunts, intimidation and maneuvers, and their difficulty against it",
)
.default("10")
.source("Special Villain Actions; Approved Actions");
pub(super) const WOUNDS: Field =
    Field::integer("wounds", "wounds", "wounds that put it out of the fight")
        .range(1, 200)
        .source("not in the text: damage");
pub(super) const SHOCK: Field = Field::integer(
    "shock",
    "points of shock",
    "points of shock that knock it out; none: shock does nothing",
)
.range(1, 200)
.or_none()
.source("not in the text: damage");
pub(super) const POSSIBILITIES: Field =
    Field::integer("possibilities", "possibilities", "to spend, one an action")
        .range(0, 100)
        .source("Drama; Hero");
pub(super) const TACTIC: Field = Field::choice::<Tactic>(
    "action",
    "what it does in its actions. attack; approved: the action that the card approves of; when_out: that one while its hand has no card that helps, else it attacks; task: a step of the task, where there is one",
)
.source("Approved Actions");
pub(super) const SKILL: Field = Field::number("skill", "skill value of its checks in the task")
    .default("12")
    .source("Dramatic Skill Resolution");
pub(super) const BUILD_UP: Field = Field::integer(
    "build_up",
    "rounds",
    "rounds at first in which it takes the approved action all the same",
)
.range(0, 200)
.source("Approved Actions; Why the Card Pools?");
pub(super) const ACTS: Field =
    Field::flag("acts", "whether it does anything").default("true").source("the cast");

pub(super) const TASK: Field = Field::text(
    "task",
    "none, 1..4 (so many of A, B, C, D), or their letters: aab",
    |text| if text == "none" { Ok(()) } else { letters(text).map(drop) },
    "steps of a task that heroes work at whose action is task; once it is done the villains give up",
)
.default("none")
.source("Dramatic Skill Resolution");
pub(super) const TASK_DIFFICULTY: Field =
    Field::number("task_difficulty", "difficulty number of each step")
        .default("12")
        .source("Dramatic Skill Resolution");
pub(super) const EDGE: Field =
    Field::number("edge", "what all heroes add to their attacks").source("Approved Actions");
pub(super) const HARM: Field = Field::choice::<Harm>(
    "harm",
    "what an attack that hits does. table: wounds and shock by its effect, as Torg Eternity has them; hits: one wound",
)
.reading()
.source("not in the text: damage");
pub(super) const STRIPS: Field = Field::words(
    "villain_actions",
    &["pools", "never"],
    "what villains do where the line lets them strip pools. pools: an interaction against who has most cards in the pool, as long as one has; never: they attack",
)
.source("Special Villain Actions");
pub(super) const RIVALS_SPEND: Field = Field::choice::<RivalsSpend>(
    "villain_possibilities",
    "what villains spend possibilities on. negate: rolls that heroes' possibilities, Drama and Hero cards add against them; attack: a roll of their own where they miss; both; never",
)
.source("Drama; Hero");
pub(super) const HEROES_NEGATE: Field = Field::flag(
    "heroes_negate",
    "heroes negate rolls that villains' possibilities add against them",
)
.source("not in the text: possibilities");
pub(super) const BREAKS: Field = Field::choice::<Breaks>(
    "breaks",
    "who flees at the end of a round in which villains break. half: who has taken half of the wounds or shock that put it out; injured: who has taken any; never",
)
.reading()
.source("Conflict Line Disadvantages");
pub(super) const WAKING: Field = Field::words(
    "waking",
    &["lies", "acts"],
    "whom inspiration wakes, in that round. lies: it is knocked down and does nothing; acts",
)
.reading()
.source("Conflict Line Advantages");
pub(super) const ESCAPE: Field = Field::choice::<Escape>(
    "escape",
    "when the party leaves by its card, which who has it puts into the pool first. never; hero_out: once a hero is out; last_round",
)
.source("Escape");

choice! {
    /// What a hero does with its actions.
    pub enum Tactic {
        /// To hit someone.
        Attack = "attack",
        /// Whichever action the card approves of.
        Approved = "approved",
        /// The same while no card is at hand, else to hit someone.
        WhenOut = "when_out",
        /// A step of the task.
        Task = "task",
    }

    /// What a hit does.
    pub enum Harm {
        /// By its effect.
        Table = "table",
        /// One wound.
        Hits = "hits",
    }

    /// What villains spend possibilities on.
    pub enum RivalsSpend {
        /// To cancel those of heroes.
        Negate = "negate",
        /// On a roll of their own.
        Attack = "attack",
        /// On either.
        Both = "both",
        /// On nothing.
        Never = "never",
    }

    /// Who flees where villains break.
    pub enum Breaks {
        /// Who is half out.
        Half = "half",
        /// Who is hurt.
        Injured = "injured",
        /// Nobody.
        Never = "never",
    }

    /// When the party leaves by its card.
    pub enum Escape {
        /// Not at all.
        Never = "never",
        /// Once a hero is out.
        HeroOut = "hero_out",
        /// When the last round is over.
        LastRound = "last_round",
    }
}

impl Harm {
    /// Wounds and shock of a hit with this effect.
    ///
    /// # Formula
    /// By the table: below -5 none, below 0 1 shock, below 5 2 shock, and for each full 5 a wound and
    /// 2 shock.
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

const HERO: &[Field] = &[
    ATTACK,
    DEFENSE,
    DAMAGE,
    TOUGHNESS,
    INTERACTION,
    WOUNDS.default("3"),
    SHOCK.default("10"),
    POSSIBILITIES,
    TACTIC,
    BUILD_UP,
    SKILL,
];

const RIVAL: &[Field] = &[
    ATTACK,
    DEFENSE,
    DAMAGE,
    TOUGHNESS,
    INTERACTION,
    WOUNDS.default("1"),
    SHOCK.default("10"),
    POSSIBILITIES,
    ACTS,
];

pub(super) const FORM: Form = Form {
    parts: &[
        Part { name: "hero", fields: &[HERO] },
        Part { name: "villain", fields: &[RIVAL] },
        Part { name: "thug", fields: &[RIVAL] },
    ],
    elsewhere: &[],
    usual: include_str!("usual.toml"),
};
