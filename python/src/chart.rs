//! Python class of a chart: as SVG, as PNG, in a notebook cell.

use std::path::PathBuf;
use std::sync::Arc;

use oddsmith::chart::{draw, drawing, fitting};
use oddsmith::registry::Choice;
use oddsmith::scenario::{Chart as SolveRequest, ChartKind, size};
use oddsmith::{Error, Result};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::answer_set::AnswerSet;
use crate::cell::cell;
use crate::error::Raised;
use crate::pickle::pickles;

/// A chart. In a notebook it follows the light or dark theme.
#[pyclass(frozen, module = "oddsmith")]
pub struct Chart {
    known: Arc<AnswerSet>,
    asked: SolveRequest,
    /// Object whose method `chart` made it, and the arguments; `None` inside a notebook cell.
    made: Option<(Py<PyAny>, ChartOptions)>,
}

/// Arguments of the method `chart`.
#[derive(Clone, Default, IntoPyObject)]
pub struct ChartOptions {
    /// Kind of chart; `None` means the one that fits best.
    pub kind: Option<String>,
    /// Title; `None` means one derived from the numbers.
    pub title: Option<String>,
    /// Width and height in pixels.
    pub size: Option<(i64, i64)>,
    /// "light" or "dark".
    pub theme: String,
}

impl ChartOptions {
    fn kind(&self, known: &AnswerSet) -> Result<Option<ChartKind>> {
        let Some(name) = &self.kind else { return Ok(known.kind) };
        let kinds = || ChartKind::WORDS.iter().copied();
        ChartKind::named(name).map(Some).ok_or_else(|| Error::unknown("chart", name, "", kinds()))
    }

    fn dark(&self) -> Result<bool> {
        match self.theme.as_str() {
            "light" => Ok(false),
            "dark" => Ok(true),
            other => Err(Error::unknown("theme", other, "", ["light", "dark"])),
        }
    }
}

impl Chart {
    /// Returns the chart of all answers.
    ///
    /// # Errors
    /// If there is no such kind, theme or size, or the answers are duels that were solved.
    pub fn of(known: &Arc<AnswerSet>, look: &ChartOptions) -> Result<Chart> {
        if known.results.all().any(|answer| !answer.is_counted()) {
            return Err(Error::question("a duel that is solved has nothing to draw")
                .with_hint("`odds` of the duel plays it"));
        }
        let kind = look.kind(known)?;
        let fitted = fitting(&known.results, &known.shown, kind);
        if let (Some(word), true) = (&look.kind, kind != Some(fitted.kind)) {
            let error = format!("a chart of kind `{word}` runs along an axis, and nothing sweeps");
            return Err(Error::question(error)
                .with_hint("give a field several values, or ask for margin, survival or fan"));
        }
        let asked = SolveRequest {
            title: look.title.clone(),
            size: look.size.map(|(wide, high)| size(&format!("{wide}x{high}"))).transpose()?,
            dark: look.dark()?,
            ..fitted
        };
        Ok(Chart { known: known.clone(), asked, made: None })
    }

    /// Records that the chart is the result of `answers.chart(look)`.
    pub fn made_by<T>(self, answers: &Bound<'_, T>, look: ChartOptions) -> Chart {
        Chart { made: Some((answers.clone().into_any().unbind(), look)), ..self }
    }

    fn parts(&self, py: Python<'_>) -> PyResult<(Option<Py<PyAny>>, ChartOptions)> {
        let made = self.made.as_ref();
        let (answers, look) =
            made.map(|(answers, look)| (answers.clone_ref(py), look.clone())).unzip();
        Ok((answers, look.unwrap_or_default()))
    }

    fn bytes(&self, file: &str) -> Result<Vec<u8>> {
        let asked = SolveRequest { file: file.to_owned(), ..self.asked.clone() };
        draw(&self.known.results, &asked, &self.known.expressions, &self.known.call)
    }

    /// Returns the figure for a page that chooses the theme.
    ///
    /// # Errors
    /// If the answers have nothing to draw.
    pub fn inline(&self) -> Result<String> {
        let AnswerSet { results, call, expressions: asks, .. } = &*self.known;
        Ok(drawing(results, &self.asked, asks, call)?.inline)
    }
}

pickles! { Chart }

#[pymethods]
impl Chart {
    #[staticmethod]
    fn _restore<'py>(
        answers: &Bound<'py, PyAny>,
        look: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyAny>> {
        answers.call_method("chart", (), Some(look))
    }

    /// The chart as SVG.
    #[getter]
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let bytes = py.detach(|| self.bytes("chart.svg")).raised()?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The chart as PNG, twice as large in pixels as the SVG.
    #[getter]
    fn png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.bytes("chart.png")).raised()?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Write the chart to a file whose name ends in .svg or .png.
    #[pyo3(signature = (path, /))]
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let file = match ending {
            "svg" => "chart.svg",
            "png" => "chart.png",
            _ => {
                let error = Error::question(format!("`{}` is no file for a chart", path.display()));
                return Err(error.with_hint("its name ends in .svg or .png")).raised();
            }
        };
        let write = || oddsmith::file::write(&path, &self.bytes(file)?);
        py.detach(write).raised()
    }

    /// Show the chart in the browser, from a temporary file.
    fn show(&self, py: Python<'_>) -> PyResult<()> {
        let folder = py.import("tempfile")?.call_method1("mkdtemp", (py.None(), "oddsmith-"))?;
        let path = folder.extract::<PathBuf>()?.join("chart.svg");
        self.save(py, path.clone())?;
        let page =
            py.import("pathlib")?.getattr("Path")?.call1((&path,))?.call_method0("as_uri")?;
        match py.import("webbrowser")?.call_method1("open", (page,))?.extract::<bool>()? {
            true => Ok(()),
            false => Err(Error::question("there is no browser to show the chart in")
                .with_hint("write it with `chart.save(\"odds.svg\")`"))
            .raised(),
        }
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py)
    }

    fn __repr__(&self) -> String {
        let kind = ChartKind::VALUES.iter().position(|kind| *kind == self.asked.kind);
        let word = kind.map_or("", |at| ChartKind::WORDS[at]);
        format!("<oddsmith.Chart {word}>")
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(cell(None, &py.detach(|| self.inline()).raised()?))
    }
}
