//! `oddsmith dc CHECK field=value … --target 0.65 --for bonus=0..15`: the difficulty that comes
//! nearest to a chance.

use std::sync::Arc;

use super::effort::{Ahead, Effort, watched};
use super::number::chance;
use super::output::{Format, Output};
use super::printer::Printer;
use super::question::{NamedQuestion, Question, fields};
use super::view::ViewArguments;
use crate::answer::csv::{Csv, swept};
use crate::answer::solve::{Quest, Range, Row, Target, fit, json};
use crate::answer::{Answers, Results};
use crate::error::{Error, Result};
use crate::odds::Progress;
use crate::page::{self, Aim, Shown};
use crate::registry::{Entry, Names, Value};
use crate::scenario::{Axis, Cases, ChartKind, Effort as Tried, axes, values};
use crate::systems::{Catalogue, case};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    question: Question,
    /// The chance that is wanted: 0.65 or 65%
    #[arg(long, value_name = "CHANCE", value_parser = chance, required_unless_present_any = ["like", "ranges"], conflicts_with_all = ["like", "ranges"], allow_negative_numbers = true)]
    target: Option<f64>,
    /// A row for each of these values: bonus=0..15; several make a grid
    #[arg(long = "for", value_name = "FIELD=VALUES")]
    each: Vec<String>,
    /// The field to find, one of whole numbers [default: the check's difficulty]
    #[arg(long, value_name = "FIELD")]
    solve: Option<String>,
    /// The nearest whose chance is not below it
    #[arg(long)]
    never_below: bool,
    /// Find the difficulties of another check by equal odds: "mano.roll", "mutants.check dc=5..30/5"
    #[arg(long, value_name = "\"CHECK FIELD=VALUE\"")]
    like: Option<String>,
    /// Turn a table of results into ranges of this roll: "1-4 fumble, 5-12 mixed, 13-20 hit", for a
    /// d20 or the dice before a colon
    #[arg(long, value_name = "TABLE", conflicts_with = "like")]
    ranges: Option<String>,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    view: ViewArguments,
    #[command(flatten)]
    output: Output,
}

pub fn run(arguments: &Arguments, quiet: bool, out: &mut Printer) -> Result<()> {
    let output = &arguments.output;
    output.check()?;
    if let Some(table) = &arguments.ranges {
        return ranges(arguments, table, quiet, out);
    }
    let effort = arguments.effort.usual()?;
    let (catalogue, entry, given) = arguments.question.parts()?;
    let quest = quest(arguments, &catalogue.names, &entry, &given, effort)?;
    let like = arguments.like.as_deref().map(|text| other(text, &catalogue)).transpose()?;
    let count: usize = quest.axes.iter().map(|axis| axis.values.len()).product();
    let rows =
        watched(Ahead::Cases(count as u64), quiet, |progress| match (&like, arguments.target) {
            (Some((other, given)), _) => quest.like(other, given, arguments.never_below, progress),
            (None, target) => {
                let never_below = arguments.never_below;
                let (share, hardest_sure) = (target.unwrap_or(0.5), false);
                quest.rows(Target { share, never_below, hardest_sure }, progress)
            }
        })?;
    if output.collects() || output.format == Format::Csv {
        let shown = Shown { event: quest.event.clone(), ..Shown::default() };
        let results = around(&quest, &rows)?;
        let kind = (results.checks[0].axes.len() == 2).then_some(ChartKind::Heat);
        let results = output.write(
            results,
            &shown,
            kind.or(Some(ChartKind::Curve)),
            &arguments.question.inputs(),
        )?;
        if output.format == Format::Csv && output.prints() {
            let csv = Csv::whole(swept(results.checks.iter().flat_map(|check| &check.axes)));
            return out.print(&csv.all("", &results.checks));
        }
    }
    if !output.prints() {
        return Ok(());
    }
    if output.format == Format::Json {
        return out.print(&json::rows(&entry.id, &quest.field, &rows)?);
    }
    let fixed = quest.given.iter().map(|(name, value)| format!("{} {value}", page::words(name)));
    let fixed: Vec<String> = fixed.collect();
    let aim = Aim {
        check: match fixed.is_empty() {
            true => entry.title.to_string(),
            false => format!("{} ({})", entry.title, fixed.join(", ")),
        },
        field: &quest.field,
        target: arguments.target,
        like: like.as_ref().map(|(other, _)| other.id.to_string()),
        never_below: arguments.never_below,
    };
    out.print(&page::dc(&rows, &aim).print(output.format.for_people(), quiet))
}

/// What is to be found, from what was typed.
fn quest<'a>(
    arguments: &Arguments,
    names: &'a Names,
    entry: &Arc<Entry>,
    given: &[(String, String)],
    effort: Tried,
) -> Result<Quest<'a>> {
    let field = match &arguments.solve {
        Some(field) => field.clone(),
        None => match entry.harder_by() {
            Some(field) => field.name.to_owned(),
            None => {
                let error = Error::question(format!("{} has no difficulty to find", entry.id));
                return Err(error.with_hint("name the field to find with `--solve FIELD`"));
            }
        },
    };
    let each = fields(entry, &arguments.each)?;
    if let Some((name, value)) = each.iter().find(|(name, _)| *name == field) {
        return Err(Error::question(format!("`--for {name}={value}` is what is to be found"))
            .with_hint(
                "give the competence there, and find the difficulty; or `--solve` another",
            ));
    }
    let mut quest = Quest {
        entry: entry.clone(),
        names,
        given: Vec::new(),
        axes: Vec::new(),
        asked: None,
        event: arguments.view.event()?,
        effort,
        field,
    };
    for (name, value) in given {
        let several = values(value)?;
        match several.len() {
            _ if *name == quest.field => quest.asked = Some(numbers(&quest, &several)?),
            1 => quest.given.push((name.clone(), value.clone())),
            _ => quest.axes.push(Axis::of(name, several)),
        }
    }
    for axis in axes(&each)? {
        if given.iter().any(|(name, _)| *name == axis.name) {
            let name = &axis.name;
            return Err(Error::question(format!("`{name}` is given twice"))
                .with_hint(format!("say it once, with `--for {name}=…`")));
        }
        quest.axes.push(axis);
    }
    Ok(quest)
}

/// The values among which to look, as numbers.
fn numbers(quest: &Quest, values: &[String]) -> Result<Vec<i32>> {
    let known = quest.entry.fields.iter().map(|field| field.name);
    let field = quest.entry.field(&quest.field);
    let field =
        field.ok_or_else(|| Error::unknown("field", &quest.field, &quest.entry.id, known))?;
    let number = |value: &String| {
        let named = quest.names.number(&field, value).map(Value::Integer);
        match named.map_or_else(|| field.read(value), Ok)? {
            Value::Integer(number) => Ok(number),
            _ => Err(Error::question(format!("`{}={value}` is no number", field.name))),
        }
    };
    let mut numbers = values.iter().map(number).collect::<Result<Vec<i32>>>()?;
    numbers.sort_unstable();
    numbers.dedup();
    match numbers[..] {
        [one] => Err(Error::question(format!("`{}={one}` is what is to be found", field.name))
            .with_hint("leave it out, or give the range to look in, as in `dc=0..40`")),
        _ => Ok(numbers),
    }
}

/// The check of `--like`, and its fields.
fn other(text: &str, catalogue: &Catalogue) -> Result<(Arc<Entry>, Vec<Axis>)> {
    let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(text)?;
    let entry = catalogue.check(&check)?;
    let axes = axes(&fields(&entry, &words)?)?;
    Ok((entry, axes))
}

/// The answers around what was found: each point at each value from a few below the lowest to a few
/// above the highest.
fn around(quest: &Quest, rows: &[Row]) -> Result<Results> {
    const BESIDE: i32 = 3;
    const MOST: i32 = 60;
    let found = || rows.iter().filter_map(|row| row.solution.value);
    let (Some(low), Some(high)) = (found().min(), found().max()) else {
        return Err(Error::question("nothing was found, so there is nothing to draw"));
    };
    let middle = low + (high - low) / 2;
    let (low, high) = ((low - BESIDE).max(middle - MOST), (high + BESIDE).min(middle + MOST));
    let given = quest.given.iter().map(|(name, value)| Axis::of(name, vec![value.clone()]));
    let mut axes: Vec<Axis> = given.chain(quest.axes.clone()).collect();
    let kept: Vec<String> = (low..=high).map(|value| value.to_string()).collect();
    axes.push(Axis::of(&quest.field, kept));
    let cases = Cases::new(quest.entry.clone(), axes, quest.names.clone())?;
    let effort = quest.effort.sparing();
    let answers = Answers::new("", &cases, effort, &quest.event, &Progress::default())?;
    Ok(Results { checks: vec![answers], pairs: Vec::new(), trials: 0, seed: effort.seed })
}

/// A table of results turned into ranges of the roll that is asked about.
fn ranges(arguments: &Arguments, table: &str, quiet: bool, out: &mut Printer) -> Result<()> {
    let (dice, table) = table.split_once(':').unwrap_or(("d20", table));
    let (dice, table) = (dice.trim(), Range::read(table)?);
    let budget = arguments.effort.usual()?.exact_only().budget.unwrap_or_default();
    let from = case(&format!("house.roll luck={}", dice.replace(' ', "_")))?.law(budget)?;
    let cases = arguments.question.cases()?;
    if cases.len() > 1 {
        return Err(Error::question("a table is turned into the ranges of one roll")
            .with_hint("leave the sweep out"));
    }
    let case = cases.case(0)?;
    let event = arguments.view.event()?.settled([case.columns()], &case.entry.id)?;
    let place = event.place(case.columns()).unwrap_or(0);
    let fits = fit(&table, &from.columns[0], &case.law(budget)?.columns[place])?;
    if arguments.output.format == Format::Json {
        return out.print(&json::ranges(&fits)?);
    }
    let given = case.settings.given();
    let luck = given.get("luck").map(ToString::to_string);
    let to = luck.unwrap_or_else(|| page::words(&case.columns()[place].name));
    let page = page::ranges(&fits, dice, &to);
    out.print(&page.print(arguments.output.format.for_people(), quiet))
}
