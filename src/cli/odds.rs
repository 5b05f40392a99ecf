//! `oddsmith odds CHECK field=value …`: one answer, or one a case where fields sweep.

use super::effort::{Ahead, Effort, watched};
use super::output::{Format, Output};
use super::printer::Printer;
use super::question::Question;
use super::view::ViewArguments;
use crate::answer::csv::{Csv, swept};
use crate::answer::{Answers, Results, answers, columns, json};
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
    // What is read by programs is printed as it is answered.
    if let (Some(format), false) = (output.for_programs(), output.collects()) {
        let csv = Csv::whole(swept(cases.axes()));
        out.print(&match format {
            Format::Csv => csv.heading(),
            _ => json::opening(),
        })?;
        return watched(ahead, quiet, |progress| {
            let all = answers(&cases, effort, &shown.event, progress);
            for (number, answer) in all.enumerate() {
                let answer = answer?;
                out.print(&match format {
                    Format::Csv => csv.lines("", "", &answer, &[]),
                    _ => {
                        let comma = if number > 0 { "," } else { "" };
                        let case = json::case(&answer, None, effort.seed, &shown.event)?;
                        format!("{comma}{case}")
                    }
                })?;
            }
            out.print(if format == Format::Json { "]}\n" } else { "" })
        });
    }
    let (checks, trials) = watched(ahead, quiet, |progress| {
        let checks = vec![Answers::new("", &cases, effort, &shown.event, progress)?];
        Ok((checks, progress.trials()))
    })?;
    let results = Results { checks, pairs: Vec::new(), trials, seed: effort.seed };
    let results = output.write(results, &shown, None)?;
    if output.prints() {
        let all = &results.checks[0].cases;
        let csv = Csv::whole(swept(cases.axes()));
        match output.format {
            Format::Csv => {
                let lines = all.iter().map(|answer| csv.lines("", "", answer, &[]));
                out.print(&(csv.heading() + &lines.collect::<String>()))?;
            }
            Format::Json => {
                let case = |answer| json::case(answer, None, effort.seed, &shown.event);
                let cases: Vec<String> = all.iter().map(case).collect::<Result<_>>()?;
                out.print(&format!("{}{}]}}\n", json::opening(), cases.join(",")))?;
            }
            format => {
                out.print(&page(all, &shown, effort.seed).print(format.for_people(), quiet))?;
            }
        }
    }
    Ok(())
}
