//! `oddsmith report [NAME]`: the reports, rebuilt.

use std::path::PathBuf;

use super::effort::{Ahead, watched};
use super::{BOLD, DIM};
use crate::error::{Error, Result};
use crate::file;
use crate::report::{REPORTS, page, report};
use crate::text::{numbers::grouped, wrapped};

#[derive(clap::Args)]
pub struct Arguments {
    /// One report; all if left out, and the page over them
    name: Option<String>,
    /// Where to write, a folder a report
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Play ten times as much
    #[arg(long)]
    full: bool,
}

pub fn run(arguments: &Arguments, quiet: bool) -> Result<String> {
    let root = PathBuf::from("reports");
    if !root.is_dir() {
        let missing = std::io::Error::new(std::io::ErrorKind::NotFound, "no such folder here");
        return Err(Error::file("read", &root, &missing)
            .with_hint("reports are rebuilt from the top folder of a checkout"));
    }
    let chosen = match &arguments.name {
        Some(name) => vec![report(name)?],
        None => REPORTS.iter().collect(),
    };
    // About as much as they play, for the progress bar.
    let expected = chosen.len() as u64 * if arguments.full { 1_000_000_000 } else { 100_000_000 };
    // All are made before the first is written.
    let made = watched(Ahead::Trials(expected), quiet, |progress| {
        chosen
            .iter()
            .map(|report| report.make(&root, arguments.full, progress))
            .collect::<Result<Vec<_>>>()
    })?;
    let mut text = String::new();
    for made in &made {
        let paths = made.write(&arguments.out.join(&made.name))?;
        text +=
            &format!("\n  {BOLD}{}{BOLD:#}\n  {}\n", made.name, wrapped(&made.answer, 76, "  "));
        text += &format!("  {DIM}{} trials played{DIM:#}\n", grouped(made.trials));
        paths.iter().for_each(|path| text += &format!("    {}\n", path.display()));
    }
    if arguments.name.is_none() {
        let path = arguments.out.join("index.html");
        file::write(&path, page(&made).as_bytes())?;
        text += &format!("\n  {BOLD}all of them{BOLD:#}\n    {}\n", path.display());
    }
    Ok(text + "\n")
}
