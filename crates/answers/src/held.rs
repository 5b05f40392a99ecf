//! How much memory answers take that are held at once: asked while they come.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Answer;
use oddsmith_base::Bound;
use oddsmith_base::{Parameter, Result};

/// What the answers of some cases take so far.
#[derive(Debug)]
pub struct MemoryHeld {
    /// How many there will be.
    all: u64,
    seen: AtomicU64,
    bytes: AtomicU64,
}

/// Memory that answers take which are held at once.
const MEMORY: Bound = Bound::megabytes(300, "use fewer values");

/// Cases of a scenario that are held at once; more are written as they come, where nothing asks for
/// all of them.
pub const MOST_HELD: usize = 20_000;

/// After so many answers it is foreseen what all take.
const FORESEEN_AFTER: u64 = 1_000;

/// It is foreseen sooner where so many take a good part of what there may be: large answers are the
/// slow ones.
const FORESEEN_AFTER_LARGE: u64 = 4;
const LARGE_BYTES: u64 = MEMORY.most / 32;

/// What an answer takes beside its numbers: its case, its columns, what is said of it.
const CASE: usize = 2_600;

impl MemoryHeld {
    /// None of so many yet.
    pub fn of(all: usize) -> MemoryHeld {
        MemoryHeld { all: all as u64, seen: AtomicU64::new(0), bytes: AtomicU64::new(0) }
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
    /// As [`MemoryHeld::hold`].
    pub fn goes_on(&self) -> Result<()> {
        let (bytes, seen) = (self.bytes.load(Relaxed), self.seen.load(Relaxed));
        let can_tell = seen >= FORESEEN_AFTER.min(self.all)
            || (seen >= FORESEEN_AFTER_LARGE && bytes > LARGE_BYTES);
        let foreseen = match can_tell {
            false => bytes,
            true => (u128::from(bytes) * u128::from(self.all.max(seen)) / u128::from(seen)) as u64,
        };
        let asked = MEMORY.ask("the results of all cases need too much memory at once", foreseen);
        asked.map_err(|error| {
            let csv = Parameter::Format.to("csv");
            error.with_hint(
                "use fewer values, or have the cases printed as they come: " + csv + " or `json`",
            )
        })
    }
}

/// What an answer takes.
pub(super) fn bytes(answer: &Answer) -> u64 {
    let laws = answer.laws.iter().flat_map(|laws| &laws.columns).map(|law| law.bytes());
    let tallies = answer.tallies.iter().flat_map(|tallies| &tallies.columns);
    let numbers = laws.chain(tallies.map(|tally| tally.bytes())).sum::<usize>();
    // Each histogram has its column three times: with the case, its law and its tally.
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

    /// So many as are held until all of them are seen to be too many.
    fn until_refused(luck: &str, all: usize) -> Option<usize> {
        let (held, answer) = (MemoryHeld::of(all), answer(luck));
        (1..=all).find(|_| held.hold(&answer).is_err())
    }

    #[test]
    fn what_all_answers_take_is_foreseen() {
        assert_eq!(until_refused("d6", 300_000), Some(1_000));
        assert_eq!(until_refused("d6", 50_000), None);
        let few = until_refused("d1000", 100_000).expect("they are too many");
        assert!((100..1_000).contains(&few), "{few}");
        assert_eq!(until_refused("d1000", 3_000), None);
    }
}
