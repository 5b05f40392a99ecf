//! Where each card of the deck is: in the pile, on the action stack, among the discards, in a hand
//! or in a pool.

use super::MOST_HEROES;
use crate::DramaDeck;
use oddsmith_engine::chance::{Cards, Chance};

/// All cards of a deck in play, each in one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Table {
    /// Face down.
    pub pile: Cards<3>,
    /// Whether the discards alone are shuffled when the pile has run out, and not the stack too.
    pub keeps_stack: bool,
    /// Flipped by the gamemaster.
    pub stack: Cards<3>,
    /// The last of them.
    pub top: Option<u32>,
    /// Used, stripped or thrown away.
    pub discards: Cards<3>,
    /// The last of them.
    pub last_discard: Option<u32>,
    /// Each hero's hand.
    pub hands: [Cards<3>; MOST_HEROES],
    /// Each hero's pool.
    pub pools: [Cards<3>; MOST_HEROES],
}

impl Table {
    /// The full deck, nothing dealt.
    pub fn full(deck: &DramaDeck) -> Table {
        Table { pile: deck.full(), ..Table::default() }
    }

    /// Whether every card of the deck is in one place, and in one alone.
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

    /// A card from the pile; the discards (and the action stack but for its top card, if it is not
    /// kept) are shuffled into a new one where it has run out. `None` where there are none.
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

    /// Flips a card onto the action stack; with none left its top card stays. `None` where there
    /// is none of that either.
    #[inline]
    pub fn flip<C: Chance>(&mut self, deck: &DramaDeck, chance: &mut C) -> Option<u32> {
        if let Some(card) = self.take(deck, chance) {
            self.stack.insert(card);
            self.top = Some(card);
        }
        self.top
    }

    /// Deals a hero a card.
    #[inline]
    pub fn deal<C: Chance>(&mut self, hero: usize, deck: &DramaDeck, chance: &mut C) {
        if let Some(card) = self.take(deck, chance) {
            self.hands[hero].insert(card);
        }
    }

    /// Throws a card away that a hero holds, in the hand or in the pool.
    #[inline]
    pub fn discard(&mut self, hero: usize, card: u32) {
        self.hands[hero].remove(card);
        self.pools[hero].remove(card);
        self.discards.insert(card);
        self.last_discard = Some(card);
    }

    /// A hero puts a card of the hand into the pool.
    #[inline]
    pub fn put(&mut self, hero: usize, card: u32) {
        self.hands[hero].remove(card);
        self.pools[hero].insert(card);
    }

    /// Two heroes trade a card of their pools for one of the other's.
    #[inline]
    pub fn trade(&mut self, (one, mine): (usize, u32), (other, theirs): (usize, u32)) {
        self.pools[one].remove(mine);
        self.pools[other].insert(mine);
        self.pools[other].remove(theirs);
        self.pools[one].insert(theirs);
    }

    /// A hero exchanges a card for the top of the discard pile, which goes into the pool or the
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
