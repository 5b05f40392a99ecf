//! `oddsmith compare "CHECK field=value …" "CHECK …"`: several checks on one axis, and how far
//! apart
//! they are.

use std::path::PathBuf;

use super::effort::{Effort, WorkAmount, watched};
use super::link::{Link, LinkArguments};
use super::number::share as match_share;
use super::output::Output;
use super::printer::Printer;
use super::programs::ForPrograms;
use super::question::quoted;
use super::spelling::spelled;
use super::view::ViewArguments;
use crate::answer::{Answer, Answers, Results, columns, json, versus};
use crate::file::is_standard;
use crate::odds::Event;
use crate::readout::{Comparison, Shown, are_laws, compare, laws, with_notes};
use crate::scenario::{Cases, ChartKind, Place, Side, Sides, edges};
use crate::systems::Catalogue;
use crate::text::Detail;
use crate::{Phrase, Result};

#[derive(clap::Args)]
pub struct Arguments {
    /// Two checks or more, each in quotes with its fields: "mano.roll die=d12"; name one with
    /// "label: mano.roll die=d12"
    #[arg(required = true, num_args = 1.., value_name = "\"CHECK FIELD=VALUE\"")]
    questions: Vec<String>,
    /// Advantages to compare at; each check adds them in its own way [default: -20..20]
    #[arg(long, value_name = "VALUES", allow_hyphen_values = true)]
    edge: Option<String>,
    /// Shift each check so that its chance at advantage 0 is closest to this: 0.65 or 65%
    #[arg(long, value_name = "CHANCE", value_parser = match_share, allow_negative_numbers = true)]
    r#match: Option<f64>,
    /// File with house rules and names for numbers
    #[arg(long, value_name = "FILE.toml")]
    rules: Option<PathBuf>,
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
    quoted(&arguments.questions)?;
    arguments.output.check()?;
    let effort = arguments.effort.usual()?;
    let catalogue = Catalogue::with_rules(arguments.rules.as_deref())?;
    let place = Place {
        edges: arguments.edge.as_deref().map(edges).transpose()?,
        share: arguments.r#match,
    };
    let sides = Sides::read(&arguments.questions, &place, &catalogue, effort.budget)?;
    let Sides { sides, cases: all, remarks } = sides;
    let (mut events, mut shown): (Vec<Event>, Option<Shown>) = (Vec::new(), None);
    for (side, cases) in sides.iter().zip(&all) {
        let view = arguments.view.shown(&columns(cases)?, &side.entry.id)?;
        events.push(view.event.clone());
        shown.get_or_insert(view);
    }
    if arguments.link.link {
        let mut link = Link::of(&arguments.questions);
        arguments.view.link(&mut link);
        link.add("edge", arguments.edge.as_ref());
        link.add("match", arguments.r#match);
        arguments.effort.link(&mut link);
        link.rules(arguments.rules.as_deref())?;
        return link.print(out);
    }
    let ahead = WorkAmount::of(all.iter().map(Cases::len).sum(), effort);
    let effort =
        if arguments.output.shows_one_column() { effort.asked_column_only() } else { effort };
    let results = watched(ahead, detail, |progress| {
        let answer = |((side, cases), event): ((&Side, &Cases), &Event)| {
            Answers::new(&side.label, cases, effort, event, progress)
        };
        let checks = sides.iter().zip(&all).zip(&events).map(answer).collect::<Result<Vec<_>>>()?;
        let (trials, seed) = (progress.trials(), effort.seed);
        Ok(Results { checks, pairs: Vec::new(), trials, seed })
    })?;
    // Where nothing is a success, the laws themselves are laid over each other.
    let only_laws = are_laws(&results.checks, &events);
    let versus = if only_laws { Vec::new() } else { versus(&results.checks, &events)? };
    let kind = match sides.len() {
        _ if only_laws => ChartKind::Laws,
        2 => ChartKind::Difference,
        _ => ChartKind::Curve,
    };
    let output = &arguments.output;
    let inputs = arguments.rules.as_deref().filter(|path| !is_standard(path));
    let inputs: Vec<_> = inputs.into_iter().collect();
    let shown = shown.unwrap_or_default();
    let results = output.write(results, &shown, Some(kind), &inputs)?;
    if !output.prints() {
        return Ok(());
    }
    let checks = &results.checks;
    if let Some(format) = output.for_programs() {
        let axes = checks.iter().flat_map(|check| &check.axes);
        let mut printed = ForPrograms::start(format, axes, effort.seed, out)?;
        let mut all = checks.iter().zip(&events);
        all.try_for_each(|(check, event)| printed.check(check, event))?;
        return printed.end(&json::differences(checks, &versus));
    }
    let answers: Vec<&Answer> = checks.iter().flat_map(|check| &check.cases).collect();
    if only_laws {
        let mut page = laws(checks, &events, &shown);
        page.lines.extend(Phrase::all(remarks));
        let page = with_notes(page, &answers, effort.seed);
        return out.print(&page.print(output.format.for_people(), detail, spelled));
    }
    let comparison = Comparison { checks, events: &events, versus: &versus, remarks };
    let page = with_notes(compare(&comparison), &answers, effort.seed);
    out.print(&page.print(output.format.for_people(), detail, spelled))
}
