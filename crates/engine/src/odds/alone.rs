//! A check that answers for one of its columns alone.

use super::{Check, Counts, Laws, Tale};
use crate::chance::{Sampled, Scripted, Stream};
use crate::rule::{Columns, InstructionSet, Kernel, Scored};
use oddsmith_base::Result;

/// A check of which one column is asked: its exact law takes only what that column needs. It plays
/// the same trials for the same seed.
pub struct Alone {
    check: Box<dyn Check>,
    /// The place of the column among those of the check.
    place: usize,
}

impl Alone {
    /// The column at this place of this check.
    pub fn new(check: Box<dyn Check>, place: usize) -> Alone {
        Alone { check, place }
    }
}

impl Check for Alone {
    fn columns(&self) -> Columns {
        self.check.columns().alone(self.place)
    }

    fn block(&self) -> u64 {
        self.check.block()
    }

    fn remark(&self) -> Option<String> {
        self.check.remark()
    }

    fn law(&self, budget: u64) -> Result<Laws> {
        self.check.law_of(self.place, budget)
    }

    fn law_of(&self, _: usize, budget: u64) -> Result<Laws> {
        self.law(budget)
    }

    fn kernel(&self) -> Option<Box<dyn Kernel>> {
        let kernel = self.check.kernel()?;
        Some(Box::new(Part { kernel, place: self.place }))
    }

    fn play_block(&self, stream: &Stream, block: u64, trials: u64, counts: &mut Counts) {
        let mut all = Counts::new(&self.check.columns());
        self.check.play_block(stream, block, trials, &mut all);
        counts.add_column(all, self.place);
    }

    fn play_trial(&self, luck: Sampled<true>) -> Vec<Option<i32>> {
        let columns = self.check.columns();
        let before: u32 = columns[..self.place].iter().map(|column| column.indices()).sum();
        let here = columns[self.place].indices() as usize;
        self.check.play_trial(luck).into_iter().skip(before as usize).take(here).collect()
    }

    /// Told with all that it scores.
    fn tell_scripted(&self, script: Scripted) -> Result<Tale> {
        self.check.tell_scripted(script)
    }

    fn tell_sampled(&self, stream: &Stream) -> Tale {
        self.check.tell_sampled(stream)
    }
}

/// What a kernel scores in one column.
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
