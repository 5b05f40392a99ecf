//! Concealment checks: one card, or the better of two.

use super::cards::{deck, name};
use oddsmith_engine::chance::{Best, Chance, Deck, Die};
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Columns, Extras, Record, Rule, Step};
use oddsmith_mechanics::blow::{self, RESULT, hit_or_miss};
use oddsmith_registry::{Definition, Field};

const CONCEALMENT: Field = blow::CONCEALMENT
    .about("partial: 4 or better hits; full (total): 8 or better")
    .source("Concealment checks");
const BLIND_FIGHT: Field =
    Field::flag("blind_fight", "draw two cards and take the better").source("Concealment checks");

/// A concealment check: a random card of 4 (partial) or 8 (full) or better hits.
///
/// # Formula
/// Hit if `card >= least`; with Blind-Fight, the better of two cards drawn from one full deck
/// counts.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Initiative, Concealment and Rolls without DC.
pub struct Concealment {
    /// Lowest card that hits.
    pub least: i32,
    /// True if two cards are drawn and the better one counts.
    pub blind_fight: bool,
    deck: Deck,
    card: Die,
}

impl Rule for Concealment {
    type State = ();

    const EXTRAS: Extras<Self> = Extras { kernel: faces, ..Extras::NONE };

    fn columns(&self) -> Columns {
        hit_or_miss()
    }

    fn start(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let card = if self.blind_fight {
            chance.deal(&self.deck, 2, &Best)
        } else {
            chance.face(&self.card)
        };
        record.tell(|| format!("{}, where {} or better hits", name(card), self.least));
        record.score(RESULT, i32::from(card >= self.least));
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "melodrama.concealment",
    title: "Concealment check",
    about: "A random card of 4 (partial) or 8 (full concealment) or better, or the attack misses.",
    source: "Melodramatic Mutants & Masterminds, Concealment checks",
    luck: "one card; with Blind-Fight a deal of two",
    fields: &[&[CONCEALMENT, BLIND_FIGHT]],
    build: |set| {
        let least = if set.is(&CONCEALMENT, "full") { 8 } else { 4 };
        let (deck, blind_fight) = (deck(15), set.flag(&BLIND_FIGHT));
        Ok(Box::new(Concealment { least, blind_fight, card: Die::card_of(&deck), deck }))
    },
    ..Definition::PLAIN
};
