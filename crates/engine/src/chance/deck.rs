//! Decks of cards: draws without replacement.

use super::{Cards, LuckKind};

/// The cards of a deck, by value.
///
/// A deck is immutable; the cards that remain are a [`Cards`] set. `W` is the number of 64-bit
/// words per set, one per 64 cards.
///
/// A card that carries more than a number (a suit, letters, a condition) is represented by an
/// index: its value is the index of its kind in a list kept by the rule, so equal cards have equal
/// values, and [`Deck::value`] maps a position to it.
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
    /// The value of these cards; for a class, the value of its lowest card.
    pub value: i32,
    /// The positions of these cards in the deck.
    pub cards: Cards<W>,
}

impl Deck {
    /// Creates a deck of cards with these values, in any order, whose sets take one machine word.
    ///
    /// # Panics
    /// If there are no cards, or more than 64.
    pub fn new(values: impl IntoIterator<Item = i32>) -> Deck {
        Deck::wide(values)
    }
}

impl<const W: usize> Deck<W> {
    /// Creates a deck of cards with these values, in any order.
    ///
    /// # Panics
    /// If there are no cards, or more than 64 per word.
    pub fn wide(values: impl IntoIterator<Item = i32>) -> Deck<W> {
        let mut values: Vec<i32> = values.into_iter().collect();
        assert!((1..=64 * W).contains(&values.len()), "a deck has 1 to 64 cards a word");
        values.sort_unstable();
        let bits = usize::BITS - (values.len() - 1).leading_zeros();
        let deck = Deck { bits, values, kinds: Vec::new(), word: LuckKind::Card };
        deck.alike(|value| value as u32)
    }

    /// Treats cards as equal if `class` maps their values to the same number.
    ///
    /// Enumeration then takes one branch per class, though each card keeps its own value. Useful
    /// for numbered cards of which a rule reads only part.
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

    /// Sets the word that scripts and transcripts use for a card of this deck: `flip 45` instead of
    /// `card 45`.
    ///
    /// All values must be 0 or more.
    pub fn labelled(self, word: &'static str) -> Deck<W> {
        Deck { word: LuckKind::Own(word), ..self }
    }

    /// Returns the kind of luck word for one card.
    pub fn word(&self) -> LuckKind {
        self.word
    }

    /// Returns the set of all cards.
    #[inline]
    pub fn full(&self) -> Cards<W> {
        Cards::below(self.size())
    }

    /// Returns all cards whose value is at least `least`.
    pub fn from(&self, least: i32) -> Cards<W> {
        let lower = self.values.partition_point(|&value| value < least);
        self.full().without(Cards::below(lower as u32))
    }

    /// Returns the value of each card, in increasing order.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// Returns the cards grouped by value, in increasing order.
    pub fn kinds(&self) -> &[Kind<W>] {
        &self.kinds
    }

    /// Returns the number of cards, at least 1.
    #[inline]
    pub fn size(&self) -> u32 {
        self.values.len() as u32
    }

    /// Returns the value of the card at a position.
    ///
    /// # Panics
    /// If there is no such position.
    #[inline]
    pub fn value(&self, place: u32) -> i32 {
        self.values[place as usize]
    }

    /// Returns the smallest number of bits with `2^bits >= size`, which a draw uses.
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
