//! Scenarios with numbers to tune: `[vary]`.

use super::{Axis, Scenario};
use oddsmith_base::{Error, Result};
use oddsmith_registry::Value;

/// Number of values of each axis that are validated when a file is parsed, besides the last value.
const VALIDATED_VALUES: usize = 20;

/// Scenario whose numbers in `[vary]` are variable.
#[derive(Debug)]
pub struct Tuning {
    /// Text of the file.
    pub text: String,
    /// Variable numbers, each with its possible values.
    pub axes: Vec<Axis>,
    /// Folder to which names of programs are relative; `None` if the text is not from a file.
    pub folder: Option<std::path::PathBuf>,
}

impl Tuning {
    /// Parses the text of a scenario file with `[vary]` and expectations; names of programs are
    /// relative to a folder.
    ///
    /// # Errors
    /// If the file has no `[vary]` or no expectations, or [`Scenario::parse`] fails with its
    /// values.
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
        // The valid values of a field depend on no other field, so one axis is validated at a time.
        for (place, axis) in tuning.axes.iter().enumerate() {
            let all = 1..axis.values.len();
            let ends =
                all.clone().filter(|&value| value < VALIDATED_VALUES || value + 1 == all.end);
            ends.into_iter().try_for_each(|value| with(place, value).map(drop))?;
        }
        Ok(tuning)
    }

    /// Returns the scenario with these values of its numbers.
    ///
    /// # Errors
    /// Returns an error if [`Scenario::parse`] would.
    pub fn at(&self, values: &[(String, Value)]) -> Result<Scenario> {
        Scenario::parse_in(self.folder.as_deref(), &self.text, values, &[])
    }
}
