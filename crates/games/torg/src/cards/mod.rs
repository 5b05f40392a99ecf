//! The drama deck: what stands on its cards, the deck of 1990, and decks of one's own.
//! What belongs here: the vocabulary of the cards, the table of 1990 and the reader of such tables.
//! What does not: what the cards do in play.

mod card;
mod deck;
mod reader;

pub use card::{Action, Actions, Card, CardKind, Condition, Letters, Line, PlayerCard, Problem};
pub use deck::{DECK, DramaDeck};
