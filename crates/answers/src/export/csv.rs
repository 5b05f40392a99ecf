//! Outcomes of answers as CSV, with the columns of the outcomes frame.

use std::fmt::Write;

use crate::{Answer, Answers};
use oddsmith_registry::{Fields, Value};
use oddsmith_scenario::Axis;
pub use oddsmith_text::line;
use oddsmith_text::{quoted, unique};

/// Columns of the outcomes frame, in order; the columns `set.FIELD` of swept fields come between
/// `label` and `set`. The CSV of a project folder leaves out `scenario` and `set`.
///
/// | column | type | meaning |
/// |---|---|---|
/// | scenario, check, label | String | scenario title, check and label of the row |
/// | set.FIELD | Int64, Float64, Boolean or String | the value of a swept field |
/// | set | String | all fields, as JSON |
/// | column | String | the column of the check |
/// | at | Int64 | the index of an indexed column, else null |
/// | score | Int64 | null for outcome `none` |
/// | outcome | String | the name of the score, if it has one; "or more" for a capped score |
/// | exact | Float64 | the exact share, null without a law |
/// | hits, trials | Int64 | its hits and all trials, null without a simulation |
/// | share, low, high | Float64 | hits / trials and its 95 % confidence interval |
///
/// In CSV, but not in frames, texts are escaped as in [`cell`](oddsmith_text::cell): an apostrophe
/// precedes text that a spreadsheet would take for a formula.
pub const OUTCOMES: [&str; 14] = [
    "scenario", "check", "label", "set", "column", "at", "score", "outcome", "exact", "hits",
    "trials", "share", "low", "high",
];

/// Capacity reserved in advance: lines of a column, and bytes of each line after its prefix.
const MANY: usize = 64;
const LONG: usize = 48;

/// Returns the names of a frame's columns, including those of swept fields.
pub fn headings(columns: &[&str], swept: &[String]) -> Vec<String> {
    let (first, last) = columns.split_at(3);
    let set = swept.iter().map(|field| format!("set.{field}"));
    let [first, last] = [first, last].map(|names| names.iter().map(|name| (*name).to_owned()));
    first.chain(set).chain(last).collect()
}

/// Returns the fields that these axes sweep, without duplicates.
pub fn swept<'a>(axes: impl IntoIterator<Item = &'a Axis>) -> Vec<String> {
    let fields = unique(axes.into_iter().flat_map(|axis| &axis.fields));
    fields.into_iter().cloned().collect()
}

/// Returns the value of a field. If the check has no field of that name, returns the value of the
/// axis: an advantage is an axis that sets several fields.
pub fn field_value(all: &Fields, point: &[(&str, &Value)], field: &str) -> Option<Value> {
    let at = || point.iter().find(|(axis, _)| *axis == field);
    all.get(field).cloned().or_else(|| at().map(|(_, value)| (*value).clone()))
}

/// Returns the outcomes of all checks as CSV with all columns. The title is empty for a single
/// question.
pub fn whole(title: &str, checks: &[Answers]) -> String {
    Csv::whole(swept(checks.iter().flat_map(|check| &check.axes))).all(title, checks)
}

/// Formatter of answers as CSV lines.
#[derive(Clone, Debug)]
pub struct Csv {
    swept: Vec<String>,
    /// True if lines include scenario title and fields, and floats have full precision.
    whole: bool,
}

impl Csv {
    /// Creates a formatter with all columns and floats at full precision, for these swept fields.
    pub fn whole(swept: Vec<String>) -> Csv {
        Csv { swept, whole: true }
    }

    /// Creates a formatter without `scenario` and `set`, with floats at nine significant digits, so
    /// that all machines produce the same bytes. Project folders use this form.
    pub fn short(swept: Vec<String>) -> Csv {
        Csv { swept, whole: false }
    }

    /// Returns the header line.
    pub fn heading(&self) -> String {
        let names = headings(&OUTCOMES, &self.swept);
        let kept = |name: &&str| self.whole || !["scenario", "set"].contains(name);
        line(names.iter().map(String::as_str).filter(kept))
    }

    /// Returns the lines of one answer at `point` of its axes. Title and label are empty for a
    /// single question.
    pub fn lines(
        &self,
        title: &str,
        label: &str,
        answer: &Answer,
        point: &[(&str, &Value)],
    ) -> String {
        let start = self.start(title, label, answer, point);
        let mut text = String::new();
        for (number, column) in answer.columns().iter().enumerate() {
            let mut before = format!("{start},{},", quoted(&column.name));
            integer(&mut before, column.at.map(i64::from));
            text.reserve((before.len() + LONG) * column.scale.len().min(MANY));
            for outcome in answer.outcomes(number) {
                let sampled = outcome.share.sampled;
                text += &before;
                integer(&mut text, outcome.shown_score().map(i64::from));
                if let Some(words) = outcome.words() {
                    text += &quoted(words);
                }
                text.push(',');
                self.float(&mut text, outcome.share.exact.map(|exact| exact.value));
                integer(&mut text, outcome.hits.map(|(hits, _)| hits as i64));
                integer(&mut text, outcome.hits.map(|(_, trials)| trials as i64));
                self.float(&mut text, sampled.map(|sampled| sampled.value));
                self.float(&mut text, sampled.map(|sampled| sampled.low));
                self.float(&mut text, sampled.map(|sampled| sampled.high));
                text.pop();
                text.push('\n');
            }
        }
        text
    }

    /// Returns the cells from the scenario to the fields, with which each line of an answer begins.
    pub(super) fn start(
        &self,
        title: &str,
        label: &str,
        answer: &Answer,
        point: &[(&str, &Value)],
    ) -> String {
        let all = answer.case.settings.all();
        let value = |field: &String| {
            field_value(&all, point, field).map_or_else(String::new, |value| value.to_string())
        };
        let mut place: Vec<String> = Vec::new();
        place.extend(self.whole.then(|| title.to_owned()));
        place.push(answer.case.entry.id.to_string());
        place.push(label.to_owned());
        place.extend(self.swept.iter().map(value));
        place.extend(self.whole.then(|| all.json()));
        line(place.iter().map(String::as_str)).trim_end_matches('\n').to_owned()
    }

    /// Returns the header and the lines of all answers.
    pub fn all(&self, title: &str, checks: &[Answers]) -> String {
        let lines = |check: &Answers| -> String {
            let answers = check.cases.iter().enumerate();
            answers
                .map(|(case, answer)| self.lines(title, &check.label, answer, &check.point(case)))
                .collect()
        };
        self.heading() + &checks.iter().map(lines).collect::<String>()
    }

    /// Appends the cell of a float, or an empty one.
    fn float(&self, text: &mut String, value: Option<f64>) {
        let nine = |value: f64| format!("{value:.8e}").parse().unwrap_or(value);
        if let Some(value) = if self.whole { value } else { value.map(nine) } {
            // Writing to a string can't fail.
            let _ = write!(text, "{value:?}");
        }
        text.push(',');
    }
}

/// Appends the cell of a whole number, or an empty one. Numbers need no quotes.
fn integer(text: &mut String, number: Option<i64>) {
    if let Some(number) = number {
        let _ = write!(text, "{number}");
    }
    text.push(',');
}
