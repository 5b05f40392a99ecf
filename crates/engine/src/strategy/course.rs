//! The expected outcome of two plans against each other.

use std::cmp::Ordering;

use super::{BiddingDuel, Objective, Plan, meet};

/// The expected outcome of a duel in which both sides follow their plans.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// The share of rounds that the player wins, or of duels if the objective is the majority.
    pub win: f64,
    /// The share of ties.
    pub tie: f64,
    /// The share that the rival wins.
    pub loss: f64,
    /// The expected number of rounds that the player wins.
    pub rounds_won: f64,
    /// The expected points spent by each side.
    pub spend: [f64; 2],
}

impl Course {
    fn count(&mut self, winner: Ordering, share: f64) {
        *match winner {
            Ordering::Greater => &mut self.win,
            Ordering::Equal => &mut self.tie,
            Ordering::Less => &mut self.loss,
        } += share;
    }
}

impl BiddingDuel {
    /// Returns the expected outcome of these plans against each other.
    pub fn course(&self, plans: [&Plan; 2]) -> Course {
        let mut course = Course::default();
        meet(self, plans, |state, bids, weight| {
            let bids = bids.map(|bid| bid as i32);
            let winner = self.winner(state.played, bids);
            course.rounds_won += if winner == Ordering::Greater { weight } else { 0.0 };
            course.spend[0] += weight * f64::from(bids[0]);
            course.spend[1] += weight * f64::from(bids[1]);
            let next = self.next(state, bids);
            match self.objective() {
                Objective::Share => course.count(winner, weight / self.rounds() as f64),
                Objective::Majority if next.played == self.rounds() => {
                    course.count(next.score.cmp(&0), weight);
                }
                Objective::Majority => {}
            }
        });
        course
    }
}
