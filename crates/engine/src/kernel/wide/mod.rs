//! SIMD operations of the kernels that `fearless_simd` lacks, per instruction set.

#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod narrow;
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod tables;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86;

use fearless_simd::prelude::*;

use crate::rule::InstructionSet;

/// Number of bytes of a table that a register of indices can look into.
pub const TABLE: usize = 64;

/// An instruction set; the default methods are the scalar fallbacks.
pub trait Wide: Simd {
    /// True if there are SIMD registers; without them, processing one trial at a time is faster. On
    /// WebAssembly this favors code size.
    const REGISTERS: bool = cfg!(not(target_family = "wasm"));

    /// Minimum number of groups of eight symbols for which counting pairs of symbols in memory is
    /// faster than `Vertical`; wider registers have a higher minimum.
    const PAIRS: usize = usize::MAX;

    /// Returns the high halves of the products of 16-bit words.
    #[inline(always)]
    fn high(self, a: Self::u16s, b: Self::u16s) -> Self::u16s {
        let product = |lane: usize| u32::from(a[lane]) * u32::from(b[lane]);
        Self::u16s::from_fn(self, |lane| (product(lane) >> 16) as u16)
    }

    /// Packs two registers of words below 2^15 into one register of bytes with unsigned saturation,
    /// in an order that depends only on the instruction set.
    #[inline(always)]
    fn pack(self, a: Self::u16s, b: Self::u16s) -> Self::u8s {
        let half = Self::u16s::LEN;
        let word = |lane: usize| if lane < half { a[lane] } else { b[lane - half] };
        Self::u8s::from_fn(self, |lane| word(lane).min(255) as u8)
    }

    /// Restores the original order after [`Wide::pack`].
    #[inline(always)]
    fn in_order(self, packed: Self::u8s) -> Self::u8s {
        packed
    }

    /// Joins each symbol and its neighbor, both below 64, into one number: the first plus 64 times
    /// the second.
    #[inline(always)]
    fn joined(self, symbols: Self::u8s) -> Self::u16s {
        let two: Self::u16s = symbols.bitcast();
        two - (two >> 8) * (256 - 64)
    }

    /// Returns `left - 1` in the lanes where `place` is below `left`, else `left`; both are below
    /// 128.
    #[inline(always)]
    fn take(self, place: Self::u8s, left: Self::u8s) -> Self::u8s {
        // Avoids a comparison, which may use mask registers, which are few and slow.
        left.saturating_sub(1).max(left.min(place))
    }

    /// Full adder: returns the sum bit and the carry bit of three registers of bits.
    #[inline(always)]
    fn add_bits(self, a: Self::u8s, b: Self::u8s, c: Self::u8s) -> (Self::u8s, Self::u8s) {
        // If the first two differ, the third decides the carry.
        let differs = a ^ b;
        (differs ^ c, a ^ (differs & (a ^ c)))
    }

    /// Returns the bytes of a table at these positions, all below `16 * blocks`.
    #[inline(always)]
    fn look_up(self, table: &[u8; TABLE], _blocks: usize, places: Self::u8s) -> Self::u8s {
        Self::u8s::from_fn(self, |lane| table[usize::from(places[lane]) % TABLE])
    }

    /// Stores the bytes selected by a mask contiguously and returns their number. May overwrite up
    /// to [`TABLE`] bytes in all.
    #[inline(always)]
    fn append(self, bytes: Self::u8s, mask: Self::mask8s, to: &mut [u8]) -> usize {
        let named = mask.select(Self::u8s::splat(self, 1), Self::u8s::splat(self, 0));
        let (to, mut count) = (&mut to[..TABLE], 0);
        for (byte, named) in bytes.as_slice().iter().zip(named.as_slice()) {
            to[count] = *byte;
            count += usize::from(*named);
        }
        count
    }

    /// Returns a one-hot byte for each symbol of this group of eight, and 0 for all others. Symbols
    /// are below 64.
    #[inline(always)]
    fn one_hot(self, group: u8, symbols: Self::u8s) -> Self::u8s {
        Self::u8s::from_fn(self, |lane| u8::from(symbols[lane] / 8 == group) << (symbols[lane] % 8))
    }
}

impl Wide for fearless_simd::Fallback {
    const REGISTERS: bool = false;
}

/// An instruction set that this machine supports, with the token that permits its use.
pub enum Set {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(fearless_simd::x86::Avx512),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(fearless_simd::x86::Avx2),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Simd128(fearless_simd::x86::Sse4_2),
    #[cfg(target_arch = "aarch64")]
    Simd128(fearless_simd::aarch64::Neon),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(fearless_simd::wasm32::WasmSimd128),
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Plain(fearless_simd::Fallback),
}

impl Set {
    /// Returns the best instruction set that is not above `most`.
    pub fn best(most: InstructionSet) -> Set {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            let level = fearless_simd::Level::new();
            if let (true, Some(set)) = (most >= InstructionSet::Avx512, level.as_avx512()) {
                return Set::Avx512(set);
            }
            if let (true, Some(set)) = (most >= InstructionSet::Avx2, level.as_avx2()) {
                return Set::Avx2(set);
            }
            if let (true, Some(set)) = (most >= InstructionSet::Simd128, level.as_sse4_2()) {
                return Set::Simd128(set);
            }
        }
        #[cfg(target_arch = "aarch64")]
        if let (true, Some(set)) =
            (most >= InstructionSet::Simd128, fearless_simd::Level::new().as_neon())
        {
            return Set::Simd128(set);
        }
        let _ = most;
        // A module compiled for SIMD runs nowhere else, so it needs no fallback.
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return Set::Simd128(
            fearless_simd::Level::new().as_wasm_simd128().expect("it was compiled for it"),
        );
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        Set::Plain(fearless_simd::Fallback::new())
    }
}

/// Runs the same code on the best available instruction set that is not above `most`.
macro_rules! widest {
    ($most:expr, $wide:ident => $code:expr) => {
        match super::wide::Set::best($most) {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            super::wide::Set::Avx512($wide) => fearless_simd::Simd::vectorize(
                $wide,
                #[inline(always)]
                || $code,
            ),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            super::wide::Set::Avx2($wide) => fearless_simd::Simd::vectorize(
                $wide,
                #[inline(always)]
                || $code,
            ),
            #[cfg(any(
                target_arch = "x86",
                target_arch = "x86_64",
                target_arch = "aarch64",
                all(target_arch = "wasm32", target_feature = "simd128")
            ))]
            super::wide::Set::Simd128($wide) => fearless_simd::Simd::vectorize(
                $wide,
                #[inline(always)]
                || $code,
            ),
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            super::wide::Set::Plain($wide) => $code,
        }
    };
}
pub(super) use widest;

/// Returns the instruction sets of this machine that kernels support, the narrowest first.
pub fn instruction_sets() -> Vec<InstructionSet> {
    let best = match Set::best(InstructionSet::Avx512) {
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        Set::Plain(_) => InstructionSet::Scalar,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Set::Avx512(_) => InstructionSet::Avx512,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Set::Avx2(_) => InstructionSet::Avx2,
        #[cfg(any(
            target_arch = "x86",
            target_arch = "x86_64",
            target_arch = "aarch64",
            all(target_arch = "wasm32", target_feature = "simd128")
        ))]
        Set::Simd128(_) => InstructionSet::Simd128,
    };
    use InstructionSet::{Avx2, Avx512, Scalar, Simd128};
    [Scalar, Simd128, Avx2, Avx512].into_iter().filter(|set| *set <= best).collect()
}
