//! Tests of the Drama Deck, against published counts and independent sums.

mod drama_deck;
mod drama_pools;
mod dramatic_skill;
mod text;
