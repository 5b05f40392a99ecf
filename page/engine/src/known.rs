//! Answers that are known: what a page is told of them, and their figure.

use std::sync::Arc;

use oddsmith::answer::csv::{Csv, swept};
use oddsmith::answer::expression::Expressions;
use oddsmith::answer::{Answer, Answers, Results, Versus, json};
use oddsmith::chart::{draw, drawing, fitting};
use oddsmith::odds::{Event, Histogram};
use oddsmith::readout::Shown;
use oddsmith::scenario::{Chart, ChartKind};
use oddsmith::text::Page;
use oddsmith::text::numbers::{cell, trimmed};
use oddsmith::{Error, Result};
use serde_json::value::RawValue;

use crate::command::with_file;
use crate::request::{Request, Want};
use crate::said::{Facts, Said};

/// So many cases have a line of facts each.
const FEW: usize = 6;

/// Answers with what is shown of them.
pub struct Known {
    pub results: Arc<Results>,
    /// What counts in each check.
    pub events: Vec<Event>,
    pub shown: Shown,
    pub page: Page,
    /// How far apart they are, where they are compared.
    pub versus: Option<Vec<Versus>>,
    /// The kind of the figure, where it is not the one that fits best.
    pub kind: Option<ChartKind>,
    /// The command that gives the same, without the file that it reads.
    pub command: String,
}

impl Known {
    /// What a page is told.
    ///
    /// # Errors
    /// If something is wanted that can't be made of them.
    pub fn said(self, request: &Request) -> Result<Said> {
        let mut said = Said::of(&self.page, request);
        said.facts = self.facts();
        said.ordered = self.results.checks.iter().zip(&self.events).all(ordered);
        let tallies = |answer: &Answer| answer.tallies.as_ref().map(|tallies| tallies.trials);
        said.trials = self.results.all().filter_map(tallies).max();
        said.seed = said.trials.map(|_| self.results.seed);
        if request.wants(Want::Figure) {
            // What has nothing to draw is shown in words.
            said.figure = self.figure().ok();
        }
        if request.wants(Want::Svg) {
            let chart = Chart { dark: request.dark, ..self.chart() };
            let command = with_file(&self.command, request, false);
            let bytes = draw(&self.results, &chart, &command)?;
            said.svg = Some(String::from_utf8_lossy(&bytes).into_owned());
        }
        if request.wants(Want::Csv) {
            let axes = self.results.checks.iter().flat_map(|check| &check.axes);
            said.csv = Some(Csv::whole(swept(axes)).all("", &self.results.checks));
        }
        if request.wants(Want::Json) {
            let text = RawValue::from_string(self.json());
            said.json = Some(text.map_err(|error| Error::question(error.to_string()))?);
        }
        said.command = self.command;
        Ok(said)
    }

    fn chart(&self) -> Chart {
        fitting(&self.results, &self.shown, self.kind)
    }

    fn figure(&self) -> Result<String> {
        let expressions = Expressions::new(Arc::clone(&self.results));
        Ok(drawing(&self.results, &self.chart(), &expressions, "")?.inline)
    }

    /// As the command prints it for programs.
    fn json(&self) -> String {
        let versus = self.versus.as_ref();
        let rest = versus.map(|versus| json::differences(&self.results.checks, versus));
        json::whole(&self.results, &self.events, &rest.unwrap_or_default())
    }

    fn facts(&self) -> Vec<Facts> {
        if self.results.all().count() > FEW {
            return Vec::new();
        }
        let checks = self.results.checks.iter().zip(&self.events);
        checks
            .flat_map(|(check, event)| check.cases.iter().filter_map(|it| facts(check, it, event)))
            .collect()
    }
}

/// Whether the scores of a check that count have an order.
fn ordered((check, event): (&Answers, &Event)) -> bool {
    let place = |answer: &Answer| {
        let columns = answer.columns();
        event.place(columns).is_none_or(|place| columns[place].scale.is_ordered())
    };
    check.cases.iter().all(place)
}

fn facts(check: &Answers, answer: &Answer, event: &Event) -> Option<Facts> {
    let place = event.place(answer.columns())?;
    let number = |value: Option<f64>| value.map(|value| trimmed(value, 4));
    let (laws, tallies) = (answer.laws.as_ref(), answer.tallies.as_ref());
    let law = laws.map(|laws| &laws.columns[place]);
    let tally = tallies.map(|tallies| &tallies.columns[place]);
    let either = |exact: Option<f64>, sampled: Option<f64>| number(exact.or(sampled));
    let point: Vec<String> =
        answer.case.settings.given().iter().map(|(_, value)| value.to_string()).collect();
    let label = if check.cases.len() > 1 { point.join(", ") } else { check.label.clone() };
    // A ladder's rungs have no mean that means anything.
    let numbers = answer.columns()[place].scale.names().is_empty();
    let medians = law.map_or_else(|| tally.and_then(Histogram::medians), Histogram::medians);
    let median = medians.map(|(low, high)| match low == high {
        true => low.to_string(),
        false => format!("{low} or {high}"),
    });
    Some(Facts {
        label,
        mean: either(law.and_then(Histogram::mean), tally.and_then(Histogram::mean))
            .filter(|_| numbers),
        spread: either(law.and_then(Histogram::sd), tally.and_then(Histogram::sd))
            .filter(|_| numbers),
        median: median.filter(|_| numbers),
        success: answer.event(event).map(|share| cell(&share, 2)),
    })
}
