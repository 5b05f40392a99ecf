//! Compiled forms of the rules whose speed users feel: tables in place of logic, many trials side
//! by side; never a second truth. Tests hold each against the plain rule. Games do not belong here:
//! a rule says what is compiled. Layer: above `odds`, below `strategy`.

mod blows;
mod course;
mod faces;
mod field;
mod lanes;
mod sums;
mod vertical;
mod wide;

pub use blows::{Effect, Fight, blows};
pub use course::{Compiled, Course, Follow, Row};
pub use faces::faces;
pub use wide::instruction_sets;
