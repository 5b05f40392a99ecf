//! The words of a document: Markdown whose numbers are expressions over the answers.

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

/// The words of a document, with their numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// The title, from the first line.
    pub title: String,
    /// The question: the block quote under the title.
    pub question: Option<String>,
    /// The first paragraph, which answers it.
    pub answer: String,
    /// All of it as Markdown, the title too.
    pub text: String,
    /// The files of the charts that it shows.
    pub placed: Vec<String>,
}

impl Words {
    /// Works out the expressions of `text`, the Markdown in the file `path`, which may show these
    /// charts and call `claims` as `audit()`.
    ///
    /// # Errors
    /// If an expression can't be worked out, with file and line; or if the first line is not the
    /// title
    /// of the scenario.
    pub fn of(
        text: &str,
        path: &Path,
        scenario: &Scenario,
        charts: &[Drawing],
        expressions: &Expressions,
        claims: Value,
    ) -> Result<Words> {
        let placed = Arc::new(Mutex::new(Vec::new()));
        let functions =
            [("chart", chart(charts, placed.clone())), ("table", table()), ("audit", claims)];
        let text = expressions
            .markdown(&marks::blanked(text), functions)
            .map_err(|error| error.in_file(path))?;
        let placed = placed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Words::read(text, placed, &scenario.title).map_err(|error| error.in_file(path))
    }

    /// Finds title, question and answer in Markdown.
    pub(super) fn read(text: String, placed: Vec<String>, wanted: &str) -> Result<Words> {
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
        // What the title shows is its letters, also where they would be mark-up.
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
        Ok(Words { title, question, answer: answer.unwrap_or_default(), text, placed })
    }
}

/// The function `chart("values.svg")`: the chart of that name, as an image.
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

/// A chart as Markdown shows it.
pub(super) fn image(title: &str, file: &str) -> String {
    format!("![{}]({file})", markdown(title))
}
