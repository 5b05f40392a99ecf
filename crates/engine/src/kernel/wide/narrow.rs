//! 128-bit registers: SSE4.2, NEON and WebAssembly SIMD.

#[cfg(target_arch = "aarch64")]
use core::arch::aarch64::*;
#[cfg(target_arch = "wasm32")]
use core::arch::wasm32::*;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use fearless_simd::prelude::*;
use fearless_simd::{mask8x16, u8x16, u16x8, u64x2};

use super::tables::{GATHERED, ONE_HOT, instructions};
use super::{TABLE, Wide};

#[cfg(target_arch = "aarch64")]
use fearless_simd::Neon as Set;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::Sse4_2 as Set;
#[cfg(target_arch = "wasm32")]
use fearless_simd::WasmSimd128 as Set;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
instructions! {
    high(Sse4_2, __m128i; a, b) => _mm_mulhi_epu16(a, b);
    pack(Sse4_2, __m128i; a, b) => _mm_packus_epi16(a, b);
    joined(Sse4_2, __m128i; symbols) => _mm_maddubs_epi16(symbols, _mm_set1_epi16(0x4001));
}

#[cfg(target_arch = "aarch64")]
instructions! {
    high(Neon, uint16x8_t; a, b) => {
        let low = vmull_u16(vget_low_u16(a), vget_low_u16(b));
        vcombine_u16(vshrn_n_u32::<16>(low), vshrn_n_u32::<16>(vmull_high_u16(a, b)))
    };
}

#[cfg(target_arch = "wasm32")]
instructions! {
    high(WasmSimd128, v128; a, b) => {
        let (low, high) = (u32x4_extmul_low_u16x8(a, b), u32x4_extmul_high_u16x8(a, b));
        u16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(low, high)
    };
}

/// Offset added to an index so that one past a block of the table yields 0: the SSE shuffle only
/// looks at the low four bits and the highest; the others check the whole index.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
const RAISED: u8 = super::tables::ONLY_LOW;
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
const RAISED: u8 = 0;

/// Returns the bytes of a block of a table at these positions; 0 for positions outside of it.
#[inline(always)]
fn within(simd: Set, block: &[u8], places: u8x16<Set>) -> u8x16<Set> {
    let places = if RAISED > 0 { places.saturating_add(RAISED) } else { places };
    simd.swizzle_dyn_within_blocks_u8x16(u8x16::from_slice(simd, block), places)
}

impl Wide for Set {
    const PAIRS: usize = 1;

    #[inline(always)]
    fn high(self, a: u16x8<Set>, b: u16x8<Set>) -> u16x8<Set> {
        high(self, a.into(), b.into()).simd_into(self)
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn pack(self, a: u16x8<Set>, b: u16x8<Set>) -> u8x16<Set> {
        pack(self, a.into(), b.into()).simd_into(self)
    }

    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    #[inline(always)]
    fn pack(self, a: u16x8<Set>, b: u16x8<Set>) -> u8x16<Set> {
        self.narrow_u16x8(a.min(255), b.min(255))
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn joined(self, symbols: u8x16<Set>) -> u16x8<Set> {
        joined(self, symbols.into()).simd_into(self)
    }

    #[inline(always)]
    fn look_up(self, table: &[u8; TABLE], blocks: usize, places: u8x16<Set>) -> u8x16<Set> {
        // No index exceeds the last block, and those before it wrap around to the highest bit.
        let last = blocks - 1;
        let bytes = u8x16::from_slice(self, &table[16 * last..][..16]);
        let mut found = self.swizzle_dyn_within_blocks_u8x16(bytes, places - (16 * last) as u8);
        for block in 0..last {
            let first = 16 * block;
            found |= within(self, &table[first..][..16], places - first as u8);
        }
        found
    }

    #[inline(always)]
    fn append(self, bytes: u8x16<Set>, mask: mask8x16<Set>, to: &mut [u8]) -> usize {
        // In groups of eight, as with 256 bits.
        let mask = mask.to_bitmask() as u32;
        let [low, high] = [mask & 0xff, mask >> 8 & 0xff].map(|byte| byte as usize);
        let controls = u64x2::from_slice(self, &[GATHERED[0][low], GATHERED[1][high]]).bitcast();
        let gathered = self.swizzle_dyn_within_blocks_u8x16(bytes, controls);
        let eights: [u64; 2] = gathered.bitcast::<u64x2<Set>>().into();
        let to: &mut [u8; 16] = to.first_chunk_mut().expect("there is room behind");
        to[..8].copy_from_slice(&eights[0].to_le_bytes());
        to[low.count_ones() as usize..][..8].copy_from_slice(&eights[1].to_le_bytes());
        mask.count_ones() as usize
    }

    #[inline(always)]
    fn one_hot(self, group: u8, symbols: u8x16<Set>) -> u8x16<Set> {
        within(self, &ONE_HOT[0][..16], symbols ^ (group << 3))
    }
}
