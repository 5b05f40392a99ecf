//! Check of an attack roll, with natural 20 and 1 and critical hits.

use super::check::CheckFields;
use super::d20::{D20, Face};
use super::fields::Numbers;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Columns, Extras, Record, Rule, Scale, Step};
use oddsmith_mechanics::blow::{CRITICAL, HIT, MARGIN, MISS, RESULT, attack_columns};
use oddsmith_registry::{Definition, Edge};

/// Rule of an attack roll.
///
/// # Formula
/// `margin = attack + d20 - (10 + defense)`; a hit if `margin >= 0`, and a critical hit if also the
/// printed face is at least `20 - improved_critical`. With `natural`, a printed 20 hits and a
/// printed 1 misses at any total, except a 1 of the hero point's roll.
///
/// # Source
/// Mutants & Masterminds, second edition: attacks and critical hits; natural 1 as the d20 system
/// has it.
pub struct Attack {
    /// Attack bonus less (10 + Defense), in points.
    pub edge: i32,
    /// Ranks of Improved Critical, 0..=12.
    pub improved_critical: i32,
    /// True if a printed 20 always hits and a printed 1 always misses.
    pub natural: bool,
    /// Die of the attacker.
    pub d20: D20,
}

impl Attack {
    /// Returns the rung (miss, hit or critical) of a face.
    #[inline]
    pub fn result(&self, face: Face) -> i32 {
        let total_hits = self.edge + face.counts >= 0;
        if self.natural && face.printed == 1 && !face.second {
            MISS
        } else if total_hits && face.printed >= 20 - self.improved_critical {
            CRITICAL
        } else if total_hits || (self.natural && face.printed == 20) {
            HIT
        } else {
            MISS
        }
    }
}

impl Rule for Attack {
    type State = ();

    const EXTRAS: Extras<Self> = Extras { kernel: faces, ..Extras::NONE };

    fn columns(&self) -> Columns {
        attack_columns(Scale::numbers(self.edge + 1, self.edge + 20))
    }

    fn start(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let face = self.d20.roll(chance, |face| self.result(face) == MISS);
        record
            .tell(|| format!("the d20 counts {face}, the margin is {:+}", self.edge + face.counts));
        record.score(RESULT, self.result(face));
        record.score(MARGIN, self.edge + face.counts);
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "mutants.attack",
    title: "Attack",
    about: "d20 and attack against 10 and Defense; a printed 20 that hits by its total is a critical.",
    source: "M&M second edition, attacks",
    luck: "one face; with a hero point a second after a miss",
    fields: &[
        &[Numbers::attack, Numbers::defense, Numbers::improved_critical],
        &[Numbers::natural, CheckFields::hero_point],
    ],
    edge: Edge::of(("attack", 0), ("defense", 0)),
    build: |set| {
        Ok(Box::new(Attack {
            edge: set.integer(&Numbers::attack) - 10 - set.integer(&Numbers::defense),
            improved_critical: set.integer(&Numbers::improved_critical),
            natural: set.is(&Numbers::natural, "attack_rules"),
            d20: D20::new(set.flag(&CheckFields::hero_point)),
        }))
    },
    ..Definition::PLAIN
};
