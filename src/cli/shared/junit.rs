//! Verdicts as JUnit XML: a suite for each file, a test case for each row.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::verified::Verified;
use crate::expectations::{Judgement, Verdict};
use crate::text::terminal;
use crate::{Error, Result};

/// Returns the report on some files.
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
