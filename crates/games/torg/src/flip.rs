//! Check of the letters on one flipped card.

use super::cards::{DECK, DramaDeck, Letters};
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
use oddsmith_registry::{Definition, fields};

fields! {
    /// Fields of a flip.
    struct Fields {
        letters: String, "the letters that are looked for",
            checked("any of A, B, C, D: ab, say", |text| read(text).map(drop)),
            required("a"), source("Other Uses for Dramatic Skill Resolution");
        deck: String = DECK;
    }
}

fn read(text: &str) -> Result<Letters> {
    Letters::read(text).filter(|letters| !letters.is_empty()).ok_or_else(|| {
        Error::question(format!("`{text}` is no set of letters"))
            .with_hint("it is any of A, B, C, D, each once: `letters=ab`")
    })
}

/// Check that counts the wanted letters on one card of a full deck.
///
/// # Formula
/// `letters = |letters of the card ∩ letters looked for|`; a card with an event has no letters.
///
/// # Source
/// The Drama Deck, Dramatic Skill Resolution; Other Uses for Dramatic Skill Resolution.
#[derive(Clone, Debug)]
pub struct Flip {
    /// Full deck.
    pub deck: DramaDeck,
    /// Wanted letters.
    pub letters: Letters,
}

const FOUND: Handle = Handle::first("letters");

impl Rule for Flip {
    type State = ();

    fn columns(&self) -> Columns {
        Columns::one(Column::new(FOUND, Scale::numbers(0, self.letters.count() as i32)))
    }

    fn start(&self) {}

    #[inline]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let card = self.deck.flip(chance);
        let found = card.letters.and(self.letters).count();
        record.tell(|| format!("card {} has {found} of the letters", card.number));
        record.score(FOUND, found as i32);
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "torg.flip",
    title: "Letters of a card",
    about: "One card of a full deck: how many of these letters are in its skill box?",
    source: "The Drama Deck, Other Uses for Dramatic Skill Resolution",
    luck: "flip: the number of a card",
    fields: &[Fields::FIELDS],
    build: |set| {
        let Fields { letters, deck } = Fields::read(set);
        let letters = read(&letters)?;
        Ok(Box::new(Flip { deck: DramaDeck::named(&deck)?, letters }))
    },
    ..Definition::PLAIN
};
