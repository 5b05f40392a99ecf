//! Command `oddsmith verify FILE…`: checks the expectations of scenarios; exit code 1 if one fails.

use std::path::{Path, PathBuf};

use super::effort::{EffortArguments, WorkAmount, with_progress};
use super::format::Format;
use super::printer::Printer;
use super::update::update_bounds;
use super::verified::{Verified, annotations, fault, junit};
use crate::expectations::baseline::{Baseline, Changes};
use crate::expectations::{Judgement, Verdict, figures, no_expectations, rows};
use crate::file::{self, is_standard};
use crate::odds::Progress;
use crate::readout;
use crate::scenario::{Effort, Scenario};
use crate::{Error, Result};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith verify balance.toml\n  oddsmith verify balance.toml --format github --junit verdicts.xml\n  oddsmith verify balance.toml --update"
)]
pub struct Arguments {
    /// Scenario files with `[[expect]]` rows; `-` reads the standard input
    #[arg(required = true, value_name = "FILE.toml")]
    files: Vec<PathBuf>,
    /// Also write the verdicts as JUnit XML, for CI services
    #[arg(long, value_name = "FILE.xml")]
    junit: Option<PathBuf>,
    /// Compare with saved outcomes (.csv, .parquet or .arrow), largest change first
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Rewrite the bounds of failing rows in the file; comments and layout stay
    #[arg(long, conflicts_with = "junit")]
    update: bool,
    /// Output format; github annotates the files of a pull request
    #[arg(long, value_parser = Format::but(&[Format::Csv, Format::Anydice]), default_value = "table")]
    format: Format,
    #[command(flatten)]
    effort: EffortArguments,
}

/// Verifies files. Returns true if all rows hold.
pub fn run(arguments: &Arguments, out: &mut Printer) -> Result<bool> {
    if arguments.update && arguments.format == Format::Github {
        // Failed rows are rewritten, so the annotations would report success.
        return Err(Error::question("`--update` and `--format github` can't be combined")
            .with_hint("leave one out"));
    }
    if arguments.update && arguments.files.iter().any(|file| is_standard(file)) {
        return Err(Error::question("`--update` can't rewrite the standard input")
            .with_hint("give the file by name"));
    }
    if let Some(junit) = arguments.junit.as_deref()
        && junit.extension().is_none_or(|ending| ending != "xml")
        && !is_standard(junit)
    {
        let error = format!("`--junit` can't write `{}`", junit.display());
        return Err(Error::question(error).with_hint("use a name that ends in .xml"));
    }
    let baseline = arguments.baseline.as_deref().map(baseline).transpose()?;
    let read = |file: &PathBuf| match super::check::scenario(file) {
        Ok(scenario) => Ok((file.clone(), scenario)),
        Err(error) => {
            if arguments.format == Format::Github {
                out.print(&fault(&error))?;
            }
            Err(error)
        }
    };
    let scenarios = arguments.files.iter().map(read).collect::<Result<Vec<_>>>()?;
    let nothing = |scenario: &Scenario| scenario.expectations.is_empty() && baseline.is_none();
    if let Some((file, _)) = scenarios.iter().find(|(_, scenario)| nothing(scenario)) {
        return Err(no_expectations().in_file(file));
    }
    arguments.effort.threads.start()?;
    let cases: usize = scenarios.iter().map(|(_, scenario)| scenario.cases()).sum();
    let all = with_progress(WorkAmount::Cases(cases as u64), out.detail, |progress| {
        let verified = |(file, scenario): (PathBuf, Scenario)| {
            let effort = arguments.effort.over(scenario.effort)?;
            verified(&file, scenario, effort, baseline.as_ref(), arguments.update, progress)
                .map_err(|error| error.in_file(&file))
        };
        scenarios.into_iter().map(verified).collect::<Result<Vec<_>>>()
    })?;
    all.iter().try_for_each(Verified::write)?;
    if let Some(path) = &arguments.junit {
        file::write(path, junit(&all)?.as_bytes())?;
        if is_standard(path) {
            return Ok(holds(&all));
        }
    }
    match arguments.format {
        Format::Json => {
            let rows = all.iter().map(|one| one.rows(&arguments.effort)).collect::<Vec<_>>();
            let changes: Vec<Option<&Changes>> =
                all.iter().map(|one| one.changes.as_ref()).collect();
            out.print(&rows::json(&rows.concat(), &changes))?;
        }
        Format::Github => out.print(&annotations(&all))?,
        format => {
            for one in &all {
                let page = readout::verify(
                    &one.file.display().to_string(),
                    &one.scenario.title,
                    &one.rows(&arguments.effort),
                    one.changes.as_ref(),
                );
                out.page(&page, format)?;
            }
        }
    }
    for one in all.iter().filter(|one| !one.moved.is_empty()) {
        let numbers: Vec<String> =
            one.moved.iter().map(|(number, _)| format!("no. {number}")).collect();
        let (file, numbers) = (one.file.display(), numbers.join(", "));
        out.note(&format!("{file}: rewrote {numbers}; review the change"));
    }
    Ok(holds(&all))
}

fn verified(
    file: &Path,
    scenario: Scenario,
    effort: Effort,
    baseline: Option<&Baseline>,
    updates: bool,
    progress: &Progress,
) -> Result<Verified> {
    let (results, mut judgements) =
        crate::expectations::answer_and_judge(&scenario, effort, progress)?;
    let changes = baseline.map(|baseline| baseline.changes(&results));
    let (text, moved) = match updates {
        true => {
            let failed = judgements.iter().filter(|row| row.verdict != Verdict::Holds);
            let failed = failed.map(|row| row.number);
            update_bounds(&scenario.text, &figures(&scenario, &results, failed, progress)?)?
        }
        false => (String::new(), Vec::new()),
    };
    for (number, bounds) in &moved {
        let row = &mut judgements[number - 1];
        row.verdict = Verdict::Moved;
        row.wanted.clone_from(bounds);
    }
    Ok(Verified { file: file.to_owned(), scenario, judgements, changes, text, moved })
}

/// Returns true if every row holds or was moved so that it does.
fn holds(all: &[Verified]) -> bool {
    let held = |row: &Judgement| matches!(row.verdict, Verdict::Holds | Verdict::Moved);
    all.iter().all(|one| one.judgements.iter().all(held))
}

/// Reads the outcomes in a file.
fn baseline(path: &Path) -> Result<Baseline> {
    let baseline = match super::output::extension(path) {
        #[cfg(feature = "frames")]
        "parquet" | "arrow" => Baseline::of_rows(crate::frame::rows(&crate::frame::read(path)?)),
        #[cfg(not(feature = "frames"))]
        "parquet" | "arrow" => {
            return Err(Error::question("this build reads CSV only")
                .with_hint("build with the feature `frames`, or keep the outcomes.csv"));
        }
        ending if ending == "csv" || is_standard(path) => Baseline::read(&file::read(path)?),
        _ => {
            let error = format!("`{}` is not a file of outcomes", path.display());
            return Err(Error::question(error).with_hint("use a .csv, .parquet or .arrow file"));
        }
    };
    baseline.map_err(|error| error.in_file(path))
}
