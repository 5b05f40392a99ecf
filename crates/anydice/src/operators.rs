//! The operators on values.

use std::cmp::Ordering;
use std::rc::Rc;

use crate::budget::Meter;
use crate::fault::{Done, Fault, Span};
use crate::law::{Law, Mixture, too_large};
use crate::natural::Natural;
use crate::pick::pick;
use crate::sums::{add, power};
use crate::tree::{Comparison, Operator};
use crate::value::{Die, MOST_DICE, Value};

/// Evaluates `-x`: each die is negated, and a collection stays one.
pub fn minus(value: &Value, meter: &Meter) -> Done<Value> {
    match value {
        Value::Die(die) => Ok(Value::dice(die.face.negated(meter)?, die.count)),
        other => {
            let number = other.law(meter)?.lowest();
            number.checked_neg().map(Value::Number).ok_or_else(too_large)
        }
    }
}

/// Evaluates `!x`: 1 if x is 0, else 0.
pub fn not(value: &Value, meter: &Meter) -> Done<Value> {
    let not = |number| Ok(i64::from(number == 0));
    match value {
        Value::Die(die) => Ok(Value::die(die.sum(meter)?.map(meter, not)?)),
        other => not(other.law(meter)?.lowest()).map(Value::Number),
    }
}

/// Evaluates `#x`: the number of digits of a number, elements of a sequence, or dice of a
/// collection.
pub fn length(value: &Value) -> Value {
    Value::Number(match value {
        Value::Number(number) => digits(*number).len() as i64,
        Value::Sequence(sequence) => sequence.numbers.len() as i64,
        Value::Die(die) => die.count.into(),
    })
}

/// Returns the decimal digits, the highest first, each with the number's sign.
fn digits(number: i64) -> Vec<i64> {
    let sign = number.signum();
    number.unsigned_abs().to_string().bytes().map(|digit| sign * i64::from(digit - b'0')).collect()
}

/// Returns the die given by a value: a number has the faces from 1, or up to -1; a sequence has its
/// elements, and a collection its sum.
fn faces(value: &Value, meter: &Meter) -> Done<Rc<Law>> {
    match value {
        Value::Number(0) => Law::certain(0, meter),
        Value::Number(sides) => {
            meter.room(sides.unsigned_abs().saturating_mul(48))?;
            let range = if *sides > 0 { 1..=*sides } else { *sides..=-1 };
            Law::of(range.map(|face| (face, Natural::ONE)).collect(), meter)
        }
        Value::Sequence(sequence) => Law::of_numbers(&sequence.numbers, meter),
        Value::Die(die) => die.sum(meter),
    }
}

/// Evaluates `N d F`.
pub fn dice(count: &Value, of: &Value, meter: &Meter) -> Done<Value> {
    match count.number() {
        Some(count) => {
            let count = count?;
            if let (1, Value::Die(_)) = (count, of) {
                return Ok(of.clone());
            }
            let (face, count) = counted(&faces(of, meter)?, count, meter)?;
            Ok(Value::dice(face, count))
        }
        None => {
            let counts = count.law(meter)?;
            let face = faces(of, meter)?;
            if face.is_empty() {
                return Value::empty(1, meter);
            }
            mixed(&counts, &face, meter).map(Value::die)
        }
    }
}

/// Returns the face and the number of `count` dice; a negative count negates the face.
fn counted(face: &Rc<Law>, count: i64, meter: &Meter) -> Done<(Rc<Law>, u32)> {
    if face.is_empty() {
        return Ok((Rc::clone(face), 0));
    }
    if count.unsigned_abs() > MOST_DICE as u64 {
        let message = format!("{count} dice at once are too many: up to {MOST_DICE}");
        return Err(Fault::new(message, "ask for fewer dice"));
    }
    let dice = count.unsigned_abs() as u32;
    match count.cmp(&0) {
        Ordering::Greater => Ok((Rc::clone(face), dice)),
        Ordering::Equal => Ok((Law::certain(0, meter)?, 1)),
        Ordering::Less => Ok((face.negated(meter)?, dice)),
    }
}

/// Returns the sum of a random number of dice.
fn mixed(counts: &Law, face: &Rc<Law>, meter: &Meter) -> Done<Rc<Law>> {
    let mut mixture = Mixture::default();
    // In order of distance from 0, so that each sum extends the previous one.
    for negative in [true, false] {
        let mut sum: Option<(Rc<Law>, i64)> = None;
        let side: Vec<_> = counts.cells.iter().filter(|cell| (cell.0 < 0) == negative).collect();
        let nearest =
            |place: usize| if negative { side[side.len() - 1 - place] } else { side[place] };
        for (count, weight) in (0..side.len()).map(nearest) {
            let so_far = sum.as_ref().map_or(0, |(_, count)| *count);
            let (face, dice) = counted(face, count - so_far, meter)?;
            let more = power(&face, dice, meter)?;
            let made = match &sum {
                Some((sum, _)) => add(sum, &more, meter)?,
                None => more,
            };
            mixture.law(&made, weight, meter)?;
            sum = Some((made, *count));
        }
    }
    mixture.mixed(meter)
}

/// Evaluates `A @ B`: the sum of the elements at these positions of a sequence, of a number's
/// digits, or of a sorted roll.
pub fn at(
    places: &Value,
    of: &Value,
    lowest_first: bool,
    span: Span,
    meter: &Meter,
) -> Done<Value> {
    let Some(places) = places.elements() else {
        let hint = "the places before `@` are a number or a sequence: `{1,2}@4d6`";
        return Err(Fault::at(span, "a position can't be a die", hint));
    };
    let sum = |numbers: &[i64]| -> Done<Value> {
        let found = places.iter().filter_map(|&place| {
            let place = usize::try_from(place).ok()?.checked_sub(1)?;
            numbers.get(place).copied()
        });
        let sum = { found }.try_fold(0i64, |sum, number| sum.checked_add(number));
        sum.map(Value::Number).ok_or_else(too_large)
    };
    meter.spend(places.len() as u64)?;
    match of {
        Value::Sequence(sequence) => sum(&sequence.numbers),
        Value::Number(number) => {
            let mut digits = digits(*number);
            if lowest_first {
                digits.reverse();
            }
            sum(&digits)
        }
        Value::Die(die) if die.is_empty() => Value::empty(die.count, meter),
        Value::Die(die) => {
            let mut take = vec![0u32; die.count as usize];
            for &place in
                places.iter().filter(|&&place| place >= 1 && place <= i64::from(die.count))
            {
                let rank = if lowest_first {
                    die.count as usize - place as usize
                } else {
                    place as usize - 1
                };
                take[rank] += 1;
            }
            taken(die, &take, meter).map(Value::die)
        }
    }
}

/// Returns the sum of the dice at these ranks, counted from the highest.
pub fn taken(die: &Die, take: &[u32], meter: &Meter) -> Done<Rc<Law>> {
    match take.iter().all(|&times| times == 1) {
        true => die.sum(meter),
        false => pick(&[(Rc::clone(&die.face), die.count)], take, meter),
    }
}

/// Evaluates all other binary operators.
pub fn join(operator: Operator, left: &Value, right: &Value, meter: &Meter) -> Done<Value> {
    if let Operator::Compare(comparison) = operator
        && let Some(counted) = compared(comparison, left, right)
    {
        return Ok(Value::Number(counted));
    }
    if let (Some(left), Some(right)) = (left.number(), right.number()) {
        return calculate(operator, left?, right?, false).map(Value::Number);
    }
    let is_empty = |value: &Value| matches!(value, Value::Die(die) if die.is_empty());
    match (is_empty(left), is_empty(right)) {
        (false, false) => {}
        (true, true) => return Value::empty(1, meter),
        (none_left, _) => {
            let other = if none_left { right } else { left };
            return match operator {
                Operator::Minus if none_left => as_die(&minus(other, meter)?, meter),
                Operator::Plus | Operator::Minus => as_die(other, meter),
                Operator::Or => {
                    let law = other.law(meter)?;
                    Ok(Value::die(law.map(meter, |number| Ok(i64::from(number != 0)))?))
                }
                _ => Value::empty(1, meter),
            };
        }
    }
    let (left, right) = (left.law(meter)?, right.law(meter)?);
    Ok(Value::die(match operator {
        Operator::Plus => add(&left, &right, meter)?,
        Operator::Minus => add(&left, &*right.negated(meter)?, meter)?,
        Operator::Compare(comparison) => by_order(comparison, &left, &right, meter)?,
        _ => left.pairs(&right, meter, |left, right| calculate(operator, left, right, true))?,
    }))
}

/// Converts to a die; a collection stays one.
fn as_die(value: &Value, meter: &Meter) -> Done<Value> {
    Ok(Value::Die(value.as_die(meter)?))
}

/// Evaluates a comparison with a sequence: with a number it counts the elements, with another
/// sequence it is lexicographic.
fn compared(comparison: Comparison, left: &Value, right: &Value) -> Option<i64> {
    let holds = |one: &i64, other: &i64| comparison.holds(one.cmp(other));
    let count = match (left, right) {
        (Value::Sequence(left), Value::Number(right)) => {
            left.numbers.iter().filter(|left| holds(left, right)).count()
        }
        (Value::Number(left), Value::Sequence(right)) => {
            right.numbers.iter().filter(|right| holds(left, right)).count()
        }
        (Value::Sequence(left), Value::Sequence(right)) => {
            usize::from(comparison.holds(left.numbers.cmp(&right.numbers)))
        }
        _ => return None,
    };
    Some(count as i64)
}

/// Compares two independent laws by cumulative weights, without visiting all pairs.
fn by_order(comparison: Comparison, left: &Law, right: &Law, meter: &Meter) -> Done<Rc<Law>> {
    meter.spend((left.cells.len() + right.cells.len()) as u64)?;
    let mut weights = [Natural::ZERO, Natural::ZERO];
    let (mut less, mut below) = (0, Natural::ZERO);
    for (outcome, weight) in &left.cells {
        while let Some((other, share)) = right.cells.get(less).filter(|(other, _)| other < outcome)
        {
            debug_assert!(other < outcome);
            below.add(share);
            less += 1;
        }
        let equal = right.cells.get(less).filter(|(other, _)| other == outcome);
        let equal = equal.map_or(Natural::ZERO, |(_, share)| share.clone());
        let above = (right.total.big() - below.big() - equal.big()).into();
        for (order, share) in
            [(Ordering::Greater, &below), (Ordering::Equal, &equal), (Ordering::Less, &above)]
        {
            weights[usize::from(comparison.holds(order))].add(&weight.times(share));
        }
    }
    let cells = (0..).zip(weights).filter(|(_, weight)| !weight.is_zero());
    Law::of(cells.collect(), meter)
}

/// Evaluates an operator on two numbers, which are outcomes of dice if `of_dice` is set.
fn calculate(operator: Operator, left: i64, right: i64, of_dice: bool) -> Done<i64> {
    let made = match operator {
        Operator::Plus => left.checked_add(right),
        Operator::Minus => left.checked_sub(right),
        Operator::Times => left.checked_mul(right),
        Operator::Over if right == 0 => Some(0),
        Operator::Over => left.checked_div(right),
        Operator::Power => raised(left, right, of_dice)?,
        Operator::And => Some(i64::from(left != 0 && right != 0)),
        Operator::Or => Some(i64::from(left != 0 || right != 0)),
        Operator::Compare(comparison) => Some(i64::from(comparison.holds(left.cmp(&right)))),
        Operator::Dice | Operator::At => Some(0),
    };
    made.ok_or_else(too_large)
}

fn raised(base: i64, exponent: i64, of_dice: bool) -> Done<Option<i64>> {
    Ok(match (base, exponent) {
        // AnyDice's result for dice: one over zero, clamped to the lowest number.
        (0, ..0) if of_dice => Some(i64::MIN),
        (0, ..0) => {
            return Err(Fault::new("0 has no negative power", "divide by something else"));
        }
        (0, 0) | (1, _) => Some(1),
        (0, _) => Some(0),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        (_, ..0) => Some(0),
        _ => u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent)),
    })
}
