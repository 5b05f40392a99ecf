//! Command `oddsmith check FILE…`: finds errors in files without computing answers, for editors and
//! CI.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;

use super::fail;
use super::printer::Printer;
#[cfg(feature = "documents")]
use crate::document::DocumentRequest;
use crate::expectations::check_expectations;
use crate::registry::document;
use crate::scenario::{Scenario, Tuning};
use crate::systems::Catalogue;
use crate::text::{Detail, terminal};
use crate::{Error, Result};
#[cfg(not(feature = "documents"))]
use crate::{answer::check_precision, scenario::Effort};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith check balance.toml\n  oddsmith check balance.toml mine.toml"
)]
pub struct Arguments {
    /// Scenario files, files of rules, folders of reports; `-` reads the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Checks files, and prints the contents or the error of each.
pub fn run(arguments: &Arguments, out: &mut Printer) -> Result<()> {
    let mut wrong: Option<Error> = None;
    for file in &arguments.files {
        match check(file) {
            Ok(what) if out.detail != Detail::Brief => {
                let name = terminal(&file.display().to_string());
                out.print(&format!("{name}: {what}\n"))?;
            }
            Ok(_) => {}
            Err(error) => {
                // The last error is returned: the caller prints it and sets the exit code.
                if let Some(before) = wrong.replace(error) {
                    out.flush()?;
                    fail(&before);
                }
            }
        }
    }
    wrong.map_or(Ok(()), Err)
}

/// Checks a file and returns a summary of its contents.
fn check(file: &Path) -> Result<String> {
    let folder = file.is_dir().then(|| file.join("scenario.toml"));
    let path = folder.as_deref().unwrap_or(file);
    let text = crate::file::read(path)?;
    let placed = |error: Error| error.in_file(path);
    // The top-level tables determine the kind of the file.
    let tables: BTreeMap<String, IgnoredAny> = document::parse(&text).map_err(placed)?;
    let has = |name: &&str| tables.contains_key(*name);
    if ["house", "table"].iter().any(has) && !["check", "chart", "expect"].iter().any(has) {
        let catalogue = Catalogue::parse(&text).map_err(placed)?;
        catalogue.house.iter().try_for_each(|rule| rule.example().map(drop)).map_err(placed)?;
        return Ok(count(catalogue.house.len(), "rule"));
    }
    if has(&"vary") {
        let tuning = Tuning::parse_in(path.parent(), &text).map_err(placed)?;
        let first = tuning.axes.iter().map(|axis| (axis.name.clone(), axis.values[0].clone()));
        let scenario = tuning.at(&first.collect::<Vec<_>>()).map_err(placed)?;
        check_expectations(&scenario).map_err(placed)?;
        return Ok(contents(&scenario));
    }
    scenario(path).map(|scenario| contents(&scenario))
}

/// Reads a scenario and checks its charts, its rows and its report text.
#[cfg(feature = "documents")]
pub fn scenario(path: &Path) -> Result<Scenario> {
    let request = DocumentRequest::of_file(path, "", "")?;
    request.check()?;
    Ok(request.scenario)
}

/// Reads a scenario and checks its precision and its rows.
#[cfg(not(feature = "documents"))]
pub fn scenario(path: &Path) -> Result<Scenario> {
    let scenario = Scenario::read(path)?;
    let effort = Effort::default().with(scenario.effort.sampling());
    let checked = check_precision(&scenario, effort).and_then(|()| check_expectations(&scenario));
    checked.map_err(|error| error.in_file(path))?;
    Ok(scenario)
}

fn contents(scenario: &Scenario) -> String {
    let parts = [
        count(scenario.cases(), "case"),
        count(scenario.charts.len(), "chart"),
        count(scenario.expectations.len(), "expectation"),
    ];
    parts.join(", ")
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
