//! Python class of house rules, and the list of checks.

use std::path::PathBuf;
use std::sync::Arc;

use oddsmith::answer::listing;
use oddsmith::systems::Catalogue;
use pyo3::prelude::*;

use crate::error::Raised;
use crate::pickle::pickles;

/// House rules, for `rules=`.
#[pyclass(frozen, module = "oddsmith")]
pub struct Rules {
    catalogue: Arc<Catalogue>,
    /// Source of the rules, from which another process restores them.
    text: String,
}

impl Rules {
    /// Returns the catalogue with these rules, or the default one.
    pub fn catalogue(rules: Option<&Rules>) -> Arc<Catalogue> {
        rules.map_or_else(Arc::default, |rules| rules.catalogue.clone())
    }

    fn parts(&self, _: Python<'_>) -> PyResult<(&str,)> {
        Ok((&self.text,))
    }
}

pickles! { Rules }

#[pymethods]
impl Rules {
    /// The names of their checks.
    #[getter]
    fn checks(&self) -> Vec<String> {
        self.catalogue.house.iter().map(|entry| entry.id.to_string()).collect()
    }

    #[staticmethod]
    fn _restore(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Rules> {
        rules(py, text)
    }

    fn __repr__(&self) -> String {
        format!("<oddsmith.Rules {}>", self.checks().join(", "))
    }
}

/// Read the `[[house]]` and `[table.FIELD]` tables of a TOML text, or of a file if you give a path.
/// The language is in docs/dice.md.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub fn rules(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Rules> {
    if let Ok(text) = text.extract::<String>() {
        let named = !text.contains('\n') && text.ends_with(".toml");
        let read = py.detach(|| Catalogue::parse(&text)).map_err(|error| match named {
            true => error.with_hint("a file is given as a path: `pathlib.Path(\"mine.toml\")`"),
            false => error,
        });
        return Ok(Rules { catalogue: Arc::new(read.raised()?), text });
    }
    let path: PathBuf = text.extract()?;
    let read = || -> oddsmith::Result<Rules> {
        let text = oddsmith::file::read(&path)?;
        let catalogue = Catalogue::parse(&text).map_err(|error| error.in_file(&path))?;
        Ok(Rules { catalogue: Arc::new(catalogue), text })
    };
    py.detach(read).raised()
}

/// List checks: all, those of a system, or one, each as a dictionary with its fields and columns;
/// `"policies"` lists the policies.
#[pyfunction]
#[pyo3(signature = (what=None, /, *, rules=None))]
pub fn list(py: Python<'_>, what: Option<&str>, rules: Option<&Rules>) -> PyResult<Py<PyAny>> {
    let catalogue = Rules::catalogue(rules);
    let (text, key) = match what {
        Some("policies") => (Ok(listing::policies()), "policies"),
        _ => {
            let listed = listing::listed(&catalogue, what);
            (listed.and_then(|listed| listing::checks(&listed.checks(&catalogue))), "checks")
        }
    };
    let parsed = parsed(py, &text.raised()?)?;
    Ok(parsed.bind(py).get_item(key)?.unbind())
}

/// Parses JSON to Python values.
///
/// # Errors
/// If it is not valid JSON.
pub fn parsed(py: Python<'_>, json: &str) -> PyResult<Py<PyAny>> {
    Ok(py.import("json")?.call_method1("loads", (json,))?.unbind())
}
