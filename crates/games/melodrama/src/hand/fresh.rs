//! Checks from hands of fresh decks, without bonus cards: each hand is reduced to the card that is
//! played.

use super::terms::{HandFields, Terms};
use crate::card_policy::{CardPlayer, Lead};
use crate::cards::deck;
use oddsmith_engine::chance::{Chance, Deck};
use oddsmith_engine::rule::{Columns, Record, Rule, Step};

/// Checks from hands that are dealt from full decks before each check.
///
/// # Formula
/// `margin = active + own card - passive - rival's card`, where each card is chosen from a hand by
/// the policy of its side.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Making Checks, Card Play.
#[derive(Clone, Debug)]
pub struct FreshHand {
    terms: Terms,
    players: [CardPlayer; 2],
    deck: Deck,
    sizes: [u8; 2],
}

impl FreshHand {
    /// Creates the check from its fields, with hands of these sizes.
    pub fn new(given: HandFields, sizes: [u8; 2]) -> FreshHand {
        let terms = Terms::new(given);
        let deck = deck(Terms::JOKER);
        FreshHand { players: terms.players(&deck), terms, deck, sizes }
    }

    /// Plays the card of a side: from its hand, or from its deck if the size of its hand is 0.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn lead<C: Chance>(&self, side: usize, matters: bool, chance: &mut C) -> i32 {
        match self.players[side].lead(matters) {
            Some(lead) if self.sizes[side] > 0 => {
                Lead::card(chance.deal(&self.deck, usize::from(self.sizes[side]), &lead))
            }
            _ => chance.draw(&self.deck, &mut self.deck.full()),
        }
    }
}

impl Rule for FreshHand {
    /// Number of finished checks.
    type State = u16;

    fn columns(&self) -> Columns {
        self.terms.columns()
    }

    fn start(&self) -> u16 {
        0
    }

    /// Plays one check.
    #[inline]
    fn step<C: Chance>(&self, over: u16, chance: &mut C, record: &mut impl Record) -> Step<u16> {
        let sees = self.terms.stakes(chance);
        let cards = [self.lead(0, sees[0], chance), self.lead(1, sees[1], chance)];
        self.terms.tell(cards, record);
        self.terms.score(self.terms.margin(cards), cards[0], None, record);
        if over + 1 < self.terms.given.checks {
            return Step::Next(over + 1);
        }
        Terms::total(0, 0, record);
        Step::Done
    }
}
