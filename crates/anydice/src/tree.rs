//! The syntax tree of a program.

use crate::fault::Span;

/// A variable, by its index in the program.
pub type Variable = u32;

/// A function's name, by its index in the program: its words and argument slots in order.
pub type Identity = u32;

#[derive(Debug)]
pub struct Expression {
    pub kind: Kind,
    pub span: Span,
    /// The depth of the tree.
    pub depth: u32,
}

#[derive(Debug)]
pub enum Kind {
    Number(i64),
    Variable(Variable),
    Sequence(Vec<Part>),
    Call(Identity, Vec<Expression>),
    Unary(Sign, Box<Expression>),
    Binary(Operator, Box<[Expression; 2]>),
}

/// An element of a sequence: `from`, `from..to` or `from..to:times`.
#[derive(Debug)]
pub struct Part {
    pub from: Expression,
    pub to: Option<Expression>,
    pub times: Option<Expression>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Die,
    Plus,
    Minus,
    Not,
    Length,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Dice,
    At,
    Power,
    Times,
    Over,
    Plus,
    Minus,
    Compare(Comparison),
    And,
    Or,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::Unequal => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::AtMost => order.is_le(),
            Comparison::More => order.is_gt(),
            Comparison::AtLeast => order.is_ge(),
        }
    }
}

#[derive(Debug)]
pub struct Statement {
    pub kind: Deed,
    pub span: Span,
}

#[derive(Debug)]
pub enum Deed {
    Assign(Variable, Expression),
    Output(Expression, Option<Span>),
    Set(Setting, SetTo),
    Define(Function),
    Loop(Variable, Expression, Vec<Statement>),
    If(Expression, Vec<Statement>, Vec<Statement>),
    Result(Expression),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    PositionOrder,
    ExplodeDepth,
    FunctionDepth,
}

#[derive(Debug)]
pub enum SetTo {
    Words(Span),
    Value(Expression),
}

#[derive(Debug)]
pub struct Function {
    pub identity: Identity,
    pub parameters: Vec<Parameter>,
    pub body: Vec<Statement>,
    /// The first parameter that the body assigns to, with the position.
    pub assigned: Option<(Variable, Span)>,
}

#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    pub variable: Variable,
    pub cast: Cast,
}

/// The type to which a parameter casts its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    AsItIs,
    Number,
    Sequence,
    Die,
}

/// The syntax tree of a program.
#[derive(Debug)]
pub struct Program {
    pub statements: Vec<Statement>,
    /// The names of variables, by index.
    pub variables: Vec<String>,
    /// The names of functions, by index: `roll ? of ?`.
    pub functions: Vec<String>,
}
