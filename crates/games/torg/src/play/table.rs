//! Positions of the cards of the deck: the pile, the action stack, the discards, hands and pools.

use super::MOST_HEROES;
use crate::DramaDeck;
use oddsmith_engine::chance::{Cards, Chance};

/// All cards of a deck in play, each in one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Table {
    /// Cards that were not drawn yet, face down.
    pub pile: Cards<3>,
    /// True if only the discards are shuffled when the pile is empty, and not the stack.
    pub keeps_stack: bool,
    /// Action stack: cards flipped by the gamemaster.
    pub stack: Cards<3>,
    /// Top card of the action stack.
    pub top: Option<u32>,
    /// Cards that were used, stripped or discarded.
    pub discards: Cards<3>,
    /// Top card of the discards.
    pub last_discard: Option<u32>,
    /// Hands, by hero.
    pub hands: [Cards<3>; MOST_HEROES],
    /// Pools, by hero.
    pub pools: [Cards<3>; MOST_HEROES],
}

impl Table {
    /// Returns the full deck in the pile.
    pub fn full(deck: &DramaDeck) -> Table {
        Table { pile: deck.full(), ..Table::default() }
    }

    /// Returns true if each card of the deck is in exactly one place.
    pub fn is_whole(&self, deck: &DramaDeck) -> bool {
        let places = [self.pile, self.stack, self.discards];
        let places = places.iter().chain(&self.hands).chain(&self.pools);
        let (mut all, mut count) = (Cards::default(), 0);
        for cards in places {
            (all, count) = (all.or(*cards), count + cards.count());
        }
        let on = |top: Option<u32>, cards: Cards<3>| top.is_none_or(|top| cards.has(top));
        all == deck.full()
            && count == deck.cards().len() as u32
            && on(self.top, self.stack)
            && on(self.last_discard, self.discards)
    }

    /// Draws a card from the pile. If the pile is empty, the discards (and, unless it is kept, the
    /// action stack except its top card) are shuffled into a new pile. `None` if there are no
    /// cards.
    #[inline]
    fn take<C: Chance>(&mut self, deck: &DramaDeck, chance: &mut C) -> Option<u32> {
        if self.pile.is_empty() {
            let top = match self.keeps_stack {
                true => self.stack,
                false => self.top.map_or(Cards::default(), Cards::one),
            };
            self.pile = self.discards.or(self.stack.without(top));
            (self.discards, self.last_discard, self.stack) = (Cards::default(), None, top);
        }
        (!self.pile.is_empty()).then(|| deck.take(chance, &mut self.pile))
    }

    /// Flips a card onto the action stack and returns its top card, which stays if no card is left.
    /// `None` if the stack is empty too.
    #[inline]
    pub fn flip<C: Chance>(&mut self, deck: &DramaDeck, chance: &mut C) -> Option<u32> {
        if let Some(card) = self.take(deck, chance) {
            self.stack.insert(card);
            self.top = Some(card);
        }
        self.top
    }

    /// Deals a card to a hero.
    #[inline]
    pub fn deal<C: Chance>(&mut self, hero: usize, deck: &DramaDeck, chance: &mut C) {
        if let Some(card) = self.take(deck, chance) {
            self.hands[hero].insert(card);
        }
    }

    /// Discards a card from a hero's hand or pool.
    #[inline]
    pub fn discard(&mut self, hero: usize, card: u32) {
        self.hands[hero].remove(card);
        self.pools[hero].remove(card);
        self.discards.insert(card);
        self.last_discard = Some(card);
    }

    /// Moves a card from a hero's hand into the pool.
    #[inline]
    pub fn put(&mut self, hero: usize, card: u32) {
        self.hands[hero].remove(card);
        self.pools[hero].insert(card);
    }

    /// Trades a card of one hero's pool for a card of another hero's pool.
    #[inline]
    pub fn trade(&mut self, (one, mine): (usize, u32), (other, theirs): (usize, u32)) {
        self.pools[one].remove(mine);
        self.pools[other].insert(mine);
        self.pools[other].remove(theirs);
        self.pools[one].insert(theirs);
    }

    /// Exchanges a hero's card for the top card of the discards, which goes into the pool or the
    /// hand.
    #[inline]
    pub fn exchange(&mut self, hero: usize, card: u32, into_pool: bool) {
        if let Some(top) = self.last_discard {
            self.discards.remove(top);
            self.discard(hero, card);
            let to = if into_pool { &mut self.pools } else { &mut self.hands };
            to[hero].insert(top);
        }
    }
}
