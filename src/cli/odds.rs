//! `oddsmith odds CHECK field=value …`: one answer, or one a case where fields sweep.

use super::effort::{Ahead, Effort, watched};
use super::output::{Format, Output};
use super::printer::Printer;
use super::question::Question;
use super::view::ViewArguments;
use crate::answer::csv::{Csv, swept};
use crate::answer::{Answer, Answers, Results, answers, columns, json};
use crate::error::Result;
use crate::page::page;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    view: ViewArguments,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, quiet: bool, out: &mut Printer) -> Result<()> {
    let cases = arguments.question.cases()?;
    let shown = arguments.view.shown(&columns(&cases)?, &cases.entry().id)?;
    let output = &arguments.output;
    output.check()?;
    let effort = arguments.effort.usual()?;
    let ahead = Ahead::of(cases.len(), effort);
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
    let closing = |format| if format == Format::Json { "]}\n" } else { "" };
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
    let (checks, trials) = watched(ahead, quiet, |progress| {
        let checks = vec![Answers::new("", &cases, effort, &shown.event, progress)?];
        Ok((checks, progress.trials()))
    })?;
    let results = Results { checks, pairs: Vec::new(), trials, seed: effort.seed };
    let results = output.write(results, &shown, None)?;
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
            out.print(&page.print(output.format.for_people(), quiet))
        }
    }
}
