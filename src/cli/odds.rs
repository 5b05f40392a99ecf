//! Command `oddsmith odds CHECK field=value …`: computes an answer, or one per case if fields have
//! ranges.

use std::path::Path;
use std::sync::Arc;

use super::effort::{Threads, WorkAmount, warn_about_trials, with_progress};
use super::link::{self, LinkArguments};
use super::output::{Format, Output};
use super::printer::Printer;
use super::programs::ForPrograms;
use super::question::QuestionArguments;
use super::request::{ODDS, Options};
use super::save::save;
use super::spelling::spelled;
use crate::answer::{Answer, Answers, Results, answers, columns, json};
use crate::expectations::readings::readings;
use crate::odds::no_order;
use crate::query::{Odds, Request, Task};
use crate::readout::{self, Shown, page};
use crate::rule::Column;
use crate::scenario::{Cases, Effort};
use crate::systems::Catalogue;
use crate::text::{Detail, numbers::grouped, terminal};
use crate::{Error, Result};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith odds 4d6kh3 --chart odds.svg\n  oddsmith odds d20+5 vs 15\n  oddsmith odds mutants.check bonus=0..10/5 dc=10..20/5 --exact-only"
)]
pub struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,
    #[command(flatten)]
    options: Options<ODDS>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    link: LinkArguments,
}

impl Arguments {
    /// Returns the request of these arguments.
    pub fn request(&self) -> Request {
        self.question.request(&self.options.0)
    }
}

pub fn run(arguments: &Arguments, detail: Detail, out: &mut Printer) -> Result<()> {
    let Arguments { question, threads, output, link, .. } = arguments;
    // The number of threads must be set before any thread is started.
    threads.start()?;
    let request = arguments.request();
    let catalogue = question.catalogue()?;
    let Task::Odds(Odds { cases, effort, shown, .. }) = request.prepare(&catalogue)? else {
        return Ok(());
    };
    if link.link {
        return out.print(&link::line(&request, question.rules())?);
    }
    let shown = Shown { quantiles: request.quantile.clone(), ..shown };
    output.check()?;
    if !shown.quantiles.is_empty() {
        quantiles(&shown, &columns(&cases)?, &cases.entry().id, output)?;
    }
    let one_column = !request.readings && cases.len() > 1 && output.shows_one_column();
    warn_about_trials(&request.effort, detail);
    let effort = if one_column { effort.event_column_only() } else { effort };
    let readings = request.readings;
    let asked =
        OddsRequest { question, catalogue: &catalogue, cases, effort, shown, output, detail };
    let (file, format) = (output.streamed(asked.cases.len()), output.for_programs());
    match file.is_some() || format.is_some() && !output.collects() {
        _ if readings => asked.readings(out),
        true => asked.one_by_one(file, format, out),
        false => asked.together(out),
    }
}

/// Checks that quantiles can be shown: levels between 0 and 1, ordered columns, and output as a
/// page.
fn quantiles(shown: &Shown, cases: &[Vec<Column>], of: &str, output: &Output) -> Result<()> {
    if let Some(level) = shown.quantiles.iter().find(|level| **level <= 0.0 || **level >= 1.0) {
        return Err(Error::question(format!("`{level}` is not a quantile"))
            .with_hint("quantiles are between 0 and 1: `--quantile 0.9`"));
    }
    if output.for_programs().is_some() {
        return Err(Error::question("`--quantile` can't be combined with json or csv")
            .with_hint("they list every outcome with its chance: add them up"));
    }
    let main = |columns: &'_ Vec<Column>| shown.event.place(columns);
    let mut columns = cases.iter().filter_map(|columns| Some(&columns[main(columns)?]));
    columns
        .find(|column| !column.scale.is_ordered())
        .map_or(Ok(()), |column| Err(no_order(column, of)))
}

/// A prepared request: its cases, effort and output options.
struct OddsRequest<'a> {
    question: &'a QuestionArguments,
    catalogue: &'a Catalogue,
    cases: Cases,
    effort: Effort,
    shown: Shown,
    output: &'a Output,
    detail: Detail,
}

impl OddsRequest<'_> {
    /// Answers the cases one by one; each answer is saved and printed for programs immediately.
    fn one_by_one(
        &self,
        file: Option<&Path>,
        format: Option<Format>,
        out: &mut Printer,
    ) -> Result<()> {
        let (cases, event, seed) = (&self.cases, &self.shown.event, self.effort.seed());
        let mut printed = match format {
            Some(format) => Some(ForPrograms::start(format, cases.axes(), seed, out)?),
            None => None,
        };
        with_progress(WorkAmount::of(cases.len(), self.effort), self.detail, |progress| {
            let mut each = |write: &mut dyn FnMut(usize, &Answer) -> Result<()>| {
                let all = answers(cases, self.effort, event, progress);
                all.enumerate().try_for_each(|(number, answer)| {
                    let answer = answer?;
                    write(number, &answer)?;
                    printed.as_mut().map_or(Ok(()), |printed| printed.case(&answer, "", &[], event))
                })
            };
            match file {
                Some(file) => save(file, cases, seed, each),
                None => each(&mut |_, _| Ok(())),
            }
        })?;
        match (printed, file) {
            (Some(printed), _) => printed.end(""),
            (None, Some(file)) => {
                let (count, name) = (grouped(cases.len() as u64), file.to_string_lossy());
                out.print(&format!("\n  Wrote {count} cases to {}\n\n", terminal(&name)))
            }
            (None, None) => Ok(()),
        }
    }

    /// Answers all cases before any is shown: frames, charts and pages need all of them.
    fn together(&self, out: &mut Printer) -> Result<()> {
        let OddsRequest { cases, shown, output, .. } = self;
        let (event, seed) = (&shown.event, self.effort.seed());
        let results =
            with_progress(WorkAmount::of(cases.len(), self.effort), self.detail, |progress| {
                let checks = vec![Answers::new("", cases, self.effort, event, progress)?];
                Ok(Results { checks, pairs: Vec::new(), trials: progress.trials(), seed })
            })?;
        let results = Arc::new(results);
        output.write(&results, shown, None, self.detail)?;
        match output.for_programs() {
            _ if !output.prints() => Ok(()),
            Some(format) => {
                let mut printed = ForPrograms::start(format, cases.axes(), seed, out)?;
                printed.check(&results.checks[0], event)?;
                printed.end("")
            }
            None => {
                let mut page = page(&results.checks[0].cases, shown, seed);
                if let Some(dice) = self.question.rolled() {
                    page.notes.push(format!("`oddsmith play {dice}` rolls once.").into());
                }
                out.print(&page.print(output.format.for_people(), self.detail, spelled))
            }
        }
    }

    /// Answers one case and computes the effect of each interpretation that its rules leave open.
    fn readings(&self, out: &mut Printer) -> Result<()> {
        let OddsRequest { cases, effort, shown, output, .. } = self;
        if cases.len() != 1 || output.collects() || output.format == Format::Csv {
            return Err(Error::question("`--readings` takes one case and only prints").with_hint(
                "leave out ranges, `--save` and `--chart`; use `--format json` for \
                    programs",
            ));
        }
        let names = &self.catalogue.names;
        let event = &shown.event;
        let (answer, found) = with_progress(WorkAmount::Cases(256), self.detail, |progress| {
            let answer = Answer::new(cases.case(0)?, *effort, event, progress)?;
            let found = readings(&answer.case, names, event, *effort, progress)?;
            Ok::<_, Error>((answer, found))
        })?;
        if output.format == Format::Json {
            let mut printed = ForPrograms::start(Format::Json, cases.axes(), effort.seed(), out)?;
            printed.case(&answer, "", &[], event)?;
            let (rows, whole) = (json::text(&found.readings), found.whole);
            return printed.end(&format!(
                ",\"readings\":{rows},\"combinations\":{{\"whole\":{whole},\"cases\":{}}}",
                found.cases
            ));
        }
        let mut page = page(&[answer], shown, effort.seed());
        readout::readings(&mut page, &found);
        out.print(&page.print(output.format.for_people(), self.detail, spelled))
    }
}
