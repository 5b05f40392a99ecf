//! Rules: the lines of a program.

use std::ops::Range;

use super::expression::{Expression, Kind};

/// A rule of several lines, in the order of execution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Lines before `step`, or all lines if there are no steps.
    pub opening: Vec<Line>,
    /// Lines that repeat, if there are any.
    pub course: Option<Course>,
    /// Lines after `until`, which read the final values.
    pub closing: Vec<Line>,
}

impl Program {
    /// Returns all lines, in the order of execution.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        let course = self.course.iter().flat_map(|course| &course.lines);
        self.opening.iter().chain(course).chain(&self.closing)
    }
}

/// Lines that repeat, between `step` and `until`.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Lines of a step.
    pub lines: Vec<Line>,
    /// Condition for the first step; `None` means that there is always one.
    pub first: Option<Expression>,
    /// Condition for the end, checked after each step.
    pub until: Expression,
    /// Maximum number of steps, if there is one.
    pub at_most: Option<u32>,
}

/// A line and its place.
#[derive(Clone, Debug)]
pub struct Line {
    /// Statement of the line.
    pub statement: Statement,
    /// Place in the text, as a byte range.
    pub span: Range<usize>,
}

/// A line without a place.
impl From<Statement> for Line {
    fn from(statement: Statement) -> Line {
        Line { statement, span: 0..0 }
    }
}

/// Compares lines without their places.
impl PartialEq for Line {
    fn eq(&self, other: &Line) -> bool {
        self.statement == other.statement
    }
}

/// A name and its place.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Place in the text, as a byte range.
    pub span: Range<usize>,
}

/// A name without a place.
impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name { text: text.to_owned(), span: 0..0 }
    }
}

/// Compares names without their places.
impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}

/// Statement of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `r = 3d6`: names a roll, a number or cards, or sets a state.
    Bind(Name, Expression),
    /// `push = decide yes, no`: the player chooses one of the words.
    Decide(Name, Vec<Name>),
    /// `hit: r >= 5`: a result, if this is true and no earlier result of its list was. Without a
    /// condition (`otherwise`) it applies if no earlier one was true.
    Label(Name, Option<Expression>),
    /// `otherwise: hits`: this number is the outcome if no result of its list is true.
    Otherwise(Expression),
    /// `result NAME`: begins another list of results.
    Results(Name),
    /// `given count(r, 6) >= 1`: excludes the trials for which this is not true.
    Given(Expression),
    /// `ask hits, hp at 3, (hits, result)`: columns, in this order.
    Ask(Vec<Ask>),
    /// `state hp = $hp in 0..30, bonus = 0`: values that persist from step to step.
    State(Vec<State>),
    /// `deck d = 1..13 x4, 15 x2`: defines a full deck.
    Deck(Name, Vec<Cards>),
    /// `shuffle d when …`: returns all cards to the deck that are in no state.
    Shuffle(Name, Option<Expression>),
    /// `return hand to d when …`: returns these cards to the deck.
    Return {
        /// Cards to return.
        cards: Name,
        /// Deck that gets them.
        deck: Name,
        /// Condition; `None` means always.
        when: Option<Expression>,
    },
}

/// Contents of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// A number, or the outcome of a list of results, after a step or at the end.
    One {
        /// Name of the number or the list.
        name: Name,
        /// Step after which it is read; `None` means at the end.
        at: Option<u32>,
    },
    /// Several names in one joint column.
    Joint(Vec<Name>),
}

/// A value that persists from step to step.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Name of the state.
    pub name: Name,
    /// Initial value; it may roll or draw, once.
    pub start: Expression,
    /// Lowest and highest value, fixed numbers; other values are clamped to them.
    pub bounds: Option<(Expression, Expression)>,
}

/// Cards of a deck: each value from the first to the last, in several copies.
#[derive(Clone, Debug, PartialEq)]
pub struct Cards {
    /// First value.
    pub low: i64,
    /// Last value.
    pub high: i64,
    /// Number of copies of each card, fixed; `None` means one. Four copies are four suits.
    pub copies: Option<Expression>,
}

impl Cards {
    /// Name of the standard deck.
    pub const STANDARD: &str = "deck52";

    /// Returns the standard deck: 2 to 14 in four suits; an ace is 14.
    pub fn standard(span: Range<usize>) -> Cards {
        let copies = Expression { kind: Kind::Number(4), span };
        Cards { low: 2, high: 14, copies: Some(copies) }
    }
}
