//! 256 and 512 bits: AVX2 and AVX-512.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use fearless_simd::prelude::*;
use fearless_simd::{Avx2, Avx512, mask8x32, mask8x64, u8x16, u8x32, u8x64, u16x16, u16x32, u64x4};

use super::tables::{GATHERED, ONE_HOT, ONLY_LOW, instructions};
use super::{TABLE, Wide};

instructions! {
    high_512(Avx512, __m512i; a, b) => _mm512_mulhi_epu16(a, b);
    high_256(Avx2, __m256i; a, b) => _mm256_mulhi_epu16(a, b);
    pack_512(Avx512, __m512i; a, b) => _mm512_packus_epi16(a, b);
    pack_256(Avx2, __m256i; a, b) => _mm256_packus_epi16(a, b);
    joined_256(Avx2, __m256i; symbols) => _mm256_maddubs_epi16(symbols, _mm256_set1_epi16(0x4001));
    in_order_512(Avx512, __m512i; packed) =>
        _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), packed);
    in_order_256(Avx2, __m256i; packed) => _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
    above_256(Avx2, __m256i; a, b) => _mm256_cmpgt_epi8(a, b);
    blend_256(Avx2, __m256i; unset, set, highest) => _mm256_blendv_epi8(unset, set, highest);
    majority_512(Avx512, __m512i; a, b, c) => _mm512_ternarylogic_epi64::<0xe8>(a, b, c);
}

impl Wide for Avx512 {
    #[inline(always)]
    fn high(self, a: u16x32<Avx512>, b: u16x32<Avx512>) -> u16x32<Avx512> {
        high_512(self, a.into(), b.into()).simd_into(self)
    }

    #[inline(always)]
    fn pack(self, a: u16x32<Avx512>, b: u16x32<Avx512>) -> u8x64<Avx512> {
        pack_512(self, a.into(), b.into()).simd_into(self)
    }

    #[inline(always)]
    fn in_order(self, packed: u8x64<Avx512>) -> u8x64<Avx512> {
        in_order_512(self, packed.into()).simd_into(self)
    }

    #[inline(always)]
    fn add_bits(self, a: Self::u8s, b: Self::u8s, c: Self::u8s) -> (Self::u8s, Self::u8s) {
        let majority = majority_512(self, a.into(), b.into(), c.into()).simd_into(self);
        (a ^ b ^ c, majority)
    }

    #[inline(always)]
    fn look_up(self, table: &[u8; TABLE], _: usize, places: u8x64<Avx512>) -> u8x64<Avx512> {
        self.swizzle_dyn_u8x64(u8x64::from_slice(self, table), places)
    }

    #[inline(always)]
    fn append(self, bytes: u8x64<Avx512>, mask: mask8x64<Avx512>, to: &mut [u8]) -> usize {
        bytes.compress(mask).store_slice(&mut to[..TABLE]);
        mask.to_bitmask().count_ones() as usize
    }

    #[inline(always)]
    fn one_hot(self, group: u8, symbols: u8x64<Avx512>) -> u8x64<Avx512> {
        let table = u8x64::from_slice(self, &ONE_HOT[usize::from(group & 7)]);
        self.swizzle_dyn_u8x64(table, symbols)
    }
}

/// Returns the bytes of a block of a table at the low four bits of `places`, which are below 128.
#[inline(always)]
fn block(simd: Avx2, table: &[u8; TABLE], block: usize, places: u8x32<Avx2>) -> u8x32<Avx2> {
    let bytes = u8x16::from_slice(simd, &table[16 * block..][..16]);
    simd.swizzle_dyn_within_blocks_u8x32(simd.combine_u8x16(bytes, bytes), places)
}

/// Selects `unset` or `set` in each lane by a bit of `places`.
#[inline(always)]
fn choose(
    simd: Avx2,
    unset: u8x32<Avx2>,
    set: u8x32<Avx2>,
    places: u8x32<Avx2>,
    bit: u32,
) -> u8x32<Avx2> {
    let highest: u8x32<Avx2> = (places.bitcast::<u16x16<Avx2>>() << (7 - bit)).bitcast();
    blend_256(simd, unset.into(), set.into(), highest.into()).simd_into(simd)
}

impl Wide for Avx2 {
    const PAIRS: usize = 3;

    #[inline(always)]
    fn high(self, a: u16x16<Avx2>, b: u16x16<Avx2>) -> u16x16<Avx2> {
        high_256(self, a.into(), b.into()).simd_into(self)
    }

    #[inline(always)]
    fn pack(self, a: u16x16<Avx2>, b: u16x16<Avx2>) -> u8x32<Avx2> {
        pack_256(self, a.into(), b.into()).simd_into(self)
    }

    #[inline(always)]
    fn joined(self, symbols: u8x32<Avx2>) -> u16x16<Avx2> {
        joined_256(self, symbols.into()).simd_into(self)
    }

    #[inline(always)]
    fn in_order(self, packed: u8x32<Avx2>) -> u8x32<Avx2> {
        in_order_256(self, packed.into()).simd_into(self)
    }

    #[inline(always)]
    fn take(self, place: u8x32<Avx2>, left: u8x32<Avx2>) -> u8x32<Avx2> {
        // The comparison yields all ones, which is -1, in the lanes in which `left` is greater.
        let within: u8x32<Avx2> = above_256(self, left.into(), place.into()).simd_into(self);
        left + within
    }

    #[inline(always)]
    fn look_up(self, table: &[u8; TABLE], blocks: usize, places: u8x32<Avx2>) -> u8x32<Avx2> {
        let first = block(self, table, 0, places);
        if blocks == 1 {
            return first;
        }
        // The shuffle uses the low four bits; the bits above them select the block.
        let low = choose(self, first, block(self, table, 1, places), places, 4);
        if blocks == 2 {
            return low;
        }
        let [third, fourth] = [block(self, table, 2, places), block(self, table, 3, places)];
        choose(self, low, choose(self, third, fourth, places, 4), places, 5)
    }

    #[inline(always)]
    fn append(self, bytes: u8x32<Avx2>, mask: mask8x32<Avx2>, to: &mut [u8]) -> usize {
        // In groups of eight: closing the gaps between groups takes longer than storing each.
        let mask = mask.to_bitmask() as u32;
        let [a, b, c, d] = mask.to_le_bytes().map(usize::from);
        let controls = [GATHERED[0][a], GATHERED[1][b], GATHERED[0][c], GATHERED[1][d]];
        let controls = u64x4::from_slice(self, &controls).bitcast();
        let gathered = self.swizzle_dyn_within_blocks_u8x32(bytes, controls);
        let eights: [u64; 4] = gathered.bitcast::<u64x4<Avx2>>().into();
        let to: &mut [u8; 40] = to.first_chunk_mut().expect("there is room behind");
        for (place, eight) in eights.into_iter().enumerate() {
            let before = (mask & ((1 << (8 * place)) - 1)).count_ones() as usize;
            to[before..][..8].copy_from_slice(&eight.to_le_bytes());
        }
        mask.count_ones() as usize
    }

    #[inline(always)]
    fn one_hot(self, group: u8, symbols: u8x32<Avx2>) -> u8x32<Avx2> {
        let bits = u8x16::from_slice(self, &ONE_HOT[0][..16]);
        let bits = self.combine_u8x16(bits, bits);
        self.swizzle_dyn_within_blocks_u8x32(bits, (symbols ^ (group << 3)) + ONLY_LOW)
    }
}
