//! Two dice alike, which are drawn together.

use std::sync::Arc;

use super::Die;

/// Two of the same die, or two cards, each from a full deck.
///
/// # Examples
/// ```
/// use oddsmith::chance::{Chance, Die, Scripted, TwoDice};
///
/// let dice = TwoDice::of(Die::sided(20));
/// let better = Scripted::parse("face 3, face 17")?.two(&dice, i32::max);
/// assert_eq!(better, 17);
/// # Ok::<(), oddsmith::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TwoDice {
    die: Die,
    /// The faces of every roll, the second die fastest; none where they are too many for a near
    /// cache.
    rolls: Arc<[[i32; 2]]>,
    bits: u32,
}

/// The most rolls that are kept.
const MOST: u64 = 4096;

impl TwoDice {
    /// Two of this die.
    pub fn of(die: Die) -> TwoDice {
        let faces = if die.sides() * die.sides() <= MOST { die.faces() } else { &[] };
        let rolls = faces.iter().flat_map(|&one| faces.iter().map(move |&other| [one, other]));
        let bits = if faces.is_empty() { u32::MAX } else { 2 * die.bits() };
        TwoDice { rolls: rolls.collect(), bits, die }
    }

    /// One of the two.
    pub fn die(&self) -> &Die {
        &self.die
    }

    /// The rolls, all of which are equally likely, or none.
    #[inline(always)]
    pub(super) fn rolls(&self) -> &[[i32; 2]] {
        &self.rolls
    }

    /// What a draw of both takes of a random word; more than it has where no rolls are kept.
    #[inline(always)]
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Chance, Sampled, Stream};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever was drawn before, two dice fall as they do one after the other.
        #[test]
        fn drawn_together_they_fall_as_they_do_in_turn(
            sides in 1u16..=80, before in prop::collection::vec(0usize..4, 0..40), seed: u64,
        ) {
            let (die, other) = (Die::sided(sides), Die::sided(100));
            let dice = TwoDice::of(die.clone());
            let mut luck = Sampled::new(&Stream::new(seed, "two dice"), 0);
            for singles in before {
                let mut same = luck.clone();
                for _ in 0..singles {
                    prop_assert_eq!(luck.face(&other), same.face(&other));
                }
                let mut fallen = [0; 2];
                luck.two(&dice, |one, other| {
                    fallen = [one, other];
                    0
                });
                prop_assert_eq!(fallen, [same.face(&die), same.face(&die)]);
                prop_assert_eq!(luck.face(&other), same.face(&other));
            }
        }
    }
}
