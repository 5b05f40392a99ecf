//! Scenarios with numbers to be found: `[vary]`.

use super::{Axis, Scenario};
use oddsmith_base::{Error, Result};
use oddsmith_registry::Value;

/// So many values of a number are tried when a file is read, and the last.
const TRIED: usize = 20;

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
    /// If it varies nothing, expects nothing, or as [`Scenario::parse`] with its values.
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
        let with = |place: usize, value: usize| {
            let numbers = tuning.axes.iter().enumerate().map(|(other, axis)| {
                (axis.name.clone(), axis.values[if other == place { value } else { 0 }].clone())
            });
            tuning.at(&numbers.collect::<Vec<_>>())
        };
        if with(0, 0)?.expectations.is_empty() {
            return Err(Error::question("the scenario has no expectations")
                .with_hint("add an `[[expect]]` row: docs/scenario.md lists what it may say"));
        }
        // What a field takes hangs on no other field, so that the values are tried axis by axis.
        for (place, axis) in tuning.axes.iter().enumerate() {
            let all = 1..axis.values.len();
            let ends = all.clone().filter(|&value| value < TRIED || value + 1 == all.end);
            ends.into_iter().try_for_each(|value| with(place, value).map(drop))?;
        }
        Ok(tuning)
    }

    /// The scenario with these values of its numbers.
    ///
    /// # Errors
    /// As [`Scenario::parse`].
    pub fn at(&self, values: &[(String, Value)]) -> Result<Scenario> {
        Scenario::parse_in(self.folder.as_deref(), &self.text, values, &[])
    }
}
