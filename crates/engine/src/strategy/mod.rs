//! Who decides best: one player against chance, or two who choose at the same time, in secret,
//! against each other.
//! What belongs here: solvers, plans and their certificates, for any game. What does not: whose
//! rule makes the game.
#![doc = include_str!("how-a-duel-is-solved.md")]

mod bidding_duel;
mod course;
mod decision;
mod hidden;
mod layer;
mod matrix;
mod number;
mod plan;
mod rounds;
mod simplex;
mod solved;

pub use bidding_duel::{BiddingDuel, Objective};
pub use course::Course;
pub use decision::{Decision, Optimum, Turn, Way};
pub use hidden::{Block, Hidden, Point, Proof, Term, Tree};
pub use layer::State;
pub use matrix::{Equilibrium, Matrix, Range};
pub use plan::{Plan, weights};
pub use rounds::{MOST_MEETINGS, Rounds, Side, Solution, meet};
pub use solved::{BIDS, Choice, Known, Position, SimplePolicy, Solved, Standing, Terms, standing};
