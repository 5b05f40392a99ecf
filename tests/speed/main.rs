//! What makes answers quick leaves them as they are, and what would take too long is refused.

mod bounds;
mod compiled;
mod ends;
mod kernels;
mod memory;
