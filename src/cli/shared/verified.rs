//! Verdicts on the expectations of a file, which `verify` prints in each of its formats.

use std::path::{Path, PathBuf};

use super::effort::EffortArguments;
use crate::Result;
use crate::expectations::baseline::Changes;
use crate::expectations::{Judgement, rows};
use crate::file;
use crate::odds::Which;
use crate::scenario::{Measure, Scenario};

/// A file with its verdicts.
pub struct Verified {
    /// Path of the file, as it was given.
    pub file: PathBuf,
    /// Scenario of the file.
    pub scenario: Scenario,
    /// Verdicts on its rows.
    pub judgements: Vec<Judgement>,
    /// Changes since the baseline, if there is one.
    pub changes: Option<Changes>,
    /// Text of the scenario with the bounds of failed rows moved to the measured figures; empty
    /// without `--update`.
    pub text: String,
    /// Numbers of the moved rows, with their new bounds.
    pub moved: Vec<(usize, String)>,
}

impl Verified {
    /// Saves the scenario if bounds were moved.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn write(&self) -> Result<()> {
        match self.moved.is_empty() {
            true => Ok(()),
            false => file::write(&self.file, self.text.as_bytes()),
        }
    }

    /// Its rows, each with the command that shows its figure.
    pub fn rows(&self, effort: &EffortArguments) -> Vec<rows::ClaimRow> {
        let row = |judgement| row(judgement, &self.file, &self.scenario, effort, "verify");
        self.judgements.iter().map(row).collect()
    }
}

/// Returns a verdict as an output row, with the command that shows its figure.
pub fn row(
    judgement: &Judgement,
    file: &Path,
    scenario: &Scenario,
    effort: &EffortArguments,
    command: &str,
) -> rows::ClaimRow {
    let path = file.display().to_string();
    let house = scenario.text.contains("[[house]]") || scenario.text.contains("[table.");
    let rules = if house { format!(" --rules {}", shell_quoted(&path)) } else { String::new() };
    let measure = judgement.measure.as_ref().map_or_else(String::new, measured);
    let effort = effort.typed(judgement.run);
    let odds = |words: &Vec<String>| {
        let words: Vec<String> = words.iter().map(|word| shell_quoted(word)).collect();
        format!("oddsmith odds {}{rules}{measure}{effort}", words.join(" "))
    };
    let each: Vec<String> = judgement.questions.iter().map(odds).collect();
    let command = match &each[..] {
        [] => format!("oddsmith {command} {}", shell_quoted(&path)),
        each => each.join(" && "),
    };
    rows::ClaimRow::of(judgement, file, command)
}

/// Returns the flags that show a measure.
fn measured(measure: &Measure) -> String {
    let (event, level) = match measure {
        Measure::Share(event) | Measure::Mean(event) => (event, None),
        Measure::Quantile(event, level) => (event, Some(*level)),
        Measure::Value => return String::new(),
    };
    let column = event.column.as_ref().map(|name| match event.at {
        Some(at) => format!(" --column {}", shell_quoted(&format!("{name}@{at}"))),
        None => format!(" --column {}", shell_quoted(name)),
    });
    let which = match &event.which {
        Which::Rung(rung) | Which::Better(rung) => {
            Some(format!(" --of {}", shell_quoted(&rung.name)))
        }
        Which::AtLeast(score) => Some(format!(" --at-least {score}")),
        Which::AtMost(score) => Some(format!(" --at-most {score}")),
        Which::Success | Which::Exactly(_) | Which::Only(_) => None,
    };
    let level = level.map(|level| format!(" --quantile {level}"));
    [column, which, level].into_iter().flatten().collect()
}

/// Quotes a word for a shell if necessary.
pub fn shell_quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "_=.,:/@%+-".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => shlex::try_quote(word).unwrap_or_default().into_owned(),
    }
}
