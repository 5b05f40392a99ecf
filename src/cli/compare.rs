//! Command `oddsmith compare "CHECK field=value …" "CHECK …"`: compares several checks on one axis
//! and computes their differences.

use std::path::PathBuf;

use super::effort::{Threads, warn_about_trials, with_progress};
use super::link::{self, LinkArguments};
use super::output::{Output, TABLE_AS_CSV};
use super::printer::Printer;
use super::question::quoted;
use super::request::{COMPARE, Options};
use crate::Result;
use crate::query::{Comparison, Request, Source, Task};
use crate::systems::Catalogue;

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
    /// File with house rules and names for numbers
    #[arg(long, value_name = "FILE.toml")]
    rules: Option<PathBuf>,
    #[command(flatten)]
    options: Options<COMPARE>,
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
        let file = self.rules.as_ref().map(|path| path.display().to_string());
        let rules = file.map(|file| Source { file: Some(file), text: String::new() });
        Request { questions: self.questions.clone(), rules, ..self.options.0.clone() }
    }
}

pub fn run(arguments: &Arguments, out: &mut Printer) -> Result<()> {
    let Arguments { questions, rules, threads, output, link, .. } = arguments;
    quoted(questions)?;
    output.check()?;
    threads.start()?;
    let catalogue = Catalogue::with_rules(rules.as_deref())?;
    let request = arguments.request();
    let mut comparison = Comparison::prepare(request.clone(), &catalogue)?;
    if link.link {
        return out.print(&link::line(&request, rules.as_deref())?);
    }
    warn_about_trials(&request.effort, out);
    comparison.effort.event_column_only |= output.shows_one_column();
    let task = Task::Comparison(comparison);
    let reply = with_progress(task.work(), out.detail, |progress| task.reply(progress))?;
    output.reply(&reply, out)
}
