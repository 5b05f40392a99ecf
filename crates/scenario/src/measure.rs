//! What an `[[expect]]` row measures, by its name.

use super::place::in_keys;
use oddsmith_base::{Error, Hint, Result};
use oddsmith_engine::odds::Event;
use oddsmith_engine::rule::Column;

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

/// An error about the result that a measure of this form names: its hints are measures.
pub(super) fn in_measure(error: Error, form: &str, event: &Event, cases: &[&[Column]]) -> Error {
    let like = |result: &str| format!("{form}:{result}");
    if let Some(Hint::Nearest(near)) = error.hint() {
        let near = like(near);
        return error.with_hint(Hint::Nearest(near));
    }
    let numbers = "results are numbers here: `at_least:15` is the chance of 15 or more, `share:15` \
        of 15 alone";
    in_keys(error, event, cases, like, numbers)
}

/// A measure by its name, of the column that `event` is about; `settle` finds its rung, for a form.
pub(super) fn measure(
    name: &str,
    event: Event,
    settle: impl Fn(&str, Event) -> Result<Event>,
) -> Result<Measure> {
    let of = |form, which: Event| settle(form, Event { which: which.which, ..event.clone() });
    Ok(match name.split_once(':') {
        None if name == "success" => Measure::Share(event),
        None if name == "mean" => Measure::Mean(event),
        None if name == "median" => Measure::Quantile(event, 0.5),
        None if name == "value" => Measure::Value,
        Some(("share", word)) => Measure::Share(of("share", Event::only(word))?),
        Some(("at_least", word)) => Measure::Share(of("at_least", Event::at_least(word))?),
        Some(("quantile", level)) => {
            let level = level.parse().ok().filter(|level: &f64| *level > 0.0 && *level < 1.0);
            let wrong = || {
                Error::question(format!("`{name}` is not a quantile"))
                    .with_hint("its level is between 0 and 1, for example `quantile:0.9`")
            };
            Measure::Quantile(event, level.ok_or_else(wrong)?)
        }
        _ => {
            let known = ["success", "mean", "median", "value"];
            let more = ["share:RESULT", "at_least:RESULT", "quantile:0.9"];
            let error = Error::unknown("measure", name, "", known.into_iter().chain(more));
            let result = name.rsplit(':').next().unwrap_or(name);
            return Err(match of("share", Event::only(result)) {
                Ok(_) => error.with_hint(Hint::Nearest(format!("share:{result}"))),
                Err(_) => error,
            });
        }
    })
}
