//! Answers: a check over its axes; and the questions that they answer.

use std::sync::Arc;

use oddsmith::answer::csv::{Csv, swept};
use oddsmith::answer::expression::Value;
use oddsmith::answer::{self, Results, columns, json};
use oddsmith::odds::{Event, View};
use oddsmith::page::Shown;
use oddsmith::scenario::{Cases, Effort};
use oddsmith::systems::Catalogue;
use oddsmith::{Error, Result};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::Answer;
use crate::asked::{Options, Question, call};
use crate::chart::{Chart, Look};
use crate::convert::python;
use crate::error::Raised;
use crate::frame::Frame;
use crate::gaps::{Gaps, place as at_place};
use crate::known::Known;
use crate::page::{cell, format, plain};
use crate::rules::{Rules, parsed};
use crate::watch::{Ahead, watched};

/// The answers of one check, a case for each point of its axes, the last axis fastest.
#[pyclass(frozen, sequence, module = "oddsmith")]
pub struct Answers {
    known: Arc<Known>,
    check: usize,
}

/// The place that an index of Python means, which may count from the end.
///
/// # Errors
/// If there is none.
pub fn place(at: isize, count: usize) -> PyResult<usize> {
    let place = if at < 0 { at + count as isize } else { at };
    match usize::try_from(place) {
        Ok(place) if place < count => Ok(place),
        _ => Err(PyIndexError::new_err(format!("there are {count}, and no number {at}"))),
    }
}

impl Answers {
    /// The check at this place of what is known.
    pub fn of(known: &Arc<Known>, check: usize) -> Answers {
        Answers { known: known.clone(), check }
    }

    /// What stands where an answer or answers do: one case where nothing sweeps.
    ///
    /// # Errors
    /// If Python has no room.
    pub fn handed(py: Python<'_>, known: &Arc<Known>, check: usize) -> PyResult<Py<PyAny>> {
        let answers = Answers::of(known, check);
        match answers.own().axes.is_empty() {
            true => Ok(Py::new(py, answers.case(0))?.into_any()),
            false => Ok(Py::new(py, answers)?.into_any()),
        }
    }

    /// A case as `odds --format json` prints it, as values of Python.
    ///
    /// # Errors
    /// If a duel has no solution.
    pub fn object(py: Python<'_>, known: &Known, check: usize, case: usize) -> PyResult<Py<PyAny>> {
        let own = known.check(check);
        let (label, answer) = (Some(own.label.as_str()), &own.cases[case]);
        let label = label.filter(|label| !label.is_empty());
        let text = match (answer.is_counted(), answer.case.entry.solver) {
            (false, Some(solver)) => {
                let solved = answer.solved();
                solved.and_then(|solved| json::duel(solver, &answer.case.settings, solved))
            }
            _ => json::case(answer, label, known.results.seed, &known.shown.event),
        };
        parsed(py, &text.raised()?)
    }

    fn own(&self) -> &answer::Answers {
        self.known.check(self.check)
    }

    fn points(&self) -> Value {
        self.known.points(self.check)
    }

    fn case(&self, case: usize) -> Answer {
        let points = self.points();
        Answer::of(&self.known, points.get_item(&Value::from(case)).unwrap_or_default())
    }

    fn cases(&self) -> impl Iterator<Item = Answer> {
        let points: Vec<Value> = self.points().try_iter().into_iter().flatten().collect();
        points.into_iter().map(|point| Answer::of(&self.known, point))
    }

    fn ask(&self, py: Python<'_>, name: &str, arguments: &[Value]) -> PyResult<Py<PyAny>> {
        python(py, &self.known.ask(&self.points(), name, arguments).raised()?, &self.known)
    }

    fn page(&self) -> Result<oddsmith::text::Page> {
        self.known.page(&self.own().cases)
    }
}

#[pymethods]
impl Answers {
    /// What the check is called in a comparison or a scenario.
    #[getter]
    fn label(&self) -> &str {
        &self.own().label
    }

    /// The check.
    #[getter]
    fn check(&self) -> String {
        self.own().cases[0].case.entry.id.to_string()
    }

    /// The values on each axis.
    #[getter]
    fn axes(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        python(py, &self.known.figure(&self.points(), "axes").raised()?, &self.known)
    }

    /// The chance of success in each case.
    #[getter]
    fn success(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.values(py, "success")
    }

    /// The mean of the scores in each case.
    #[getter]
    fn mean(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.values(py, "mean")
    }

    /// Their standard deviation in each case.
    #[getter]
    fn sd(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.values(py, "sd")
    }

    /// Their median in each case.
    #[getter]
    fn median(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.values(py, "median")
    }

    /// Of duels: the value of each.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.values(py, "value")
    }

    /// The share of a rung or score in each case, or of all at least or at most; of another column
    /// by its name.
    #[pyo3(signature = (event=None, /, *, at_least=None, at_most=None, column=None, at=None))]
    fn share(
        &self,
        py: Python<'_>,
        event: Option<&Bound<'_, PyAny>>,
        at_least: Option<&Bound<'_, PyAny>>,
        at_most: Option<&Bound<'_, PyAny>>,
        column: Option<&Bound<'_, PyAny>>,
        at: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Py<PyAny>>> {
        let share = |answer: Answer| answer.share(py, event, at_least, at_most, column, at);
        self.cases().map(share).collect()
    }

    /// Every score of each case with its name and share.
    #[pyo3(signature = (column=None, /, *, at=None))]
    fn law(
        &self,
        py: Python<'_>,
        column: Option<&str>,
        at: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Py<PyAny>>> {
        self.cases().map(|answer| answer.law(py, column, at)).collect()
    }

    /// The value of an expression in each case: "success", "mean / sd", "share('hit')".
    #[pyo3(signature = (expression, /))]
    fn values(&self, py: Python<'_>, expression: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "values", &[Value::from(expression)])
    }

    /// The one answer at these values of axes or fields.
    #[pyo3(signature = (**axes))]
    fn at(&self, axes: Option<&Bound<'_, PyDict>>) -> PyResult<Answer> {
        let found = self.known.ask(&self.points(), "at", &at_place(axes)?).raised()?;
        Ok(Answer::of(&self.known, found))
    }

    /// The answers for which an expression is true: "success >= 0.5 and active > 3".
    #[pyo3(name = "where", signature = (expression, /))]
    fn filtered(&self, py: Python<'_>, expression: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "where", &[Value::from(expression)])
    }

    /// The answer for which an expression is largest.
    #[pyo3(signature = (expression, /))]
    fn best(&self, py: Python<'_>, expression: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "best", &[Value::from(expression)])
    }

    /// The answer for which an expression is smallest.
    #[pyo3(signature = (expression, /))]
    fn worst(&self, py: Python<'_>, expression: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "worst", &[Value::from(expression)])
    }

    /// The value of one expression where another, `over`, is the number `at`: straight between
    /// neighbours, None where it never is.
    #[pyo3(signature = (expression, /, over, at))]
    fn interpolate(
        &self,
        py: Python<'_>,
        expression: &str,
        over: &str,
        at: f64,
    ) -> PyResult<Py<PyAny>> {
        let arguments = [Value::from(expression), Value::from(over), Value::from(at)];
        self.ask(py, "interpolate", &arguments)
    }

    /// How much larger an expression is here than in other answers, case by case.
    #[pyo3(signature = (other, expression="success", /))]
    fn gap(&self, other: &Answers, expression: &str) -> PyResult<Gaps> {
        let arguments = [other.points(), Value::from(expression)];
        let gaps = self.known.ask(&self.points(), "gap", &arguments).raised()?;
        Ok(Gaps::of(&self.known, gaps))
    }

    /// Where an expression crosses that of other answers, on the one axis.
    #[pyo3(signature = (other, expression="success", /))]
    fn crossings(&self, py: Python<'_>, other: &Answers, expression: &str) -> PyResult<Py<PyAny>> {
        self.ask(py, "crossings", &[other.points(), Value::from(expression)])
    }

    /// The outcomes as a frame for polars, pandas, pyarrow or DuckDB.
    fn frame(&self) -> Frame {
        Frame::of(&self.known.results, self.check, None)
    }

    /// The outcomes as CSV.
    fn csv(&self) -> String {
        let own = self.own();
        Csv::whole(swept(&own.axes)).all("", std::slice::from_ref(own))
    }

    /// The answers as people read them: "table", "markdown", "html" or "bbcode".
    #[pyo3(name = "table", signature = (form="table", /))]
    fn printed(&self, form: &str) -> PyResult<String> {
        let page = self.page().raised()?;
        Ok(if form == "table" { plain(&page) } else { page.print(format(form)?, false) })
    }

    /// The chart that shows them.
    #[pyo3(signature = (kind=None, *, title=None, size=None, theme="light"))]
    fn chart(
        &self,
        kind: Option<String>,
        title: Option<String>,
        size: Option<(u32, u32)>,
        theme: &str,
    ) -> PyResult<Chart> {
        let look = Look { kind, title, size, theme: theme.to_owned() };
        Chart::of(&self.known, &look, None).raised()
    }

    /// The same as `odds --format json` says of each case, as dictionaries.
    fn json(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let cases = 0..self.own().cases.len();
        cases.map(|case| Answers::object(py, &self.known, self.check, case)).collect()
    }

    fn __len__(&self) -> usize {
        self.own().cases.len()
    }

    fn __getitem__(&self, at: isize) -> PyResult<Answer> {
        Ok(self.case(place(at, self.own().cases.len())?))
    }

    fn __str__(&self) -> PyResult<String> {
        self.printed("table")
    }

    fn __repr__(&self) -> String {
        let axes: Vec<&str> = self.own().axes.iter().map(|axis| axis.name.as_str()).collect();
        let (check, cases) = (self.check(), self.own().cases.len());
        format!("<oddsmith.Answers {check}: {cases} cases over {}>", axes.join(", "))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let shown = || {
            let look = Look { theme: "light".to_owned(), ..Look::default() };
            let alone = self.known.results.checks.len() == 1 && self.own().cases[0].is_counted();
            let figure = alone.then(|| Chart::of(&self.known, &look, None)?.inline());
            let figure = figure.and_then(Result::ok).unwrap_or_default();
            self.page().map(|page| cell(Some(&page), &figure))
        };
        py.detach(shown).raised()
    }
}

/// The cases of one check, answered.
///
/// # Errors
/// If what counts is not there, or a case can't be answered.
pub fn answered(
    py: Python<'_>,
    cases: Cases,
    effort: Effort,
    event: Event,
    call: String,
) -> PyResult<Arc<Known>> {
    let ahead = Ahead::of(cases.len(), effort);
    watched(py, ahead, move |progress| {
        let event = match effort.solved {
            true => event,
            false => {
                let columns = columns(&cases)?;
                event.settled(columns.iter().map(Vec::as_slice), &cases.entry().id)?
            }
        };
        let answers = answer::Answers::new("", &cases, effort, &event, progress)?;
        let (trials, seed) = (progress.trials(), effort.seed);
        let results = Results { checks: vec![answers], pairs: Vec::new(), trials, seed };
        let shown = Shown { event, view: View::default() };
        Ok(Known::new(results, shown, None, call))
    })
}

/// The odds of a check, exact and sampled. Fields are named arguments; what Python goes over
/// sweeps. Dots in names and what is named like an option stand in the text of the check.
#[pyfunction]
#[pyo3(signature = (check, /, **fields))]
pub fn odds(
    py: Python<'_>,
    check: &str,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let call = call("odds", &[check.to_owned()], fields)?;
    let (options, fields) = Options::take(fields)?;
    let question = Question::read(check, options.rules.as_deref(), fields.as_ref())?;
    let (cases, effort, event) = (question.cases()?, options.effort()?, options.event()?);
    let known = answered(py, cases, effort, event, call)?;
    Answers::handed(py, &known, 0)
}

/// A duel of hidden choices, solved: its value, both strategies, the price of naive play. Fields
/// are those of the duel but for the policies.
#[pyfunction]
#[pyo3(signature = (check=None, /, **fields))]
pub fn duel(
    py: Python<'_>,
    check: Option<&str>,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let first: Vec<String> = check.into_iter().map(str::to_owned).collect();
    let call = call("duel", &first, fields)?;
    let (entry, solver) = Catalogue::default().duel(check).raised()?;
    let named = |name: &str| fields.is_some_and(|fields| fields.contains(name).unwrap_or(false));
    if let Some(policy) = solver.policies.iter().find(|policy| named(policy)) {
        let hint = format!("`oddsmith.odds(\"{}\", {policy}=…)` plays one", entry.id);
        return Err(Error::question("`duel` takes no policies: it finds the best").with_hint(hint))
            .raised();
    }
    let (_, fields) = Options::take(fields)?;
    let question = Question::of(Rules::catalogue(None), entry, Vec::new(), fields.as_ref())?;
    let effort = Effort { solved: true, ..Effort::default() };
    let known = answered(py, question.cases()?, effort, Event::SUCCESS, call)?;
    Answers::handed(py, &known, 0)
}
