//! `oddsmith report [NAME]`: the reports, rebuilt.

use std::path::PathBuf;

use super::{BOLD, DIM};
use crate::error::{Error, Result};
use crate::report::{REPORTS, report};
use crate::text::{numbers::grouped, wrapped};

#[derive(clap::Args)]
pub struct Arguments {
    /// One report; all if left out
    name: Option<String>,
    /// Where to write, a folder a report
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
}

pub fn run(arguments: &Arguments) -> Result<String> {
    let root = PathBuf::from("reports");
    if !root.is_dir() {
        let missing = std::io::Error::new(std::io::ErrorKind::NotFound, "no such folder here");
        return Err(Error::file("read", &root, &missing).with_hint("reports are rebuilt from the top folder of a checkout"));
    }
    let chosen = match &arguments.name {
        Some(name) => vec![report(name)?],
        None => REPORTS.iter().collect(),
    };
    let mut text = String::new();
    for report in chosen {
        let (made, paths) = report.write(&root, &arguments.out)?;
        text += &format!("\n  {BOLD}{}{BOLD:#}\n  {}\n", report.name, wrapped(&made.answer, 76, "  "));
        text += &format!("  {DIM}{} trials played{DIM:#}\n", grouped(made.trials));
        paths.iter().for_each(|path| text += &format!("    {}\n", path.display()));
    }
    Ok(text + "\n")
}
