//! Luck with a memory: which cards a deck has, and which of them are left.

/// The cards of a deck, by value. It never changes; what is left of it is a [`Cards`].
///
/// # Examples
/// ```
/// use oddsmith::chance::Deck;
///
/// // Four each of 1 to 13 and two jokers worth 15.
/// let deck = Deck::new((1..=13).flat_map(|value| [value; 4]).chain([15, 15]));
/// assert_eq!(deck.full().count(), 54);
/// assert_eq!(deck.kinds().last().map(|kind| (kind.value, kind.cards.count())), Some((15, 2)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deck {
    /// `values[place]` is the value of the card at that place, in rising order.
    values: Vec<i32>,
    kinds: Vec<Kind>,
    bits: u32,
}

/// All cards of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// What these cards are worth.
    pub value: i32,
    /// Where they stand in the deck.
    pub cards: Cards,
}

impl Deck {
    /// A deck of cards with these values, in any order.
    ///
    /// # Panics
    /// If there are no cards, or more than 64 (one machine word).
    pub fn new(values: impl IntoIterator<Item = i32>) -> Deck {
        let mut values: Vec<i32> = values.into_iter().collect();
        assert!((1..=64).contains(&values.len()), "a deck has 1 to 64 cards");
        values.sort_unstable();
        let mut kinds: Vec<Kind> = Vec::new();
        for (place, &value) in values.iter().enumerate() {
            match kinds.last_mut() {
                Some(kind) if kind.value == value => kind.cards.0 |= 1 << place,
                _ => kinds.push(Kind { value, cards: Cards(1 << place) }),
            }
        }
        Deck { bits: usize::BITS - (values.len() - 1).leading_zeros(), values, kinds }
    }

    /// All its cards.
    #[inline]
    pub fn full(&self) -> Cards {
        Cards(u64::MAX >> (64 - self.values.len()))
    }

    /// The value of each card, in rising order.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// Its cards by value, in rising order.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// How many cards it has, 1..=64.
    #[inline]
    pub fn size(&self) -> u32 {
        self.values.len() as u32
    }

    /// Smallest number of bits with `2^bits >= size`: what a draw takes of a random word.
    #[inline]
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    #[inline]
    pub(super) fn value(&self, place: u32) -> i32 {
        self.values[place as usize]
    }
}

/// A set of cards of one [`Deck`]: what is left in the draw pile, say. One machine word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards(u64);

impl Cards {
    /// How many cards are in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The cards that are in both sets.
    #[inline]
    pub fn and(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }

    /// The place of the last card; the set must not be empty.
    #[inline]
    pub(super) fn last(self) -> u32 {
        self.0.ilog2()
    }

    #[inline]
    pub(super) fn has(self, place: u32) -> bool {
        self.0 >> place & 1 == 1
    }

    #[inline]
    pub(super) fn remove(&mut self, place: u32) {
        self.0 &= !(1 << place);
    }

    #[inline]
    pub(super) fn insert(&mut self, place: u32) {
        self.0 |= 1 << place;
    }

    /// The place of card number `rank` (from 0) of the set, which has more than `rank` cards.
    #[inline(always)]
    pub(super) fn nth(self, rank: u32) -> u32 {
        // Halving by population count: six steps without a branch that luck decides.
        let (mut word, mut rank, mut place) = (self.0, rank, 0);
        for half in [32, 16, 8, 4, 2, 1] {
            let below = (word & ((1 << half) - 1)).count_ones();
            let up = rank >= below;
            rank -= if up { below } else { 0 };
            word >>= if up { half } else { 0 };
            place += if up { half } else { 0 };
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nth_counts_the_cards_of_the_set(word in 1u64..) {
            let places: Vec<u32> = (0..64).filter(|place| word >> place & 1 == 1).collect();
            for (rank, &place) in places.iter().enumerate() {
                prop_assert_eq!(Cards(word).nth(rank as u32), place);
            }
        }
    }
}
