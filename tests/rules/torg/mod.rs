//! The Drama Deck, against published counts and sums made another way.

mod drama_deck;
mod drama_pools;
mod dramatic_skill;
mod text;
