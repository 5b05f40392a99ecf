//! Tests of Mano a Mano against its printed tables.

mod cast;
mod points;
mod text;
