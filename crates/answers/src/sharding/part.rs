//! Part of a scenario's simulation: its state, its file format and its execution.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::json;
use crate::one::ended;
use oddsmith_base::file::{digest, read};
use oddsmith_base::{Error, Named, Parameter, Phrase, Result};
use oddsmith_engine::odds::{Counts, Progress, Sample, block_of, play_block, start_threads};
use oddsmith_engine::rule::{Kernel, Scored};
use oddsmith_registry::Case;
use oddsmith_scenario::{Effort, Sampling, Scenario};

/// Part `number` of a run that is divided into `of` parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Number of the part, from 1.
    pub number: u64,
    /// Number of parts.
    pub of: u64,
}

impl Shard {
    /// Parses a shard such as `3/16`.
    ///
    /// # Errors
    /// If the text is not a pair of numbers with `1 <= number <= of <= 1_000_000`.
    pub fn parse(text: &str) -> Result<Shard> {
        let whole = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
        let pair = text.split_once('/').and_then(|(one, all)| whole(one).zip(whole(all)));
        match pair {
            Some((number, of)) if number <= of && of <= 1_000_000 => Ok(Shard { number, of }),
            _ => Err(Error::question(format!("`{text}` is not a shard"))
                .with_hint("write `3/16`: from `1/16` to `16/16`")),
        }
    }

    /// Returns the range of blocks of this shard out of `blocks`.
    fn share(self, blocks: u64) -> Range<u64> {
        let edge =
            |number: u64| (u128::from(blocks) * u128::from(number) / u128::from(self.of)) as u64;
        edge(self.number - 1)..edge(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Part of a run: the run it belongs to, its progress, and its counts so far.
///
/// The blocks of trials of all cases form one sequence, in the order of the scenario; a part covers
/// a range of it. Counts of parts are added, so the result does not depend on the division.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Version of the program that wrote the part.
    version: String,
    /// Shard that the part covers.
    pub shard: Shard,
    /// Seed of the run.
    pub(crate) seed: u64,
    /// Trials for each case.
    pub(crate) trials: u64,
    /// Budget in branches for exact results in addition to the simulation, if any.
    pub(crate) budget: Option<u64>,
    /// True if cases with a kernel are simulated by it.
    pub(crate) kernels: bool,
    /// Text of the scenario.
    pub(crate) scenario: String,
    /// Files that the cases read, each with its digest.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// Range of blocks that the part covers.
    blocks: Range<u64>,
    /// First block that has not been simulated.
    next: u64,
    /// Counts by check and case, in that order.
    pub(crate) hits: Vec<Hits>,
}

/// Counts of one case: for each column, its scores with their numbers of hits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hits {
    pub check: usize,
    pub case: usize,
    columns: Vec<Vec<(i32, u64)>>,
}

/// Case with its range of blocks in the sequence.
pub(crate) struct CaseBlocks {
    check: usize,
    number: usize,
    pub case: Case,
    trials: u64,
    /// Trials in one block.
    block: u64,
    blocks: Range<u64>,
    /// Kernel, created on first use.
    kernel: OnceLock<Option<Box<dyn Kernel>>>,
}

/// Scenario whose run is divided into parts.
pub(crate) struct ShardedRun<'s> {
    scenario: &'s Scenario,
    effort: Effort,
    pub cases: Vec<CaseBlocks>,
    files: BTreeMap<String, String>,
}

impl ShardedRun<'_> {
    pub fn new(scenario: &Scenario, effort: Effort) -> Result<ShardedRun<'_>> {
        let (mut cases, mut next) = (Vec::new(), 0);
        let mut files = BTreeMap::new();
        for (check, question) in scenario.questions.iter().enumerate() {
            let effort = question.effort(effort);
            let Sampling::Trials(trials) = effort.sampling() else {
                return Err(Error::question("a run with a precision can't be split into parts")
                    .with_hint("use `trials`: parts can't see each other's results"));
            };
            if !effort.simulates() {
                continue;
            }
            if let Some(pair) = &question.pair {
                let error = format!("the checks of the pair `{pair}` can't be divided into parts");
                return Err(Error::question(error)
                    .with_hint("run them by themselves, without " + Parameter::SHARD));
            }
            for number in 0..question.cases.len() {
                let case = question.cases.case(number)?;
                let case = if effort.no_kernel { case.plain() } else { case };
                case.playable()?;
                for path in case.files() {
                    if let Entry::Vacant(place) = files.entry(path) {
                        let folder = scenario.folder.as_deref().unwrap_or(Path::new(""));
                        let digest = digest(&read(&folder.join(place.key()))?);
                        place.insert(digest);
                    }
                }
                let block = block_of(case.check());
                let (end, kernel) = (next + trials.div_ceil(block), OnceLock::new());
                cases.push(CaseBlocks {
                    check,
                    number,
                    case,
                    trials,
                    block,
                    blocks: next..end,
                    kernel,
                });
                next = end;
            }
        }
        Ok(ShardedRun { scenario, effort, cases, files })
    }

    /// Returns the index of the case that these hits belong to.
    pub fn place(&self, hits: &Hits) -> Result<usize> {
        let asked = (hits.check, hits.case);
        let found = self.cases.binary_search_by_key(&asked, |case| (case.check, case.number));
        found.map_err(|_| damaged())
    }

    fn blocks(&self) -> u64 {
        self.cases.last().map_or(0, |last| last.blocks.end)
    }

    /// Returns the index of the case that a block belongs to.
    fn at(&self, block: u64) -> usize {
        self.cases.partition_point(|case| case.blocks.end <= block)
    }
}

/// Start of the last key of the file: the digest of everything before it.
const CHECKSUM: &str = ",\"checksum\":\"";

/// Version key, which the files of all versions have.
#[derive(Deserialize)]
struct Versioned {
    version: String,
}

impl Part {
    /// Returns a part without any counts.
    pub(crate) fn new(shard: Shard, row: &ShardedRun) -> Part {
        let blocks = shard.share(row.blocks());
        let effort = row.effort;
        Part {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            shard,
            seed: effort.seed(),
            trials: effort.sampling().trials(),
            budget: effort.budget(),
            kernels: !effort.no_kernel,
            scenario: row.scenario.text.clone(),
            files: row.files.clone(),
            next: blocks.start,
            blocks,
            hits: Vec::new(),
        }
    }

    /// Parses the text of a part.
    ///
    /// # Errors
    /// If the text is not a part, was changed after it was saved, comes from another version, or
    /// has an invalid shard.
    pub fn parse(text: &str) -> Result<Part> {
        let (counted, checksum) = text.trim_end().rsplit_once(CHECKSUM).unwrap_or((text, ""));
        let counted = if checksum.is_empty() { text.to_owned() } else { format!("{counted}}}") };
        let ours = env!("CARGO_PKG_VERSION");
        if let Ok(Versioned { version }) = serde_json::from_str(&counted)
            && version != ours
        {
            let message = format!("the part was written by version {version} of oddsmith");
            let hint = format!("this is {ours}: run the part again");
            return Err(Error::question(message).with_hint(hint));
        }
        let part: Part = serde_json::from_str(&counted).map_err(|error| no_part(text, &error))?;
        if checksum.trim_end_matches(['"', '}']) != digest(&counted) {
            return Err(Error::question("the part was changed after it was written")
                .with_hint("run the part again: its counts can't be trusted"));
        }
        let Shard { number, of } = part.shard;
        if (1..=of).contains(&number) { Ok(part) } else { Err(damaged()) }
    }

    /// Returns the part as text on one line, with its checksum.
    pub fn text(&self) -> String {
        let counted = json::text(self);
        let checksum = digest(&counted);
        let open = counted.strip_suffix('}').unwrap_or(&counted);
        format!("{open}{CHECKSUM}{checksum}\"}}\n")
    }

    /// Returns true if all blocks have been simulated.
    pub fn is_whole(&self) -> bool {
        self.next == self.blocks.end
    }

    /// Returns the number of trials counted so far in all cases.
    pub fn trials(&self) -> u64 {
        let first = self.hits.iter().filter_map(|hits| hits.columns.first());
        first.flatten().map(|(_, hits)| hits).sum()
    }

    /// Returns the reason why the other part belongs to another run; `None` if both are from the
    /// same run.
    pub(crate) fn run_mismatch(&self, other: &Part) -> Option<Phrase> {
        let differ = [
            (self.scenario != other.scenario, "another scenario".into()),
            (self.files != other.files, "a file that the scenario reads has changed".into()),
            (self.seed != other.seed, "another seed".into()),
            (self.trials != other.trials, "another number of trials".into()),
            (self.kernels != other.kernels, Parameter::NO_KERNEL + ", which only one of them has"),
            (self.budget != other.budget, "another budget, or another method".into()),
            (self.version != other.version, "another version of oddsmith".into()),
            (self.shard.of != other.shard.of, "another number of shards".into()),
        ];
        differ.into_iter().find_map(|(differs, why)| differs.then_some(why))
    }
}

/// Error for a text that is not a part or is cut off, with the position of the fault.
fn no_part(text: &str, error: &serde_json::Error) -> Error {
    let start = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len);
    let at = start.sum::<usize>() + error.column().saturating_sub(1);
    let error = match error.is_eof() {
        true => Error::question("the part breaks off").with_hint("run the part again"),
        false => {
            Error::question("the file is not part of a run").with_hint(Named::Part + " writes one")
        }
    };
    error.at_span(text, at..at + 1)
}

impl Part {
    /// Checks that the part is consistent with its run: its blocks are those of its shard, and the
    /// hits of each case sum to the simulated trials.
    ///
    /// # Errors
    /// If the part is inconsistent, because its file was changed or comes from another build.
    pub(crate) fn check_consistency(&self, row: &ShardedRun) -> Result<()> {
        if self.blocks != self.shard.share(row.blocks())
            || !(self.blocks.start..=self.blocks.end).contains(&self.next)
        {
            return Err(damaged());
        }
        let mut told = self.hits.iter().peekable();
        for case in &row.cases {
            let asked = (case.check, case.number);
            let trials = case.trials_of(self.blocks.start..self.next);
            let hits = told.next_if(|hits| (hits.check, hits.case) == asked);
            if !hits.map_or(trials == 0, |hits| hits.are_possible(trials, &case.case)) {
                return Err(damaged());
            }
        }
        told.next().map_or(Ok(()), |_| Err(damaged()))
    }
}

/// Simulates a part, or continues `left`. Calls `keep` with the part at the start, at the end, and
/// after a batch of blocks when `due` returns true.
///
/// # Errors
/// If a case can't be simulated in parts, `left` belongs to another run, the run is stopped, or
/// `keep` fails.
pub fn play(
    scenario: &Scenario,
    effort: Effort,
    shard: Shard,
    left: Option<Part>,
    progress: &Progress,
    mut due: impl FnMut() -> bool,
    mut keep: impl FnMut(&Part) -> Result<()>,
) -> Result<Part> {
    let row = ShardedRun::new(scenario, effort)?;
    let mut part = Part::new(shard, &row);
    if let Some(left) = left {
        if let Some(why) = part.run_mismatch(&left) {
            return Err(Error::question("the part is from another run: " + why).with_hint(
                "leave out " + Parameter::RESUME + " to begin anew, or name another file",
            ));
        }
        if left.shard != shard {
            let error = format!("the part is shard {}", left.shard);
            return Err(Error::question(error).with_hint("each shard has a file of its own"));
        }
        left.check_consistency(&row)?;
        part = left;
    }
    let mut counts: BTreeMap<usize, Counts> = BTreeMap::new();
    for hits in &part.hits {
        let place = row.place(hits)?;
        counts.insert(place, hits.counts(&row.cases[place].case)?);
    }
    keep(&part)?;
    // One block for each thread between two saves, because a block of a slow rule takes minutes.
    let together = match part.blocks.end - part.next {
        0 | 1 => 1,
        _ => {
            start_threads();
            rayon::current_num_threads().max(1) as u64
        }
    };
    while part.next < part.blocks.end {
        let end = part.blocks.end.min(part.next + together);
        let play = |block: u64| {
            let place = row.at(block);
            Ok((place, row.cases[place].play(block, part.seed, progress)?))
        };
        let played: Vec<(usize, Counts)> = match end - part.next {
            1 => vec![play(part.next)?],
            _ => (part.next..end).into_par_iter().map(play).collect::<Result<_>>()?,
        };
        if progress.has_ended() {
            return Err(ended());
        }
        for (place, more) in played {
            let so_far = counts.remove(&place);
            counts.insert(place, so_far.map_or(more.clone(), |so_far| so_far.merge(more)));
        }
        part.next = end;
        if end == part.blocks.end || due() {
            let hits = counts.iter().map(|(place, counts)| row.cases[*place].hits(counts));
            part.hits = hits.collect();
            keep(&part)?;
        }
    }
    Ok(part)
}

impl CaseBlocks {
    /// Returns the number of trials of this case in a range of blocks.
    fn trials_of(&self, blocks: Range<u64>) -> u64 {
        let before = |end: u64| {
            let blocks = end.clamp(self.blocks.start, self.blocks.end) - self.blocks.start;
            blocks.saturating_mul(self.block).min(self.trials)
        };
        before(blocks.end) - before(blocks.start)
    }

    /// Simulates one block.
    fn play(&self, block: u64, seed: u64, progress: &Progress) -> Result<Counts> {
        let run = Sample { trials: self.trials, seed };
        let kernel = self.kernel.get_or_init(|| self.case.check().kernel()).as_deref();
        let (check, identity) = (self.case.check(), self.case.identity());
        play_block(check, kernel, &identity, run, block - self.blocks.start, progress)
    }

    fn hits(&self, counts: &Counts) -> Hits {
        let scores = |(column, hits): (&oddsmith_engine::rule::Column, Vec<u64>)| {
            let scores = column.scale.scores().zip(hits);
            scores.filter(|(_, hits)| *hits > 0).collect::<Vec<_>>()
        };
        let columns = self.case.columns().iter().zip(counts.histograms()).map(scores).collect();
        Hits { check: self.check, case: self.number, columns }
    }
}

impl Hits {
    /// Returns true if the hits are possible for so many trials: scores rise, and the hits of each
    /// column sum to the trials, or to fewer if trials may have no score.
    fn are_possible(&self, trials: u64, case: &Case) -> bool {
        let sum = |scores: &Vec<(i32, u64)>| {
            let rising = scores.windows(2).all(|pair| pair[0].0 < pair[1].0);
            let sum = scores.iter().try_fold(0u64, |sum, (_, hits)| sum.checked_add(*hits));
            sum.filter(|_| rising)
        };
        self.columns.len() == case.columns().len()
            && self.columns.iter().zip(case.columns()).all(|(scores, column)| match sum(scores) {
                Some(sum) if column.may_be_none => sum <= trials,
                sum => sum == Some(trials),
            })
    }

    /// Converts the hits to counts of the case.
    pub fn counts(&self, case: &Case) -> Result<Counts> {
        let columns = case.check().columns();
        let mut counts = Counts::new(&columns);
        if self.columns.len() != case.columns().len() {
            return Err(damaged());
        }
        let places = columns.iter().enumerate();
        let places = places.flat_map(|(column, it)| (1..=it.indices()).map(move |at| (column, at)));
        for ((column, step), scores) in places.zip(&self.columns) {
            for &(score, trials) in scores {
                columns[column].scale.place(score).ok_or_else(damaged)?;
                counts.add_scored(Scored { column, step, score, trials });
            }
        }
        Ok(counts)
    }
}

fn damaged() -> Error {
    Error::question("the part does not fit its scenario")
        .with_hint("run it again: it, or a file that the scenario reads, has changed")
}
