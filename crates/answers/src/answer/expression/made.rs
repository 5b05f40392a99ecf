//! What an expression puts together, by filters that count it: texts, lists, sums.

use std::collections::BTreeMap;
use std::fmt::Write;

use minijinja::value::{Rest, Tuple, ValueKind};
use minijinja::{Environment, Error, ErrorKind, State, Value, filters};

use super::room::Room;
use super::{LONG, MOST_PRINTED, failed, failing};
use oddsmith_base::Error as Fault;

/// What a template has printed and put together so far, in bytes.
#[derive(Default)]
struct Spent(u64);

/// Counts so many bytes.
pub fn spend(state: &mut State<'_, '_>, bytes: usize) -> Result<(), Error> {
    let Spent(spent) = state.get_or_insert_extension_with(Spent::default);
    *spent = spent.saturating_add(bytes as u64);
    if MOST_PRINTED.holds(*spent) { Ok(()) } else { Err(failing(&MOST_PRINTED.exceeded(LONG))) }
}

pub const JOINED: &str = "joined";
pub const PLUS: &str = "plus";
pub const TIMES: &str = "times";
pub const LISTED: &str = "listed";
pub const PAIRED: &str = "paired";
pub const NAMED: &str = "named";

/// Makes the filters known that count, and takes away those that nobody counts.
pub fn add(environment: &mut Environment<'_>) {
    environment.add_filter(JOINED, joined);
    environment.add_filter(PLUS, plus);
    environment.add_filter(TIMES, times);
    environment.add_filter(LISTED, |state: &mut State<'_, '_>, values: Rest<Value>| {
        weigh(state, &values)?;
        Ok::<_, Error>(Value::from(values.0))
    });
    environment.add_filter(PAIRED, |state: &mut State<'_, '_>, values: Rest<Value>| {
        weigh(state, &values)?;
        Ok::<_, Error>(Value::from(Tuple::from(values.0)))
    });
    environment.add_filter(NAMED, |state: &mut State<'_, '_>, values: Rest<Value>| {
        weigh(state, &values)?;
        let pairs = values.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
        Ok::<_, Error>(Value::from_object(pairs.collect::<BTreeMap<Value, Value>>()))
    });
    environment.add_filter("string", |state: &mut State<'_, '_>, value: Value| {
        if value.is_undefined() {
            return Err(ErrorKind::UndefinedError.into());
        }
        if value.as_str().is_some() { Ok(value) } else { joined(state, &value, &Value::from("")) }
    });
    environment.add_filter(
        "join",
        |state: &mut State<'_, '_>, values: Value, rest: Rest<Value>| {
            let between = rest.first().and_then(Value::as_str).map_or(0, str::len);
            for value in values.try_iter()? {
                spend(state, between + value.as_str().map_or(NUMBER, str::len))?;
            }
            let arguments: Vec<Value> = std::iter::once(values).chain(rest.0).collect();
            Value::from_function(filters::join).call(state, &arguments)
        },
    );
    environment.add_filter(
        "replace",
        |state: &mut State<'_, '_>, text: &str, from: &str, to: &str| {
            spend(state, text.len().saturating_add(text.matches(from).count() * to.len()))?;
            Ok::<_, Error>(text.replace(from, to))
        },
    );
    for name in ["format", "indent", "pprint"] {
        environment.remove_filter(name);
    }
}

/// What a number takes as text, about.
const NUMBER: usize = 24;

/// `a ~ b`
fn joined(state: &mut State<'_, '_>, left: &Value, right: &Value) -> Result<Value, Error> {
    if left.is_undefined() || right.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    let mut text = Room::of(MOST_PRINTED);
    write!(text, "{left}{right}").map_err(|_| failing(&MOST_PRINTED.exceeded(LONG)))?;
    let text = text.text();
    spend(state, text.len())?;
    Ok(Value::from(text))
}

/// `a + b`
fn plus(state: &mut State<'_, '_>, left: &Value, right: &Value) -> Result<Value, Error> {
    let is_list = |value: &Value| matches!(value.kind(), ValueKind::Seq | ValueKind::Iterable);
    if is_list(left) && is_list(right) {
        let mut both = Vec::new();
        for value in left.try_iter()?.chain(right.try_iter()?) {
            spend(state, NUMBER)?;
            both.push(value);
        }
        return Ok(Value::from(both));
    }
    if left.as_str().is_some() && right.as_str().is_some() {
        return joined(state, left, right);
    }
    arithmetic(left, right, "+", i128::checked_add, |a, b| a + b)
}

/// `a * b`
fn times(state: &mut State<'_, '_>, left: &Value, right: &Value) -> Result<Value, Error> {
    let text = left.as_str().map(|text| (text, right));
    let Some((text, times)) = text.or_else(|| right.as_str().map(|text| (text, left))) else {
        return arithmetic(left, right, "*", i128::checked_mul, |a, b| a * b);
    };
    let times =
        times.as_usize().ok_or_else(|| failed("a text is taken a whole number of times"))?;
    spend(state, text.len().saturating_mul(times))?;
    Ok(Value::from(text.repeat(times)))
}

/// What two numbers make.
fn arithmetic(
    left: &Value,
    right: &Value,
    sign: &str,
    whole: fn(i128, i128) -> Option<i128>,
    other: fn(f64, f64) -> f64,
) -> Result<Value, Error> {
    let number = |value: &Value| value.is_number() || value.kind() == ValueKind::Bool;
    if !number(left) || !number(right) {
        let kinds = format!("{} and {}", left.kind(), right.kind());
        return Err(failed(format!("`{sign}` stands between numbers, not {kinds}")));
    }
    let is_whole = |value: &Value| value.is_integer() || value.kind() == ValueKind::Bool;
    if is_whole(left) && is_whole(right) {
        let made = whole(i128::try_from(left.clone())?, i128::try_from(right.clone())?);
        let made = made.ok_or_else(|| failed(format!("`{sign}` makes too large a number")))?;
        return Ok(i64::try_from(made).map_or_else(|_| Value::from(made), Value::from));
    }
    Ok(Value::from(other(f64::try_from(left.clone())?, f64::try_from(right.clone())?)))
}

/// How deep lists may lie in lists.
const DEEPEST: usize = 20;

/// Counts what these values hold, with all that lies within them as often as it would be printed.
fn weigh(state: &mut State<'_, '_>, values: &[Value]) -> Result<(), Error> {
    let mut open: Vec<(Value, usize)> = values.iter().map(|value| (value.clone(), 1)).collect();
    while let Some((value, depth)) = open.pop() {
        spend(state, 1)?;
        if depth > DEEPEST {
            let error = Fault::question("lists lie too deep within lists");
            return Err(failing(&error.with_hint("put fewer of them into one another")));
        }
        let own = value.downcast_object_ref::<Vec<Value>>().is_some();
        if own || value.downcast_object_ref::<Tuple>().is_some() || is_map(&value) {
            for inner in value.try_iter()? {
                let inner = if is_map(&value) { value.get_item(&inner)? } else { inner };
                open.push((inner, depth + 1));
            }
        }
    }
    Ok(())
}

/// Whether it is a map that a template made.
fn is_map(value: &Value) -> bool {
    value.downcast_object_ref::<BTreeMap<Value, Value>>().is_some()
}
