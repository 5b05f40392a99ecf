//! A request, prepared: what it needs is read and checked, so that its work can be shown ahead and its
//! results computed.

mod decisions;
mod difficulty;
mod duel;
mod odds;
mod tale;

use oddsmith_answers::readout::Shown;
use oddsmith_answers::scenario::{Amount, Cases, Effort, NamedQuestion, WorkAmount, axes, fields};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Progress, Sample, View, no_order};
use oddsmith_engine::rule::Column;
use oddsmith_registry::Value;
use oddsmith_systems::Catalogue;

use crate::reply::Reply;
use crate::request::{Action, Request};
pub use difficulty::Difficulty;
pub use duel::Duels;
pub use odds::{Comparison, Odds};

/// Whether tables of other games are translated, for which a page has no room.
pub(crate) const TRANSLATES: bool = cfg!(not(target_family = "wasm"));

/// A request that is ready to be computed.
pub enum Task<'c> {
    /// The odds of one question.
    Odds(Odds),
    /// The odds of several questions on one axis.
    Comparison(Comparison),
    /// The outputs of an AnyDice program.
    Program(Request),
    /// The difficulty that gives a chance.
    Difficulty(Box<Difficulty<'c>>),
    /// A table of results on another roll.
    Ranges(Request, &'c Catalogue),
    /// The best decisions of a player.
    Decisions(Request, Cases),
    /// The solutions of duels.
    Duels(Duels),
    /// One resolution.
    Tale(Request, Cases),
}

impl Request {
    /// Reads and checks what the request needs.
    ///
    /// # Errors
    /// If a question can't be read, or an option does not fit it.
    pub fn prepare<'c>(&self, catalogue: &'c Catalogue) -> Result<Task<'c>> {
        let request = self.clone();
        Ok(match self.action {
            _ if self.program.is_some() => Task::Program(request),
            Action::Odds if self.questions.len() > 1 => {
                Task::Comparison(Comparison::prepare(request, catalogue)?)
            }
            Action::Odds => Task::Odds(Odds::prepare(request, catalogue)?),
            Action::Dc if TRANSLATES && self.ranges.is_some() => Task::Ranges(request, catalogue),
            Action::Dc => Task::Difficulty(Box::new(Difficulty::prepare(request, catalogue)?)),
            Action::Best => Task::Decisions(request, self.cases(catalogue)?),
            Action::Duel => Task::Duels(Duels::prepare(request)?),
            Action::Play => Task::Tale(request, self.cases(catalogue)?),
        })
    }

    /// The cases of the first question.
    ///
    /// # Errors
    /// If it can't be read, or a field of it is unknown, missing or wrong.
    pub fn cases(&self, catalogue: &Catalogue) -> Result<Cases> {
        let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(self.question()?)?;
        let entry = catalogue.check(&check)?;
        let given = fields(&entry, &words)?;
        let named = given.iter().map(|(name, value)| (&**name, &**value));
        let entry = entry.with_cast(named, catalogue.folder.as_deref())?;
        Cases::new(entry, axes(&given)?, catalogue.names.clone())
    }

    /// The fields that the first question gives, each with its value.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn given(&self, catalogue: &Catalogue) -> Result<Vec<(String, Value)>> {
        let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(self.question()?)?;
        let given = fields(&*catalogue.check(&check)?, &words)?;
        Ok(given.into_iter().map(|(name, text)| (name, Value::guess(&text))).collect())
    }

    /// The effort, with the defaults of a request.
    ///
    /// # Errors
    /// If two options exclude each other, or nothing is left to compute.
    pub fn effort(&self) -> Result<Effort> {
        let Sample { trials, seed } = Sample::default();
        self.effort.effort(seed, Amount::Trials(trials))
    }

    /// The part of cases with these columns that is shown; `of` names their check in errors.
    ///
    /// # Errors
    /// If a column or a result is unknown, or scores without an order are to be cumulated.
    pub fn shown(&self, cases: &[Vec<Column>], of: &str) -> Result<Shown> {
        let event = self.event()?.settled(cases.iter().map(Vec::as_slice), of)?;
        if self.view != View::Exactly {
            let shown = cases.iter().filter_map(|columns| Some(&columns[event.place(columns)?]));
            if let Some(column) = shown.into_iter().find(|column| !column.scale.is_ordered()) {
                return Err(no_order(column, of));
            }
        }
        Ok(Shown { event, view: self.view, ..Shown::default() })
    }
}

impl Task<'_> {
    /// The work that is ahead.
    pub fn work(&self) -> WorkAmount {
        match self {
            Task::Odds(odds) => WorkAmount::of(odds.cases.len(), odds.effort),
            Task::Comparison(comparison) => {
                WorkAmount::of(comparison.sides.count(), comparison.effort)
            }
            Task::Difficulty(difficulty) => WorkAmount::Cases(difficulty.rows()),
            Task::Decisions(_, cases) => WorkAmount::Cases(cases.len() as u64),
            Task::Duels(duels) => WorkAmount::Cases(duels.cases.len() as u64),
            Task::Program(_) | Task::Ranges(..) | Task::Tale(..) => WorkAmount::Cases(1),
        }
    }

    /// Computes the reply.
    ///
    /// # Errors
    /// If a case can't be answered, or has not what the request is about.
    pub fn reply(self, progress: &Progress) -> Result<Reply> {
        match self {
            Task::Odds(odds) => odds.reply(progress),
            Task::Comparison(comparison) => comparison.reply(progress),
            Task::Program(request) => odds::program(&request),
            Task::Difficulty(difficulty) => difficulty.reply(progress),
            Task::Ranges(request, catalogue) if TRANSLATES => {
                difficulty::ranges(&request, catalogue)
            }
            Task::Ranges(..) => {
                Err(Error::question("no table is translated here").with_hint("use the command"))
            }
            Task::Decisions(request, cases) => decisions::reply(&request, &cases),
            Task::Duels(duels) => duels.reply(progress),
            Task::Tale(request, cases) => tale::reply(&request, &cases),
        }
    }
}
