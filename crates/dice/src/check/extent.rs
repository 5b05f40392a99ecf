//! Between which numbers an expression lies, whatever the fields are: wide rather than wrong.

use std::collections::BTreeMap;

use super::constant::{constant, faces, matches_face};
use crate::range::{self, ANY, FAR, Range, bounded, product};
use crate::syntax::{
    Argument, Dice, Expression, Function, Kept, Kind, Member, Modifier, Roll, Source, When,
};

/// What an expression lies between: as a number, and as a bag.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    pub number: Range,
    pub size: Range,
    pub face: Range,
}

/// What names lie between, and fields by `$name`; those that are not there may be anything.
pub type Extents = BTreeMap<String, Extent>;

/// A number, and no roll.
pub fn of_number(number: Range) -> Extent {
    Extent { number, size: (0, FAR), face: ANY }
}

/// What an expression lies between.
pub fn extent(expression: &Expression, names: &Extents) -> Extent {
    match &expression.kind {
        Kind::Number(number) | Kind::Word { place: number, .. } => of_number((*number, *number)),
        Kind::Field(name) => names.get(&format!("${name}")).copied().unwrap_or(of_number(ANY)),
        Kind::Name(name) => names.get(name).copied().unwrap_or(of_number(ANY)),
        Kind::Roll(roll) => of_roll(roll, names),
        Kind::Call(function, arguments) => of_call(*function, arguments, names),
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

/// The sum of so many faces.
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
                face = (if face.0 < 0 { -FAR } else { 0 }, FAR);
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
    match function {
        Function::Count => {
            let Some(Argument::Faces(when)) = arguments.get(1) else { return of_number((0, FAR)) };
            let most = if never_shown(when, first.face) { 0 } else { first.size.1 };
            of_number((0, most))
        }
        Function::Size => of_number(first.size),
        Function::Highest
        | Function::Lowest
        | Function::Nth
        | Function::Natural
        | Function::MatchFace => {
            let natural = function == Function::Natural;
            let face = if natural && first.face.1 >= FAR { ANY } else { first.face };
            let nothing = if first.size.0 > 0 && function != Function::Nth {
                face
            } else {
                (face.0.min(0), face.1.max(0))
            };
            of_number(nothing)
        }
        Function::Matches | Function::Run | Function::Sets | Function::Suited => {
            of_number((0, first.size.1))
        }
        Function::Rolled => of_number(ANY),
        Function::Net | Function::Draw => of_number(ANY),
        Function::Abs => of_number(range::absolute(first.number)),
        Function::Min => of_number(range::least(numbers())),
        Function::Max => of_number(range::greatest(numbers())),
        Function::Repeat => {
            let count = match arguments.first() {
                Some(Argument::Value(count)) => constant(count, &|_| None),
                _ => None,
            };
            bag(count.map_or((0, FAR), |count| (count, count)), value(1).number)
        }
    }
}

/// Whether no face that can come is meant.
fn never_shown(when: &When, face: Range) -> bool {
    if face.1 - face.0 > 1000 {
        return false;
    }
    (face.0..=face.1).all(|face| matches_face(when, face, &|_| None) == Some(false))
}
