//! Command `oddsmith duel [CHECK] field=value …`: solves a duel of hidden choices, or one duel per
//! case if fields have ranges.

use std::path::PathBuf;

use super::effort::{Threads, with_progress};
use super::format::Format;
use super::link::{self, LinkArguments};
use super::output::{check_frame_path, extension};
use super::printer::Printer;
use super::question::field;
use super::request::{DUEL, Options};
#[cfg(not(feature = "frames"))]
use crate::Error;
use crate::Result;
use crate::answer::{Results, strategies};
use crate::file::is_standard;
use crate::query::{ReplyData, Request};
use crate::systems::Catalogue;

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith duel attribute=4 skill=4 rival_attribute=3 rival_skill=4 price=0.05\n  oddsmith duel skill=2..4 attribute=4 rival_attribute=4 rival_skill=3"
)]
pub struct Arguments {
    /// Fields of the duel; ranges work here: skill=0..8. A check may come first; the default is
    /// moma.duel
    #[arg(value_name = "FIELD=VALUE")]
    fields: Vec<String>,
    #[command(flatten)]
    options: Options<DUEL>,
    #[command(flatten)]
    threads: Threads,
    /// Output format; html and bbcode are for pasting, csv lists both strategies in every state
    #[arg(long, value_parser = Format::but(&[Format::Github, Format::Anydice]), default_value = "table")]
    format: Format,
    /// Also save both strategies in every state, as .parquet, .csv or .arrow
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    link: LinkArguments,
}

impl Arguments {
    /// Returns the request of these arguments, about the named duel or the first one of the
    /// catalogue.
    ///
    /// # Errors
    /// If there is no duel.
    pub fn request(&self) -> Result<Request> {
        let named = self.fields.first().is_some_and(|name| !name.contains('='));
        let first = match named {
            true => None,
            false => Some(Catalogue::default().duel(None)?.0.id.to_string()),
        };
        let words: Vec<String> =
            first.into_iter().chain(self.fields.iter().map(|it| field(it))).collect();
        Ok(Request { questions: vec![words.join(" ")], ..self.options.0.clone() })
    }
}

pub fn run(arguments: &Arguments, out: &mut Printer) -> Result<()> {
    let Arguments { threads, format, save, link, .. } = arguments;
    let (request, catalogue) = (arguments.request()?, Catalogue::default());
    save.as_deref().map_or(Ok(()), check_frame_path)?;
    threads.start()?;
    let task = request.prepare(&catalogue)?;
    if link.link {
        return out.print(&link::line(&request, None)?);
    }
    let reply = with_progress(task.work(), out.detail, |progress| task.reply(progress))?;
    let ReplyData::Duels(results) = &reply.found else { return Ok(()) };
    if let Some(path) = save {
        crate::file::write(path, &saved(extension(path), results)?)?;
        if is_standard(path) {
            return Ok(());
        }
    }
    match format {
        Format::Csv => out.print(&csv(results)?),
        format => out.reply(&reply, *format),
    }
}

/// Returns both strategies in every state of every duel as CSV.
fn csv(results: &Results) -> Result<String> {
    Ok(strategies::csv("", results, &strategies::strategies(results)?))
}

/// Returns both strategies in every state of every duel as file contents in the format of this extension.
fn saved(extension: &str, results: &Results) -> Result<Vec<u8>> {
    if extension.is_empty() || extension == "csv" {
        return Ok(csv(results)?.into_bytes());
    }
    #[cfg(feature = "frames")]
    {
        let duels = strategies::strategies(results)?;
        let frame = crate::frame::strategies("", results, &duels)?;
        crate::frame::bytes(&frame, extension, &crate::frame::About::default())
    }
    #[cfg(not(feature = "frames"))]
    Err(Error::question("this build saves CSV only"))
}
