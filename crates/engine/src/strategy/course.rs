//! What comes of two plans when they meet.

use std::cmp::Ordering;

use super::{BiddingDuel, Objective, Plan, meet};

/// What comes of two plans, on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// The share of rounds that the own side wins; of duels where the majority is all that counts.
    pub win: f64,
    /// The share of ties.
    pub tie: f64,
    /// The share that the rival wins.
    pub loss: f64,
    /// Rounds that the own side wins.
    pub rounds_won: f64,
    /// Points spent by each side.
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
    /// What comes of these plans when they meet.
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
