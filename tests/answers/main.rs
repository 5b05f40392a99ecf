//! What answers say: events, gaps, expectations, claims, settings that are searched for.

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
