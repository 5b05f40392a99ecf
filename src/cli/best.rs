//! Command `oddsmith best CHECK field=value …`: finds the best decisions of a player in a house
//! rule.

use super::link::{self, LinkArguments};
use super::output::Format;
use super::printer::Printer;
use super::question::QuestionArguments;
use super::request::{BEST, Options};
use super::spelling::spelled;
use crate::Result;
use crate::odds::Progress;
use crate::query::Request;
use crate::text::Detail;

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith best house.push_at_best --rules push_at_best.toml\n  oddsmith best house.push_at_best --rules push_at_best.toml --mean score"
)]
pub struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,
    #[command(flatten)]
    options: Options<BEST>,
    /// Output format; html and bbcode are for pasting
    #[arg(long, value_parser = Format::but(&[Format::Csv, Format::Github, Format::Anydice]), default_value = "table")]
    format: Format,
    #[command(flatten)]
    link: LinkArguments,
}

impl Arguments {
    /// Returns the request of these arguments.
    pub fn request(&self) -> Request {
        self.question.request(&self.options.0)
    }
}

pub fn run(arguments: &Arguments, detail: Detail, out: &mut Printer) -> Result<()> {
    let Arguments { question, format, link, .. } = arguments;
    let (request, catalogue) = (arguments.request(), question.catalogue()?);
    let task = request.prepare(&catalogue)?;
    if link.link {
        return out.print(&link::line(&request, question.rules())?);
    }
    let reply = task.reply(&Progress::default())?;
    match (reply.json(), format) {
        (Some(json), Format::Json) => out.print(&format!("{json}\n")),
        (_, format) => out.print(&reply.page.print(format.for_people(), detail, spelled)),
    }
}
