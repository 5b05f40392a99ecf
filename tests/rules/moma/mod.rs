//! Mind over Matter, against other solvers.

mod duels;
mod willpower;
