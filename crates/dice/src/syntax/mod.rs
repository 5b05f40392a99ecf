//! What a text of dice or a rule says, as plain data: expressions, rolls, programs. Neither how it
//! is written nor what it is worth stands here.

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
