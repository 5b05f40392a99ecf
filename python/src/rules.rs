//! House rules of one's own, and lists of what there is to ask.

use std::sync::Arc;

use oddsmith::answer::listing;
use oddsmith::systems::Catalogue;
use pyo3::prelude::*;

use crate::error::Raised;

/// House rules, read: what `rules=` takes.
#[pyclass(frozen, module = "oddsmith")]
pub struct Rules {
    catalogue: Arc<Catalogue>,
}

impl Rules {
    /// All that can be asked with these rules, or without any.
    pub fn catalogue(rules: Option<&Rules>) -> Arc<Catalogue> {
        rules.map_or_else(Arc::default, |rules| rules.catalogue.clone())
    }
}

#[pymethods]
impl Rules {
    /// The names of their checks.
    #[getter]
    fn checks(&self) -> Vec<String> {
        self.catalogue.house.iter().map(|entry| entry.id.to_string()).collect()
    }

    fn __repr__(&self) -> String {
        format!("<oddsmith.Rules {}>", self.checks().join(", "))
    }
}

/// Reads the `[[house]]` and `[table.FIELD]` tables of a TOML text, or of a file if it is given a
/// path (see docs/dice.md for the language).
#[pyfunction]
#[pyo3(signature = (text, /))]
pub fn rules(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Rules> {
    let catalogue = match text.extract::<String>() {
        Ok(text) => py.detach(|| Catalogue::parse(&text)),
        Err(_) => {
            let path: std::path::PathBuf = text.extract()?;
            py.detach(|| Catalogue::with_rules(Some(&path)))
        }
    };
    Ok(Rules { catalogue: Arc::new(catalogue.raised()?) })
}

/// What there is to ask: all checks, those of a system, or one check, each as a dictionary with
/// its fields and columns; `"policies"` lists who plays what.
#[pyfunction]
#[pyo3(signature = (what=None, /, *, rules=None))]
pub fn list(py: Python<'_>, what: Option<&str>, rules: Option<&Rules>) -> PyResult<Py<PyAny>> {
    let catalogue = Rules::catalogue(rules);
    let (text, key) = match what {
        Some("policies") => (listing::policies(), "policies"),
        _ => {
            let listed = listing::listed(&catalogue, what);
            (listed.and_then(|listed| listing::checks(&listed.checks(&catalogue))), "checks")
        }
    };
    let parsed = parsed(py, &text.raised()?)?;
    Ok(parsed.bind(py).get_item(key)?.unbind())
}

/// JSON as values of Python.
///
/// # Errors
/// If it is none.
pub fn parsed(py: Python<'_>, json: &str) -> PyResult<Py<PyAny>> {
    Ok(py.import("json")?.call_method1("loads", (json,))?.unbind())
}
