//! The cards that a deck has: luck with a memory.

use super::{Cards, LuckKind};

/// The cards of a deck, by value. It never changes; what is left of it is a [`Cards`]. `W` is how
/// many machine words a set of its cards takes: one holds 64 cards.
///
/// A card that carries more than a number (a suit, letters, a condition) is a kind of the rule's
/// own: its value is the number of its kind in a list that the rule keeps, so that equal cards have
/// equal values, and [`Deck::value`] looks it up by a card's place.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::Deck;
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
    /// use oddsmith_engine::chance::Deck;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_of_three_words_is_cut_by_value() {
        let deck = Deck::<3>::wide((0..156).rev());
        assert_eq!((deck.full().count(), deck.size(), deck.bits()), (156, 156, 8));
        assert_eq!(deck.from(100).lowest(), Some(100));
        assert_eq!(deck.from(0), deck.full());
        assert!(deck.from(156).is_empty());
    }
}
