//! Measures of `[[expect]]` rows, by name.

use super::place::in_keys;
use oddsmith_base::{Error, Hint, Result};
use oddsmith_engine::odds::Event;
use oddsmith_engine::rule::Column;

/// Measure of an expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// Share of an event.
    Share(Event),
    /// Mean score of a column.
    Mean(Event),
    /// Smallest score of a column with a cumulative share of at least this level, 0..1.
    Quantile(Event, f64),
    /// Value of a duel.
    Value,
}

/// Rewrites the hint of an error about a result so that it suggests measures of this form.
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

/// Parses a measure of the column of `event`; `settle` resolves the event of a measure's form.
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
        Some(("share", word)) => Measure::Share(of("share", Event::exactly(word))?),
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
            return Err(match of("share", Event::exactly(result)) {
                Ok(_) => error.with_hint(Hint::Nearest(format!("share:{result}"))),
                Err(_) => error,
            });
        }
    })
}
