//! The drama deck: the data of its cards, the deck of 1990, and decks from files.
//!
//! This module holds the vocabulary of the cards, the table of 1990 and the parser of such tables.
//! It does not contain the effects of cards in play.

mod card;
mod deck;
mod reader;

pub use card::{Action, Actions, Card, CardKind, Condition, Letters, Line, PlayerCard, Problem};
pub use deck::{DECK, DramaDeck};
