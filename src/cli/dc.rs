//! Command `oddsmith dc CHECK field=value … --target 0.65 --for bonus=0..15`: finds the difficulty
//! whose chance is nearest to a target.

use super::effort::{Threads, with_progress};
use super::link::{self, LinkArguments};
use super::output::{Format, Output, TABLE_AS_CSV};
use super::printer::Printer;
use super::question::QuestionArguments;
use super::request::{DC, Options};
use super::spelling::spelled;
use crate::query::Request;
use crate::text::Detail;
use crate::{Error, Result};

#[derive(clap::Args)]
#[command(mut_arg("format", |format| format.help(TABLE_AS_CSV)))]
#[command(
    after_help = "For example:\n  oddsmith dc d20+5 --target 50%,65%\n  oddsmith dc mutants.check --target 0.65 --for bonus=0..12/4\n  oddsmith dc mutants.check bonus=8 --like melodrama.unopposed"
)]
pub struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,
    #[command(flatten)]
    options: Options<DC>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: Output,
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
    let Arguments { question, threads, output, link, .. } = arguments;
    output.check()?;
    let request = arguments.request();
    if link.link {
        check_supported_by_page(&request)?;
        let catalogue = question.catalogue()?;
        request.cases(&catalogue)?;
        return out.print(&link::line(&request, question.rules())?);
    }
    let is_table = request.ranges.is_some();
    if is_table && (output.collects() || output.format == Format::Csv) {
        let error = "`--ranges` can't be combined with `--save`, `--chart` or csv";
        return Err(Error::question(error).with_hint("use `--format json` for programs"));
    }
    threads.start()?;
    let catalogue = question.catalogue()?;
    let task = request.prepare(&catalogue)?;
    let reply = with_progress(task.work(), detail, |progress| task.reply(progress))?;
    if output.collects() {
        let none = || Error::question("nothing was found, so there is nothing to draw");
        let shown = reply.shown.as_ref().ok_or_else(none)?;
        output.write(&shown.results, &shown.shown, shown.kind, detail)?;
    }
    match (reply.json(), output.format) {
        _ if !output.prints() => Ok(()),
        (Some(json), Format::Json) => out.print(&json),
        (_, format) => out.print(&reply.page.print(format.for_people(), detail, spelled)),
    }
}

/// Checks that the page can answer this request: a single target chance without `--solve`, and at
/// most one `--for`.
fn check_supported_by_page(request: &Request) -> Result<()> {
    if request.solve.is_some() || request.target.len() != 1 {
        let error = "the page finds the difficulty of a chance, and nothing else";
        return Err(
            Error::question(error).with_hint("give one `--target`, and leave `--solve` out")
        );
    }
    match request.each.len() {
        0 | 1 => Ok(()),
        _ => Err(Error::question("the page has rows for one field").with_hint("say `--for` once")),
    }
}
