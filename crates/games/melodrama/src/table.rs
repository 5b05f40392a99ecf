//! Hands, draw piles and discard piles: decks with a memory, and cards that change owner.

use super::card_policy::{CardPlayer, HandView};
use super::cards::deck;
use oddsmith_engine::chance::{Cards, Chance, Deck};
use oddsmith_engine::rule::Policy;

/// What is where, of `S` seats: each has a hand, and a draw pile and a discard pile that it may
/// share with others.
///
/// Each card is in exactly one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table<const W: usize, const S: usize> {
    /// By seat: its hand, and what is left and spent of the deck that is named after it.
    pub seats: [[Cards<W>; 3]; S],
    /// How many cards each seat holds after a redraw.
    pub sizes: [u8; S],
    /// How many of them its hand is short of. It follows from the others, and to count a hand takes
    /// longer.
    pub short: [u8; S],
    /// How often discards were shuffled, since it was last asked.
    pub reshuffles: u16,
}

/// The hand of a seat.
pub const HAND: usize = 0;
/// The draw pile that is named after a seat.
pub const LEFT: usize = 1;
/// Its discard pile.
pub const SPENT: usize = 2;

impl<const W: usize, const S: usize> Table<W, S> {
    /// A hand has a card less, which a redraw replaces.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn play(&mut self, seat: usize, card: u32) {
        self.seats[seat][HAND].remove(card);
        self.short[seat] += 1;
    }

    /// A hand has a card less from now on.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn lose(&mut self, seat: usize, card: u32) {
        self.seats[seat][HAND].remove(card);
        self.sizes[seat] -= 1;
    }

    /// A hand has a card more from now on.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn earn(&mut self, seat: usize, card: u32) {
        self.seats[seat][HAND].insert(card);
        self.sizes[seat] += 1;
    }
}

/// The decks of a table and who draws from which.
#[derive(Clone, Debug)]
pub struct Decks<const W: usize, const S: usize> {
    /// All cards that may come into one hand.
    pub deck: Deck<W>,
    /// By seat: the seat whose piles it draws from and discards to.
    piles: [usize; S],
    /// By seat: the cards that its draw pile begins with; none where it draws from another's.
    homes: [Cards<W>; S],
    /// By value: the cards of so much or more, up to one more than any card.
    reach: Vec<Cards<W>>,
    /// Whose equal cards are one kind, for whoever merges states.
    merges: Merges,
}

/// Among which piles equal cards may change places and nothing is different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Merges {
    /// All of them.
    Table,
    /// Those of each seat: decks that never meet number their cards alike.
    Seats,
    /// None: cards of the first seat's deck go back to it, so that they are not like the others.
    Nothing,
}

/// One deck of 54 cards for both seats.
pub fn one_deck(joker: i32) -> Decks<1, 2> {
    let deck = deck(joker);
    let homes = [deck.full(), Cards::default()];
    Decks { piles: [0, 0], homes, reach: reach(&deck), merges: Merges::Table, deck }
}

/// A deck of 54 cards for each of two seats, which never meet.
pub fn decks_apart(joker: i32) -> Decks<1, 2> {
    let deck = deck(joker);
    let homes = [deck.full(), deck.full()];
    Decks { piles: [0, 1], homes, reach: reach(&deck), merges: Merges::Seats, deck }
}

/// A deck of 54 cards for each of these piles, where cards of the first seat's deck may come into
/// all hands; `returns`: they go back to its discards when they are spent.
pub fn decks_that_mix<const S: usize>(joker: i32, piles: [usize; S], returns: bool) -> Decks<2, S> {
    let one = deck(joker);
    // Every deck but that of seat 0 numbers its cards alike: they never meet.
    let both = Deck::wide(one.values().iter().flat_map(|&value| [value; 2]));
    let first = both.kinds().iter().flat_map(|kind| {
        let half = kind.cards.count() / 2;
        kind.cards.places().take(half as usize)
    });
    let first: Cards<2> = first.fold(Cards::default(), |cards, place| cards.or(Cards::one(place)));
    let home = |seat: usize| match seat {
        0 => first,
        _ if piles[seat] == seat => both.full().without(first),
        _ => Cards::default(),
    };
    let owners = (1..S).filter(|&seat| piles[seat] == seat).count();
    let homes = std::array::from_fn(home);
    let merges = match owners {
        _ if returns => Merges::Nothing,
        0 | 1 => Merges::Table,
        _ => Merges::Seats,
    };
    Decks { piles, homes, reach: reach(&both), merges, deck: both }
}

/// How many hands of this size a deck has, by the values of their cards.
fn hands(size: usize) -> u64 {
    let mut ways = vec![0u64; size + 1];
    ways[0] = 1;
    for kind in deck(15).kinds().iter().map(|kind| kind.cards.count() as usize) {
        for held in (0..=size).rev() {
            let more = (1..=kind.min(held)).map(|copies| ways[held - copies]);
            ways[held] = more.fold(ways[held], u64::saturating_add);
        }
    }
    ways[size].max(1)
}

fn reach<const W: usize>(deck: &Deck<W>) -> Vec<Cards<W>> {
    let most = deck.values()[deck.values().len() - 1];
    (0..=most + 1).map(|least| deck.from(least)).collect()
}

impl<const W: usize, const S: usize> Decks<W, S> {
    /// A table with full draw piles and nothing dealt.
    #[inline]
    pub fn full(&self, sizes: [u8; S]) -> Table<W, S> {
        let seat = |seat: usize| [Cards::default(), self.homes[seat], Cards::default()];
        Table { seats: std::array::from_fn(seat), sizes, short: sizes, reshuffles: 0 }
    }

    /// The cards that the draw pile of a seat begins with.
    #[cfg(test)]
    pub fn home(&self, seat: usize) -> Cards<W> {
        self.homes[seat]
    }

    /// The cards of `least` or more.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn reach(&self, least: i32) -> Cards<W> {
        self.reach[least.clamp(0, self.reach.len() as i32 - 1) as usize]
    }

    /// Deals a seat its hand, or what there is of it.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn deal<C: Chance>(&self, table: &mut Table<W, S>, seat: usize, chance: &mut C) {
        let left = &mut table.seats[self.piles[seat]][LEFT];
        let count = u32::from(table.sizes[seat]).min(left.count());
        let hand = chance.hand(&self.deck, left, count);
        table.seats[seat][HAND] = hand;
        table.short[seat] = table.sizes[seat] - count as u8;
    }

    /// How many tables there are once all hands are dealt, by the values of their cards: about, as
    /// if nobody shared a deck.
    pub fn dealt(&self, sizes: [u8; S]) -> u64 {
        sizes.iter().fold(1, |all, &size| all.saturating_mul(hands(usize::from(size))))
    }

    /// Draws a card from the pile of a seat; the discards are shuffled first if it is empty. `None`
    /// if all cards are in hands.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn draw<C: Chance>(
        &self,
        table: &mut Table<W, S>,
        seat: usize,
        chance: &mut C,
    ) -> Option<u32> {
        let pile = &mut table.seats[self.piles[seat]];
        if pile[LEFT].is_empty() {
            pile[LEFT] = std::mem::take(&mut pile[SPENT]);
            if pile[LEFT].is_empty() {
                return None;
            }
            table.reshuffles += 1;
        }
        Some(chance.take(&self.deck, &mut pile[LEFT]))
    }

    /// Takes the card that a seat plays out of its hand; off its deck, if it has none.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn lead<C: Chance>(
        &self,
        table: &mut Table<W, S>,
        seat: usize,
        player: &CardPlayer<W>,
        matters: bool,
        chance: &mut C,
    ) -> Option<u32> {
        let hand = table.seats[seat][HAND];
        if hand.is_empty() {
            return self.draw(table, seat, chance);
        }
        let card = player.choose(&HandView { deck: &self.deck, hand, matters }, chance);
        table.play(seat, card);
        Some(card)
    }

    /// Draws until the hand of a seat has its size.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn refill<C: Chance>(&self, table: &mut Table<W, S>, seat: usize, chance: &mut C) {
        while table.short[seat] > 0 {
            let Some(card) = self.draw(table, seat, chance) else { break };
            table.seats[seat][HAND].insert(card);
            table.short[seat] -= 1;
        }
    }

    /// A card leaves a hand that is one smaller from then on: to another's hand, as what the GM pays
    /// for fiat, or to the discards, as the card of an extra check, of fatigue that is cancelled or
    /// of a bonus.
    ///
    /// # Source
    /// Melodramatic Mutants & Masterminds, Bonus Cards, GM Bonus Cards.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn pay(&self, table: &mut Table<W, S>, seat: usize, card: u32, to: Option<usize>) {
        table.lose(seat, card);
        match to {
            Some(other) => table.earn(other, card),
            None => self.discard(table, seat, card),
        }
    }

    /// Puts a card on the discard pile of a seat.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn discard(&self, table: &mut Table<W, S>, seat: usize, card: u32) {
        let returns = self.merges == Merges::Nothing && self.homes[0].has(card);
        table.seats[if returns { 0 } else { self.piles[seat] }][SPENT].insert(card);
    }

    /// Puts equal cards in the same order everywhere, for whoever merges states.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn settle<C: Chance>(&self, table: &mut Table<W, S>, chance: &C) {
        match self.merges {
            Merges::Table => chance.settle(&self.deck, table.seats.as_flattened_mut()),
            Merges::Seats => {
                table.seats.iter_mut().for_each(|seat| chance.settle(&self.deck, seat));
            }
            Merges::Nothing => {}
        }
    }
}

/// How many cards lie in all these piles together.
///
/// # Panics
/// If a card is in two of them.
#[cfg(test)]
pub fn held<const W: usize>(piles: &[Cards<W>]) -> u32 {
    let all = piles.iter().fold(Cards::default(), |all: Cards<W>, pile| all.or(*pile));
    let count: u32 = piles.iter().map(|pile| pile.count()).sum();
    assert_eq!(all.count(), count, "each card is in one place");
    count
}
