//! Expressions: numbers, names, fields, rolls, functions and what is done with them. Rolls hold
//! expressions and expressions rolls, so they stand together.

use std::ops::Range;

use super::function::Function;
use super::operator::{Comparison, Operator};

/// An expression and where it stands.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: Kind,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
}

/// Equal expressions say the same, wherever they stand.
impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        self.kind == other.kind
    }
}

impl Expression {
    /// Whether it says yes or no, 1 or 0: `d20 >= 15`, `a = 1 or b = 1`, `not a`.
    pub fn is_yes_or_no(&self) -> bool {
        let any_or_all = |function| matches!(function, Function::Any | Function::All);
        match &self.kind {
            Kind::Binary(operator, _) => {
                matches!(operator, Operator::Compare(_) | Operator::And | Operator::Or)
            }
            Kind::Call(function, _) => any_or_all(*function),
            Kind::Over(over) => any_or_all(over.together),
            Kind::Not(_) => true,
            _ => false,
        }
    }

    /// What a comparison compares with what: the side that rolls stands first, a number last.
    pub fn compared(&self) -> Option<(&Expression, Comparison, &Expression)> {
        let Kind::Binary(Operator::Compare(sign), sides) = &self.kind else { return None };
        let [left, right] = &**sides;
        let turned = right.rolls() && !left.rolls() || matches!(left.kind, Kind::Number(_));
        Some(if turned { (right, sign.turned(), left) } else { (left, *sign, right) })
    }
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A whole number, never negative: a minus is [`Kind::Negate`].
    Number(i64),
    /// `$pool`: a field of the rule.
    Field(String),
    /// `hits`: a roll, a number, a state or a deck that has this name; also `steps` and `ended`.
    Name(String),
    /// `advantage` beside `$how`, or `yes` beside a decision: the place of the word among the words
    /// of its field, from 0. A parser can't know it from a name; the check of a rule can.
    Word {
        /// The word as it is written, `_` for spaces.
        word: String,
        /// Its place among the words of the field or decision.
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
    /// `if a then b else c`; only the branch taken is drawn.
    If(Box<[Expression; 3]>),
    /// `a + b`.
    Binary(Operator, Box<[Expression; 2]>),
    /// `not a`.
    Not(Box<Expression>),
    /// `-a`.
    Negate(Box<Expression>),
}

/// An expression for each number from one to another, taken together.
#[derive(Clone, Debug, PartialEq)]
pub struct Over {
    /// How they are taken together: `sum`, `max`, `min`, `any`, `all` or `count`.
    pub together: Function,
    /// The name that takes each number.
    pub name: String,
    /// The first number, fixed.
    pub low: Expression,
    /// The last number, fixed; with a lower one there is nothing to take together.
    pub high: Expression,
    /// What is worked out with each.
    pub each: Expression,
}

/// A table that is looked up: the first row that means the number gives the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What is looked up.
    pub of: Expression,
    /// Which numbers each row means, and its value; only the one that is found is rolled.
    pub rows: Vec<(When, Expression)>,
    /// The value where no row means the number.
    pub otherwise: Option<Expression>,
}

/// What a function is asked with.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// An expression.
    Value(Expression),
    /// `>=5` or `{1, 3..4}`: which dice are meant. A bare number is [`When::Among`] too, where the
    /// function reads one die.
    Faces(When),
    /// `S`: a letter on the faces of the dice; `_` for blank faces, empty here.
    Letter(String),
    /// `hearts`: a suit of cards, 1 to 4 in the order of [`Argument::SUITS`].
    Suit(i32),
    /// `14 as 1`: cards of the first value count as the second too.
    Also(i32, i32),
}

impl Argument {
    /// The suits of a deck of which each card is there four times.
    pub const SUITS: [&'static str; 4] = ["clubs", "diamonds", "hearts", "spades"];
}

/// Dice that are rolled together: a bag, or a number where they are tallied.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// What is rolled.
    pub source: Source,
    /// What happens to each die, in this order.
    pub modifiers: Vec<Modifier>,
    /// Which of the dice are kept; all without.
    pub keep: Option<Keep>,
    /// What is counted, each part adding to one number; empty where nothing is.
    pub tally: Vec<When>,
}

impl Roll {
    /// The arguments of the `repeat` whose values are kept or counted, if it is one.
    pub fn repeats(&self) -> Option<&[Argument]> {
        let Source::Pool(members) = &self.source else { return None };
        match &members[..] {
            [Member::Name(Expression { kind: Kind::Call(Function::Repeat, arguments), .. })] => {
                Some(arguments)
            }
            _ => None,
        }
    }

    /// The faces in braces of its dice, kind by kind.
    pub fn faces(&self) -> impl Iterator<Item = &[Face]> {
        let (one, pool) = match &self.source {
            Source::Dice(dice) => (Some(dice), &[][..]),
            Source::Pool(members) => (None, &members[..]),
        };
        let members = pool.iter().filter_map(|member| match member {
            Member::Dice(dice, _) => Some(dice),
            Member::Name(_) => None,
        });
        one.into_iter().chain(members).filter_map(|dice| match &dice.sides {
            Sides::Faces(faces) => Some(&faces[..]),
            _ => None,
        })
    }
}

/// What is rolled.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Dice of one kind.
    Dice(Dice),
    /// `[d10, d8, 2d6]`: several kinds, and rolls that have a name.
    Pool(Vec<Member>),
}

/// What stands in a pool.
#[derive(Clone, Debug, PartialEq)]
pub enum Member {
    /// Dice with what happens to each of them before the pool's own modifiers.
    Dice(Dice, Vec<Modifier>),
    /// The kept dice, or the cards, of a name; or all values of a `repeat`, which stands alone in its
    /// pool.
    Name(Expression),
}

/// Dice of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Dice {
    /// How many, a fixed number; one without.
    pub count: Option<Expression>,
    /// What they show.
    pub sides: Sides,
}

/// What a die shows.
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

/// Faces of a die in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// What they show.
    pub shown: Shown,
    /// How often each stands on the die.
    pub copies: u32,
}

/// What a face shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Each of the numbers from the first to the last.
    Numbers(i64, i64),
    /// Letters, each a symbol of its own: `SA` is an S and an A.
    Letters(String),
    /// Nothing: `_`.
    Blank,
}

/// What happens to each die.
#[derive(Clone, Debug, PartialEq)]
pub enum Modifier {
    /// `!` and its kin: a die that shows it is rolled once more.
    Explode(Explosion),
    /// `r` and `ro`: a die that shows it is rolled anew.
    Reroll {
        /// Only once (`ro`), or until it no longer shows it (`r`).
        once: bool,
        /// What is rolled anew.
        when: When,
    },
    /// `mi2`: lower faces are read as this; of what stands before it.
    AtLeast(Expression),
    /// `ma5`: higher faces are read as this; of what stands before it.
    AtMost(Expression),
}

/// How dice explode.
#[derive(Clone, Debug, PartialEq)]
pub struct Explosion {
    /// Whether it adds to the same die (`!!`), or new dice to the bag (`!`).
    pub same_die: bool,
    /// Whether each added face counts one less (`p`).
    pub penetrates: bool,
    /// Whether the die that is added does not explode again (`!o`).
    pub once: bool,
    /// The faces that explode; the highest without.
    pub when: Option<When>,
}

/// Which faces are meant.
#[derive(Clone, Debug, PartialEq)]
pub enum When {
    /// Those that compare so with a fixed number; a bare number is `=`.
    Compare(Comparison, Expression),
    /// Those between two fixed numbers, both among them, or equal to one.
    Among(Vec<(Expression, Option<Expression>)>),
}

/// Which dice are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Keep {
    /// From which end.
    pub which: Kept,
    /// How many are kept, or dropped: a fixed number; one without.
    pub count: Option<Expression>,
}

/// From which end dice are kept or dropped.
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
