//! An attack: an opposed check whose result is a hit.

use super::Opposed;
use super::fields::{ATTACK, DECKS, DEFENSE, IMPROVED_CRITICAL, JOKER};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Columns, Record, Rule, Shortcuts, Step};
use oddsmith_mechanics::blow::{MARGIN, RESULT, attack_columns};
use oddsmith_registry::{Definition, Edge};

/// An attack. Equal totals hit; a high card that hits is a critical, worth +5 damage.
///
/// # Formula
/// As [`Opposed`], with attack against defense.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Handling Ties and Critical Hits.
pub struct Attack {
    /// The opposed check it is.
    pub check: Opposed,
}

impl Rule for Attack {
    type State = ();

    const SHORTCUTS: Shortcuts<Self> = Shortcuts {
        with_tables: |rule| Some(Attack { check: rule.check.with_tables() }),
        kernel: faces,
        ..Shortcuts::NONE
    };

    fn columns(&self) -> Columns {
        attack_columns(self.check.margins())
    }

    fn start(&self) {}

    #[inline(always)]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let (margin, result) = self.check.play(chance, record);
        record.score(RESULT, result);
        record.score(MARGIN, margin);
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "melodrama.attack",
    title: "Attack",
    about: "Attack and a card against Defense and a card; the attacker wins ties, a King or Joker that hits is a critical.",
    source: "Melodramatic Mutants & Masterminds, Handling Ties, Critical Hits",
    luck: "attacker's card, defender's card",
    fields: &[&[ATTACK, DEFENSE, IMPROVED_CRITICAL, DECKS, JOKER]],
    edge: Edge::of(("attack", 0), ("defense", 0)),
    build: |set| {
        Ok(Box::new(Attack {
            check: Opposed::read(set, set.integer(&ATTACK), set.integer(&DEFENSE)),
        }))
    },
    ..Definition::PLAIN
};
