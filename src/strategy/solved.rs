//! A duel solved: all that its answer says.

use super::{Course, Matrix, Objective, Plan, Range, Side, Solution, Stages, State};
use crate::error::Result;

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

/// Each side's choices in one state of a duel.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Where the duel stands.
    pub state: State,
    /// The choices of the own side and of the rival.
    pub choices: [Vec<Choice>; 2],
}

impl Position {
    /// The choices in a state whose game this is, with the mixes shown.
    fn new(state: State, game: &Matrix, [own, rival]: [&[f64]; 2]) -> Position {
        let (rows, columns) = game.ranges();
        let choices = |mix: &[f64], ranges: Vec<Range>| {
            let choice = |(bid, Range { least, most }): (usize, Range)| {
                let share = mix[bid];
                // The mix shown is one of them, so its share is in the range, rounding or not.
                let range = Range { least: least.min(share), most: most.max(share) };
                Choice { bid: bid as i32, share, range }
            };
            ranges.into_iter().enumerate().map(choice).collect()
        };
        Position { state, choices: [choices(own, rows), choices(rival, columns)] }
    }

    /// Both sides' choices in every state of a duel, whether or not the plans shown ever come
    /// there, in the order of
    /// [`Stages::standings`].
    ///
    /// # Errors
    /// As [`Stages::solve`].
    pub fn all(stages: &Stages) -> Result<Vec<Position>> {
        let mut solved = vec![None; stages.len()];
        stages.solve_each(|state, game, mixes| {
            let position = Position::new(state, game, [&mixes.row, &mixes.column]);
            solved[stages.number(&state)] = Some(position);
        })?;
        let standing =
            |state: State| Some(Position { state, ..solved[stages.number(&state)].clone()? });
        Ok(stages.standings().filter_map(standing).collect())
    }
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
    /// The number of rounds.
    pub rounds: usize,
    /// Where the duel stands before the first round.
    pub start: State,
    /// Each side's choices there.
    pub choices: [Vec<Choice>; 2],
    /// What simple policies of the own side give away.
    pub naive: Vec<Naive>,
    /// Whether points have a price, which what one side spends pays to the other.
    pub priced: bool,
    /// The game of the first round, and what points left add to its value.
    first: Matrix,
    leftover: f64,
}

impl Solved {
    /// Solves a duel. `leftover` is added to the value; `naive` are the policies to price.
    ///
    /// # Errors
    /// As [`Stages::solve`].
    pub fn new(
        stages: &Stages,
        leftover: f64,
        naive: impl IntoIterator<Item = (&'static str, Plan)>,
    ) -> Result<Solved> {
        let Solution { lo, hi, plans: [own, rival], first } = stages.solve()?;
        // Where both prove the same, rounding alone tells them apart.
        let (lo, hi) = (lo.min(hi), hi.max(lo));
        let value = lo + (hi - lo) / 2.0;
        let Position { state: start, choices } =
            Position::new(stages.start(), &first, [own.mix(0), rival.mix(0)]);
        let price = |(policy, plan): (&'static str, Plan)| Naive {
            policy,
            gives_away: (value - stages.reply(Side::Own, &plan).0).max(0.0),
        };
        Ok(Solved {
            value: value + leftover,
            lo: lo + leftover,
            hi: hi + leftover,
            course: stages.course([&own, &rival]),
            objective: stages.objective(),
            rounds: stages.rounds(),
            start,
            choices,
            naive: naive.into_iter().map(price).collect(),
            priced: stages.priced(),
            first,
            leftover,
        })
    }

    /// What the plans prove when the shares of the first round are rounded to parts of `whole`, as
    /// a table prints them.
    pub fn rounded(&self, whole: f64) -> (f64, f64) {
        let mix = |choices: &[Choice]| {
            let shares: Vec<f64> =
                choices.iter().map(|choice| (choice.share * whole).round()).collect();
            let sum: f64 = shares.iter().sum();
            shares.into_iter().map(|share| share / sum).collect::<Vec<_>>()
        };
        let [own, rival] = &self.choices;
        (self.first.least(&mix(own)) + self.leftover, self.first.most(&mix(rival)) + self.leftover)
    }
}
