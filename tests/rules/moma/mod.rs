//! Tests of Mind over Matter, against other solvers.

mod duels;
mod text;
mod willpower;
