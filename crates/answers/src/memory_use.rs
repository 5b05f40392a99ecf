//! Memory limit of answers that are kept at the same time, checked while they are computed.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Answer;
use oddsmith_base::Bound;
use oddsmith_base::{Parameter, Result};

/// Memory that the answers of some cases take so far.
#[derive(Debug)]
pub struct MemoryUse {
    /// Number of answers expected in total.
    all: u64,
    seen: AtomicU64,
    bytes: AtomicU64,
}

/// Limit of the memory for answers that are kept at the same time.
const MEMORY: Bound = Bound::megabytes(300, "use fewer values");

/// Largest number of cases of a scenario that are kept in memory. The answers of more cases are
/// streamed to the output, unless something needs all of them.
pub const MAX_CASES_IN_MEMORY: usize = 20_000;

/// Number of answers after which the memory of all of them is estimated.
const FORESEEN_AFTER: u64 = 1_000;

/// Number of answers after which the total is estimated if they already take more than
/// `LARGE_BYTES`. Large answers take long to compute, so an early estimate saves time.
const FORESEEN_AFTER_LARGE: u64 = 4;
const LARGE_BYTES: u64 = MEMORY.most / 32;

/// Bytes of an answer without its numbers: the case, the columns and the texts.
const CASE: usize = 2_600;

impl MemoryUse {
    /// Starts with no answers out of `all` expected ones.
    pub fn of(all: usize) -> MemoryUse {
        MemoryUse { all: all as u64, seen: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    /// Counts one more answer.
    ///
    /// # Errors
    /// If all answers together are estimated to take more memory than the limit.
    pub fn add(&self, answer: &Answer) -> Result<()> {
        self.bytes.fetch_add(bytes(answer), Relaxed);
        self.seen.fetch_add(1, Relaxed);
        self.check()
    }

    /// Checks that all answers are estimated to fit the limit.
    ///
    /// # Errors
    /// Returns an error if the estimate exceeds the limit.
    pub fn check(&self) -> Result<()> {
        let (bytes, seen) = (self.bytes.load(Relaxed), self.seen.load(Relaxed));
        let can_tell = seen >= FORESEEN_AFTER.min(self.all)
            || (seen >= FORESEEN_AFTER_LARGE && bytes > LARGE_BYTES);
        let foreseen = match can_tell {
            false => bytes,
            true => (u128::from(bytes) * u128::from(self.all.max(seen)) / u128::from(seen)) as u64,
        };
        let asked = MEMORY.ask("the results of all cases need too much memory at once", foreseen);
        asked.map_err(|error| {
            let csv = Parameter::FORMAT.to("csv");
            error.with_hint(
                "use fewer values, or have the cases printed as they come: " + csv + " or `json`",
            )
        })
    }
}

/// Returns the estimated memory of an answer in bytes.
pub(super) fn bytes(answer: &Answer) -> u64 {
    let laws = answer.laws.iter().flat_map(|laws| &laws.columns).map(|law| law.bytes());
    let tallies = answer.tallies.iter().flat_map(|tallies| &tallies.columns);
    let numbers = laws.chain(tallies.map(|tally| tally.bytes())).sum::<usize>();
    // Each column is stored three times: in the case, the law and the tally.
    (CASE + numbers + 300 * answer.columns().len()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use oddsmith_engine::odds::{Event, Progress};
    use oddsmith_scenario::Effort;

    fn answer(luck: &str) -> Answer {
        let case = oddsmith_systems::case(&format!("house.roll luck={luck}")).expect("a case");
        let effort = Effort::default().exact_only();
        Answer::new(case, effort, &Event::SUCCESS, &Progress::default()).expect("an answer")
    }

    /// Returns the number of answers at which `hold` first fails.
    fn until_refused(luck: &str, all: usize) -> Option<usize> {
        let (held, answer) = (MemoryUse::of(all), answer(luck));
        (1..=all).find(|_| held.add(&answer).is_err())
    }

    #[test]
    fn memory_of_all_answers_is_estimated_early() {
        assert_eq!(until_refused("d6", 300_000), Some(1_000));
        assert_eq!(until_refused("d6", 50_000), None);
        let few = until_refused("d1000", 100_000).expect("they are too many");
        assert!((100..1_000).contains(&few), "{few}");
        assert_eq!(until_refused("d1000", 3_000), None);
    }
}
