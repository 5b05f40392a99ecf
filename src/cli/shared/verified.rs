//! Verdicts on the expectations of a file, which `verify` prints in each of its formats.

use std::path::{Path, PathBuf};

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::effort::EffortArguments;
use super::spelling::spelled;
use crate::expectations::baseline::Changes;
use crate::expectations::{Judgement, Verdict, rows};
use crate::file;
use crate::odds::Which;
use crate::scenario::{Measure, Scenario};
use crate::text::terminal;
use crate::{Error, Result};

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

/// Returns the verdicts as the GitHub annotations that a workflow prints. Rows that hold are counted but not listed.
pub fn annotations(all: &[Verified]) -> String {
    let mut text = String::new();
    let (mut held, mut rows) = (0, 0);
    for one in all {
        for row in &one.judgements {
            rows += 1;
            // An undecided row fails the job too.
            if let Verdict::Holds | Verdict::Moved = row.verdict {
                held += 1;
                continue;
            }
            let why = row.why.as_ref().map(|why| format!("{}: ", why.trim_end_matches('.')));
            let why = why.unwrap_or_default();
            let message =
                format!("{why}{} is {}, expected {}", row.subject, row.computed, row.wanted);
            text += &format!(
                "::error file={},line={},title={}::{}\n",
                property(&one.file.display().to_string()),
                row.line,
                property(&format!("expectation {} {}", row.number, row.verdict.word())),
                data(&message)
            );
        }
    }
    text + &format!("::notice title=oddsmith::{held} of {rows} expectations hold\n")
}

/// Returns the annotation for a file that can't be verified.
pub fn fault(error: &Error) -> String {
    let mut at: Vec<String> = Vec::new();
    at.extend(error.path().map(|file| format!("file={}", property(file))));
    at.extend(error.span().map(|span| format!("line={},col={}", span.line, span.column)));
    let at = at.join(",");
    format!("::error {}::{}\n", at, data(&error.message().spelled(spelled)))
}

/// Escapes a text for the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a text for a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Returns the verdicts as JUnit XML: a suite for each file, a test case for each row.
///
/// # Errors
/// If it can't be represented in XML.
pub fn junit(all: &[Verified]) -> Result<String> {
    let mut report = Report::new("oddsmith verify");
    for one in all {
        let file = terminal(&one.file.display().to_string());
        let mut suite = TestSuite::new(file.clone());
        suite.add_test_cases(one.judgements.iter().map(|row| case(row, &file)));
        report.add_test_suite(suite);
    }
    report.to_string().map_err(|error| Error::question(format!("no XML: {error}")))
}

fn case(row: &Judgement, file: &str) -> TestCase {
    let kind = match row.verdict {
        Verdict::Holds | Verdict::Moved => None,
        Verdict::Fails => Some(NonSuccessKind::Failure),
        Verdict::Undecided => Some(NonSuccessKind::Error),
    };
    let status = match kind {
        None => TestCaseStatus::success(),
        Some(kind) => {
            let mut status = TestCaseStatus::non_success(kind);
            let message = format!("is {}, expected {}", row.computed, row.wanted);
            status.set_message(terminal(&message)).set_type(row.verdict.word());
            let why = row.why.as_deref().unwrap_or_default();
            status.set_description(terminal(&format!("{file}, line {}. {why}", row.line)));
            status
        }
    };
    let mut case = TestCase::new(terminal(&format!("{}. {}", row.number, row.subject)), status);
    case.set_classname(file.to_owned());
    case
}
