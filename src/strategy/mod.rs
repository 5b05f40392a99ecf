//! Choices made at the same time and in secret: games where what one side wins the other loses, and their equilibria.
//! What belongs here: solvers, plans and their certificates, for any game. What does not: whose rule makes the game.
//! Layer: above `odds`, below the registry.

mod matrix;
mod number;
mod plan;
mod simplex;
mod solved;
mod stages;

pub use matrix::{Equilibrium, Matrix, Range};
pub use plan::{Course, Plan};
pub use solved::{Choice, Naive, Position, Solved};
pub use stages::{Objective, Side, Solution, Stages, State};
