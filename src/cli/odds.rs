//! `oddsmith odds CHECK field=value …`: one answer, or one a case where fields sweep.

use clap::ValueEnum;

use super::answer::{notes, page};
use super::json;
use super::question::Question;
use super::view::{View, ViewArguments};
use crate::error::{Error, Result};
use crate::odds::{Sample, use_threads};
use crate::scenario::{Asked, answer_all};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Trials to play, as 2000000 or 2_000_000; 0 plays none
    #[arg(long, default_value_t = Sample::default().trials, value_parser = count, allow_negative_numbers = true)]
    trials: u64,
    /// Seed: the same seed and question give the same answer, on any number of threads
    #[arg(long, default_value_t = Sample::default().seed, value_parser = count, allow_negative_numbers = true)]
    seed: u64,
    /// Threads to play on, 1..256 [default: as many as there are]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// No sampling; an error where the exact answer takes more than the budget
    #[arg(long, conflicts_with = "sampled_only")]
    exact_only: bool,
    /// No exact answer
    #[arg(long)]
    sampled_only: bool,
    /// The most branches of an exact answer
    #[arg(long, default_value_t = 20_000_000, value_parser = count)]
    budget: u64,
    /// How to print it; csv is the outcomes frame
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    #[command(flatten)]
    view: ViewArguments,
}

/// A number of things, with or without `_` between its digits.
pub(super) fn count(text: &str) -> std::result::Result<u64, &'static str> {
    text.replace('_', "").parse().map_err(|_| "it is no whole number from 0 up")
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Table,
    Markdown,
    Csv,
    Json,
}

pub fn run(arguments: &Arguments, quiet: bool) -> Result<String> {
    let cases = arguments.question.cases()?;
    let view = View::new(&arguments.view, &cases)?;
    arguments.threads.map_or(Ok(()), |count| use_threads(count.into()))?;
    let played = arguments.trials > 0 && !arguments.exact_only;
    if arguments.sampled_only && !played {
        return Err(Error::question("neither exact nor sampled: nothing is left to answer").with_hint("give `--trials` a number above 0"));
    }
    let asked = Asked {
        budget: (!arguments.sampled_only).then_some(arguments.budget),
        sample: played.then_some(Sample { trials: arguments.trials, seed: arguments.seed }),
    };
    let findings = answer_all(cases, asked)?;
    match arguments.format {
        Format::Json => json::odds(&findings, arguments.seed, &view),
        Format::Table => Ok(page(&findings, &view).text(&notes(&findings, arguments.seed), quiet)),
        Format::Markdown => Ok(page(&findings, &view).markdown(&notes(&findings, arguments.seed), quiet)),
        #[cfg(feature = "frames")]
        Format::Csv => {
            use crate::frame::{Group, csv, outcomes};
            csv(&outcomes(&[Group { scenario: "", label: None, findings: &findings }])?)
        }
        #[cfg(not(feature = "frames"))]
        Format::Csv => {
            Err(Error::question("this build has no frames, and csv is one").with_hint("build with the feature `frames`, or ask for json"))
        }
    }
}
