//! What is written: whole or not at all, in parts or at once, whatever kills it.

mod kills;
mod parts;
mod written;
