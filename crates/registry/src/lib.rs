//! The registry of checks: their fields, values and defaults, and how rules are built; and cases,
//! which are checks with their fields filled in.
//!
//! This crate holds the records that `list`, `odds`, scenarios and tests read. It contains no game
//! and no output.

mod case;
pub mod cast;
mod choice;
mod claim;
mod decimal;
pub mod document;
mod entry;
mod example;
mod field;
mod fields;
mod legible;
mod meaning;
mod names;
mod reader;
mod settings;
mod statement;
mod usual;
mod value;
mod word;

pub use case::Case;
pub use cast::{Cast, CastSchema, Character, Part};
pub use choice::{Choice, choice};
pub use claim::{Bounds, Claim, Whose};
pub use decimal::{Decimal, digits};
pub use entry::{
    Build, BuildCode, BuildMade, BuildOwn, Colour, Definition, Edge, Entry, Policies, Solver,
    System, Term,
};
pub use example::{Example, Outcome};
pub use field::{Field, Kind, Need, side};
pub use fields::{FieldList, OwnField, OwnKind};
pub use legible::{TEXT_LENGTH, legible};
pub use names::Names;
pub use settings::{Fields, Settings};
pub use statement::{FieldValue, fields};
pub use value::{Type, Value, plain};
pub use word::Word;

pub use oddsmith_engine::rule::Name;
