//! Walks through the expressions in an expression.

use super::expression::{Argument, Expression, Kind, Member, Modifier, Roll, Sides, Source, When};
use super::function::Function;

impl Expression {
    /// Returns true if it contains dice or draws cards.
    pub fn rolls(&self) -> bool {
        self.any(&|kind| {
            matches!(kind, Kind::Roll(_) | Kind::Call(Function::Repeat | Function::Draw, _))
        })
    }

    /// Returns true if it, or an expression within it, satisfies `such`.
    pub fn any(&self, such: &dyn Fn(&Kind) -> bool) -> bool {
        let mut found = such(&self.kind);
        children(self, &mut |child| found |= child.any(such));
        found
    }
}

/// Calls `visit` for each direct child of an expression.
pub fn children<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e Expression)) {
    match &expression.kind {
        Kind::Number(_) | Kind::Field(_) | Kind::Name(_) | Kind::Word { .. } => {}
        Kind::Roll(roll) => in_roll(roll, visit),
        Kind::Call(_, arguments) => {
            for argument in arguments {
                match argument {
                    Argument::Value(value) => visit(value),
                    Argument::Faces(when) => in_when(when, visit),
                    Argument::Letter(_) | Argument::Suit(_) | Argument::SecondValue(..) => {}
                }
            }
        }
        Kind::Over(over) => [&over.low, &over.high, &over.each].into_iter().for_each(visit),
        Kind::Table(table) => {
            visit(&table.of);
            for (when, value) in &table.rows {
                in_when(when, visit);
                visit(value);
            }
            table.otherwise.iter().for_each(visit);
        }
        Kind::If(parts) => parts.iter().for_each(visit),
        Kind::Binary(_, parts) => parts.iter().for_each(visit),
        Kind::Not(inner) | Kind::Negate(inner) => visit(inner),
    }
}

/// Calls `visit` for each expression in a condition on faces.
pub fn in_when<'e>(when: &'e When, visit: &mut dyn FnMut(&'e Expression)) {
    match when {
        When::Compare(_, number) => visit(number),
        When::Among(parts) => parts.iter().for_each(|(low, high)| {
            visit(low);
            high.iter().for_each(&mut *visit);
        }),
    }
}

/// Calls `visit` for each expression in a roll.
pub fn in_roll<'e>(roll: &'e Roll, visit: &mut dyn FnMut(&'e Expression)) {
    for (dice, _) in roll.dice() {
        dice.count.iter().for_each(&mut *visit);
        if let Sides::Number(sides) = &dice.sides {
            visit(sides);
        }
    }
    if let Source::Pool(members) = &roll.source {
        for member in members {
            if let Member::Name(name) = member {
                visit(name);
            }
        }
    }
    for modifier in roll.modifiers.iter().chain(roll.dice().flat_map(|(_, own)| own)) {
        match modifier {
            Modifier::Explode(explosion) => {
                explosion.when.iter().for_each(|when| in_when(when, visit));
            }
            Modifier::Reroll { when, .. } => in_when(when, visit),
            Modifier::AtLeast(number) | Modifier::AtMost(number) => visit(number),
        }
    }
    roll.keep.iter().filter_map(|keep| keep.count.as_ref()).for_each(&mut *visit);
    roll.tally.iter().for_each(|when| in_when(when, visit));
}
