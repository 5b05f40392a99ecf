//! Tasks: requests that are parsed and validated, so that their amount of work is available before
//! their results are computed.
//! This folder holds one task for each action. Parsing of requests and printing do not belong here.

mod decisions;
mod difficulty;
mod duel;
mod odds;
mod transcript;

use oddsmith_answers::{Answers, Results, SavedResults};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Event, Progress, View, no_order};
use oddsmith_engine::rule::Column;
use oddsmith_readout::Shown;
use oddsmith_scenario::{Cases, Effort, Question, WorkAmount};
use oddsmith_systems::Catalogue;

use crate::reply::Reply;
use crate::request::{Action, Request};
pub use difficulty::Difficulty;
pub use duel::Duels;
pub use odds::{Comparison, Odds};

/// True if tables of other games can be translated; the WebAssembly build leaves this out to save
/// space.
pub(crate) const HAS_TRANSLATION: bool = cfg!(not(target_family = "wasm"));

/// Source of the numbers of a reply.
pub(crate) enum Numbers<'p> {
    /// Computed; the progress counts cases and trials.
    Computed(&'p Progress),
    /// Restored from saved results.
    Saved(SavedResults<'static>),
}

impl<'p> Numbers<'p> {
    /// Returns the progress of a computation; `None` for saved results.
    fn progress(&self) -> Option<&'p Progress> {
        match self {
            Numbers::Computed(progress) => Some(progress),
            Numbers::Saved(_) => None,
        }
    }

    /// Returns the results of one question.
    fn results(self, cases: &Cases, effort: Effort, event: &Event) -> Result<Results> {
        match self {
            Numbers::Saved(saved) => saved.restore([("", cases)]),
            Numbers::Computed(progress) => {
                let checks = vec![Answers::new("", cases, effort, event, progress)?];
                let (trials, seed) = (progress.trials(), effort.seed());
                Ok(Results { checks, pairs: Vec::new(), trials, seed })
            }
        }
    }
}

/// Request that is ready to be computed.
pub enum Task<'c> {
    /// Odds of one question.
    Odds(Box<Odds>),
    /// Comparison of several questions.
    Comparison(Comparison),
    /// Outputs of an AnyDice program.
    Program(Request),
    /// Search for a difficulty.
    Difficulty(Box<Difficulty<'c>>),
    /// Translation of a table of results to another roll.
    Ranges(Request, Cases),
    /// Optimal decisions of a player.
    Decisions(Request, Cases),
    /// Solutions of duels.
    Duels(Duels),
    /// Single resolution.
    Resolution(Request, Cases),
}

impl Request {
    /// Parses and validates the request.
    ///
    /// # Errors
    /// If two options exclude each other, a question can't be parsed, or an option does not fit it.
    pub fn prepare<'c>(&self, catalogue: &'c Catalogue) -> Result<Task<'c>> {
        self.check_combinations()?;
        match self.action {
            _ if self.program.is_some() => Ok(Task::Program(self.clone())),
            Action::Compare => Ok(Task::Comparison(Comparison::prepare(self.clone(), catalogue)?)),
            Action::Duel => {
                let duel = |id: &str| Ok(catalogue.duel(Some(id))?.0);
                self.task(Question::read_among(self.question()?, catalogue, duel)?, catalogue)
            }
            _ => self.task(Question::read(self.question()?, catalogue)?, catalogue),
        }
    }

    /// Returns the reply, with the house rules of the request.
    ///
    /// # Errors
    /// If the rules or a question can't be parsed, an option does not fit, or a case can't be
    /// answered.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_query::Request;
    ///
    /// let json = Request::odds(["d20 vs 15"]).answer()?.json().expect("odds have JSON");
    /// assert!(json.contains(r#""fraction":"3/10""#));
    /// # Ok::<(), oddsmith_query::Error>(())
    /// ```
    pub fn answer(&self) -> Result<Reply> {
        let rules = self.rules.as_ref().map_or("", |rules| &rules.text);
        self.prepare(&Catalogue::parse(rules)?)?.reply(&Progress::default())
    }

    /// Validates the request for this question in place of its own.
    ///
    /// # Errors
    /// If two options exclude each other, or an option does not fit the question.
    pub fn about<'c>(&self, question: Question, catalogue: &'c Catalogue) -> Result<Task<'c>> {
        self.check_combinations()?;
        self.task(question, catalogue)
    }

    fn task<'c>(&self, question: Question, catalogue: &'c Catalogue) -> Result<Task<'c>> {
        let request = self.clone();
        Ok(match self.action {
            Action::Odds | Action::Compare => {
                Task::Odds(Box::new(Odds::prepare(request, &question, catalogue)?))
            }
            Action::Dc if HAS_TRANSLATION && self.ranges.is_some() => {
                Task::Ranges(request, question.cases(catalogue)?)
            }
            Action::Dc => {
                let task = Difficulty::prepare(request, question, catalogue)?;
                Task::Difficulty(Box::new(task))
            }
            Action::Best => Task::Decisions(request, question.cases(catalogue)?),
            Action::Duel => Task::Duels(Duels::prepare(request, &question)?),
            Action::Play => Task::Resolution(request, question.cases(catalogue)?),
        })
    }

    /// Returns the cases of the first question.
    ///
    /// # Errors
    /// If it can't be parsed, or a field is unknown, missing or invalid.
    pub fn cases(&self, catalogue: &Catalogue) -> Result<Cases> {
        Question::read(self.question()?, catalogue)?.cases(catalogue)
    }

    /// Returns the effort, with the defaults of a request.
    ///
    /// # Errors
    /// If two options exclude each other, or no results remain to be computed.
    pub fn effort(&self) -> Result<Effort> {
        self.effort.over(Effort::default())
    }

    /// Returns the selection to show, for cases with these columns; `of` is the check's name in
    /// errors.
    ///
    /// # Errors
    /// If a column or a result is unknown, or a cumulative view is requested for unordered scores.
    pub fn shown(&self, cases: &[Vec<Column>], of: &str) -> Result<Shown> {
        let event = self.event()?.settled(cases.iter().map(Vec::as_slice), of)?;
        if let Some(level) = self.quantile.iter().find(|level| **level <= 0.0 || **level >= 1.0) {
            return Err(Error::question(format!("`{level}` is not a quantile"))
                .with_hint("quantiles are between 0 and 1: 0.9, or 90%"));
        }
        if self.view != View::Exactly || !self.quantile.is_empty() {
            let shown = cases.iter().filter_map(|columns| Some(&columns[event.place(columns)?]));
            if let Some(column) = shown.into_iter().find(|column| !column.scale.is_ordered()) {
                return Err(no_order(column, of));
            }
        }
        let (view, quantiles) = (self.view, self.quantile.clone());
        Ok(Shown { event, view, quantiles, ..Shown::default() })
    }
}

impl Task<'_> {
    /// Returns the amount of work.
    pub fn work(&self) -> WorkAmount {
        match self {
            Task::Odds(odds) if odds.has_readings() => WorkAmount::Cases(256),
            Task::Odds(odds) => WorkAmount::of(odds.cases.len(), odds.effort),
            Task::Comparison(comparison) => {
                WorkAmount::of(comparison.sides.count(), comparison.effort)
            }
            Task::Difficulty(difficulty) => WorkAmount::Cases(difficulty.rows()),
            Task::Decisions(_, cases) => WorkAmount::Cases(cases.len() as u64),
            Task::Duels(duels) => WorkAmount::Cases(duels.cases.len() as u64),
            Task::Program(_) | Task::Ranges(..) | Task::Resolution(..) => WorkAmount::Cases(1),
        }
    }

    /// Computes the reply.
    ///
    /// # Errors
    /// If a case can't be answered, or lacks the column or result of the request.
    pub fn reply(self, progress: &Progress) -> Result<Reply> {
        self.reply_with(Numbers::Computed(progress))
    }

    /// Returns the reply for saved numbers; actions that save none are computed again.
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
            Task::Ranges(request, cases) if HAS_TRANSLATION => difficulty::ranges(&request, &cases),
            Task::Ranges(..) => {
                Err(Error::question("no table is translated here").with_hint("use the command"))
            }
            Task::Decisions(request, cases) => decisions::reply(&request, &cases, &numbers),
            Task::Duels(duels) => duels.reply(numbers),
            Task::Resolution(request, cases) => transcript::reply(&request, &cases),
        }
    }
}
