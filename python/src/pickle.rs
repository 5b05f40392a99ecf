//! Methods that several classes share: pickles and copies, and the refusal of a truth value.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Defines pickling and copying of a class: `parts` are the arguments of its static method
/// `_restore`. Copies are the object itself, because objects never change.
macro_rules! pickles {
    ($class:ty) => {
        #[pymethods]
        impl $class {
            fn __reduce__<'py>(
                &self,
                py: Python<'py>,
            ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
                let parts = pyo3::IntoPyObjectExt::into_bound_py_any(self.parts(py)?, py)?;
                Ok((py.get_type::<Self>().getattr("_restore")?, parts))
            }

            fn __copy__(slf: Py<Self>) -> Py<Self> {
                slf
            }

            fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
                slf
            }
        }
    };
}
pub(crate) use pickles;

/// Defines a truth value that raises a `TypeError`. Python would otherwise treat the object as
/// true: in `if`, `and`, `or` and `not`, and also in `max`, `min` and `sorted` over comparisons.
macro_rules! no_truth_value {
    ($class:ty: $hint:literal) => {
        #[pymethods]
        impl $class {
            fn __bool__(&self) -> PyResult<bool> {
                $crate::pickle::refused(stringify!($class), $hint)
            }
        }
    };
}
pub(crate) use no_truth_value;

/// Returns the error for the truth value of a class.
///
/// # Errors
/// Returns an error in every case.
pub fn refused(class: &str, hint: &str) -> PyResult<bool> {
    let message = format!("`{class}` objects are neither true nor false\nhint: {hint}");
    Err(PyTypeError::new_err(message))
}
