//! The forks of an enumerated path, and the merging of equal answers.

use std::sync::Arc;

use super::bag::BagLaw;
use super::finder::Finder;
use super::share::Share;

/// A fork: the possible answers and the one that the path takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Fork {
    /// Answers with the number of cases of each, out of `of` equally likely ones.
    pub options: Vec<(i32, u64)>,
    pub of: u64,
    /// The law of a bag, which replaces `options`.
    pub law: Option<Arc<BagLaw>>,
    /// True if the fork is a single memoized request.
    pub known: bool,
    /// True if the fork merges several draws.
    pub gathered: bool,
    pub taken: usize,
}

impl Fork {
    /// Returns the number of options.
    pub fn ways(&self) -> usize {
        self.law.as_ref().map_or(self.options.len(), |law| law.outcomes.len())
    }

    /// Returns the first answer of the option taken.
    #[inline]
    pub fn answer(&self) -> i32 {
        match &self.law {
            Some(law) => law.outcomes[self.taken].0[0],
            None => self.options[self.taken].0,
        }
    }
}

/// Copies a memoized fork to index `at` of a path, reusing the memory there, since an enumeration
/// does this in every state.
#[inline]
pub(super) fn put(forks: &mut Vec<Fork>, at: usize, known: &Fork) {
    let Some(fork) = forks.get_mut(at) else { return forks.push(known.clone()) };
    fork.options.clone_from(&known.options);
    fork.law.clone_from(&known.law);
    (fork.of, fork.taken) = (known.of, known.taken);
    (fork.known, fork.gathered) = (known.known, known.gathered);
}

/// The memoized number of cases of the first `forks` forks of a path, if it fits 64 bits: most
/// branches differ only in their last fork.
#[derive(Clone, Copy, Debug)]
pub(super) struct ForkPrefix {
    forks: usize,
    cases: Option<(u64, u64)>,
}

impl Default for ForkPrefix {
    fn default() -> ForkPrefix {
        ForkPrefix { forks: 0, cases: Some((1, 1)) }
    }
}

impl ForkPrefix {
    /// Invalidates the memo unless the first `forks` forks, which are unchanged, cover it.
    #[inline]
    pub fn keep(&mut self, forks: usize) {
        if self.forks > forks {
            *self = ForkPrefix::default();
        }
    }

    /// Returns (favorable, all) equally likely cases of a path, or `None` on overflow of `u128`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn then_last(&mut self, path: &[Fork]) -> Option<(u128, u128)> {
        let last = path.len().saturating_sub(1);
        if self.forks != last {
            self.find(&path[..last]);
        }
        match (&path[last..], self.cases) {
            ([Fork { options, of, law: None, taken, .. }], Some((these, all))) => {
                let more = options[*taken].1;
                Some((u128::from(these) * u128::from(more), u128::from(all) * u128::from(*of)))
            }
            _ => cases(path),
        }
    }

    #[cold]
    fn find(&mut self, path: &[Fork]) {
        let cases = cases(path)
            .and_then(|(these, all)| Some((u64::try_from(these).ok()?, u64::try_from(all).ok()?)));
        *self = ForkPrefix { forks: path.len(), cases };
    }
}

/// Returns the cases of a path as a product over its forks.
fn cases(path: &[Fork]) -> Option<(u128, u128)> {
    path.iter().try_fold((1u128, 1u128), |(these, all), fork| {
        let (more, of) = match &fork.law {
            None => (fork.options[fork.taken].1.into(), fork.of.into()),
            Some(law) => match &law.outcomes[fork.taken].1 {
                Share::Fraction(share) => (share.over, share.under),
                Share::Large(_) | Share::Real(_) => return None,
            },
        };
        Some((these.checked_mul(more)?, all.checked_mul(of)?))
    })
}

/// Collects the answers of a fork, each once, in the order of first occurrence.
pub(super) struct Summaries<'f> {
    options: &'f mut Vec<(i32, u64)>,
    finder: &'f mut Finder,
    /// One more than the index of an answer, by its low byte; 0 if there is none.
    places: [u32; 256],
    /// Number of answers inserted into the finder, which is used only once two answers share a low
    /// byte.
    told: usize,
}

impl<'f> Summaries<'f> {
    pub fn new(options: &'f mut Vec<(i32, u64)>, finder: &'f mut Finder) -> Summaries<'f> {
        // Two cards have about forty answers, and most summaries fewer.
        options.reserve(64);
        Summaries { options, finder, places: [0; 256], told: 0 }
    }

    /// Adds `cases` cases to an answer.
    #[inline]
    pub fn add(&mut self, answer: i32, cases: u64) {
        let place = &mut self.places[usize::from(answer as u8)];
        if let Some((known, sum)) = self.options.get_mut((*place as usize).wrapping_sub(1)) {
            if *known == answer {
                *sum += cases;
                return;
            }
            return self.add_among_many(answer, cases);
        }
        self.options.push((answer, cases));
        *place = self.options.len() as u32;
    }

    #[cold]
    fn add_among_many(&mut self, answer: i32, cases: u64) {
        if self.told == 0 {
            self.finder.restart();
        }
        for &(new, _) in &self.options[self.told..] {
            self.finder.find(&[], u64::from(new as u32), |_| false);
        }
        self.told = self.options.len();
        let alike = |place: u32| self.options[place as usize].0 == answer;
        match self.finder.find(&[], u64::from(answer as u32), alike) {
            Some(place) => self.options[place as usize].1 += cases,
            None => {
                self.options.push((answer, cases));
                self.told += 1;
            }
        }
    }
}

/// Calls `visit` with each combination of one element per list, the last list varying fastest; no
/// list may be empty.
#[inline]
pub(super) fn each<T: Copy, const N: usize>(lists: [&[T]; N], mut visit: impl FnMut([T; N])) {
    const { assert!(N > 0, "there is a list") };
    let (mut taken, mut now) = ([0; N], lists.map(|list| list[0]));
    loop {
        for &last in lists[N - 1] {
            now[N - 1] = last;
            visit(now);
        }
        let mut list = N - 1;
        loop {
            if list == 0 {
                return;
            }
            list -= 1;
            taken[list] = if taken[list] + 1 < lists[list].len() { taken[list] + 1 } else { 0 };
            now[list] = lists[list][taken[list]];
            if taken[list] > 0 {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than 256 answers, some with equal low bytes, are counted separately.
    #[test]
    fn answers_with_equal_low_bytes_are_counted_separately() {
        let answer = |a: i32, b: i32| (a * b) % 37 * 256 + (a + b) % 11;
        let (mut options, mut finder) = (Vec::new(), Finder::default());
        let mut summaries = Summaries::new(&mut options, &mut finder);
        let mut want = Vec::<(i32, u64)>::new();
        for made in (1..=40).flat_map(|a| (1..=40).map(move |b| answer(a, b))) {
            summaries.add(made, 1);
            match want.iter_mut().find(|(known, _)| *known == made) {
                Some((_, cases)) => *cases += 1,
                None => want.push((made, 1)),
            }
        }
        assert_eq!(options, want);
    }
}
