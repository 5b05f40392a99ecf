//! `oddsmith compare "CHECK field=value …" "CHECK …"`: several checks on one axis, and how far
//! apart
//! they are.

use std::path::PathBuf;
use std::sync::Arc;

use super::effort::{Effort, WorkAmount, watched};
use super::link::{Link, LinkArguments};
use super::number::share as match_share;
use super::output::{Format, Output, TABLE_AS_CSV};
use super::printer::Printer;
use super::question::quoted;
use super::spelling::spelled;
use super::view::ViewArguments;
use crate::Result;
use crate::answer::json;
use crate::odds::Event;
use crate::readout::Comparison;
use crate::scenario::{Place, Sides, edges};
use crate::systems::Catalogue;
use crate::text::Detail;

#[derive(clap::Args)]
#[command(mut_arg("format", |format| format.help(TABLE_AS_CSV)))]
#[command(
    after_help = "For example:\n  oddsmith compare 3d6 2d10\n  oddsmith compare mutants.check melodrama.opposed --edge -6..8 --chart both.svg"
)]
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
    let shown = sides.each(|columns, check| arguments.view.shown(columns, check))?;
    let events: Vec<Event> = shown.iter().map(|shown| shown.event.clone()).collect();
    if arguments.link.link {
        let mut link = Link::of(&arguments.questions);
        arguments.view.link(&mut link);
        link.add("edge", arguments.edge.as_ref());
        link.add("match", arguments.r#match);
        arguments.effort.link(&mut link);
        link.rules(arguments.rules.as_deref())?;
        return link.print(out);
    }
    let output = &arguments.output;
    arguments.effort.say_trials(detail);
    let ahead = WorkAmount::of(sides.count(), effort);
    let effort = if output.shows_one_column() { effort.asked_column_only() } else { effort };
    let answered = |progress: &_| sides.answered(&events, effort, progress);
    let results = Arc::new(watched(ahead, detail, answered)?);
    let comparison = Comparison::of(&results.checks, &events, sides.remarks.clone())?;
    output.write(&results, &shown[0], Some(comparison.kind()), detail)?;
    if !output.prints() {
        return Ok(());
    }
    if output.format == Format::Json {
        let members = comparison.members();
        return out.print(&(json::whole(&results, &events, &members) + "\n"));
    }
    let page = comparison.page(&shown[0], effort.seed);
    out.print(&page.print(output.format.for_people(), detail, spelled))
}
