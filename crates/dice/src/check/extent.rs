//! Bounds of expressions for all values of the fields: they may be too wide, but never too narrow.

use std::collections::BTreeMap;

use super::constant::{constant, faces, matches_face};
use crate::range::{self, ANY, FAR, Range, bounded, product};
use crate::syntax::{
    Argument, Dice, Expression, Function, Kept, Kind, Member, Modifier, Operator, Over, Roll,
    Source, When,
};

/// Bounds of an expression, as a number and as a bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Bounds of its number; for a bag, of its sum.
    pub number: Range,
    /// Bounds of the number of values in a bag.
    pub size: Range,
    /// Bounds of each value in a bag.
    pub face: Range,
}

/// Bounds of names, and of fields under `$name`; missing ones are unbounded.
pub type Extents = BTreeMap<String, Extent>;

/// Returns the bounds of a number that is not a roll.
pub fn of_number(number: Range) -> Extent {
    Extent { number, size: (0, FAR), face: ANY }
}

/// Returns the bounds of an expression.
pub fn extent(expression: &Expression, names: &Extents) -> Extent {
    match &expression.kind {
        Kind::Number(number) | Kind::Word { place: number, .. } => of_number((*number, *number)),
        Kind::Field(name) => names.get(&format!("${name}")).copied().unwrap_or(of_number(ANY)),
        Kind::Name(name) => names.get(name).copied().unwrap_or(of_number(ANY)),
        Kind::Roll(roll) => of_roll(roll, names),
        Kind::Call(function, arguments) => of_call(*function, arguments, names),
        Kind::Over(over) => of_number(of_loop(over, names)),
        Kind::Table(table) => {
            let values = table.rows.iter().map(|(_, value)| value).chain(&table.otherwise);
            let each = values.map(|value| extent(value, names).number);
            of_number(each.reduce(range::joined).unwrap_or(ANY))
        }
        Kind::If(parts) => {
            let (yes, no) = (extent(&parts[1], names), extent(&parts[2], names));
            Extent {
                number: range::joined(yes.number, no.number),
                size: range::joined(yes.size, no.size),
                face: range::joined(yes.face, no.face),
            }
        }
        Kind::Not(inside) => of_number(range::not(extent(inside, names).number)),
        Kind::Negate(inside) => of_number(range::negated(extent(inside, names).number)),
        Kind::Binary(operator, sides) => {
            let (left, right) = (extent(&sides[0], names).number, extent(&sides[1], names).number);
            of_number(range::made(*operator, left, right))
        }
    }
}

/// Returns the bounds of a sum of `size` faces.
fn summed(size: Range, face: Range) -> Range {
    let (few, many) = (product(size, (face.0, face.0)), product(size, (face.1, face.1)));
    (few.0, many.1)
}

fn bag(size: Range, face: Range) -> Extent {
    Extent { number: summed(size, face), size, face }
}

fn of_dice(dice: &Dice, modifiers: &[Modifier], names: &Extents) -> (Range, Range) {
    let unknown = |_: &str| None;
    let mut size = dice.count.as_ref().map_or((1, 1), |count| {
        let (few, many) = extent(count, names).number;
        (few.max(0), many.max(0))
    });
    let mut face = faces(&dice.sides, &unknown).unwrap_or((0, FAR));
    for modifier in modifiers {
        match modifier {
            Modifier::Explode(explosion) if explosion.same_die => {
                face = (if face.0 < 0 { -FAR } else { face.0 }, FAR);
            }
            Modifier::Explode(explosion) => {
                size.1 = FAR;
                face.0 -= i64::from(explosion.penetrates);
            }
            Modifier::Reroll { .. } => {}
            Modifier::AtLeast(_) | Modifier::AtMost(_) => face = ANY,
        }
    }
    (size, face)
}

fn of_roll(roll: &Roll, names: &Extents) -> Extent {
    let (mut size, mut face) = match &roll.source {
        Source::Dice(dice) => of_dice(dice, &roll.modifiers, names),
        Source::Pool(members) => {
            let (mut size, mut face) = ((0, 0), (FAR, -FAR));
            for member in members {
                let (more, shown) = match member {
                    Member::Dice(dice, modifiers) => {
                        let all: Vec<Modifier> =
                            modifiers.iter().chain(&roll.modifiers).cloned().collect();
                        of_dice(dice, &all, names)
                    }
                    Member::Name(name) => {
                        let known = extent(name, names);
                        (known.size, known.face)
                    }
                };
                size = bounded((size.0 + more.0).into(), (size.1 + more.1).into());
                face = (face.0.min(shown.0), face.1.max(shown.1));
            }
            if roll.modifiers.is_empty() { (size, face) } else { ((0, FAR), ANY) }
        }
    };
    if let Some(keep) = &roll.keep {
        let kept = keep.count.as_ref().map_or(Some(1), |count| constant(count, &|_| None));
        size = match (keep.which, kept) {
            (Kept::Highest | Kept::Lowest | Kept::Middle, Some(kept)) => {
                (size.0.min(kept), size.1.min(kept))
            }
            (_, Some(dropped)) => ((size.0 - dropped).max(0), size.1),
            _ => (0, size.1),
        };
    }
    if face.0 > face.1 {
        face = ANY;
    }
    if !roll.tally.is_empty() {
        let parts = roll.tally.len() as i64;
        return of_number((0, product(size, (parts, parts)).1));
    }
    bag(size, face)
}

fn of_call(function: Function, arguments: &[Argument], names: &Extents) -> Extent {
    let value = |place: usize| match arguments.get(place) {
        Some(Argument::Value(value)) => extent(value, names),
        _ => of_number(ANY),
    };
    let numbers = || (0..arguments.len()).map(|place| value(place).number);
    let first = value(0);
    of_number(match function {
        Function::Count => match arguments.get(1) {
            Some(Argument::Faces(when)) if never_shown(when, first.face) => (0, 0),
            Some(Argument::Faces(_)) => (0, first.size.1),
            _ => (0, FAR),
        },
        Function::Size => first.size,
        Function::Natural if first.face.1 >= FAR => ANY,
        Function::Highest | Function::Lowest | Function::Natural | Function::MatchFace
            if first.size.0 > 0 =>
        {
            first.face
        }
        Function::Highest
        | Function::Lowest
        | Function::Nth
        | Function::Natural
        | Function::MatchFace => range::joined(first.face, (0, 0)),
        Function::Matches
        | Function::Run
        | Function::Sets
        | Function::Suited
        | Function::Groups
        | Function::SuitedRun => (0, first.size.1),
        Function::Rolled | Function::Net | Function::Draw => ANY,
        Function::Abs => range::absolute(first.number),
        Function::Any | Function::All => (0, 1),
        Function::Sum => {
            let sum = |one, other| range::made(Operator::Add, one, other);
            numbers().reduce(sum).unwrap_or(ANY)
        }
        Function::Min => range::least(numbers()),
        Function::Max => range::greatest(numbers()),
        Function::Without => {
            let least = match arguments.get(1) {
                Some(Argument::Value(other)) if !matches!(other.kind, Kind::Number(_)) => 0,
                _ => (first.size.0 - 1).max(0),
            };
            return bag((least, first.size.1), first.face);
        }
        Function::Common => return bag((0, first.size.1.min(value(1).size.1)), first.face),
        Function::Repeat => {
            let (few, many) = first.number;
            return bag((few.max(0), many.max(0)), value(1).number);
        }
    })
}

/// Returns the bounds of a loop.
fn of_loop(over: &Over, names: &Extents) -> Range {
    let (low, high) = (extent(&over.low, names).number, extent(&over.high, names).number);
    let mut within = names.clone();
    within.insert(over.name.clone(), of_number(range::joined(low, high)));
    let each = extent(&over.each, &within).number;
    let times =
        (0.max(high.0 - low.1 + 1), 0.max(range::made(Operator::Subtract, high, low).1 + 1));
    let nothing = if times.0 == 0 { range::joined(each, (0, 0)) } else { each };
    match over.combine {
        Function::Sum => product(times, each),
        Function::Count => (0, times.1),
        Function::Any | Function::All => (0, 1),
        _ => nothing,
    }
}

/// Returns true if no possible face matches.
fn never_shown(when: &When, face: Range) -> bool {
    if face.1 - face.0 > 1000 {
        return false;
    }
    (face.0..=face.1).all(|face| matches_face(when, face, &|_| None) == Some(false))
}
