//! What a check says of itself: its fields, their values and defaults, how it is built; and a case,
//! which is a check with its numbers filled in.
//! What belongs here: the records that `list`, `odds`, scenarios and tests read. What does not: any
//! game, any output.

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

pub use case::Case;
pub use cast::{Cast, Character, Form, Part};
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

pub use oddsmith_engine::rule::Name;
