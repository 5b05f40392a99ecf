//! Command `oddsmith tune FILE.toml`: finds values of the `[vary]` numbers that meet the
//! expectations.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use super::effort::{EffortArguments, WorkAmount, with_progress};
use super::format::Format;
use super::printer::Printer;
use super::verified::row;
use crate::Result;
use crate::expectations::rows::ClaimRow;
use crate::expectations::tune::{Setting, Tuned, tune};
use crate::readout;
use crate::registry::{Value, document};
use crate::scenario::{Scenario, Tuning};
use crate::{answer::json, expectations::Judgement, expectations::check_expectations};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith tune levels.toml\n  oddsmith tune levels.toml --format json"
)]
pub struct Arguments {
    /// Scenario file with `[vary]` and `[[expect]]`; `-` reads the standard input
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Output format
    #[arg(long, value_parser = Format::but(&[Format::Csv, Format::Github, Format::Anydice]), default_value = "table")]
    format: Format,
    #[command(flatten)]
    effort: EffortArguments,
}

/// Searches for settings. Returns true if any meets all expectations.
pub fn run(arguments: &Arguments, out: &mut Printer) -> Result<bool> {
    let tuning =
        document::read(&arguments.file, |text| Tuning::parse_in(arguments.file.parent(), text))?;
    arguments.effort.threads.start()?;
    // Errors are reported once, before the search, and not for each setting.
    let first: Vec<_> =
        tuning.axes.iter().map(|axis| (axis.name.clone(), axis.values[0].clone())).collect();
    let scenario = tuning.at(&first)?;
    arguments.effort.over(scenario.effort)?;
    check_expectations(&scenario).map_err(|error| error.in_file(&arguments.file))?;
    let tuned = with_progress(WorkAmount::Cases(u64::MAX), out.detail, |progress| {
        let effort =
            |scenario: &Scenario| arguments.effort.over(scenario.effort).unwrap_or_default();
        tune(&tuning, effort, progress)
    });
    let tuned = tuned.map_err(|error| error.in_file(&arguments.file))?;
    let met = |setting: &Setting| setting.met() == setting.judgements.len();
    if arguments.format == Format::Json {
        let row = |judgement: &Judgement| {
            row(judgement, &arguments.file, &scenario, &arguments.effort, "tune")
        };
        out.print(&rows(&tuned, row))?;
    } else {
        let page = readout::tune(&scenario.title, &tuned);
        out.page(&page, arguments.format)?;
    }
    Ok(tuned.best.iter().any(met))
}

#[derive(Serialize)]
struct SettingObject<'a> {
    vary: BTreeMap<&'a str, &'a Value>,
    met: usize,
    of: usize,
    missed: f64,
    expectations: Vec<ClaimRow>,
}

fn rows(tuned: &Tuned, row: impl Fn(&Judgement) -> ClaimRow) -> String {
    let object = |setting: &Setting| {
        json::text(&SettingObject {
            vary: setting.values.iter().map(|(name, value)| (&**name, value)).collect(),
            met: setting.met(),
            of: setting.judgements.len(),
            missed: setting.missed,
            expectations: setting.judgements.iter().map(&row).collect(),
        })
    };
    let rows = tuned.best.iter().map(object).collect::<Vec<_>>();
    let (never, against) = (json::text(&tuned.never), json::text(&tuned.against));
    format!(
        "{{\"schema\":1,\"version\":\"{}\",\"settings\":{},\"tried\":{},\"rows\":[{}],\"never\":{never},\"against\":{against}}}\n",
        env!("CARGO_PKG_VERSION"),
        tuned.of,
        tuned.tried,
        rows.join(",")
    )
}
