//! A hash for the states of a walk: nobody chooses them to collide, and a walk looks up one for every branch.

use std::hash::{BuildHasherDefault, Hasher};

/// A map with this hash.
pub(super) type Map<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Mixing>>;

/// Multiplies by a large odd number for each word, and folds the high half of the product back.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mixing(u64);

impl Mixing {
    #[inline(always)]
    fn mix(&mut self, word: u64) {
        // The golden ratio; the start keeps a first 0 from vanishing.
        let product = u128::from(self.0 ^ word ^ 0x5851_f42d_4c95_7f2d) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Mixing {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.mix(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.mix(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.mix(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
