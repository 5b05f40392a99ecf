//! `oddsmith best CHECK field=value …`: the best that a player can decide in a house rule.

use super::link::LinkArguments;
use super::output::Format;
use super::printer::Printer;
use super::question::Question;
use super::spelling::spelled;
use crate::Result;
use crate::answer::{decided, decided_json};
use crate::program::{Best, Goal};
use crate::readout;
use crate::registry::Case;
use crate::text::Detail;

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith best house.push_at_best --rules push_at_best.toml\n  oddsmith best house.push_at_best --rules push_at_best.toml --mean score"
)]
pub struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Maximise the mean of this column instead of the chance of success
    #[arg(long, value_name = "COLUMN")]
    mean: Option<String>,
    /// Minimise it
    #[arg(long, requires = "mean")]
    least: bool,
    /// Most branches to follow
    #[arg(long, default_value_t = 20_000_000)]
    budget: u64,
    /// Output format; html and bbcode are for pasting
    #[arg(long, value_parser = Format::but(&[Format::Csv, Format::Github, Format::Anydice]), default_value = "table")]
    format: Format,
    #[command(flatten)]
    link: LinkArguments,
}

pub fn run(arguments: &Arguments, detail: Detail, out: &mut Printer) -> Result<()> {
    let cases = arguments.question.cases()?;
    if arguments.link.link {
        let mut link = arguments.question.link()?;
        link.add("do", Some("best"));
        return link.print(out);
    }
    let goal = match &arguments.mean {
        None => Goal::Success,
        Some(column) => Goal::Mean { column: column.clone(), least: arguments.least },
    };
    let solve = |case: Result<Case>| {
        let case = case?;
        let best = decided(&case, &goal, arguments.budget)?;
        Ok((case, best))
    };
    let all = cases.iter().map(solve).collect::<Result<Vec<(Case, Best)>>>()?;
    match (arguments.format, &all[..]) {
        (Format::Json, _) => out.print(&format!("{}\n", decided_json(&goal, &all))),
        (format, [(case, best)]) => {
            let page = readout::best(case, &goal, best);
            out.print(&page.print(format.for_people(), detail, spelled))
        }
        (format, _) => {
            let page = readout::bests(&goal, cases.axes(), &all);
            out.print(&page.print(format.for_people(), detail, spelled))
        }
    }
}
