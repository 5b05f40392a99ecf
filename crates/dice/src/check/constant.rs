//! Evaluation of expressions that are fixed before anything is rolled.

use crate::syntax::{Argument, Expression, Function, Kind, Shown, Sides, When};

/// Numbers of fields; `None` for an unknown field.
pub type Values<'v> = &'v dyn Fn(&str) -> Option<i64>;

/// Returns the value of an expression that depends only on fields known to `values`.
pub fn constant(expression: &Expression, values: Values) -> Option<i64> {
    match &expression.kind {
        Kind::Number(number) | Kind::Word { place: number, .. } => Some(*number),
        Kind::Field(name) => values(name),
        Kind::Negate(inside) => constant(inside, values)?.checked_neg(),
        Kind::Binary(operator, sides) => {
            match (constant(&sides[0], values)?, constant(&sides[1], values)?) {
                // Division by 0 gives 0, as in a trial.
                (_, 0) if operator.divides() => Some(0),
                (left, right) => operator.of(left, right),
            }
        }
        Kind::Not(inside) => Some(i64::from(constant(inside, values)? == 0)),
        Kind::If(parts) => match constant(&parts[0], values)? {
            0 => constant(&parts[2], values),
            _ => constant(&parts[1], values),
        },
        Kind::Call(function, arguments) if function.is_of_numbers() => {
            let numbers = arguments.iter().map(|argument| match argument {
                Argument::Value(value) => constant(value, values),
                _ => None,
            });
            let numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
            match function {
                Function::Min => numbers.into_iter().min(),
                Function::Max => numbers.into_iter().max(),
                Function::Sum => {
                    numbers.into_iter().try_fold(0i64, |sum, number| sum.checked_add(number))
                }
                Function::Any => Some(numbers.into_iter().any(|number| number != 0).into()),
                Function::All => Some(numbers.into_iter().all(|number| number != 0).into()),
                _ => numbers.first()?.checked_abs(),
            }
        }
        Kind::Table(table) => {
            let number = constant(&table.of, values)?;
            for (when, value) in &table.rows {
                if matches_face(when, number, values)? {
                    return constant(value, values);
                }
            }
            constant(table.otherwise.as_ref()?, values)
        }
        _ => None,
    }
}

/// Returns the lowest and the highest number on a die, if they are known.
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

/// Returns the faces that match, as inclusive ranges, if they are known.
pub fn matching_faces(when: &When, values: Values) -> Option<Vec<(i32, i32)>> {
    const FAR: i64 = 1 << 30;
    let number =
        |expression: &Expression| Some(constant(expression, values)?.clamp(-FAR, FAR) as i32);
    match when {
        When::Compare(comparison, bound) => Some(comparison.ranges(number(bound)?)),
        When::Among(parts) => {
            let part = |(low, high): &(Expression, Option<Expression>)| {
                let low = number(low)?;
                Some((low, high.as_ref().map_or(Some(low), number)?))
            };
            parts.iter().map(part).collect()
        }
    }
}

/// Returns true if a face matches; `None` if that is unknown.
pub fn matches_face(when: &When, face: i64, values: Values) -> Option<bool> {
    let within = |&(low, high): &(i32, i32)| (low.into()..=high.into()).contains(&face);
    Some(matching_faces(when, values)?.iter().any(within))
}
