//! Tests of written files: written completely or not at all, in parts or at once, also if the run
//! is killed.

mod checked;
#[cfg(feature = "cli")]
mod folder;
mod kills;
mod mistakes;
mod parts;
mod resumed;
mod several;
#[cfg(all(unix, feature = "documents", feature = "cli"))]
#[path = "../shared/signals.rs"]
mod signals;
mod written;
