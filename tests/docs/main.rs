//! Tests of statements of the project about itself: the documentation, the reports, the boundaries
//! of packages.

mod balance;
mod boundaries;
mod comments;
#[cfg(all(feature = "cli", unix))]
mod console;
mod layers;
#[cfg(feature = "cli")]
mod readme;
mod reports;
mod repository;
