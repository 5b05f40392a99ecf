//! Command `oddsmith dc CHECK field=value … --target 0.65 --for bonus=0..15`: finds the difficulty
//! whose chance is nearest to a target.

use super::effort::{Threads, with_progress};
use super::format::Format;
use super::link::{self, LinkArguments};
use super::output::{Output, TABLE_AS_CSV};
use super::printer::Printer;
use super::question::QuestionArguments;
use super::request::DC;
use crate::query::Request;
use crate::{Error, Result};

#[derive(clap::Args)]
#[command(mut_arg("format", |format| format.help(TABLE_AS_CSV)))]
#[command(
    after_help = "For example:\n  oddsmith dc d20+5 --target 50%,65%\n  oddsmith dc mutants.check --target 0.65 --for bonus=0..12/4\n  oddsmith dc mutants.check bonus=8 --like melodrama.unopposed"
)]
pub struct Arguments {
    #[command(flatten)]
    pub question: QuestionArguments<DC>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    link: LinkArguments,
}

pub fn run(arguments: &Arguments, out: &mut Printer) -> Result<()> {
    let Arguments { question, threads, output, link, .. } = arguments;
    output.check()?;
    let request = question.request();
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
    let reply = with_progress(task.work(), out.detail, |progress| task.reply(progress))?;
    output.reply(&reply, out)
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
