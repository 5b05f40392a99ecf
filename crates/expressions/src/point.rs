//! A point: one case with what is known of it, or the gap between two cases.

use std::sync::Arc;

use minijinja::value::{Kwargs, Object, ObjectRepr};
use minijinja::{Error, State, Value};

use super::case::{Case, typed};
use super::measures::FIGURES;
use super::{DETAILED_ERRORS, failed, failing, measures};
use oddsmith_engine::odds::{Estimate, Event};
use oddsmith_engine::rule::Column;

/// One case of a check, or the difference between two.
#[derive(Clone, Debug)]
pub enum Point {
    /// A case.
    Case(Case),
    /// How much larger a number is in one case than in another.
    Gap(Arc<Difference>),
}

/// What a case is asked with arguments.
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

/// What says where a case stands.
const WHERE: [&str; 4] = ["at", "fields", "label", "check"];

/// What expressions know at any place.
const GLOBALS: [&str; 3] = ["answers", "range", "dict"];

/// The error for a property of a gap that is as large as another gap.
pub const TIED: &str = "several gaps are as large: only their `value` can be said";

/// The difference between two cases.
#[derive(Debug)]
pub struct Difference {
    /// The names and values of the axes that both share.
    pub at: Vec<(String, Value)>,
    pub(super) one: Case,
    pub(super) other: Case,
    /// The number in the first case, and in the other.
    pub values: [f64; 2],
    /// The difference.
    pub estimate: Estimate,
    /// Whether another gap is as large, so that its place is not the one place.
    pub tied: bool,
}

impl Difference {
    /// What the first check is called, or the other.
    pub fn label(&self, first: bool) -> &str {
        let case = if first { &self.one } else { &self.other };
        &case.answers().label
    }
}

impl Point {
    /// The number of a gap; nothing of a case.
    pub fn difference(&self) -> Option<&Estimate> {
        match self {
            Point::Case(_) => None,
            Point::Gap(gap) => Some(&gap.estimate),
        }
    }

    /// The case; of a gap the first of the two.
    pub fn case(&self) -> &Case {
        match self {
            Point::Case(case) => case,
            Point::Gap(gap) => &gap.one,
        }
    }

    /// The names of its axes.
    pub fn axes(&self) -> Vec<String> {
        self.at().into_iter().map(|(axis, _)| axis).collect()
    }

    /// Its axes with their values.
    pub(super) fn at(&self) -> Vec<(String, Value)> {
        match self {
            Point::Case(case) => case.at(),
            Point::Gap(gap) => gap.at.clone(),
        }
    }

    /// The names of its axes and fields.
    pub(super) fn places(&self) -> Vec<String> {
        let case = self.case();
        let fields = case.answer().case.settings.all();
        let fields = fields.iter().map(|(name, _)| name.to_string());
        self.axes().into_iter().chain(fields).collect()
    }

    /// The value of an axis or a field, by which cases are told apart; where there is none of that
    /// name, that of a figure.
    pub fn place(&self, name: &str) -> Option<Value> {
        let own = match self {
            Point::Case(case) => case.place(name),
            Point::Gap(gap) => axis(&gap.at, name),
        };
        own.or_else(|| self.named(name))
    }

    /// The value of a figure, an axis or a field. A figure means the same in every case, so that it
    /// goes before a field of its name; that is `fields.NAME`.
    pub fn named(&self, name: &str) -> Option<Value> {
        match self {
            Point::Case(case) => {
                // What only a duel has, no other check's field need give way to.
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

/// What can't be had says why where it is used.
fn value_or_error(found: Result<Value, Error>) -> Value {
    found.unwrap_or_else(Value::from)
}

/// What an answer is asked by a name alone.
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
            // As a function, for expressions in which the case has no name.
            let (case, name) = (case.clone(), name.to_owned());
            Value::from_function(move |args: &[Value], named: Kwargs| -> Result<Value, Error> {
                // As a method is given them: what is named stands last.
                let named = named.args().next().is_some().then(|| Value::from(named.clone()));
                let all: Vec<Value> = args.iter().cloned().chain(named).collect();
                method(&case, &name, &all)
            })
        }
        _ => return measures::figure(case, name).map(value_or_error),
    })
}

/// What a case is asked with arguments.
fn method(case: &Case, name: &str, args: &[Value]) -> Result<Value, Error> {
    match name {
        "share" | "at_least" | "at_most" => measures::share(case, name, args),
        "quantile" => measures::quantile(case, args),
        "column" => {
            let (name, options): (String, Kwargs) = minijinja::value::from_args(args)?;
            let at = options.get::<Option<u32>>("at")?;
            options.assert_all_used()?;
            let steps = || case.answer().columns().iter().filter(|column| column.name == name);
            // A column of that name which is counted once is meant where no step is said.
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
            // An expression at a point looks a name up here first, then among these.
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
