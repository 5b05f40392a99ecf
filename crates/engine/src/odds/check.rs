//! A rule as a trait object: the form that the registry, the command and scenarios hold.

use super::counts::{IndexedCounts, ShortCounts, StepCounts};
use super::exact::{exact, exact_of};
use super::ledger::{Clock, Counter, InStep, Ledger};
use super::{Counts, Laws, Progress, Sample, Tallies, sample};
use crate::chance::{Chance, Luck, Recorder, Sampled, Scripted, Stream};
use crate::rule::{Column, Columns, Kernel, Rule, Step};
use oddsmith_base::Result;

/// Whether few scores are counted in arrays.
const IN_ARRAYS: bool = cfg!(not(target_family = "wasm"));

/// Any rule, its type erased: its exact laws, a block of trials, one resolution told in words.
///
/// Every [`Rule`] is a `Check`; nothing else implements it but [`super::SingleColumn`]
/// and [`super::KnownLaw`].
pub trait Check: Send + Sync {
    /// The columns it scores.
    fn columns(&self) -> Columns;

    /// Trials in a block of a run.
    fn block(&self) -> u64;

    /// A note on how the settings were interpreted, where there is one.
    fn remark(&self) -> Option<String>;

    /// Whether it can be played: where next to no trial counts, nobody waits for one.
    ///
    /// # Errors
    /// If it can't, with what to ask in its place.
    fn playable(&self) -> Result<()>;

    /// The exact laws of its columns, from at most `budget` branches.
    ///
    /// # Errors
    /// If that is more than the budget.
    fn law(&self, budget: u64) -> Result<Laws>;

    /// The same of the column at this place alone, which may take much less: what others need is
    /// left out.
    ///
    /// # Errors
    /// If that is more than the budget.
    fn law_of(&self, place: usize, budget: u64) -> Result<Laws>;

    /// Its columns as they were counted in a run, which depends on the rule and the seed alone.
    /// A case of the registry has trials of its own, which its name and numbers choose.
    ///
    /// # Errors
    /// If a trial scores off the scale of a column.
    fn sample(&self, run: Sample) -> Result<Tallies>
    where
        Self: Sized,
    {
        sample(self, "", run, &Progress::default())
    }

    /// Its kernel, where it has one: what plays it in place of [`Check::play_block`].
    fn kernel(&self) -> Option<Box<dyn Kernel>>;

    /// Plays `trials` trials by the plain rule with the luck of one block, and adds their scores to
    /// `counts`.
    fn play_block(&self, stream: &Stream, block: u64, trials: u64, counts: &mut Counts);

    /// One trial with this luck: the score of each histogram.
    fn play_trial(&self, luck: Sampled<true>) -> Vec<Option<i32>>;

    /// One resolution with the luck of a script.
    ///
    /// # Errors
    /// If the script does not match the draws that the rule makes, one for one.
    fn tell_scripted(&self, script: Scripted) -> Result<Tale>;

    /// One resolution with drawn luck: the first trial of a run by the plain rule with this stream.
    fn tell_sampled(&self, stream: &Stream) -> Tale;
}

/// One resolution, told in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tale {
    /// Its draws, as a script that repeats it.
    pub luck: Vec<Luck>,
    /// What happened, in the rule's own words.
    pub lines: Vec<String>,
    /// The score of each histogram, in the order of [`Columns::histograms`]; `None` where it had
    /// none.
    pub scores: Vec<Option<i32>>,
    columns: Columns,
}

impl Tale {
    /// The score of the column `name`, of an indexed one at its first step; `None` where it had
    /// none.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn score(&self, name: &str) -> Result<Option<i32>> {
        Ok(self.scores[self.columns.histogram(name, 1)?])
    }
}

impl<R: Rule> Check for R {
    fn columns(&self) -> Columns {
        Rule::columns(self)
    }

    fn block(&self) -> u64 {
        R::SHORTCUTS.block
    }

    fn remark(&self) -> Option<String> {
        Rule::remark(self)
    }

    fn playable(&self) -> Result<()> {
        Rule::playable(self)
    }

    fn law(&self, budget: u64) -> Result<Laws> {
        exact(self, budget)
    }

    fn law_of(&self, place: usize, budget: u64) -> Result<Laws> {
        exact_of(self, place, budget)
    }

    fn kernel(&self) -> Option<Box<dyn Kernel>> {
        (R::SHORTCUTS.kernel)(self)
    }

    fn play_block(&self, stream: &Stream, block: u64, trials: u64, counts: &mut Counts) {
        let columns = Rule::columns(self);
        let chance = &Sampled::new(stream, block);
        let with_tables = (R::SHORTCUTS.with_tables)(self);
        let rule = with_tables.as_ref().unwrap_or(self);
        let clock = Clock::of(&columns);
        // A page has room for one form of every rule.
        let done = IN_ARRAYS
            && match R::SHORTCUTS.scores_fit {
                true => play_short::<R, true>(rule, clock, chance, trials, counts),
                false => play_short::<R, false>(rule, clock, chance, trials, counts),
            };
        if done {
            return;
        }
        if let Some(mut steps) = StepCounts::new(&columns, trials).filter(|_| IN_ARRAYS) {
            play_by_the_clock(rule, clock, chance, trials, &mut *steps);
            return steps.add_to(counts);
        }
        let mut indexed = IndexedCounts::new(&columns, counts);
        play_by_the_clock(rule, clock, chance, trials, &mut indexed);
        indexed.finish();
    }

    fn play_trial(&self, mut luck: Sampled<true>) -> Vec<Option<i32>> {
        let columns = Rule::columns(self);
        let mut scores = Scores::<false>::new(&columns);
        resolve_by_the_clock(self, Clock::of(&columns), &mut luck, &mut scores);
        scores.scores
    }

    fn tell_scripted(&self, script: Scripted) -> Result<Tale> {
        let (tale, finished) = tell(self, Recorder::scripted(script));
        finished.map(|()| tale)
    }

    fn tell_sampled(&self, stream: &Stream) -> Tale {
        tell(self, Recorder::sampled(Sampled::new(stream, 0))).0
    }
}

/// Plays trials that are counted in arrays; `false` where a scale is too long for that.
#[inline]
fn play_short<R: Rule, const FITS: bool>(
    rule: &R,
    clock: Option<Clock>,
    chance: &Sampled,
    trials: u64,
    counts: &mut Counts,
) -> bool {
    let Some(mut short) = ShortCounts::<FITS>::new(&Rule::columns(rule)) else { return false };
    match clock {
        None => play(rule, chance, trials, &mut short),
        clock => play_by_the_clock(rule, clock, chance, trials, &mut short),
    }
    short.add_to(counts);
    true
}

/// Many trials. Never inlined: as parameters of a function, luck and counts are known not to alias.
/// Luck of its own stays in registers, where no call takes its address.
#[inline(never)]
fn play<R: Rule>(rule: &R, chance: &Sampled, trials: u64, record: &mut impl Ledger) {
    let mut chance = chance.clone();
    for _ in 0..trials {
        resolve(rule, &mut chance, record);
    }
}

/// The same for a rule whose steps are counted.
#[inline(never)]
fn play_by_the_clock<R: Rule>(
    rule: &R,
    clock: Option<Clock>,
    chance: &Sampled,
    trials: u64,
    record: &mut impl Ledger,
) {
    let mut chance = chance.clone();
    for _ in 0..trials {
        resolve_by_the_clock(rule, clock, &mut chance, record);
    }
}

/// One trial of a rule that counts no steps.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn resolve<R: Rule, C: Chance>(rule: &R, chance: &mut C, record: &mut impl Ledger) {
    let mut state = rule.start();
    loop {
        match rule.step(state, chance, record) {
            Step::Next(next) | Step::Within(next) => state = next,
            Step::Done => return,
        }
    }
}

/// One trial whose steps are counted: in a column, with a cut-off at its limit, or by indexed
/// columns alone.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn resolve_by_the_clock<R: Rule, C: Chance>(
    rule: &R,
    clock: Option<Clock>,
    chance: &mut C,
    record: &mut impl Ledger,
) {
    let (limit, beyond) = clock.map_or((i32::MAX, 0), |clock| (clock.limit, clock.beyond));
    let (mut state, mut steps) = (rule.start(), 1);
    loop {
        let record = &mut InStep(&mut *record, steps as u32);
        match rule.step(state, chance, record) {
            Step::Next(next) if steps == limit => {
                rule.cut_off(next, record);
                steps += beyond;
                break;
            }
            Step::Next(next) => (state, steps) = (next, steps + 1),
            Step::Within(next) => state = next,
            Step::Done => break,
        }
    }
    if let Some(clock) = clock {
        clock.stop(steps, record);
    }
    record.end();
}

/// One resolution in words, and an error if a script has words left.
fn tell<R: Rule>(rule: &R, mut recorder: Recorder) -> (Tale, Result<()>) {
    let columns = Rule::columns(rule);
    let mut told = Scores::<true>::new(&columns);
    resolve_by_the_clock(rule, Clock::of(&columns), &mut recorder, &mut told);
    let (luck, finished) = recorder.finish();
    let Scores { scores, lines, .. } = told;
    (Tale { luck, lines, scores, columns }, finished)
}

/// Keeps the scores of one trial, one for each histogram; and what the rule tells, if it listens.
struct Scores<const LISTENS: bool> {
    scores: Vec<Option<i32>>,
    lines: Vec<String>,
    /// The first histogram of each column, and whether it is indexed.
    columns: Vec<(usize, bool)>,
    counter: Counter,
}

impl<const LISTENS: bool> Scores<LISTENS> {
    fn new(columns: &Columns) -> Self {
        let mut histograms = 0;
        let first = |column: &Column| {
            let first = histograms;
            histograms += column.indices() as usize;
            (first, column.is_indexed())
        };
        let (counter, columns) =
            (Counter::at(columns.counter()), columns.iter().map(first).collect());
        Scores { scores: vec![None; histograms], lines: Vec::new(), columns, counter }
    }
}

impl<const LISTENS: bool> Ledger for Scores<LISTENS> {
    fn file(&mut self, place: usize, score: i32) {
        self.file_in(1, place, score);
    }

    fn file_in(&mut self, step: u32, place: usize, score: i32) {
        let (first, indexed) = self.columns[place];
        self.scores[if indexed { first + step as usize - 1 } else { first }] = Some(score);
    }

    fn counter(&mut self) -> &mut Counter {
        &mut self.counter
    }

    fn say(&mut self, line: impl FnOnce() -> String) {
        if LISTENS {
            // An empty text says nothing.
            self.lines.extend(line().lines().map(str::to_owned));
        }
    }
}
