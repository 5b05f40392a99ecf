//! The drama deck while one task is resolved: cards are flipped, and drawn into a hand unseen.

use crate::DramaDeck;
use oddsmith_engine::chance::{Cards, Chance};

/// What is left of a deck that is flipped and drawn from.
///
/// A card that is drawn unseen might be any that was not flipped, so only their number is kept: the
/// cards flipped next have the same chances as if it were still in the pile. When the pile runs
/// out, all that was not flipped is known to be in the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LeftOver {
    /// The pile and the cards drawn unseen.
    pile: Cards<3>,
    /// How many of them were drawn.
    unseen: u8,
    /// Cards in the hand that are known to be there.
    hand: Cards<3>,
    /// The top of the action stack, where it is kept.
    top: Cards<3>,
}

/// How a deck is handled when it runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handling {
    /// Whether the action stack but for its top card is shuffled then: else discards alone.
    pub stack_too: bool,
    /// Whether it can run out at all: else nobody needs to know the top of the action stack.
    pub runs_out: bool,
}

impl LeftOver {
    /// All of it.
    pub fn full(deck: &DramaDeck) -> LeftOver {
        LeftOver { pile: deck.full(), ..LeftOver::default() }
    }

    /// Flips a card onto the action stack, and says its place; `None` where there is none left.
    #[inline]
    pub fn flip<C: Chance>(
        &mut self,
        deck: &DramaDeck,
        handling: Handling,
        chance: &mut C,
    ) -> Option<u32> {
        if !self.has_some(deck, handling.stack_too) {
            return None;
        }
        let place = deck.take(chance, &mut self.pile);
        if handling.runs_out {
            self.top = Cards::one(place);
        }
        Some(place)
    }

    /// Draws a card unseen; whether there was one.
    #[inline]
    pub fn draw(&mut self, deck: &DramaDeck, handling: Handling) -> bool {
        let drawn = self.has_some(deck, handling.stack_too);
        self.unseen += u8::from(drawn);
        drawn
    }

    /// Whether the pile has a card, shuffled again where it had none.
    #[inline]
    fn has_some(&mut self, deck: &DramaDeck, stack_too: bool) -> bool {
        if self.pile.count() > u32::from(self.unseen) {
            return true;
        }
        if !stack_too {
            // Nobody discards here.
            return false;
        }
        (self.hand, self.unseen) = (self.hand.or(self.pile), 0);
        self.pile = deck.full().without(self.hand).without(self.top);
        if self.pile.is_empty() {
            // All but the top of the stack is held.
            (self.pile, self.top) = (self.top, Cards::default());
        }
        !self.pile.is_empty()
    }
}
