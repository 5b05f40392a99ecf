//! Scenario files: questions in TOML.

use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::chart::{Chart, ChartTable};
use super::expectation::{ExpectTable, Expectation};
use super::{Amount, Axis, Cases, Method, Question, values};
use crate::error::{About, Error, Result};
use crate::odds::Sample;
use crate::registry::document::{self, Entries, in_order, typed};
use crate::registry::{Choice, Entry};
use crate::systems::{A_CHECK, Catalogue};

/// A file of questions.
#[derive(Debug)]
pub struct Scenario {
    /// What it is about.
    pub title: String,
    /// Whether `report` leaves it out where it is not named.
    pub only_when_named: bool,
    /// The file's own text.
    pub text: String,
    /// The seed of all that is played.
    pub seed: u64,
    /// How much of each case is played.
    pub amount: Amount,
    /// Its checks.
    pub questions: Vec<Question>,
    /// The charts it asks for.
    pub charts: Vec<Chart>,
    /// What it expects to hold.
    pub expectations: Vec<Expectation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    #[serde(default)]
    only_when_named: bool,
    seed: Option<Spanned<i64>>,
    trials: Option<Spanned<i64>>,
    precision: Option<Spanned<f64>>,
    #[serde(default)]
    sweep: Entries,
    #[serde(rename = "table")]
    _table: Option<IgnoredAny>,
    #[serde(rename = "house")]
    _house: Option<IgnoredAny>,
    #[serde(default)]
    check: Vec<Spanned<CheckTable>>,
    #[serde(default)]
    chart: Vec<Spanned<ChartTable>>,
    #[serde(default)]
    expect: Vec<Spanned<ExpectTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckTable {
    label: Option<Spanned<String>>,
    #[serde(rename = "use")]
    id: Spanned<String>,
    #[serde(default)]
    set: Option<Spanned<Entries>>,
    pair: Option<Spanned<String>>,
    answer: Option<Spanned<String>>,
    trials: Option<Spanned<i64>>,
    precision: Option<Spanned<f64>>,
}

impl Scenario {
    /// Reads a scenario file.
    ///
    /// # Errors
    /// If the file can't be read, is no TOML, has a key too many or too few, or asks what no check can answer; with line and column.
    pub fn read(path: &Path) -> Result<Scenario> {
        document::read(path, Scenario::parse)
    }

    /// Reads the text of a scenario file.
    ///
    /// # Errors
    /// As [`Scenario::read`].
    pub fn parse(text: &str) -> Result<Scenario> {
        let file: File = document::parse(text)?;
        let seed = file
            .seed
            .as_ref()
            .map(|seed| whole("seed", seed, text))
            .transpose()?
            .unwrap_or(Sample::default().seed);
        let amount = amount(file.trials.as_ref(), file.precision.as_ref(), text)?
            .unwrap_or(Amount::Trials(Sample::default().trials));
        let catalogue = Catalogue::parse(text)?;
        let axis = |(name, value): (&str, &Spanned<toml::Value>)| {
            let values =
                axis_values(value.get_ref()).map_err(|error| error.at_span(text, value.span()))?;
            Ok(Axis { name: name.to_owned(), fields: Vec::new(), values })
        };
        let sweep = in_order(&file.sweep).into_iter().map(axis).collect::<Result<Vec<Axis>>>()?;
        if file.check.is_empty() {
            return Err(Error::question("the scenario has no check")
                .with_hint(format!("add one: `[[check]]` with `use = \"{A_CHECK}\"`")));
        }
        let mut questions: Vec<Question> = Vec::new();
        for (number, table) in file.check.iter().enumerate() {
            let question = question(number, table, &sweep, &catalogue, text)?;
            if questions.iter().any(|other| other.label == question.label) {
                let error =
                    Error::question(format!("two checks have the label `{}`", question.label));
                let place =
                    table.get_ref().label.as_ref().map_or(table.get_ref().id.span(), Spanned::span);
                return Err(error.with_hint("a label names one check").at_span(text, place));
            }
            questions.push(question);
        }
        for (question, table) in questions.iter().zip(&file.check) {
            pairs_up(question, &questions, table.get_ref().pair.as_ref(), text)?;
        }
        for (name, value) in in_order(&file.sweep) {
            let sweeps =
                |question: &Question| question.cases.axes().iter().any(|axis| axis.name == name);
            if !questions.iter().any(sweeps) {
                let error = Error::question(format!("no check sweeps the axis `{name}`"));
                return Err(error
                    .with_hint(format!("name it as a value: `set = {{ … = \"${name}\" }}`"))
                    .at_span(text, value.span()));
            }
        }
        let charts = file
            .chart
            .iter()
            .enumerate()
            .map(|(i, table)| Chart::read(i, table, &questions, text))
            .collect::<Result<Vec<_>>>()?;
        for (i, chart) in charts.iter().enumerate() {
            if charts[..i].iter().any(|other| other.file == chart.file) {
                let error = Error::question(format!("two charts are written to `{}`", chart.file));
                return Err(error
                    .with_hint("give each a `file` of its own")
                    .at_span(text, file.chart[i].span()));
            }
        }
        let expectations = file
            .expect
            .iter()
            .map(|table| Expectation::read(table, &questions, text))
            .collect::<Result<_>>()?;
        Ok(Scenario {
            title: file.title,
            only_when_named: file.only_when_named,
            text: text.to_owned(),
            seed,
            amount,
            questions,
            charts,
            expectations,
        })
    }
}

/// A whole number from 0 up.
fn whole(key: &str, number: &Spanned<i64>, text: &str) -> Result<u64> {
    let negative = || {
        let error = Error::question(format!("`{key} = {}` is below 0", number.get_ref()));
        error.with_hint(format!("{key} is a whole number from 0 up")).at_span(text, number.span())
    };
    u64::try_from(*number.get_ref()).map_err(|_| negative())
}

fn amount(
    trials: Option<&Spanned<i64>>,
    precision: Option<&Spanned<f64>>,
    text: &str,
) -> Result<Option<Amount>> {
    match (trials, precision) {
        (Some(_), Some(precision)) => {
            let error = Error::question("`trials` and `precision` both say how much is played");
            Err(error.with_hint("leave one of them out").at_span(text, precision.span()))
        }
        (Some(trials), None) => Ok(Some(Amount::Trials(whole("trials", trials, text)?))),
        (None, Some(precision)) => Amount::precision(*precision.get_ref())
            .map(Some)
            .map_err(|error| error.at_span(text, precision.span())),
        (None, None) => Ok(None),
    }
}

/// Check number `number` (from 0) of a scenario.
fn question(
    number: usize,
    table: &Spanned<CheckTable>,
    sweep: &[Axis],
    catalogue: &Catalogue,
    text: &str,
) -> Result<Question> {
    let CheckTable { label, id, set, pair, answer, trials, precision } = table.get_ref();
    let entry = catalogue.check(id.get_ref()).map_err(|error| error.at_span(text, id.span()))?;
    let empty = Entries::new();
    let set_table = set.as_ref().map_or(&empty, Spanned::get_ref);
    let (fixed, axes) = axes(set_table, sweep, text)?;
    let all: Vec<Axis> = fixed.into_iter().chain(axes.iter().cloned()).collect();
    let method = method(answer.as_ref(), &entry, text)?;
    let wrong = |error: Error| {
        let otherwise = set.as_ref().map_or(id.span(), Spanned::span);
        // A value that an axis gives is wrong there.
        let swept = error.subject().and_then(|about| match about {
            About::Value(field) => axes.iter().find(|axis| axis.fields.contains(field)),
            _ => None,
        });
        match swept.map(|axis| document::place(text, "sweep", &About::value(&axis.name))) {
            Some(Some(place)) => error.at_span(text, place),
            _ => document::locate(error, text, &format!("check.{number}.set"), otherwise),
        }
    };
    let cases = Cases::over(entry, all, axes.clone(), catalogue.names.clone()).map_err(wrong)?;
    cases.iter().try_for_each(|case| case.map(drop)).map_err(wrong)?;
    let label = label.as_ref().map_or(id, |label| label).get_ref().clone();
    if label.trim().is_empty() {
        let place = table.get_ref().label.as_ref().map_or(id.span(), Spanned::span);
        return Err(Error::question("a label is empty")
            .with_hint("say what the check is called in tables and charts")
            .at_span(text, place));
    }
    let amount = amount(trials.as_ref(), precision.as_ref(), text)?;
    Ok(Question {
        label,
        pair: pair.as_ref().map(|pair| pair.get_ref().clone()),
        method,
        amount,
        cases,
    })
}

/// What is made of a check.
fn method(answer: Option<&Spanned<String>>, entry: &Entry, text: &str) -> Result<Method> {
    let Some(answer) = answer else { return Ok(Method::Both) };
    let place = Method::WORDS.iter().position(|word| word == answer.get_ref());
    let method = place.map(|place| Method::VALUES[place]).ok_or_else(|| {
        let known = Method::WORDS.iter().copied();
        Error::unknown("answer", answer.get_ref(), "", known).at_span(text, answer.span())
    })?;
    if method == Method::Solved && entry.solver.is_none() {
        let error = Error::question(format!("{} is no duel, and only duels are solved", entry.id));
        let hint = "`answer` is \"both\", \"exact\" or \"sampled\"";
        return Err(error.with_hint(hint).at_span(text, answer.span()));
    }
    Ok(method)
}

/// The fields of one check: those that are fixed, an axis of one value each, and the axes that it sweeps, in the order of the file.
fn axes(set: &Entries, sweep: &[Axis], text: &str) -> Result<(Vec<Axis>, Vec<Axis>)> {
    let mut fixed = Vec::new();
    let mut swept: Vec<Axis> = sweep.to_vec();
    for (name, value) in in_order(set) {
        for (field, value_text) in flattened(name, value.get_ref()) {
            match value_text.strip_prefix('$') {
                None => fixed.push(Axis::of(&field, vec![value_text])),
                Some(axis) => {
                    let unknown = || {
                        Error::unknown(
                            "axis",
                            &format!("${axis}"),
                            "[sweep]",
                            sweep.iter().map(|axis| axis.name.as_str()),
                        )
                    };
                    let at = sweep.iter().position(|known| known.name == axis).ok_or_else(unknown);
                    swept[at.map_err(|error| error.at_span(text, value.span()))?]
                        .fields
                        .push(field);
                }
            }
        }
    }
    swept.retain(|axis| !axis.fields.is_empty());
    Ok((fixed, swept))
}

/// The fields that an entry sets: one, or with dots those of a table in it.
fn flattened(name: &str, value: &toml::Value) -> Vec<(String, String)> {
    match value {
        toml::Value::Table(table) => table
            .iter()
            .flat_map(|(key, value)| flattened(&format!("{name}.{key}"), value))
            .collect(),
        _ => vec![(name.to_owned(), typed(value))],
    }
}

/// Checks of a pair group sweep the same axes, so that each case has its counterpart.
fn pairs_up(
    check: &Question,
    checks: &[Question],
    pair: Option<&Spanned<String>>,
    text: &str,
) -> Result<()> {
    let Some(pair) = pair else { return Ok(()) };
    let others =
        || checks.iter().filter(|other| other.label != check.label && other.pair == check.pair);
    if others().next().is_none() {
        let error = Error::question(format!("the pair `{}` has one check only", pair.get_ref()));
        return Err(error
            .with_hint("give the other check the same `pair`")
            .at_span(text, pair.span()));
    }
    let points = |check: &Question| {
        check
            .cases
            .axes()
            .iter()
            .map(|axis| (axis.name.clone(), axis.values.clone()))
            .collect::<Vec<_>>()
    };
    match others().find(|other| points(other) != points(check)) {
        None => Ok(()),
        Some(other) => {
            let error = Error::question(format!(
                "`{}` and `{}` are a pair and sweep different axes",
                check.label, other.label
            ));
            Err(error
                .with_hint("cases are paired one by one: both checks name the same axes")
                .at_span(text, pair.span()))
        }
    }
}

/// The values of an axis: a list, or `{ from, to, step }`.
fn axis_values(value: &toml::Value) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Range {
        from: toml::Value,
        to: toml::Value,
        step: Option<toml::Value>,
    }
    match value {
        toml::Value::Array(list) if list.is_empty() => {
            Err(Error::question("an axis has no values").with_hint("write `[5, 10, 15]`"))
        }
        toml::Value::Array(list) => {
            let texts: Vec<String> = list.iter().map(typed).collect();
            match texts.iter().enumerate().find(|(i, text)| texts[..*i].contains(text)) {
                Some((_, twice)) => {
                    Err(Error::question(format!("an axis has the value `{twice}` twice"))
                        .with_hint("each value makes a case"))
                }
                None => Ok(texts),
            }
        }
        toml::Value::Table(table) => {
            let hint = "write `{ from = 0, to = 20 }`, with `step = 5` if you like";
            let unknown = table.keys().find(|key| !["from", "to", "step"].contains(&key.as_str()));
            let wrong = |_: toml::de::Error| match unknown {
                Some(key) => {
                    Error::question(format!("unknown key `{key}` in the range of an axis"))
                        .with_hint(hint)
                }
                None => Error::question("an axis is no range of numbers").with_hint(hint),
            };
            let Range { from, to, step } = value.clone().try_into().map_err(wrong)?;
            let number = |value: &toml::Value| match value {
                toml::Value::Integer(_) | toml::Value::Float(_) => Ok(typed(value)),
                other => {
                    Err(Error::question(format!("`{}` is no number", typed(other))).with_hint(hint))
                }
            };
            let step = step.as_ref().map_or_else(|| Ok("1".to_owned()), number)?;
            values(&format!("{}..{}/{step}", number(&from)?, number(&to)?))
        }
        _ => {
            let error = Error::question("an axis is neither a list nor a range");
            Err(error.with_hint("write `{ from = 0, to = 20 }` or `[5, 10, 15]`"))
        }
    }
}
