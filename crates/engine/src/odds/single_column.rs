//! A check restricted to one of its columns, or to its plain rule.

use super::{Check, Counts, Laws, Resolution};
use crate::chance::{Sampled, Scripted, Stream};
use crate::rule::{Columns, InstructionSet, Kernel, Scored};
use oddsmith_base::Result;

/// A check restricted to one column, or without its kernel. It plays the same trials for the same
/// seed.
pub struct SingleColumn {
    check: Box<dyn Check>,
    /// The index of the only column in the check's columns.
    place: Option<usize>,
    /// True if the plain rule plays it rather than a kernel.
    plain: bool,
}

impl SingleColumn {
    /// Restricts a check to the column at this index: its exact law takes only the work for that
    /// column.
    pub fn new(check: Box<dyn Check>, place: usize) -> SingleColumn {
        SingleColumn { check, place: Some(place), plain: false }
    }

    /// Creates a check without its kernel: the plain rule plays all trials.
    pub fn plain(check: Box<dyn Check>) -> SingleColumn {
        SingleColumn { check, place: None, plain: true }
    }
}

impl Check for SingleColumn {
    fn columns(&self) -> Columns {
        let columns = self.check.columns();
        self.place.map_or_else(|| columns.clone(), |place| columns.alone(place))
    }

    fn block(&self) -> u64 {
        self.check.block()
    }

    fn remark(&self) -> Option<String> {
        self.check.remark()
    }

    fn playable(&self) -> Result<()> {
        self.check.playable()
    }

    fn law(&self, budget: u64) -> Result<Laws> {
        self.place.map_or_else(|| self.check.law(budget), |place| self.law_of(place, budget))
    }

    fn law_of(&self, place: usize, budget: u64) -> Result<Laws> {
        self.check.law_of(self.place.unwrap_or(place), budget)
    }

    fn kernel(&self) -> Option<Box<dyn Kernel>> {
        let kernel = self.check.kernel().filter(|_| !self.plain)?;
        Some(match self.place {
            Some(place) => Box::new(Part { kernel, place }),
            None => kernel,
        })
    }

    fn play_block(&self, stream: &Stream, block: u64, trials: u64, counts: &mut Counts) {
        let Some(place) = self.place else {
            return self.check.play_block(stream, block, trials, counts);
        };
        let mut all = Counts::new(&self.check.columns());
        self.check.play_block(stream, block, trials, &mut all);
        counts.add_column(all, place);
    }

    fn play_trial(&self, luck: Sampled<true>) -> Vec<Option<i32>> {
        let mut scores = self.check.play_trial(luck);
        if let Some(place) = self.place {
            let columns = self.check.columns();
            let before: u32 = columns[..place].iter().map(|column| column.indices()).sum();
            scores.drain(..before as usize);
            scores.truncate(columns[place].indices() as usize);
        }
        scores
    }

    /// The transcript has the scores of all columns.
    fn transcript_of_script(&self, script: Scripted) -> Result<Resolution> {
        self.check.transcript_of_script(script)
    }

    fn transcript_of_stream(&self, stream: &Stream) -> Resolution {
        self.check.transcript_of_stream(stream)
    }
}

/// A kernel restricted to one column.
struct Part {
    kernel: Box<dyn Kernel>,
    place: usize,
}

impl Kernel for Part {
    fn block(&self) -> u64 {
        self.kernel.block()
    }

    fn play(&self, stream: &Stream, block: u64, trials: u64, scored: &mut dyn FnMut(Scored)) {
        self.kernel.play(stream, block, trials, &mut |all| {
            if all.column == self.place {
                scored(Scored { column: 0, ..all });
            }
        });
    }

    fn at_most(&mut self, set: InstructionSet) {
        self.kernel.at_most(set);
    }
}
