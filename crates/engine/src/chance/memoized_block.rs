//! Nested enumeration: the complete distribution of a request, computed before the outer
//! enumeration continues.

use super::bag::{Failure, Lawful};
use super::cases::Cases;
use super::finder::Finder;
use super::fork::Fork;
use super::share::{Lost, Share};
use super::{Enumerated, Part};

/// Maximum number of branches of a request that becomes one fork.
const MOST_OF_REQUEST: usize = 1 << 16;

/// Maximum number of branches of a bag's part other than dice.
const MOST_OF_PART: usize = 200_000;

impl Enumerated {
    /// Enumerates all answers of `ask` as one fork; `None` if there are too many branches or their
    /// cases overflow.
    pub(super) fn gather(&mut self, ask: impl FnMut(&mut Enumerated) -> i32) -> Option<Fork> {
        let known = std::mem::take(&mut self.known);
        let mut inner = Enumerated::default();
        inner.known = known;
        let fork = inner.all(ask);
        self.known = inner.known;
        fork.filter(|_| !inner.failed)
    }

    /// Enumerates the answers of all branches of `ask`, each once.
    fn all(&mut self, mut ask: impl FnMut(&mut Enumerated) -> i32) -> Option<Fork> {
        let (mut answers, mut cases, mut finder) = (Vec::new(), Cases::new(0), Finder::default());
        finder.restart();
        for _ in 0..MOST_OF_REQUEST {
            let answer = ask(self);
            let (these, all) = self.cases().filter(|_| self.lost == Lost::default())?;
            let alike = |known: u32| answers[known as usize] == answer;
            let cell = finder.find(&[], u64::from(answer as u32), alike).unwrap_or_else(|| {
                answers.push(answer);
                cases.of.push(0);
                answers.len() as u32 - 1
            });
            cases.count(&[cell], these, all)?;
            if self.advance().is_none() {
                let of = u64::try_from(cases.all).ok()?;
                // No answer has more cases than the total, which fits.
                let options = answers.into_iter().zip(cases.of.iter().map(|&cases| cases as u64));
                let options = options.collect();
                return Some(Fork { options, of, gathered: true, ..Fork::default() });
            }
        }
        None
    }
}

/// Returns the distribution of a bag's part other than dice, and its loss.
pub(super) fn values_of<P: Part>(part: &P) -> Lawful<(Vec<(i32, Share)>, Lost)> {
    let mut chance = Enumerated::default();
    let (mut values, mut shares) = (Vec::new(), vec![Share::one()]);
    loop {
        let value = part.value(&mut chance);
        chance.weigh(&mut shares);
        values.push((value, shares[shares.len() - 1].clone()));
        if values.len() > MOST_OF_PART {
            return Err(Failure::Budget);
        }
        match chance.advance() {
            Some(shared) => shares.truncate(shared + 1),
            None => break,
        }
    }
    if chance.failed { Err(Failure::Budget) } else { Ok((values, chance.lost)) }
}

#[cfg(test)]
mod tests {
    use super::super::{Chance, Die, FoldedChance};
    use super::*;

    /// Returns each answer of an enumeration with its probability.
    fn law(mut ask: impl FnMut(&mut Enumerated) -> i32) -> Vec<(i32, f64)> {
        let (mut chance, mut shares) = (Enumerated::default(), vec![Share::one()]);
        let mut law: Vec<(i32, f64)> = Vec::new();
        loop {
            let answer = ask(&mut chance);
            chance.weigh(&mut shares);
            let share = shares[shares.len() - 1].value();
            match law.iter_mut().find(|(known, _)| *known == answer) {
                Some((_, sum)) => *sum += share,
                None => law.push((answer, share)),
            }
            match chance.advance() {
                Some(shared) => shares.truncate(shared + 1),
                None => return law,
            }
        }
    }

    /// A request with one or two draws becomes one fork with the distribution of its separate
    /// forks, also if its first branch has a single draw, and with draws before and after.
    #[test]
    fn merged_forks_have_the_distribution_of_their_parts() {
        let (coin, die) = (Die::new(&[0, 1, 1]), Die::sided(6));
        let struck = |chance: &mut Enumerated| match chance.face(&coin) {
            0 => 0,
            _ => chance.face(&die) + chance.face(&die),
        };
        let around = |gathered: bool| {
            law(|chance| {
                let before = chance.face(&coin);
                let strike = |chance: &mut Enumerated| match gathered {
                    true => chance.memoized_block(&coin, [before, 0], struck),
                    false => struck(chance),
                };
                let first = strike(chance);
                1000 * before + 20 * first + strike(chance) * chance.face(&coin)
            })
        };
        let (mut plain, mut gathered) = (around(false), around(true));
        plain.sort_unstable_by_key(|&(answer, _)| answer);
        gathered.sort_unstable_by_key(|&(answer, _)| answer);
        assert_eq!(plain.len(), gathered.len());
        for ((answer, share), (same, other)) in plain.into_iter().zip(gathered) {
            assert!(answer == same && (share - other).abs() < 1e-15, "{answer}: {share} {other}");
        }
    }

    /// A request with very many branches is enumerated fork by fork.
    #[test]
    fn what_is_too_much_for_one_fork_is_many() {
        let die = Die::sided(20);
        // The first draw is memoized, and must not be mistaken for the whole request.
        let sum = |chance: &mut Enumerated| {
            let first = chance.memoized(&die, [1, 0], |chance| chance.face(&die));
            first + (0..3).map(|_| chance.face(&die)).sum::<i32>()
        };
        assert!(Enumerated::default().gather(sum).is_none());
        let mut chance = Enumerated::default();
        assert_eq!(chance.memoized_block(&die, [0; 2], sum), 4);
        let mut shares = vec![Share::one()];
        chance.weigh(&mut shares);
        assert_eq!(shares.len(), 5, "a share for the start, and one for each die");
        assert!(chance.advance().is_some());
        assert_eq!(chance.memoized_block(&die, [0; 2], sum), 5);
    }
}
