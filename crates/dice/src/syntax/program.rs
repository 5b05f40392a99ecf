//! Rules: the lines of a program.

use std::ops::Range;

use super::expression::{Expression, Kind};

/// A rule of several lines, in the order in which they are done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Its lines, from the first to `step`, or to the end where nothing is done again and again.
    pub opening: Vec<Line>,
    /// What is done again and again.
    pub course: Option<Course>,
    /// The lines after `until`, which read the end.
    pub closing: Vec<Line>,
}

/// What is done again and again, between `step` and `until`.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The lines of a step.
    pub lines: Vec<Line>,
    /// Whether there is a step at all: always without.
    pub first: Option<Expression>,
    /// When it ends, asked after each step.
    pub until: Expression,
    /// The last step, if it is cut there.
    pub at_most: Option<u32>,
}

/// A line, and where it stands.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it says.
    pub statement: Statement,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
}

/// Equal lines say the same, wherever they stand.
impl PartialEq for Line {
    fn eq(&self, other: &Line) -> bool {
        self.statement == other.statement
    }
}

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
}

/// Equal names are the same name, wherever they stand.
impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `r = 3d6`: a roll, a number or cards get a name; a state is set.
    Bind(Name, Expression),
    /// `push = decide yes, no`: the player chooses one of the words.
    Decide(Name, Vec<Name>),
    /// `hit: r >= 5`: a result, if no result of its list held before and this holds; without a
    /// condition (`otherwise`) if none did.
    Label(Name, Option<Expression>),
    /// `otherwise: hits`: where no result of its list held, this number is the outcome.
    Otherwise(Expression),
    /// `result NAME`: another list of results begins.
    Results(Name),
    /// `given count(r, 6) >= 1`: a trial where this does not hold is not counted.
    Given(Expression),
    /// `ask hits, hp at 3, (hits, result)`: columns, in this order.
    Ask(Vec<Ask>),
    /// `state hp = $hp in 0..30, bonus = 0`: what lasts from step to step.
    State(Vec<State>),
    /// `deck d = 1..13 x4, 15 x2`: a full deck.
    Deck(Name, Vec<Cards>),
    /// `shuffle d when …`: all cards that no state holds come back.
    Shuffle(Name, Option<Expression>),
    /// `return hand to d when …`: these cards come back.
    Return {
        /// The cards that come back.
        cards: Name,
        /// The deck that they come back to.
        deck: Name,
        /// When they do; always without.
        when: Option<Expression>,
    },
}

/// What one column asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// A number, or the outcome of a list of results; after a step, or at the end.
    One {
        /// What is asked.
        name: Name,
        /// After which step; at the end without.
        at: Option<u32>,
    },
    /// Several in one joint column.
    Joint(Vec<Name>),
}

/// What lasts from step to step.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Its name.
    pub name: Name,
    /// What it is at first; it may roll or draw, once.
    pub start: Expression,
    /// The lowest and the highest that it may be, fixed numbers: what is beyond is taken as them.
    pub bounds: Option<(Expression, Expression)>,
}

/// Cards of a deck: each value from the first to the last, so often.
#[derive(Clone, Debug, PartialEq)]
pub struct Cards {
    /// The first value.
    pub low: i64,
    /// The last value.
    pub high: i64,
    /// How often each is there, a fixed number; once without. 4 are four suits.
    pub copies: Option<Expression>,
}

impl Cards {
    /// The name of the standard deck.
    pub const STANDARD: &str = "deck52";

    /// The standard deck: 2 to 14 in four suits, an ace is 14.
    pub fn standard(span: Range<usize>) -> Cards {
        let copies = Expression { kind: Kind::Number(4), span };
        Cards { low: 2, high: 14, copies: Some(copies) }
    }
}
