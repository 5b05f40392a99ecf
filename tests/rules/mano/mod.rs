//! Mano a Mano, against its printed tables.

mod points;
mod text;
