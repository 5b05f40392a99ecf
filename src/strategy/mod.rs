//! Who decides best: one player against chance, or two who choose at the same time, in secret, and
//! against each other.
//! What belongs here: solvers, plans and their certificates, for any game. What does not: whose
//! rule makes the game.
//! Layer: above `odds`, below the registry.

mod course;
mod decision;
mod matrix;
mod number;
mod plan;
mod simplex;
mod solved;
mod stages;

pub use course::Course;
pub use decision::{Decision, Optimum, Turn, Way};
pub use matrix::{Equilibrium, Matrix, Range};
pub use plan::Plan;
pub use solved::{Choice, Naive, Position, Solved};
pub use stages::{Objective, Side, Solution, Stages, State};
