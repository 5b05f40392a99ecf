//! `oddsmith odds CHECK field=value …`: one answer, or one a case where fields sweep.

use super::effort::{Ahead, Effort, watched};
use super::output::{Format, Output};
use super::printer::Printer;
use super::question::Question;
use super::save::save;
use super::spelling::spelled;
use super::view::ViewArguments;
use crate::answer::csv::{Csv, swept};
use crate::answer::{Answer, Answers, Results, answers, columns, json};
use crate::page::{self, Shown, page};
use crate::scenario::{Cases, Effort as Tried};
use crate::text::{numbers::grouped, terminal};
use crate::{Error, Result};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    view: ViewArguments,
    /// How much each reading matters that the rule text leaves open: under every combination of
    /// them, ranked
    #[arg(long, conflicts_with = "precision")]
    readings: bool,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, quiet: bool, out: &mut Printer) -> Result<()> {
    let cases = arguments.question.cases()?;
    // The number of threads is said before any are at work.
    let effort = arguments.effort.usual()?;
    let shown = arguments.view.shown(&columns(&cases)?, &cases.entry().id)?;
    let output = &arguments.output;
    output.check()?;
    if arguments.readings {
        return readings(arguments, &cases, &shown, effort, quiet, out);
    }
    let ahead = Ahead::of(cases.len(), effort);
    let alone = cases.len() > 1 && output.shows_one_column();
    let effort = if alone { effort.asked_column_only() } else { effort };
    let csv = Csv::whole(swept(cases.axes()));
    let opening = |format| match format {
        Format::Csv => csv.heading(),
        _ => json::opening(),
    };
    let entry = |format, number: usize, answer: &Answer| match format {
        Format::Csv => Ok(csv.lines("", "", answer, &[])),
        _ => {
            let comma = if number > 0 { "," } else { "" };
            Ok(format!("{comma}{}", json::case(answer, None, effort.seed, &shown.event)?))
        }
    };
    let closing = |format| match format {
        Format::Json => "]}\n",
        _ => "",
    };
    // What is read by programs is printed as it is answered.
    if let (Some(format), false) = (output.for_programs(), output.collects()) {
        out.print(&opening(format))?;
        return watched(ahead, quiet, |progress| {
            let all = answers(&cases, effort, &shown.event, progress);
            for (number, answer) in all.enumerate() {
                out.print(&entry(format, number, &answer?)?)?;
            }
            out.print(closing(format))
        });
    }
    if let Some(path) = output.streamed(cases.len()) {
        let (format, inputs) = (output.for_programs(), arguments.question.inputs());
        format.map_or(Ok(()), |format| out.print(&opening(format)))?;
        return watched(ahead, quiet, |progress| {
            save(path, &inputs, &cases, effort.seed, |write| {
                let all = answers(&cases, effort, &shown.event, progress);
                for (number, answer) in all.enumerate() {
                    let answer = answer?;
                    write(number, &answer)?;
                    if let Some(format) = format {
                        out.print(&entry(format, number, &answer)?)?;
                    }
                }
                Ok(())
            })?;
            let (count, name) = (grouped(cases.len() as u64), terminal(&path.to_string_lossy()));
            match format {
                Some(format) => out.print(closing(format)),
                None => out.print(&format!("\n  {count} cases are in {name}\n\n")),
            }
        });
    }
    let (checks, trials) = watched(ahead, quiet, |progress| {
        let checks = vec![Answers::new("", &cases, effort, &shown.event, progress)?];
        Ok((checks, progress.trials()))
    })?;
    let results = Results { checks, pairs: Vec::new(), trials, seed: effort.seed };
    let results = output.write(results, &shown, None, &arguments.question.inputs())?;
    let all = &results.checks[0].cases;
    match output.for_programs() {
        _ if !output.prints() => Ok(()),
        Some(format) => {
            let entries = all.iter().enumerate().map(|(number, one)| entry(format, number, one));
            let entries = entries.collect::<Result<String>>()?;
            out.print(&(opening(format) + &entries + closing(format)))
        }
        None => {
            let page = page(all, &shown, effort.seed);
            out.print(&page.print(output.format.for_people(), quiet, spelled))
        }
    }
}

/// One case with how much its readings matter.
fn readings(
    arguments: &Arguments,
    cases: &Cases,
    shown: &Shown,
    effort: Tried,
    quiet: bool,
    out: &mut Printer,
) -> Result<()> {
    let output = &arguments.output;
    if cases.len() != 1 || output.collects() || output.format == Format::Csv {
        return Err(Error::question("`--readings` is about one case, and is printed")
            .with_hint("leave sweeps, `--save` and `--chart` out; json is for programs"));
    }
    let (catalogue, entry, given) = arguments.question.parts()?;
    let (answer, found) = watched(Ahead::Cases(256), quiet, |progress| {
        let answer = Answer::new(cases.case(0)?, effort, &shown.event, progress)?;
        let names = &catalogue.names;
        let found = crate::answer::readings::readings(
            &entry,
            &given,
            names,
            &shown.event,
            effort,
            progress,
        )?;
        Ok::<_, Error>((answer, found))
    })?;
    if output.format == Format::Json {
        let case = json::case(&answer, None, effort.seed, &shown.event)?;
        let rows = json::text(&found.readings)?;
        let whole = found.whole;
        return out.print(&format!(
            "{}{case}],\"readings\":{rows},\"combinations\":{{\"whole\":{whole},\"cases\":{}}}}}\n",
            json::opening(),
            found.cases
        ));
    }
    let mut page = page(&[answer], shown, effort.seed);
    page::readings(&mut page, &found);
    out.print(&page.print(output.format.for_people(), quiet, spelled))
}
