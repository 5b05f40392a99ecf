//! Check of `and` and `or` for operands that are always true.

use super::constant::constant;
use super::extent::{Extents, extent};
use crate::fault::{Fault, Read};
use crate::print::joined;
use crate::syntax::{Comparison, Expression, Kind, Operator};

/// Refuses an operand of `and` or `or` that compares nothing and can't be 0: `2d6 = 7 or 11`,
/// `d8! or d6! >= 4` and `d6 or d8` would always be true.
pub fn compared_twice(operator: Operator, sides: &[Expression; 2], names: &Extents) -> Read<()> {
    let mut all = Vec::new();
    sides.iter().for_each(|side| parts(operator, side, &mut all));
    let fixed = |part: &Expression| constant(part, &|_| None).is_some();
    let compares = |part: &&Expression| part.compared().is_some_and(|(of, ..)| !fixed(of));
    // In `d20 = 20 or 1` the 1 means the face; without a comparison next to it, it is a switch.
    let face = operator == Operator::Or && all.iter().any(compares);
    let alone = |part: &&Expression| always(part, names) || face && part.kind == Kind::Number(1);
    let bare: Vec<&Expression> = all.iter().copied().filter(alone).collect();
    let Some(first) = bare.first() else { return Ok(()) };
    if all.iter().all(|part| fixed(part)) {
        return Ok(());
    }
    let between = format!(" {operator} ");
    if bare.len() == all.len() {
        let message = format!("`{}` is yes, whatever falls", joined(&all, &between));
        let of = match operator {
            Operator::Or if all.len() > 2 => {
                format!("`max({})` is the highest", joined(&all, ", "))
            }
            Operator::Or => format!("`max({})` is the higher of both", joined(&all, ", ")),
            _ => format!("`{}` is their sum", joined(&all, " + ")),
        };
        let span = sides[0].span.start..sides[1].span.end;
        return Err(Fault::new(span, message)
            .with_hint(format!("{of}, `{}` shows each by itself", joined(&all, ","))));
    }
    let message = format!("`{first}` alone counts as yes here, whatever falls");
    let hint = match all.iter().copied().rfind(compares).and_then(Expression::compared) {
        Some((of, sign, bound)) if matches!(first.kind, Kind::Number(_)) => {
            of_numbers(operator, (of, sign, bound), &bare)
        }
        Some((of, sign, bound)) if !bound.rolls() => {
            let against = |part: &Expression| {
                let sides = Box::new([part.clone(), bound.clone()]);
                let kind = Kind::Binary(Operator::Compare(sign), sides);
                Expression { kind, span: part.span.clone() }.to_string()
            };
            let each = all.iter().map(|part| match alone(part) {
                true => against(part),
                false => part.to_string(),
            });
            let each = joined(each, &between);
            let dice: Vec<&Expression> = bare.iter().copied().chain([of]).collect();
            let better =
                |of| format!(", the better one: `{of}({}) {sign} {bound}`", joined(&dice, ", "));
            let better = match sign {
                Comparison::AtLeast | Comparison::Greater => better("max"),
                Comparison::AtMost | Comparison::Less => better("min"),
                _ => String::new(),
            };
            let sum = match operator {
                Operator::And => format!(", their sum: `{} {sign} {bound}`", joined(&dice, " + ")),
                _ => String::new(),
            };
            format!("each compared: `{each}`{better}{sum}")
        }
        _ => match all.iter().find(|part| fixed(first) && !fixed(part)) {
            Some(other) => format!("compare it: `{other} >= {first}`"),
            None => format!("compare it: `{first} >= 4`"),
        },
    };
    Err(Fault::new(&first.span, message).with_hint(hint))
}

/// Returns the hint for numbers next to a comparison: `2d6 = 7 or 11`.
fn of_numbers(
    operator: Operator,
    (of, sign, bound): (&Expression, Comparison, &Expression),
    bare: &[&Expression],
) -> String {
    let bounds: Vec<&Expression> = std::iter::once(bound).chain(bare.iter().copied()).collect();
    let numbers = bounds.iter().all(|bound| matches!(bound.kind, Kind::Number(_)));
    if of.rolls() && numbers && (operator, sign) == (Operator::Or, Comparison::Equal) {
        return format!("one of them: `count(repeat(1, {of}), {{{}}}) = 1`", joined(bounds, ","));
    }
    // A roll gets a name, because it would be rolled twice.
    let name = if of.rolls() { "r".to_owned() } else { of.to_string() };
    // With `or` the number is a face: `d20 >= 10 or 1`.
    let other = if operator == Operator::Or { Comparison::Equal } else { sign };
    let others = bare.iter().map(|number| format!("{name} {other} {number}"));
    let each = std::iter::once(format!("{name} {sign} {bound}")).chain(others);
    let each = joined(each, &format!(" {operator} "));
    match of.rolls() {
        true => format!("in a rule `r = {of}`, then `{each}`"),
        false => format!("`{each}`"),
    }
}

/// Collects the operands of a chain of one operator: three for `a or b or c`.
fn parts<'e>(operator: Operator, side: &'e Expression, all: &mut Vec<&'e Expression>) {
    match &side.kind {
        Kind::Binary(inner, sides) if *inner == operator => {
            sides.iter().for_each(|side| parts(operator, side, all));
        }
        _ => all.push(side),
    }
}

/// Returns true if an operand compares nothing and is never 0. Fixed values of names and fields may
/// be switches, like 0 and 1.
fn always(part: &Expression, names: &Extents) -> bool {
    if part.is_yes_or_no() {
        return false;
    }
    let (low, high) = extent(part, names).number;
    match part.kind {
        Kind::Number(number) => !(0..=1).contains(&number),
        _ => low < high && (low > 0 || high < 0),
    }
}
