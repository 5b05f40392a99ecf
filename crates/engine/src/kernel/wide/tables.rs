//! Lookup tables shared by several instruction sets, and the macro that wraps intrinsics.

use super::TABLE;

/// Offset for shuffle indices of x86: an index below 16 stays valid, any other gets its highest bit
/// set, for which the shuffle gives 0.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub const ONLY_LOW: u8 = 0x70;

/// The bit of each symbol, by group of eight.
pub static ONE_HOT: [[u8; TABLE]; 8] = {
    let mut tables = [[0; TABLE]; 8];
    let mut symbol = 0;
    while symbol < TABLE {
        tables[symbol / 8][symbol] = 1 << (symbol % 8);
        symbol += 1;
    }
    tables
};

/// For each byte, the positions of its set bits in sequence, for the lower and the upper half of a
/// block.
pub static GATHERED: [[u64; 256]; 2] = {
    let mut gathered = [[0; 256]; 2];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                gathered[0][byte] |= bit << (8 * place);
                gathered[1][byte] |= (bit + 8) << (8 * place);
                place += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    gathered
};

// Wraps intrinsics that the crate lacks or implements with more instructions;
// `fearless_simd::kernel` makes the calls safe.
macro_rules! instructions {
    ($($name:ident($set:ident, $register:ty; $($of:ident),+) => $call:expr;)+) => {$(
        fearless_simd::kernel!(
            #[inline(always)]
            fn $name(simd: $set, $($of: $register),+) -> $register {
                $call
            }
        );
    )+};
}
pub(super) use instructions;
