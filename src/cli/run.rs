//! `oddsmith run FILE.toml`: a scenario, answered into a folder of frames, charts and words.

use std::path::PathBuf;

use super::effort::{Ahead, Effort, watched};
use super::printer::Printer;
use super::report::{complain, told};
use crate::document::Task;
use crate::error::{Error, Result};
use crate::file::{Transaction, is_standard};

#[derive(clap::Args)]
pub struct Arguments {
    /// The scenario; `-` reads it from the standard input
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Where to write [default: a folder named after the file]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    effort: Effort,
}

/// Answers a scenario into a folder; whether all that it expects holds.
pub fn run(arguments: &Arguments, quiet: bool, out: &mut Printer) -> Result<bool> {
    if arguments.out.as_deref().is_some_and(is_standard) {
        return Err(Error::question("`--out` is a folder, and `-` is the standard output")
            .with_hint("name a folder: `--out answers`"));
    }
    if is_standard(&arguments.file) && arguments.out.is_none() {
        return Err(Error::question("a scenario from the standard input has no name")
            .with_hint("say where to write with `--out DIR`"));
    }
    let folder = arguments.out.clone().unwrap_or_else(|| arguments.file.with_extension(""));
    if folder == arguments.file {
        let name = folder.display();
        let error = format!("`{name}` has no ending, and its folder would take its name");
        return Err(Error::question(error).with_hint("say where to write with `--out DIR`"));
    }
    let named = |path: &std::path::Path| {
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    let (name, file) = (named(&folder), named(&arguments.file));
    let command = format!("oddsmith run {file}{}", arguments.effort.typed());
    let mut task = Task::of_file(&arguments.file, &name, &command)?;
    task.effort = arguments.effort.tried(task.scenario.seed, task.scenario.amount)?;
    task.frames = true;
    let mut transaction = Transaction::new(&task.inputs())?;
    let ahead = Ahead::of(task.cases(), task.effort);
    let made = watched(ahead, quiet, |progress| match task.streams() {
        true => task.stream(&folder, &mut transaction, progress),
        false => task.make(progress),
    })?;
    let paths = made.write(&folder, &mut transaction)?;
    transaction.commit()?;
    out.print(&(told(&made, &paths) + "\n"))?;
    Ok(complain(&made))
}
