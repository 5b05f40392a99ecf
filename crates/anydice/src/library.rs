//! The built-in functions.

use std::rc::Rc;

use crate::budget::Meter;
use crate::fault::Done;
use crate::law::{Law, Mixture};
use crate::machine::Machine;
use crate::operators::taken;
use crate::pick::{Pool, pick};
use crate::sums::power;
use crate::tree::Cast;
use crate::value::{Die, Value};

/// A faster evaluation of a call; `None` if it does not apply.
type Short = fn(&Machine, &[Value]) -> Option<Done<Value>>;

/// A built-in function of AnyDice, such as `[highest N of D]`.
pub struct Builtin {
    name: &'static str,
    pub casts: &'static [Cast],
    /// Evaluates one case, given the cast arguments.
    pub run: fn(&Machine, &[Value]) -> Done<Value>,
    /// A faster evaluation of arguments before they are cast, with the same result.
    pub short: Option<Short>,
}

use Cast::{Die as D, Number as N, Sequence as S};

static LIBRARY: [Builtin; 16] = [
    Builtin { name: "absolute ?", casts: &[N], run: absolute, short: None },
    Builtin { name: "? contains ?", casts: &[S, N], run: contains, short: Some(contains_at_once) },
    Builtin { name: "count ? in ?", casts: &[S, S], run: count, short: Some(count_at_once) },
    Builtin { name: "explode ?", casts: &[D], run: explode, short: None },
    Builtin { name: "highest ? of ?", casts: &[N, D], run: highest, short: None },
    Builtin { name: "lowest ? of ?", casts: &[N, D], run: lowest, short: None },
    Builtin { name: "middle ? of ?", casts: &[N, D], run: middle, short: None },
    Builtin { name: "highest ? of ? and ?", casts: &[N, D, D], run: highest, short: None },
    Builtin { name: "lowest ? of ? and ?", casts: &[N, D, D], run: lowest, short: None },
    Builtin { name: "highest ? of ? and ? and ?", casts: &[N, D, D, D], run: highest, short: None },
    Builtin { name: "lowest ? of ? and ? and ?", casts: &[N, D, D, D], run: lowest, short: None },
    Builtin { name: "highest of ? and ?", casts: &[N, N], run: higher, short: None },
    Builtin { name: "lowest of ? and ?", casts: &[N, N], run: lower, short: None },
    Builtin { name: "maximum of ?", casts: &[D], run: maximum, short: None },
    Builtin { name: "reverse ?", casts: &[S], run: reverse, short: Some(sum_at_once) },
    Builtin { name: "sort ?", casts: &[S], run: sort, short: Some(sum_at_once) },
];

/// Returns the function with this name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    LIBRARY.iter().find(|builtin| builtin.name == name)
}

/// Returns the names of all functions.
pub fn names<'a>() -> impl Iterator<Item = &'a str> {
    LIBRARY.iter().map(|builtin| builtin.name)
}

fn number(value: &Value) -> Done<i64> {
    value.number().unwrap_or(Ok(0))
}

fn numbers(value: &Value) -> &[i64] {
    value.elements().unwrap_or_default()
}

fn absolute(_: &Machine, given: &[Value]) -> Done<Value> {
    number(&given[0])?.checked_abs().map(Value::Number).ok_or_else(crate::law::too_large)
}

fn contains(_: &Machine, given: &[Value]) -> Done<Value> {
    let number = number(&given[1])?;
    Ok(Value::Number(numbers(&given[0]).contains(&number).into()))
}

/// Evaluates `contains` on a roll: each die contains the number independently.
fn contains_at_once(machine: &Machine, given: &[Value]) -> Option<Done<Value>> {
    let [Value::Die(die), Value::Number(number)] = given else { return None };
    let hit = |outcome: i64| i64::from(outcome == *number);
    Some(
        tallied(die, machine.meter, hit)
            .and_then(|law| law.map(machine.meter, |hits| Ok(i64::from(hits > 0))).map(Value::die)),
    )
}

fn count(machine: &Machine, given: &[Value]) -> Done<Value> {
    let (values, rolled) = (numbers(&given[0]), numbers(&given[1]));
    machine.meter.spend((values.len() * rolled.len()) as u64 / 4)?;
    let count = |rolled: &i64| values.iter().filter(|value| *value == rolled).count() as i64;
    Ok(Value::Number(rolled.iter().map(count).sum()))
}

/// Evaluates `count` on a roll as a sum over its dice.
fn count_at_once(machine: &Machine, given: &[Value]) -> Option<Done<Value>> {
    let [values, Value::Die(die)] = given else { return None };
    let values = values.elements()?;
    let count = |rolled: i64| values.iter().filter(|value| **value == rolled).count() as i64;
    let work = (values.len() * die.face.cells.len()) as u64 / 4;
    Some(
        machine.meter.spend(work).and_then(|()| tallied(die, machine.meter, count)).map(Value::die),
    )
}

/// Returns the distribution of the sum of `each` over the dice.
fn tallied(die: &Die, meter: &Meter, each: impl Fn(i64) -> i64) -> Done<Rc<Law>> {
    power(&die.face.map(meter, |outcome| Ok(each(outcome)))?, die.count, meter)
}

/// Returns the sum; on its maximum it is rerolled and added, up to the set depth.
fn explode(machine: &Machine, given: &[Value]) -> Done<Value> {
    let meter = machine.meter;
    let law = given[0].law(meter)?;
    let mut exploded = Rc::clone(&law);
    if law.is_empty() {
        return Ok(Value::die(law));
    }
    let highest = law.highest();
    for _ in 0..machine.explosions {
        meter.spend(exploded.cells.len() as u64)?;
        let mut mixture = Mixture::default();
        for (outcome, weight) in &law.cells {
            if *outcome < highest {
                mixture.number(*outcome, weight);
            } else {
                let add = |more: i64| more.checked_add(highest).ok_or_else(crate::law::too_large);
                mixture.law(&*exploded.map(meter, add)?, weight, meter)?;
            }
        }
        exploded = mixture.mixed(meter)?;
    }
    Ok(Value::die(exploded))
}

/// Returns the sum of dice at consecutive ranks, counted from the highest.
///
/// The first argument is their number, and the others are the dice; `first` returns the first rank,
/// given the number of dice that are left out.
fn picked(machine: &Machine, given: &[Value], first: fn(usize) -> usize) -> Done<Value> {
    let mut pools: Vec<Pool> = Vec::with_capacity(given.len());
    for value in &given[1..] {
        let die = value.as_die(machine.meter)?;
        if !die.is_empty() {
            pools.push((Rc::clone(&die.face), die.count));
        }
    }
    let dice = pools.iter().map(|pool| pool.1 as usize).sum();
    let count = usize::try_from(number(&given[0])?.max(0)).unwrap_or(dice).min(dice);
    let mut take = vec![0; dice];
    take[first(dice - count)..][..count].fill(1);
    let law = match (&pools[..], given) {
        ([_], [_, Value::Die(die)]) => taken(die, &take, machine.meter),
        _ => pick(&pools, &take, machine.meter),
    };
    law.map(Value::die)
}

fn highest(machine: &Machine, given: &[Value]) -> Done<Value> {
    picked(machine, given, |_| 0)
}

fn lowest(machine: &Machine, given: &[Value]) -> Done<Value> {
    picked(machine, given, |rest| rest)
}

fn middle(machine: &Machine, given: &[Value]) -> Done<Value> {
    picked(machine, given, |rest| rest / 2)
}

fn higher(_: &Machine, given: &[Value]) -> Done<Value> {
    Ok(Value::Number(number(&given[0])?.max(number(&given[1])?)))
}

fn lower(_: &Machine, given: &[Value]) -> Done<Value> {
    Ok(Value::Number(number(&given[0])?.min(number(&given[1])?)))
}

fn maximum(machine: &Machine, given: &[Value]) -> Done<Value> {
    Ok(Value::Number(given[0].law(machine.meter)?.highest()))
}

fn reverse(machine: &Machine, given: &[Value]) -> Done<Value> {
    let numbers = numbers(&given[0]);
    if numbers.is_empty() {
        return Ok(Value::Number(0));
    }
    Value::sequence(numbers.iter().rev().copied().collect(), machine.meter)
}

fn sort(machine: &Machine, given: &[Value]) -> Done<Value> {
    let mut numbers = numbers(&given[0]).to_vec();
    numbers.sort_unstable();
    if !machine.lowest_first {
        numbers.reverse();
    }
    Value::sequence(numbers, machine.meter)
}

/// Evaluates `reverse` and `sort` of a roll, whose sum does not depend on the order.
fn sum_at_once(machine: &Machine, given: &[Value]) -> Option<Done<Value>> {
    let [Value::Die(die)] = given else { return None };
    Some(die.sum(machine.meter).map(Value::die))
}
