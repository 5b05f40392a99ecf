//! Command `oddsmith merge PART… --save FILE`: merges the parts of a run.

use std::path::PathBuf;

use super::effort::{Threads, WorkAmount, with_progress};
use super::output::{check_frame_path, frame};
use super::printer::Printer;
use crate::Result;
use crate::answer::merge;
use crate::answer::part::Part;
use crate::file;
use crate::text::numbers::grouped;

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith run balance.toml --shard 1/2 --part 1.part\n  oddsmith run balance.toml --shard 2/2 --part 2.part\n  oddsmith merge 1.part 2.part --save whole.csv"
)]
pub struct Arguments {
    /// Parts that `run --shard` wrote, each shard once
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// File for the outcomes of the whole run: .csv, .parquet or .arrow
    #[arg(long, value_name = "FILE", required = true)]
    save: PathBuf,
    #[command(flatten)]
    threads: Threads,
}

/// Adds the counts of all parts and saves the outcomes of the whole run.
pub fn run(arguments: &Arguments, out: &mut Printer) -> Result<()> {
    check_frame_path(&arguments.save)?;
    arguments.threads.start()?;
    let mut parts = Vec::new();
    for path in &arguments.parts {
        let part = file::read(path).and_then(|text| Part::parse(&text));
        parts.push((path.as_path(), part.map_err(|error| error.in_file(path))?));
    }
    let ahead = WorkAmount::Cases(1);
    let (scenario, results) = with_progress(ahead, out.detail, |progress| merge(&parts, progress))?;
    let bytes = frame(&arguments.save, &scenario.title, &scenario.text, &results)?;
    file::write(&arguments.save, &bytes)?;
    if file::is_standard(&arguments.save) {
        return Ok(());
    }
    let (trials, cases) = (grouped(results.trials), results.all().count());
    let parts = parts.len();
    out.print(&format!(
        "{}: {parts} parts, {cases} cases, {trials} trials\n",
        arguments.save.display()
    ))
}
