//! What a scenario's `[[expect]]` expects, checked for sense.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use super::{Question, point};
use crate::error::{Error, Result};
use crate::odds::Event;
use crate::registry::Case;
use crate::registry::document::{Entries, in_order, typed};

/// Something that a scenario expects to hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// What is expected.
    pub subject: Subject,
    /// The sentence that it holds, in the author's words.
    pub why: Option<String>,
    /// Where in the scenario's text it stands.
    pub place: Range<usize>,
}

/// What is expected.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// That an expression over the answers is true.
    That(String),
    /// That a measure of a check's cases is within bounds.
    Measured {
        /// The check it is about.
        label: String,
        /// The numbers of the cases that it is about; all of them must hold.
        cases: Vec<usize>,
        /// What is measured.
        measure: Measure,
        /// What the file calls it: "success", "share:unhurt".
        name: String,
        /// The check whose measure is taken off.
        minus: Option<String>,
        /// What must hold of it; at least one.
        bounds: Vec<Bound>,
    },
}

/// What an expectation measures.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// The share of an event.
    Share(Event),
    /// The mean score of a column.
    Mean(Event),
    /// The smallest score of a column whose cumulative share is at least this, 0..1.
    Quantile(Event, f64),
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
    /// It rises (or falls) with an axis, or stays as it is.
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
    label: Option<Spanned<String>>,
    that: Option<Spanned<String>>,
    why: Option<String>,
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

impl ExpectTable {
    /// Whether it says anything that only a measure has.
    fn measures(&self) -> bool {
        self.label.is_some()
            || self.measure.is_some()
            || self.column.is_some()
            || self.at.is_some()
            || self.minus.is_some()
            || self.between.is_some()
            || self.at_least.is_some()
            || self.at_most.is_some()
            || self.above.is_some()
            || self.below.is_some()
            || self.monotone.is_some()
            || self.over.is_some()
            || !self.place.is_empty()
    }
}

impl Expectation {
    /// Reads an expectation of a scenario with these questions.
    pub(super) fn read(
        table: &Spanned<ExpectTable>,
        questions: &[Question],
        text: &str,
    ) -> Result<Expectation> {
        let expect = table.get_ref();
        let subject = match (&expect.that, &expect.label) {
            (Some(that), _) if expect.measures() => {
                let error = Error::question("`that` stands alone in an expectation");
                return Err(error
                    .with_hint("give a label and a measure, or an expression")
                    .at_span(text, that.span()));
            }
            (Some(that), _) => Subject::That(that.get_ref().clone()),
            (None, None) => {
                let error = Error::question("an expectation says nothing");
                return Err(error
                    .with_hint("add `label = …` with a bound, or `that = \"an expression\"`")
                    .at_span(text, table.span()));
            }
            (None, Some(label)) => measured(table, label, questions, text)?,
        };
        Ok(Expectation { subject, why: expect.why.clone(), place: table.span() })
    }
}

/// An expectation of a measure.
fn measured(
    table: &Spanned<ExpectTable>,
    label: &Spanned<String>,
    questions: &[Question],
    text: &str,
) -> Result<Subject> {
    let expect = table.get_ref();
    let check = labelled(label, questions, text)?;
    let cases = matching(check, &expect.place, text)?;
    if cases.is_empty() {
        let error = Error::question(format!("no case of `{}` is there", check.label));
        let place = in_order(&expect.place).first().map_or(table.span(), |(_, value)| value.span());
        return Err(error
            .with_hint("`where` takes values that its axes have")
            .at_span(text, place));
    }
    let minus = match &expect.minus {
        None => None,
        Some(minus) if *minus.get_ref() == check.label => {
            let error = Error::question(format!("`{}` less itself is nothing", check.label));
            return Err(error.with_hint("`minus` names another check").at_span(text, minus.span()));
        }
        Some(minus) => Some(labelled(minus, questions, text)?.label.clone()),
    };
    let made: Vec<Case> =
        cases.iter().map(|&number| check.cases.case(number)).collect::<Result<_>>()?;
    let columns = || made.iter().map(|case| case.columns());
    let column = Event {
        column: expect.column.as_ref().map(|column| column.get_ref().clone()),
        at: expect.at.as_ref().map(|at| *at.get_ref()),
        ..Event::SUCCESS
    };
    if let (None, Some(at)) = (&column.column, &expect.at) {
        let error = Error::question("`at` needs a `column`");
        return Err(error.with_hint("say which indexed column").at_span(text, at.span()));
    }
    // Its own place says more than that of the measure.
    let place = expect.at.as_ref().map(Spanned::span);
    let place = place.or(expect.column.as_ref().map(Spanned::span)).unwrap_or(label.span());
    let column =
        column.settled(columns(), &check.label).map_err(|error| error.at_span(text, place))?;
    let name = expect.measure.as_ref().map_or("success", |name| name.get_ref().as_str());
    let spot = expect.measure.as_ref().map_or(label.span(), Spanned::span);
    let measure = measure(name, column)
        .and_then(|measure| measure.settled(columns(), &check.label))
        .map_err(|error| error.at_span(text, spot.clone()))?;
    let fits = match &measure {
        Measure::Value if check.cases.entry().solver.is_none() => Some((
            "is no duel, and only duels have a value",
            "`mean` or `success` say what to expect",
        )),
        Measure::Share(event) if made.iter().any(|case| event.target(case.columns()).is_none()) => {
            Some(("has no success", "say what counts: `measure = \"at_least:5\"`"))
        }
        _ => None,
    };
    if let Some((why, hint)) = fits {
        let error = Error::question(format!("`{}` {why}", check.label));
        return Err(error.with_hint(hint).at_span(text, spot));
    }
    let bounds = bounds(expect, check, questions, text)?;
    if bounds.is_empty() {
        let error = Error::question("an expectation says no bound");
        return Err(error
            .with_hint("add `between`, `at_least`, `at_most`, `above`, `below` or `monotone`")
            .at_span(text, label.span()));
    }
    let (label, name) = (check.label.clone(), name.to_owned());
    Ok(Subject::Measured { label, cases, measure, name, minus, bounds })
}

impl Measure {
    /// The same, its rung found on the ladders of these cases.
    fn settled<'c>(
        self,
        cases: impl Iterator<Item = &'c [crate::rule::Column]> + Clone,
        of: &str,
    ) -> Result<Measure> {
        Ok(match self {
            Measure::Share(event) => Measure::Share(event.settled(cases, of)?),
            other => other,
        })
    }
}

/// A measure by its name, of the column that `event` is about.
fn measure(name: &str, event: Event) -> Result<Measure> {
    let of = |which: Event| Event { which: which.which, ..event.clone() };
    Ok(match name.split_once(':') {
        None if name == "success" => Measure::Share(event),
        None if name == "mean" => Measure::Mean(event),
        None if name == "median" => Measure::Quantile(event, 0.5),
        None if name == "value" => Measure::Value,
        Some(("share", word)) => Measure::Share(of(Event::exactly(word))),
        Some(("at_least", word)) => Measure::Share(of(Event::at_least(word))),
        Some(("quantile", level)) => {
            let level = level.parse().ok().filter(|level: &f64| *level > 0.0 && *level < 1.0);
            let wrong = || {
                Error::question(format!("`{name}` is no quantile"))
                    .with_hint("its level is between 0 and 1, as in `quantile:0.9`")
            };
            Measure::Quantile(event, level.ok_or_else(wrong)?)
        }
        _ => {
            let known = ["success", "mean", "median", "value"];
            let more = ["share:RUNG", "at_least:RUNG", "quantile:0.9"];
            return Err(Error::unknown("measure", name, "", known.into_iter().chain(more)));
        }
    })
}

fn labelled<'a>(
    label: &Spanned<String>,
    checks: &'a [Question],
    text: &str,
) -> Result<&'a Question> {
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
fn matching(check: &Question, place: &Entries, text: &str) -> Result<Vec<usize>> {
    let mut wanted: Vec<(usize, String)> = Vec::new();
    for (name, value) in in_order(place) {
        let axis =
            check.cases.axes().iter().position(|axis| {
                axis.name == name || axis.fields.iter().any(|field| field == name)
            });
        let unknown = || {
            Error::unknown(
                "axis",
                name,
                &check.label,
                check.cases.axes().iter().map(|axis| axis.name.as_str()),
            )
        };
        wanted.push((
            axis.ok_or_else(|| unknown().at_span(text, value.span()))?,
            typed(value.get_ref()),
        ));
    }
    let matches = |number: &usize| {
        let places = point(check.cases.axes(), *number);
        wanted.iter().all(|(axis, value)| check.cases.axes()[*axis].values[places[*axis]] == *value)
    };
    Ok((0..check.cases.len()).filter(matches).collect())
}

fn bounds(
    expect: &ExpectTable,
    check: &Question,
    checks: &[Question],
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
            if !check.cases.axes().iter().any(|axis| axis.name == *over.get_ref()) {
                let axes = check.cases.axes().iter().map(|axis| axis.name.as_str());
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
