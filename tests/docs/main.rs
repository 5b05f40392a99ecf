//! What the project says of itself is so: the README, the reports, the walls of the map.

mod balance;
#[cfg(all(feature = "cli", unix))]
mod console;
mod layers;
#[cfg(feature = "cli")]
mod readme;
mod reports;
mod repository;
mod walls;
