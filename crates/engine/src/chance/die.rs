//! A die, or a card drawn with replacement: equally likely faces, without memory.

use num_integer::Integer;

use super::{Deck, LuckKind};

/// A die with equally likely faces; a face listed several times is that many times as likely.
///
/// A card from a freshly shuffled deck is a die too: one face per card ([`Die::card_of`]).
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::Die;
///
/// let d20 = Die::sided(20);
/// assert_eq!((d20.low(), d20.high(), d20.sides()), (1, 20, 20));
/// // A bag keeps proportions only: two of each is as good as one of each.
/// assert_eq!(Die::new(&[1, 1, 3, 3]), Die::new(&[1, 3]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    /// The faces in increasing order, with multiplicities reduced to lowest terms.
    faces: Vec<i32>,
    /// Each distinct face with its multiplicity in `faces`.
    kinds: Vec<(i32, u64)>,
    /// The smallest number of bits with `2^bits >= faces.len()`, which a draw uses.
    bits: u32,
    word: LuckKind,
}

impl Die {
    /// Creates a die with these faces, in any order.
    ///
    /// # Panics
    /// If there is no face, or if there are more than 65,536.
    pub fn new(faces: &[i32]) -> Die {
        Die::with_word(faces, LuckKind::Face)
    }

    /// Creates a die with the faces 1 to `sides`: `Die::sided(20)` is a d20.
    pub fn sided(sides: u16) -> Die {
        Die::new(&(1..=i32::from(sides)).collect::<Vec<_>>())
    }

    /// Creates a die that stands for one card from the top of a full, freshly shuffled `deck`.
    pub fn card_of(deck: &Deck) -> Die {
        Die::cards(deck.values())
    }

    /// Creates a die that stands for one card, drawn with replacement, of a deck of any size with
    /// these values.
    ///
    /// # Panics
    /// See [`Die::new`].
    pub fn cards(values: &[i32]) -> Die {
        Die::with_word(values, LuckKind::Card)
    }

    fn with_word(faces: &[i32], word: LuckKind) -> Die {
        assert!((1..=65_536).contains(&faces.len()), "a die has 1 to 65,536 faces");
        let mut sorted = faces.to_vec();
        sorted.sort_unstable();
        let mut kinds: Vec<(i32, u64)> = Vec::with_capacity(sorted.len());
        kinds.extend(sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64)));
        let common = kinds.iter().fold(0, |so_far, &(_, copies)| gcd(so_far, copies.into())) as u64;
        kinds.iter_mut().for_each(|(_, copies)| *copies /= common);
        // Keep one of every `common` copies.
        let faces: Vec<i32> = sorted.into_iter().step_by(common as usize).collect();
        let bits = usize::BITS - (faces.len() - 1).leading_zeros();
        Die { faces, kinds, bits, word }
    }

    /// Returns the faces in increasing order, in lowest terms.
    pub fn faces(&self) -> &[i32] {
        &self.faces
    }

    /// Returns each distinct face, in increasing order, with its multiplicity.
    pub fn kinds(&self) -> &[(i32, u64)] {
        &self.kinds
    }

    /// Returns the number of equally likely faces in lowest terms: a card of a 54-card deck has 27,
    /// since every value occurs twice.
    pub fn sides(&self) -> u64 {
        self.faces.len() as u64
    }

    /// Returns the lowest face.
    pub fn low(&self) -> i32 {
        self.faces[0]
    }

    /// Returns the highest face.
    pub fn high(&self) -> i32 {
        self.faces[self.faces.len() - 1]
    }

    /// Returns the kind of luck word in scripts, a `face` or a `card`.
    pub fn word(&self) -> LuckKind {
        self.word
    }

    #[inline]
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }
}

/// Returns the greatest common divisor; `gcd(0, n) = n`.
///
/// Most arguments fit 64 bits, for which it is five times as fast.
pub fn gcd(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => a.gcd(&b).into(),
        _ => a.gcd(&b),
    }
}
