//! Files, read and written.
//! What belongs here: paths, bytes, and the one way in which anything is written (`write`).
//! What does not: what the bytes say. Layer: below all others, beside `error`.

mod read;
#[cfg(feature = "write")]
mod write;

pub use read::{digest, is_standard, read};
#[cfg(feature = "write")]
pub use write::{Draft, Transaction, abandon, is_foreign, stale, write, write_all};
