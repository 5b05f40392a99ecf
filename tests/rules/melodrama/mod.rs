//! Tests of Melodramatic Mutants & Masterminds, derived a second way.

mod card_table;
mod hands_duel;
mod text;
