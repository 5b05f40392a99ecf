//! Command `oddsmith audit [ROW]`: tests the numbers that the rulebooks claim.

use super::effort::{EffortArguments, WorkAmount, with_progress};
use super::format::Format;
use super::printer::Printer;
use crate::expectations::audit::{Audited, Auditor, claims_of};
use crate::expectations::rows;
use crate::readout;
use crate::registry::Value;
use crate::scenario::Effort;
use crate::systems::checks;
use crate::{Error, Result};

#[derive(clap::Args)]
#[command(after_help = "For example:\n  oddsmith audit M1\n  oddsmith audit M1 --format json")]
pub struct Arguments {
    /// Rows to test, for example M1 [default: all]
    #[arg(value_name = "ROW")]
    rows: Vec<String>,
    /// Set an interpretation for every check that has the field: joker=14
    #[arg(long, value_name = "FIELD=VALUE")]
    reading: Vec<String>,
    /// Output format
    #[arg(long, value_parser = Format::but(&[Format::Csv, Format::Github, Format::Anydice]), default_value = "table")]
    format: Format,
    #[command(flatten)]
    effort: EffortArguments,
}

pub fn run(arguments: &Arguments, out: &mut Printer) -> Result<()> {
    let all = claims_of(&arguments.rows)?;
    let readings =
        arguments.reading.iter().map(|reading| pair(reading)).collect::<Result<Vec<_>>>()?;
    let entries: Vec<_> = checks().collect();
    let known = || entries.iter().flat_map(|entry| entry.fields.iter()).map(|field| field.name);
    if let Some((name, _)) = readings.iter().find(|(name, _)| known().all(|field| field != name)) {
        return Err(Error::unknown("field", name, "any check", known()));
    }
    let effort = arguments.effort.started(Effort::default())?;
    let audited = with_progress(WorkAmount::Cases(all.len() as u64), out.detail, |progress| {
        let auditor = Auditor { readings: &readings, effort, progress };
        let one = |(system, claim)| {
            let mut one = auditor.audit(system, claim)?;
            // The command in a claim uses the default readings, so it is replaced.
            if !readings.is_empty() {
                let said = arguments.reading.iter().map(|reading| format!(" --reading {reading}"));
                one.row.command =
                    format!("oddsmith audit {}{}", one.row.id, said.collect::<String>());
            }
            Ok(one)
        };
        all.into_iter().map(one).collect::<Result<Vec<Audited>>>()
    })?;
    if arguments.format == Format::Json {
        let rows: Vec<rows::ClaimRow> = audited.into_iter().map(|one| one.row).collect();
        return out.print(&rows::json(&rows, &[]));
    }
    let page = readout::audit(&audited, arguments.format != Format::Table);
    out.page(&page, arguments.format)
}

fn pair(reading: &str) -> Result<(String, Value)> {
    match reading.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.to_owned(), Value::guess(value)))
        }
        _ => {
            let error = format!("unexpected `{reading}`: interpretations are written `name=value`");
            Err(Error::question(error).with_hint("for example `--reading joker=14`"))
        }
    }
}
