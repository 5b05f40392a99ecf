//! Check of a Toughness save, and its ladder of results.

use super::check::CheckFields;
use super::d20::{D20, Face};
use super::fields::Numbers;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Step, Success};
use oddsmith_mechanics::ladder::{self, OUT, STAGGERED, STUNNED, UNHURT, WOUNDED};
use oddsmith_registry::{Definition, Edge, Field};

const BRUISES: Field = ladder::BRUISES
    .about("bruises so far: each takes 1 from a non-lethal save")
    .source("Toughness Saves");
const INJURIES: Field = ladder::INJURIES.source("Toughness Saves");

/// Rule of a Toughness save.
///
/// # Formula
/// `margin = toughness - wounds + d20 - (15 + damage)`. Rungs, worst to best: -15 or less
/// unconscious, -14..-10 staggered, -9..-5 stunned, -4..-1 bruised, 0 or more unhurt.
///
/// # Source
/// Mutants & Masterminds, second edition: Toughness saves, minions.
pub struct Toughness {
    /// Toughness less wounds and (15 + damage), in points.
    pub edge: i32,
    /// True if the damage is lethal, which changes the names of the rungs.
    pub lethal: bool,
    /// True if a failed save always ends on the worst rung.
    pub minion: bool,
    /// True if a printed 20 is never worse than bruised.
    pub impossible_save: bool,
    /// Die of the target.
    pub d20: D20,
}

impl Toughness {
    /// Returns the rung of a face.
    #[inline]
    pub fn rung(&self, face: Face) -> i32 {
        let rung = self.rung_of(self.edge + face.counts);
        let saves = self.impossible_save && !self.minion && face.printed == 20;
        if saves { rung.max(WOUNDED) } else { rung }
    }

    /// Returns the rung of a margin, without regard to the printed face.
    #[inline]
    pub fn rung_of(&self, margin: i32) -> i32 {
        match margin {
            0.. => UNHURT,
            _ if self.minion => OUT,
            -4..0 => WOUNDED,
            -9..-4 => STUNNED,
            -14..-9 => STAGGERED,
            _ => OUT,
        }
    }
}

const RUNG: Handle = Handle::first("rung");

impl Rule for Toughness {
    type State = ();

    const EXTRAS: Extras<Self> = Extras { kernel: faces, ..Extras::NONE };

    fn columns(&self) -> Columns {
        Columns::one(
            Column::new(RUNG, ladder::rungs(self.lethal)).success(Success::AtLeast(UNHURT)),
        )
    }

    fn start(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let face = self.d20.roll(chance, |face| self.rung(face) < UNHURT);
        record
            .tell(|| format!("the d20 counts {face}, the margin is {:+}", self.edge + face.counts));
        record.score(RUNG, self.rung(face));
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "mutants.toughness",
    title: "Toughness save",
    about: "How badly a hit hurts: d20 and Toughness against 15 and damage, read on the ladder from unhurt to unconscious.",
    source: "M&M second edition, Toughness saves",
    luck: "one face; with a hero point a second after a failed save",
    fields: &[
        &[Numbers::toughness, Numbers::damage, BRUISES, INJURIES, Numbers::lethal],
        &[Numbers::minion, Numbers::impossible_save, CheckFields::hero_point],
    ],
    edge: Edge::of(("toughness", 0), ("damage", 0)),
    build: |set| {
        let lethal = set.flag(&Numbers::lethal);
        let wounds = set.integer(if lethal { &INJURIES } else { &BRUISES });
        Ok(Box::new(Toughness {
            edge: set.integer(&Numbers::toughness) - wounds - 15 - set.integer(&Numbers::damage),
            lethal,
            minion: set.flag(&Numbers::minion),
            impossible_save: set.flag(&Numbers::impossible_save),
            d20: D20::new(set.flag(&CheckFields::hero_point)),
        }))
    },
    ..Definition::PLAIN
};
