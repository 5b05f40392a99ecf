//! State of the drama deck during one task: flipped cards, and cards drawn without being looked at.

use super::fields::Reshuffle;
use crate::DramaDeck;
use oddsmith_engine::chance::{Cards, Chance};

/// Deck of a task.
#[derive(Clone, Debug)]
pub struct TaskDeck {
    /// Full deck.
    pub cards: DramaDeck,
    /// True if the deck can run out; if false, the top of the action stack is not stored.
    pub runs_out: bool,
    /// Cards that are shuffled when the deck runs out.
    pub(crate) reshuffle: Reshuffle,
}

/// State of a deck from which cards are flipped and drawn.
///
/// A card that is drawn unseen may be any that was not flipped, so only the number of such cards is
/// stored: the next flips have the same chances as if these cards were still in the pile. When the
/// pile runs out, all cards that were not flipped are in the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LeftOver {
    /// Cards in the pile, and cards drawn unseen.
    pile: Cards<3>,
    /// Number of cards drawn unseen.
    unseen: u8,
    /// Cards that are certain to be in the hand.
    hand: Cards<3>,
    /// Top card of the action stack; empty if the deck can't run out.
    top: Cards<3>,
}

impl LeftOver {
    /// Returns the full deck.
    pub fn full(deck: &DramaDeck) -> LeftOver {
        LeftOver { pile: deck.full(), ..LeftOver::default() }
    }

    /// Flips a card onto the action stack and returns its place; `None` if no card is left.
    #[inline]
    pub fn flip<C: Chance>(&mut self, deck: &TaskDeck, chance: &mut C) -> Option<u32> {
        if !self.has_some(deck) {
            return None;
        }
        let place = deck.cards.take(chance, &mut self.pile);
        if deck.runs_out {
            self.top = Cards::one(place);
        }
        Some(place)
    }

    /// Draws a card unseen and returns true if there was one.
    #[inline]
    pub fn draw(&mut self, deck: &TaskDeck) -> bool {
        let drawn = self.has_some(deck);
        self.unseen += u8::from(drawn);
        drawn
    }

    /// Returns true if the pile has a card, after a reshuffle if it was empty.
    #[inline]
    fn has_some(&mut self, deck: &TaskDeck) -> bool {
        if self.pile.count() > u32::from(self.unseen) {
            return true;
        }
        if deck.reshuffle == Reshuffle::Discards {
            // No card is discarded during a task.
            return false;
        }
        (self.hand, self.unseen) = (self.hand.or(self.pile), 0);
        self.pile = deck.cards.full().without(self.hand).without(self.top);
        if self.pile.is_empty() {
            // All cards except the top of the stack are in the hand.
            (self.pile, self.top) = (self.top, Cards::default());
        }
        !self.pile.is_empty()
    }
}
