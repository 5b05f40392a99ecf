//! `oddsmith best CHECK field=value …`: the best that a player can decide in a house rule.

use super::output::Format;
use super::printer::Printer;
use super::question::Question;
use super::spelling::spelled;
use crate::answer::{decided, decided_json};
use crate::program::Goal;
use crate::readout;
use crate::{Error, Result};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Play for the mean of this column, in place of the success
    #[arg(long, value_name = "COLUMN")]
    mean: Option<String>,
    /// The smallest mean is best
    #[arg(long, requires = "mean")]
    least: bool,
    /// The most branches of the solution
    #[arg(long, default_value_t = 20_000_000)]
    budget: u64,
    /// How to print it; html and bbcode are for pasting
    #[arg(long, value_parser = Format::but(&[Format::Csv, Format::Github, Format::Anydice]), default_value = "table")]
    format: Format,
}

pub fn run(arguments: &Arguments, quiet: bool, out: &mut Printer) -> Result<()> {
    let cases = arguments.question.cases()?;
    if cases.len() > 1 {
        return Err(Error::question("`best` solves one case at a time")
            .with_hint("give each field one value"));
    }
    let case = cases.case(0)?;
    let goal = match &arguments.mean {
        None => Goal::Success,
        Some(column) => Goal::Mean { column: column.clone(), least: arguments.least },
    };
    let best = decided(&case, &goal, arguments.budget)?;
    match arguments.format {
        Format::Json => out.print(&format!("{}\n", decided_json(&case, &goal, &best))),
        format => {
            let page = readout::best(&case, &goal, &best);
            out.print(&page.print(format.for_people(), quiet, spelled))
        }
    }
}
