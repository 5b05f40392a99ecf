//! Compiled forms of the rules whose speed users feel: tables in place of logic, many trials side
//! by side; never a second truth. Tests hold each against the plain rule. Games do not belong here:
//! a rule says what is compiled. Layer: above `odds`, below `strategy`.

mod alias;
mod bids;
mod blows;
mod course;
mod faces;
mod field;
mod hands;
mod lanes;
mod row;
mod states;
mod sums;
mod vertical;
mod wide;

pub use bids::{Contest, bids};
pub use blows::{Effect, Fight, blows};
pub use course::{Compiled, Course, Follow, Row};
pub use faces::faces;
pub use hands::{HandRow, Lead, hands};
pub use states::states;
pub use wide::instruction_sets;
