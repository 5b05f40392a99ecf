//! A question on the command line: a check, its fields, and the house rules it may be about.

use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::registry::{Case, Entry};
use crate::scenario::{Axis, axes, cases};
use crate::systems::Catalogue;

#[derive(clap::Args)]
pub struct Question {
    /// The check, as `oddsmith list` names it
    check: String,
    /// Its fields; where many cases are welcome a value may sweep: dc=-5..30/5
    #[arg(value_name = "FIELD=VALUE")]
    fields: Vec<String>,
    /// House rules of your own: the `[[house]]` tables of this file
    #[arg(long, value_name = "FILE.toml")]
    rules: Option<PathBuf>,
}

impl Question {
    /// The cases that it asks about, at least one, and the axes that sweep.
    ///
    /// # Errors
    /// If the rules can't be read, there is no such check or field, or a value or sweep is wrong.
    pub fn cases(&self) -> Result<(Vec<Case>, Vec<Axis>)> {
        let catalogue = Catalogue::with_rules(self.rules.as_deref())?;
        let entry = catalogue.check(&self.check)?;
        let axes = axes(&fields(&entry, &self.fields)?)?;
        let cases = cases(&entry, &axes, &catalogue.names)?;
        Ok((cases, axes.into_iter().filter(|axis| axis.values.len() > 1).collect()))
    }
}

/// The pairs of name and value in `field=value` arguments.
///
/// # Errors
/// If one has no `=`; the hint names the fields of the check.
pub fn fields(entry: &Entry, arguments: &[String]) -> Result<Vec<(String, String)>> {
    let pair = |argument: &String| match argument.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        Some((name, _)) if !name.trim().is_empty() => {
            Err(Error::question(format!("`{argument}` has no value"))
                .with_hint(format!("`oddsmith list {}` shows what `{name}` may be", entry.id)))
        }
        _ => {
            let fields = entry.fields.iter().map(|field| field.name).collect::<Vec<_>>().join(", ");
            Err(Error::question(format!("`{argument}` is no field=value"))
                .with_hint(format!("fields of {}: {fields}", entry.id)))
        }
    };
    arguments.iter().map(pair).collect()
}
