//! Page section about the effects of readings (open interpretations of a rule).

use super::words;
use oddsmith_expectations::readings::{Reading, Readings};
use oddsmith_text::numbers::{per_cent, short};
use oddsmith_text::{Page, Table, listed};

/// Adds the effects of readings to the page of an answer.
pub fn readings(page: &mut Page, readings: &Readings) {
    let figure = |figure: f64| match readings.mean {
        true => short(figure),
        false => per_cent(figure, 2),
    };
    let row = |reading: &Reading| {
        let range = match readings.mean {
            true => short(reading.high - reading.low),
            false => format!("{:.2}", (reading.high - reading.low) * 100.0),
        };
        let of = |wanted: f64| {
            let found = reading.words.iter().find(|(_, figure)| *figure == wanted);
            found.map_or_else(String::new, |(word, _)| words(word))
        };
        [
            words(&reading.field),
            format!("{} {}", of(reading.low), figure(reading.low)),
            format!("{} {}", of(reading.high), figure(reading.high)),
            range,
            per_cent(reading.variance, 1),
        ]
    };
    let heading = ["reading", "least", "most", "range", "share of variance"];
    page.tables.push(Table::of(1, heading, readings.readings.iter().map(row)));
    let said = |(value, chosen): &(f64, Vec<(String, String)>)| {
        let chosen = listed(chosen.iter().map(|(name, word)| (words(name), words(word))));
        format!("{} with {chosen}", figure(*value))
    };
    page.lines.push(format!("lowest: {}", said(&readings.lowest)).into());
    page.lines.push(format!("highest: {}", said(&readings.highest)).into());
    let note = match readings.whole {
        true => format!(
            "Every combination of interpretations: {} cases; lowest and highest are means over \
                the others.",
            readings.cases
        ),
        false => format!(
            "Too many combinations: one interpretation at a time, {} cases, the others at their \
                defaults.",
            readings.cases
        ),
    };
    page.notes.push(note.into());
}
