//! The request: questions with all options that a front end may set.

use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Event, View};
use oddsmith_registry::choice;
use oddsmith_scenario::Effort;

choice! {
    /// What is computed of the questions.
    pub enum Action {
        /// The odds of one question.
        Odds = "odds",
        /// The odds of several questions on one axis.
        Compare = "compare",
        /// The difficulty that gives a chance.
        Dc = "dc",
        /// The best decisions of a player.
        Best = "best",
        /// The solution of a duel.
        Duel = "duel",
        /// One resolution, step by step.
        Play = "play",
    }
}

/// A text that a request reads: house rules, or a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The file that it comes from, where there is one.
    pub file: Option<String>,
    /// The text.
    pub text: String,
}

/// A request. An option that is left out has its default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// What is computed.
    pub action: Action,
    /// The questions, each in one line: `4d6kh3`, `melodrama.opposed active=10`, `label: d20 vs 15`.
    pub questions: Vec<String>,
    /// House rules and names for numbers.
    pub rules: Option<Source>,
    /// A program in AnyDice's language, in place of questions.
    pub program: Option<Source>,
    /// Whether scores are cumulated.
    pub view: View,
    /// The column that is shown, as `NAME` or `NAME@STEP`.
    pub column: Option<String>,
    /// The result that counts as a success, and better ones.
    pub of: Option<String>,
    /// The least score that counts as a success.
    pub at_least: Option<i32>,
    /// The greatest score that counts as a success.
    pub at_most: Option<i32>,
    /// Levels of quantiles, 0 to 1.
    pub quantile: Vec<f64>,
    /// Whether the interpretations of a rule text are compared.
    pub readings: bool,
    /// Advantages at which checks are compared, as a range.
    pub edge: Option<String>,
    /// The chance at which checks are matched, 0 to 1.
    pub matched: Option<f64>,
    /// The chances that are wanted of a difficulty, 0 to 1.
    pub target: Vec<f64>,
    /// Fields with a row for each of their values, `bonus=0..15`.
    pub each: Vec<String>,
    /// The field to find, in place of the difficulty.
    pub solve: Option<String>,
    /// Whether a chance below the wanted one is no solution.
    pub never_below: bool,
    /// A check whose difficulties are translated.
    pub like: Option<String>,
    /// A table of results that is translated to another roll.
    pub ranges: Option<String>,
    /// The column whose mean is maximised, in place of the success.
    pub mean: Option<String>,
    /// Whether that mean is minimised.
    pub least: bool,
    /// The luck of a resolution.
    pub luck: Option<String>,
    /// How the results are computed.
    pub effort: Effort,
}

impl Request {
    /// A request for the odds of these questions, or their comparison.
    pub fn odds<Q: Into<String>>(questions: impl IntoIterator<Item = Q>) -> Request {
        let questions = questions.into_iter().map(Into::into).collect();
        Request { questions, ..Request::default() }.settled()
    }

    /// The same request, where odds of several questions are a comparison.
    #[must_use]
    pub(crate) fn settled(mut self) -> Request {
        if self.action == Action::Odds && self.questions.len() > 1 {
            self.action = Action::Compare;
        }
        self
    }

    /// The first question.
    ///
    /// # Errors
    /// If there is none.
    pub fn question(&self) -> Result<&str> {
        let first = self.questions.first().filter(|text| !text.trim().is_empty());
        let none = || Error::question("there is no question").with_hint("type dice: 4d6kh3");
        first.map(String::as_str).ok_or_else(none)
    }

    /// The event that counts as a success, before it is looked up in the columns of a case.
    ///
    /// # Errors
    /// If several are given, or the step of the column is no number.
    pub fn event(&self) -> Result<Event> {
        Event::said(self.of.as_deref(), self.at_least, self.at_most, self.column.as_deref())
    }
}
