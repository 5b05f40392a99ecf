//! Verdicts as rows, for programs: what was claimed, what was computed, how to see it again.

use std::path::Path;

use serde::Serialize;

use super::baseline::Changes;
use crate::Judgement;
use oddsmith_answers::json::text;

/// A claim with its verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClaimRow {
    /// What it is called: a row of a file, or of the rulebooks' claims.
    pub id: String,
    /// Whether it holds, as a word.
    pub verdict: String,
    /// What is claimed.
    pub claim: String,
    /// What was computed.
    pub computed: String,
    /// What is wanted.
    pub wanted: String,
    /// The command that shows it.
    pub command: String,
    /// The sentence that it holds, in its author's words.
    pub why: Option<String>,
    /// The file where it stands.
    pub file: Option<String>,
    /// Its line there.
    pub line: Option<usize>,
    /// Whether it was decided by what was played.
    pub sampled: bool,
    /// Of a claim about a rule text: whether the text makes it, or it is a comparison of ours.
    pub whose: Option<String>,
    /// Where the number that decided is, if it was played for: from, to.
    pub interval: Option<[f64; 2]>,
    /// The settings and readings that turn the verdict, each as `name=value`.
    pub depends_on: Vec<String>,
}

impl ClaimRow {
    /// A verdict on a row of a file; this command shows its figure.
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
            whose: None,
            interval: None,
            depends_on: Vec::new(),
        }
    }
}

/// Rows as JSON, with what has changed in each file where that was asked for.
pub fn json(rows: &[ClaimRow], changes: &[Option<&Changes>]) -> String {
    let changes: Vec<&Changes> = changes.iter().copied().flatten().collect();
    let (version, rows) = (env!("CARGO_PKG_VERSION"), text(&rows));
    let changes = text(&Some(changes).filter(|changes| !changes.is_empty()));
    format!("{{\"schema\":1,\"version\":\"{version}\",\"rows\":{rows},\"changes\":{changes}}}\n")
}
