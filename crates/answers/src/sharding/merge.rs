//! Merging of the parts of a run.

use std::collections::BTreeMap;
use std::path::Path;

use super::part::{Part, ShardedRun};
use crate::one::without_kernel_note;
use crate::{Answer, Answers, Results, Shard};
use oddsmith_base::{Error, Parameter, Phrase, Result};
use oddsmith_engine::odds::{Counts, Event, Progress, tallied};
use oddsmith_scenario::{Effort, Scenario, ScenarioCheck};

/// Merges all parts of one run, each given with its file, into the results of the scenario.
///
/// # Errors
/// If there is no part, one belongs to another run, one is given twice, is not finished or is
/// missing, or one does not fit the scenario.
pub fn merge(parts: &[(&Path, Part)], progress: &Progress) -> Result<(Scenario, Results)> {
    let Some((first_file, first)) = parts.first() else {
        return Err(Error::question("no part given").with_hint("give the files of all shards"));
    };
    let mut seen: BTreeMap<u64, &Path> = BTreeMap::new();
    for (file, part) in parts {
        let name = file.display();
        if let Some(why) = first.run_mismatch(part) {
            let error =
                format!("`{name}` and `{}` are parts of different runs: ", first_file.display());
            return Err(Error::question(Phrase::from(error) + why)
                .with_hint("merge shards of one run only"));
        }
        if let Some(other) = seen.insert(part.shard.number, file) {
            let error = format!("`{}` and `{name}` are both shard {}", other.display(), part.shard);
            return Err(Error::question(error).with_hint("give each shard once"));
        }
        if !part.is_whole() {
            let error = format!("`{name}` (shard {}) is not finished", part.shard);
            return Err(Error::question(error)
                .with_hint("run the same command again with " + Parameter::RESUME));
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
        return Err(Error::question(error).with_hint("run them, and give their files too"));
    }
    let scenario = Scenario::parse(&first.scenario)?;
    let effort = Effort {
        seed: Some(first.seed),
        trials: Some(first.trials),
        budget: first.budget,
        sampled_only: first.budget.is_none(),
        no_kernel: !first.kernels,
        ..Effort::default()
    };
    let row = ShardedRun::new(&scenario, effort)?;
    // The other parts have been compared with the first above.
    if let Some(why) = Part::new(first.shard, &row).run_mismatch(first) {
        let error = format!("`{}` can't be merged here: ", first_file.display());
        return Err(Error::question(Phrase::from(error) + why)
            .with_hint("merge where the scenario was run"));
    }
    let mut sums: BTreeMap<(usize, usize), Counts> = BTreeMap::new();
    for (file, part) in parts {
        part.check_consistency(&row).map_err(|error| error.in_file(file))?;
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

/// Builds answers from counts; cases that are not simulated are answered here.
fn whole(
    questions: &[ScenarioCheck],
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
            cases.push(match sums.remove(&(check, number)) {
                None => Answer::new(case, effort, &Event::SUCCESS, progress)?,
                Some(counts) => {
                    let each = effort.sampling().trials();
                    trials += each;
                    let tallies = tallied(case.check(), &counts, each)?;
                    progress.case();
                    let why = format!("sampled{}: asked for", without_kernel_note(&case, effort));
                    Answer::with_tallies(case, effort, None, Some(tallies), &why)?
                }
            });
        }
        let axes = question.cases.axes().to_vec();
        checks.push(Answers { label: question.label.clone(), axes, cases });
    }
    Ok(Results { checks, pairs: Vec::new(), trials, seed: effort.seed() })
}
