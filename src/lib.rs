//! oddsmith puts tabletop resolution rules on one chart, with odds that can be trusted: opposed
//! cards, dice and damage
//! ladders, each rule written once, answered exactly and by sampling.
//!
//! # A first program
//! ```
//! use oddsmith::odds::{Histogram, Sample, Success};
//!
//! fn main() -> Result<(), oddsmith::Error> {
//!     let case = oddsmith::case("melodrama.opposed active=10 passive=5")?;
//!     let laws = case.law(1_000_000)?;
//!     let margin = laws.column("margin")?;
//!     println!("the active side wins {:?} of the time", margin.success(Success::AtLeast(0)).fraction());
//!     let tallies = case.sample(Sample { trials: 1_000_000, seed: 7 });
//!     let played = tallies.column("margin")?;
//!     println!("and won {:.4} of a million checks", played.share_of(Success::AtLeast(0)));
//!     println!("which is {:?}", played.success(Success::AtLeast(0)).interval());
//!     Ok(())
//! }
//! ```
//!
//! A rule of one's own: see [`rule::Rule`]. The layers, from the ground up: [`chance`], [`rule`],
//! [`odds`], [`kernel`], [`strategy`], [`registry`],
//! [`systems`], [`scenario`], then frames, charts, reports and the command.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod answer;
pub mod chance;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod cost;
pub mod dice;
mod error;
pub mod file;
pub mod kernel;
mod letters;
pub mod odds;
pub mod page;
pub mod program;
pub mod registry;
pub mod rule;
pub mod scenario;
pub mod strategy;
pub mod systems;
pub mod text;

#[cfg(feature = "charts")]
pub mod chart;
#[cfg(feature = "documents")]
pub mod document;
#[cfg(feature = "frames")]
pub mod frame;

pub use error::{About, Error, ErrorKind, Result};
pub use systems::case;

/// The programs of README.md and CONTRIBUTING.md are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../CONTRIBUTING.md")]
struct Documents;
