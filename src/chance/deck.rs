//! Luck with a memory: which cards a deck has, and which of them are where.

use super::LuckKind;

/// The cards of a deck, by value. It never changes; what is left of it is a [`Cards`]. `W` is how
/// many machine words a set of its cards takes: one holds 64 cards.
///
/// A card that carries more than a number (a suit, letters, a condition) is a kind of the rule's
/// own: its value is the number of its kind in a list that the rule keeps, so that equal cards have
/// equal values, and [`Deck::value`] looks it up by a card's place.
///
/// # Examples
/// ```
/// use oddsmith::chance::Deck;
///
/// // Four each of 1 to 13 and two jokers worth 15.
/// let deck = Deck::new((1..=13).flat_map(|value| [value; 4]).chain([15, 15]));
/// assert_eq!(deck.full().count(), 54);
/// assert_eq!(deck.kinds().last().map(|kind| (kind.value, kind.cards.count())), Some((15, 2)));
///
/// // 156 cards of 12 kinds.
/// let large = Deck::<3>::wide((0..156).map(|card| card / 13));
/// assert_eq!(large.full().and(large.from(11)).count(), 13);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deck<const W: usize = 1> {
    /// `values[place]` is the value of the card at that place, in rising order.
    values: Vec<i32>,
    kinds: Vec<Kind<W>>,
    bits: u32,
    word: LuckKind,
}

/// All cards of one value, or of one class ([`Deck::alike`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind<const W: usize = 1> {
    /// What these cards are worth; of a class, its lowest card.
    pub value: i32,
    /// Where they stand in the deck.
    pub cards: Cards<W>,
}

impl Deck {
    /// A deck of cards with these values, in any order, whose sets take one machine word.
    ///
    /// # Panics
    /// If there are no cards, or more than 64.
    pub fn new(values: impl IntoIterator<Item = i32>) -> Deck {
        Deck::wide(values)
    }
}

impl<const W: usize> Deck<W> {
    /// A deck of cards with these values, in any order.
    ///
    /// # Panics
    /// If there are no cards, or more than 64 a word.
    pub fn wide(values: impl IntoIterator<Item = i32>) -> Deck<W> {
        let mut values: Vec<i32> = values.into_iter().collect();
        assert!((1..=64 * W).contains(&values.len()), "a deck has 1 to 64 cards a word");
        values.sort_unstable();
        let mut kinds: Vec<Kind<W>> = Vec::with_capacity(values.len());
        for (place, &value) in (0..).zip(&values) {
            match kinds.last_mut() {
                Some(kind) if kind.value == value => kind.cards.insert(place),
                _ => kinds.push(Kind { value, cards: Cards::one(place) }),
            }
        }
        let bits = usize::BITS - (values.len() - 1).leading_zeros();
        Deck { bits, values, kinds, word: LuckKind::Card }
    }

    /// The same deck, whose cards are alike where `class` of their values is the same: the
    /// enumeration takes one branch for all that are, though each has a value of its own. For cards
    /// that have numbers, of which a rule sees less.
    ///
    /// # Examples
    /// ```
    /// use oddsmith::chance::Deck;
    ///
    /// let numbered = Deck::<3>::wide(1..=156).alike(|number| u32::from(number > 100));
    /// assert_eq!(numbered.kinds().len(), 2);
    /// assert_eq!(numbered.kinds()[1].cards.count(), 56);
    /// ```
    pub fn alike(self, class: impl Fn(i32) -> u32) -> Deck<W> {
        let mut classes: Vec<u32> = Vec::new();
        let mut kinds: Vec<Kind<W>> = Vec::new();
        for (place, &value) in (0..).zip(&self.values) {
            let class = class(value);
            match classes.iter().position(|known| *known == class) {
                Some(known) => kinds[known].cards.insert(place),
                None => {
                    classes.push(class);
                    kinds.push(Kind { value, cards: Cards::one(place) });
                }
            }
        }
        Deck { kinds, ..self }
    }

    /// The same deck, from which a card is said under a rule's own word: `flip 45` where it would
    /// be `card 45`. Its values are 0 or more.
    pub fn said(self, word: &'static str) -> Deck<W> {
        Deck { word: LuckKind::Own(word), ..self }
    }

    /// How the luck of one card is said.
    pub fn word(&self) -> LuckKind {
        self.word
    }

    /// All its cards.
    #[inline]
    pub fn full(&self) -> Cards<W> {
        Cards::below(self.size())
    }

    /// All its cards that are worth `least` or more.
    pub fn from(&self, least: i32) -> Cards<W> {
        let lower = self.values.partition_point(|&value| value < least);
        self.full().without(Cards::below(lower as u32))
    }

    /// The value of each card, in rising order.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// Its cards by value, in rising order.
    pub fn kinds(&self) -> &[Kind<W>] {
        &self.kinds
    }

    /// How many cards it has, from 1 on.
    #[inline]
    pub fn size(&self) -> u32 {
        self.values.len() as u32
    }

    /// The value of the card at a place.
    ///
    /// # Panics
    /// If it has no such place.
    #[inline]
    pub fn value(&self, place: u32) -> i32 {
        self.values[place as usize]
    }

    /// Smallest number of bits with `2^bits >= size`: what a draw takes of a random word.
    #[inline]
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }
}

/// A set of cards of one [`Deck`], by their places: a draw pile, a hand, a discard pile. Places
/// rise with the cards' values.
///
/// # Examples
/// ```
/// use oddsmith::chance::{Cards, Deck};
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
    /// One card.
    #[inline(always)]
    pub fn one(place: u32) -> Cards<W> {
        debug_assert!(place < 64 * W as u32, "a card is in the set's reach");
        let here = |word: usize| u64::from(place as usize / 64 == word);
        Cards(std::array::from_fn(|word| here(word) << (place % 64)))
    }

    /// The cards at the first `count` places.
    fn below(count: u32) -> Cards<W> {
        Cards(std::array::from_fn(|word| match count.saturating_sub(64 * word as u32) {
            0 => 0,
            bits => u64::MAX >> (64 - bits.min(64)),
        }))
    }

    /// How many cards are in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is no card in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The cards that are in both sets.
    #[inline]
    pub fn and(self, other: Cards<W>) -> Cards<W> {
        Cards(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The cards that are in one set or the other.
    #[inline]
    pub fn or(self, other: Cards<W>) -> Cards<W> {
        Cards(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The cards of this set that are not in the other.
    #[inline]
    pub fn without(self, other: Cards<W>) -> Cards<W> {
        Cards(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The place of a card of the highest value; `None` of the empty set.
    #[inline]
    pub fn highest(self) -> Option<u32> {
        let word = self.0.iter().rposition(|word| *word != 0)?;
        Some(64 * word as u32 + self.0[word].ilog2())
    }

    /// The place of a card of the lowest value; `None` of the empty set.
    #[inline]
    pub fn lowest(self) -> Option<u32> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(64 * word as u32 + self.0[word].trailing_zeros())
    }

    /// The places of its cards, from the lowest value up.
    pub fn places(self) -> impl Iterator<Item = u32> {
        let mut left = self;
        std::iter::from_fn(move || {
            let place = left.lowest()?;
            left.remove(place);
            Some(place)
        })
    }

    /// Whether the card at this place is in the set.
    #[inline]
    pub fn has(self, place: u32) -> bool {
        self.0[word::<W>(place)] >> (place % 64) & 1 == 1
    }

    /// Takes the card at this place out.
    #[inline]
    pub fn remove(&mut self, place: u32) {
        match W {
            // As a whole: who reads both words right after one was written waits for the memory.
            2 => *self = self.without(Cards::one(place)),
            _ => self.0[word::<W>(place)] &= !(1 << (place % 64)),
        }
    }

    /// Adds the card at this place.
    #[inline]
    pub fn insert(&mut self, place: u32) {
        match W {
            2 => *self = self.or(Cards::one(place)),
            _ => self.0[word::<W>(place)] |= 1 << (place % 64),
        }
    }

    /// Of a few places that a random word names, six bits each, the first that holds a card of this
    /// set of one word; `None` where none does. No branch that luck decides leads to it.
    #[inline(always)]
    pub(super) fn tried(self, word: u64) -> Option<u32> {
        let hit = |from: u32| (self.0[0] >> ((word >> from) % 64) & 1) << from;
        let hits = hit(0) | hit(6) | hit(12) | hit(18) | hit(24);
        (hits != 0).then(|| ((word >> hits.trailing_zeros()) % 64) as u32)
    }

    /// How many cards there are up to each place.
    #[inline(always)]
    pub(super) fn ranks(self) -> Ranks<W> {
        Ranks(self.0.map(sums))
    }

    /// The place of card number `rank` (from 0) of the set, which has more than `rank` cards and
    /// these ranks.
    #[inline(always)]
    pub(super) fn nth(self, Ranks(sums): &Ranks<W>, rank: u32) -> u32 {
        let (mut number, mut here, mut end) = (0, rank, 0);
        for sums in &sums[..W - 1] {
            let count = (sums >> 56) as u32;
            end += count;
            // By arithmetic: luck decides in which word it is.
            let behind = u32::from(rank >= end);
            number += behind as usize;
            here -= count * behind;
        }
        64 * number as u32 + select(self.0[number], sums[number], here)
    }
}

/// How many cards a set has: in each byte of each word, with all bytes below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranks<const W: usize>([u64; W]);

impl<const W: usize> Ranks<W> {
    /// In the whole set.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|sums| (sums >> 56) as u32).sum()
    }
}

/// The word that a place is in. Where there is one it need not be looked for, nor whether it is
/// there.
#[inline(always)]
fn word<const W: usize>(place: u32) -> usize {
    debug_assert!(place < 64 * W as u32, "a card is in the set's reach");
    if W == 1 { 0 } else { place as usize / 64 }
}

/// Every byte of a word.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// The place of the bit of each rank in each byte: that of rank r in byte b stands at 256 r + b.
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

/// How many bits a word has: in each byte, with all bytes below it. Without an instruction that not
/// every machine has.
#[inline(always)]
fn sums(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & (0x55 * BYTES));
    let fours = (pairs & (0x33 * BYTES)) + ((pairs >> 2) & (0x33 * BYTES));
    ((fours + (fours >> 4)) & (0x0f * BYTES)).wrapping_mul(BYTES)
}

/// The place of bit number `rank` (from 0) of a word that has more, and has these sums: without a
/// branch that luck decides.
///
/// # Source
/// S. Vigna (2008), Broadword implementation of rank/select queries, WEA 2008, 154-168.
#[inline(always)]
fn select(word: u64, sums: u64, rank: u32) -> u32 {
    // The highest bit of each byte below the one that is looked for.
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
        fn nth_counts_the_cards_of_the_set(words in [0u64.., 0u64.., 1u64..]) {
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
        /// The first place named that holds a card, as one would look for it.
        #[test]
        fn places_are_tried_in_turn(cards in 0u64.., word in 0u64..) {
            let places = (0..5).map(|number| (word >> (6 * number)) as u32 % 64);
            let found = places.clone().find(|place| cards >> place & 1 == 1);
            prop_assert_eq!(Cards([cards]).tried(word), found);
        }
    }

    #[test]
    fn a_deck_of_three_words_is_cut_by_value() {
        let deck = Deck::<3>::wide((0..156).rev());
        assert_eq!((deck.full().count(), deck.size(), deck.bits()), (156, 156, 8));
        assert_eq!(deck.from(100).lowest(), Some(100));
        assert_eq!(deck.from(0), deck.full());
        assert!(deck.from(156).is_empty());
    }
}
