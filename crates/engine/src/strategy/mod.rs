//! Optimal decisions: of one player against chance, or of two who choose simultaneously against
//! each other.
//!
//! This module holds solvers, plans and their certificates, for any game; the rules of the games
//! are elsewhere.
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
