//! Atomic writes of files and of sets of files. This package creates, renames and removes files;
//! their content does not belong here. Each step is a function of `disk`, so that tests can make it
//! fail. No other package uses tempfile.
#![doc = include_str!("how-a-set-is-written.md")]

mod cleanup;
mod disk;
mod draft;
mod layout;
mod lock;
mod manifest;
mod moves;
mod staging;
mod swap;
mod target;
#[cfg(test)]
mod tests;
mod transaction;

pub use cleanup::abandon;
pub use draft::Draft;
pub use manifest::{is_foreign, stale};
pub use oddsmith_base::RequestFiles;
pub use oddsmith_base::file::{digest, is_standard, read};
pub use transaction::{Transaction, write, write_all};
