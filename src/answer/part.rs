//! Parts of a scenario's run, played anywhere, and the whole that they make.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::one::ended;
use super::{Answer, Answers, Results};
use crate::error::{Error, Result};
use crate::odds::{Counts, Progress, Sample, block_of, play_block, start_threads, tallied};
use crate::registry::Case;
use crate::rule::{Kernel, Scored};
use crate::scenario::{Amount, Effort, Question, Scenario};

/// The most blocks that are played before a part may be written again.
const BATCH: u64 = 16;

/// One part of a run of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which it is, from 1 on.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl Shard {
    /// Reads `3/16`.
    ///
    /// # Errors
    /// If it is no such pair, or there is no such part.
    pub fn parse(text: &str) -> Result<Shard> {
        let whole = |text: &str| text.parse::<u64>().ok().filter(|number| *number > 0);
        let pair = text.split_once('/').and_then(|(one, all)| whole(one).zip(whole(all)));
        match pair {
            Some((number, of)) if number <= of && of <= 1_000_000 => Ok(Shard { number, of }),
            _ => Err(Error::question(format!("`{text}` is no shard")).with_hint(
                "it is a number and how many there are: `3/16`, from `1/16` to `16/16`",
            )),
        }
    }

    /// Its share of so many blocks.
    fn share(self, blocks: u64) -> Range<u64> {
        let edge =
            |number: u64| (u128::from(blocks) * u128::from(number) / u128::from(self.of)) as u64;
        edge(self.number - 1)..edge(self.number)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A part of a run: what it is of, how far it has come, and what it has counted.
///
/// All blocks of all cases stand in one row, in the order of the file; a part plays a stretch of
/// it. Counts of parts are added, so that the whole does not depend on how it was divided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The version that plays it.
    version: String,
    /// Which part it is.
    pub shard: Shard,
    /// The seed.
    seed: u64,
    /// How much is played of each case.
    trials: u64,
    /// The most branches of an exact answer, where one is made beside what is played.
    budget: Option<u64>,
    /// Whether kernels play what has one.
    kernels: bool,
    /// The text of the scenario.
    scenario: String,
    /// The blocks of the row that it plays.
    blocks: Range<u64>,
    /// The first block that it has not played.
    next: u64,
    /// What was counted, by number of check and case: for each histogram scores and their hits.
    hits: Vec<Hits>,
}

/// What was counted of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hits {
    check: usize,
    case: usize,
    columns: Vec<Vec<(i32, u64)>>,
}

/// A case with its blocks in the row.
struct Played {
    check: usize,
    number: usize,
    case: Case,
    trials: u64,
    blocks: Range<u64>,
    /// Made when it is first played.
    kernel: OnceLock<Option<Box<dyn Kernel>>>,
}

/// A scenario whose run is divided.
struct Row<'s> {
    scenario: &'s Scenario,
    effort: Effort,
    cases: Vec<Played>,
}

impl Row<'_> {
    fn new(scenario: &Scenario, effort: Effort) -> Result<Row<'_>> {
        let (mut cases, mut next) = (Vec::new(), 0);
        for (check, question) in scenario.questions.iter().enumerate() {
            let effort = question.effort(effort);
            let Amount::Trials(trials) = effort.amount else {
                return Err(Error::question("a precision can't be divided into parts")
                    .with_hint("ask for `trials`: parts don't know of each other's counts"));
            };
            if trials == 0 || effort.solved {
                continue;
            }
            if let Some(pair) = &question.pair {
                let error = format!("the checks of the pair `{pair}` can't be divided into parts");
                return Err(
                    Error::question(error).with_hint("run them by themselves, without `--shard`")
                );
            }
            for number in 0..question.cases.len() {
                let case = question.cases.case(number)?;
                let case = if effort.kernels { case } else { case.plain() };
                let end = next + trials.div_ceil(block_of(case.check()));
                let kernel = OnceLock::new();
                cases.push(Played { check, number, case, trials, blocks: next..end, kernel });
                next = end;
            }
        }
        Ok(Row { scenario, effort, cases })
    }

    /// Where the case stands that these hits are of.
    fn place(&self, hits: &Hits) -> Result<usize> {
        let asked = (hits.check, hits.case);
        let found = self.cases.binary_search_by_key(&asked, |case| (case.check, case.number));
        found.map_err(|_| damaged())
    }

    fn blocks(&self) -> u64 {
        self.cases.last().map_or(0, |last| last.blocks.end)
    }

    /// The case that a block of the row belongs to.
    fn at(&self, block: u64) -> usize {
        self.cases.partition_point(|case| case.blocks.end <= block)
    }
}

impl Part {
    /// A part of which nothing is played yet.
    fn new(shard: Shard, row: &Row) -> Part {
        let blocks = shard.share(row.blocks());
        let Effort { seed, budget, kernels, .. } = row.effort;
        Part {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            shard,
            seed,
            trials: row.effort.amount.trials(),
            budget,
            kernels,
            scenario: row.scenario.text.clone(),
            next: blocks.start,
            blocks,
            hits: Vec::new(),
        }
    }

    /// Reads a part.
    ///
    /// # Errors
    /// If the text is none.
    pub fn parse(text: &str) -> Result<Part> {
        serde_json::from_str(text).map_err(|error| {
            let line = error.to_string();
            Error::question(format!("the file is no part of a run: {line}"))
                .with_hint("`oddsmith run FILE.toml --shard 1/4 --part FILE` writes one")
        })
    }

    /// As text, on one line.
    pub fn text(&self) -> String {
        serde_json::to_string(self).map_or_else(|_| String::new(), |text| text + "\n")
    }

    /// Whether all of it is played.
    pub fn is_whole(&self) -> bool {
        self.next == self.blocks.end
    }

    /// The trials that are in it, of all cases.
    pub fn trials(&self) -> u64 {
        let first = |hits: &Hits| hits.columns.first().map_or(0, |scores| total(scores));
        self.hits.iter().map(first).sum()
    }

    /// Why the other is of another run; `None` if both are of the same.
    fn stranger(&self, other: &Part) -> Option<&'static str> {
        let differ = [
            (self.scenario != other.scenario, "another scenario"),
            (self.seed != other.seed, "another seed"),
            (self.trials != other.trials, "another number of trials"),
            (self.kernels != other.kernels, "`--no-kernel`, which only one of them has"),
            (self.budget != other.budget, "another budget, or another method"),
            (self.version != other.version, "another version of oddsmith"),
            (self.shard.of != other.shard.of, "another number of shards"),
        ];
        differ.into_iter().find_map(|(differs, why)| differs.then_some(why))
    }
}

fn total(scores: &[(i32, u64)]) -> u64 {
    scores.iter().map(|(_, hits)| hits).sum()
}

/// Plays a part, or what is left of one, and hands it to `keep` at the start, whenever it is `due`,
/// and at the end.
///
/// # Errors
/// If a case can't be played in parts, what is left is of another run, or `keep` fails.
pub fn play(
    scenario: &Scenario,
    effort: Effort,
    shard: Shard,
    left: Option<Part>,
    progress: &Progress,
    mut due: impl FnMut() -> bool,
    mut keep: impl FnMut(&Part) -> Result<()>,
) -> Result<Part> {
    let row = Row::new(scenario, effort)?;
    let mut part = Part::new(shard, &row);
    if let Some(left) = left {
        if let Some(why) = part.stranger(&left) {
            return Err(Error::question(format!(
                "what is left to resume is of another run: {why}"
            ))
            .with_hint("leave out `--resume` to begin anew, or name another file"));
        }
        if left.shard != shard {
            let error = format!("what is left to resume is shard {}", left.shard);
            return Err(Error::question(error).with_hint("each shard has a file of its own"));
        }
        part = left;
    }
    let mut counts: BTreeMap<usize, Counts> = BTreeMap::new();
    for hits in &part.hits {
        let place = row.place(hits)?;
        counts.insert(place, hits.counts(&row.cases[place].case)?);
    }
    keep(&part)?;
    while part.next < part.blocks.end {
        let end = part.blocks.end.min(part.next + BATCH);
        let play = |block: u64| {
            let place = row.at(block);
            (place, row.cases[place].play(block, part.seed, progress))
        };
        let played: Vec<(usize, Counts)> = match end - part.next {
            1 => vec![play(part.next)],
            _ => {
                start_threads();
                (part.next..end).into_par_iter().map(play).collect()
            }
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

impl Played {
    /// Plays a block of the row.
    fn play(&self, block: u64, seed: u64, progress: &Progress) -> Counts {
        let run = Sample { trials: self.trials, seed };
        let kernel = self.kernel.get_or_init(|| self.case.check().kernel()).as_deref();
        let (check, identity) = (self.case.check(), self.case.identity());
        play_block(check, kernel, &identity, run, block - self.blocks.start, progress)
    }

    fn hits(&self, counts: &Counts) -> Hits {
        let scores = |(column, hits): (&crate::rule::Column, Vec<u64>)| {
            let scores = column.scale.scores().zip(hits);
            scores.filter(|(_, hits)| *hits > 0).collect::<Vec<_>>()
        };
        let columns = self.case.columns().iter().zip(counts.histograms()).map(scores).collect();
        Hits { check: self.check, case: self.number, columns }
    }
}

impl Hits {
    /// The counts of this case that it tells of.
    fn counts(&self, case: &Case) -> Result<Counts> {
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
    Error::question("the part counts what its scenario has not")
        .with_hint("play it anew: the file was changed, or a file that the scenario reads")
}

/// The whole of parts that are of one run, each named by its file.
///
/// # Errors
/// If one is of another run, is there twice, is not finished or is missing.
pub fn merge(parts: &[(&Path, Part)], progress: &Progress) -> Result<(Scenario, Results)> {
    let Some((first_file, first)) = parts.first() else {
        return Err(Error::question("no part is named").with_hint("name the files of all shards"));
    };
    let mut seen: BTreeMap<u64, &Path> = BTreeMap::new();
    for (file, part) in parts {
        let name = file.display();
        if let Some(why) = first.stranger(part) {
            let error =
                format!("`{name}` is of another run than `{}`: {why}", first_file.display());
            return Err(Error::question(error).with_hint("merge the shards of one run"));
        }
        if let Some(other) = seen.insert(part.shard.number, file) {
            let error = format!("`{}` and `{name}` are both shard {}", other.display(), part.shard);
            return Err(Error::question(error).with_hint("name each shard once"));
        }
        if !part.is_whole() {
            let error = format!("`{name}` (shard {}) is not played to its end", part.shard);
            return Err(
                Error::question(error).with_hint("run the same command again with `--resume`")
            );
        }
    }
    let missing: Vec<String> = (1..=first.shard.of)
        .filter(|number| !seen.contains_key(number))
        .map(|number| Shard { number, ..first.shard }.to_string())
        .collect();
    if !missing.is_empty() {
        let (shown, more) = missing.split_at(missing.len().min(5));
        let more =
            if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        let error = format!("shards are missing: {}{more}", shown.join(", "));
        return Err(Error::question(error).with_hint("play them, and name their files too"));
    }
    let scenario = Scenario::parse(&first.scenario)?;
    let effort = Effort {
        seed: first.seed,
        amount: Amount::Trials(first.trials),
        budget: first.budget,
        kernels: first.kernels,
        ..Effort::default()
    };
    let row = Row::new(&scenario, effort)?;
    let mut sums: BTreeMap<(usize, usize), Counts> = BTreeMap::new();
    for (file, part) in parts {
        for hits in &part.hits {
            let more = row.place(hits).and_then(|place| hits.counts(&row.cases[place].case));
            let more = more.map_err(|error| error.in_file(file))?;
            let key = (hits.check, hits.case);
            let so_far = sums.remove(&key);
            sums.insert(key, so_far.map_or(more.clone(), |so_far| so_far.merge(more)));
        }
    }
    let results = whole(&scenario.questions, effort, &mut sums, progress)?;
    Ok((scenario, results))
}

/// Answers of these counts; what was not played is answered here.
fn whole(
    questions: &[Question],
    effort: Effort,
    sums: &mut BTreeMap<(usize, usize), Counts>,
    progress: &Progress,
) -> Result<Results> {
    let mut trials = 0;
    let mut checks = Vec::new();
    for (check, question) in questions.iter().enumerate() {
        let effort = question.effort(effort);
        let mut cases = Vec::new();
        for number in 0..question.cases.len() {
            let case = question.cases.case(number)?;
            let played = sums.remove(&(check, number)).map(|counts| {
                trials += effort.amount.trials();
                tallied(case.check(), &counts, effort.amount.trials())
            });
            cases.push(Answer::of_tallies(case, effort, played, progress)?);
        }
        let axes = question.cases.axes().to_vec();
        checks.push(Answers { label: question.label.clone(), axes, cases });
    }
    Ok(Results { checks, pairs: Vec::new(), trials, seed: effort.seed })
}
