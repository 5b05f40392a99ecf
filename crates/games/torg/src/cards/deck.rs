//! Drama decks: the deck of 1990, decks from files, and the draw of one of their cards.

use std::path::Path;

use super::{Card, reader};
use oddsmith_base::{About, Result};
use oddsmith_engine::chance::{Cards, Chance, Deck};
use oddsmith_engine::rule::Scale;
use oddsmith_registry::{Field, document};

/// Field with the name or the path of the deck.
pub const DECK: Field = Field::file(
    "deck",
    &["1990"],
    "path of a CSV file",
    "the deck of the first edition, or the path of a table of one's own (docs/decks.md)",
)
.source("The Drama Deck, What's on the Cards?");

/// Complete drama deck.
///
/// # Source
/// The Drama Deck, What's on the Cards?; the cards of 1990 from public lists (cards/NOTICE).
///
/// # Examples
/// ```
/// use oddsmith_torg::{DramaDeck, PlayerCard};
///
/// let deck = DramaDeck::of_1990();
/// assert_eq!(deck.cards().len(), 156);
/// let dramas = deck.cards().iter().filter(|card| card.player == PlayerCard::Drama);
/// assert_eq!(dramas.count(), 13);
/// ```
#[derive(Clone, Debug)]
pub struct DramaDeck {
    /// Cards in order of their numbers, so that the index of a card is its place in `deck`.
    cards: Vec<Card>,
    deck: Deck<3>,
}

impl DramaDeck {
    /// Returns the deck of the first edition.
    pub fn of_1990() -> DramaDeck {
        DramaDeck::parse(include_str!("deck.csv")).expect("a test reads the deck of 1990")
    }

    /// Parses the table of a deck.
    ///
    /// # Errors
    /// If the table does not match docs/decks.md; the error gives line and column.
    pub fn parse(text: &str) -> Result<DramaDeck> {
        let mut cards = reader::parse(text)?;
        cards.sort_unstable_by_key(|card| card.number);
        let numbers = cards.iter().map(|card| i32::from(card.number));
        Ok(DramaDeck { deck: Deck::wide(numbers).labelled("flip"), cards })
    }

    /// Returns the deck that the field `deck` names: `1990`, or the path of a file.
    ///
    /// # Errors
    /// If the file can't be read, or if [`DramaDeck::parse`] fails.
    pub fn named(deck: &str) -> Result<DramaDeck> {
        if deck == "1990" {
            return Ok(DramaDeck::of_1990());
        }
        let path = Path::new(deck);
        document::read(path, DramaDeck::parse).map_err(|error| error.about(About::value(DECK.name)))
    }

    /// Returns the deck with cards of one class treated as equal, so that the enumeration takes one
    /// branch for all of them.
    pub fn alike(self, class: impl Fn(&Card) -> u32) -> DramaDeck {
        let DramaDeck { cards, deck } = self;
        let of = |number: i32| {
            let card = cards.iter().find(|card| i32::from(card.number) == number);
            card.map_or(0, &class)
        };
        DramaDeck { deck: deck.alike(of), cards }
    }

    /// Returns the cards in order of their numbers.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Returns the scale of a number of cards.
    pub fn scale(&self) -> Scale {
        Scale::numbers(0, self.cards.len() as i32)
    }

    /// Returns the card at a place of the deck.
    ///
    /// # Panics
    /// If the deck has no such place.
    #[inline]
    pub fn card(&self, place: u32) -> &Card {
        &self.cards[place as usize]
    }

    /// Returns the set of cards for which `holds` is true.
    pub fn cards_where(&self, holds: impl Fn(&Card) -> bool) -> Cards<3> {
        let mut cards_where = Cards::default();
        (0..).zip(&self.cards).filter(|(_, card)| holds(card)).for_each(|(place, _)| {
            cards_where.insert(place);
        });
        cards_where
    }

    /// Returns the set of all cards.
    #[inline]
    pub fn full(&self) -> Cards<3> {
        self.deck.full()
    }

    /// Draws a card from `left`, which must not be empty, removes it and returns its place.
    #[inline]
    pub fn take<C: Chance>(&self, chance: &mut C, left: &mut Cards<3>) -> u32 {
        chance.take(&self.deck, left)
    }

    /// Draws one card from the full deck.
    #[inline]
    pub fn flip<C: Chance>(&self, chance: &mut C) -> &Card {
        self.card(self.take(chance, &mut self.full()))
    }
}
