//! Hands, draw piles and discard piles: decks that run down, and cards that change owner.

use super::card_policy::{CardPlayer, HandView};
use super::cards::deck;
use oddsmith_engine::chance::{Cards, Chance, Deck};
use oddsmith_engine::rule::Policy;

/// The places of all cards of `S` seats. Each seat has a hand, and a draw pile and a discard pile
/// that it may share with other seats.
///
/// Each card is in exactly one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table<const W: usize, const S: usize> {
    /// Hand, draw pile and discard pile, by seat. Seats that share a deck use the piles of one of
    /// them.
    pub seats: [[Cards<W>; 3]; S],
    /// Number of cards in the hand of each seat after a redraw.
    pub sizes: [u8; S],
    /// Number of cards that each hand lacks. It could be counted, but counting is slower.
    pub short: [u8; S],
    /// Number of times that discards were shuffled since the count was last reset.
    pub reshuffles: u16,
}

/// Index of the hand of a seat.
pub const HAND: usize = 0;
/// Index of the draw pile of a seat.
pub const LEFT: usize = 1;
/// Index of the discard pile of a seat.
pub const SPENT: usize = 2;

impl<const W: usize, const S: usize> Table<W, S> {
    /// Removes a card that the next redraw replaces from a hand.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn play(&mut self, seat: usize, card: u32) {
        self.seats[seat][HAND].remove(card);
        self.short[seat] += 1;
    }

    /// Removes a card from a hand and makes the hand permanently smaller.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn lose(&mut self, seat: usize, card: u32) {
        self.seats[seat][HAND].remove(card);
        self.sizes[seat] -= 1;
    }

    /// Adds a card to a hand and makes the hand permanently larger.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn earn(&mut self, seat: usize, card: u32) {
        self.seats[seat][HAND].insert(card);
        self.sizes[seat] += 1;
    }
}

/// Number of seats of a group: the GM and up to eight players.
pub const SEATS: usize = 9;
/// Seat of the GM; players have seats 1, 2, and so on.
pub const GM: usize = 0;
/// Cards below this value, the middle of the deck, are low; a hand of low cards is low.
const LOW_BELOW: i32 = 8;

/// The decks of a table, and their assignment to seats.
#[derive(Clone, Debug)]
pub struct Decks<const W: usize, const S: usize> {
    /// All cards that a hand may contain.
    pub deck: Deck<W>,
    /// Seat whose piles each seat draws from and discards to.
    piles: [usize; S],
    /// Cards of the full draw pile of each seat; empty if it uses the piles of another seat.
    pub homes: [Cards<W>; S],
    /// Cards of this value or more, by value, up to one more than the highest card.
    reach: Vec<Cards<W>>,
    /// Piles among which equal cards are interchangeable, used to merge states.
    merges: Merges,
}

/// Piles among which exchanging equal cards does not change the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Merges {
    /// All piles of the table.
    Table,
    /// The piles of one seat: separate decks use the same numbers for their cards.
    Seats,
    /// None: cards of the first seat's deck return to it and differ from equal cards of other
    /// decks.
    Nothing,
}

/// Creates one deck of 54 cards for two seats.
pub fn one_deck(joker: i32) -> Decks<1, 2> {
    let deck = deck(joker);
    let homes = [deck.full(), Cards::default()];
    Decks { piles: [0, 0], homes, reach: reach(&deck), merges: Merges::Table, deck }
}

/// Creates separate decks of 54 cards for two seats; no card moves between them.
pub fn decks_apart(joker: i32) -> Decks<1, 2> {
    let deck = deck(joker);
    let homes = [deck.full(), deck.full()];
    Decks { piles: [0, 1], homes, reach: reach(&deck), merges: Merges::Seats, deck }
}

/// Creates a deck of 54 cards for each of these piles. Cards of the first seat's deck may move to
/// all hands; with `returns`, they go back to the discards of the first seat when they are spent.
pub fn decks_that_mix<const S: usize>(joker: i32, piles: [usize; S], returns: bool) -> Decks<2, S> {
    let one = deck(joker);
    // All decks except that of seat 0 use the same numbers for their cards, because they never mix.
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

/// Creates a deck for the GM, and one for each group of `sharing` players.
pub fn decks_of_players(joker: i32, sharing: usize, returns: bool) -> Decks<2, SEATS> {
    // Seat of the first player who shares the deck of this seat.
    let pile = |seat: usize| if seat == GM { GM } else { (seat - 1) / sharing * sharing + 1 };
    decks_that_mix(joker, std::array::from_fn(pile), returns)
}

/// Returns the number of hands of this size from one deck that differ in the values of their cards.
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
    /// Returns a table with full draw piles, before the deal.
    #[inline]
    pub fn full(&self, sizes: [u8; S]) -> Table<W, S> {
        let seat = |seat: usize| [Cards::default(), self.homes[seat], Cards::default()];
        Table { seats: std::array::from_fn(seat), sizes, short: sizes, reshuffles: 0 }
    }

    /// Returns the cards of value `least` or more.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn reach(&self, least: i32) -> Cards<W> {
        self.reach[least.clamp(0, self.reach.len() as i32 - 1) as usize]
    }

    /// Returns the value of a card; 0 if there is none.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn value(&self, card: Option<u32>) -> i32 {
        card.map_or(0, |card| self.deck.value(card))
    }

    /// Deals a seat its hand, or the rest of the draw pile if that is smaller.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn deal<C: Chance>(&self, table: &mut Table<W, S>, seat: usize, chance: &mut C) {
        let left = &mut table.seats[self.piles[seat]][LEFT];
        let count = u32::from(table.sizes[seat]).min(left.count());
        let hand = chance.hand(&self.deck, left, count);
        table.seats[seat][HAND] = hand;
        table.short[seat] = table.sizes[seat] - count as u8;
    }

    /// Returns the approximate number of tables after the deal that differ in the values of the
    /// cards, as if no seats shared a deck.
    pub fn dealt(&self, sizes: [u8; S]) -> u64 {
        sizes.iter().fold(1, |all, &size| all.saturating_mul(hands(usize::from(size))))
    }

    /// Draws a card from the draw pile of a seat, after shuffling the discards if the pile is
    /// empty; returns `None` if all cards are in hands.
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

    /// Plays a card of a seat: from its hand by the policy of `player`, or from its deck if the
    /// hand is empty.
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

    /// Plays a card of a hand, which is not empty, for a check that matters; it is discarded and not
    /// replaced. Returns its value.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn spend<C: Chance>(
        &self,
        table: &mut Table<W, S>,
        seat: usize,
        player: &CardPlayer<W>,
        chance: &mut C,
    ) -> i32 {
        let hand = table.seats[seat][HAND];
        let view = HandView { deck: &self.deck, hand, matters: true };
        let card = player.choose(&view, chance);
        self.pay(table, seat, card, None);
        self.deck.value(card)
    }

    /// Discards cards of a hand that has only low cards: the two lowest for a second wind, or all,
    /// of which the lowest is not replaced. Returns the numbers of discarded cards and of those not
    /// replaced; `None` if the hand rests in neither way.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn rest(
        &self,
        table: &mut Table<W, S>,
        seat: usize,
        second_wind: bool,
        discard_all: bool,
    ) -> Option<(usize, usize)> {
        let hand = table.seats[seat][HAND];
        if hand.is_empty() || !hand.and(self.reach(LOW_BELOW)).is_empty() {
            return None;
        }
        let (cards, lost) = match hand.count() as usize {
            cards if second_wind => (cards.min(2), 0),
            cards @ 2.. if discard_all => (cards, 1),
            _ => return None,
        };
        for (number, card) in hand.places().take(cards).enumerate() {
            if number < lost {
                self.pay(table, seat, card, None);
            } else {
                table.play(seat, card);
                self.discard(table, seat, Some(card));
            }
        }
        Some((cards, lost))
    }

    /// Moves a card from a hand, which becomes permanently smaller, to the hand of another seat
    /// (`to`), or to the discards. The GM pays for fiat with a card to a player; bonus cards, extra
    /// checks and cancelled fatigue cost a discarded card.
    ///
    /// # Source
    /// Melodramatic Mutants & Masterminds, Bonus Cards, GM Bonus Cards.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn pay(&self, table: &mut Table<W, S>, seat: usize, card: u32, to: Option<usize>) {
        table.lose(seat, card);
        match to {
            Some(other) => table.earn(other, card),
            None => self.discard(table, seat, Some(card)),
        }
    }

    /// Puts a card, if there is one, on the discard pile of a seat.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn discard(&self, table: &mut Table<W, S>, seat: usize, card: Option<u32>) {
        let Some(card) = card else { return };
        let returns = self.merges == Merges::Nothing && self.homes[0].has(card);
        table.seats[if returns { 0 } else { self.piles[seat] }][SPENT].insert(card);
    }

    /// Puts equal cards into a canonical order, so that equal states can be merged.
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

/// Returns the number of cards in these piles.
///
/// # Panics
/// If a card is in two piles.
#[cfg(test)]
pub fn held<const W: usize>(piles: &[Cards<W>]) -> u32 {
    let all = piles.iter().fold(Cards::default(), |all: Cards<W>, pile| all.or(*pile));
    let count: u32 = piles.iter().map(|pile| pile.count()).sum();
    assert_eq!(all.count(), count, "each card is in one place");
    count
}
