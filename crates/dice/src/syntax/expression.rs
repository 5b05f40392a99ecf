//! Expressions: numbers, names, fields, rolls, functions and operators. Rolls contain expressions
//! and expressions contain rolls, so both are in this file.

use std::ops::Range;

use super::function::Function;
use super::operator::{Comparison, Operator};

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Expression {
    /// Kind of expression.
    pub kind: Kind,
    /// Place in the text, as a byte range.
    pub span: Range<usize>,
}

/// Compares expressions without their places.
impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        self.kind == other.kind
    }
}

impl Expression {
    /// Returns true if the value is always 1 or 0: `d20 >= 15`, `a = 1 or b = 1`, `not a`.
    pub fn is_yes_or_no(&self) -> bool {
        let any_or_all = |function| matches!(function, Function::Any | Function::All);
        match &self.kind {
            Kind::Binary(operator, _) => {
                matches!(operator, Operator::Compare(_) | Operator::And | Operator::Or)
            }
            Kind::Call(function, _) => any_or_all(*function),
            Kind::Over(over) => any_or_all(over.combine),
            Kind::Not(_) => true,
            _ => false,
        }
    }

    /// Returns the sides of a comparison and its sign: a side that rolls comes first, a number
    /// last.
    pub fn compared(&self) -> Option<(&Expression, Comparison, &Expression)> {
        let Kind::Binary(Operator::Compare(sign), sides) = &self.kind else { return None };
        let [left, right] = &**sides;
        let turned = right.rolls() && !left.rolls() || matches!(left.kind, Kind::Number(_));
        Some(if turned { (right, sign.turned(), left) } else { (left, *sign, right) })
    }
}

/// An expression without a place.
impl From<Kind> for Expression {
    fn from(kind: Kind) -> Expression {
        Expression { kind, span: 0..0 }
    }
}

/// A literal; a negative number is a number with a minus.
impl From<i64> for Kind {
    fn from(number: i64) -> Kind {
        let size = Kind::Number(number.abs());
        if number < 0 { Kind::Negate(Box::new(size.into())) } else { size }
    }
}

/// Kind of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A whole number, never negative: a minus is [`Kind::Negate`].
    Number(i64),
    /// `$pool`: a field of the rule.
    Field(String),
    /// `hits`: a roll, a number, a state or a deck of this name; also `steps` and `ended`.
    Name(String),
    /// `advantage` compared with `$how`, or `yes` compared with a decision. The parser reads it as
    /// a name; the check of the rule resolves it.
    Word {
        /// Word in the text, with `_` for spaces.
        word: String,
        /// Index among the words of the field or decision, from 0.
        place: i64,
    },
    /// Dice that are rolled, or a pool.
    Roll(Box<Roll>),
    /// `count(r, >=5)`.
    Call(Function, Vec<Argument>),
    /// `sum(f in 1..6: f * count(r, f))`.
    Over(Box<Over>),
    /// `table(d40, 1..3: 7, 4: 3, otherwise: 0)`.
    Table(Box<Table>),
    /// `if a then b else c`; only the branch taken is rolled.
    If(Box<[Expression; 3]>),
    /// `a + b`.
    Binary(Operator, Box<[Expression; 2]>),
    /// `not a`.
    Not(Box<Expression>),
    /// `-a`.
    Negate(Box<Expression>),
}

/// A loop: an expression for each number of a range, combined by a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Over {
    /// Function that combines the values: `sum`, `max`, `min`, `any`, `all` or `count`.
    pub combine: Function,
    /// Name of the current number.
    pub name: String,
    /// First number, fixed.
    pub low: Expression,
    /// Last number, fixed; if it is lower than the first, there are no values.
    pub high: Expression,
    /// Expression for each number.
    pub each: Expression,
}

/// A table: the first row that matches the number gives the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Number to look up.
    pub of: Expression,
    /// Condition and value of each row; only the value of the matching row is rolled.
    pub rows: Vec<(When, Expression)>,
    /// Value if no row matches.
    pub otherwise: Option<Expression>,
}

/// Argument of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// An expression.
    Value(Expression),
    /// `>=5` or `{1, 3..4}`: a condition on dice. A bare number is a condition with `=` too, if the
    /// function reads single dice.
    Faces(When),
    /// `S`: a letter on the faces of the dice; empty for `_`, a blank face.
    Letter(String),
    /// `hearts`: a suit of cards, 1 to 4 in the order of [`Argument::SUITS`].
    Suit(i32),
    /// `14 as 1`: cards of the first value also count as the second.
    SecondValue(i32, i32),
}

impl Argument {
    /// Suits of a deck that has each card four times.
    pub const SUITS: [&'static str; 4] = ["clubs", "diamonds", "hearts", "spades"];
}

/// Dice that are rolled together: a bag, or a number if they are counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// Dice to roll.
    pub source: Source,
    /// Modifiers of each die, in order.
    pub modifiers: Vec<Modifier>,
    /// Selection of the kept dice; `None` keeps all.
    pub keep: Option<Keep>,
    /// Conditions whose counts are added; empty if nothing is counted.
    pub tally: Vec<When>,
}

impl Roll {
    /// Returns the arguments of the `repeat` whose values are kept or counted, if there is one.
    pub fn repeats(&self) -> Option<&[Argument]> {
        let Source::Pool(members) = &self.source else { return None };
        match &members[..] {
            [Member::Name(Expression { kind: Kind::Call(Function::Repeat, arguments), .. })] => {
                Some(arguments)
            }
            _ => None,
        }
    }

    /// Returns the dice of each kind, with their own modifiers in a pool.
    pub(super) fn dice(&self) -> impl Iterator<Item = (&Dice, &[Modifier])> {
        let (one, pool) = match &self.source {
            Source::Dice(dice) => (Some((dice, &[][..])), &[][..]),
            Source::Pool(members) => (None, &members[..]),
        };
        let members = pool.iter().filter_map(|member| match member {
            Member::Dice(dice, modifiers) => Some((dice, &modifiers[..])),
            Member::Name(_) => None,
        });
        one.into_iter().chain(members)
    }

    /// Returns the faces in braces of each kind of dice.
    pub fn faces(&self) -> impl Iterator<Item = &[Face]> {
        self.dice().filter_map(|(dice, _)| match &dice.sides {
            Sides::Faces(faces) => Some(&faces[..]),
            _ => None,
        })
    }
}

/// Dice of a roll.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Dice of one kind.
    Dice(Dice),
    /// `[d10, d8, 2d6]`: dice of several kinds, and named rolls.
    Pool(Vec<Member>),
}

/// Member of a pool.
#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    /// Dice with their modifiers, which apply before those of the pool.
    Dice(Dice, Vec<Modifier>),
    /// The kept dice or the cards of a name; or all values of a `repeat`, which is the only member
    /// of its pool.
    Name(Expression),
}

/// Dice of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Dice {
    /// Number of dice, fixed; `None` means one.
    pub count: Option<Expression>,
    /// Faces of each die.
    pub sides: Sides,
}

/// Faces of a die.
#[derive(Clone, Debug, PartialEq)]
pub enum Sides {
    /// 1 to a fixed number.
    Number(Expression),
    /// `d%`: 1 to 100.
    Percent,
    /// `dF`: -1, 0 or 1.
    Fate,
    /// `d{1, 1, 2..4, S x2, _}`: equally likely faces.
    Faces(Vec<Face>),
    /// `card54`: a card of a full deck, 1 to 13 four times and two jokers of 15.
    Card,
}

/// Equal faces of a die in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Content of the face.
    pub shown: Shown,
    /// Number of copies on the die.
    pub copies: u32,
}

/// Content of a face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Each of the numbers from the first to the last.
    Numbers(i64, i64),
    /// Letters, each a separate symbol: `SA` is an S and an A.
    Letters(String),
    /// Nothing: `_`.
    Blank,
}

/// Modifier of each die.
#[derive(Clone, Debug, PartialEq)]
pub enum Modifier {
    /// `!` and its variants: a die with a matching face is rolled once more.
    Explode(Explosion),
    /// `r` and `ro`: a die with a matching face is rerolled.
    Reroll {
        /// True for a single reroll (`ro`), false to reroll until no face matches (`r`).
        once: bool,
        /// Faces to reroll.
        when: When,
    },
    /// `mi2`: lower faces count as this number, after the modifiers before it.
    AtLeast(Expression),
    /// `ma5`: higher faces count as this number, after the modifiers before it.
    AtMost(Expression),
}

/// Explosion of dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Explosion {
    /// True if it adds to the same die (`!!`), false if it adds dice to the bag (`!`).
    pub same_die: bool,
    /// True if each added face counts one less (`p`).
    pub penetrates: bool,
    /// True if the added die does not explode again (`!o`).
    pub once: bool,
    /// Faces that explode; `None` means the highest.
    pub when: Option<When>,
}

/// Condition on faces.
#[derive(Clone, Debug, PartialEq)]
pub enum When {
    /// Faces with this comparison to a fixed number; a bare number means `=`.
    Compare(Comparison, Expression),
    /// Faces in any of these inclusive ranges of fixed numbers, or equal to a single one.
    Among(Vec<(Expression, Option<Expression>)>),
}

/// Selection of the kept dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Keep {
    /// End from which dice are kept or dropped.
    pub which: Kept,
    /// Number of dice that are kept or dropped, fixed; `None` means one.
    pub count: Option<Expression>,
}

/// End from which dice are kept or dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    /// `kh`: the highest are kept.
    Highest,
    /// `kl`: the lowest are kept.
    Lowest,
    /// `dh`: all but the highest.
    DropHighest,
    /// `dl`: all but the lowest.
    DropLowest,
    /// `km`: those in the middle.
    Middle,
}

impl Kept {
    /// All ends, with their words.
    pub const WORDS: [(&str, Kept); 5] = [
        ("kh", Kept::Highest),
        ("kl", Kept::Lowest),
        ("dh", Kept::DropHighest),
        ("dl", Kept::DropLowest),
        ("km", Kept::Middle),
    ];

    /// Returns true if the dice of the end are dropped.
    pub fn drops(self) -> bool {
        matches!(self, Kept::DropHighest | Kept::DropLowest)
    }
}
