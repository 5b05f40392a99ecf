//! The rules of the games: their worked examples, their laws against truths from outside, their samples
//! against their laws. `cargo test --test rules moma` runs what is about one game.

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
mod told;
mod torg;
