//! Compiled forms of the rules whose speed users feel: tables in place of logic, never a second
//! truth. A test holds each against the plain rule. Games do not belong here: a rule says what is
//! compiled. Layer: above `odds`, below `strategy`.

mod course;

pub use course::{Compiled, Course, Follow, Row};
