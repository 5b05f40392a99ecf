//! The cards of this game: a 54-card deck, and one card a side.

use crate::chance::{Chance, Deck, Die};
use crate::registry::choice;

/// A full deck: 1 (ace) to 13 (king) four times each, and two jokers of this value.
///
/// # Source
/// Rule text 000, Making Checks. No card is worth 14; a joker is worth 15 (RULES: 14 as an option).
pub fn deck(joker: i32) -> Deck {
    Deck::new((1..=13).flat_map(|value| [value; 4]).chain([joker; 2]))
}

choice! {
    /// Where the two cards of a check come from.
    pub enum Decks {
        /// Each side plays one card of a full deck of its own.
        Own = "own",
        /// Both cards come from one full deck.
        One = "one",
    }
}

/// One card for each side.
#[derive(Clone, Debug)]
pub struct TwoCards {
    deck: Deck,
    card: Die,
    decks: Decks,
}

impl TwoCards {
    /// From decks with jokers of this value.
    pub fn new(decks: Decks, joker: i32) -> TwoCards {
        let deck = deck(joker);
        TwoCards { card: Die::card_of(&deck), deck, decks }
    }

    /// The own card and the rival's.
    #[inline(always)]
    pub fn play<C: Chance>(&self, chance: &mut C) -> (i32, i32) {
        match self.decks {
            Decks::Own => (chance.face(&self.card), chance.face(&self.card)),
            Decks::One => {
                let mut left = self.deck.full();
                (chance.draw(&self.deck, &mut left), chance.draw(&self.deck, &mut left))
            }
        }
    }

    /// What a joker is worth.
    pub fn joker(&self) -> i32 {
        self.card.high()
    }

    /// The most by which one card can beat another.
    pub fn span(&self) -> i32 {
        self.card.high() - self.card.low()
    }
}

/// A card as people call it: "7", "King (13)".
pub fn name(card: i32) -> String {
    match card {
        1 => "Ace (1)".into(),
        11 => "Jack (11)".into(),
        12 => "Queen (12)".into(),
        13 => "King (13)".into(),
        14.. => format!("Joker ({card})"),
        _ => card.to_string(),
    }
}

/// A total as people say it: "10 + King (13) = 23".
pub fn total(bonus: i32, card: i32) -> String {
    format!("{bonus} + {} = {}", name(card), bonus + card)
}
