//! The choice of the solution method for a game with hidden information.

use super::game::{Hidden, Proof};
use super::{oracle, regret};

impl Hidden {
    /// Returns plans of both sides that prove the value to within `goal`, or as closely as about a
    /// minute of learning allows; the proof states the remaining gap.
    pub fn solve(&self, goal: f64) -> Proof {
        let exact = oracle::solve(self);
        match exact {
            Some(proof) if proof.hi - proof.lo <= goal => proof,
            _ => regret::solve(self, goal),
        }
    }
}
