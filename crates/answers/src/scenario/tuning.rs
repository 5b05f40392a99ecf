//! Scenarios with numbers to be found: `[vary]`.

use super::{Axis, Scenario};
use oddsmith_base::{Error, Result};

/// A scenario whose `[vary]` numbers are open.
#[derive(Debug)]
pub struct Tuning {
    /// The file's own text.
    pub text: String,
    /// The numbers that vary, each with the values that it may have.
    pub axes: Vec<Axis>,
    /// The folder from which it names programs; none where it was no file.
    pub folder: Option<std::path::PathBuf>,
}

impl Tuning {
    /// Reads the text of a scenario file with `[vary]` and expectations.
    ///
    /// # Errors
    /// If it varies nothing, expects nothing, or as [`Scenario::parse`] with the first values.
    pub fn parse(text: &str) -> Result<Tuning> {
        Tuning::parse_in(None, text)
    }

    /// The same, where programs are named from this folder on.
    ///
    /// # Errors
    /// As [`Tuning::parse`].
    pub fn parse_in(folder: Option<&std::path::Path>, text: &str) -> Result<Tuning> {
        let axes = super::file::varied(text)?;
        if axes.is_empty() {
            return Err(Error::question("the file has no `[vary]`").with_hint(
                "add `[vary]` with a range, for example `bonus = { from = 0, to = 20 }`, and use \
                    it as \"$bonus\"",
            ));
        }
        let folder = folder.map(std::path::Path::to_owned);
        let tuning = Tuning { text: text.to_owned(), axes, folder };
        let first = tuning.axes.iter().map(|axis| (axis.name.clone(), axis.values[0].clone()));
        if tuning.at(&first.collect::<Vec<_>>())?.expectations.is_empty() {
            return Err(Error::question("the scenario has no expectations")
                .with_hint("add an `[[expect]]` row: docs/scenario.md lists what it may say"));
        }
        Ok(tuning)
    }

    /// The scenario with these values of its numbers.
    ///
    /// # Errors
    /// As [`Scenario::parse`].
    pub fn at(&self, values: &[(String, String)]) -> Result<Scenario> {
        Scenario::parse_in(self.folder.as_deref(), &self.text, values, &[])
    }
}
