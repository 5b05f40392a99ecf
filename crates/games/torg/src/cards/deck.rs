//! The deck of 1990 and decks of one's own, and the luck of flipping one of their cards.

use std::path::Path;

use super::{Card, reader};
use oddsmith_base::{About, Result};
use oddsmith_engine::chance::{Cards, Chance, Deck};
use oddsmith_registry::{Field, document};

/// Which deck is played with.
pub const DECK: Field = Field::file(
    "deck",
    &["1990"],
    "path of a CSV file",
    "the deck of the first edition, or the path of a table of one's own (docs/decks.md)",
)
.source("The Drama Deck, What's on the Cards?");

/// A drama deck, full.
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
    /// By number, so that a card's place in the deck is its place here.
    cards: Vec<Card>,
    deck: Deck<3>,
}

impl DramaDeck {
    /// The deck of the first edition.
    pub fn of_1990() -> DramaDeck {
        DramaDeck::parse(include_str!("deck.csv")).expect("a test reads the deck of 1990")
    }

    /// The deck of a table.
    ///
    /// # Errors
    /// If the table is not as docs/decks.md says, with line and column.
    pub fn parse(text: &str) -> Result<DramaDeck> {
        Ok(DramaDeck::of(reader::parse(text)?))
    }

    /// The deck that the field `deck` names.
    ///
    /// # Errors
    /// If it is a file that can't be read, or as [`DramaDeck::parse`].
    pub fn named(deck: &str) -> Result<DramaDeck> {
        if deck == "1990" {
            return Ok(DramaDeck::of_1990());
        }
        let path = Path::new(deck);
        document::read(path, DramaDeck::parse).map_err(|error| error.about(About::value(DECK.name)))
    }

    fn of(mut cards: Vec<Card>) -> DramaDeck {
        cards.sort_unstable_by_key(|card| card.number);
        let numbers = cards.iter().map(|card| i32::from(card.number));
        DramaDeck { deck: Deck::wide(numbers).said("flip"), cards }
    }

    /// The same deck, in which cards of one class are alike: the enumeration takes one branch for
    /// them.
    pub fn alike(self, class: impl Fn(&Card) -> u32) -> DramaDeck {
        let DramaDeck { cards, deck } = self;
        let of = |number: i32| {
            let card = cards.iter().find(|card| i32::from(card.number) == number);
            card.map_or(0, &class)
        };
        DramaDeck { deck: deck.alike(of), cards }
    }

    /// Its cards, by number.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The card at a place of a set.
    ///
    /// # Panics
    /// If the deck has no such place.
    #[inline]
    pub fn card(&self, place: u32) -> &Card {
        &self.cards[place as usize]
    }

    /// The cards that `holds` is true of.
    pub fn cards_where(&self, holds: impl Fn(&Card) -> bool) -> Cards<3> {
        let mut cards_where = Cards::default();
        (0..).zip(&self.cards).filter(|(_, card)| holds(card)).for_each(|(place, _)| {
            cards_where.insert(place);
        });
        cards_where
    }

    /// All its cards.
    #[inline]
    pub fn full(&self) -> Cards<3> {
        self.deck.full()
    }

    /// Takes a card out of `left`, which must not be empty, and returns its place.
    #[inline]
    pub fn take<C: Chance>(&self, chance: &mut C, left: &mut Cards<3>) -> u32 {
        chance.take(&self.deck, left)
    }

    /// One card of the full deck, flipped.
    #[inline]
    pub fn flip<C: Chance>(&self, chance: &mut C) -> &Card {
        self.card(self.take(chance, &mut self.full()))
    }
}
