//! Text of a document: Markdown with expressions over the answers.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::value::Value;

use super::marks;
use super::tables::table;
use oddsmith_base::{Error, Result};
use oddsmith_charts::Drawing;
use oddsmith_expressions::{Expressions, failed};
use oddsmith_scenario::Scenario;
use oddsmith_text::markdown;

/// Rendered text of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentText {
    /// Title, from the first line.
    pub title: String,
    /// Question: the block quote below the title.
    pub question: Option<String>,
    /// Answer: the first paragraph.
    pub answer: String,
    /// Complete Markdown text, including the title.
    pub text: String,
    /// Files of the charts that the text contains.
    pub placed: Vec<String>,
}

impl DocumentText {
    /// Renders `text`, the Markdown of the file `path`, with these charts and with `claims` as the
    /// function `audit()`.
    ///
    /// # Errors
    /// If an expression can't be evaluated, or the first line is not the title of the scenario;
    /// with file and line.
    pub fn of(
        text: &str,
        path: &Path,
        scenario: &Scenario,
        charts: &[Drawing],
        expressions: &Expressions,
        claims: Value,
    ) -> Result<DocumentText> {
        let placed = Arc::new(Mutex::new(Vec::new()));
        let functions =
            [("chart", chart(charts, placed.clone())), ("table", table()), ("audit", claims)];
        let text = expressions
            .markdown(&marks::blanked(text), functions)
            .map_err(|error| error.in_file(path))?;
        let placed = placed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        DocumentText::read(text, placed, &scenario.title).map_err(|error| error.in_file(path))
    }

    /// Extracts title, question and answer from Markdown.
    pub(super) fn read(text: String, placed: Vec<String>, wanted: &str) -> Result<DocumentText> {
        let lines: Vec<&str> = text
            .trim()
            .lines()
            .map(|line| if line.trim().is_empty() { "" } else { line })
            .collect();
        let text = lines.join("\n") + "\n";
        let (title, rest) = text.split_once('\n').unwrap_or_default();
        let title = title.strip_prefix("# ").unwrap_or_default().trim();
        let blocks = rest.split("\n\n").map(str::trim).filter(|block| !block.is_empty());
        let wanted = wanted.trim();
        if title != wanted && title != markdown(wanted) {
            let error = Error::question(format!("the first line must be `# {wanted}`"));
            return Err(error.with_hint("begin the document with the title of its scenario"));
        }
        // The title is plain text and is escaped.
        let text = format!("# {}\n{rest}", markdown(wanted));
        let title = wanted.to_owned();
        let joined = |block: &str, quote: &str| {
            let lines = block.lines().map(|line| line.trim_start_matches(quote).trim());
            lines.collect::<Vec<_>>().join(" ")
        };
        let (mut question, mut answer) = (None, None);
        for block in blocks {
            match block.chars().next() {
                Some('>') if question.is_none() && answer.is_none() => {
                    question = Some(joined(block, ">"));
                }
                Some('#' | '!' | '|' | '>') => {}
                _ => {
                    answer = Some(joined(block, ""));
                    break;
                }
            }
        }
        Ok(DocumentText { title, question, answer: answer.unwrap_or_default(), text, placed })
    }
}

/// Creates the function `chart("values.svg")`, which returns the chart with this file name as an
/// image.
fn chart(charts: &[Drawing], placed: Arc<Mutex<Vec<String>>>) -> Value {
    let titles: Vec<(String, String)> =
        charts.iter().map(|chart| (chart.file.clone(), chart.title.clone())).collect();
    Value::from_function(move |file: String| {
        let Some((_, title)) = titles.iter().find(|(known, _)| *known == file) else {
            let known: Vec<&str> = titles.iter().map(|(known, _)| known.as_str()).collect();
            return Err(failed(match known.is_empty() {
                true => format!("there is no chart `{file}`: the scenario draws none"),
                false => format!("no chart `{file}`: the scenario draws {}", known.join(", ")),
            }));
        };
        let image = image(title, &file);
        placed.lock().unwrap_or_else(PoisonError::into_inner).push(file);
        Ok(Value::from_safe_string(image))
    })
}

/// Returns a chart as a Markdown image.
pub(super) fn image(title: &str, file: &str) -> String {
    format!("![{}]({file})", markdown(title))
}
