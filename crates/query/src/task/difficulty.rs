//! Task: search for the difficulty that gives a share, or the share of another check.

use std::sync::Arc;

use oddsmith_answers::solve::{Range, SolveGrid, Target, fit};
use oddsmith_base::{Error, Parameter, Result};
use oddsmith_readout as readout;
use oddsmith_readout::{Aim, Shown};
use oddsmith_scenario::{Cases, ChartKind, Level, Question, axes, fields};
use oddsmith_systems::{Catalogue, case};

use super::{HAS_TRANSLATION, Numbers};
use crate::reply::{Reply, ReplyData, ShownResults};
use crate::request::Request;

/// Search for a difficulty.
pub struct Difficulty<'c> {
    request: Request,
    quest: SolveGrid<'c>,
    /// Check whose difficulties are translated.
    like: Option<Question>,
}

impl<'c> Difficulty<'c> {
    pub(super) fn prepare(
        request: Request,
        mut question: Question,
        catalogue: &'c Catalogue,
    ) -> Result<Difficulty<'c>> {
        if request.target.is_empty() && request.like.is_none() {
            let error = Error::question("a difficulty is found for a chance or by another check");
            return Err(error.with_hint(
                Parameter::TARGET + " is the chance, " + Parameter::LIKE + " the check",
            ));
        }
        let each = axes(&fields(&question.entry, &request.each)?)?;
        question.listed.extend(each.iter().map(|axis| axis.name.clone()));
        question.given.extend(each);
        let (event, effort) = (request.event()?, request.effort()?);
        let field = request.solve.clone();
        let quest = SolveGrid::new(question, &catalogue.names, field, event, effort)?;
        let like = request.like.as_deref().map(|text| Question::read(text, catalogue));
        let like = like.transpose()?;
        Ok(Difficulty { request, quest, like })
    }

    /// Returns the number of points.
    pub fn rows(&self) -> u64 {
        self.quest.axes.iter().map(|axis| axis.values.len() as u64).product()
    }

    pub(super) fn reply(self, numbers: Numbers) -> Result<Reply> {
        let Difficulty { request, quest, like } = self;
        let never_below = request.never_below;
        let rows = match (&numbers, &like) {
            (Numbers::Saved(saved), _) => saved.rows().to_vec(),
            (Numbers::Computed(progress), Some(other)) if HAS_TRANSLATION => {
                quest.like(other, never_below, progress)?
            }
            (Numbers::Computed(progress), _) => {
                let target = |&share: &f64| Target { share, never_below, hardest_sure: false };
                let targets: Vec<Target> = request.target.iter().map(target).collect();
                quest.rows(&targets, progress)?
            }
        };
        let aim = Aim {
            check: Aim::title(&quest),
            field: &quest.field,
            target: request.target.first().copied(),
            like: like.as_ref().map(|other| other.entry.id.to_string()),
            never_below,
        };
        let page = readout::dc(&rows, &aim);
        // A chart can show only one target.
        let level = match request.target[..] {
            [share] => Some(Level { share, never_below }),
            _ => None,
        };
        let around = match numbers {
            Numbers::Saved(saved) if saved.has_answers() => {
                saved.restore([("", &quest.cases_around(&rows)?)])
            }
            Numbers::Saved(_) | Numbers::Computed(_) => quest.around(&rows),
        };
        let shown = around.ok().map(|results| {
            let shown = Shown { event: quest.event.clone(), level, ..Shown::default() };
            let heat = results.checks[0].axes.len() == 2;
            let kind = Some(if heat { ChartKind::Heat } else { ChartKind::Curve });
            let events = vec![quest.event.clone(); results.checks.len()];
            ShownResults { results: Arc::new(results), events, shown, kind }
        });
        let found = ReplyData::Difficulties(quest.entry.id.to_string(), quest.field, rows);
        Ok(Reply { request, page, shown, found })
    }
}

/// Translates a table of results to ranges of the question's roll.
pub(super) fn ranges(request: &Request, cases: &Cases) -> Result<Reply> {
    let table = request.ranges.as_deref().unwrap_or_default();
    let (dice, table) = table.split_once(':').unwrap_or(("d20", table));
    let (dice, table) = (dice.trim(), Range::read(table)?);
    let budget = request.effort()?.exact_only().budget().unwrap_or_default();
    let from = case(&format!("house.roll luck={}", dice.replace(' ', "_")))?.law(budget)?;
    if cases.len() > 1 {
        return Err(Error::question("a table is translated to one roll")
            .with_hint("give each field one value"));
    }
    let case = cases.case(0)?;
    let event = request.event()?.settled([case.columns()], case.entry.called())?;
    let place = event.place(case.columns()).unwrap_or(0);
    let fits = fit(&table, &from.columns[0], &case.law(budget)?.columns[place])?;
    let luck = case.settings.given().get("luck").map(ToString::to_string);
    let to = luck.unwrap_or_else(|| readout::words(&case.columns()[place].name));
    let page = readout::ranges(&fits, dice, &to);
    Ok(Reply { request: request.clone(), page, shown: None, found: ReplyData::Ranges(fits) })
}
