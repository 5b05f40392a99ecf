//! Tests of answers: events, gaps, expectations, claims, and settings found by search.

mod asked;
mod audit;
mod dc;
mod places;
mod readings;
mod restored;
mod saved;
mod tune;
mod verify;
mod vocabulary;
