//! The odds of a question, of several that are compared, of the outputs of an AnyDice program.

use std::sync::Arc;

use oddsmith::answer::{Answers, Results, columns, of_program};
use oddsmith::anydice::{Budget, run};
use oddsmith::odds::{Event, Progress, View};
use oddsmith::readout::{self, Comparison, Shown};
use oddsmith::scenario::{Cases, NamedQuestion, Place, Sides, axes, edges, fields};
use oddsmith::systems::anydice::{Outputs, said};
use oddsmith::text::Page;
use oddsmith::{Error, Phrase, Result};

use crate::command::Command;
use crate::known::Known;
use crate::request::Request;
use crate::said::Said;

/// The odds of one question, or of several on one axis.
pub fn odds(request: &Request) -> Result<Said> {
    let known = match request.questions[..] {
        [_, _, ..] => several(request)?,
        _ => one(request)?,
    };
    known.said(request)
}

/// The cases of a question.
pub fn cases(request: &Request) -> Result<Cases> {
    let catalogue = request.catalogue()?;
    let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(request.question()?)?;
    let entry = catalogue.check(&check)?;
    let given = axes(&fields(&entry, &words)?)?;
    Cases::new(entry, given, catalogue.names.clone())
}

fn one(request: &Request) -> Result<Known> {
    let (cases, effort) = (cases(request)?, request.effort()?);
    let shown = request.shown(&columns(&cases)?, &cases.entry().id)?;
    let progress = Progress::default();
    let answers = Answers::new("", &cases, effort, &shown.event, &progress)?;
    let mut page = readout::page(&answers.cases, &shown, effort.seed);
    let mut column = request.column.clone();
    if let ([answer], true) = (&answers.cases[..], page.tables.is_empty()) {
        let place = shown.event.place(answer.columns());
        let listed = place.map(|place| answer.columns()[place].name.to_string());
        let event = Event { column: listed.clone(), ..shown.event.clone() };
        column = column.or(listed);
        let listed = readout::one(answer, &Shown { event, ..shown.clone() });
        (page.tables, page.lines) = (listed.tables, listed.lines);
    }
    let (trials, seed) = (progress.trials(), effort.seed);
    let results = Results { checks: vec![answers], pairs: Vec::new(), trials, seed };
    let mut command = Command::new("odds", &request.questions)?;
    command.view(request, shown.view, column.as_deref());
    command.results(request, &results);
    Ok(Known {
        command: command.text(),
        results: Arc::new(results),
        events: vec![shown.event.clone()],
        shown,
        page,
        versus: None,
        kind: None,
    })
}

fn several(request: &Request) -> Result<Known> {
    let (catalogue, effort) = (request.catalogue()?, request.effort()?);
    let place =
        Place { edges: request.edge.as_deref().map(edges).transpose()?, share: request.share };
    let sides = Sides::read(&request.questions, &place, &catalogue, effort.budget)?;
    let shown = sides.each(|columns, check| request.shown(columns, check))?;
    let events: Vec<Event> = shown.iter().map(|shown| shown.event.clone()).collect();
    let results = sides.answered(&events, effort, &Progress::default())?;
    // Scores are cumulated where those of each side have an order.
    let view = shown.iter().map(|shown| shown.view).find(|view| *view == View::Exactly);
    let shown = Shown { view: view.unwrap_or(shown[0].view), ..shown[0].clone() };
    let mut command = Command::new("compare", &request.questions)?;
    command.add("edge", request.edge.as_deref());
    command.add("match", request.share.map(|share| share.to_string()).as_deref());
    command.view(request, shown.view, request.column.as_deref());
    command.results(request, &results);
    compared(results, events, shown, sides.remarks, command.text())
}

/// Checks beside each other: how far apart they are, or their laws where nothing is a success.
fn compared(
    results: Results,
    events: Vec<Event>,
    shown: Shown,
    remarks: Vec<String>,
    command: String,
) -> Result<Known> {
    let comparison = Comparison::of(&results.checks, &events, remarks)?;
    let (page, kind) = (comparison.page(&shown, results.seed), Some(comparison.kind()));
    let versus = Some(comparison.versus);
    Ok(Known { results: Arc::new(results), events, shown, page, versus, kind, command })
}

/// The outputs of an AnyDice program.
pub fn program(request: &Request) -> Result<Said> {
    let report = run(&request.program, &Budget::default())?;
    let outputs = Arc::new(Outputs::of(report));
    let count = outputs.names().len();
    if count == 0 {
        return Err(
            Error::question("the program has no output").with_hint("`output 3d6` shows a value")
        );
    }
    let all: Vec<usize> = (0..count).collect();
    let results = of_program(&outputs, &all, &request.event()?)?;
    let cases: Vec<_> =
        results.checks.iter().flat_map(Answers::columns).map(<[_]>::to_vec).collect();
    let shown = request.shown(&cases, oddsmith::systems::anydice::ID)?;
    let mut command = Command::new("anydice", &[])?;
    command.view(request, shown.view, request.column.as_deref());
    let command = command.text();
    let events = vec![shown.event.clone(); count];
    let mut known = match &results.checks[..] {
        [check] => {
            let page = readout::one(&check.cases[0], &shown);
            let page = Page { title: check.label.clone(), ..page };
            let (results, versus, kind) = (Arc::new(results), None, None);
            Known { results, events, shown, page, versus, kind, command }
        }
        _ => compared(results, events, shown, Vec::new(), command)?,
    };
    let exact = std::iter::once("Exact.".to_owned());
    known.page.notes =
        Phrase::all(exact.chain(outputs.warnings().iter().map(said)).collect::<Vec<_>>());
    known.said(request)
}
