//! Weighted choices other than dice and cards.

use super::LuckKind;

/// The integer weights of several choices: choice `i` has the probability `weights[i] / total`.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::Odds;
///
/// let tied_for_first = Odds::even(3);
/// assert_eq!((tied_for_first.weights(), tied_for_first.total()), (&[1, 1, 1][..], 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
// Fields are ordered such that a draw touches one cache line of this struct.
#[repr(C, align(64))]
pub struct Odds {
    total: u64,
    /// The choice for each number below `total`; empty if there are too many or no lookup was
    /// requested.
    choices: Box<[u16]>,
    /// The lookup entry for the high bits of a number; empty if a draw scans all choices.
    places: Box<[Place]>,
    /// Number of low bits of a number that `places` does not distinguish.
    low_bits: u32,
    word: LuckKind,
    /// `ends[i]` is the sum of the weights up to and including choice i.
    ends: Box<[u64]>,
    weights: Box<[u64]>,
}

/// Maximum total for which `choices` lists every number.
const MOST_IN_ONE_LOOK: u64 = 64;

/// The choices for numbers with the same high bits: the first if below `ends[0]`, the second if
/// below `ends[1]`, else the third.
///
/// If `more` is set there are more than three, to be searched from the first on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    ends: [u64; 2],
    choices: [u16; 3],
    more: bool,
}

impl Odds {
    /// Creates choices with these weights.
    ///
    /// # Panics
    /// If all weights are zero or their sum overflows 64 bits.
    pub fn new(weights: &[u64]) -> Odds {
        let mut total = 0u64;
        let mut end = |&weight: &u64| {
            total = total.checked_add(weight).expect("the weights of a choice fit 64 bits");
            total
        };
        let ends: Box<[u64]> = weights.iter().map(&mut end).collect();
        assert!(total > 0, "a choice has at least one weight above zero");
        Odds {
            weights: weights.into(),
            ends,
            choices: Box::default(),
            places: Box::default(),
            low_bits: 0,
            total,
            word: LuckKind::Choose,
        }
    }

    /// Adds a lookup table, for choices that are drawn many times.
    pub fn with_lookup(self) -> Odds {
        if self.total <= MOST_IN_ONE_LOOK && u16::try_from(self.ends.len()).is_ok() {
            let choices = (0..self.total).map(|number| self.on(number) as u16).collect();
            return Odds { choices, ..self };
        }
        self.with_places()
    }

    /// Adds the lookup table by high bits, also for few choices: a draw that mixes short and long
    /// lists then has a single code path, without an unpredictable branch.
    pub fn with_places(self) -> Odds {
        let Ok(all) = u16::try_from(self.ends.len()) else { return self };
        // Enough high bits for one or two entries per choice, so hardly any entry has more than
        // three choices.
        let bits = |number: u64| u64::BITS - number.leading_zeros();
        let low_bits = bits(self.total - 1).saturating_sub(bits(all.into()));
        let place = |high: u64| {
            let last = (high << low_bits | ((1 << low_bits) - 1)).min(self.total - 1);
            let (first, last) = (self.on(high << low_bits), self.on(last));
            let next = self.on(self.ends[first]).min(last);
            let ends = [self.ends[first], self.ends[next]];
            let choices = [first, next, last].map(|choice| choice as u16);
            Place { ends, choices, more: next < last && self.on(ends[1]) < last }
        };
        let places = (0..=(self.total - 1) >> low_bits).map(place).collect();
        Odds { places, low_bits, ..self }
    }

    /// Returns the choice that a number falls on, by binary search.
    fn on(&self, number: u64) -> usize {
        self.ends.partition_point(|&end| end <= number)
    }

    /// Sets a rule-specific word for the choices, counted from 0: `bid 2` instead of `choose 3`.
    pub fn labelled(self, word: &'static str) -> Odds {
        Odds { word: LuckKind::Own(word), ..self }
    }

    /// Creates `count` equally likely choices.
    pub fn even(count: usize) -> Odds {
        Odds::new(&vec![1; count])
    }

    /// Returns the weight of each choice.
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// Returns the choice that a number below the total falls on, without unpredictable branches:
    /// by lookup, or by counting the ends below it.
    #[inline]
    pub(super) fn fallen_on(&self, number: u64) -> usize {
        if let Some(choice) = self.choices.get(number as usize) {
            return usize::from(*choice);
        }
        let below = |&end: &u64| end <= number;
        match self.places.get((number >> self.low_bits) as usize) {
            None => self.ends.iter().map(|end| usize::from(below(end))).sum(),
            Some(place) if !place.more => {
                let passed = place.ends.each_ref().map(|end| usize::from(below(end)));
                usize::from(place.choices[passed[0] + passed[1]])
            }
            Some(place) => {
                let first = usize::from(place.choices[0]);
                first + self.ends[first..].iter().take_while(|end| below(end)).count()
            }
        }
    }

    /// Returns the kind of luck word of a draw.
    pub fn word(&self) -> LuckKind {
        self.word
    }

    /// Returns the sum of the weights.
    pub fn total(&self) -> u64 {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number of a few weights, and those near each end of large ones, falls on its choice.
    #[test]
    fn numbers_fall_on_their_choice() {
        let huge = [1 << 40, 0, 3, (1 << 62) - 1, 1, 1 << 20, 7];
        for weights in [&[1][..], &[0, 5], &[4, 1, 2, 3, 2, 2, 1, 1, 1], &[0, 1, 0, 90, 0], &huge] {
            let odds = || Odds::new(weights);
            let (odds, with_lookup, with_places) =
                (&odds(), &odds().with_lookup(), &odds().with_places());
            let about = |end: &u64| end.saturating_sub(9)..=end.saturating_add(9);
            for number in odds.ends.iter().flat_map(about).filter(|&number| number < odds.total) {
                let choice = odds.ends.iter().position(|&end| number < end);
                for odds in [odds, with_lookup, with_places] {
                    assert_eq!(Some(odds.fallen_on(number)), choice, "{number} of {weights:?}");
                }
            }
        }
    }
}
