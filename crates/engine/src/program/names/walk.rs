//! Iteration over the lines of a program and their expressions.

use oddsmith_dice::syntax::{Argument, Expression, Line, Program, Statement};

/// Returns all lines of a program.
pub fn lines(program: &Program) -> impl Iterator<Item = &Line> {
    let course = program.course.iter().flat_map(|course| &course.lines);
    program.opening.iter().chain(course).chain(&program.closing)
}

/// Returns all expressions of a line.
pub fn of_line(line: &Line) -> Vec<&Expression> {
    match &line.statement {
        Statement::Bind(_, value) | Statement::Otherwise(value) | Statement::Given(value) => {
            vec![value]
        }
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

/// Returns the arguments of a call that are expressions.
pub fn values(arguments: &[Argument]) -> impl Iterator<Item = &Expression> {
    arguments.iter().filter_map(|argument| match argument {
        Argument::Value(value) => Some(value),
        _ => None,
    })
}
