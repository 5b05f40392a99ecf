//! Command `oddsmith run FILE.toml`: answers a scenario into a folder of frames, charts and texts,
//! or simulates one part of it into a file.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::effort::{EffortArguments, WorkAmount, with_progress};
use super::printer::Printer;
use super::report::{print_failures, summary};
use super::verified::shell_quoted;
use crate::answer::Shard;
use crate::answer::part::{self, Part};
use crate::document::DocumentRequest;
use crate::expectations::check_expectations;
use crate::file::{RequestFiles, Transaction, is_foreign, is_standard};
use crate::scenario::Scenario;
use crate::text::numbers::grouped;
use crate::{Error, Result};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith run balance.toml\n  oddsmith run balance.toml --out answers --trials 10000"
)]
pub struct Arguments {
    /// Scenario file; `-` reads the standard input
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Folder to write to [default: named after the file]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Simulate one part, for example 3/16; `merge` joins the parts
    #[arg(long, value_name = "I/N", requires = "part", value_parser = Shard::parse)]
    shard: Option<Shard>,
    /// File for that part, or without --shard for the whole run
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    part: Option<PathBuf>,
    /// Continue the part in that file
    #[arg(long, requires = "part")]
    resume: bool,
    #[command(flatten)]
    effort: EffortArguments,
}

/// Interval between saves of a part during its simulation.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// Simulates a part of a scenario into a file. The file is saved about once a second, so that an
/// interrupted simulation can be resumed.
fn play_part(arguments: &Arguments, file: &Path, out: &mut Printer) -> Result<bool> {
    if is_standard(file) {
        return Err(Error::question("a part can't be written to the standard output")
            .with_hint("name a file: `--part part-1.json`"));
    }
    let scenario = Scenario::read(&arguments.file)?;
    let effort = arguments.effort.started(scenario.effort)?;
    check_expectations(&scenario).map_err(|error| error.in_file(&arguments.file))?;
    let shard = arguments.shard.unwrap_or(Shard { number: 1, of: 1 });
    let left = match arguments.resume && file.try_exists().is_ok_and(|there| there) {
        true => {
            let text = crate::file::read(file)?;
            Some(Part::parse(&text).map_err(|error| error.in_file(file))?)
        }
        false => None,
    };
    let keep = |part: &Part| crate::file::write(file, part.text().as_bytes());
    let mut written = Instant::now();
    let due = || {
        let due = written.elapsed() >= SAVE_INTERVAL;
        if due {
            written = Instant::now();
        }
        due
    };
    let ahead = WorkAmount::of(scenario.cases(), effort);
    let played = with_progress(ahead, out.detail, |progress| {
        part::play(&scenario, effort, shard, left, progress, due, keep)
    });
    let played = played.map_err(|error| error.in_file(&arguments.file))?;
    let trials = grouped(played.trials());
    out.print(&format!("{}: shard {shard}, {trials} trials\n", file.display()))?;
    Ok(true)
}

/// Checks that a folder can be the output: it does not exist yet, or is a folder whose README.md,
/// if any, was made by this program.
fn check_output_folder(folder: &Path) -> Result<()> {
    if folder.exists() && !folder.is_dir() {
        let cause = std::io::ErrorKind::NotADirectory.into();
        return Err(Error::file("written to", folder, &cause).with_hint("`--out` takes a folder"));
    }
    if is_foreign(folder, "README.md") {
        let error = format!("`{}` has a README.md that oddsmith did not write", folder.display());
        return Err(Error::question(error).with_hint("choose another folder, or move that file"));
    }
    Ok(())
}

/// Answers a scenario into a folder. Returns true if all expectations hold.
pub fn run(arguments: &Arguments, files: &RequestFiles, out: &mut Printer) -> Result<bool> {
    if let Some(file) = &arguments.part {
        return play_part(arguments, file, out);
    }
    if arguments.out.as_deref().is_some_and(is_standard) {
        return Err(Error::question("`--out` takes a folder, not the standard output")
            .with_hint("name a folder: `--out answers`"));
    }
    if is_standard(&arguments.file) && arguments.out.is_none() {
        return Err(Error::question(
            "a scenario from the standard input needs a folder to write to",
        )
        .with_hint("add `--out DIR`"));
    }
    let folder = arguments.out.clone().unwrap_or_else(|| arguments.file.with_extension(""));
    if arguments.out.is_none() && folder == arguments.file {
        let name = folder.display();
        let error = format!("`{name}` has no extension, so its folder would have the same name");
        return Err(Error::question(error).with_hint("add `--out DIR`"));
    }
    let named = |path: &std::path::Path| {
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    let (name, file) = (named(&folder), named(&arguments.file));
    let command = format!("oddsmith run {}{}", shell_quoted(&file), arguments.effort.typed(None));
    let mut task = DocumentRequest::of_file(&arguments.file, &name, &command)?;
    task.effort = arguments.effort.started(task.scenario.effort)?;
    task.frames = true;
    task.check()?;
    task.outputs().try_for_each(|name| files.writes(&folder.join(name)))?;
    arguments.out.as_deref().map_or(Ok(()), check_output_folder)?;
    let mut transaction = Transaction::new(&task.inputs())?;
    let ahead = WorkAmount::of(task.scenario.cases(), task.effort);
    let made = with_progress(ahead, out.detail, |progress| match task.streams() {
        true => task.stream(&folder, &mut transaction, progress),
        false => task.make(progress),
    })?;
    let paths = made.write(&folder, &mut transaction)?;
    transaction.commit()?;
    out.print(&(summary(&made, &paths) + "\n"))?;
    Ok(print_failures(&made))
}
