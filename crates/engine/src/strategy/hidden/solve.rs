//! Which way a game is solved.

use super::game::{Hidden, Proof};
use super::{oracle, regret};

impl Hidden {
    /// Plans of both sides that prove the value to within `goal`, or as near as a minute of
    /// learning comes: the proof says how near.
    pub fn solve(&self, goal: f64) -> Proof {
        let exact = oracle::solve(self);
        match exact {
            Some(proof) if proof.hi - proof.lo <= goal => proof,
            _ => regret::solve(self, goal),
        }
    }
}
