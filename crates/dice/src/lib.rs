//! The language of dice, decks and rules: from text to a checked program, and back to text.
//! Belongs here: syntax, parser, printed form, errors.
//! Does not belong here: laws and sampling.

mod check;
mod fault;
mod field;
pub mod foreign;
mod print;
pub mod range;
mod read;
pub mod syntax;

pub use check::{Checked, check_decision, check_expression, check_program, constant};
pub use check::{Extent, Extents, extent, matching_faces, of_number};
pub use fault::{Fault, Note, Read};
pub use field::Field;
pub use read::{Parsed, read_expression, read_expression_beside};
pub use read::{read_program, read_program_beside};
