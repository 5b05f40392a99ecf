//! Numbers that are known before anything is rolled.

use crate::syntax::{Expression, Kind, Operator, Shown, Sides, When};

/// The numbers of fields; none where they are not known.
pub(super) type Values<'v> = &'v dyn Fn(&str) -> Option<i64>;

/// The number that an expression is, if it hangs on nothing but fields that `values` knows.
pub fn constant(expression: &Expression, values: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
    match &expression.kind {
        Kind::Number(number) | Kind::Word { place: number, .. } => Some(*number),
        Kind::Field(name) => values(name),
        Kind::Negate(inside) => constant(inside, values)?.checked_neg(),
        Kind::Binary(operator, sides) => {
            let (left, right) = (constant(&sides[0], values)?, constant(&sides[1], values)?);
            match operator {
                Operator::Add => left.checked_add(right),
                Operator::Subtract => left.checked_sub(right),
                Operator::Multiply => left.checked_mul(right),
                Operator::Divide if right != 0 => Some(floored(left, right)),
                Operator::Compare(sign) => Some(i64::from(sign.holds(left, right))),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A quotient rounded down.
pub fn floored(left: i64, right: i64) -> i64 {
    let quotient = left / right;
    quotient - i64::from(left % right != 0 && (left < 0) != (right < 0))
}

/// The lowest and the highest number on a die, where they are known.
pub fn faces(sides: &Sides, values: Values) -> Option<(i64, i64)> {
    match sides {
        Sides::Number(sides) => Some((1, constant(sides, values)?)),
        Sides::Percent => Some((1, 100)),
        Sides::Fate => Some((-1, 1)),
        Sides::Card => Some((1, 15)),
        Sides::Faces(faces) => {
            let ends = faces.iter().map(|face| match face.shown {
                Shown::Numbers(low, high) => (low, high),
                _ => (0, 0),
            });
            ends.reduce(|(low, high), (least, most)| (low.min(least), high.max(most)))
        }
    }
}

/// Whether a face is meant, where that is known.
pub fn matches_face(when: &When, face: i64, values: Values) -> Option<bool> {
    match when {
        When::Compare(sign, number) => Some(sign.holds(face, constant(number, values)?)),
        When::Among(ranges) => {
            let mut any = false;
            for (low, high) in ranges {
                let low = constant(low, values)?;
                let high = high.as_ref().map_or(Some(low), |high| constant(high, values))?;
                any |= (low..=high).contains(&face);
            }
            Some(any)
        }
    }
}
