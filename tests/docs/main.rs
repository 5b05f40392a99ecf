//! What the project says of itself is so: the README, the reports, the walls of the map.

mod balance;
mod planted;
#[cfg(feature = "cli")]
mod readme;
mod reports;
mod repository;
mod walls;
