//! The complete answer of a solved duel.

use serde::{Deserialize, Serialize};

use super::{BiddingDuel, Course, Matrix, Plan, Range, Rounds, Side, Solution, State};
use crate::rule::Name;
use oddsmith_base::Result;

/// One choice in one state of a duel, with its probability.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Choice {
    /// The choice: the bid, the card.
    pub what: i32,
    /// Its probability in the plan shown.
    pub share: f64,
    /// Its probability over all optimal plans; `None` if hands are hidden.
    pub range: Option<Range>,
}

/// The value of one attribute of a state, as visible to a side.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub enum Known {
    /// A number: points left, cards held, the round.
    Number(i32),
    /// The cards that are held or were played.
    Cards(Vec<i32>),
    /// Unknown to this side.
    Nothing,
}

/// The visible state of a duel: named attributes, in a fixed order.
pub type Standing = Vec<(Name, Known)>;

/// Builds a state from names and values.
pub fn standing<const N: usize>(known: [(&'static str, Known); N]) -> Standing {
    known.into_iter().map(|(name, known)| (name.into(), known)).collect()
}

/// The mixed strategies of both sides in one state of a duel.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Position {
    /// The state of the duel, restricted to the knowledge of the side that chooses here.
    pub state: Standing,
    /// The choices of the player and of the rival; empty for a side that does not choose here, or
    /// sees another state.
    pub choices: [Vec<Choice>; 2],
}

impl Position {
    /// Creates the choices in a state with this matrix game and the mixes shown. `what` maps each
    /// row or column to the choice it stands for.
    pub fn new(
        state: Standing,
        game: &Matrix,
        mixes: [&[f64]; 2],
        what: impl Fn(Side, usize) -> i32,
    ) -> Position {
        let (rows, columns) = game.ranges();
        let choices = |side: Side, ranges: Vec<Range>| {
            let choice = |(place, Range { least, most }): (usize, Range)| {
                let share = mixes[side as usize][place];
                // The mix shown is optimal, so its share is in the range despite rounding.
                let range = Some(Range { least: least.min(share), most: most.max(share) });
                Choice { what: what(side, place), share, range }
            };
            ranges.into_iter().enumerate().map(choice).collect()
        };
        Position { state, choices: [choices(Side::Own, rows), choices(Side::Rival, columns)] }
    }

    /// Creates the bids of both sides in a state of a duel.
    fn of_bids(state: State, game: &Matrix, mixes: [&[f64]; 2]) -> Position {
        Position::new(state.standing(), game, mixes, |_, bid| bid as i32)
    }

    /// Solves a game and returns the choices of every state, in the order of [`Rounds::states`];
    /// `position` builds them from the state, its matrix and an optimal mix of each side.
    pub fn each<G: Rounds>(
        game: &G,
        position: impl Fn(&G::State, &Matrix, [&[f64]; 2]) -> Position,
    ) -> Vec<Position> {
        let mut positions = Vec::with_capacity(game.count());
        Solution::seen(game, |state, payoffs, mixes| {
            positions.push(position(state, payoffs, [&mixes.row, &mixes.column]));
        });
        positions.reverse();
        positions
    }

    /// Returns both sides' choices in every state of a duel, reachable under the plans shown or
    /// not, in the order of [`BiddingDuel::states_with_all_points`].
    ///
    /// # Errors
    /// See [`BiddingDuel::solve`].
    pub fn all(stages: &BiddingDuel) -> Result<Vec<Position>> {
        stages.ask_to_be_solved()?;
        let positions =
            Position::each(stages, |state, game, mixes| Position::of_bids(*state, game, mixes));
        let standing = |state: State| {
            let choices = positions[stages.place(&state)].choices.clone();
            Position { state: state.standing(), choices }
        };
        Ok(stages.states_with_all_points().map(standing).collect())
    }
}

impl State {
    /// Returns the attributes of the state.
    pub fn standing(&self) -> Standing {
        standing([
            ("round", Known::Number(self.played as i32 + 1)),
            ("own", Known::Number(self.left[0])),
            ("rival", Known::Number(self.left[1])),
            ("score", Known::Number(self.score)),
        ])
    }
}

/// The cost of a simple policy to the player.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct SimplePolicy {
    /// The name.
    pub policy: String,
    /// The value of the duel minus the value that the policy guarantees.
    pub gives_away: f64,
}

impl SimplePolicy {
    /// Creates the cost of a policy that guarantees `keeps` of the value.
    pub fn new(policy: &str, value: f64, keeps: f64) -> SimplePolicy {
        SimplePolicy { policy: policy.to_owned(), gives_away: (value - keeps).max(0.0) }
    }
}

/// The terms used in the answer of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Terms<N = Name> {
    /// The kind of choice: `bid`, `card`.
    pub choice: N,
    /// The unit of which win, tie and loss are shares: `rounds`, `duels`.
    pub counted: N,
    /// The meaning of the value: "the share of rounds won less one half".
    pub worth: N,
    /// A note on which of several optimal plans is shown.
    pub shown: N,
}

impl From<Terms<&'static str>> for Terms {
    fn from(terms: Terms<&'static str>) -> Terms {
        let Terms { choice, counted, worth, shown } = terms;
        let [choice, counted, worth, shown] = [choice, counted, worth, shown].map(Name::Borrowed);
        Terms { choice, counted, worth, shown }
    }
}

/// The solution of a duel: its value, the optimal first choices, and the cost of simple policies.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Solved {
    /// The value to the player: the midpoint of `lo` and `hi`.
    pub value: f64,
    /// The lower bound: the value that the player's plan guarantees against any rival.
    pub lo: f64,
    /// The upper bound: the value that the rival's plan concedes to any player.
    pub hi: f64,
    /// The share that the player wins when both sides follow the plans shown.
    pub win: f64,
    /// The share of ties.
    pub tie: f64,
    /// The share that the rival wins.
    pub loss: f64,
    /// The expected spend of each side, if there are points.
    pub spend: Option<[f64; 2]>,
    /// The terms used in the answer.
    pub terms: Terms,
    /// Named expectations under the plans shown: the means of the first columns of a sampled duel.
    pub averages: Vec<(String, f64)>,
    /// Each side's choices before the first round: one state for both, or one for each hand that
    /// may be dealt.
    pub first: Vec<Position>,
    /// The cost of simple policies of the player.
    pub naive: Vec<SimplePolicy>,
    /// Further notes.
    pub notes: Vec<String>,
    /// The matrix of the first round and the amount added to its value, if a single matrix
    /// describes the game.
    pub game: Option<(Matrix, f64)>,
}

/// The terms of duels of bids for the share of rounds.
pub const BIDS: Terms<&'static str> = Terms {
    choice: "bid",
    counted: "rounds",
    worth: "the share won (a tie is a half) less one half, and what `price` gives for points",
    shown: "Of several best plans, the one with the lowest bids is shown.",
};

impl Solved {
    /// Solves a duel of bids.
    ///
    /// `leftover` is added to the value; `spent` is the amount that each side has paid before the
    /// first round; `naive` lists the policies to compare.
    ///
    /// # Errors
    /// See [`BiddingDuel::solve`].
    pub fn new(
        stages: &BiddingDuel,
        leftover: f64,
        spent: [i32; 2],
        naive: impl IntoIterator<Item = (&'static str, Plan)>,
    ) -> Result<Solved> {
        let Solution { lo, hi, plans: [own, rival], first } = stages.solve()?;
        // Rounding may swap bounds that are equal.
        let (lo, hi) = (lo.min(hi), hi.max(lo));
        let value = lo + (hi - lo) / 2.0;
        let start = stages.start();
        let position = Position::of_bids(start, &first, [own.mix(0), rival.mix(0)]);
        let Course { win, tie, loss, rounds_won, spend } = stages.course([&own, &rival]);
        let spend = [0, 1].map(|side| spend[side] + f64::from(spent[side]));
        let pools = [0, 1].map(|side| start.left[side] + spent[side]);
        let price = |(policy, plan): (&'static str, Plan)| {
            SimplePolicy::new(policy, value, plan.reply(stages, Side::Own).0)
        };
        let priced = "Spending costs both sides: what one spends, the other gains.";
        let counted = stages.objective().counted();
        Ok(Solved {
            value: value + leftover,
            lo: lo + leftover,
            hi: hi + leftover,
            win,
            tie,
            loss,
            spend: Some(spend),
            terms: Terms { counted, ..BIDS }.into(),
            averages: vec![
                (format!("rounds won of {}", stages.rounds()), rounds_won),
                (format!("points spent of {}", pools[0]), spend[0]),
                (format!("rival's of {}", pools[1]), spend[1]),
            ],
            first: vec![position],
            naive: naive.into_iter().map(price).collect(),
            notes: stages.priced().then(|| priced.to_owned()).into_iter().collect(),
            game: Some((first, leftover)),
        })
    }

    /// Returns all choices of a side before the first round.
    pub fn choices(&self, side: Side) -> impl Iterator<Item = (&Standing, &Choice)> {
        self.first.iter().flat_map(move |Position { state, choices }| {
            choices[side as usize].iter().map(move |choice| (state, choice))
        })
    }

    /// Returns the bounds that the plans prove when the shares of the first round are rounded to
    /// multiples of `1 / whole`, for printing in a table; `None` if that takes more than one
    /// matrix.
    pub fn rounded(&self, whole: f64) -> Option<(f64, f64)> {
        let (game, added) = self.game.as_ref()?;
        let mix = |side: Side| {
            let shares = self.choices(side).map(|(_, choice)| (choice.share * whole).round());
            let shares: Vec<f64> = shares.collect();
            let sum: f64 = shares.iter().sum();
            shares.into_iter().map(|share| share / sum).collect::<Vec<_>>()
        };
        Some((game.least(&mix(Side::Own)) + added, game.most(&mix(Side::Rival)) + added))
    }
}
