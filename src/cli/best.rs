//! Command `oddsmith best CHECK field=value …`: finds the best decisions of a player in a house
//! rule.

use super::format::Format;
use super::link::{self, LinkArguments};
use super::printer::Printer;
use super::question::QuestionArguments;
use super::request::BEST;
use crate::Result;
use crate::odds::Progress;

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith best house.push_at_best --rules push_at_best.toml\n  oddsmith best house.push_at_best --rules push_at_best.toml --mean score"
)]
pub struct Arguments {
    #[command(flatten)]
    pub question: QuestionArguments<BEST>,
    /// Output format; html and bbcode are for pasting
    #[arg(long, value_parser = Format::but(&[Format::Csv, Format::Github, Format::Anydice]), default_value = "table")]
    format: Format,
    #[command(flatten)]
    link: LinkArguments,
}

pub fn run(arguments: &Arguments, out: &mut Printer) -> Result<()> {
    let Arguments { question, format, link, .. } = arguments;
    let (request, catalogue) = (question.request(), question.catalogue()?);
    let task = request.prepare(&catalogue)?;
    if link.link {
        return out.print(&link::line(&request, question.rules())?);
    }
    out.reply(&task.reply(&Progress::default())?, *format)
}
