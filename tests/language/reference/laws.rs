//! Laws of a program by a walk of all ways, and the best value that a player reaches.

use std::collections::BTreeMap;

use oddsmith_dice::syntax::{Expression, Program};

use super::forks::{Fraction, Taken};
use super::trial::{Player, Trial};

/// Chance of an outcome: as a float, and as a fraction unless its terms exceed 128 bits.
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    pub share: f64,
    pub fraction: Option<Fraction>,
}

/// Law of each column, by outcome.
#[derive(Debug, Default)]
pub struct Laws {
    pub columns: BTreeMap<String, BTreeMap<String, Chance>>,
    /// Chance of all ways that were cut, before `given`.
    pub cut: f64,
}

impl Laws {
    fn add(&mut self, column: String, outcome: String, chance: Chance) {
        let sum = |sum: &mut Chance| {
            sum.share += chance.share;
            sum.fraction = sum.fraction.zip(chance.fraction).and_then(|(a, b)| a.plus(b));
        };
        let known = self.columns.entry(column).or_default();
        known.entry(outcome).and_modify(sum).or_insert(chance);
    }

    /// Divides all chances by that of the trials that count.
    fn scaled(mut self, counted: Chance) -> Laws {
        for chance in self.columns.values_mut().flat_map(BTreeMap::values_mut) {
            chance.share /= counted.share;
            let over = |(of, all): (Fraction, Fraction)| of.over(all);
            chance.fraction = chance.fraction.zip(counted.fraction).and_then(over);
        }
        self.cut /= counted.share;
        self
    }
}

/// Returns a player that decides by expressions.
pub fn policy(by: &BTreeMap<String, Expression>) -> impl Fn(&mut Trial, &str) -> Option<i64> {
    |trial, name| by.get(name).map(|by| trial.number(by))
}

/// Returns the laws of a program by a walk of all ways, or `None` if there are more than `most`.
/// Without a trial that counts there are no columns.
pub fn laws(
    program: &Program,
    fields: &BTreeMap<String, i64>,
    player: &Player,
    most: usize,
) -> Option<Laws> {
    let (mut trial, mut laws) = (Trial::new(program, fields), Laws::default());
    let mut counted: Option<Chance> = None;
    for _ in 0..most {
        let counts = trial.play(player);
        let chance = Chance { share: trial.forks.share(), fraction: trial.forks.fraction() };
        if trial.forks.is_cut {
            laws.cut += chance.share;
        } else if counts {
            counted = Some(counted.map_or(chance, |sum| Chance {
                share: sum.share + chance.share,
                fraction: sum.fraction.zip(chance.fraction).and_then(|(a, b)| a.plus(b)),
            }));
            for (column, outcome) in trial.outcomes() {
                laws.add(column, outcome, chance);
            }
        }
        if !trial.forks.advance() {
            return Some(match counted {
                Some(counted) => laws.scaled(counted),
                None => laws,
            });
        }
    }
    None
}

/// The value of a trial for its player.
pub type Worth<'w> = dyn Fn(&Trial) -> f64 + 'w;

/// Returns the value of a rule for a player who sees all that has come up and tries every word at
/// each decision that `player` leaves open, or `None` if there are too many ways.
pub fn best(program: &Program, player: &Player, worth: &Worth, most: usize) -> Option<f64> {
    fn from(
        depth: usize,
        trial: &mut Trial,
        left: &mut usize,
        (play, worth): (&dyn Fn(&mut Trial), &Worth),
    ) -> Option<f64> {
        let Some(fork) = trial.forks.taken.get(depth).cloned() else { return Some(worth(trial)) };
        let mut each = Vec::new();
        for which in 0..fork.weights.len() {
            if which > 0 {
                *left = left.checked_sub(1)?;
                trial.forks.taken.truncate(depth);
                trial.forks.taken.push(Taken { which, ..fork.clone() });
                play(trial);
            }
            each.push(from(depth + 1, trial, left, (play, worth))?);
        }
        let all: u64 = fork.weights.iter().sum();
        let parts = each.iter().zip(&fork.weights);
        Some(match fork.chosen {
            true => each.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            false => parts.map(|(value, weight)| value * *weight as f64).sum::<f64>() / all as f64,
        })
    }
    let play = |trial: &mut Trial| assert!(trial.play(player), "each trial counts");
    let mut trial = Trial::new(program, &BTreeMap::new());
    play(&mut trial);
    let mut left = most;
    from(0, &mut trial, &mut left, (&play, worth))
}
