//! Walks through the expressions in an expression or a program, to change them.

use super::expression::{
    Argument, Dice, Expression, Kind, Member, Modifier, Roll, Sides, Source, When,
};
use super::program::{Program, Statement};

/// Calls `visit` for each direct child of an expression, to change it.
pub fn children_mut(expression: &mut Expression, visit: &mut dyn FnMut(&mut Expression)) {
    match &mut expression.kind {
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
        Kind::Over(over) => {
            [&mut over.low, &mut over.high, &mut over.each].into_iter().for_each(visit);
        }
        Kind::Table(table) => {
            visit(&mut table.of);
            for (when, value) in &mut table.rows {
                in_when(when, visit);
                visit(value);
            }
            table.otherwise.iter_mut().for_each(visit);
        }
        Kind::If(parts) => parts.iter_mut().for_each(visit),
        Kind::Binary(_, parts) => parts.iter_mut().for_each(visit),
        Kind::Not(inner) | Kind::Negate(inner) => visit(inner),
    }
}

fn in_when(when: &mut When, visit: &mut dyn FnMut(&mut Expression)) {
    match when {
        When::Compare(_, number) => visit(number),
        When::Among(parts) => parts.iter_mut().for_each(|(low, high)| {
            visit(low);
            high.iter_mut().for_each(&mut *visit);
        }),
    }
}

fn in_dice(dice: &mut Dice, modifiers: &mut [Modifier], visit: &mut dyn FnMut(&mut Expression)) {
    dice.count.iter_mut().for_each(&mut *visit);
    if let Sides::Number(sides) = &mut dice.sides {
        visit(sides);
    }
    in_modifiers(modifiers, visit);
}

fn in_modifiers(modifiers: &mut [Modifier], visit: &mut dyn FnMut(&mut Expression)) {
    for modifier in modifiers {
        match modifier {
            Modifier::Explode(explosion) => {
                explosion.when.iter_mut().for_each(|when| in_when(when, visit));
            }
            Modifier::Reroll { when, .. } => in_when(when, visit),
            Modifier::AtLeast(number) | Modifier::AtMost(number) => visit(number),
        }
    }
}

fn in_roll(roll: &mut Roll, visit: &mut dyn FnMut(&mut Expression)) {
    match &mut roll.source {
        Source::Dice(dice) => in_dice(dice, &mut [], visit),
        Source::Pool(members) => {
            for member in members {
                match member {
                    Member::Dice(dice, with) => in_dice(dice, with, visit),
                    Member::Name(name) => visit(name),
                }
            }
        }
    }
    in_modifiers(&mut roll.modifiers, visit);
    roll.keep.iter_mut().filter_map(|keep| keep.count.as_mut()).for_each(&mut *visit);
    roll.tally.iter_mut().for_each(|when| in_when(when, visit));
}

impl Program {
    /// Calls `visit` for each expression that belongs directly to a line, in the order of the
    /// lines, to change it.
    pub fn expressions_mut(&mut self, visit: &mut dyn FnMut(&mut Expression)) {
        let Program { opening, course, closing } = self;
        opening.iter_mut().for_each(|line| in_statement(&mut line.statement, visit));
        if let Some(course) = course {
            course.first.iter_mut().for_each(&mut *visit);
            course.lines.iter_mut().for_each(|line| in_statement(&mut line.statement, visit));
            visit(&mut course.until);
        }
        closing.iter_mut().for_each(|line| in_statement(&mut line.statement, visit));
    }
}

fn in_statement(statement: &mut Statement, visit: &mut dyn FnMut(&mut Expression)) {
    match statement {
        Statement::Bind(_, value) | Statement::Otherwise(value) | Statement::Given(value) => {
            visit(value);
        }
        Statement::Label(_, condition) => condition.iter_mut().for_each(visit),
        Statement::State(states) => {
            for state in states {
                visit(&mut state.start);
                state.bounds.iter_mut().for_each(|(low, high)| {
                    visit(low);
                    visit(high);
                });
            }
        }
        Statement::Deck(_, cards) => {
            cards.iter_mut().filter_map(|cards| cards.copies.as_mut()).for_each(visit);
        }
        Statement::Shuffle(_, when) | Statement::Return { when, .. } => {
            when.iter_mut().for_each(visit);
        }
        Statement::Ask(_) | Statement::Decide(..) | Statement::Results(_) => {}
    }
}
