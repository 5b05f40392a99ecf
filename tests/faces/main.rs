//! What people and programs see: the command, charts, pages, JSON. Snapshots stand in `snapshots/`;
//! `INSTA_UPDATE=always cargo test --test faces` writes them anew.

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
