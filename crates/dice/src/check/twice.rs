//! What is yes whatever falls, beside `and` and `or`.

use crate::fault::{Fault, Read};
use crate::syntax::{Comparison, Dice, Expression, Kind, Operator, Sides, Source};

/// Refuses a bare number beside a comparison, and dice beside dice: `2d6 = 7 or 11` and `d6 or d8`
/// would be true whatever falls.
pub fn compared_twice(operator: Operator, left: &Expression, right: &Expression) -> Read<()> {
    let word = if operator == Operator::Or { "or" } else { "and" };
    if always(left) && always(right) {
        let span = left.span.start..right.span.end;
        let message = format!("`{left} {word} {right}` is yes, whatever falls");
        let of = match operator {
            Operator::Or => format!("`max({left}, {right})` is the higher of both"),
            _ => format!("`{left} + {right}` is their sum"),
        };
        return Err(Fault::new(span, message)
            .with_hint(format!("{of}, `{left},{right}` shows each by itself")));
    }
    let Kind::Binary(Operator::Compare(_), sides) = &left.kind else { return Ok(()) };
    let Kind::Number(number @ (..=-1 | 2..)) = right.kind else { return Ok(()) };
    let again = |of: &Expression, against: &Expression| {
        let Kind::Binary(sign, _) = &left.kind else { return String::new() };
        let kind = Kind::Binary(*sign, Box::new([of.clone(), against.clone()]));
        Expression { kind, span: left.span.clone() }.to_string()
    };
    let rolls = sides[0].any(&|kind| matches!(kind, Kind::Roll(_)));
    let name = Expression { kind: Kind::Name("r".to_owned()), span: right.span.clone() };
    let hint = match (&left.kind, operator, &sides[1].kind, rolls) {
        (
            Kind::Binary(Operator::Compare(Comparison::Equal), _),
            Operator::Or,
            Kind::Number(first),
            true,
        ) => format!("one of both: `count(repeat(1, {}), {{{first},{number}}}) = 1`", sides[0]),
        _ => {
            // A roll is named, as it would be rolled twice.
            let of = if rolls { &name } else { &sides[0] };
            let [one, other] = [again(of, &sides[1]), again(of, right)];
            let named =
                if rolls { format!("in a rule `r = {}`, then ", sides[0]) } else { String::new() };
            format!("{named}`{one} {word} {other}`")
        }
    };
    let message = format!("`{number}` alone counts as yes here, whatever falls");
    Err(Fault::new(right.span.clone(), message).with_hint(hint))
}

/// Whether it is dice of which none shows 0, and what is added to them.
fn always(side: &Expression) -> bool {
    if let Kind::Binary(Operator::Add, parts) = &side.kind {
        return always(&parts[0])
            && (always(&parts[1]) || matches!(parts[1].kind, Kind::Number(0..)));
    }
    let Kind::Roll(roll) = &side.kind else { return false };
    let Source::Dice(Dice { count, sides: Sides::Number(_) | Sides::Percent }) = &roll.source
    else {
        return false;
    };
    let counted = |count: &Expression| matches!(count.kind, Kind::Number(1..));
    count.as_ref().is_none_or(counted) && roll.modifiers.is_empty() && roll.tally.is_empty()
}
