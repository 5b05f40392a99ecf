//! Checks of d20 + bonus against a Difficulty Class: plain checks, opposed checks and saves.

use super::d20::D20;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, Edge, fields};

fields! {
    pub struct CheckFields {
        bonus: i32, "own trait bonus", required("8"), source("The Core Mechanic");
        dc: i32, "Difficulty Class",
            named(&[
                ("very_easy", 0), ("easy", 5), ("average", 10), ("tough", 15), ("challenging", 20),
                ("formidable", 25), ("heroic", 30), ("superheroic", 35), ("nearly_impossible", 40),
            ]),
            difficulty(), required("tough"), source("Difficulty Class");
        hero_point: bool, "a failed roll is rolled again: 1 to 10 count as 11 to 20, the better is kept",
            source("Hero Points");
        take: Option<i32>, "no roll: 10 when unhurried, 20 for twenty times the time",
            one_of(&["none", "10", "20"]), source("Checks without Rolls");
    }
}

fields! {
    struct OpposedFields {
        active: i32, "bonus of the side that rolls", required("10"), source("Opposed Checks");
        passive: i32, "bonus of the other side, which counts 10 more",
            required("5"), source("Opposed Checks");
        hero_point: bool = CheckFields::hero_point;
    }
}

fields! {
    struct SaveFields {
        save: i32, "save bonus (Fortitude, Reflex, Will)", required("6"), source("Saving Throws");
        rank: i32, "power rank, which counts 10 more", required("10"), source("Saving Throws");
        hero_point: bool = CheckFields::hero_point;
    }
}

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

fn rolled(bonus: i32, dc: i32, hero_point: bool) -> Check {
    Check { bonus, dc, taken: None, d20: D20::new(hero_point) }
}

pub const ENTRY: Definition = Definition {
    id: "mutants.check",
    title: "Check against a DC",
    about: "d20 and the bonus against the Difficulty Class; equal succeeds.",
    source: "M&M second edition, the core mechanic",
    luck: "one face; with a hero point a second after a failure; with take none at all",
    fields: &[CheckFields::FIELDS],
    edge: Edge::of(("bonus", 0), ("dc", 10)),
    build: |set| {
        let CheckFields { bonus, dc, hero_point, take } = CheckFields::read(set);
        Ok(Box::new(Check { taken: take, ..rolled(bonus, dc, hero_point) }))
    },
    ..Definition::PLAIN
};

pub const OPPOSED: Definition = Definition {
    id: "mutants.opposed",
    title: "Opposed check",
    about: "d20 and the bonus against 10 and the rival's bonus; equal succeeds.",
    source: "M&M second edition, opposed by a passive trait",
    luck: "one face; with a hero point a second after a failure",
    fields: &[OpposedFields::FIELDS],
    edge: Edge::of(("active", 0), ("passive", 0)),
    build: |set| {
        let OpposedFields { active, passive, hero_point } = OpposedFields::read(set);
        Ok(Box::new(rolled(active, 10 + passive, hero_point)))
    },
    ..Definition::PLAIN
};

pub const SAVE: Definition = Definition {
    id: "mutants.save",
    title: "Saving throw",
    about: "d20 and the save bonus against 10 and the rank of the power; equal succeeds.",
    source: "M&M second edition, saving throws",
    luck: "one face; with a hero point a second after a failure",
    fields: &[SaveFields::FIELDS],
    edge: Edge::of(("save", 0), ("rank", 0)),
    build: |set| {
        let SaveFields { save, rank, hero_point } = SaveFields::read(set);
        Ok(Box::new(rolled(save, 10 + rank, hero_point)))
    },
    ..Definition::PLAIN
};
