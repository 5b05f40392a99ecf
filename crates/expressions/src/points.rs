//! Selections of points: the cases of one check or of all, a filtered part of them, or the gaps
//! between two checks.

use std::sync::Arc;

use minijinja::value::{Enumerator, Kwargs, Object, ObjectRepr, from_args};
use minijinja::{Error, State, Value};

use super::case::Case;
use super::filters::number_of;
use super::measures::FIGURES;
use super::point::{Difference, Point};
use super::{compiled, errors, failed, failing, hinted};
use oddsmith_answers::{Answers, Results};
use oddsmith_base::Error as CrateError;
use oddsmith_engine::odds::{Event, NOISE};

/// Names of the attributes and methods of a selection.
const NAMES: [&str; 21] = [
    "label",
    "cases",
    "axes",
    "at",
    "fields",
    "count",
    "highest",
    "lowest",
    "widest",
    "crossings",
    "where",
    "values",
    "group",
    "gap",
    "interpolate",
    "min",
    "max",
    "mean",
    "sum",
    "best",
    "worst",
];

/// Selection of points in the expression language.
#[derive(Clone, Debug)]
pub struct CaseSelection {
    results: Arc<Results>,
    /// True if the selection represents all checks, accessible by label.
    whole: bool,
    points: Arc<Vec<Point>>,
}

impl CaseSelection {
    /// Selects all cases of all checks.
    pub fn all(results: Arc<Results>) -> CaseSelection {
        let checks = 0..results.checks.len();
        let points = checks.flat_map(|check| cases(&results, check)).collect();
        CaseSelection { whole: true, points: Arc::new(points), results }
    }

    /// Selects the cases of one check.
    pub fn of(results: &Arc<Results>, check: usize) -> CaseSelection {
        let points = Arc::new(cases(results, check).collect());
        CaseSelection { results: results.clone(), whole: false, points }
    }

    /// Returns the selection with another column and event.
    #[must_use]
    pub fn about(self, column: &Event) -> CaseSelection {
        let about = |point: &Point| match point {
            Point::Case(case) => Point::Case(case.clone().about(column.clone())),
            gap => gap.clone(),
        };
        let points = self.points.iter().map(about).collect();
        CaseSelection { points: Arc::new(points), ..self }
    }

    /// Returns the points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub(super) fn with_points(&self, points: Vec<Point>) -> CaseSelection {
        CaseSelection { results: self.results.clone(), whole: false, points: Arc::new(points) }
    }

    /// Returns the check of the points, if all are of the same one.
    pub fn check(&self) -> Option<&Answers> {
        let mut checks = self.points.iter().map(|point| point.case().check);
        let first = checks.next()?;
        checks.all(|other| other == first).then(|| &self.results.checks[first])
    }

    /// Evaluates an expression at each point.
    pub fn each(&self, state: &State, text: &str) -> Result<Vec<Value>, Error> {
        let expression = compiled(state.env(), text);
        let expression = expression.map_err(|error| about(text, error))?;
        let value = |point: &Point| {
            let value = expression.eval(Value::from_object(point.clone()));
            match value.map_err(|error| about(text, error))? {
                value if value.is_undefined() => {
                    Err(failed(format!("`{text}` stands for nothing in a case")))
                }
                value => Ok(value),
            }
        };
        self.points.iter().map(value).collect()
    }

    /// Evaluates an expression at one point.
    pub fn one(&self, state: &State, text: &str, point: &Point) -> Result<Value, Error> {
        let expression = compiled(state.env(), text);
        let value =
            |expression: minijinja::Expression| expression.eval(Value::from_object(point.clone()));
        expression.and_then(value).map_err(|error| about(text, error))
    }

    fn numbers(&self, state: &State, text: &str) -> Result<Vec<f64>, Error> {
        if self.points.is_empty() {
            return Err(failed(format!("no case is left to take `{text}` of")));
        }
        self.each(state, text)?.iter().map(number_of).collect()
    }

    fn filtered(&self, state: &State, text: &str) -> Result<Vec<Point>, Error> {
        let kept = self.each(state, text)?;
        let points = self.points.iter().zip(kept).filter(|(_, kept)| kept.is_true());
        Ok(points.map(|(point, _)| point.clone()).collect())
    }

    /// Returns the point with the largest number times `sign`. For ties, returns a gap of which
    /// only the value can be used, or an error for cases.
    fn extreme(&self, numbers: &[f64], sign: f64) -> Result<Value, Error> {
        let better = |best: usize, next: usize| {
            if sign * numbers[next] > sign * numbers[best] + NOISE { next } else { best }
        };
        let best = (1..numbers.len()).fold(0, better);
        let alike = |number: &&f64| (**number - numbers[best]).abs() <= NOISE;
        let count = numbers.iter().filter(alike).count();
        match &self.points[best] {
            point if count == 1 => Ok(Value::from_object(point.clone())),
            Point::Gap(gap) => {
                let (one, other) = (gap.one.clone(), gap.other.clone());
                let gap = Difference { at: gap.at.clone(), one, other, tied: true, ..**gap };
                Ok(Value::from_object(Point::Gap(Arc::new(gap))))
            }
            Point::Case(_) => Err(failed(format!("{count} cases of `{}` tie", self.name()))),
        }
    }

    /// Returns the only case with these values of its axes or fields.
    fn at(&self, options: &Kwargs) -> Result<Value, Error> {
        let wanted: Vec<(String, Value)> = options
            .args()
            .map(|name| Ok((name.to_owned(), options.get::<Value>(name)?)))
            .collect::<Result<_, Error>>()?;
        let said = || -> String {
            let part = |(name, value): &(String, Value)| format!("{name}={value}");
            wanted.iter().map(part).collect::<Vec<_>>().join(", ")
        };
        let mut found: Vec<&Point> = self.points.iter().collect();
        for (name, value) in &wanted {
            let places = found.iter().map(|point| self.placed(point, name));
            let places = places.collect::<Result<Vec<Value>, Error>>()?;
            let mut here = places.iter().map(|place| place == value);
            found.retain(|_| here.next().unwrap_or_default());
            if found.is_empty() {
                let message = format!("no case of `{}` is at {}", self.name(), said());
                return Err(failing(&errors::no_such_value(message, value, places)));
            }
        }
        match found[..] {
            [point] => Ok(Value::from_object(point.clone())),
            [] => Err(failed(format!("no case of `{}` is left", self.name()))),
            _ if wanted.is_empty() => Err(hinted(
                format!("`{}` has {} cases", self.name(), found.len()),
                "say which by its axes: `at(bonus=5)`",
            )),
            _ => Err(failed(format!(
                "{} cases of `{}` are at {}: name more axes",
                found.len(),
                self.name(),
                said()
            ))),
        }
    }

    /// Returns the value of an axis or a field at one of the points.
    fn placed(&self, point: &Point, name: &str) -> Result<Value, Error> {
        let none = || {
            let known = point.places();
            let known = known.iter().map(String::as_str);
            failing(&CrateError::unknown("axis or field", name, self.name(), known))
        };
        point.place(name).ok_or_else(none)
    }

    /// Error for an unknown name; a figure needs a single case.
    fn unknown(&self, name: &str) -> CrateError {
        let labels = self.results.checks.iter().map(|answers| answers.label.as_str());
        if self.whole {
            return CrateError::unknown("label", name, "", labels);
        }
        if NAMES.contains(&name) {
            let hint = format!("give it brackets with what it asks for: `{name}(…)`");
            return CrateError::question(format!("`{name}` is a function")).with_hint(hint);
        }
        match FIGURES.contains(&name) {
            true => CrateError::question(format!("several cases have no one `{name}`"))
                .with_hint(format!("say which: `.at(…).{name}`, `.min('{name}')`")),
            false => {
                CrateError::unknown("name", name, "several cases", NAMES.into_iter().chain(FIGURES))
            }
        }
    }

    fn name(&self) -> &str {
        self.check().map_or("answers", Answers::name)
    }

    /// Returns the value of one expression at the point at which another has a given value, by
    /// linear interpolation between neighbours.
    fn interpolate(&self, state: &State, args: &[Value]) -> Result<Value, Error> {
        let (text, over, at, options): (String, Option<String>, Option<f64>, Kwargs) =
            from_args(args)?;
        let over = over.map_or_else(|| options.get::<String>("over"), Ok)?;
        let at = at.map_or_else(|| options.get::<f64>("at"), Ok)?;
        options.assert_all_used()?;
        let (values, over) = (self.numbers(state, &text)?, self.numbers(state, &over)?);
        if let Some(place) = over.iter().position(|here| (here - at).abs() <= NOISE) {
            return Ok(Value::from(values[place]));
        }
        let between = (1..over.len())
            .find(|&next| (over[next - 1] - at).signum() != (over[next] - at).signum());
        Ok(between.map_or(Value::from(()), |next| {
            let part = (at - over[next - 1]) / (over[next] - over[next - 1]);
            Value::from(values[next - 1] + part * (values[next] - values[next - 1]))
        }))
    }

    /// Groups the points by the value of an axis or field.
    fn group(&self, args: &[Value]) -> Result<Value, Error> {
        let (field,): (String,) = from_args(args)?;
        let mut groups: Vec<(Value, Vec<Point>)> = Vec::new();
        for point in self.points.iter() {
            let value = self.placed(point, &field)?;
            match groups.iter_mut().find(|(known, _)| *known == value) {
                Some((_, points)) => points.push(point.clone()),
                None => groups.push((value, vec![point.clone()])),
            }
        }
        let groups =
            groups.into_iter().map(|(_, points)| Value::from_object(self.with_points(points)));
        Ok(groups.collect())
    }

    /// Returns the distinct values of each axis.
    fn axes(&self) -> Value {
        let mut axes: Vec<(String, Vec<Value>)> = Vec::new();
        // An empty selection has all axes, without values.
        if self.points.is_empty() {
            let all = self.results.checks.iter().flat_map(|check| &check.axes);
            axes = all.map(|axis| (axis.name.clone(), Vec::new())).collect();
        }
        for (axis, value) in self.points.iter().flat_map(Point::at) {
            match axes.iter_mut().find(|(known, _)| *known == axis) {
                Some((_, values)) if values.contains(&value) => {}
                Some((_, values)) => values.push(value),
                None => axes.push((axis, vec![value])),
            }
        }
        let listed = |values: Vec<Value>| values.into_iter().collect::<Value>();
        Value::from_pairs(axes.into_iter().map(|(axis, values)| (axis, listed(values))))
    }

    /// Returns the fields with the same value at all points.
    fn fields(&self) -> Value {
        let Some(first) = self.points.first() else {
            return Value::from_pairs([] as [(&str, Value); 0]);
        };
        let case = first.case();
        let named = |name: &str| {
            let agree = self.points.iter().all(|point| point.case().agrees(case, name));
            agree.then(|| case.place(name).map(|value| (name.to_owned(), value)))?
        };
        let axes = case.answers().axes.iter().map(|axis| axis.name.as_str());
        let all = case.answer().case.settings.all();
        let fields = all.iter().map(|(name, _)| name);
        Value::from_pairs(axes.chain(fields).filter_map(named).collect::<Vec<_>>())
    }
}

fn cases(results: &Arc<Results>, check: usize) -> impl Iterator<Item = Point> {
    let count = results.checks[check].cases.len();
    let results = results.clone();
    (0..count).map(move |case| Point::Case(Case::new(results.clone(), check, case)))
}

/// Adds the text of an expression given as a string to an error in it.
fn about(text: &str, error: Error) -> Error {
    failed(format!("in `{text}`: the expression can't be worked out")).with_source(error)
}

impl Object for CaseSelection {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Iterable
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        // Iteration over all answers yields checks, iteration over a check yields cases.
        if self.whole {
            let checks = 0..self.results.checks.len();
            let check = |check| Value::from_object(CaseSelection::of(&self.results, check));
            return Enumerator::Values(checks.map(check).collect());
        }
        let points = self.points.iter().cloned().map(Value::from_object);
        Enumerator::Values(points.collect())
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        match key.as_str() {
            Some(name) => self.get_value_by_str(name),
            None => {
                let place = key.as_usize()?;
                self.points.get(place).cloned().map(Value::from_object)
            }
        }
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        if self.whole {
            let known = |answers: &Answers| answers.label == key;
            if let Some(check) = self.results.checks.iter().position(known) {
                return Some(Value::from_object(CaseSelection::of(&self.results, check)));
            }
        }
        let widest = |measure: fn(f64) -> f64| {
            let numbers: Option<Vec<f64>> = self
                .points
                .iter()
                .map(|point| point.difference().map(|estimate| measure(estimate.value())))
                .collect();
            let numbers = numbers.filter(|numbers| !numbers.is_empty())?;
            Some(self.extreme(&numbers, 1.0).unwrap_or_else(Value::from))
        };
        Some(match key {
            "label" => Value::from(self.check()?.label.as_str()),
            "cases" => Value::from_object(CaseSelection { whole: false, ..(**self).clone() }),
            "axes" => self.axes(),
            "at" | "fields" => self.fields(),
            "count" => Value::from(self.points.len()),
            "highest" => widest(|value| value)?,
            "lowest" => widest(|value| -value)?,
            "widest" => widest(f64::abs)?,
            "crossings" => self.crossings()?,
            _ if !self.whole && self.points.len() == 1 => {
                return self.points[0]
                    .named(key)
                    .or_else(|| Some(Value::from(failing(&self.unknown(key)))));
            }
            _ => return Some(Value::from(failing(&self.unknown(key)))),
        })
    }

    fn call_method(
        self: &Arc<Self>,
        state: &mut State<'_, '_>,
        name: &str,
        args: &[Value],
    ) -> Result<Value, Error> {
        let text = || from_args::<(String,)>(args).map(|(text,)| text);
        match name {
            "at" => self.at(&from_args::<(Kwargs,)>(args)?.0),
            "where" => Ok(Value::from_object(self.with_points(self.filtered(state, &text()?)?))),
            "count" => Ok(Value::from(self.filtered(state, &text()?)?.len())),
            "values" => Ok(self.each(state, &text()?)?.into_iter().collect()),
            "group" => self.group(args),
            "gap" => self.gap(state, args).map(Value::from_object),
            "crossings" => {
                let gap = self.gap(state, args)?;
                gap.crossings().ok_or_else(|| failed("a crossing is on one axis of numbers"))
            }
            "interpolate" => self.interpolate(state, args),
            "min" | "max" | "mean" | "sum" | "best" | "worst" => {
                let numbers = self.numbers(state, &text()?)?;
                let sum: f64 = numbers.iter().sum();
                Ok(match name {
                    "min" => Value::from(numbers.iter().copied().fold(f64::INFINITY, f64::min)),
                    "max" => Value::from(numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
                    "mean" => Value::from(sum / numbers.len() as f64),
                    "sum" => Value::from(sum),
                    "best" => self.extreme(&numbers, 1.0)?,
                    _ => self.extreme(&numbers, -1.0)?,
                })
            }
            _ => match &self.points[..] {
                [point] if !self.whole => {
                    Value::from_object(point.clone()).call_method(state, name, args)
                }
                _ => Err(failing(&self.unknown(name))),
            },
        }
    }

    fn is_true(self: &Arc<Self>) -> bool {
        !self.points.is_empty()
    }
}
