//! What the kernels need of an instruction set beyond what `fearless_simd` has.

use fearless_simd::prelude::*;

use crate::rule::InstructionSet;

/// The bytes of a table that a register of indices may look into.
pub const TABLE: usize = 64;

/// Where the low blocks of a table are looked up: an index below 16 stays one, any other gets its
/// highest bit, for which the shuffle gives 0.
const ONLY_LOW: u8 = 0x70;

/// An instruction set, by what plain code does in place of its own instructions.
pub trait Wide: Simd {
    /// The high halves of the products of 16-bit words.
    #[inline(always)]
    fn high(self, a: Self::u16s, b: Self::u16s) -> Self::u16s {
        let product = |lane: usize| u32::from(a[lane]) * u32::from(b[lane]);
        Self::u16s::from_fn(self, |lane| (product(lane) >> 16) as u16)
    }

    /// Both, which are below 2^15, as bytes of one register, what is above 255 as 255, in an order
    /// that is always the same.
    #[inline(always)]
    fn pack(self, a: Self::u16s, b: Self::u16s) -> Self::u8s {
        let half = Self::u16s::LEN;
        let word = |lane: usize| if lane < half { a[lane] } else { b[lane - half] };
        Self::u8s::from_fn(self, |lane| word(lane).min(255) as u8)
    }

    /// What [`Wide::pack`] made of two registers, in their order.
    #[inline(always)]
    fn in_order(self, packed: Self::u8s) -> Self::u8s {
        packed
    }

    /// One less where the place is below what is left; both are below 128.
    #[inline(always)]
    fn take(self, place: Self::u8s, left: Self::u8s) -> Self::u8s {
        // A comparison may go by way of mask registers, which are few and slow.
        left.saturating_sub(1).max(left.min(place))
    }

    /// Each bit that one or all of the three have, and each that at least two have: the two binary
    /// digits of the sum.
    #[inline(always)]
    fn add_bits(self, a: Self::u8s, b: Self::u8s, c: Self::u8s) -> (Self::u8s, Self::u8s) {
        // Where the first differs from the second, the third decides.
        let differs = a ^ b;
        (differs ^ c, a ^ (differs & (a ^ c)))
    }

    /// The bytes of a table at these places, all below 16 times `blocks`.
    #[inline(always)]
    fn look_up(self, table: &[u8; TABLE], _blocks: usize, places: Self::u8s) -> Self::u8s {
        Self::u8s::from_fn(self, |lane| table[usize::from(places[lane]) % TABLE])
    }

    /// Stores the bytes that a mask names, one behind the other, and says how many they are. What
    /// stands behind them, up to [`TABLE`] bytes in all, may be written over.
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

    /// One bit for each symbol of this group of eight, none for all others. Symbols are below 64.
    #[inline(always)]
    fn one_hot(self, group: u8, symbols: Self::u8s) -> Self::u8s {
        Self::u8s::from_fn(self, |lane| u8::from(symbols[lane] / 8 == group) << (symbols[lane] % 8))
    }
}

impl Wide for fearless_simd::Fallback {}

/// An instruction set that this machine has.
pub enum Set {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx512(fearless_simd::x86::Avx512),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(fearless_simd::x86::Avx2),
    Plain(fearless_simd::Fallback),
}

impl Set {
    /// The best that is not above `most`.
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
        }
        let _ = most;
        Set::Plain(fearless_simd::Fallback::new())
    }
}

/// Runs the same code on the best instruction set that is there and not above `most`.
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
            super::wide::Set::Plain($wide) => $code,
        }
    };
}
pub(super) use widest;

/// The instruction sets of this machine that kernels have code for, the plainest first.
pub fn instruction_sets() -> Vec<InstructionSet> {
    let best = match Set::best(InstructionSet::Avx512) {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Set::Avx512(_) => InstructionSet::Avx512,
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        Set::Avx2(_) => InstructionSet::Avx2,
        Set::Plain(_) => InstructionSet::Scalar,
    };
    let all = [InstructionSet::Scalar, InstructionSet::Avx2, InstructionSet::Avx512];
    all.into_iter().filter(|set| *set <= best).collect()
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    #[cfg(target_arch = "x86")]
    use core::arch::x86::*;
    #[cfg(target_arch = "x86_64")]
    use core::arch::x86_64::*;

    use fearless_simd::prelude::*;
    use fearless_simd::{
        Avx2, Avx512, mask8x32, mask8x64, u8x16, u8x32, u8x64, u16x16, u16x32, u64x4,
    };

    use super::{ONLY_LOW, TABLE, Wide};

    /// By group, the bit of each symbol.
    static ONE_HOT: [[u8; TABLE]; 8] = {
        let mut tables = [[0; TABLE]; 8];
        let mut symbol = 0;
        while symbol < TABLE {
            tables[symbol / 8][symbol] = 1 << (symbol % 8);
            symbol += 1;
        }
        tables
    };

    // What the crate lacks or spells in more instructions; its macro makes the calls safe where
    // the set is known.
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

    instructions! {
        high_512(Avx512, __m512i; a, b) => _mm512_mulhi_epu16(a, b);
        high_256(Avx2, __m256i; a, b) => _mm256_mulhi_epu16(a, b);
        pack_512(Avx512, __m512i; a, b) => _mm512_packus_epi16(a, b);
        pack_256(Avx2, __m256i; a, b) => _mm256_packus_epi16(a, b);
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

    /// The bytes of a block of a table at the low four bits of places, which are below 128.
    #[inline(always)]
    fn block(simd: Avx2, table: &[u8; TABLE], block: usize, places: u8x32<Avx2>) -> u8x32<Avx2> {
        let bytes = u8x16::from_slice(simd, &table[16 * block..][..16]);
        simd.swizzle_dyn_within_blocks_u8x32(simd.combine_u8x16(bytes, bytes), places)
    }

    /// The one or the other, as a bit of each place is not set or is.
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

    /// The places of the bits that are set in a byte, one behind the other, for each byte, in the
    /// lower and in the upper half of a block.
    static GATHERED: [[u64; 256]; 2] = {
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

    impl Wide for Avx2 {
        #[inline(always)]
        fn high(self, a: u16x16<Avx2>, b: u16x16<Avx2>) -> u16x16<Avx2> {
            high_256(self, a.into(), b.into()).simd_into(self)
        }

        #[inline(always)]
        fn pack(self, a: u16x16<Avx2>, b: u16x16<Avx2>) -> u8x32<Avx2> {
            pack_256(self, a.into(), b.into()).simd_into(self)
        }

        #[inline(always)]
        fn in_order(self, packed: u8x32<Avx2>) -> u8x32<Avx2> {
            in_order_256(self, packed.into()).simd_into(self)
        }

        #[inline(always)]
        fn take(self, place: u8x32<Avx2>, left: u8x32<Avx2>) -> u8x32<Avx2> {
            // Where it is above, all bits: as a number, less one.
            let within: u8x32<Avx2> = above_256(self, left.into(), place.into()).simd_into(self);
            left + within
        }

        #[inline(always)]
        fn look_up(self, table: &[u8; TABLE], blocks: usize, places: u8x32<Avx2>) -> u8x32<Avx2> {
            let first = block(self, table, 0, places);
            if blocks == 1 {
                return first;
            }
            // A shuffle looks at the low four bits; those above them choose the block.
            let low = choose(self, first, block(self, table, 1, places), places, 4);
            if blocks == 2 {
                return low;
            }
            let [third, fourth] = [block(self, table, 2, places), block(self, table, 3, places)];
            choose(self, low, choose(self, third, fourth, places, 4), places, 5)
        }

        #[inline(always)]
        fn append(self, bytes: u8x32<Avx2>, mask: mask8x32<Avx2>, to: &mut [u8]) -> usize {
            // By eights: to close the gaps between these takes longer than to store each.
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
}
