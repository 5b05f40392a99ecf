//! Sets of cards of a deck, as bit sets.

/// A set of cards of one [`Deck`](super::Deck), by their positions in it: a draw pile, a hand or a
/// discard pile.
///
/// Positions increase with the cards' values.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::{Cards, Deck};
///
/// let deck = Deck::new([3, 7, 7, 12]);
/// let (mut hand, mut discard) = (deck.full(), Cards::default());
/// let best = hand.highest().expect("there are cards");
/// hand.remove(best);
/// discard.insert(best);
/// assert_eq!((deck.value(best), hand.count(), discard.count()), (12, 3, 1));
/// assert_eq!(hand.and(deck.from(7)).lowest().map(|place| deck.value(place)), Some(7));
/// assert_eq!(hand.or(discard), deck.full());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cards<const W: usize = 1>([u64; W]);

impl<const W: usize> Default for Cards<W> {
    fn default() -> Cards<W> {
        Cards([0; W])
    }
}

impl<const W: usize> Cards<W> {
    /// Creates a set of one card.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn one(place: u32) -> Cards<W> {
        debug_assert!(place < 64 * W as u32, "a card is in the set's reach");
        let here = |word: usize| u64::from(place as usize / 64 == word);
        Cards(std::array::from_fn(|word| here(word) << (place % 64)))
    }

    /// Returns the cards at the first `count` positions.
    pub(super) fn below(count: u32) -> Cards<W> {
        Cards(std::array::from_fn(|word| match count.saturating_sub(64 * word as u32) {
            0 => 0,
            bits => u64::MAX >> (64 - bits.min(64)),
        }))
    }

    /// Returns the number of cards in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Returns the intersection of both sets.
    #[inline]
    pub fn and(self, other: Cards<W>) -> Cards<W> {
        Cards(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Returns the union of both sets.
    #[inline]
    pub fn or(self, other: Cards<W>) -> Cards<W> {
        Cards(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Returns the cards of this set that are not in `other`.
    #[inline]
    pub fn without(self, other: Cards<W>) -> Cards<W> {
        Cards(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Returns the position of a card of the highest value, or `None` if the set is empty.
    #[inline]
    pub fn highest(self) -> Option<u32> {
        let word = self.0.iter().rposition(|word| *word != 0)?;
        Some(64 * word as u32 + self.0[word].ilog2())
    }

    /// Returns the position of a card of the lowest value, or `None` if the set is empty.
    #[inline]
    pub fn lowest(self) -> Option<u32> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(64 * word as u32 + self.0[word].trailing_zeros())
    }

    /// Returns the positions of the cards, in increasing order.
    pub fn places(self) -> impl Iterator<Item = u32> {
        let mut left = self;
        std::iter::from_fn(move || {
            let place = left.lowest()?;
            left.remove(place);
            Some(place)
        })
    }

    /// Returns whether the card at this position is in the set.
    #[inline]
    pub fn has(self, place: u32) -> bool {
        self.0[word::<W>(place)] >> (place % 64) & 1 == 1
    }

    /// Removes the card at this position.
    #[inline]
    pub fn remove(&mut self, place: u32) {
        match W {
            // Update both words at once: writing one word and then reading both would stall on
            // store forwarding.
            2 => *self = self.without(Cards::one(place)),
            _ => self.0[word::<W>(place)] &= !(1 << (place % 64)),
        }
    }

    /// Adds the card at this position.
    #[inline]
    pub fn insert(&mut self, place: u32) {
        match W {
            2 => *self = self.or(Cards::one(place)),
            _ => self.0[word::<W>(place)] |= 1 << (place % 64),
        }
    }

    /// Returns the first of several positions encoded in a random word, six bits each, that holds a
    /// card of this one-word set; `None` if none does. Branch-free.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn tried(self, word: u64) -> Option<u32> {
        let hit = |from: u32| (self.0[0] >> ((word >> from) % 64) & 1) << from;
        let hits = hit(0) | hit(6) | hit(12) | hit(18) | hit(24);
        (hits != 0).then(|| ((word >> hits.trailing_zeros()) % 64) as u32)
    }

    /// Returns the cumulative number of cards up to each position, for [`Cards::nth`].
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn ranks(self) -> Ranks<W> {
        Ranks(self.0.map(sums))
    }

    /// Returns the position of card number `rank` (from 0) of the set.
    ///
    /// The set must have more than `rank` cards, and the given ranks.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn nth(self, Ranks(sums): &Ranks<W>, rank: u32) -> u32 {
        let (mut number, mut here, mut end) = (0, rank, 0);
        for sums in &sums[..W - 1] {
            let count = (sums >> 56) as u32;
            end += count;
            // Arithmetic instead of a branch, which would be unpredictable.
            let behind = u32::from(rank >= end);
            number += behind as usize;
            here -= count * behind;
        }
        64 * number as u32 + select(self.0[number], sums[number], here)
    }
}

/// The cumulative bit counts of a set: byte b of each word counts the bits in bytes 0 to b.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranks<const W: usize>([u64; W]);

impl<const W: usize> Ranks<W> {
    /// Returns the number of cards in the whole set.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|sums| (sums >> 56) as u32).sum()
    }
}

/// Returns the index of the word that holds a position. For sets of one word it is constant, which
/// removes the division and the bounds check.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn word<const W: usize>(place: u32) -> usize {
    debug_assert!(place < 64 * W as u32, "a card is in the set's reach");
    if W == 1 { 0 } else { place as usize / 64 }
}

/// A word with the lowest bit of each byte set.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// Lookup table: entry 256 r + b is the position of the bit of rank r in byte b.
const IN_BYTE: [u8; 2048] = {
    let (mut places, mut byte) = ([0; 2048], 0);
    while byte < 256 {
        let (mut rank, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[256 * rank + byte] = place as u8;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// Returns the cumulative bit counts of a word: each byte counts the bits in itself and all bytes
/// below.
///
/// Uses no population count instruction, which some machines lack.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn sums(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & (0x55 * BYTES));
    let fours = (pairs & (0x33 * BYTES)) + ((pairs >> 2) & (0x33 * BYTES));
    ((fours + (fours >> 4)) & (0x0f * BYTES)).wrapping_mul(BYTES)
}

/// Returns the position of bit number `rank` (from 0) of a word with these cumulative counts,
/// without unpredictable branches.
///
/// # Source
/// S. Vigna (2008), Broadword implementation of rank/select queries, WEA 2008, 154-168.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn select(word: u64, sums: u64, rank: u32) -> u32 {
    // Sets the high bit of each byte that lies entirely below the bit of this rank.
    let below = ((u64::from(rank) * BYTES) | (0x80 * BYTES)) - sums;
    let below = below & (0x80 * BYTES);
    let place = ((below >> 7).wrapping_mul(BYTES) >> 56) as u32 * 8;
    let before = ((sums << 8) >> place) as u8;
    let byte = (word >> place) as u8;
    place + u32::from(IN_BYTE[256 * (rank as usize - usize::from(before)) + usize::from(byte)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nth_ranks_only_cards_in_the_set(words in [0u64.., 0u64.., 1u64..]) {
            let places: Vec<u32> =
                (0..192).filter(|&place| words[place as usize / 64] >> (place % 64) & 1 == 1).collect();
            let cards = Cards(words);
            prop_assert_eq!(cards.places().collect::<Vec<_>>(), places.clone());
            prop_assert_eq!(cards.count() as usize, places.len());
            prop_assert_eq!((cards.lowest(), cards.highest()), (places.first().copied(), places.last().copied()));
            for (rank, &place) in places.iter().enumerate() {
                prop_assert_eq!(cards.nth(&cards.ranks(), rank as u32), place);
                prop_assert!(cards.has(place));
            }
            prop_assert_eq!(cards.ranks().count(), cards.count());
            let narrow = Cards([words[0] | 1]);
            for (rank, place) in narrow.places().enumerate() {
                prop_assert_eq!(narrow.nth(&narrow.ranks(), rank as u32), place);
            }
        }
    }

    proptest! {
        /// Reference: the first encoded position that holds a card.
        #[test]
        fn places_are_tried_in_turn(cards in 0u64.., word in 0u64..) {
            let places = (0..5).map(|number| (word >> (6 * number)) as u32 % 64);
            let found = places.clone().find(|place| cards >> place & 1 == 1);
            prop_assert_eq!(Cards([cards]).tried(word), found);
        }
    }
}
