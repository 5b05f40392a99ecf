//! Expectations of a scenario: parsing and validation of `[[expect]]`.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::figure::{NumberOrPercent, share};
use super::measure::{Measure, in_measure, measure};
use super::place::{Context, column, keyword_value, unknown, wrong};
use super::{Axis, ScenarioCheck, point};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Event, no_order};
use oddsmith_engine::rule::Column;
use oddsmith_registry::document::{self, Entries, in_order, typed};
use oddsmith_registry::{Case, Value};

/// Expectation about the results of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Condition that must hold.
    pub subject: Requirement,
    /// Reason for the expectation, in the author's words.
    pub why: Option<String>,
    /// Position of the expectation in the scenario's text.
    pub place: Range<usize>,
}

/// Requirement of an expectation: an expression that must be true, or constraints of a measure.
#[derive(Clone, Debug, PartialEq)]
pub enum Requirement {
    /// An expression over the answers must be true.
    That(String),
    /// A measure of a check's cases must be within bounds.
    Measured(Measured),
}

/// Measure of a check's cases, with its bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Label of the check.
    pub label: String,
    /// Indices of the cases; the bounds must hold for each of them.
    pub cases: Vec<usize>,
    /// Measure that is bounded.
    pub measure: Measure,
    /// Name of the measure in the file: "success", "share:unhurt".
    pub name: String,
    /// Label of the check whose measure is subtracted.
    pub minus: Option<String>,
    /// Bounds of the measure; at least one.
    pub bounds: Vec<Constraint>,
}

/// Constraint of a measure: an interval, a comparison, or a direction along an axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// From the first to the second number, both inclusive.
    Between(f64, f64),
    /// At least this number.
    AtLeast(f64),
    /// At most this number.
    AtMost(f64),
    /// Greater than the measure of the check with this label.
    Above(String),
    /// Less than the measure of the check with this label.
    Below(String),
    /// Monotone along an axis: rising or falling, or staying equal.
    Monotone {
        /// True for rising.
        rising: bool,
        /// Name of the axis.
        over: String,
    },
}

impl Constraint {
    /// Returns the label of the check that the bound compares with, if there is one.
    pub fn other(&self) -> Option<&String> {
        match self {
            Constraint::Above(label) | Constraint::Below(label) => Some(label),
            _ => None,
        }
    }
}

/// Expectation as it is in the file, before validation.
#[derive(Clone, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectTable {
    label: Option<Spanned<String>>,
    that: Option<Spanned<String>>,
    why: Option<String>,
    #[serde(rename = "where", default)]
    place: Entries,
    measure: Option<Spanned<String>>,
    column: Option<Spanned<String>>,
    at: Option<Spanned<u32>>,
    between: Option<Spanned<Vec<NumberOrPercent>>>,
    at_least: Option<Spanned<NumberOrPercent>>,
    at_most: Option<Spanned<NumberOrPercent>>,
    above: Option<Spanned<String>>,
    below: Option<Spanned<String>>,
    monotone: Option<Spanned<String>>,
    over: Option<Spanned<String>>,
    minus: Option<Spanned<String>>,
}

impl Expectation {
    /// Parses an expectation of a scenario.
    pub(super) fn read(table: &Spanned<ExpectTable>, file: Context) -> Result<Expectation> {
        let (expect, text) = (table.get_ref(), file.text);
        let (that, why) = (expect.that.clone(), expect.why.clone());
        // True if no key is present that belongs to a measure.
        let alone = *expect == ExpectTable { that, why, ..ExpectTable::default() };
        let subject = match (&expect.that, &expect.label) {
            (Some(that), _) if !alone => {
                let message = "`that` can't be combined with a label or a measure";
                let hint = "give a label and a measure, or an expression";
                return Err(wrong(text, that.span(), message, hint));
            }
            (Some(that), _) => Requirement::That(that.get_ref().clone()),
            (None, None) => {
                let hint = "add `label = …` with a bound, or `that = \"an expression\"`";
                return Err(wrong(text, table.span(), "an expectation has no label", hint));
            }
            (None, Some(label)) => Requirement::Measured(measured(table, label, file)?),
        };
        Ok(Expectation { subject, why: expect.why.clone(), place: table.span() })
    }
}

/// Parses an expectation of a measure.
fn measured(
    table: &Spanned<ExpectTable>,
    label: &Spanned<String>,
    file: Context,
) -> Result<Measured> {
    let (expect, Context { text, varies, .. }) = (table.get_ref(), file);
    let check = labelled(label, file)?;
    let cases = matching(check, &expect.place, text)?;
    if cases.is_empty() {
        let message = format!("`{}` has no case there", check.label);
        let place = in_order(&expect.place).first().map_or(table.span(), |(_, value)| value.span());
        return Err(wrong(text, place, message, "use values of its axes in `where`"));
    }
    let minus = match &expect.minus {
        None => None,
        Some(minus) if *minus.get_ref() == check.label => {
            let message = format!("`{}` minus itself is always 0", check.label);
            return Err(wrong(text, minus.span(), message, "name another check in `minus`"));
        }
        Some(minus) => Some(labelled(minus, file)?.label.clone()),
    };
    let made: Vec<Case> =
        cases.iter().map(|&number| check.cases.case(number)).collect::<Result<_>>()?;
    let columns = || made.iter().map(|case| case.columns());
    let (column, place) = column(text, expect.column.as_ref(), expect.at.as_ref())?;
    // The position of the column is more precise than that of the measure.
    let place = place.unwrap_or(label.span());
    let column =
        column.settled(columns(), &check.label).map_err(|error| error.at_span(text, place))?;
    let name = expect.measure.as_ref().map_or("success", |name| name.get_ref().as_str());
    let spot = expect.measure.as_ref().map_or(label.span(), Spanned::span);
    let cases_columns: Vec<&[Column]> = columns().collect();
    let settle = |form: &str, event: Event| {
        let settled = event.clone().settled(columns(), &check.label);
        settled.map_err(|error| in_measure(error, form, &event, &cases_columns))
    };
    let measure =
        measure(name, column, settle).map_err(|error| error.at_span(text, spot.clone()))?;
    if let Measure::Mean(event) | Measure::Quantile(event, _) = &measure {
        let columns =
            made.iter().filter_map(|case| Some(&case.columns()[event.place(case.columns())?]));
        if let Some(column) = columns.into_iter().find(|column| !column.scale.is_ordered()) {
            return Err(no_order(column, &check.label).at_span(text, spot));
        }
    }
    let fits = match &measure {
        Measure::Value if !check.cases.entry().is_solved() => Some((
            "is not a duel and has no decisions, so it has no value",
            "use `mean` or `success`",
        )),
        Measure::Share(event) if made.iter().any(|case| event.target(case.columns()).is_none()) => {
            Some(("has no success", "use another measure, for example `measure = \"at_least:5\"`"))
        }
        _ => None,
    };
    if let Some((why, hint)) = fits {
        return Err(wrong(text, spot, format!("`{}` {why}", check.label), hint));
    }
    if let Measure::Share(_) = &measure {
        shares(expect, minus.is_some(), text)?;
    }
    match &measure {
        Measure::Share(event) if !varies => {
            possible(event, &made).map_err(|error| error.at_span(text, spot))?;
        }
        Measure::Mean(event) | Measure::Quantile(event, _) if !varies && minus.is_none() => {
            scores(expect, event, &made, text)?;
        }
        _ => {}
    }
    let bounds = bounds(expect, check, file)?;
    if bounds.is_empty() {
        let hint = "add `between`, `at_least`, `at_most`, `above`, `below` or `monotone`";
        return Err(wrong(text, label.span(), "an expectation has no bound", hint));
    }
    let (label, name) = (check.label.clone(), name.to_owned());
    Ok(Measured { label, cases, measure, name, minus, bounds })
}

fn labelled<'a>(label: &Spanned<String>, file: Context<'a>) -> Result<&'a ScenarioCheck> {
    let known = || file.questions.iter().map(|check| check.label.as_str());
    let found = file.questions.iter().find(|check| check.label == *label.get_ref());
    found.ok_or_else(|| unknown(file.text, "label", label, "", known()))
}

/// Returns the indices of the cases with these values on their axes.
fn matching(check: &ScenarioCheck, place: &Entries, text: &str) -> Result<Vec<usize>> {
    let axes = check.cases.axes();
    let wanted = |(name, value): (&str, &Spanned<toml::Value>)| {
        let named = |axis: &Axis| axis.name == name || axis.fields.iter().any(|it| it == name);
        let known = || axes.iter().map(|axis| axis.name.as_str());
        let unknown = || Error::unknown("axis", name, &check.label, known());
        let key = document::key(place, name);
        let axis = axes.iter().position(named).ok_or_else(|| unknown().at_span(text, key))?;
        let wanted = Value::guess(&typed(value.get_ref()));
        let several = value.get_ref().is_array() || value.get_ref().is_table();
        let several = several || wanted.to_string().contains("..");
        if several && !axes[axis].values.contains(&wanted) {
            let message = format!("`where` takes one value of `{name}`");
            let hint = format!("write one, as in `{}`, and a row for each", axes[axis].values[0]);
            return Err(wrong(text, value.span(), message, hint));
        }
        Ok((axis, wanted))
    };
    let wanted = in_order(place).into_iter().map(wanted).collect::<Result<Vec<_>>>()?;
    let matches = |number: &usize| {
        let places = point(axes, *number);
        wanted.iter().all(|(axis, value)| axes[*axis].values[places[*axis]] == *value)
    };
    Ok((0..check.cases.len()).filter(matches).collect())
}

/// Returns the smallest and the largest score of the column in any of these cases.
fn ends(event: &Event, cases: &[Case]) -> Option<(i32, i32)> {
    let of = |case: &Case| {
        let scale = &case.columns()[event.place(case.columns())?].scale;
        Some((scale.low(), scale.high()))
    };
    let wider = |one: (i32, i32), other: (i32, i32)| (one.0.min(other.0), one.1.max(other.1));
    cases.iter().filter_map(of).reduce(wider)
}

/// Checks that an explicitly given event is possible in any of these cases.
fn possible(event: &Event, cases: &[Case]) -> Result<()> {
    let comes = |case: &Case| {
        let target = event.target(case.columns());
        target.is_none_or(|(place, scores)| {
            let scale = &case.columns()[place].scale;
            *scores.start() <= scale.high() && *scores.end() >= scale.low()
        })
    };
    match ends(event, cases) {
        Some((low, high)) if event.is_asked() && !cases.iter().any(comes) => {
            let message = "no case can come to that, so that its chance is always 0 or 1";
            Err(Error::question(message).with_hint(format!("results are {low} to {high} here")))
        }
        _ => Ok(()),
    }
}

/// Checks that the bounds of a share are shares, or differences of shares.
fn shares(expect: &ExpectTable, is_difference: bool, text: &str) -> Result<()> {
    let between = expect.between.iter();
    let between = between.flat_map(|both| both.get_ref().iter().map(|one| (one.0, both.span())));
    let ends = [&expect.at_least, &expect.at_most].into_iter().flatten();
    between.chain(ends.map(|end| (end.get_ref().0, end.span()))).try_for_each(|(bound, span)| {
        share(bound, is_difference).map(drop).map_err(|error| error.at_span(text, span))
    })
}

/// Checks that a mean or quantile of these cases can be within its bounds.
fn scores(expect: &ExpectTable, event: &Event, cases: &[Case], text: &str) -> Result<()> {
    let Some((low, high)) = ends(event, cases) else { return Ok(()) };
    let between = expect.between.as_ref().map(|both| (both.get_ref().as_slice(), both.span()));
    let wrong = match (&expect.at_least, &expect.at_most, between) {
        (Some(bound), ..) if bound.get_ref().0 > f64::from(high) => Some(bound.span()),
        (_, Some(bound), _) if bound.get_ref().0 < f64::from(low) => Some(bound.span()),
        (.., Some(([NumberOrPercent(from), NumberOrPercent(to)], place))) => {
            (*from > f64::from(high) || *to < f64::from(low)).then_some(place)
        }
        _ => None,
    };
    let Some(place) = wrong else { return Ok(()) };
    let message = "no case can come to that, so that it never holds";
    let hint = format!("results are {low} to {high} here");
    Err(Error::question(message).with_hint(hint).at_span(text, place))
}

fn bounds(expect: &ExpectTable, check: &ScenarioCheck, file: Context) -> Result<Vec<Constraint>> {
    let (text, mut bounds) = (file.text, Vec::new());
    if let Some(between) = &expect.between {
        match between.get_ref()[..] {
            [NumberOrPercent(low), NumberOrPercent(high)] if low <= high => {
                bounds.push(Constraint::Between(low, high))
            }
            _ => {
                let message = "`between` takes two rising numbers";
                return Err(wrong(text, between.span(), message, "write `between = [0.15, 0.30]`"));
            }
        }
    }
    if let (Some(least), Some(most)) = (&expect.at_least, &expect.at_most)
        && least.get_ref().0 > most.get_ref().0
    {
        let message = "`at_least` is more than `at_most`, so that it never holds";
        return Err(wrong(text, least.span(), message, "swap them, or write `between`"));
    }
    bounds.extend(expect.at_least.as_ref().map(|bound| Constraint::AtLeast(bound.get_ref().0)));
    bounds.extend(expect.at_most.as_ref().map(|bound| Constraint::AtMost(bound.get_ref().0)));
    for (other, above) in [(&expect.above, true), (&expect.below, false)] {
        if let Some(other) = other {
            let label = labelled(other, file)?.label.clone();
            if label == check.label {
                let message = format!("`{label}` is never above or below itself");
                return Err(wrong(text, other.span(), message, "name another check"));
            }
            bounds.push(if above { Constraint::Above(label) } else { Constraint::Below(label) });
        }
    }
    match (&expect.monotone, &expect.over) {
        (None, None) => {}
        (Some(monotone), Some(over)) => {
            let (words, rises) = (&["rising", "falling"], &[true, false]);
            let rising = keyword_value(text, "direction", monotone, words, rises)?;
            let axes = || check.cases.axes().iter().map(|axis| axis.name.as_str());
            if axes().all(|axis| axis != over.get_ref()) {
                return Err(unknown(text, "axis", over, &check.label, axes()));
            }
            bounds.push(Constraint::Monotone { rising, over: over.get_ref().clone() });
        }
        (Some(monotone), None) => {
            let hint = "the axis over which it rises or falls";
            return Err(wrong(text, monotone.span(), "`monotone` needs `over`", hint));
        }
        (None, Some(over)) => {
            let hint = "add `monotone = \"rising\"` or leave it out";
            return Err(wrong(text, over.span(), "`over` belongs to `monotone`", hint));
        }
    }
    Ok(bounds)
}
