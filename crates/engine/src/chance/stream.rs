//! Random words of each block, derived from the seed: the same question and seed give the same
//! bytes.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random streams of one question: one independent generator per block of trials.
///
/// # Formula
/// The generator of block k starts from the first 32 bytes of BLAKE3's extendable output, in key
/// derivation mode with the context `oddsmith 2026 blocks`, over: seed (8 bytes, little endian),
/// the identity (its length in bytes as 8 bytes, then its text), k (8 bytes).
///
/// The identity is the check's id and the fields that differ from their default, sorted by name,
/// each as `name=value`, joined by spaces.
///
/// Blocks have a fixed size, so they can be divided among threads and machines in any way.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The hash state before the block number.
    head: blake3::Hasher,
}

impl Stream {
    /// Creates the streams of the question `identity` under `seed`.
    pub fn new(seed: u64, identity: &str) -> Stream {
        let mut head = blake3::Hasher::new_derive_key("oddsmith 2026 blocks");
        head.update(&seed.to_le_bytes());
        head.update(&(identity.len() as u64).to_le_bytes());
        head.update(identity.as_bytes());
        Stream { head }
    }

    /// Returns the words of block `block`, from which the generators of its trials are seeded.
    pub fn words(&self, block: u64) -> impl FnMut() -> u64 + use<> {
        let mut generator = self.generator(block);
        move || rand::Rng::next_u64(&mut generator)
    }

    /// Returns the generator of block `block`, counted from 0.
    pub(super) fn generator(&self, block: u64) -> Xoshiro256PlusPlus {
        let mut state = [0; 32];
        self.output(block).fill(&mut state);
        Xoshiro256PlusPlus::from_seed(state)
    }

    /// Returns the states of several generators of block `block`, four words each: consecutive
    /// bytes of the same output, so the first is the generator that the block has without a kernel.
    pub fn states<const LANES: usize>(&self, block: u64) -> [[u64; 4]; LANES] {
        // All at once, since each call recomputes the 64-byte block that it starts in.
        let mut bytes = [[[0; 8]; 4]; LANES];
        self.output(block).fill(bytes.as_flattened_mut().as_flattened_mut());
        bytes.map(|generator| generator.map(u64::from_le_bytes))
    }

    fn output(&self, block: u64) -> blake3::OutputReader {
        self.head.clone().update(&block.to_le_bytes()).finalize_xof()
    }
}
