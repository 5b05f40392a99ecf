//! Weighted choices other than dice and cards.

use super::LuckKind;

/// The weights of several choices, as whole numbers: choice `i` has the chance `weights[i] /
/// total`.
///
/// # Examples
/// ```
/// use oddsmith::chance::Odds;
///
/// let tied_for_first = Odds::even(3);
/// assert_eq!((tied_for_first.weights(), tied_for_first.total()), (&[1, 1, 1][..], 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    weights: Vec<u64>,
    /// `ends[i]` is the sum of the weights up to choice i.
    ends: Vec<u64>,
    total: u64,
    word: LuckKind,
}

impl Odds {
    /// Choices with these weights.
    ///
    /// # Panics
    /// If all weights are zero or their sum does not fit 64 bits.
    pub fn new(weights: &[u64]) -> Odds {
        let mut total = 0u64;
        let mut end = |&weight: &u64| {
            total = total.checked_add(weight).expect("the weights of a choice fit 64 bits");
            total
        };
        let ends = weights.iter().map(&mut end).collect();
        assert!(total > 0, "a choice has at least one weight above zero");
        Odds { weights: weights.to_vec(), ends, total, word: LuckKind::Choose }
    }

    /// The same choices under a rule's own word, counted from 0: said as `bid 2` where they would
    /// be said as `choose 3`.
    pub fn said(self, word: &'static str) -> Odds {
        Odds { word: LuckKind::Own(word), ..self }
    }

    /// `count` choices, each equally likely.
    pub fn even(count: usize) -> Odds {
        Odds::new(&vec![1; count])
    }

    /// The weight of each choice.
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// The choice on which a number below the total falls. It counts the ends below the number and
    /// does not search, so there is no branch to mispredict.
    #[inline]
    pub(super) fn fallen_on(&self, number: u64) -> usize {
        self.ends.iter().map(|&end| usize::from(end <= number)).sum()
    }

    /// How the luck of it is said.
    pub fn word(&self) -> LuckKind {
        self.word
    }

    /// The sum of the weights.
    pub fn total(&self) -> u64 {
        self.total
    }
}
