//! Requests: questions with all options that a front end may set.

use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Event, View};
use oddsmith_registry::choice;
use oddsmith_scenario::Effort;

choice! {
    /// Action of a request.
    pub enum Action {
        /// Computes the odds of one question.
        Odds = "odds",
        /// Compares the odds of several questions.
        Compare = "compare",
        /// Finds the difficulty that gives a share.
        Dc = "dc",
        /// Finds the optimal decisions of a player.
        Best = "best",
        /// Solves a duel.
        Duel = "duel",
        /// Plays one resolution, step by step.
        Play = "play",
    }
}

/// Text of house rules or of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// File of the text, if any.
    pub file: Option<String>,
    /// Content.
    pub text: String,
}

/// Questions, an action and its options. [`Request::answer`] computes the reply. Options that are
/// not set have their defaults; [`Parameter::actions`](crate::Parameter::actions) lists the actions
/// that use an option.
///
/// # Examples
/// ```
/// use oddsmith_query::Request;
///
/// let mut request = Request::odds(["advantage: 2d20kh1 vs 15", "bonus: d20+5 vs 15"]);
/// (request.effort.trials, request.effort.seed) = (Some(100_000), Some(7));
/// let results = request.answer()?.shown.expect("odds have distributions").results;
/// assert!(results.labelled("bonus").is_some_and(|bonus| bonus.cases.len() == 1));
/// # Ok::<(), oddsmith_query::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// Action.
    pub action: Action,
    /// Questions, each on one line: `4d6kh3`, `melodrama.opposed active=10`, `label: d20 vs 15`.
    pub questions: Vec<String>,
    /// House rules and named numbers.
    pub rules: Option<Source>,
    /// AnyDice program, in place of questions.
    pub program: Option<Source>,
    /// View of the scores: exact or cumulative.
    pub view: View,
    /// Column to show, as `NAME` or `NAME@STEP`.
    pub column: Option<String>,
    /// Result that counts as success, together with better ones.
    pub of: Option<String>,
    /// Smallest score that counts as success.
    pub at_least: Option<i32>,
    /// Largest score that counts as success.
    pub at_most: Option<i32>,
    /// Levels of quantiles, above 0 and below 1.
    pub quantile: Vec<f64>,
    /// True to compare the readings (interpretations) of a rule text.
    pub readings: bool,
    /// Advantages for a comparison, as a range.
    pub edge: Option<String>,
    /// Share to which checks are matched, 0 to 1.
    pub matched: Option<f64>,
    /// Target shares of a search for a difficulty, 0 to 1.
    pub target: Vec<f64>,
    /// Fields with a row for each of their values: `bonus=0..15`.
    pub each: Vec<String>,
    /// Field to search for, in place of the difficulty.
    pub solve: Option<String>,
    /// True if shares below the target are not solutions.
    pub never_below: bool,
    /// Check whose difficulties are translated.
    pub like: Option<String>,
    /// Table of results that is translated to another roll.
    pub ranges: Option<String>,
    /// Column whose mean is maximized, in place of the success.
    pub mean: Option<String>,
    /// True to minimize that mean.
    pub least: bool,
    /// Script of the random events of a resolution.
    pub luck: Option<String>,
    /// Effort of the results.
    pub effort: Effort,
}

impl Request {
    /// Creates a request for the odds of these questions, or for their comparison.
    pub fn odds<Q: Into<String>>(questions: impl IntoIterator<Item = Q>) -> Request {
        let questions = questions.into_iter().map(Into::into).collect();
        Request { questions, ..Request::default() }.with_compare_action()
    }

    /// Changes the odds of several questions to a comparison.
    #[must_use]
    pub(crate) fn with_compare_action(mut self) -> Request {
        if self.action == Action::Odds && self.questions.len() > 1 {
            self.action = Action::Compare;
        }
        self
    }

    /// Returns the first question.
    ///
    /// # Errors
    /// If there is none.
    pub fn question(&self) -> Result<&str> {
        let first = self.questions.first().filter(|text| !text.trim().is_empty());
        let none = || Error::question("there is no question").with_hint("type dice: 4d6kh3");
        first.map(String::as_str).ok_or_else(none)
    }

    /// Returns the event that counts as success, before it is resolved with the columns of a case.
    ///
    /// # Errors
    /// If the index of the column is not a number.
    pub fn event(&self) -> Result<Event> {
        Event::from_parts(self.of.as_deref(), self.at_least, self.at_most, self.column.as_deref())
    }
}
