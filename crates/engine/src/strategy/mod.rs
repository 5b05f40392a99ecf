//! Who decides best: one player against chance, or two who choose at the same time, in secret,
//! against each other.
//! What belongs here: solvers, plans and their certificates, for any game. What does not: whose
//! rule makes the game.
//!
//! # How a duel is solved
//!
//! A duel's states are its rounds left, the points left and, for the majority, the score. Points
//! that can no longer be spent count as none, so a pool that never binds is one state a round.
//! `rounds` walks the states from the last round back, and each is a `Matrix` of bids. `matrix`
//! looks for a safe pure bid first, and pivots a condensed tableau otherwise (`simplex`).
//!
//! Two values are carried: what the own plan guarantees, and what the rival's plan holds it to. At
//! the start they are the certificate, with no extra pass. Of several optimal plans the lowest safe
//! bids are shown, else the mixes of the lowest mean bid. The range of each first bid over all
//! optimal plans takes two small linear programs on the optimal face. A point left over is priced
//! as one not spent, plus a constant. Prices are zero-sum: what one side spends, the other gains.
//! The mixes become integer weights (short fractions where they are such, else parts of 2^53),
//! which a rule plays as it plays any other policy.
//!
//! Where one side knows what the other does not, a game is a tree of decisions for each side
//! (`Tree`) and blocks of payoffs (`Hidden`): two lists of sequences by class, and a small matrix
//! of classes. Chance that factors is in the weights, so that a round of learning costs the hands
//! of both sides and not their pairs. Small games are solved exactly, by a matrix game that grows
//! by best replies (`hidden/oracle`). The others are solved by predictive CFR+ (`hidden/regret`),
//! until best replies in the whole game prove the value to 1e-7. Both give plans whose certificate
//! is computed from these plans alone.

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
pub use solved::{BIDS, Choice, Known, Position, SimplePolicy, Solved, Standing, Terms};
