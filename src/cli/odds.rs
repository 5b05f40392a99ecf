//! `oddsmith odds CHECK field=value …`: one answer, or one a case where fields sweep.

use std::cell::RefCell;

use serde::Serialize;

use super::effort::{Ahead, Effort, watched};
use super::output::{Format, Output};
use super::printer::Printer;
use super::question::Question;
use super::save::save;
use super::spelling::spelled;
use super::view::ViewArguments;
use crate::answer::csv::{Csv, swept};
use crate::answer::{Answer, Answers, Control, Results, answers, columns, json};
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
    /// Play in pairs, the second of each with the mirrored luck of the first, by the plain rule:
    /// a narrower interval for as many trials where the score follows the luck
    #[arg(long, conflicts_with_all = ["readings", "exact_only", "precision"])]
    mirrored: bool,
    /// Play beside it, on the same luck, the check with these fields set otherwise, which is exact
    /// (`decks=own` for one deck): a narrower interval of the success share
    #[arg(
        long,
        value_name = "FIELD=VALUE",
        conflicts_with_all = ["mirrored", "readings", "exact_only", "precision"]
    )]
    control: Option<String>,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, quiet: bool, out: &mut Printer) -> Result<()> {
    let cases = arguments.question.cases()?;
    // The number of threads is said before any are at work.
    let effort = arguments.effort.usual()?;
    let effort = if arguments.mirrored { effort.in_pairs()? } else { effort };
    let shown = arguments.view.shown(&columns(&cases)?, &cases.entry().id)?;
    let output = &arguments.output;
    output.check()?;
    if arguments.readings {
        return readings(arguments, &cases, &shown, effort, quiet, out);
    }
    if let Some(fields) = &arguments.control {
        return control(arguments, fields, &cases, &shown, effort, quiet, out);
    }
    let gains = RefCell::new(Vec::new());
    let ahead = Ahead::of(cases.len(), effort);
    let alone = cases.len() > 1 && output.shows_one_column();
    let effort = if alone { effort.alone() } else { effort };
    let csv = Csv::whole(swept(cases.axes()));
    let opening = |format| match format {
        Format::Csv => csv.heading(),
        _ => json::opening(),
    };
    let entry = |format, number: usize, answer: &Answer| match format {
        Format::Csv => Ok(csv.lines("", "", answer, &[])),
        _ => {
            let comma = if number > 0 { "," } else { "" };
            if arguments.mirrored {
                gains.borrow_mut().push(Mirrored { gain: answer.gain(&shown.event) });
            }
            Ok(format!("{comma}{}", json::case(answer, None, effort.seed, &shown.event)?))
        }
    };
    let closing = |format| match format {
        Format::Json if arguments.mirrored => {
            Ok(format!("],\"mirrored\":{}}}\n", json::text(&*gains.borrow())?))
        }
        Format::Json => Ok("]}\n".to_owned()),
        _ => Ok(String::new()),
    };
    // What is read by programs is printed as it is answered.
    if let (Some(format), false) = (output.for_programs(), output.collects()) {
        out.print(&opening(format))?;
        return watched(ahead, quiet, |progress| {
            let all = answers(&cases, effort, &shown.event, progress);
            for (number, answer) in all.enumerate() {
                out.print(&entry(format, number, &answer?)?)?;
            }
            out.print(&closing(format)?)
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
                Some(format) => out.print(&closing(format)?),
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
            out.print(&(opening(format) + &entries + &closing(format)?))
        }
        None => {
            let page = page(all, &shown, effort.seed);
            out.print(&page.print(output.format.for_people(), quiet, spelled))
        }
    }
}

/// What mirrored pairs gained for a case, for programs; null where nothing counts as a success.
#[derive(Serialize)]
struct Mirrored {
    gain: Option<f64>,
}

/// Refuses a flag of one case that is printed where there are more, or they go elsewhere.
fn is_one_and_printed(flag: &str, cases: &Cases, output: &Output) -> Result<()> {
    if cases.len() == 1 && !output.collects() && output.format != Format::Csv {
        return Ok(());
    }
    Err(Error::question(format!("`{flag}` is about one case, and is printed"))
        .with_hint("leave sweeps, `--save` and `--chart` out; json is for programs"))
}

/// One case with what its control makes of it.
fn control(
    arguments: &Arguments,
    fields: &str,
    cases: &Cases,
    shown: &Shown,
    effort: Tried,
    quiet: bool,
    out: &mut Printer,
) -> Result<()> {
    let output = &arguments.output;
    is_one_and_printed("--control", cases, output)?;
    let near = arguments.question.otherwise(fields);
    let near = near.map_err(|error| error.at("in `--control`"))?;
    let (answer, control) = watched(Ahead::of(2, effort), quiet, |progress| {
        Control::of(cases.case(0)?, near, effort, &shown.event, progress)
    })?;
    if output.format == Format::Json {
        let case = json::case(&answer, None, effort.seed, &shown.event)?;
        let control = control.json()?;
        return out.print(&format!("{}{case}],\"control\":{control}}}\n", json::opening()));
    }
    let answers = [answer];
    let mut page = page(&answers, shown, effort.seed);
    page::control(&mut page, &answers[0], shown, &control);
    out.print(&page.print(output.format.for_people(), quiet, spelled))
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
    is_one_and_printed("--readings", cases, output)?;
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
