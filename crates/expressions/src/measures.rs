//! Figures of a case: shares, moments, and those of a duel.

use minijinja::value::{Kwargs, from_args};
use minijinja::{Error, Value};

use super::case::Case;
use super::{failed, failing};
use oddsmith_answers::strategies::state;
use oddsmith_engine::odds::{Estimate, Event, Which, no_order};
use oddsmith_engine::strategy::{Choice, Side, Solved, Standing};

/// Figures that suggestions for misspelt names are chosen from.
pub const FIGURES: [&str; 9] =
    ["success", "mean", "sd", "median", "likeliest", "scores", "law", "trials", "value"];

/// Returns a figure that every case has; `None` if there is no figure of this name.
pub fn figure(case: &Case, name: &str) -> Option<Result<Value, Error>> {
    let counted = |figure: &dyn Fn(usize) -> Option<Value>| {
        let place = place(case)?;
        figure(place).ok_or_else(|| nothing(case, name))
    };
    let answer = case.answer();
    Some(match name {
        "success" => share_of(case, &case.column).map(Value::from),
        "mean" => counted(&|place| Some(Value::from(answer.mean(place)?.value()))),
        "sd" => counted(&|place| Some(Value::from(answer.histogram(place)?.sd()?))),
        "median" => counted(&|place| Some(Value::from(answer.histogram(place)?.median()?))),
        "likeliest" => counted(&|place| {
            let name = |score| answer.columns()[place].scale.name(score);
            let named = |score| name(score).map_or(Value::from(score), Value::from);
            Some(answer.likeliest(place).into_iter().map(named).collect())
        }),
        "scores" => counted(&|place| {
            let outcomes = answer.outcomes(place);
            let there = outcomes.filter(|outcome| outcome.share.value() > 0.0);
            Some(there.filter_map(|outcome| outcome.score).map(Value::from).collect())
        }),
        "law" => counted(&|place| {
            let row = |outcome: oddsmith_answers::Outcome| {
                let name = Value::from(outcome.name());
                Value::from_pairs([
                    ("score", Value::from(outcome.shown_score())),
                    ("name", name),
                    ("share", Value::from(outcome.share.value())),
                ])
            };
            Some(answer.outcomes(place).map(row).collect())
        }),
        "trials" => Ok(Value::from(answer.tallies.as_ref().map_or(0, |tallies| tallies.trials))),
        _ => return None,
    })
}

/// Returns a figure of a duel; `None` if there is no figure of this name.
pub fn duel(case: &Case, name: &str) -> Option<Result<Value, Error>> {
    if name == "value" && case.answer().case.entry.decided().is_some() {
        let value = case.answer().value().map_err(|error| failing(&error));
        return Some(value.map(|value| Value::from(rounded(value))));
    }
    let figure: fn(&Solved) -> Option<f64> = match name {
        "value" => |solved| Some(solved.value),
        "lo" => |solved| Some(solved.lo),
        "hi" => |solved| Some(solved.hi),
        "win" => |solved| Some(solved.win),
        "tie" => |solved| Some(solved.tie),
        "loss" => |solved| Some(solved.loss),
        "spend" => |solved| Some(solved.spend?[0]),
        "rival_spend" => |solved| Some(solved.spend?[1]),
        _ => return None,
    };
    let solved = case.answer().solved().map_err(|error| failing(&error));
    Some(solved.and_then(|solved| {
        let figure = figure(solved).map(|figure| Value::from(rounded(figure) + 0.0));
        figure.ok_or_else(|| failed(format!("no points: no `{name}`")))
    }))
}

/// Rounds a figure of a duel to 1e-9, to hide the solver's rounding errors.
fn rounded(figure: f64) -> f64 {
    (figure * 1e9).round() / 1e9
}

/// Returns the index of the case's column.
fn place(case: &Case) -> Result<usize, Error> {
    let answer = case.answer();
    if !answer.is_counted() {
        return Err(failed(format!(
            "`{}` is solved alone: it has no shares",
            case.answers().name()
        )));
    }
    case.column.place(answer.columns()).ok_or_else(|| nothing(case, "such column"))
}

fn nothing(case: &Case, name: &str) -> Error {
    let columns = case.answer().columns();
    let unordered = case.column.place(columns).map(|place| &columns[place]);
    if let Some(column) = unordered.filter(|column| name != "success" && !column.scale.is_ordered())
    {
        return failing(&no_order(column, &case.answer().case.identity()));
    }
    failed(format!("{} has no {name}", case.answer().case.identity()))
}

/// Returns the estimate of an event's share.
fn known(case: &Case, event: &Event) -> Result<Estimate, Error> {
    place(case)?;
    case.answer().event(event).ok_or_else(|| nothing(case, "success"))
}

/// Returns the share of an event, with an exact value rounded to 1e-12 to hide rounding errors.
fn share_of(case: &Case, event: &Event) -> Result<f64, Error> {
    let share = known(case, event)?;
    let whole = share.fraction().is_some() || !share.is_exact();
    let value = share.value();
    Ok(if whole { value } else { (value * 1e12).round() / 1e12 })
}

/// Returns the event of the arguments: a single outcome or score, or `at_least` or `at_most` one.
fn event(case: &Case, method: &str, args: &[Value]) -> Result<Event, Error> {
    let (alone, options): (Option<Value>, Kwargs) = from_args(args)?;
    let at_least = options.get::<Option<Value>>("at_least")?;
    let at_most = options.get::<Option<Value>>("at_most")?;
    let column = options.get::<Option<String>>("column")?;
    let at = options.get::<Option<u32>>("at")?;
    options.assert_all_used()?;
    // A number is a score, a text the name of an outcome.
    let score = |value: &Value| value.as_i64().and_then(|score| score.try_into().ok());
    let least = |value: &Value| match score(value) {
        Some(score) => Event::of(Which::AtLeast(score)),
        None => Event::at_least(&value.to_string()),
    };
    let alone_one = |value: &Value| match score(value) {
        Some(score) => Event::of(Which::Exactly(score)),
        None => Event::exactly(&value.to_string()),
    };
    let most = |value: &Value| match value.as_i64() {
        Some(score) => Ok(Event::of(Which::AtMost(score as i32))),
        None => Err(failed(format!("`{value}` is no score: `at_most` takes a number"))),
    };
    let event = match (method, &alone, &at_least, &at_most) {
        ("share", Some(alone), None, None) => alone_one(alone),
        ("at_least", Some(least_one), None, None) => least(least_one),
        ("at_most", Some(most_one), None, None) => most(most_one)?,
        ("share", None, Some(value), None) => least(value),
        ("share", None, None, Some(value)) => most(value)?,
        _ => return Err(failed("a share is that of a rung or score: `share('hit')`")),
    };
    let (column, at) = match column {
        Some(column) => (Some(column), at),
        None => (case.column.column.clone(), case.column.at),
    };
    case.settled(Event { column, at, ..event })
}

/// Returns the share of the event that the arguments define.
pub fn share(case: &Case, method: &str, args: &[Value]) -> Result<Value, Error> {
    share_of(case, &event(case, method, args)?).map(Value::from)
}

/// Returns the smallest score with a cumulative share of at least the given level.
pub fn quantile(case: &Case, args: &[Value]) -> Result<Value, Error> {
    let (level,): (f64,) = from_args(args)?;
    if !(0.0..=1.0).contains(&level) {
        return Err(failed(format!("`{level}` is no level of a quantile: it is 0 to 1")));
    }
    let found = case.answer().histogram(place(case)?).and_then(|known| known.quantile(level));
    found.map(Value::from).ok_or_else(|| nothing(case, "quantile"))
}

/// Returns the estimate of a figure, with the keys `value`, `low`, `high`, `exact` and `fraction`.
pub fn estimate(case: &Case, args: &[Value]) -> Result<Value, Error> {
    let (name,): (String,) = from_args(args)?;
    let answer = case.answer();
    let share = |event: Event| {
        let (column, at) = (case.column.column.clone(), case.column.at);
        known(case, &case.settled(Event { column, at, ..event })?)
    };
    let estimate = match name.split_once(':') {
        None if name == "success" => known(case, &case.column)?,
        None if name == "mean" => answer.mean(place(case)?).ok_or_else(|| nothing(case, "mean"))?,
        Some(("share", word)) => share(Event::exactly(word))?,
        Some(("at_least", word)) => share(Event::at_least(word))?,
        _ => {
            let wanted = "`success`, `mean`, `share:RESULT` or `at_least:RESULT`";
            return Err(failed(format!("no estimate of `{name}`: ask for {wanted}")));
        }
    };
    let fraction = Value::from(estimate.fraction());
    Ok(Value::from_pairs([
        ("value", Value::from(estimate.value())),
        ("low", Value::from(estimate.low())),
        ("high", Value::from(estimate.high())),
        ("exact", Value::from(estimate.is_exact())),
        ("fraction", fraction),
    ]))
}

/// Returns the choices of a duel's first round: bid (or card), share, its range over all optimal
/// strategies, and the state as JSON.
pub fn strategy(case: &Case, args: &[Value]) -> Result<Value, Error> {
    let (round, options): (Option<u32>, Kwargs) = from_args(args)?;
    let side = options.get::<Option<String>>("side")?;
    options.assert_all_used()?;
    if round.is_some_and(|round| round != 1) {
        return Err(failed("a document knows the strategy of the first round: `strategy(1)`"));
    }
    let solved = case.answer().solved().map_err(|error| failing(&error))?;
    let side = match side.as_deref() {
        None | Some("own") => Side::Own,
        Some("rival") => Side::Rival,
        Some(other) => return Err(failed(format!("`{other}` is no side: own or rival"))),
    };
    let end = |range: Option<f64>| Value::from(range.map(rounded));
    let choice = |(at, choice): (&Standing, &Choice)| {
        Value::from_pairs([
            (&*solved.terms.choice, Value::from(choice.what)),
            ("share", Value::from(rounded(choice.share))),
            ("least", end(choice.range.map(|range| range.least))),
            ("most", end(choice.range.map(|range| range.most))),
            ("state", Value::from(state(at))),
        ])
    };
    Ok(solved.choices(side).map(choice).collect())
}

/// Returns the value that a simple policy gives away in a duel.
pub fn gives_away(case: &Case, args: &[Value]) -> Result<Value, Error> {
    let (policy,): (String,) = from_args(args)?;
    let duel = &case.answer().case;
    // Unknown names are reported before anything is solved.
    let simple = duel.entry.solver.as_ref().map(|solver| (solver.simple)(&duel.settings));
    let simple = simple.transpose().map_err(|error| failing(&error))?.unwrap_or_default();
    let unknown = || {
        let known = simple.iter().map(String::as_str);
        failing(&oddsmith_base::Error::unknown("policy", &policy, "gives_away", known))
    };
    if !simple.is_empty() && !simple.contains(&policy) {
        return Err(unknown());
    }
    let solved = case.answer().solved().map_err(|error| failing(&error))?;
    let found = solved.naive.iter().find(|naive| naive.policy == policy);
    found.map(|naive| Value::from(rounded(naive.gives_away))).ok_or_else(unknown)
}
