//! What comes of two plans when they meet.

use std::cmp::Ordering;

use super::{Objective, Plan, Stages};

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

impl Stages {
    /// What comes of these plans when they meet.
    pub fn course(&self, plans: [&Plan; 2]) -> Course {
        let mut course = Course::default();
        let mut mass = vec![0.0; self.len()];
        mass[0] = 1.0;
        for (number, state) in self.states().enumerate() {
            if mass[number] == 0.0 {
                continue;
            }
            let played = |plan: &Plan| -> Vec<(i32, f64)> {
                let bids = (0..).zip(plan.mix(number).iter().copied());
                bids.filter(|(_, share)| *share > 0.0).collect()
            };
            let rivals = played(plans[1]);
            for (own, share) in played(plans[0]) {
                for &(rival, other) in &rivals {
                    let (bids, weight) = ([own, rival], mass[number] * share * other);
                    let next = self.next(&state, bids);
                    course.rounds_won += if self.winner(state.played, bids) == Ordering::Greater {
                        weight
                    } else {
                        0.0
                    };
                    course.spend[0] += weight * f64::from(own);
                    course.spend[1] += weight * f64::from(rival);
                    let over = next.played == self.rounds();
                    match self.objective() {
                        Objective::Share => course
                            .count(self.winner(state.played, bids), weight / self.rounds() as f64),
                        Objective::Majority if over => course.count(next.score.cmp(&0), weight),
                        Objective::Majority => {}
                    }
                    if !over {
                        mass[self.number(&next)] += weight;
                    }
                }
            }
        }
        course
    }
}
