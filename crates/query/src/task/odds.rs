//! Tasks: the odds of a question, a comparison of several, and the outputs of a program.

use std::sync::Arc;

use oddsmith_answers::{Answers, Results, columns, of_program};
use oddsmith_anydice::{Budget, run};
use oddsmith_base::{Error, Phrase, Result};
use oddsmith_engine::odds::Event;
use oddsmith_expectations::readings::readings;
use oddsmith_readout as readout;
use oddsmith_readout::Shown;
use oddsmith_registry::Names;
use oddsmith_scenario::{Cases, ChartKind, Effort, Place, Question, Sides, edges};
use oddsmith_systems::Catalogue;
use oddsmith_systems::anydice::{ID, Outputs, notice_text};
use oddsmith_text::Page;

use super::Numbers;
use crate::reply::{Reply, ReplyData, ShownResults};
use crate::request::Request;

/// Odds of one question.
pub struct Odds {
    request: Request,
    /// Cases of the question.
    pub cases: Cases,
    /// Effort of the answers.
    pub effort: Effort,
    /// Selection that is shown.
    pub shown: Shown,
    /// User-defined names of numbers.
    names: Names,
}

impl Odds {
    pub(super) fn prepare(
        request: Request,
        question: &Question,
        catalogue: &Catalogue,
    ) -> Result<Odds> {
        let (cases, effort) = (question.cases(catalogue)?, request.effort()?);
        // Dice are named by the text that was entered.
        let shown = request.shown(&columns(&cases)?, cases.entry().called())?;
        if request.readings && cases.len() != 1 {
            return Err(
                Error::question("readings are compared for one case").with_hint("leave out ranges")
            );
        }
        Ok(Odds { request, cases, effort, shown, names: catalogue.names.clone() })
    }

    /// Returns true if the readings of the rule are compared.
    pub fn has_readings(&self) -> bool {
        self.request.readings
    }

    pub(super) fn reply(self, numbers: Numbers) -> Result<Reply> {
        let Odds { request, cases, effort, shown, names } = self;
        let progress = numbers.progress();
        let results = numbers.results(&cases, effort, &shown.event)?;
        let mut page = readout::page(&results.checks[0].cases, &shown, results.seed);
        let mut members = String::new();
        if let Some(progress) = progress.filter(|_| request.readings) {
            let case = &results.checks[0].cases[0].case;
            let found = readings(case, &names, &shown.event, effort, progress)?;
            readout::readings(&mut page, &found);
            members = found.members();
        }
        let events = vec![shown.event.clone()];
        Ok(reply(&request, results, (events, shown), page, (None, members)))
    }
}

/// Comparison of several questions.
pub struct Comparison {
    request: Request,
    /// Questions with their cases.
    pub sides: Sides,
    /// Effort of the answers.
    pub effort: Effort,
    /// Selection that is shown, for each question.
    pub shown: Vec<Shown>,
}

impl Comparison {
    /// Parses the questions and aligns them on one axis.
    ///
    /// # Errors
    /// If a question can't be parsed, or there are fewer than two.
    pub fn prepare(request: Request, catalogue: &Catalogue) -> Result<Comparison> {
        let effort = request.effort()?;
        let edges = request.edge.as_deref().map(edges).transpose()?;
        let place = Place { edges, share: request.matched };
        let sides = Sides::read(&request.questions, &place, catalogue, effort.budget())?;
        let shown = |(side, cases): (&Question, &Cases)| {
            request.shown(&columns(cases)?, side.entry.called())
        };
        let shown = sides.questions.iter().zip(&sides.cases).map(shown).collect::<Result<_>>()?;
        Ok(Comparison { request, sides, effort, shown })
    }

    pub(super) fn reply(self, numbers: Numbers) -> Result<Reply> {
        let Comparison { request, sides, effort, shown } = self;
        let events: Vec<Event> = shown.iter().map(|shown| shown.event.clone()).collect();
        let results = match numbers {
            Numbers::Computed(progress) => Results::of_sides(&sides, &events, effort, progress)?,
            Numbers::Saved(saved) => {
                let one_case = saved.place().is_some();
                let labels = sides.questions.iter().map(|question| &*question.label);
                let results = saved.restore(labels.zip(&sides.cases))?;
                // A single saved case is shown by itself, without a comparison.
                if one_case {
                    let page = readout::page(&results.checks[0].cases, &shown[0], results.seed);
                    return Ok(reply(
                        &request,
                        results,
                        (events, shown[0].clone()),
                        page,
                        <_>::default(),
                    ));
                }
                results
            }
        };
        let compared = readout::Comparison::of(&results.checks, &events, sides.remarks)?;
        let page = compared.page(&shown[0], results.seed);
        let parts = (Some(compared.kind()), compared.members());
        Ok(reply(&request, results, (events, shown[0].clone()), page, parts))
    }
}

/// Computes the outputs of an AnyDice program.
pub fn program(request: &Request) -> Result<Reply> {
    let text = request.program.as_ref().map_or("", |program| &program.text);
    let outputs = Arc::new(Outputs::of(run(text, &Budget::default())?));
    let all: Vec<usize> = (0..outputs.names().len()).collect();
    if all.is_empty() {
        return Err(
            Error::question("the program has no `output`").with_hint("add one: `output 3d6`")
        );
    }
    let results = of_program(&outputs, &all, &request.event()?)?;
    let cases: Vec<_> =
        results.checks.iter().flat_map(Answers::columns).map(<[_]>::to_vec).collect();
    let shown = request.shown(&cases, ID)?;
    let events = vec![shown.event.clone(); all.len()];
    let (mut page, compared) = match &results.checks[..] {
        [check] => {
            let page = readout::one(&check.cases[0], &shown);
            (Page { title: check.label.clone(), ..page }, <_>::default())
        }
        checks => {
            let comparison = readout::Comparison::of(checks, &events, Vec::new())?;
            let compared = (Some(comparison.kind()), comparison.members());
            (comparison.page(&shown, results.seed), compared)
        }
    };
    let exact = std::iter::once("Exact.".to_owned());
    page.notes = Phrase::all(
        exact.chain(outputs.report.warnings.iter().map(notice_text)).collect::<Vec<_>>(),
    );
    let mut reply = reply(request, results, (events, shown), page, compared);
    // Programs are always exact, so their requests have no such option.
    reply.request.effort.exact_only = false;
    Ok(reply)
}

/// Creates the reply for these results, with the kind of chart and the additional JSON members of a
/// comparison.
fn reply(
    request: &Request,
    results: Results,
    (events, shown): (Vec<Event>, Shown),
    page: Page,
    (kind, members): (Option<ChartKind>, String),
) -> Reply {
    let request = request.of_results(&results, &shown);
    let results = Arc::new(results);
    let shown = Some(ShownResults { results, events, shown, kind });
    Reply { request, page, shown, found: ReplyData::Odds(members) }
}
