//! A duel solved: all that its answer says.

use super::{Course, Objective, Plan, Range, Side, Solution, Stages, State};
use crate::error::Result;

/// Where a side's choices belong: a round, and what each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The number of the round, from 1 on.
    pub round: usize,
    /// What is left to the side that chooses.
    pub own: i32,
    /// What is left to the other.
    pub rival: i32,
    /// Rounds won less rounds lost by the side that chooses.
    pub score: i32,
}

/// One choice in one state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Which choice: the bid.
    pub bid: i32,
    /// Its probability in the plan shown.
    pub share: f64,
    /// Its probability over all optimal plans.
    pub range: Range,
}

/// What a simple policy costs the own side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Naive {
    /// Its name.
    pub policy: &'static str,
    /// The value less what the policy keeps against the rival's best reply.
    pub gives_away: f64,
}

/// A duel solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The value to the own side: halfway between the ends of its certificate.
    pub value: f64,
    /// What the own plan guarantees.
    pub lo: f64,
    /// What the rival's plan holds the own side to.
    pub hi: f64,
    /// Wins, ties, losses and points spent, when both sides follow the plans shown.
    pub course: Course,
    /// What is counted: rounds, or duels where the majority is all that counts.
    pub objective: Objective,
    /// The state before the first round, as each side sees it.
    pub standings: [Standing; 2],
    /// Each side's choices there.
    pub choices: [Vec<Choice>; 2],
    /// What simple policies of the own side give away.
    pub naive: Vec<Naive>,
}

impl Solved {
    /// Solves a duel. `leftover` is added to the value; `naive` are the policies to price.
    ///
    /// # Errors
    /// As [`Stages::solve`].
    pub fn new(stages: &Stages, leftover: f64, naive: impl IntoIterator<Item = (&'static str, Plan)>) -> Result<Solved> {
        let Solution { lo, hi, plans: [own, rival], first } = stages.solve()?;
        let value = lo + (hi - lo) / 2.0;
        let (rows, columns) = first.ranges();
        let choices = |plan: &Plan, ranges: Vec<Range>| {
            let choice = |(bid, range): (usize, Range)| Choice { bid: bid as i32, share: plan.mix(0)[bid], range };
            ranges.into_iter().enumerate().map(choice).collect()
        };
        let price =
            |(policy, plan): (&'static str, Plan)| Naive { policy, gives_away: (value - stages.reply(Side::Own, &plan).0).max(0.0) };
        let State { left: [mine, theirs], .. } = stages.start();
        let standing = |own, rival| Standing { round: 1, own, rival, score: 0 };
        Ok(Solved {
            value: value + leftover,
            lo: lo + leftover,
            hi: hi + leftover,
            course: stages.course([&own, &rival]),
            objective: stages.objective(),
            standings: [standing(mine, theirs), standing(theirs, mine)],
            choices: [choices(&own, rows), choices(&rival, columns)],
            naive: naive.into_iter().map(price).collect(),
        })
    }
}
