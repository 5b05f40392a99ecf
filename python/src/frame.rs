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

    fn rows(&self) -> Rows {
        let fields = swept(self.answers().iter().flat_map(|check| &check.axes));
        let mut rows = Rows::over(&fields);
        for answers in self.answers() {
            let numbers = self.case.map_or(0..answers.cases.len(), |case| case..case + 1);
            numbers.for_each(|number| rows.add(answers, number));
        }
        rows
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
        let batch = py.detach(|| self.rows().batch(self.scenario.clone())).map_err(unmade)?;
        let schema = batch.schema();
        let batches = RecordBatchIterator::new([Ok(batch)], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        let fields = swept(self.answers().iter().flat_map(|check| &check.axes));
        headings(&OUTCOMES, &fields)
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.rows().said.count())
    }

    fn __repr__(&self) -> PyResult<String> {
        let (rows, columns) = (self.__len__()?, self.columns().len());
        Ok(format!("<oddsmith.Frame of {rows} rows and {columns} columns>"))
    }
}

fn unmade(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("the frame can't be made: {error}"))
}

/// Rows of a frame as columns: the identity of the case, and the data of each score.
#[derive(Default)]
struct Rows {
    fields: Vec<(String, Vec<Option<Value>>)>,
    check: Vec<String>,
    label: Vec<Option<String>>,
    set: Vec<String>,
    said: OutcomeRows,
}

impl Rows {
    fn over(fields: &[String]) -> Rows {
        let fields = fields.iter().map(|field| (field.clone(), Vec::new())).collect();
        Rows { fields, ..Rows::default() }
    }

    /// Adds the rows of one case.
    fn add(&mut self, answers: &Answers, number: usize) {
        let (answer, point) = (&answers.cases[number], answers.point(number));
        let all = answer.case.settings.all();
        self.said.add(answer);
        let rows = self.said.count();
        let label = (!answers.label.is_empty()).then(|| answers.label.clone());
        self.check.resize(rows, answer.case.entry.id.to_string());
        self.label.resize(rows, label);
        self.set.resize(rows, all.json());
        for (field, column) in &mut self.fields {
            column.resize(rows, field_value(&all, &point, field));
        }
    }

    fn batch(self, scenario: Option<String>) -> Result<RecordBatch, ArrowError> {
        let (rows, said) = (self.said.count(), self.said);
        let text = |values: Vec<String>| Arc::new(StringArray::from(values)) as ArrayRef;
        let words = |values: Vec<Option<String>>| Arc::new(StringArray::from(values)) as ArrayRef;
        let wholes = |values: Vec<Option<i64>>| Arc::new(Int64Array::from(values)) as ArrayRef;
        let floats = |values: Vec<Option<f64>>| Arc::new(Float64Array::from(values)) as ArrayRef;
        let fields: Vec<String> = self.fields.iter().map(|(field, _)| field.clone()).collect();
        let mut columns = vec![words(vec![scenario; rows]), text(self.check), words(self.label)];
        columns.extend(self.fields.into_iter().map(|(_, values)| typed(&values)));
        columns.extend([
            text(self.set),
            text(said.column),
            wholes(said.at),
            wholes(said.score),
            words(said.outcome),
            floats(said.exact),
            wholes(said.hits),
            wholes(said.trials),
            floats(said.share),
            floats(said.low),
            floats(said.high),
        ]);
        let field = |(name, column): (String, &ArrayRef)| {
            Field::new(name, column.data_type().clone(), true)
        };
        let schema =
            headings(&OUTCOMES, &fields).into_iter().zip(&columns).map(field).collect::<Vec<_>>();
        RecordBatch::try_new(Arc::new(Schema::new(schema)), columns)
    }
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
