//! Command `oddsmith anydice FILE`: runs an AnyDice program.

mod json;
mod own;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::format::Format;
use super::output::Output;
use super::printer::Printer;
use super::request::{Options, SHOWN};
use crate::answer::{Answer, Answers, Results, csv, of_program};
use crate::anydice::{Budget, Report, View as Share, export, run as answered};
use crate::odds::View;
use crate::query::ShownResults;
use crate::readout::{Shown, one};
use crate::systems::anydice::{Outputs, notice_text};
use crate::text::Page;
use crate::{Error, Phrase, Result};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith anydice program.txt\n  oddsmith anydice program.txt --format anydice > export.txt"
)]
#[command(mut_arg("format", |format| format.value_parser(Format::but(&[Format::Github]))))]
pub struct Arguments {
    /// Program file, as saved on anydice.com; `-` reads the standard input
    file: PathBuf,
    /// Show this output only: its name, or its number from 1; repeatable
    #[arg(long = "output", value_name = "NAME")]
    outputs: Vec<String>,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    #[command(flatten)]
    view: Options<SHOWN>,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, out: &mut Printer) -> Result<()> {
    let Arguments { file, outputs: asked, seconds, view, output } = arguments;
    output.check()?;
    let text = crate::file::read(file)?;
    let outputs = Arc::new(Outputs::of(run_with_time_limit(&text, *seconds, file)?));
    let chosen = chosen(&outputs, asked)?;
    // Formats for programs contain every number, including those that no column can represent.
    let raw = match output.format {
        Format::Anydice => {
            let share = match view.0.view {
                View::Exactly => Share::Normal,
                View::AtLeast => Share::AtLeast,
                View::AtMost => Share::AtMost,
            };
            Some(export(&part(&outputs, &chosen), share))
        }
        Format::Json => Some(json::report(&part(&outputs, &chosen))),
        _ => None,
    };
    if let Some(raw) = raw.as_ref().filter(|_| !output.collects()) {
        return out.print(raw);
    }
    if chosen.is_empty() {
        let error = Error::question("the program has no `output`").in_file(file);
        return Err(error.with_hint("add one: `output 3d6`"));
    }
    let results = Arc::new(of_program(&outputs, &chosen, &view.0.event()?)?);
    let shown = shown(view, &results)?;
    let shown = ShownResults { results, events: Vec::new(), shown, kind: None };
    output.write(&shown, out)?;
    let ShownResults { results, shown, .. } = shown;
    match (raw, output.format) {
        _ if !output.prints() => Ok(()),
        (Some(raw), _) => out.print(&raw),
        (None, Format::Csv) => out.print(&csv::whole("", &results.checks)),
        (None, _) => {
            let here = own::equivalent_expression(&text, &outputs.report);
            pages(&results, &shown, &outputs, here)
                .into_iter()
                .try_for_each(|page| out.page(&page, output.format))
        }
    }
}

/// Runs the program for at most `seconds`; errors name `file`.
fn run_with_time_limit(text: &str, seconds: u64, file: &Path) -> Result<Report> {
    let end = Instant::now() + Duration::from_secs(seconds);
    let late = move || {
        let plural = if seconds == 1 { "" } else { "s" };
        (Instant::now() > end)
            .then(|| format!("the program takes longer than {seconds} second{plural}"))
    };
    let budget = Budget { work: u64::MAX, ended: Some(&late), ..Budget::default() };
    answered(text, &budget).map_err(|error| {
        let error = match late() {
            Some(_) => {
                error.with_hint("use fewer dice or loops, or allow more time: `--seconds 60`")
            }
            None => error,
        };
        error.in_file(file)
    })
}

/// Returns the indices of the outputs named in `asked`, or of all outputs if it is empty.
fn chosen(outputs: &Outputs, asked: &[String]) -> Result<Vec<usize>> {
    if asked.is_empty() {
        return Ok((0..outputs.names().len()).collect());
    }
    let place = |text: &String| {
        let (found, all) = (outputs.named(text)?, &outputs.report.outputs);
        Ok(all.iter().position(|output| std::ptr::eq(output, found)).unwrap_or(0))
    };
    asked.iter().map(place).collect()
}

/// Returns a report of the chosen outputs, with all warnings.
fn part(outputs: &Outputs, chosen: &[usize]) -> Report {
    let kept = chosen.iter().map(|&place| outputs.report.outputs[place].clone());
    Report { outputs: kept.collect(), warnings: outputs.report.warnings.to_vec() }
}

/// Returns the display options (event, columns, view) for the columns of the results.
fn shown(view: &Options<SHOWN>, results: &Results) -> Result<Shown> {
    let columns: Vec<_> =
        results.checks.iter().flat_map(Answers::columns).map(<[_]>::to_vec).collect();
    view.0.shown(&columns, crate::systems::anydice::ID)
}

/// Returns a page for each output. The notes are on the last page, including the equivalent
/// expression `here`.
fn pages(results: &Results, shown: &Shown, outputs: &Outputs, here: Option<String>) -> Vec<Page> {
    let page = |check: &Answers| {
        let page = |case: &Answer| Page { title: check.label.clone(), ..one(case, shown) };
        check.cases.iter().map(page).collect::<Vec<_>>()
    };
    let mut pages: Vec<Page> = results.checks.iter().flat_map(page).collect();
    let notes = std::iter::once("exact".to_owned())
        .chain(here.map(|here| format!("here: `{here}`")))
        .chain(outputs.report.warnings.iter().map(notice_text));
    let notes = Phrase::all(notes.collect::<Vec<_>>());
    if let Some(last) = pages.last_mut() {
        last.notes = notes;
    }
    pages
}
