//! The lines of a program and the expressions in them, one after the other.

use oddsmith_dice::syntax::{
    Argument, Expression, Kind, Line, Member, Modifier, Program, Roll, Sides, Source, Statement,
    When,
};

/// All lines of a program.
pub fn lines(program: &Program) -> impl Iterator<Item = &Line> {
    let course = program.course.iter().flat_map(|course| &course.lines);
    program.opening.iter().chain(course).chain(&program.closing)
}

/// The expressions that stand in an expression.
pub fn children<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e Expression)) {
    match &expression.kind {
        Kind::Number(_) | Kind::Field(_) | Kind::Name(_) | Kind::Word { .. } => {}
        Kind::Roll(roll) => in_roll(roll, visit),
        Kind::Call(_, arguments) => {
            for argument in arguments {
                match argument {
                    Argument::Value(value) => visit(value),
                    Argument::Faces(when) => in_when(when, visit),
                    Argument::Letter(_) => {}
                }
            }
        }
        Kind::If(parts) => parts.iter().for_each(visit),
        Kind::Binary(_, parts) => parts.iter().for_each(visit),
        Kind::Not(inner) | Kind::Negate(inner) => visit(inner),
    }
}

pub fn in_when<'e>(when: &'e When, visit: &mut dyn FnMut(&'e Expression)) {
    match when {
        When::Compare(_, number) => visit(number),
        When::Among(parts) => parts.iter().for_each(|(low, high)| {
            visit(low);
            high.iter().for_each(&mut *visit);
        }),
    }
}

pub fn in_roll<'e>(roll: &'e Roll, visit: &mut dyn FnMut(&'e Expression)) {
    let mut dice = |dice: &'e oddsmith_dice::syntax::Dice| {
        dice.count.iter().for_each(&mut *visit);
        if let Sides::Number(sides) = &dice.sides {
            visit(sides);
        }
    };
    let mut modifiers: Vec<&Modifier> = roll.modifiers.iter().collect();
    let mut names = Vec::new();
    match &roll.source {
        Source::Dice(own) => dice(own),
        Source::Pool(members) => {
            for member in members {
                match member {
                    Member::Dice(own, with) => {
                        dice(own);
                        modifiers.extend(with);
                    }
                    Member::Name(name) => names.push(name),
                }
            }
        }
    }
    names.into_iter().for_each(&mut *visit);
    for modifier in modifiers {
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

/// All expressions of a line.
pub fn of_line(line: &Line) -> Vec<&Expression> {
    match &line.statement {
        Statement::Bind(_, value) | Statement::Otherwise(value) => vec![value],
        Statement::Label(_, condition) => condition.iter().collect(),
        Statement::State(states) => {
            let each = states.iter().flat_map(|state| {
                let bounds = state.bounds.iter().flat_map(|(low, high)| [low, high]);
                std::iter::once(&state.start).chain(bounds)
            });
            each.collect()
        }
        Statement::Shuffle(_, when) | Statement::Return { when, .. } => when.iter().collect(),
        _ => Vec::new(),
    }
}
