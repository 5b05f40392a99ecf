//! Answers to requests of the page: the reply with its figure, facts and command.

use oddsmith::answer::{Answer, Answers, csv};
use oddsmith::chart::{NoExpressions, draw, drawing, fitting};
use oddsmith::odds::{Event, Histogram, Progress};
use oddsmith::query::{Action, Reply, ReplyData, ShownResults};
use oddsmith::readout::{self, Shown};
use oddsmith::scenario::Chart;
use oddsmith::text::numbers::{cell, trimmed};
use oddsmith::{Error, Result};
use serde_json::value::RawValue;

use crate::answer::{Facts, PageReply};
use crate::ask::{Ask, Want};
use crate::form;

/// Maximum number of cases for which facts are listed.
const MAX_CASES_WITH_FACTS: usize = 6;

/// Answers a request.
///
/// # Errors
/// If it has no answer, or a requested form can't be made of the answer.
pub fn answered(ask: &Ask) -> Result<PageReply> {
    let catalogue = ask.catalogue()?;
    let ask = &form::changed(ask, &catalogue)?;
    let request = form::asked(&ask.request, &catalogue)?;
    let mut reply = request.prepare(&catalogue)?.reply(&Progress::default())?;
    list_scores(&mut reply);
    let mut answer = PageReply::of(&reply.page, ask);
    if let Some(shown) = &reply.shown {
        figures(&mut answer, &reply, shown, ask)?;
    }
    if let ReplyData::Transcript(tale) = &reply.found {
        answer.seed = tale.seed;
    }
    if ask.wants(Want::Json)
        && let Some(text) = reply.json()
    {
        let text = RawValue::from_string(text.trim().to_owned());
        answer.json = Some(text.map_err(|error| Error::question(error.to_string()))?);
    }
    answer.command = reply.request.command(true)?;
    if ask.request.program.is_none() {
        answer.questions = ask.request.questions.clone();
        answer.forms = form::forms(&answer.questions, &catalogue)?;
    }
    Ok(answer)
}

/// Lists every score of a roll against a number; the command prints only the chance.
fn list_scores(reply: &mut Reply) {
    let Reply { request, page, shown: Some(ShownResults { results, shown, .. }), .. } = reply
    else {
        return;
    };
    let ([check], true) = (&results.checks[..], page.tables.is_empty()) else { return };
    let [answer] = &check.cases[..] else { return };
    let place = shown.event.place(answer.columns());
    let column = place.map(|place| answer.columns()[place].name.to_string());
    let event = Event { column: column.clone(), ..shown.event.clone() };
    let listed = readout::one(answer, &Shown { event, ..shown.clone() });
    (page.tables, page.lines) = (listed.tables, listed.lines);
    request.column = request.column.take().or(column);
}

/// Adds the data of distributions: facts, a figure, a table of all outcomes.
fn figures(answer: &mut PageReply, reply: &Reply, shown: &ShownResults, ask: &Ask) -> Result<()> {
    let ShownResults { results, events, shown, kind } = shown;
    let is_odds = matches!(ask.request.action, Action::Odds | Action::Compare);
    answer.facts = if is_odds { all_facts(&results.checks, events) } else { Vec::new() };
    answer.ordered = results.checks.iter().zip(events).all(ordered);
    let tallies = |answer: &Answer| answer.tallies.as_ref().map(|tallies| tallies.trials);
    answer.trials = results.all().filter_map(tallies).max();
    answer.seed = answer.trials.map(|_| results.seed);
    let chart = || fitting(results, shown, *kind);
    if ask.wants(Want::Figure) {
        // If there is nothing to draw, only the text is shown.
        let drawn = drawing(results, &chart(), &NoExpressions, "");
        answer.figure = drawn.ok().map(|drawn| drawn.inline);
    }
    if ask.wants(Want::Svg) {
        let chart = Chart { dark: ask.dark, ..chart() };
        let bytes = draw(results, &chart, &NoExpressions, &reply.request.command(false)?)?;
        answer.svg = Some(String::from_utf8_lossy(&bytes).into_owned());
    }
    if ask.wants(Want::Csv) {
        answer.csv = Some(csv::whole("", &results.checks));
    }
    Ok(())
}

fn all_facts(checks: &[Answers], events: &[Event]) -> Vec<Facts> {
    if checks.iter().map(|check| check.cases.len()).sum::<usize>() > MAX_CASES_WITH_FACTS {
        return Vec::new();
    }
    let facts = |(check, event): (&Answers, &Event)| -> Vec<Facts> {
        check.cases.iter().filter_map(|it| facts(check, it, event)).collect()
    };
    checks.iter().zip(events).flat_map(facts).collect()
}

/// Returns true if the column of the event has ordered scores in every case.
fn ordered((check, event): (&Answers, &Event)) -> bool {
    let place = |answer: &Answer| {
        let columns = answer.columns();
        event.place(columns).is_none_or(|place| columns[place].scale.is_ordered())
    };
    check.cases.iter().all(place)
}

fn facts(check: &Answers, answer: &Answer, event: &Event) -> Option<Facts> {
    let place = event.place(answer.columns())?;
    let number = |value: f64| trimmed(value, 4);
    let point: Vec<String> =
        answer.case.settings.given().iter().map(|(_, value)| value.to_string()).collect();
    let label = if check.cases.len() > 1 { point.join(", ") } else { check.label.clone() };
    // The mean of a ladder's rungs has no meaning.
    let is_ladder = !answer.columns()[place].scale.names().is_empty();
    let numbers = answer.histogram(place).filter(|_| !is_ladder);
    let median = |(low, high): (i32, i32)| match low == high {
        true => low.to_string(),
        false => format!("{low} or {high}"),
    };
    Some(Facts {
        label,
        mean: numbers.and_then(Histogram::mean).map(number),
        spread: numbers.and_then(Histogram::sd).map(number),
        median: numbers.and_then(Histogram::medians).map(median),
        success: answer.event(event).map(|share| cell(&share, 2)),
    })
}
