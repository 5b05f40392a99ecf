//! Scenario files: questions in TOML.

use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::expectation::{ExpectTable, Expectation};
use super::picture::{ChartTable, Picture};
use super::{Axis, cases, values};
use crate::error::{Error, Result};
use crate::odds::Sample;
use crate::registry::Case;
use crate::registry::document::{self, Entries, in_order, typed};
use crate::systems::Catalogue;

/// A file of questions.
#[derive(Debug)]
pub struct Scenario {
    /// What it is about.
    pub title: String,
    /// The file's own text.
    pub text: String,
    /// The seed of all that is played.
    pub seed: u64,
    /// How much of each case is played.
    pub amount: Amount,
    /// Its checks.
    pub checks: Vec<Labelled>,
    /// The charts it asks for.
    pub pictures: Vec<Picture>,
    /// What it expects to hold.
    pub expectations: Vec<Expectation>,
}

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// So many trials a case; 0 to play nothing.
    Trials(u64),
    /// Until the interval of the success share has a half-width below this.
    Precision(f64),
}

impl Amount {
    /// So many times as many trials; a precision stays what it is.
    pub fn times(self, factor: u64) -> Amount {
        match self {
            Amount::Trials(trials) => Amount::Trials(trials.saturating_mul(factor)),
            precision => precision,
        }
    }
}

/// One check of a scenario, swept over the axes that it names.
#[derive(Debug)]
pub struct Labelled {
    /// What the scenario calls it.
    pub label: String,
    /// The group whose checks are played on the same luck.
    pub pair: Option<String>,
    /// The axes it sweeps, in the order of the file.
    pub axes: Vec<Axis>,
    /// Its cases, the last axis fastest.
    pub cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
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
        let amount = amount(&file, text)?;
        let catalogue = Catalogue::parse(text)?;
        let axis = |(name, value): (&str, &Spanned<toml::Value>)| {
            let values =
                axis_values(value.get_ref()).map_err(|error| error.at_span(text, value.span()))?;
            Ok(Axis { name: name.to_owned(), fields: Vec::new(), values })
        };
        let sweep = in_order(&file.sweep).into_iter().map(axis).collect::<Result<Vec<Axis>>>()?;
        if file.check.is_empty() {
            return Err(Error::question("the scenario has no check")
                .with_hint("add one: `[[check]]` with `use = \"melodrama.opposed\"`"));
        }
        let mut checks: Vec<Labelled> = Vec::new();
        for table in &file.check {
            let check = labelled(table, &sweep, &catalogue, text)?;
            if checks.iter().any(|other| other.label == check.label) {
                let error = Error::question(format!("two checks have the label `{}`", check.label));
                let place =
                    table.get_ref().label.as_ref().map_or(table.get_ref().id.span(), Spanned::span);
                return Err(error.with_hint("a label names one check").at_span(text, place));
            }
            checks.push(check);
        }
        for (check, table) in checks.iter().zip(&file.check) {
            pairs_up(check, &checks, table.get_ref().pair.as_ref(), text)?;
        }
        for (name, value) in in_order(&file.sweep) {
            if !checks.iter().any(|check| check.axes.iter().any(|axis| axis.name == name)) {
                let error = Error::question(format!("no check sweeps the axis `{name}`"));
                return Err(error
                    .with_hint(format!("name it as a value: `set = {{ … = \"${name}\" }}`"))
                    .at_span(text, value.span()));
            }
        }
        let pictures = file
            .chart
            .iter()
            .enumerate()
            .map(|(i, table)| Picture::read(i, table, &checks, text))
            .collect::<Result<Vec<_>>>()?;
        for (i, picture) in pictures.iter().enumerate() {
            if pictures[..i].iter().any(|other| other.file == picture.file) {
                let error =
                    Error::question(format!("two charts are written to `{}`", picture.file));
                return Err(error
                    .with_hint("give each a `file` of its own")
                    .at_span(text, file.chart[i].span()));
            }
        }
        let expectations = file
            .expect
            .iter()
            .map(|table| Expectation::read(table, &checks, text))
            .collect::<Result<_>>()?;
        Ok(Scenario {
            title: file.title,
            text: text.to_owned(),
            seed,
            amount,
            checks,
            pictures,
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

fn amount(file: &File, text: &str) -> Result<Amount> {
    match (&file.trials, &file.precision) {
        (Some(_), Some(precision)) => {
            let error = Error::question("`trials` and `precision` both say how much is played");
            Err(error.with_hint("leave one of them out").at_span(text, precision.span()))
        }
        (Some(trials), None) => whole("trials", trials, text).map(Amount::Trials),
        (None, Some(precision)) => super::half_width(*precision.get_ref())
            .map(Amount::Precision)
            .map_err(|error| error.at_span(text, precision.span())),
        (None, None) => Ok(Amount::Trials(Sample::default().trials)),
    }
}

fn labelled(
    table: &Spanned<CheckTable>,
    sweep: &[Axis],
    catalogue: &Catalogue,
    text: &str,
) -> Result<Labelled> {
    let CheckTable { label, id, set, pair } = table.get_ref();
    let entry = catalogue.check(id.get_ref()).map_err(|error| error.at_span(text, id.span()))?;
    let empty = Entries::new();
    let set_table = set.as_ref().map_or(&empty, Spanned::get_ref);
    let (fixed, axes) = axes(set_table, sweep, text)?;
    let all: Vec<Axis> = fixed.into_iter().chain(axes.iter().cloned()).collect();
    let cases = cases(&entry, &all, &catalogue.names).map_err(|error| {
        let place = place_of_fault(&error, set_table)
            .unwrap_or(set.as_ref().map_or(id.span(), Spanned::span));
        error.at_span(text, place)
    })?;
    let label = label.as_ref().map_or(id, |label| label).get_ref().clone();
    if label.trim().is_empty() {
        let place = table.get_ref().label.as_ref().map_or(id.span(), Spanned::span);
        return Err(Error::question("a label is empty")
            .with_hint("say what the check is called in tables and charts")
            .at_span(text, place));
    }
    Ok(Labelled { label, pair: pair.as_ref().map(|pair| pair.get_ref().clone()), axes, cases })
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

/// Where in a check's table an error about its fields belongs: at the field that it names; `None` if it names none.
fn place_of_fault(error: &Error, set: &Entries) -> Option<std::ops::Range<usize>> {
    let message = error.to_string();
    let named = |name: &str| {
        message.contains(&format!("`{name}`")) || message.starts_with(&format!("`{name}="))
    };
    let key = set.keys().find(|name| named(name.get_ref())).map(Spanned::span);
    // A value that does not fit is underlined itself; a field that is not there, its name.
    let value = in_order(set)
        .into_iter()
        .find(|(name, value)| named(name) && message.contains(&typed(value.get_ref())));
    match value {
        Some((_, value)) if !message.contains("unknown field") => Some(value.span()),
        _ => key,
    }
}

/// Checks of a pair group sweep the same axes, so that each case has its counterpart.
fn pairs_up(
    check: &Labelled,
    checks: &[Labelled],
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
    let points = |check: &Labelled| {
        check.axes.iter().map(|axis| (axis.name.clone(), axis.values.clone())).collect::<Vec<_>>()
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
