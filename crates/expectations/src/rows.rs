//! Verdicts as rows of JSON: the claim, the computed figure, and the command that reproduces it.

use std::path::Path;

use serde::Serialize;

use super::baseline::Changes;
use crate::Judgement;
use oddsmith_answers::json::text;

/// Claim or expectation with its verdict.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ClaimRow {
    /// Id: file name and number of an expectation, or id of a claim of the rulebooks.
    pub id: String,
    /// Verdict, as a word.
    pub verdict: String,
    /// Claim, or subject of the expectation.
    pub claim: String,
    /// Computed figures.
    pub computed: String,
    /// Bounds, or tested condition.
    pub wanted: String,
    /// Command that reproduces the figure.
    pub command: String,
    /// Reason in the author's words, or source of the claim.
    pub why: Option<String>,
    /// File of the expectation.
    pub file: Option<String>,
    /// Line of the expectation in the file.
    pub line: Option<usize>,
    /// True if the verdict was decided by sampled results.
    pub sampled: bool,
    /// Origin of a claim: made by the rule text, or a comparison added by this project.
    pub whose: Option<String>,
    /// Confidence interval of the deciding figure, if it was sampled.
    pub interval: Option<[f64; 2]>,
    /// Settings and readings that change the verdict, each as `name=value`.
    pub depends_on: Vec<String>,
}

impl ClaimRow {
    /// Creates the row of an expectation of a file; `command` reproduces its figure.
    pub fn of(judgement: &Judgement, file: &Path, command: String) -> ClaimRow {
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
        ClaimRow {
            id: format!("{name}#{}", judgement.number),
            verdict: judgement.verdict.word().to_owned(),
            claim: judgement.subject.split_whitespace().collect::<Vec<_>>().join(" "),
            computed: judgement.computed.clone(),
            wanted: judgement.wanted.clone(),
            command,
            why: judgement.why.clone(),
            file: Some(file.display().to_string()),
            line: Some(judgement.line),
            sampled: judgement.sampled,
            ..ClaimRow::default()
        }
    }
}

/// Returns rows as JSON, with the changes of each file that was compared with a baseline.
pub fn json(rows: &[ClaimRow], changes: &[Option<&Changes>]) -> String {
    let changes: Vec<&Changes> = changes.iter().copied().flatten().collect();
    let (version, rows) = (env!("CARGO_PKG_VERSION"), text(&rows));
    let changes = text(&Some(changes).filter(|changes| !changes.is_empty()));
    format!("{{\"schema\":1,\"version\":\"{version}\",\"rows\":{rows},\"changes\":{changes}}}\n")
}
