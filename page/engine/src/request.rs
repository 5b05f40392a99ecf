//! What a page asks.

use std::sync::Arc;

use oddsmith::odds::{Event, Sample, View};
use oddsmith::readout::Shown;
use oddsmith::rule::Column;
use oddsmith::scenario::{Amount, Effort, EffortOverrides};
use oddsmith::systems::Catalogue;
use oddsmith::{Error, Result};
use serde::Deserialize;

/// A request. What is left out is as usual.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// What is wanted of the questions.
    #[serde(rename = "do")]
    pub asked: Asked,
    /// One question, or several that are compared; each as the command takes it.
    pub questions: Vec<String>,
    /// A field that is set before anything is asked.
    pub set: Option<Change>,
    /// `[[house]]` tables.
    pub rules: String,
    /// A program in AnyDice's language, in place of questions.
    pub program: String,
    pub view: String,
    pub of: Option<String>,
    pub at_least: Option<i32>,
    pub at_most: Option<i32>,
    pub column: Option<String>,
    /// Advantages at which checks are compared.
    pub edge: Option<String>,
    /// The chance at which checks are matched.
    #[serde(rename = "match")]
    pub share: Option<f64>,
    pub method: Method,
    pub trials: Option<u64>,
    pub seed: Option<u64>,
    pub budget: Option<u64>,
    /// The chance that is wanted of a difficulty.
    pub target: Option<f64>,
    /// A row for each of these values, `bonus=0..15`.
    pub each: Vec<String>,
    pub never_below: bool,
    /// The luck of a resolution that is told.
    pub luck: Option<String>,
    /// A figure of its own is dark.
    pub dark: bool,
    /// What is wanted beside the answer.
    pub want: Vec<Want>,
}

/// What is wanted of the questions.
#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// Their odds.
    #[default]
    Odds,
    /// The difficulty of the first for a chance.
    Dc,
    /// What is best to decide in the first.
    Best,
    /// The first as a duel, solved.
    Duel,
    /// One resolution of the first, told.
    Play,
}

/// How an answer is made.
#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Exact, or else simulated.
    #[default]
    Either,
    /// Both, as the command does.
    Both,
    Exact,
    Sampled,
}

/// A field that is set; to nothing, where it is left out.
#[derive(Clone, Deserialize)]
pub struct Change {
    pub question: usize,
    pub field: String,
    pub value: Option<String>,
}

/// A form of an answer that is wanted beside its page.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Want {
    Json,
    Figure,
    Svg,
    Markdown,
    Bbcode,
    Csv,
}

impl Request {
    /// Reads one.
    ///
    /// # Errors
    /// If it is no request.
    pub fn read(text: &str) -> Result<Request> {
        serde_json::from_str(text).map_err(|error| Error::question(error.to_string()))
    }

    /// Whether this is wanted.
    pub fn wants(&self, want: Want) -> bool {
        self.want.contains(&want)
    }

    /// All that can be asked.
    ///
    /// # Errors
    /// If the rules can't be read.
    pub fn catalogue(&self) -> Result<Arc<Catalogue>> {
        catalogue(&self.rules)
    }

    /// The first question.
    ///
    /// # Errors
    /// If there is none.
    pub fn question(&self) -> Result<&str> {
        let first = self.questions.first().filter(|text| !text.trim().is_empty());
        let first = first.map(String::as_str);
        first.ok_or_else(|| Error::question("nothing is asked").with_hint("type dice: 4d6kh3"))
    }

    /// How hard it is tried.
    ///
    /// # Errors
    /// If that leaves nothing to answer.
    pub fn effort(&self) -> Result<Effort> {
        let Sample { trials, seed } = Sample::default();
        let overrides = EffortOverrides {
            trials: self.trials.filter(|_| self.method != Method::Exact),
            seed: self.seed,
            exact_only: self.method == Method::Exact,
            sampled_only: self.method == Method::Sampled,
            budget: self.budget,
            ..EffortOverrides::default()
        };
        let effort = overrides.effort(seed, Amount::Trials(trials))?;
        let either = self.method == Method::Either;
        Ok(if either { effort.sample_only_if_inexact() } else { effort })
    }

    /// Whether scores are cumulated.
    pub fn view(&self) -> View {
        let known = View::NAMES.into_iter().find(|(name, _)| *name == self.view);
        known.map_or(View::Exactly, |(_, view)| view)
    }

    /// What counts, not yet looked up.
    ///
    /// # Errors
    /// If two exclude each other.
    pub fn event(&self) -> Result<Event> {
        Event::said(self.of.as_deref(), self.at_least, self.at_most, self.column.as_deref())
    }

    /// What is shown of cases with these columns. What has no order is shown as it is.
    ///
    /// # Errors
    /// If a column or a rung is unknown.
    pub fn shown(&self, cases: &[Vec<Column>], of: &str) -> Result<Shown> {
        let event = self.event()?.settled(cases.iter().map(Vec::as_slice), of)?;
        let shown = |columns: &Vec<Column>| {
            event.place(columns).is_none_or(|place| columns[place].scale.is_ordered())
        };
        let view = if cases.iter().all(shown) { self.view() } else { View::Exactly };
        Ok(Shown { event, view, ..Shown::default() })
    }
}

/// All that can be asked, with these rules beside it.
///
/// # Errors
/// If the rules can't be read.
pub fn catalogue(rules: &str) -> Result<Arc<Catalogue>> {
    let read =
        if rules.trim().is_empty() { Ok(Catalogue::default()) } else { Catalogue::parse(rules) };
    read.map(Arc::new)
}
