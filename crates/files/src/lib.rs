//! Files, written whole or not at all, and sets of files all of them or none.
//! What belongs here: everything that makes, renames or removes a file. Each step of it is a
//! function of `disk`, so that a test can have any step fail. What does not: what is written.
//! tempfile and rustix live here.
#![doc = include_str!("how-a-set-is-written.md")]

mod at_once;
mod disk;
mod draft;
#[cfg(test)]
mod faults;
mod folder;
mod folder_swap;
mod lock;
mod manifest;
mod single;
mod staged;
mod target;
mod transaction;

pub use at_once::{write, write_all};
pub use draft::Draft;
pub use manifest::{is_foreign, stale};
pub use oddsmith_base::RequestFiles;
pub use oddsmith_base::file::{digest, is_standard, read};
pub use staged::abandon;
pub use transaction::Transaction;
