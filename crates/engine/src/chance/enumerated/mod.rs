//! The chance that enumerates every branch: a rule runs once for each sequence of possible draws.
//!
//! This module holds the path of forks and its successor; `requests` turns each request of a rule
//! into a fork. Laws of bags are computed in `bag`.

mod requests;

use std::collections::HashMap;
use std::sync::Arc;

use super::bag::{BagLaw, Lawful};
use super::finder::Finder;
use super::fork::{Fork, ForkPrefix, Summaries, each, put};
use super::memoized_block::values_of;
use super::share::{FractionBudget, Lost, Share};
use super::{Bag, Die, Part};

/// A [`Chance`](super::Chance) that answers along one branch; [`Enumerated::advance`] moves to the
/// next.
///
/// The rule runs once per branch, and each draw is a fork. To advance, the last fork with an option
/// left takes its next option and the forks after it are dropped, so every path is taken once. The
/// idea is exhaustigen's (<https://github.com/graydon/exhaustigen-rs>); the weights are added here.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::{Chance, Die, Enumerated};
///
/// let (coin, mut chance, mut heads) = (Die::new(&[0, 1]), Enumerated::new(), vec![]);
/// loop {
///     heads.push(chance.face(&coin) + chance.face(&coin));
///     if chance.advance().is_none() {
///         break;
///     }
/// }
/// assert_eq!(heads, [0, 1, 1, 2]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Enumerated {
    /// The forks of the current path; entries past `open` are kept only for reuse of their memory.
    forks: Vec<Fork>,
    /// Number of forks on this path so far, over all its runs.
    open: usize,
    /// Number of forks that the current run has passed.
    passed: usize,
    /// True if a bag exceeded its budget, so that the branches are incomplete.
    pub(crate) failed: bool,
    /// The largest probability that a roll dropped.
    pub(crate) lost: Lost,
    /// The memoized number of cases of all forks before the last.
    before: ForkPrefix,
    /// Finds equal answers while options are gathered.
    finder: Finder,
    /// Memoized forks of requests made through [`memoized`](super::FoldedChance::memoized).
    pub(super) known: Known<Fork>,
    /// Memoized forks of requests of [`super::FoldedChance::memoized_block`]; `None` if a
    /// request has too many branches for one fork.
    gathered: Known<Option<Fork>>,
    /// The remaining budget of operations on big fractions.
    pub(crate) patience: FractionBudget,
}

/// A memo table, keyed by address and key of the request.
type Known<T> = HashMap<(usize, [i32; 2]), T, foldhash::fast::FixedState>;

impl Enumerated {
    /// Creates an enumeration at its first branch.
    pub fn new() -> Enumerated {
        Enumerated::default()
    }

    /// Moves to the next branch and returns the number of leading forks that it shares with the
    /// last one, or `None` after the last branch.
    pub fn advance(&mut self) -> Option<usize> {
        debug_assert_eq!(self.passed, self.open, "a rule that is answered the same asks the same");
        self.passed = 0;
        while self.open > 0 {
            let fork = &mut self.forks[self.open - 1];
            fork.taken += 1;
            if fork.taken < fork.ways() {
                self.before.keep(self.open - 1);
                return Some(self.open - 1);
            }
            self.open -= 1;
        }
        self.before.keep(0);
        None
    }

    /// Returns the estimated fraction of the enumeration that is done, assuming that all options of
    /// a fork take equal work.
    pub(crate) fn walked_part(&self) -> f64 {
        let forks = self.forks[..self.open].iter().rev();
        forks.fold(1.0, |behind, fork| (fork.taken as f64 + behind) / fork.ways() as f64)
    }

    /// Extends `shares` by the probability up to each fork of this branch that it lacks;
    /// `shares[0]` is that of the start, which is 1.
    pub(crate) fn weigh(&mut self, shares: &mut Vec<Share>) {
        for fork in &self.forks[shares.len() - 1..self.open] {
            let so_far = &shares[shares.len() - 1];
            let first = shares.len() == 1;
            let share = match &fork.law {
                Some(law) if first => law.outcomes[fork.taken].1.clone(),
                Some(law) => so_far.then(&law.outcomes[fork.taken].1, &mut self.patience),
                None => {
                    let cases = Share::cases(fork.options[fork.taken].1, fork.of);
                    if first { cases } else { so_far.then(&cases, &mut self.patience) }
                }
            };
            shares.push(share);
        }
    }

    /// Returns (favorable, all) equally likely cases of this branch, or `None` on overflow of
    /// `u128`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn cases(&mut self) -> Option<(u128, u128)> {
        self.before.then_last(&self.forks[..self.open])
    }

    /// Returns the distribution of a bag of dice whose faces may depend on `part`; memoized if the
    /// bag is constant.
    pub(crate) fn law_of<P: Part>(bag: &Bag, part: &P) -> Lawful<Arc<BagLaw>> {
        let dice = bag.members().iter().all(|member| member.die.is_some());
        let of_part = || if dice { Ok(Default::default()) } else { values_of(part) };
        if dice || part.is_closed() {
            return bag.law_once(of_part).clone();
        }
        let (values, lost) = of_part()?;
        let law = bag.law(&values)?;
        Ok(Arc::new(BagLaw { lost: law.lost.most(lost), ..law }))
    }

    /// Writes the answers of the current branch to `answers`; on the first visit, computes the
    /// branches of this fork from `law`.
    fn answer(&mut self, answers: &mut [i32], law: impl FnOnce() -> Lawful<Arc<BagLaw>>) {
        let (new, place) = self.meet();
        if new {
            let law = law().unwrap_or_else(|_| {
                self.failed = true;
                let outcomes = vec![(vec![0; answers.len()], Share::one())];
                Arc::new(BagLaw { outcomes, lost: Lost::default() })
            });
            self.lost = self.lost.most(law.lost);
            self.forks[place].law = Some(law);
        }
        let fork = &self.forks[place];
        if let Some(law) = &fork.law {
            answers.copy_from_slice(&law.outcomes[fork.taken].0);
        }
    }

    /// Moves to the next fork of this run; returns whether it is new (and empty), and its index.
    #[inline]
    fn meet(&mut self) -> (bool, usize) {
        let new = self.passed == self.open;
        if new {
            if self.open == self.forks.len() {
                self.forks.push(Fork::default());
            }
            let fork = &mut self.forks[self.open];
            fork.taken = 0;
            fork.options.clear();
            (fork.law, fork.known, fork.gathered) = (None, false, false);
            self.open += 1;
        }
        self.passed += 1;
        (new, self.passed - 1)
    }

    /// Returns the answer at this fork.
    ///
    /// On the first visit `options` fills in the possible answers and returns the number of equally
    /// likely cases.
    #[inline]
    fn ask(&mut self, options: impl FnOnce(&mut Vec<(i32, u64)>) -> u64) -> i32 {
        if let Some(answer) = self.again() {
            return answer;
        }
        let (_, place) = self.meet();
        let fork = &mut self.forks[place];
        fork.of = options(&mut fork.options);
        fork.options[fork.taken].0
    }

    /// Returns the answer at a fork on its first visit, copying the memoized fork of this request
    /// if there is one.
    #[inline(never)]
    fn meet_known(
        &mut self,
        key: (usize, [i32; 2]),
        ask: impl FnOnce(&mut Enumerated) -> i32,
    ) -> i32 {
        let at = self.passed;
        let Some(known) = self.known.get(&key) else {
            let answer = ask(self);
            if self.open == at + 1 {
                self.forks[at].known = true;
                self.known.insert(key, self.forks[at].clone());
            }
            return answer;
        };
        put(&mut self.forks, at, known);
        self.open += 1;
        self.passed += 1;
        self.forks[at].answer()
    }

    /// Returns the answer at a new fork whose options are the summaries of these dice.
    #[inline(never)]
    fn gists_of<const N: usize>(
        &mut self,
        dice: [&Die; N],
        mut summarize: impl FnMut([i32; N]) -> i32,
    ) -> i32 {
        self.ask_summaries(|options| {
            each(dice.map(Die::kinds), |kinds| {
                let cases = kinds.iter().map(|&(_, copies)| copies).product();
                options.add(summarize(kinds.map(|(face, _)| face)), cases);
            });
            dice.iter().map(|die| die.sides()).product()
        })
    }

    /// Returns the answer at this fork if it was visited before, the most common case.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn again(&mut self) -> Option<i32> {
        let fork = self.forks[..self.open].get(self.passed)?;
        self.passed += 1;
        Some(fork.options[fork.taken].0)
    }

    /// Returns the answer at this fork; on the first visit, merges options with equal answers.
    #[inline]
    fn ask_summaries(&mut self, gather: impl FnOnce(&mut Summaries) -> u64) -> i32 {
        if let Some(answer) = self.again() {
            return answer;
        }
        let mut finder = std::mem::take(&mut self.finder);
        let answer = self.ask(|options| gather(&mut Summaries::new(options, &mut finder)));
        self.finder = finder;
        answer
    }
}
