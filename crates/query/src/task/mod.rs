//! A request, prepared: what it needs is read and checked, so that its work can be shown ahead and its
//! results computed.

mod decisions;
mod difficulty;
mod duel;
mod odds;
mod tale;

use oddsmith_answers::SavedResults;
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Progress, View, no_order};
use oddsmith_engine::rule::Column;
use oddsmith_readout::Shown;
use oddsmith_scenario::{Cases, Effort, Question, WorkAmount};
use oddsmith_systems::Catalogue;

use crate::reply::Reply;
use crate::request::{Action, Request};
pub use difficulty::Difficulty;
pub use duel::Duels;
pub use odds::{Comparison, Odds};

/// Whether tables of other games are translated, for which a page has no room.
pub(crate) const TRANSLATES: bool = cfg!(not(target_family = "wasm"));

/// The source of a reply's numbers.
pub(crate) enum Numbers<'p> {
    /// They are computed, and cases and trials are counted.
    Computed(&'p Progress),
    /// They were saved.
    Saved(SavedResults<'static>),
}

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
    Ranges(Request, Cases),
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
        match self.action {
            _ if self.program.is_some() => Ok(Task::Program(self.clone())),
            Action::Compare => Ok(Task::Comparison(Comparison::prepare(self.clone(), catalogue)?)),
            Action::Duel => {
                let duel = |id: &str| Ok(catalogue.duel(Some(id))?.0);
                self.about(Question::read_among(self.question()?, catalogue, duel)?, catalogue)
            }
            _ => self.about(Question::read(self.question()?, catalogue)?, catalogue),
        }
    }

    /// Checks what the request needs, about this question in place of its own.
    ///
    /// # Errors
    /// If an option does not fit the question.
    pub fn about<'c>(&self, question: Question, catalogue: &'c Catalogue) -> Result<Task<'c>> {
        let request = self.clone();
        Ok(match self.action {
            Action::Odds | Action::Compare => {
                Task::Odds(Odds::prepare(request, &question, catalogue)?)
            }
            Action::Dc if TRANSLATES && self.ranges.is_some() => {
                Task::Ranges(request, question.cases(catalogue)?)
            }
            Action::Dc => {
                let task = Difficulty::prepare(request, question, catalogue)?;
                Task::Difficulty(Box::new(task))
            }
            Action::Best => Task::Decisions(request, question.cases(catalogue)?),
            Action::Duel => Task::Duels(Duels::prepare(request, &question)?),
            Action::Play => Task::Tale(request, question.cases(catalogue)?),
        })
    }

    /// The cases of the first question.
    ///
    /// # Errors
    /// If it can't be read, or a field of it is unknown, missing or wrong.
    pub fn cases(&self, catalogue: &Catalogue) -> Result<Cases> {
        Question::read(self.question()?, catalogue)?.cases(catalogue)
    }

    /// The effort, with the defaults of a request.
    ///
    /// # Errors
    /// If two options exclude each other, or nothing is left to compute.
    pub fn effort(&self) -> Result<Effort> {
        self.effort.over(Effort::default())
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
        self.reply_with(Numbers::Computed(progress))
    }

    /// The reply with numbers that were saved; an action that saves none is computed anew.
    ///
    /// # Errors
    /// If the numbers do not fit the question.
    pub fn restore(self, saved: SavedResults<'static>) -> Result<Reply> {
        self.reply_with(Numbers::Saved(saved))
    }

    fn reply_with(self, numbers: Numbers) -> Result<Reply> {
        match self {
            Task::Odds(odds) => odds.reply(numbers),
            Task::Comparison(comparison) => comparison.reply(numbers),
            Task::Program(request) => odds::program(&request),
            Task::Difficulty(difficulty) => difficulty.reply(numbers),
            Task::Ranges(request, cases) if TRANSLATES => difficulty::ranges(&request, &cases),
            Task::Ranges(..) => {
                Err(Error::question("no table is translated here").with_hint("use the command"))
            }
            Task::Decisions(request, cases) => decisions::reply(&request, &cases, &numbers),
            Task::Duels(duels) => duels.reply(numbers),
            Task::Tale(request, cases) => tale::reply(&request, &cases),
        }
    }
}
