//! How much memory answers take that are held at once: asked while they come.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Answer;
use crate::cost::ANSWERS;
use crate::error::Result;

/// What the answers of some cases take so far.
#[derive(Debug)]
pub struct Held {
    /// How many there will be.
    all: u64,
    seen: AtomicU64,
    bytes: AtomicU64,
}

/// After so many it is foreseen what all take.
const ENOUGH: u64 = 1_000;

/// What an answer takes beside its numbers: its case, its columns, what is said of it.
const CASE: usize = 2_600;

impl Held {
    /// None of so many yet.
    pub fn of(all: usize) -> Held {
        Held { all: all as u64, seen: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    /// One more is held.
    ///
    /// # Errors
    /// If all of them will take more memory than there may be.
    pub fn hold(&self, answer: &Answer) -> Result<()> {
        self.bytes.fetch_add(bytes(answer), Relaxed);
        self.seen.fetch_add(1, Relaxed);
        self.goes_on()
    }

    /// Whether there is room for all, as far as it can be foreseen.
    ///
    /// # Errors
    /// As [`Held::hold`].
    pub fn goes_on(&self) -> Result<()> {
        let (bytes, seen) = (self.bytes.load(Relaxed), self.seen.load(Relaxed));
        let foreseen = match seen < ENOUGH.min(self.all) {
            true => bytes,
            false => (u128::from(bytes) * u128::from(self.all.max(seen)) / u128::from(seen)) as u64,
        };
        ANSWERS.ask("the answers of all cases take too much memory at once", foreseen)
    }
}

fn bytes(answer: &Answer) -> u64 {
    let laws = answer.laws.iter().flat_map(|laws| &laws.columns).map(|law| law.bytes());
    let tallies = answer.tallies.iter().flat_map(|tallies| &tallies.columns);
    let numbers = laws.chain(tallies.map(|tally| tally.bytes())).sum::<usize>();
    // Each histogram has its column three times: with the case, its law and its tally.
    (CASE + numbers + 300 * answer.columns().len()) as u64
}
