//! `oddsmith run FILE.toml`: a scenario, answered into a folder of frames, charts and words.

use std::path::PathBuf;

use super::effort::{Ahead, Effort, watched};
use super::{BOLD, DIM};
use crate::error::{Error, Result};
use crate::file::is_standard;
use crate::report;
use crate::scenario::Scenario;
use crate::text::{numbers::grouped, wrapped};

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

pub fn run(arguments: &Arguments, quiet: bool) -> Result<String> {
    if arguments.out.as_deref().is_some_and(is_standard) {
        return Err(Error::question("`--out` is a folder, and `-` is the standard output")
            .with_hint("name a folder: `--out answers`"));
    }
    if is_standard(&arguments.file) && arguments.out.is_none() {
        return Err(Error::question("a scenario from the standard input has no name")
            .with_hint("say where to write with `--out DIR`"));
    }
    let scenario = Scenario::read(&arguments.file)?;
    let folder = arguments.out.clone().unwrap_or_else(|| arguments.file.with_extension(""));
    if folder == arguments.file {
        let error = Error::question(format!(
            "`{}` has no ending, and its folder would take its name",
            folder.display()
        ));
        return Err(error.with_hint("say where to write with `--out DIR`"));
    }
    let asked = arguments.effort.asked(scenario.seed, scenario.amount)?;
    let cases = scenario.checks.iter().map(|check| check.cases.len()).sum();
    let name =
        folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let file = arguments
        .file
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let command = format!("oddsmith run {file}{}", arguments.effort.typed());
    let made = watched(Ahead::of(cases, asked), quiet, |progress| {
        report::run(&name, scenario, asked, &command, progress)
    })
    .map_err(|error| error.in_file(&arguments.file))?;
    let paths = made.write(&folder)?;
    let mut text = format!(
        "\n  {BOLD}{}{BOLD:#}\n  {}\n\n",
        made.title,
        wrapped(&made.paragraphs.join(" "), 76, "  ")
    );
    if !quiet {
        text += &format!("  {DIM}{}{DIM:#}\n", wrapped(&made.how_sure, 76, "  "));
        text += &format!(
            "  {DIM}{} cases, {} trials played{DIM:#}\n",
            grouped(cases as u64),
            grouped(made.trials)
        );
    }
    paths.iter().for_each(|path| text += &format!("    {}\n", path.display()));
    Ok(text + "\n")
}
