//! Tests of the rules of the games: worked examples, laws against independent sources, and samples
//! against laws. `cargo test --test rules moma` runs the tests of one game.

mod agreement;
mod certainty;
mod determinism;
mod examples;
mod fights;
mod folds;
mod games;
mod hands;
mod mano;
mod melodrama;
mod mneme;
mod moma;
mod oracles;
mod properties;
mod registry;
mod steps;
mod strategy;
mod torg;
mod transcripts;
