//! A saving throw: an opposed check in which the saver wins ties.

use super::cards::{CardCheck, Reading, total};
use super::fields::{DECKS, JOKER};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Scale, Success};
use oddsmith_registry::{Definition, Edge, fields};

fields! {
    /// A Fortitude, Reflex or Will save.
    ///
    /// # Formula
    /// `margin = save + saver's card - rank - rival's card`; success if `margin >= 0`.
    ///
    /// # Source
    /// Melodramatic Mutants & Masterminds, Saving Throws.
    #[derive(Clone, Debug)]
    pub struct Save {
        save: i32, "save bonus (Fortitude, Reflex, Will); wins ties",
            required("6"), source("Saving Throws");
        rank: i32, "power rank that is saved against", required("10"), source("Saving Throws");
    }
}

const MARGIN: Handle = Handle::first("margin");

impl Reading for Save {
    fn columns(&self, span: i32) -> Columns {
        let edge = self.save - self.rank;
        let margins = Scale::numbers(edge - span, edge + span);
        Columns::one(Column::new(MARGIN, margins).success(Success::AtLeast(0)))
    }

    /// Returns the margin.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn summarize(&self, mine: i32, theirs: i32) -> i32 {
        self.save + mine - self.rank - theirs
    }

    fn describe(&self, mine: i32, theirs: i32) -> String {
        format!("save {} against {}", total(self.save, mine), total(self.rank, theirs))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn score(&self, margin: i32, record: &mut impl Record) {
        record.score(MARGIN, margin);
    }
}

pub const ENTRY: Definition = Definition {
    id: "melodrama.save",
    title: "Saving throw",
    about: "Save bonus and a card against the rank of the power and a card; the saver wins ties.",
    source: "Melodramatic Mutants & Masterminds, Saving Throws",
    luck: "saver's card, rival's card",
    fields: &[Save::FIELDS, &[DECKS, JOKER]],
    edge: Edge::of(("save", 0), ("rank", 0)),
    build: |set| Ok(Box::new(CardCheck::read(set, Save::read(set)))),
    ..Definition::PLAIN
};
