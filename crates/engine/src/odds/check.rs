//! A rule as a trait object: the form used by the registry, the command and scenarios.

use super::counts::{IndexedCounts, ShortCounts, StepCounts};
use super::exact::{exact, exact_of};
use super::ledger::{Clock, Counter, InStep, Ledger};
use super::{Counts, Laws, Progress, Sample, Tallies, sample};
use crate::chance::{Chance, Luck, Recorder, Sampled, Scripted, Stream};
use crate::rule::{Column, Columns, Kernel, Rule, Step};
use oddsmith_base::Result;

/// True if columns with few scores are counted in arrays.
const IN_ARRAYS: bool = cfg!(not(target_family = "wasm"));

/// Any rule with its type erased: its exact laws, blocks of trials, and transcripts of single
/// resolutions.
///
/// Every [`Rule`] is a `Check`; the only other implementations are [`super::SingleColumn`] and
/// [`super::KnownLaw`].
pub trait Check: Send + Sync {
    /// Returns the columns that it scores.
    fn columns(&self) -> Columns;

    /// Returns the number of trials per block.
    fn block(&self) -> u64;

    /// Returns a note on how the settings were interpreted, if there is one.
    fn remark(&self) -> Option<String>;

    /// Checks that the rule can be sampled: a rule that discards almost every trial would take too
    /// long.
    ///
    /// # Errors
    /// If it can't, with a hint on what to request instead.
    fn playable(&self) -> Result<()>;

    /// Returns the exact laws of its columns, from at most `budget` branches.
    ///
    /// # Errors
    /// If it takes more than the budget.
    fn law(&self, budget: u64) -> Result<Laws>;

    /// Returns the exact law of the column at this index alone, which may take much less work.
    ///
    /// # Errors
    /// If it takes more than the budget.
    fn law_of(&self, place: usize, budget: u64) -> Result<Laws>;

    /// Returns the tallies of a run, which depend only on the rule and the seed.
    ///
    /// A case of the registry has different trials, since its name and fields are part of its
    /// stream.
    ///
    /// # Errors
    /// If a trial scores off the scale of a column.
    fn sample(&self, run: Sample) -> Result<Tallies>
    where
        Self: Sized,
    {
        sample(self, "", run, &Progress::default())
    }

    /// Returns its kernel, if it has one, which replaces [`Check::play_block`].
    fn kernel(&self) -> Option<Box<dyn Kernel>>;

    /// Plays `trials` trials by the plain rule with the luck of one block, and adds their scores to
    /// `counts`.
    fn play_block(&self, stream: &Stream, block: u64, trials: u64, counts: &mut Counts);

    /// Plays one trial with this luck and returns the score of each histogram.
    fn play_trial(&self, luck: Sampled<true>) -> Vec<Option<i32>>;

    /// Plays one resolution with the luck of a script, and returns its transcript.
    ///
    /// # Errors
    /// If the script does not match the draws of the rule, one for one.
    fn transcript_of_script(&self, script: Scripted) -> Result<Resolution>;

    /// Plays one resolution with random luck, and returns its transcript: the first trial of a run
    /// of the plain rule with this stream.
    fn transcript_of_stream(&self, stream: &Stream) -> Resolution;
}

/// The transcript of one resolution: its draws, lines of text and scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The draws, as a script that reproduces the resolution.
    pub luck: Vec<Luck>,
    /// The lines of text that the rule produced.
    pub lines: Vec<String>,
    /// The score of each histogram, in the order of [`Columns::histograms`]; `None` if it has none.
    pub scores: Vec<Option<i32>>,
    columns: Columns,
}

impl Resolution {
    /// Returns the score of the column `name`, for an indexed one at its first step; `None` if it
    /// has no score.
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
        R::EXTRAS.block
    }

    fn remark(&self) -> Option<String> {
        (R::EXTRAS.remark)(self)
    }

    fn playable(&self) -> Result<()> {
        (R::EXTRAS.playable)(self)
    }

    fn law(&self, budget: u64) -> Result<Laws> {
        exact(self, budget)
    }

    fn law_of(&self, place: usize, budget: u64) -> Result<Laws> {
        exact_of(self, place, budget)
    }

    fn kernel(&self) -> Option<Box<dyn Kernel>> {
        (R::EXTRAS.kernel)(self)
    }

    fn play_block(&self, stream: &Stream, block: u64, trials: u64, counts: &mut Counts) {
        let columns = Rule::columns(self);
        let chance = &Sampled::new(stream, block);
        let with_tables = (R::EXTRAS.with_tables)(self);
        let rule = with_tables.as_ref().unwrap_or(self);
        let clock = Clock::of(&columns);
        // On WebAssembly, code size allows only one compiled form of every rule.
        let done = IN_ARRAYS
            && match R::EXTRAS.scores_fit {
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

    fn transcript_of_script(&self, script: Scripted) -> Result<Resolution> {
        let (tale, finished) = tell(self, Recorder::scripted(script));
        finished.map(|()| tale)
    }

    fn transcript_of_stream(&self, stream: &Stream) -> Resolution {
        tell(self, Recorder::sampled(Sampled::new(stream, 0))).0
    }
}

/// Plays trials that are counted in arrays; returns `false` if a scale is too long for that.
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

/// Plays many trials.
///
/// Never inlined: function parameters are known not to alias. The local copy of the generator stays
/// in registers, since no call takes its address.
#[inline(never)]
fn play<R: Rule>(rule: &R, chance: &Sampled, trials: u64, record: &mut impl Ledger) {
    let mut chance = chance.clone();
    for _ in 0..trials {
        resolve(rule, &mut chance, record);
    }
}

/// Plays many trials of a rule whose steps are counted.
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

/// Plays one trial of a rule that counts no steps.
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

/// Plays one trial whose steps are counted: in a column, with a cut-off at its limit, or only by
/// indexed columns.
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

/// Returns the transcript of one resolution, and an error if a script has words left.
fn tell<R: Rule>(rule: &R, mut recorder: Recorder) -> (Resolution, Result<()>) {
    let columns = Rule::columns(rule);
    let mut told = Scores::<true>::new(&columns);
    resolve_by_the_clock(rule, Clock::of(&columns), &mut recorder, &mut told);
    let (luck, finished) = recorder.finish();
    let Scores { scores, lines, .. } = told;
    (Resolution { luck, lines, scores, columns }, finished)
}

/// Collects the scores of one trial per histogram, and the transcript lines if it `LISTENS`.
struct Scores<const LISTENS: bool> {
    scores: Vec<Option<i32>>,
    lines: Vec<String>,
    /// The index of the first histogram of each column, and whether the column is indexed.
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
            // An empty text adds no line.
            self.lines.extend(line().lines().map(str::to_owned));
        }
    }
}
