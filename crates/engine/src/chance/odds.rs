//! Weighted choices other than dice and cards.

use super::LuckKind;

/// The weights of several choices, as whole numbers: choice `i` has the chance `weights[i] /
/// total`.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::Odds;
///
/// let tied_for_first = Odds::even(3);
/// assert_eq!((tied_for_first.weights(), tied_for_first.total()), (&[1, 1, 1][..], 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
// In this order a draw looks at one line of the cache, whichever of many choices it is from.
#[repr(C, align(64))]
pub struct Odds {
    total: u64,
    /// By number, where it falls; empty where there are more than a few, or few draws.
    choices: Box<[u16]>,
    /// By the high bits of a number, where it may fall; empty where a draw looks at all choices.
    places: Box<[Place]>,
    /// How many bits are low.
    low_bits: u32,
    word: LuckKind,
    /// `ends[i]` is the sum of the weights up to choice i.
    ends: Box<[u64]>,
    weights: Box<[u64]>,
}

/// So many numbers are few.
const MOST_IN_ONE_LOOK: u64 = 64;

/// Where numbers of the same high bits fall: on the first choice below its end, on the second below
/// its own, else on the third; or on one of more than three from the first on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    ends: [u64; 2],
    choices: [u16; 3],
    more: bool,
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

    /// The same choices, made ready for being drawn many times.
    pub fn with_lookup(self) -> Odds {
        if self.total <= MOST_IN_ONE_LOOK && u16::try_from(self.ends.len()).is_ok() {
            let choices = (0..self.total).map(|number| self.on(number) as u16).collect();
            return Odds { choices, ..self };
        }
        self.with_places()
    }

    /// The same for choices that are drawn among others, few and many: one way of looking them up,
    /// as no processor foresees which of two it will be.
    pub fn with_places(self) -> Odds {
        let Ok(all) = u16::try_from(self.ends.len()) else { return self };
        // So many high bits that there is a place or two for each choice: hardly any has more than
        // three.
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

    /// The choice on which a number falls, by its ends.
    fn on(&self, number: u64) -> usize {
        self.ends.partition_point(|&end| end <= number)
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

    /// The choice on which a number below the total falls. It counts the ends below the number, or
    /// looks up next to all of them: no branch that luck decides.
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

    /// How the luck of it is said.
    pub fn word(&self) -> LuckKind {
        self.word
    }

    /// The sum of the weights.
    pub fn total(&self) -> u64 {
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number of a few weights, and those about each end of large ones, falls on its choice.
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
