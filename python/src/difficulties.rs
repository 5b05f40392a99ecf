//! Difficulties that were found: a row for each competence, or for each line of another table.

use std::sync::Arc;

use oddsmith::Error;
use oddsmith::answer::solve::{SolveGrid, SolveRequest, SolvedRow, Target, json};
use oddsmith::readout::{self, Aim, Shown};
use oddsmith::scenario::{Axis, ChartKind, Level, NamedQuestion, axes};
use oddsmith::text::Page;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers::place;
use crate::asked::{OPTIONS, Options, Question};
use crate::chart::{Chart, Look};
use crate::error::Raised;
use crate::given::{self, call, wrong};
use crate::known::AnswerSet;
use crate::page::{shown, shows};
use crate::rules::parsed;
use crate::watch::{WorkAmount, watched};

/// The difficulties found, a row each.
#[pyclass(frozen, sequence, module = "oddsmith")]
pub struct Difficulties {
    rows: Vec<Py<PyAny>>,
    page: Page,
    /// The answers around them; why there are none where nothing was found.
    around: oddsmith::Result<Arc<AnswerSet>>,
}

impl Difficulties {
    fn page(&self) -> oddsmith::Result<Page> {
        Ok(self.page.clone())
    }

    fn drawn(&self, look: &Look) -> oddsmith::Result<Chart> {
        Chart::of(self.around.as_ref().map_err(Error::clone)?, look)
    }
}

shows! { Difficulties:
    /// The rows as a text: "table", "markdown", "html", "bbcode" or "csv".
    table,
    /// A chart of the chances around the difficulties found.
    chart,
}

#[pymethods]
impl Difficulties {
    /// The rows as dictionaries, as `dc --format json` prints them.
    #[getter]
    fn rows(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.rows.iter().map(|row| row.clone_ref(py)).collect()
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
        Ok(self.rows[place(at, self.rows.len())?].clone_ref(py))
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
    let fields = given::read(py, fields)?;
    let call = call("dc", &[check.to_owned()], &fields)?;
    let own = Own::take(&fields)?;
    let options = Options::take(&fields, &OPTIONS)?;
    let known: Vec<&str> = Own::NAMES.into_iter().chain(OPTIONS).collect();
    let question = Question::read(check, options.rules.as_deref(), &fields, &known)?;
    let (effort, event) = (options.effort()?, options.event()?);
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
    let (text, page, around) = watched(py, ahead, move |progress| {
        let quest = SolveGrid::new(entry.clone(), &catalogue.names, asked, event.clone(), effort)?;
        let rows: Vec<SolvedRow> = match &like {
            Some((other, given)) => quest.like(other, given, never_below, progress)?,
            None => quest.rows(Target { share, never_below, hardest_sure: false }, progress)?,
        };
        let aim = Aim {
            check: Aim::title(&quest),
            field: &quest.field,
            target,
            like: like.as_ref().map(|(other, _)| other.id.to_string()),
            never_below,
        };
        let page = readout::dc(&rows, &aim);
        let around = quest.around(&rows).map(|results| {
            let heat = results.checks[0].axes.len() == 2;
            let kind = if heat { ChartKind::Heat } else { ChartKind::Curve };
            let level = target.map(|share| Level { share, never_below });
            let shown = Shown { event, level, ..Shown::default() };
            AnswerSet::new(results, shown, Some(kind), call)
        });
        Ok((json::rows(&entry.id, &quest.field, &rows), page, around))
    })?;
    let rows = parsed(py, &text)?.bind(py).get_item("rows")?;
    let rows = rows.try_iter()?.map(|row| Ok(row?.unbind())).collect::<PyResult<_>>()?;
    Ok(Difficulties { rows, page, around })
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
