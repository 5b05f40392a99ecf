//! What a scenario's `[[expect]]` expects, checked for sense.

use serde::Deserialize;
use toml::Spanned;

use super::{Labelled, point};
use crate::error::{Error, Result};
use crate::registry::document::{Entries, in_order, typed};

/// Something that a scenario expects to hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The check it is about.
    pub label: String,
    /// The numbers of the cases that it is about; all of them must hold.
    pub cases: Vec<usize>,
    /// What is measured.
    pub measure: Measure,
    /// The column; the one that answers if it is left out.
    pub column: Option<String>,
    /// Its index.
    pub at: Option<u32>,
    /// The check whose measure is taken off.
    pub minus: Option<String>,
    /// What must hold of it; at least one.
    pub bounds: Vec<Bound>,
}

/// What an expectation measures.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// The success share.
    Success,
    /// The mean score.
    Mean,
    /// The median score.
    Median,
    /// The share of one rung or score.
    Share(String),
    /// The share of a rung or score and all above.
    AtLeast(String),
    /// The smallest score whose cumulative share is at least this, 0..1.
    Quantile(f64),
    /// The value of a duel.
    Value,
}

/// What must hold of a measure.
#[derive(Clone, Debug, PartialEq)]
pub enum Bound {
    /// From the first to the second, both included.
    Between(f64, f64),
    /// This or more.
    AtLeast(f64),
    /// This or less.
    AtMost(f64),
    /// More than another check's.
    Above(String),
    /// Less than another check's.
    Below(String),
    /// It rises (or falls) with an axis.
    Monotone {
        /// Whether it rises.
        rising: bool,
        /// The axis.
        over: String,
    },
}

/// As it stands in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectTable {
    label: Spanned<String>,
    #[serde(rename = "where", default)]
    place: Entries,
    measure: Option<Spanned<String>>,
    column: Option<Spanned<String>>,
    at: Option<Spanned<u32>>,
    between: Option<Spanned<Vec<f64>>>,
    at_least: Option<f64>,
    at_most: Option<f64>,
    above: Option<Spanned<String>>,
    below: Option<Spanned<String>>,
    monotone: Option<Spanned<String>>,
    over: Option<Spanned<String>>,
    minus: Option<Spanned<String>>,
}

impl Expectation {
    /// Reads an expectation of a scenario with these checks.
    pub(super) fn read(
        table: &Spanned<ExpectTable>,
        checks: &[Labelled],
        text: &str,
    ) -> Result<Expectation> {
        let expect = table.get_ref();
        let check = labelled(&expect.label, checks, text)?;
        let cases = matching(check, &expect.place, text)?;
        if cases.is_empty() {
            let error = Error::question(format!("no case of `{}` is there", check.label));
            let place =
                in_order(&expect.place).first().map_or(table.span(), |(_, value)| value.span());
            return Err(error
                .with_hint("`where` takes values that its axes have")
                .at_span(text, place));
        }
        let columns = check.cases.first().map_or(&[][..], |case| case.columns());
        if let Some(column) = &expect.column
            && !columns.iter().any(|known| known.name == column.get_ref())
        {
            let names = columns
                .iter()
                .filter(|column| column.at.is_none_or(|at| at == 1))
                .map(|column| column.name);
            return Err(Error::unknown("column", column.get_ref(), &check.label, names)
                .at_span(text, column.span()));
        }
        if let Some(at) = &expect.at
            && !columns.iter().any(|column| column.at == Some(*at.get_ref()))
        {
            let error = Error::question(format!(
                "no column of `{}` has an index {}",
                check.label,
                at.get_ref()
            ));
            return Err(error
                .with_hint("`at` is for indexed columns: those by check, round or encounter")
                .at_span(text, at.span()));
        }
        let measure = match &expect.measure {
            None => Measure::Success,
            Some(measure) => self::measure(measure.get_ref(), columns)
                .map_err(|error| error.at_span(text, measure.span()))?,
        };
        if let (Measure::Value, Some(measure)) = (&measure, &expect.measure)
            && !check.cases.iter().all(|case| case.entry.solver.is_some())
        {
            let error = Error::question(format!(
                "`{}` is no duel, and only duels have a value",
                check.label
            ));
            return Err(error
                .with_hint("`mean`, `median` or `success` say what to expect")
                .at_span(text, measure.span()));
        }
        if let Some(minus) = expect.minus.as_ref().filter(|minus| *minus.get_ref() == check.label) {
            let error = Error::question(format!("`{}` less itself is nothing", check.label));
            return Err(error.with_hint("`minus` names another check").at_span(text, minus.span()));
        }
        let bounds = bounds(expect, check, checks, text)?;
        if bounds.is_empty() {
            let error = Error::question("an expectation says no bound");
            return Err(error
                .with_hint("add `between`, `at_least`, `at_most`, `above`, `below` or `monotone`")
                .at_span(text, expect.label.span()));
        }
        let minus = expect
            .minus
            .as_ref()
            .map(|minus| labelled(minus, checks, text).map(|check| check.label.clone()))
            .transpose()?;
        let column = expect.column.as_ref().map(|column| column.get_ref().clone());
        Ok(Expectation {
            label: check.label.clone(),
            cases,
            measure,
            column,
            at: expect.at.as_ref().map(|at| *at.get_ref()),
            minus,
            bounds,
        })
    }
}

fn labelled<'a>(
    label: &Spanned<String>,
    checks: &'a [Labelled],
    text: &str,
) -> Result<&'a Labelled> {
    checks.iter().find(|check| check.label == *label.get_ref()).ok_or_else(|| {
        Error::unknown(
            "label",
            label.get_ref(),
            "",
            checks.iter().map(|check| check.label.as_str()),
        )
        .at_span(text, label.span())
    })
}

/// The cases of a check where its axes have these values.
fn matching(check: &Labelled, place: &Entries, text: &str) -> Result<Vec<usize>> {
    let mut wanted: Vec<(usize, String)> = Vec::new();
    for (name, value) in in_order(place) {
        let axis = check
            .axes
            .iter()
            .position(|axis| axis.name == name || axis.fields.iter().any(|field| field == name));
        let unknown = || {
            Error::unknown(
                "axis",
                name,
                &check.label,
                check.axes.iter().map(|axis| axis.name.as_str()),
            )
        };
        wanted.push((
            axis.ok_or_else(|| unknown().at_span(text, value.span()))?,
            typed(value.get_ref()),
        ));
    }
    let matches = |number: &usize| {
        let places = point(&check.axes, *number);
        wanted.iter().all(|(axis, value)| check.axes[*axis].values[places[*axis]] == *value)
    };
    Ok((0..check.cases.len()).filter(matches).collect())
}

fn measure(text: &str, columns: &[crate::rule::Column]) -> Result<Measure> {
    let outcome = |word: &str| {
        let known = word.parse::<i32>().is_ok()
            || columns.iter().any(|column| column.scale.names().iter().any(|name| name == word));
        let rungs = || columns.iter().flat_map(|column| column.scale.names()).map(|name| &**name);
        if known {
            Ok(word.to_owned())
        } else {
            Err(Error::unknown("rung", word, "the check", rungs()))
        }
    };
    match text.split_once(':') {
        None if text == "success" => Ok(Measure::Success),
        None if text == "mean" => Ok(Measure::Mean),
        None if text == "median" => Ok(Measure::Median),
        None if text == "value" => Ok(Measure::Value),
        Some(("share", word)) => outcome(word).map(Measure::Share),
        Some(("at_least", word)) => outcome(word).map(Measure::AtLeast),
        Some(("quantile", level)) => {
            let level = level.parse().ok().filter(|level: &f64| *level > 0.0 && *level < 1.0);
            level.map(Measure::Quantile).ok_or_else(|| {
                Error::question(format!("`{text}` is no quantile"))
                    .with_hint("its level is between 0 and 1, as in `quantile:0.9`")
            })
        }
        _ => {
            let known = [
                "success",
                "mean",
                "median",
                "value",
                "share:RUNG",
                "at_least:RUNG",
                "quantile:0.9",
            ];
            Err(Error::unknown("measure", text, "", known))
        }
    }
}

fn bounds(
    expect: &ExpectTable,
    check: &Labelled,
    checks: &[Labelled],
    text: &str,
) -> Result<Vec<Bound>> {
    let mut bounds = Vec::new();
    if let Some(between) = &expect.between {
        match between.get_ref()[..] {
            [low, high] if low <= high => bounds.push(Bound::Between(low, high)),
            _ => {
                let error = Error::question("`between` is not two numbers that rise");
                return Err(error
                    .with_hint("write `between = [0.15, 0.30]`")
                    .at_span(text, between.span()));
            }
        }
    }
    bounds.extend(expect.at_least.map(Bound::AtLeast));
    bounds.extend(expect.at_most.map(Bound::AtMost));
    for (other, above) in [(&expect.above, true), (&expect.below, false)] {
        if let Some(other) = other {
            let label = labelled(other, checks, text)?.label.clone();
            bounds.push(if above { Bound::Above(label) } else { Bound::Below(label) });
        }
    }
    match (&expect.monotone, &expect.over) {
        (None, None) => {}
        (Some(monotone), over) => {
            let rising = match monotone.get_ref().as_str() {
                "rising" => true,
                "falling" => false,
                other => {
                    return Err(Error::unknown("direction", other, "", ["rising", "falling"])
                        .at_span(text, monotone.span()));
                }
            };
            let over = over.as_ref().ok_or_else(|| {
                let error = Error::question("`monotone` needs `over`");
                error
                    .with_hint("the axis over which it rises or falls")
                    .at_span(text, monotone.span())
            })?;
            if !check.axes.iter().any(|axis| axis.name == *over.get_ref()) {
                let axes = check.axes.iter().map(|axis| axis.name.as_str());
                return Err(Error::unknown("axis", over.get_ref(), &check.label, axes)
                    .at_span(text, over.span()));
            }
            bounds.push(Bound::Monotone { rising, over: over.get_ref().clone() });
        }
        (None, Some(over)) => {
            let error = Error::question("`over` belongs to `monotone`");
            return Err(error
                .with_hint("add `monotone = \"rising\"` or leave it out")
                .at_span(text, over.span()));
        }
    }
    Ok(bounds)
}
