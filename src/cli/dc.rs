//! `oddsmith dc CHECK field=value … --target 0.65 --for bonus=0..15`: the difficulty that comes
//! nearest to a chance.

use std::sync::Arc;

use super::effort::{Effort, WorkAmount, watched};
use super::link::LinkArguments;
use super::number::share;
use super::output::{Format, Output, TABLE_AS_CSV};
use super::printer::Printer;
use super::question::Question;
use super::spelling::spelled;
use super::view::ViewArguments;
use crate::answer::solve::{Range, SolveGrid, SolveRequest, Target, fit, json};
use crate::readout::{self, Aim, Shown};
use crate::registry::Entry;
use crate::scenario::{Axis, ChartKind, Level, NamedQuestion, axes, fields};
use crate::systems::{Catalogue, case};
use crate::text::Detail;
use crate::{Error, Result};

#[derive(clap::Args)]
#[command(mut_arg("format", |format| format.help(TABLE_AS_CSV)))]
#[command(
    after_help = "For example:\n  oddsmith dc d20+5 --target 50%,65%\n  oddsmith dc mutants.check --target 0.65 --for bonus=0..12/4\n  oddsmith dc mutants.check bonus=8 --like melodrama.unopposed"
)]
pub struct Arguments {
    #[command(flatten)]
    question: Question,
    /// The chance you want: 0.65 or 65%; several with commas, a row each
    #[arg(long, value_name = "CHANCE", value_parser = share, value_delimiter = ',', required_unless_present_any = ["like", "ranges"], conflicts_with_all = ["like", "ranges"], allow_negative_numbers = true)]
    target: Vec<f64>,
    /// Print a row for each of these values: bonus=0..15; give two for a grid
    #[arg(long = "for", value_name = "FIELD=VALUES")]
    each: Vec<String>,
    /// The field to find; it must be a whole number [default: the check's difficulty]
    #[arg(long, value_name = "FIELD")]
    solve: Option<String>,
    /// Never go below the chance, even if a harder difficulty is nearer
    #[arg(long)]
    never_below: bool,
    /// Translate the difficulties of another check by equal odds: "mano.roll", "mutants.check
    /// dc=5..30/5"
    #[arg(long, value_name = "\"CHECK FIELD=VALUE\"")]
    like: Option<String>,
    /// Translate a table of results to this roll: "1-4 fumble, 5-12 mixed, 13-20 hit"; the table
    /// is for a d20, or for dice before a colon
    #[arg(long, value_name = "TABLE", conflicts_with = "like")]
    ranges: Option<String>,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    view: ViewArguments,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    link: LinkArguments,
}

pub fn run(arguments: &Arguments, detail: Detail, out: &mut Printer) -> Result<()> {
    let output = &arguments.output;
    output.check()?;
    if arguments.link.link {
        return link(arguments, out);
    }
    if let Some(table) = &arguments.ranges {
        return ranges(arguments, table, detail, out);
    }
    let effort = arguments.effort.usual()?;
    let (catalogue, entry, given) = arguments.question.parts()?;
    let asked = SolveRequest {
        given: axes(&given)?,
        each: axes(&fields(&entry, &arguments.each)?)?,
        field: arguments.solve.clone(),
    };
    let event = arguments.view.event()?;
    let quest = SolveGrid::new(entry.clone(), &catalogue.names, asked, event, effort)?;
    let like = arguments.like.as_deref().map(|text| other(text, &catalogue)).transpose()?;
    let count: usize = quest.axes.iter().map(|axis| axis.values.len()).product();
    let rows = watched(WorkAmount::Cases(count as u64), detail, |progress| {
        let never_below = arguments.never_below;
        let target = |&share: &f64| Target { share, never_below, hardest_sure: false };
        match &like {
            Some((other, given)) => quest.like(other, given, never_below, progress),
            None => {
                let targets: Vec<Target> = arguments.target.iter().map(target).collect();
                quest.rows_of(&targets, progress)
            }
        }
    })?;
    if output.collects() {
        let never_below = arguments.never_below;
        // A chart has room for one level.
        let level = match arguments.target[..] {
            [share] => Some(Level { share, never_below }),
            _ => None,
        };
        let shown = Shown { event: quest.event.clone(), level, ..Shown::default() };
        let results = Arc::new(quest.around(&rows)?);
        let kind = (results.checks[0].axes.len() == 2).then_some(ChartKind::Heat);
        let kind = kind.or(Some(ChartKind::Curve));
        output.write(&results, &shown, kind, detail)?;
    }
    if !output.prints() {
        return Ok(());
    }
    if output.format == Format::Json {
        return out.print(&json::rows(&entry.id, &quest.field, &rows));
    }
    let aim = Aim {
        check: Aim::title(&quest),
        field: &quest.field,
        target: arguments.target.first().copied(),
        like: like.as_ref().map(|(other, _)| other.id.to_string()),
        never_below: arguments.never_below,
    };
    out.print(&readout::dc(&rows, &aim).print(output.format.for_people(), detail, spelled))
}

/// The link that finds the same in the page, which finds difficulties for a chance.
fn link(arguments: &Arguments, out: &mut Printer) -> Result<()> {
    let (Arguments { solve: None, each, .. }, [target]) = (arguments, &arguments.target[..]) else {
        return Err(Error::question("the page finds the difficulty of a chance, and nothing else")
            .with_hint("give one `--target`, and leave `--solve` out"));
    };
    let ([] | [_]) = &each[..] else {
        return Err(
            Error::question("the page has rows for one field").with_hint("say `--for` once")
        );
    };
    let mut link = arguments.question.link()?;
    link.add("do", Some("dc"));
    arguments.view.link(&mut link);
    link.add("target", Some(target));
    link.add("for", each.first());
    link.add("never-below", arguments.never_below.then_some(true));
    link.print(out)
}

/// The check of `--like`, and its fields.
fn other(text: &str, catalogue: &Catalogue) -> Result<(Arc<Entry>, Vec<Axis>)> {
    let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(text)?;
    let entry = catalogue.check(&check)?;
    let fields = fields(&entry, &words)?;
    let given = fields.iter().map(|(name, value)| (&**name, &**value));
    let entry = entry.with_cast(given, catalogue.folder.as_deref())?;
    let axes = axes(&fields)?;
    Ok((entry, axes))
}

/// A table of results turned into ranges of the roll that is asked about.
fn ranges(arguments: &Arguments, table: &str, detail: Detail, out: &mut Printer) -> Result<()> {
    if arguments.output.collects() || arguments.output.format == Format::Csv {
        return Err(Error::question(
            "`--ranges` can't be combined with `--save`, `--chart` or csv",
        )
        .with_hint("use `--format json` for programs"));
    }
    let (dice, table) = table.split_once(':').unwrap_or(("d20", table));
    let (dice, table) = (dice.trim(), Range::read(table)?);
    let budget = arguments.effort.usual()?.exact_only().budget.unwrap_or_default();
    let from = case(&format!("house.roll luck={}", dice.replace(' ', "_")))?.law(budget)?;
    let cases = arguments.question.cases()?;
    if cases.len() > 1 {
        return Err(Error::question("`--ranges` takes one roll").with_hint("leave out the range"));
    }
    let case = cases.case(0)?;
    let event = arguments.view.event()?.settled([case.columns()], case.entry.called())?;
    let place = event.place(case.columns()).unwrap_or(0);
    let fits = fit(&table, &from.columns[0], &case.law(budget)?.columns[place])?;
    if arguments.output.format == Format::Json {
        return out.print(&json::ranges(&fits));
    }
    let given = case.settings.given();
    let luck = given.get("luck").map(ToString::to_string);
    let to = luck.unwrap_or_else(|| readout::words(&case.columns()[place].name));
    let page = readout::ranges(&fits, dice, &to);
    out.print(&page.print(arguments.output.format.for_people(), detail, spelled))
}
