//! Tests of answers: events, gaps, expectations, claims, and settings found by search.

mod answers_to_questions;
mod audit;
mod dc;
mod places;
mod readings;
mod restored;
mod saved;
mod tune;
mod verify;
mod vocabulary;
