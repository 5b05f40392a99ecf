//! Point of an expression: one case with its results, or the gap between two cases.

use std::sync::Arc;

use minijinja::value::{Kwargs, Object, ObjectRepr};
use minijinja::{Error, State, Value};

use super::case::{Case, typed};
use super::measures::FIGURES;
use super::{DETAILED_ERRORS, failed, failing, measures};
use oddsmith_engine::odds::{Estimate, Event};
use oddsmith_engine::rule::Column;

/// One case of a check, or the difference between two cases.
#[derive(Clone, Debug)]
pub enum Point {
    /// One case.
    Case(Case),
    /// Difference of a number between two cases.
    Gap(Arc<Difference>),
}

/// Methods of a case.
const METHODS: [&str; 9] = [
    "share",
    "at_least",
    "at_most",
    "quantile",
    "column",
    "each",
    "estimate",
    "strategy",
    "gives_away",
];

/// Names that identify a case.
const WHERE: [&str; 4] = ["at", "fields", "label", "check"];

/// Global names of expressions.
const GLOBALS: [&str; 3] = ["answers", "range", "dict"];

/// Error message for a property of a gap that ties with another gap.
pub const TIED: &str = "several gaps are as large: only their `value` can be said";

/// Difference between two cases.
#[derive(Debug)]
pub struct Difference {
    /// Names and values of the axes that both cases share.
    pub at: Vec<(String, Value)>,
    pub(super) one: Case,
    pub(super) other: Case,
    /// Number in the first and in the second case.
    pub values: [f64; 2],
    /// Difference: the first number minus the second.
    pub estimate: Estimate,
    /// True if another gap is equally large, so that the location of the extreme is ambiguous.
    pub tied: bool,
}

impl Difference {
    /// Returns the label of the first or of the second check.
    pub fn label(&self, first: bool) -> &str {
        let case = if first { &self.one } else { &self.other };
        &case.answers().label
    }
}

impl Point {
    /// Returns the difference of a gap; `None` for a case.
    pub fn difference(&self) -> Option<&Estimate> {
        match self {
            Point::Case(_) => None,
            Point::Gap(gap) => Some(&gap.estimate),
        }
    }

    /// Returns the case; for a gap the first of the two.
    pub fn case(&self) -> &Case {
        match self {
            Point::Case(case) => case,
            Point::Gap(gap) => &gap.one,
        }
    }

    /// Returns the names of the axes.
    pub fn axes(&self) -> Vec<String> {
        self.at().into_iter().map(|(axis, _)| axis).collect()
    }

    /// Returns the axes with their values.
    pub(super) fn at(&self) -> Vec<(String, Value)> {
        match self {
            Point::Case(case) => case.at(),
            Point::Gap(gap) => gap.at.clone(),
        }
    }

    /// Returns the names of the axes and fields.
    pub(super) fn places(&self) -> Vec<String> {
        let case = self.case();
        let fields = case.answer().case.settings.all();
        let fields = fields.iter().map(|(name, _)| name.to_string());
        self.axes().into_iter().chain(fields).collect()
    }

    /// Returns the value of an axis or a field, or else of the figure of that name.
    pub fn place(&self, name: &str) -> Option<Value> {
        let own = match self {
            Point::Case(case) => case.place(name),
            Point::Gap(gap) => axis(&gap.at, name),
        };
        own.or_else(|| self.named(name))
    }

    /// Returns the value of a figure, an axis or a field. A figure takes precedence over a field of
    /// the same name, because it means the same in every case; `fields.NAME` accesses the field.
    pub fn named(&self, name: &str) -> Option<Value> {
        match self {
            Point::Case(case) => {
                // Figures of duels take precedence over fields only in duels.
                let solver = case.answer().case.entry.solver;
                let of_duels = || measures::duel(case, name).map(value_or_error);
                figure(case, name)
                    .or_else(|| of_duels().filter(|_| solver.is_some()))
                    .or_else(|| case.place(name))
                    .or_else(of_duels)
            }
            Point::Gap(gap) if gap.tied && !["value", "low", "high"].contains(&name) => {
                Some(Value::from(failed(TIED)))
            }
            Point::Gap(gap) => match name {
                "value" => Some(Value::from(gap.estimate.value())),
                "low" => Some(Value::from(gap.estimate.low())),
                "high" => Some(Value::from(gap.estimate.high())),
                "one" | "a" => Some(Value::from(gap.values[0])),
                "other" | "b" => Some(Value::from(gap.values[1])),
                "at" => Some(Value::from_pairs(gap.at.clone())),
                _ => axis(&gap.at, name),
            },
        }
    }
}

fn axis(at: &[(String, Value)], name: &str) -> Option<Value> {
    at.iter().find(|(axis, _)| axis == name).map(|(_, value)| value.clone())
}

/// Converts a result to a value; an error is reported when the value is used.
fn value_or_error(found: Result<Value, Error>) -> Value {
    found.unwrap_or_else(Value::from)
}

/// Returns an attribute of a case.
fn figure(case: &Case, name: &str) -> Option<Value> {
    let answer = case.answer();
    Some(match name {
        "label" => Value::from(case.answers().label.as_str()),
        "check" => Value::from(&*answer.case.entry.id),
        "at" => Value::from_pairs(case.at()),
        "fields" => {
            let all = answer.case.settings.all();
            Value::from_pairs(all.iter().map(|(name, value)| (name.to_string(), typed(value))))
        }
        name if METHODS.contains(&name) => {
            // Methods are functions, for expressions in which the case has no name.
            let (case, name) = (case.clone(), name.to_owned());
            Value::from_function(move |args: &[Value], named: Kwargs| -> Result<Value, Error> {
                // Methods expect named arguments last.
                let named = named.args().next().is_some().then(|| Value::from(named.clone()));
                let all: Vec<Value> = args.iter().cloned().chain(named).collect();
                method(&case, &name, &all)
            })
        }
        _ => return measures::figure(case, name).map(value_or_error),
    })
}

/// Calls a method of a case.
fn method(case: &Case, name: &str, args: &[Value]) -> Result<Value, Error> {
    match name {
        "share" | "at_least" | "at_most" => measures::share(case, name, args),
        "quantile" => measures::quantile(case, args),
        "column" => {
            let (name, options): (String, Kwargs) = minijinja::value::from_args(args)?;
            let at = options.get::<Option<u32>>("at")?;
            options.assert_all_used()?;
            let steps = || case.answer().columns().iter().filter(|column| column.name == name);
            // Without an index, only a column that is not indexed is unambiguous.
            if at.is_none() && steps().count() > 1 && steps().all(|column| column.at.is_some()) {
                return Err(failed(format!(
                    "`{name}` is counted several times: say which by `at=`"
                )));
            }
            let column = case.settled(Event { column: Some(name), at, ..Event::SUCCESS })?;
            Ok(Value::from_object(Point::Case(Case { column, ..case.clone() })))
        }
        "each" => {
            let (name,): (String,) = minijinja::value::from_args(args)?;
            let columns = case.answer().columns().iter().filter(|column| column.name == name);
            let step = |column: &Column| {
                let column = Event { column: Some(name.clone()), at: column.at, ..Event::SUCCESS };
                Value::from_object(Point::Case(Case { column, ..case.clone() }))
            };
            let steps: Vec<Value> = columns.map(step).collect();
            match steps.is_empty() {
                true => Err(failed(format!("`{}` has no column `{name}`", case.answers().name()))),
                false => Ok(steps.into_iter().collect()),
            }
        }
        "estimate" => measures::estimate(case, args),
        "strategy" => measures::strategy(case, args),
        "gives_away" => measures::gives_away(case, args),
        _ => {
            let known = METHODS.into_iter().chain(FIGURES);
            Err(failing(&oddsmith_base::Error::unknown("name", name, "a case", known)))
        }
    }
}

impl Object for Point {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let what = match self.named(key) {
            // Names in an expression at a point are looked up here before the globals.
            None if !GLOBALS.contains(&key) => match &**self {
                Point::Case(case) => {
                    let places = self.places();
                    let known = FIGURES.into_iter().chain(METHODS).chain(WHERE);
                    let known = known.chain(places.iter().map(String::as_str));
                    let whose = case.answers().name();
                    let error = oddsmith_base::Error::unknown("figure", key, whose, known);
                    failing(&match DETAILED_ERRORS.then(|| case.check_with(key)).flatten() {
                        Some(label) => error.with_hint(format!(
                            "`{label}` has it: ask for its cases first, `label == '{label}' and …`"
                        )),
                        None => error,
                    })
                }
                Point::Gap(_) => failed(format!("a gap has no `{key}`: it has a `value`")),
            },
            known => return known,
        };
        Some(Value::from(what))
    }

    fn call_method(
        self: &Arc<Self>,
        _: &mut State<'_, '_>,
        name: &str,
        args: &[Value],
    ) -> Result<Value, Error> {
        match &**self {
            Point::Case(case) => method(case, name, args),
            Point::Gap(_) => Err(failed(format!("a gap has no `{name}`: it has a `value`"))),
        }
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn render(self: &Arc<Self>, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&oddsmith_text::listed(self.at()))
    }
}
