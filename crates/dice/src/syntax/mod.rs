//! Syntax tree of dice and rules, as plain data: expressions, rolls, programs.
//! Belongs here: the types, and walks through them.
//! Does not belong here: parsing, printing and evaluation.

mod expression;
mod function;
mod operator;
mod program;
mod walk;
mod walk_mut;

pub use expression::{
    Argument, Dice, Explosion, Expression, Face, Keep, Kept, Kind, Member, Modifier, Over, Roll,
    Shown, Sides, Source, Table, When,
};
pub use function::Function;
pub use operator::{Comparison, Operator};
pub use program::{Ask, Cards, Course, Line, Name, Program, State, Statement};
pub use walk::{children, in_roll, in_when};
pub use walk_mut::children_mut;
