//! Python class of outcomes as an Arrow stream, which frame libraries read without copying.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::{ArrowError, Field, Schema};
use oddsmith::answer::csv::{OUTCOMES, field_value, headings, swept};
use oddsmith::answer::{Answers, OutcomeRows, Results};
use oddsmith::registry::{Type, Value};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::pickle::pickles;

/// Outcomes as an Arrow stream: one row a case, column and score.
#[pyclass(frozen, module = "oddsmith")]
pub struct Frame {
    /// Object whose method `frame` made it.
    of: Py<PyAny>,
    results: Arc<Results>,
    checks: std::ops::Range<usize>,
    case: Option<usize>,
    scenario: Option<String>,
}

impl Frame {
    /// Returns the frame of a check, or of one of its cases, as the result of `of.frame()`.
    pub fn of<T>(
        of: &Bound<'_, T>,
        results: &Arc<Results>,
        check: usize,
        case: Option<usize>,
    ) -> Frame {
        let (of, results) = (of.clone().into_any().unbind(), results.clone());
        Frame { of, results, checks: check..check + 1, case, scenario: None }
    }

    /// Returns the frame of all checks, as the result of `of.frame()`, with the title of their
    /// scenario if there is one.
    pub fn all<T>(of: &Bound<'_, T>, results: &Arc<Results>, scenario: Option<String>) -> Frame {
        let checks = 0..results.checks.len();
        Frame { checks, scenario, ..Frame::of(of, results, 0, None) }
    }

    fn parts(&self, py: Python<'_>) -> PyResult<(Py<PyAny>,)> {
        Ok((self.of.clone_ref(py),))
    }

    fn answers(&self) -> &[Answers] {
        &self.results.checks[self.checks.clone()]
    }

    /// Returns the fields that the checks sweep.
    fn fields(&self) -> Vec<String> {
        swept(self.answers().iter().flat_map(|check| &check.axes))
    }

    /// Returns the rows of all cases.
    fn batch(&self) -> Result<RecordBatch, ArrowError> {
        let (fields, mut said) = (self.fields(), OutcomeRows::default());
        let (mut checks, mut labels, mut sets) = (Vec::new(), Vec::new(), Vec::new());
        let mut values: Vec<Vec<Option<Value>>> = vec![Vec::new(); fields.len()];
        for answers in self.answers() {
            let label = Some(&answers.label).filter(|label| !label.is_empty());
            for number in self.case.map_or(0..answers.cases.len(), |case| case..case + 1) {
                let (answer, point) = (&answers.cases[number], answers.point(number));
                let all = answer.case.settings.all();
                said.add(answer);
                let rows = said.count();
                checks.resize(rows, answer.case.entry.id.to_string());
                labels.resize(rows, label.cloned());
                sets.resize(rows, all.json());
                for (field, values) in fields.iter().zip(&mut values) {
                    values.resize(rows, field_value(&all, &point, field));
                }
            }
        }
        let titles = vec![self.scenario.clone(); said.count()];
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(StringArray::from(titles)),
            Arc::new(StringArray::from(checks)),
            Arc::new(StringArray::from(labels)),
        ];
        columns.extend(values.iter().map(|values| typed(values)));
        let rest: [ArrayRef; 11] = [
            Arc::new(StringArray::from(sets)),
            Arc::new(StringArray::from(said.column)),
            Arc::new(Int64Array::from(said.at)),
            Arc::new(Int64Array::from(said.score)),
            Arc::new(StringArray::from(said.outcome)),
            Arc::new(Float64Array::from(said.exact)),
            Arc::new(Int64Array::from(said.hits)),
            Arc::new(Int64Array::from(said.trials)),
            Arc::new(Float64Array::from(said.share)),
            Arc::new(Float64Array::from(said.low)),
            Arc::new(Float64Array::from(said.high)),
        ];
        columns.extend(rest);
        let field = |(name, column): (String, &ArrayRef)| {
            Field::new(name, column.data_type().clone(), true)
        };
        let schema =
            headings(&OUTCOMES, &fields).into_iter().zip(&columns).map(field).collect::<Vec<_>>();
        RecordBatch::try_new(Arc::new(Schema::new(schema)), columns)
    }
}

pickles! { Frame }

#[pymethods]
impl Frame {
    #[staticmethod]
    fn _restore<'py>(of: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        of.call_method0("frame")
    }

    /// The stream, by the Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Only one schema is available; a consumer that needs another casts it.
        let _ = requested_schema;
        let batch = py.detach(|| self.batch()).map_err(unmade)?;
        let schema = batch.schema();
        let batches = RecordBatchIterator::new([Ok(batch)], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        headings(&OUTCOMES, &self.fields())
    }

    fn __len__(&self) -> PyResult<usize> {
        self.batch().map(|batch| batch.num_rows()).map_err(unmade)
    }

    fn __repr__(&self) -> PyResult<String> {
        let (rows, columns) = (self.__len__()?, self.columns().len());
        Ok(format!("<oddsmith.Frame of {rows} rows and {columns} columns>"))
    }
}

fn unmade(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("the frame can't be made: {error}"))
}

/// Converts field values to a column: numbers or booleans if all values are, else texts.
fn typed(values: &[Option<Value>]) -> ArrayRef {
    fn each<T, A: FromIterator<Option<T>>>(
        values: &[Option<Value>],
        of: impl Fn(&Value) -> Option<T>,
    ) -> A {
        values.iter().map(|value| value.as_ref().and_then(&of)).collect()
    }
    match Type::of(values.iter().flatten()) {
        Type::Integer => Arc::new(each::<i64, Int64Array>(values, |value| match value {
            Value::Integer(number) => Some(i64::from(*number)),
            _ => None,
        })),
        Type::Number => Arc::new(each::<f64, Float64Array>(values, |value| match value {
            Value::Integer(number) => Some(f64::from(*number)),
            Value::Decimal(number) => Some(number.value()),
            _ => None,
        })),
        Type::Flag => {
            Arc::new(each::<bool, BooleanArray>(values, |value| Some(*value == Value::Flag(true))))
        }
        Type::Text => {
            Arc::new(each::<String, StringArray>(values, |value| Some(value.to_string())))
        }
    }
}
