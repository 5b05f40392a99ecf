//! `oddsmith duel [CHECK] field=value …`: a duel of hidden choices solved, or one a case where
//! fields sweep.

use std::path::PathBuf;

use super::effort::{WorkAmount, watched};
use super::link::{Link, LinkArguments};
use super::number::count;
use super::output::{Format, ending, saved_as};
use super::printer::Printer;
use super::spelling::spelled;
use crate::answer::{Answers, Results, json, strategies};
use crate::file::is_standard;
use crate::odds::{Event, Sample, use_threads};
use crate::readout;
use crate::registry::{Names, Settings};
use crate::scenario::{Answered, Cases, Effort, axes, fields};
use crate::strategy::Solved;
use crate::systems::Catalogue;
use crate::text::Detail;
use crate::{Error, Result};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith duel attribute=4 skill=4 rival_attribute=3 rival_skill=4 price=0.05\n  oddsmith duel skill=2..4 attribute=4 rival_attribute=4 rival_skill=3"
)]
pub struct Arguments {
    /// Fields of the duel; ranges work here: skill=0..8. A check may come first; the default is
    /// moma.duel
    #[arg(value_name = "FIELD=VALUE")]
    fields: Vec<String>,
    /// Number of duels to simulate beside the solution, for example 2e6; 0 for none
    #[arg(long, default_value_t = Sample::default().trials, value_parser = count, allow_negative_numbers = true)]
    trials: u64,
    /// Seed of the simulation: the same seed gives the same result, on any number of threads
    #[arg(long, default_value_t = Sample::default().seed, value_parser = count, allow_negative_numbers = true)]
    seed: u64,
    /// Number of threads, 1..256 [default: all]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Output format; html and bbcode are for pasting, csv lists both strategies in every state
    #[arg(long, value_parser = Format::but(&[Format::Github, Format::Anydice]), default_value = "table")]
    format: Format,
    /// Also save both strategies in every state, as .parquet, .csv or .arrow
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    link: LinkArguments,
}

pub fn run(arguments: &Arguments, detail: Detail, out: &mut Printer) -> Result<()> {
    // A duel by its name, or the first there is.
    let (name, given) = match arguments.fields.split_first() {
        Some((name, given)) if !name.contains('=') => (Some(name.as_str()), given),
        _ => (None, &arguments.fields[..]),
    };
    let (entry, solver) = Catalogue::default().duel(name)?;
    arguments.save.as_deref().map_or(Ok(()), saved_as)?;
    arguments.threads.map_or(Ok(()), |count| use_threads(count.into()))?;
    let is_policy = |field: &&String| {
        solver.policies.iter().any(|policy| field.starts_with(&format!("{policy}=")))
    };
    if let Some(policy) = given.iter().find(is_policy) {
        let hint = format!("use `oddsmith odds {} {policy} …` to simulate one", entry.id);
        return Err(Error::question(
            "`duel` takes no policies, it finds the best \
            ones",
        )
        .with_hint(hint));
    }
    let cases = Cases::new(entry.clone(), axes(&fields(&entry, given)?)?, Names::default())?;
    if arguments.link.link {
        let words = std::iter::once(entry.id.to_string()).chain(given.iter().cloned());
        let mut link = Link::of(&[words.collect::<Vec<_>>().join(" ")]);
        link.add("do", Some("duel"));
        return link.print(out);
    }
    let effort = Effort { answered: Answered::Solved, seed: arguments.seed, ..Effort::default() };
    let answers = watched(WorkAmount::Cases(cases.len() as u64), detail, |progress| {
        Answers::new("", &cases, effort, &Event::SUCCESS, progress)
    })?;
    let results =
        Results { checks: vec![answers], pairs: Vec::new(), trials: 0, seed: arguments.seed };
    if let Some(path) = &arguments.save {
        crate::file::write(path, &saved(ending(path), &results)?)?;
        if is_standard(path) {
            return Ok(());
        }
    }
    let answers = &results.checks[0].cases;
    let solved = || answers.iter().map(|answer| Ok((&answer.case.settings, answer.solved()?)));
    match arguments.format {
        Format::Json => {
            let duel = |duel: Result<(&Settings, &Solved)>| {
                duel.map(|(settings, solved)| json::duel(solver, settings, solved))
            };
            let duels = solved().map(duel).collect::<Result<Vec<String>>>()?;
            out.print(&format!("{{\"schema\":1,\"duels\":[{}]}}\n", duels.join(",")))
        }
        Format::Csv => {
            let duels = strategies::strategies(&results)?;
            out.print(&strategies::csv("", &results, &duels))
        }
        format => {
            let page = match &answers[..] {
                [answer] => {
                    let run = Sample { trials: arguments.trials, seed: arguments.seed };
                    let played = (run.trials > 0).then(|| answer.case.sample(run)).transpose()?;
                    let played = played.as_ref().map(|tallies| (tallies, run));
                    readout::duel(&answer.case, answer.solved()?, played)
                }
                _ => readout::duels(&entry, &solved().collect::<Result<Vec<_>>>()?),
            };
            out.print(&page.print(format.for_people(), detail, spelled))
        }
    }
}

/// Both strategies in every state of every duel, as the bytes of a file.
fn saved(ending: &str, results: &Results) -> Result<Vec<u8>> {
    let duels = strategies::strategies(results)?;
    if ending.is_empty() || ending == "csv" {
        return Ok(strategies::csv("", results, &duels).into_bytes());
    }
    #[cfg(feature = "frames")]
    {
        let frame = crate::frame::strategies("", results, &duels)?;
        crate::frame::bytes(&frame, ending, &crate::frame::About::default())
    }
    #[cfg(not(feature = "frames"))]
    Err(Error::question("this build saves CSV only"))
}
