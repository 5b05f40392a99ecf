//! The language of dice, decks and rules: from text to a checked program, and back to text.
//! What belongs here: its syntax, its reader, its printed form, its errors. Laws do not.
//! Layer: above `chance`, below `rule`; of the crate it uses only errors.

pub mod syntax;
