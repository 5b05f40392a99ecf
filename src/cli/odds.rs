//! Command `oddsmith odds CHECK field=value …`: computes an answer, or one per case if fields have
//! ranges.

use std::io::{BufWriter, Write};
use std::path::Path;

use super::effort::{Threads, WorkAmount, warn_about_trials, with_progress};
use super::format::Format;
use super::link::{self, LinkArguments};
use super::output::{Output, extension};
use super::printer::Printer;
use super::question::QuestionArguments;
use super::request::ODDS;
use crate::answer::csv::{self, Csv, swept};
use crate::answer::{Answer, answers, json};
use crate::file::Transaction;
use crate::query::{Odds, Request, Task};
use crate::scenario::Cases;
use crate::text::{numbers::grouped, terminal};
use crate::{Error, Result};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith odds 4d6kh3 --chart odds.svg\n  oddsmith odds d20+5 vs 15\n  oddsmith odds mutants.check bonus=0..10/5 dc=10..20/5 --exact-only"
)]
pub struct Arguments {
    #[command(flatten)]
    pub question: QuestionArguments<ODDS>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    link: LinkArguments,
}

pub fn run(arguments: &Arguments, out: &mut Printer) -> Result<()> {
    let Arguments { question, threads, output, link, .. } = arguments;
    // The number of threads must be set before any thread is started.
    threads.start()?;
    let request = question.request();
    let catalogue = question.catalogue()?;
    let Task::Odds(mut odds) = request.prepare(&catalogue)? else { return Ok(()) };
    if link.link {
        return out.print(&link::line(&request, question.rules())?);
    }
    output.check()?;
    check_output(&request, output)?;
    odds.effort.event_column_only |=
        !request.readings && odds.cases.len() > 1 && output.shows_one_column();
    warn_about_trials(&request.effort, out);
    let (file, format) = (output.streamed(odds.cases.len()), output.for_programs());
    if !request.readings && (file.is_some() || format.is_some() && !output.collects()) {
        return one_by_one(&odds, file, format, out);
    }
    let task = Task::Odds(odds);
    let mut reply = with_progress(task.work(), out.detail, |progress| task.reply(progress))?;
    if let Some(dice) = question.rolled() {
        reply.page.notes.push(format!("`oddsmith play {dice}` rolls once.").into());
    }
    output.save(&reply, out)?;
    match (&reply.shown, output.format) {
        _ if !output.prints() => Ok(()),
        (Some(shown), Format::Csv) => out.print(&csv::whole("", &shown.results.checks)),
        (_, format) => out.reply(&reply, format),
    }
}

/// Checks that the output can show what is requested.
fn check_output(request: &Request, output: &Output) -> Result<()> {
    if !request.quantile.is_empty() && output.for_programs().is_some() {
        return Err(Error::question("`--quantile` can't be combined with json or csv")
            .with_hint("they list every outcome with its chance: add them up"));
    }
    if request.readings && (output.collects() || output.format == Format::Csv) {
        return Err(Error::question("`--readings` only prints")
            .with_hint("leave out `--save` and `--chart`; use `--format json` for programs"));
    }
    Ok(())
}

/// Answers the cases one by one; each answer is saved and printed for programs immediately.
fn one_by_one(
    odds: &Odds,
    file: Option<&Path>,
    format: Option<Format>,
    out: &mut Printer,
) -> Result<()> {
    let Odds { cases, effort, shown, .. } = odds;
    let (event, seed, detail) = (&shown.event, effort.seed(), out.detail);
    let csv = (format == Some(Format::Csv)).then(|| Csv::whole(swept(cases.axes())));
    if format.is_some() {
        out.print(&csv.as_ref().map_or_else(json::opening, Csv::heading))?;
    }
    let mut comma = "";
    with_progress(WorkAmount::of(cases.len(), *effort), detail, |progress| {
        let mut each = |write: &mut dyn FnMut(usize, &Answer) -> Result<()>| {
            let all = answers(cases, *effort, event, progress);
            all.enumerate().try_for_each(|(number, answer)| {
                let answer = answer?;
                write(number, &answer)?;
                match (&csv, format) {
                    (Some(csv), _) => out.print(&csv.lines("", "", &answer, &[])),
                    (None, Some(_)) => {
                        let case = json::case(&answer, None, seed, event);
                        out.print(&format!("{}{case}", std::mem::replace(&mut comma, ",")))
                    }
                    (None, None) => Ok(()),
                }
            })
        };
        match file {
            Some(file) => save(file, cases, seed, each),
            None => each(&mut |_, _| Ok(())),
        }
    })?;
    match (format, file) {
        (Some(Format::Json), _) => out.print("]}\n"),
        (None, Some(file)) => {
            let (count, name) = (grouped(cases.len() as u64), file.to_string_lossy());
            out.print(&format!("\n  Wrote {count} cases to {}\n\n", terminal(&name)))
        }
        _ => Ok(()),
    }
}

/// Runs `each`, and writes each answer that it passes on to the file: as Parquet if the name ends
/// in .parquet, else as CSV.
///
/// # Errors
/// If `each` fails or the file can't be written; an existing file is then unchanged.
pub(super) fn save(
    path: &Path,
    cases: &Cases,
    seed: u64,
    each: impl FnOnce(&mut dyn FnMut(usize, &Answer) -> Result<()>) -> Result<()>,
) -> Result<()> {
    let mut transaction = Transaction::new(&[])?;
    let mut draft = transaction.at(path)?;
    let unwritten = |cause| Error::file("written", path, &cause);
    #[cfg(not(feature = "frames"))]
    let _ = seed;
    match extension(path) {
        #[cfg(feature = "frames")]
        "parquet" => {
            let about = crate::frame::About { seed, scenario: String::new() };
            let mut frame = crate::frame::Stream::new(&mut draft, None, "", &[cases], about)?;
            each(&mut |number, answer| frame.add("", answer, &cases.point(number)))?;
            frame.finish()?;
        }
        _ => {
            let csv = Csv::whole(swept(cases.axes()));
            let mut out = BufWriter::new(&mut draft);
            out.write_all(csv.heading().as_bytes()).map_err(unwritten)?;
            each(&mut |number, answer| {
                let lines = csv.lines("", "", answer, &cases.point(number));
                out.write_all(lines.as_bytes()).map_err(unwritten)
            })?;
            out.flush().map_err(unwritten)?;
        }
    }
    draft.finish()?;
    transaction.commit()
}
