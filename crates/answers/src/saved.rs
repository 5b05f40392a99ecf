//! Results saved as text, and restored from it without computing anything.

use std::borrow::Cow;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::solve::SolvedRow;
use super::{Answer, Answers, Results, json};
use oddsmith_base::{Error, Result};
use oddsmith_engine::odds::{Law, Laws, Tallies, Tally};
use oddsmith_engine::strategy::Solved;
use oddsmith_registry::{Case, Value};
use oddsmith_scenario::{Axis, Cases};

/// Numbers of results, without the questions: the caller stores those in another form.
///
/// # Examples
/// ```
/// use oddsmith_answers::{Answers, Results, SavedResults};
/// use oddsmith_engine::odds::{Event, Progress};
/// use oddsmith_scenario::{Axis, Cases, Effort};
/// use oddsmith_registry::Names;
///
/// let axes = [("bonus", vec!["0", "5"]), ("dc", vec!["10"])]
///     .map(|(name, values)| Axis::of(name, values));
/// let cases = Cases::new(oddsmith_systems::check("mutants.check")?, axes.into(), Names::default())?;
/// let answers =
///     Answers::new("", &cases, Effort::default(), &Event::SUCCESS, &Progress::default())?;
/// let results = Results { checks: vec![answers], pairs: Vec::new(), trials: 2_000_000, seed: 1 };
///
/// let text = SavedResults::of(&results).text();
/// let restored = SavedResults::parse(&text)?.restore([("", &cases)])?;
/// assert_eq!(restored.checks[0].cases[1].laws, results.checks[0].cases[1].laws);
/// assert_eq!(restored.checks[0].cases[1].tallies, results.checks[0].cases[1].tallies);
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
#[derive(Debug, Deserialize, Serialize)]
pub struct SavedResults<'a> {
    version: Cow<'a, str>,
    trials: u64,
    seed: u64,
    /// Indices of check and case, if only one case is saved.
    only: Option<(usize, usize)>,
    answers: Vec<SavedAnswer<'a>>,
    /// Rows of a search for difficulties; `answers` are those of the cases around the solutions.
    rows: Cow<'a, [SolvedRow]>,
}

#[derive(Debug, Deserialize, Serialize)]
struct SavedAnswer<'a> {
    identity: String,
    why: Cow<'a, str>,
    laws: Option<SavedLaws<'a>>,
    tallies: Option<Cow<'a, [Tally]>>,
    solved: Option<Cow<'a, Solved>>,
    /// Value of the optimal decisions.
    best: Option<f64>,
}

#[derive(Debug, Deserialize, Serialize)]
struct SavedLaws<'a> {
    columns: Cow<'a, [Law]>,
    branches: u64,
    memory: usize,
}

impl<'a> SavedResults<'a> {
    /// Collects the numbers of all cases.
    pub fn of(results: &'a Results) -> SavedResults<'a> {
        SavedResults {
            version: env!("CARGO_PKG_VERSION").into(),
            trials: results.trials,
            seed: results.seed,
            only: None,
            answers: results.all().map(SavedAnswer::of).collect(),
            rows: Cow::default(),
        }
    }

    /// Collects the numbers of one case; `place` has the indices of its check and of the case.
    pub fn only(results: &'a Results, answer: &'a Answer, place: (usize, usize)) -> Self {
        let answers = vec![SavedAnswer::of(answer)];
        let Results { trials, seed, .. } = *results;
        let version = env!("CARGO_PKG_VERSION").into();
        SavedResults { version, trials, seed, only: Some(place), answers, rows: Cow::default() }
    }

    /// Adds the rows of a search for difficulties.
    pub fn with_rows(self, rows: &'a [SolvedRow]) -> SavedResults<'a> {
        SavedResults { rows: rows.into(), ..self }
    }

    /// Returns the numbers as text on one line.
    pub fn text(&self) -> String {
        json::text(self)
    }
}

impl SavedResults<'static> {
    /// Parses saved numbers.
    ///
    /// # Errors
    /// If the text is damaged, or was saved by another version.
    pub fn parse(text: &str) -> Result<SavedResults<'static>> {
        let ours = env!("CARGO_PKG_VERSION");
        let saved: SavedResults = serde_json::from_str(text).map_err(|_| unlike())?;
        match saved.version == ours {
            true => Ok(saved),
            false => {
                let error =
                    format!("the results were saved by version {} of oddsmith", saved.version);
                Err(Error::question(error).with_hint(format!("this is {ours}: compute them again")))
            }
        }
    }

    /// Returns the indices of check and case if only one case is saved.
    pub fn place(&self) -> Option<(usize, usize)> {
        self.only
    }

    /// Returns true if the numbers of any case are saved.
    pub fn has_answers(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Returns the rows of a search for difficulties.
    pub fn rows(&self) -> &[SolvedRow] {
        &self.rows
    }

    /// Restores the results, given the label and the cases of each check. A single saved case
    /// becomes the only case of the only check, with one value on each axis.
    ///
    /// # Errors
    /// If the numbers do not fit the cases, or a case can't be built.
    pub fn restore<'c>(
        self,
        checks: impl IntoIterator<Item = (&'c str, &'c Cases)>,
    ) -> Result<Results> {
        let SavedResults { trials, seed, only, answers, .. } = self;
        let mut saved = answers.into_iter();
        let mut restored = Vec::new();
        for (check, (label, cases)) in checks.into_iter().enumerate() {
            let (numbers, axes) = match only {
                None => (0..cases.len(), cases.axes().to_vec()),
                Some((own, case)) if own == check && case < cases.len() => {
                    let values = cases.point(case).into_iter().zip(cases.axes());
                    let one = |((_, value), axis): ((&str, &Value), &Axis)| Axis {
                        values: vec![value.clone()],
                        ..axis.clone()
                    };
                    (case..case + 1, values.map(one).collect())
                }
                Some(_) => continue,
            };
            let answer = |number| saved.next().ok_or_else(unlike)?.restore(cases.case(number)?);
            let cases = numbers.map(answer).collect::<Result<_>>()?;
            restored.push(Answers { label: label.to_owned(), axes, cases });
        }
        match restored.is_empty() || saved.next().is_some() {
            true => Err(unlike()),
            false => Ok(Results { checks: restored, pairs: Vec::new(), trials, seed }),
        }
    }
}

impl<'a> SavedAnswer<'a> {
    fn of(answer: &'a Answer) -> SavedAnswer<'a> {
        let laws = |laws: &'a Laws| SavedLaws {
            columns: (&laws.columns[..]).into(),
            branches: laws.branches,
            memory: laws.memory,
        };
        SavedAnswer {
            identity: answer.case.identity(),
            why: (&*answer.why).into(),
            laws: answer.laws.as_ref().map(laws),
            tallies: answer.tallies.as_ref().map(|tallies| (&tallies.columns[..]).into()),
            // Errors are not saved: they recur when the value is needed.
            solved: answer.solved.get().and_then(|solved| solved.as_ref().ok()).map(Cow::Borrowed),
            best: answer.best.get().and_then(|best| best.clone().ok()),
        }
    }

    fn restore(self, case: Case) -> Result<Answer> {
        if case.identity() != self.identity {
            return Err(unlike());
        }
        let columns = || case.check().columns();
        let laws = self.laws.map(|SavedLaws { columns: laws, branches, memory }| {
            Laws::restored(laws.into_owned(), (branches, memory), columns()).ok_or_else(unlike)
        });
        let tallies = self
            .tallies
            .map(|tallies| Tallies::restored(tallies.into_owned(), columns()).ok_or_else(unlike));
        Ok(Answer {
            laws: laws.transpose()?,
            tallies: tallies.transpose()?,
            why: self.why.into_owned(),
            case,
            solved: self.solved.map_or_else(OnceLock::new, |it| Ok(it.into_owned()).into()),
            best: self.best.map_or_else(OnceLock::new, |it| Ok(it).into()),
        })
    }
}

fn unlike() -> Error {
    Error::question("the saved results do not fit their question")
        .with_hint("compute them again: a file that the question reads may have changed")
}
