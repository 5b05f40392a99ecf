//! Choices by weights.

use oddsmith_engine::chance::{Chance, Odds};

/// A choice by weights, which draws nothing if only one choice is possible.
#[derive(Clone, Debug, PartialEq)]
pub enum Mix {
    /// This choice.
    Sure(usize),
    /// One of several choices.
    Mixed(Odds),
}

impl Mix {
    /// Creates the choice by these weights, of which the first is taken if all are 0; `odds` makes
    /// odds of several that are not.
    pub fn new(weights: &[u64], odds: impl FnOnce(&[u64]) -> Odds) -> Mix {
        let mut possible = (0..weights.len()).filter(|&choice| weights[choice] > 0);
        match (possible.next(), possible.next()) {
            (Some(_), Some(_)) => Mix::Mixed(odds(weights)),
            (one, _) => Mix::Sure(one.unwrap_or(0)),
        }
    }

    /// Draws a choice.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub fn choose<C: Chance>(&self, chance: &mut C) -> usize {
        match self {
            Mix::Sure(choice) => *choice,
            Mix::Mixed(odds) => chance.choose(odds),
        }
    }
}
