//! Tests of the front ends for people and programs: the command, charts, pages, JSON. The snapshots
//! are in `snapshots/`; `INSTA_UPDATE=always cargo test --test faces` rewrites them.

#[cfg(feature = "cli")]
mod agreement;
#[cfg(feature = "cli")]
mod anydice;
mod charts;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod errors;
mod hostile;
mod questions;
mod scenarios;
mod schema;
#[cfg(all(unix, feature = "cli"))]
#[path = "../shared/signals.rs"]
mod signals;
