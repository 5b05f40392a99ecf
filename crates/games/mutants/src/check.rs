//! Checks of d20 + bonus against a Difficulty Class: plain checks, opposed checks and saves.

use super::d20::D20;
use super::fields::HERO_POINT;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, Edge, Field, Settings};

const BONUS: Field =
    Field::number("bonus", "own trait bonus").required("8").source("The Core Mechanic");
const DC: Field = Field::number("dc", "Difficulty Class")
    .named(&[
        ("very_easy", 0),
        ("easy", 5),
        ("average", 10),
        ("tough", 15),
        ("challenging", 20),
        ("formidable", 25),
        ("heroic", 30),
        ("superheroic", 35),
        ("nearly_impossible", 40),
    ])
    .difficulty()
    .required("tough")
    .source("Difficulty Class");
const TAKE: Field = Field::words(
    "take",
    &["none", "10", "20"],
    "no roll: 10 when unhurried, 20 for twenty times the time",
)
.source("Checks without Rolls");
const ACTIVE: Field =
    Field::number("active", "bonus of the side that rolls").required("10").source("Opposed Checks");
const PASSIVE: Field = Field::number("passive", "bonus of the other side, which counts 10 more")
    .required("5")
    .source("Opposed Checks");
const SAVE_BONUS: Field = Field::number("save", "save bonus (Fortitude, Reflex, Will)")
    .required("6")
    .source("Saving Throws");
const RANK: Field = Field::number("rank", "power rank, which counts 10 more")
    .required("10")
    .source("Saving Throws");

/// Rule of a check against a Difficulty Class.
///
/// # Formula
/// `margin = bonus + d20 - dc`; success if `margin >= 0`. An opposed check has `dc = 10 + passive`,
/// a save `dc = 10 + rank`.
///
/// # Source
/// Mutants & Masterminds, second edition: the core mechanic.
pub struct Check {
    /// Bonus, in points.
    pub bonus: i32,
    /// Difficulty Class, in points.
    pub dc: i32,
    /// Value that replaces the roll (take 10 or 20); `None` if the die is rolled.
    pub taken: Option<i32>,
    /// Die of the check.
    pub d20: D20,
}

const MARGIN: Handle = Handle::first("margin");

impl Rule for Check {
    type State = ();

    const EXTRAS: Extras<Self> = Extras { kernel: faces, ..Extras::NONE };

    fn columns(&self) -> Columns {
        let (low, high) = self.taken.map_or((1, 20), |taken| (taken, taken));
        let edge = self.bonus - self.dc;
        Columns::one(
            Column::new(MARGIN, Scale::numbers(edge + low, edge + high))
                .success(Success::AtLeast(0)),
        )
    }

    fn start(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let margin = |counts| self.bonus + counts - self.dc;
        let counts = match self.taken {
            Some(taken) => taken,
            None => {
                let face = self.d20.roll(chance, |face| margin(face.counts) < 0);
                record.tell(|| {
                    format!(
                        "{} + {face} = {} against DC {}",
                        self.bonus,
                        self.bonus + face.counts,
                        self.dc
                    )
                });
                face.counts
            }
        };
        record.score(MARGIN, margin(counts));
        Step::Done
    }
}

fn rolled(set: &Settings, bonus: i32, dc: i32) -> Check {
    Check { bonus, dc, taken: None, d20: D20::new(set.flag(&HERO_POINT)) }
}

pub const ENTRY: Definition = Definition {
    id: "mutants.check",
    title: "Check against a DC",
    about: "d20 and the bonus against the Difficulty Class; equal succeeds.",
    source: "M&M second edition, the core mechanic",
    luck: "one face; with a hero point a second after a failure; with take none at all",
    fields: &[&[BONUS, DC, HERO_POINT, TAKE]],
    edge: Edge::of(("bonus", 0), ("dc", 10)),
    build: |set| {
        let taken = set.number(&TAKE);
        Ok(Box::new(Check { taken, ..rolled(set, set.integer(&BONUS), set.integer(&DC)) }))
    },
    ..Definition::PLAIN
};

pub const OPPOSED: Definition = Definition {
    id: "mutants.opposed",
    title: "Opposed check",
    about: "d20 and the bonus against 10 and the rival's bonus; equal succeeds.",
    source: "M&M second edition, opposed by a passive trait",
    luck: "one face; with a hero point a second after a failure",
    fields: &[&[ACTIVE, PASSIVE, HERO_POINT]],
    edge: Edge::of(("active", 0), ("passive", 0)),
    build: |set| Ok(Box::new(rolled(set, set.integer(&ACTIVE), 10 + set.integer(&PASSIVE)))),
    ..Definition::PLAIN
};

pub const SAVE: Definition = Definition {
    id: "mutants.save",
    title: "Saving throw",
    about: "d20 and the save bonus against 10 and the rank of the power; equal succeeds.",
    source: "M&M second edition, saving throws",
    luck: "one face; with a hero point a second after a failure",
    fields: &[&[SAVE_BONUS, RANK, HERO_POINT]],
    edge: Edge::of(("save", 0), ("rank", 0)),
    build: |set| Ok(Box::new(rolled(set, set.integer(&SAVE_BONUS), 10 + set.integer(&RANK)))),
    ..Definition::PLAIN
};
