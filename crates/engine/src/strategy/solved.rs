//! A duel solved: all that its answer says.

use serde::{Deserialize, Serialize};

use super::{BiddingDuel, Course, Matrix, Plan, Range, Rounds, Side, Solution, State};
use crate::rule::Name;
use oddsmith_base::Result;

/// One choice in one state.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Choice {
    /// Which choice: the bid, the card.
    pub what: i32,
    /// Its probability in the plan shown.
    pub share: f64,
    /// Its probability over all optimal plans; not known where hands are hidden.
    pub range: Option<Range>,
}

/// One thing that is known of a state.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub enum Known {
    /// A number: points left, cards held, the round.
    Number(i32),
    /// The cards that are held or were played.
    Cards(Vec<i32>),
    /// What this side does not know.
    Nothing,
}

/// Where a duel stands: what is known of it, each under its name, in a fixed order.
pub type Standing = Vec<(Name, Known)>;

/// Builds a state from names and values.
pub fn standing<const N: usize>(known: [(&'static str, Known); N]) -> Standing {
    known.into_iter().map(|(name, known)| (name.into(), known)).collect()
}

/// Choices in one state of a duel.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Position {
    /// Where the duel stands, as far as who chooses here knows.
    pub state: Standing,
    /// The choices of the own side and of the rival; none of a side that does not choose here, or
    /// sees another state.
    pub choices: [Vec<Choice>; 2],
}

impl Position {
    /// The choices in a state whose game this is, with the mixes shown. `what` says what each row,
    /// or column, stands for.
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
                // The mix shown is one of them, so its share is in the range, rounding or not.
                let range = Some(Range { least: least.min(share), most: most.max(share) });
                Choice { what: what(side, place), share, range }
            };
            ranges.into_iter().enumerate().map(choice).collect()
        };
        Position { state, choices: [choices(Side::Own, rows), choices(Side::Rival, columns)] }
    }

    /// Both sides' bids in a state of a duel.
    fn of_bids(state: State, game: &Matrix, mixes: [&[f64]; 2]) -> Position {
        Position::new(state.standing(), game, mixes, |_, bid| bid as i32)
    }

    /// Those of every state of a game, solved, in the order of [`Rounds::states`]: `position` makes
    /// them of the state, its game and an optimal mix of each side.
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

    /// Both sides' choices in every state of a duel, whether or not the plans shown ever come
    /// there, in the order of [`BiddingDuel::standings`].
    ///
    /// # Errors
    /// As [`BiddingDuel::solve`].
    pub fn all(stages: &BiddingDuel) -> Result<Vec<Position>> {
        stages.ask_to_be_solved()?;
        let positions =
            Position::each(stages, |state, game, mixes| Position::of_bids(*state, game, mixes));
        let standing = |state: State| {
            let choices = positions[stages.place(&state)].choices.clone();
            Position { state: state.standing(), choices }
        };
        Ok(stages.standings().map(standing).collect())
    }
}

impl State {
    /// What is known of it.
    pub fn standing(&self) -> Standing {
        standing([
            ("round", Known::Number(self.played as i32 + 1)),
            ("own", Known::Number(self.left[0])),
            ("rival", Known::Number(self.left[1])),
            ("score", Known::Number(self.score)),
        ])
    }
}

/// What a simple policy costs the own side.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct SimplePolicy {
    /// Its name.
    pub policy: String,
    /// The value less what the policy keeps against the rival's best reply.
    pub gives_away: f64,
}

impl SimplePolicy {
    /// What a policy gives away that keeps so much of the value.
    pub fn new(policy: &str, value: f64, keeps: f64) -> SimplePolicy {
        SimplePolicy { policy: policy.to_owned(), gives_away: (value - keeps).max(0.0) }
    }
}

/// The words of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Terms<N = Name> {
    /// What is chosen: `bid`, `card`.
    pub choice: N,
    /// What is won or lost, of which win, tie and loss are the shares: `rounds`, `duels`.
    pub counted: N,
    /// What the value is: "the share of rounds won less one half".
    pub worth: N,
    /// Which of several optimal plans is shown.
    pub shown: N,
}

impl From<Terms<&'static str>> for Terms {
    fn from(terms: Terms<&'static str>) -> Terms {
        let Terms { choice, counted, worth, shown } = terms;
        let [choice, counted, worth, shown] = [choice, counted, worth, shown].map(Name::Borrowed);
        Terms { choice, counted, worth, shown }
    }
}

/// A duel solved.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Solved {
    /// The value to the own side: halfway between the ends of its certificate.
    pub value: f64,
    /// What the own plan guarantees.
    pub lo: f64,
    /// What the rival's plan holds the own side to.
    pub hi: f64,
    /// The share that the own side wins when both sides follow the plans shown.
    pub win: f64,
    /// The share of ties.
    pub tie: f64,
    /// The share that the rival wins.
    pub loss: f64,
    /// What each side spends on average, where there are points.
    pub spend: Option<[f64; 2]>,
    /// Its words.
    pub terms: Terms,
    /// What comes of it on average, each with its name: the means of the first columns that it has
    /// when it is played.
    pub averages: Vec<(String, f64)>,
    /// Each side's choices before the first round: one state for both, or one for each hand that
    /// may be dealt.
    pub first: Vec<Position>,
    /// What simple policies of the own side give away.
    pub naive: Vec<SimplePolicy>,
    /// What else is to be known.
    pub notes: Vec<String>,
    /// The game of the first round and what is added to its value, where one matrix says it all.
    pub game: Option<(Matrix, f64)>,
}

/// The words of duels of bids for the share of rounds.
pub const BIDS: Terms<&'static str> = Terms {
    choice: "bid",
    counted: "rounds",
    worth: "the share won (a tie is a half) less one half, and what `price` gives for points",
    shown: "Of several best plans, the one with the lowest bids is shown.",
};

impl Solved {
    /// Solves a duel of bids. `leftover` is added to the value; `spent` is what each side has paid
    /// before the first round; `naive` are the policies to price.
    ///
    /// # Errors
    /// As [`BiddingDuel::solve`].
    pub fn new(
        stages: &BiddingDuel,
        leftover: f64,
        spent: [i32; 2],
        naive: impl IntoIterator<Item = (&'static str, Plan)>,
    ) -> Result<Solved> {
        let Solution { lo, hi, plans: [own, rival], first } = stages.solve()?;
        // Where both prove the same, rounding alone tells them apart.
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

    /// All choices of a side before the first round.
    pub fn choices(&self, side: Side) -> impl Iterator<Item = (&Standing, &Choice)> {
        self.first.iter().flat_map(move |Position { state, choices }| {
            choices[side as usize].iter().map(move |choice| (state, choice))
        })
    }

    /// What the plans prove when the shares of the first round are rounded to parts of `whole`, as
    /// a table prints them; `None` where it takes more than one matrix to know.
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
