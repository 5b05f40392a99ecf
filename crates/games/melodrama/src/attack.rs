//! An attack: an opposed check whose success is a hit.

use super::cards::{CardCheck, Reading};
use super::fields::{ATTACK, DECKS, DEFENSE, IMPROVED_CRITICAL, JOKER};
use super::opposed::Opposed;
use oddsmith_engine::rule::{Columns, Record};
use oddsmith_mechanics::blow::{MARGIN, RESULT, attack_columns};
use oddsmith_registry::{Definition, Edge};

/// An attack. Equal totals hit; a hit with a high card is critical and deals 5 points more damage.
///
/// # Formula
/// The formula of [`Opposed`], with the attack bonus against Defense.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Handling Ties and Critical Hits.
#[derive(Clone, Debug)]
pub struct Attack(pub Opposed);

impl Reading for Attack {
    fn columns(&self, span: i32) -> Columns {
        attack_columns(self.0.margins(span))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn summarize(&self, mine: i32, theirs: i32) -> i32 {
        self.0.summarize(mine, theirs)
    }

    fn describe(&self, mine: i32, theirs: i32) -> String {
        self.0.describe(mine, theirs)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn score(&self, summarize: i32, record: &mut impl Record) {
        let (margin, result) = Opposed::of_gist(summarize);
        record.score(RESULT, result);
        record.score(MARGIN, margin);
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
        let check = Opposed::read(set, set.integer(&ATTACK), set.integer(&DEFENSE));
        Ok(Box::new(CardCheck::read(set, Attack(check))))
    },
    ..Definition::PLAIN
};
