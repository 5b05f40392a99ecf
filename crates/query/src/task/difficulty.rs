//! The difficulty that gives a chance, or has the odds of another check's.

use std::sync::Arc;

use oddsmith_answers::answer::solve::{Range, SolveGrid, SolveRequest, Target, fit};
use oddsmith_answers::readout::{self, Aim, Shown};
use oddsmith_answers::scenario::{Axis, ChartKind, Level, NamedQuestion, axes, fields};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::Progress;
use oddsmith_registry::Entry;
use oddsmith_systems::{Catalogue, case};

use super::TRANSLATES;
use crate::reply::{Found, Reply, ShownResults};
use crate::request::Request;

/// The difficulty that gives a chance.
pub struct Difficulty<'c> {
    request: Request,
    quest: SolveGrid<'c>,
    /// The check whose difficulties are translated, with its fields.
    like: Option<(Arc<Entry>, Vec<Axis>)>,
}

impl<'c> Difficulty<'c> {
    pub(super) fn prepare(request: Request, catalogue: &'c Catalogue) -> Result<Difficulty<'c>> {
        let (entry, given) = check(request.question()?, catalogue)?;
        let each = axes(&fields(&entry, &request.each)?)?;
        let asked = SolveRequest { given, each, field: request.solve.clone() };
        let (event, effort) = (request.event()?, request.effort()?);
        let quest = SolveGrid::new(entry, &catalogue.names, asked, event, effort)?;
        let like = request.like.as_deref().map(|text| check(text, catalogue)).transpose()?;
        Ok(Difficulty { request, quest, like })
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.quest.axes.iter().map(|axis| axis.values.len() as u64).product()
    }

    pub(super) fn reply(self, progress: &Progress) -> Result<Reply> {
        let Difficulty { request, quest, like } = self;
        let never_below = request.never_below;
        let rows = match &like {
            Some((other, given)) if TRANSLATES => {
                quest.like(other, given, never_below, progress)?
            }
            _ => {
                let target = |&share: &f64| Target { share, never_below, hardest_sure: false };
                let targets: Vec<Target> = request.target.iter().map(target).collect();
                quest.rows_of(&targets, progress)?
            }
        };
        let aim = Aim {
            check: Aim::title(&quest),
            field: &quest.field,
            target: request.target.first().copied(),
            like: like.as_ref().map(|(other, _)| other.id.to_string()),
            never_below,
        };
        let page = readout::dc(&rows, &aim);
        // A chart has room for one level.
        let level = match request.target[..] {
            [share] => Some(Level { share, never_below }),
            _ => None,
        };
        let shown = quest.around(&rows).ok().map(|results| {
            let shown = Shown { event: quest.event.clone(), level, ..Shown::default() };
            let heat = results.checks[0].axes.len() == 2;
            let kind = Some(if heat { ChartKind::Heat } else { ChartKind::Curve });
            let events = vec![quest.event.clone(); results.checks.len()];
            ShownResults { results: Arc::new(results), events, shown, kind }
        });
        let found = Found::Difficulties(quest.entry.id.to_string(), quest.field, rows);
        Ok(Reply { request, page, shown, found })
    }
}

/// A check with its fields.
fn check(question: &str, catalogue: &Catalogue) -> Result<(Arc<Entry>, Vec<Axis>)> {
    let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(question)?;
    let entry = catalogue.check(&check)?;
    let fields = fields(&entry, &words)?;
    let given = fields.iter().map(|(name, value)| (&**name, &**value));
    let entry = entry.with_cast(given, catalogue.folder.as_deref())?;
    let axes = axes(&fields)?;
    Ok((entry, axes))
}

/// A table of results as ranges of the roll of the question.
pub(super) fn ranges(request: &Request, catalogue: &Catalogue) -> Result<Reply> {
    let table = request.ranges.as_deref().unwrap_or_default();
    let (dice, table) = table.split_once(':').unwrap_or(("d20", table));
    let (dice, table) = (dice.trim(), Range::read(table)?);
    let budget = request.effort()?.exact_only().budget.unwrap_or_default();
    let from = case(&format!("house.roll luck={}", dice.replace(' ', "_")))?.law(budget)?;
    let cases = request.cases(catalogue)?;
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
    Ok(Reply { request: request.clone(), page, shown: None, found: Found::Ranges(fits) })
}
