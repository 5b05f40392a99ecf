//! Difficulties that were found: a row for each competence, or for each line of another table.

use std::sync::Arc;

use oddsmith::Error;
use oddsmith::answer::solve::{SolveGrid, SolveRequest, SolvedRow, Target, json};
use oddsmith::answer::{Results, SavedResults};
use oddsmith::readout::{self, Aim, Shown};
use oddsmith::scenario::{Axis, ChartKind, Level, NamedQuestion, axes};
use oddsmith::text::Page;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers::place;
use crate::asked::{OPTIONS, Options, Question};
use crate::chart::{Chart, Look};
use crate::error::Raised;
use crate::given::{self, wrong};
use crate::known::AnswerSet;
use crate::page::{shown, shows};
use crate::pickle::pickles;
use crate::request::{Request, State};
use crate::rules::parsed;
use crate::watch::{WorkAmount, watched};

/// The difficulties found, a row each.
#[pyclass(frozen, sequence, module = "oddsmith")]
pub struct Difficulties {
    rows: Vec<Py<PyAny>>,
    page: Page,
    request: Arc<Request>,
    found: Vec<SolvedRow>,
    /// The answers around them; why there are none where nothing was found.
    around: oddsmith::Result<Arc<AnswerSet>>,
}

impl Difficulties {
    fn parts(&self, py: Python<'_>) -> PyResult<(State,)> {
        let nothing = Results { checks: Vec::new(), pairs: Vec::new(), trials: 0, seed: 0 };
        let around = self.around.as_ref().map_or(&nothing, |known| &known.results);
        let saved = SavedResults::of(around).with_rows(&self.found);
        Ok((self.request.state(py, &saved),))
    }

    fn page(&self) -> oddsmith::Result<Page> {
        Ok(self.page.clone())
    }

    /// A copy of a row, so that no caller changes it.
    fn row(&self, py: Python<'_>, at: usize) -> PyResult<Py<PyAny>> {
        Ok(py.import("copy")?.call_method1("deepcopy", (&self.rows[at],))?.unbind())
    }

    fn drawn(&self, look: &Look) -> oddsmith::Result<Chart> {
        Chart::of(self.around.as_ref().map_err(Error::clone)?, look)
    }
}

pickles! { Difficulties }

shows! { Difficulties:
    /// The rows as a text: "table", "markdown", "html", "bbcode" or "csv".
    table,
    /// A chart of the chances around the difficulties found.
    chart,
}

#[pymethods]
impl Difficulties {
    #[staticmethod]
    fn _restore(py: Python<'_>, state: State) -> PyResult<Difficulties> {
        let (request, saved) = Request::read(py, state)?;
        found(py, request, Some(saved))
    }

    /// The rows as dictionaries, as `dc --format json` prints them.
    #[getter]
    fn rows(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        (0..self.rows.len()).map(|at| self.row(py, at)).collect()
    }

    /// The difficulty of each row; None where no value gives the chance.
    #[getter]
    fn solved(&self, py: Python<'_>) -> PyResult<Vec<Option<i64>>> {
        self.rows.iter().map(|row| row.bind(py).get_item("solved")?.extract()).collect()
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __getitem__(&self, py: Python<'_>, at: isize) -> PyResult<Py<PyAny>> {
        self.row(py, place(at, self.rows.len())?)
    }

    fn __repr__(&self) -> String {
        format!("<oddsmith.Difficulties: {} rows>", self.rows.len())
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        shown(
            py,
            || Ok(self.page.clone()),
            |look| Chart::of(self.around.as_ref().map_err(Error::clone)?, look),
        )
    }
}

/// Find the difficulty that gives a chance, `target`, or translate the difficulties of another
/// check, `like`. `each` gives a row for each of its values, `solve` names another field to find,
/// `never_below` allows no chance below the target.
#[pyfunction]
#[pyo3(
    signature = (check, /, **fields),
    text_signature = "(check, /, *, target=None, each=None, solve=None, never_below=False, \
        like=None, rules=None, of=None, at_least=None, at_most=None, \
        column=None, trials=None, precision=None, seed=None, exact_only=False, \
        sampled_only=False, no_kernel=False, budget=None, **fields)"
)]
pub fn dc(
    py: Python<'_>,
    check: &str,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<Difficulties> {
    let request = Request::of("dc", vec![check.to_owned()], &given::read(py, fields)?)?;
    found(py, request, None)
}

/// Finds the difficulties that a call of `dc` asks for, or restores them.
///
/// # Errors
/// If the question can't be read, or a case can't be answered.
pub fn found(
    py: Python<'_>,
    request: Request,
    saved: Option<SavedResults<'static>>,
) -> PyResult<Difficulties> {
    let (fields, request) = (request.named(py)?, Arc::new(request));
    let own = Own::take(&fields)?;
    let options = Options::take(&fields, &OPTIONS)?;
    let known: Vec<&str> = Own::NAMES.into_iter().chain(OPTIONS).collect();
    let question = Question::read(request.text(), options.rules.as_deref(), &fields, &known)?;
    let (effort, event) = (options.request.effort().raised()?, options.request.event().raised()?);
    let Question { catalogue, entry, given, .. } = question;
    let Own { target, each, solve, never_below, like } = own;
    let like = like.as_deref();
    let share = match (target, like) {
        (Some(share), None) if (0.0..=1.0).contains(&share) => share,
        (None, Some(_)) => 0.5,
        (Some(share), None) => {
            let error = Error::question(format!("target={share} is no chance"));
            return Err(error.with_hint("a chance is 0 to 1: target=0.65")).raised();
        }
        _ => {
            let error = Error::question("a difficulty is found for a chance or by another check");
            return Err(error.with_hint("give `target=0.65`, or `like=\"mano.roll\"`")).raised();
        }
    };
    let other = |text: &str| -> oddsmith::Result<_> {
        let NamedQuestion { check, fields: words, .. } = NamedQuestion::read(text)?;
        let entry = catalogue.check(&check)?;
        let axes = axes(&oddsmith::scenario::fields(&entry, &words)?)?;
        Ok((entry, axes))
    };
    let like = like.map(other).transpose().raised()?;
    let asked = SolveRequest { given, each, field: solve };
    let count = |axes: &[Axis]| axes.iter().map(|axis| axis.values.len() as u64).product();
    let ahead = WorkAmount::Cases(count(&asked.each));
    let asker = request.clone();
    let (text, page, around, found) = watched(py, ahead, move |progress| {
        let quest = SolveGrid::new(entry.clone(), &catalogue.names, asked, event.clone(), effort)?;
        let rows: Vec<SolvedRow> = match (&saved, &like) {
            (Some(saved), _) => saved.rows().to_vec(),
            (None, Some((other, given))) => quest.like(other, given, never_below, progress)?,
            (None, None) => {
                quest.rows(Target { share, never_below, hardest_sure: false }, progress)?
            }
        };
        let aim = Aim {
            check: Aim::title(&quest),
            field: &quest.field,
            target,
            like: like.as_ref().map(|(other, _)| other.id.to_string()),
            never_below,
        };
        let page = readout::dc(&rows, &aim);
        let around = match saved.filter(SavedResults::has_answers) {
            Some(saved) => saved.restore([("", &quest.cases_around(&rows)?)]),
            None => quest.around(&rows),
        };
        let around = around.map(|results| {
            let heat = results.checks[0].axes.len() == 2;
            let kind = if heat { ChartKind::Heat } else { ChartKind::Curve };
            let level = target.map(|share| Level { share, never_below });
            let shown = Shown { event, level, ..Shown::default() };
            AnswerSet::new(results, shown, Some(kind), asker, None)
        });
        Ok((json::rows(&entry.id, &quest.field, &rows), page, around, rows))
    })?;
    let rows = parsed(py, &text)?.bind(py).get_item("rows")?;
    let rows = rows.try_iter()?.map(|row| Ok(row?.unbind())).collect::<PyResult<_>>()?;
    Ok(Difficulties { rows, page, request, found, around })
}

/// What `dc` takes beside fields and options.
#[derive(Default)]
struct Own {
    target: Option<f64>,
    each: Vec<Axis>,
    solve: Option<String>,
    never_below: bool,
    like: Option<String>,
}

impl Own {
    const NAMES: [&'static str; 5] = ["target", "each", "solve", "never_below", "like"];

    /// Takes it out of what was given.
    fn take(named: &Bound<'_, PyDict>) -> PyResult<Own> {
        let mut own = Own::default();
        for name in Own::NAMES {
            let Some(value) = given::taken(named, name)? else { continue };
            match name {
                "target" => own.target = Some(given::number(name, &value)?),
                "solve" => own.solve = Some(given::text(name, &value)?),
                "never_below" => own.never_below = given::flag(name, &value)?,
                "like" => own.like = Some(given::text(name, &value)?),
                _ => {
                    let takes = "a dictionary of fields with their values";
                    let rows = value.cast::<PyDict>().map_err(|_| wrong(name, takes, &value))?;
                    for (field, values) in rows {
                        let field: String = field.extract()?;
                        let values = given::swept(&field, &values)?.0;
                        own.each.push(Axis::of(&field, values));
                    }
                }
            }
        }
        Ok(own)
    }
}
