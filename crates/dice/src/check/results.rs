//! Check for conditions that can never be true, which give notes, and for results that can never
//! happen, which are refused, for all values of the fields.

use super::extent::{Extents, extent};
use super::over::tables;
use crate::fault::{Fault, Note, Read};
use crate::range::truth;
use crate::syntax::{Argument, Ask, Expression, Kind, Line, Name, Program, Statement};

/// Refuses results that can never happen. Returns a note for each branch that is never taken.
pub fn check_results(program: &Program) -> Read<Vec<Note>> {
    let (mut names, mut notes) = (Extents::new(), Vec::new());
    for line in &program.opening {
        bound(line, &mut names, &mut notes)?;
    }
    // States may be anything after a step; names bound in a step are bound again in each step.
    if let Some(course) = &program.course {
        for line in &course.lines {
            if let Statement::Bind(name, _) = &line.statement {
                names.remove(&name.text);
            }
        }
        for line in &course.lines {
            bound(line, &mut names.clone(), &mut notes)?;
        }
        if never_holds(&course.until, &names) {
            return Err(Fault::new(&course.until.span, "this can never be true")
                .with_hint("for any roll and any fields"));
        }
    }
    for line in &program.closing {
        if program.course.is_some() && matches!(line.statement, Statement::Bind(..)) {
            continue;
        }
        bound(line, &mut names, &mut notes)?;
    }
    let lines = if program.course.is_some() { &program.closing } else { &program.opening };
    let (mut always, mut labels): (Option<&str>, Vec<&str>) = (None, Vec::new());
    for line in lines {
        let (condition, label) = match &line.statement {
            Statement::Results(_) => {
                (always, labels) = (None, Vec::new());
                continue;
            }
            Statement::Label(label, condition) => (condition.as_ref(), label.text.as_str()),
            Statement::Otherwise(_) => (None, "otherwise"),
            _ => continue,
        };
        if let Some(always) = always {
            return Err(Fault::new(&line.span, format!("`{label}` can't happen"))
                .with_hint(format!("`{always}` above it is always true")));
        }
        if labels.contains(&label) {
            let message = format!("`{label}` has two lines, and is one result");
            notes.push(Note { message, span: line.span.clone() });
        }
        labels.push(label);
        let Some(condition) = condition else { continue };
        let (may_be_no, may_be_yes) = truth(extent(condition, &names).number);
        if !may_be_yes {
            return Err(Fault::new(&condition.span, format!("`{label}` can't happen"))
                .with_hint("its condition is never true"));
        }
        if !may_be_no {
            always = Some(label);
        }
    }
    Ok(notes)
}

/// Returns a note for each named condition that is never read: `hit = r >= 15` is not a result.
pub fn never_read(program: &mut Program) -> Vec<Note> {
    let (mut named, mut taken) = (Vec::new(), Vec::new());
    for line in program.lines() {
        match &line.statement {
            Statement::Bind(name, value) if value.is_yes_or_no() => {
                named.push((name.clone(), value.clone()));
            }
            Statement::State(states) => taken.extend(states.iter().map(|state| &state.name)),
            Statement::Ask(asks) => taken.extend(asks.iter().flat_map(|ask| match ask {
                Ask::One { name, .. } => std::slice::from_ref(name),
                Ask::Joint(names) => names,
            })),
            _ => {}
        }
    }
    named.retain(|(name, _)| !taken.contains(&name));
    program.expressions_mut(&mut |expression| {
        let reads =
            |name: &str| expression.any(&|kind| matches!(kind, Kind::Name(read) if read == name));
        named.retain(|(name, _)| !reads(&name.text));
    });
    let note = |(name, value): (Name, Expression)| Note {
        message: format!("`{name}` is set and never read; a result has a colon: `{name}: {value}`"),
        span: name.span,
    };
    named.into_iter().map(note).collect()
}

/// Adds the bounds of the name that a line binds, and checks its conditions and tables.
fn bound(line: &Line, names: &mut Extents, notes: &mut Vec<Note>) -> Read<()> {
    let (Statement::Bind(_, value)
    | Statement::Label(_, Some(value))
    | Statement::Otherwise(value)
    | Statement::Given(value)) = &line.statement
    else {
        return Ok(());
    };
    tables(value, names)?;
    conditions(value, names, notes);
    if let Statement::Bind(name, _) = &line.statement {
        names.insert(name.text.clone(), extent(value, names));
    }
    Ok(())
}

/// Adds a note for each condition of an `if` that can never be true. It is not an error, because
/// generated rules have such conditions.
pub fn conditions(expression: &Expression, names: &Extents, notes: &mut Vec<Note>) {
    match &expression.kind {
        Kind::If(parts) => {
            if never_holds(&parts[0], names) {
                let message = format!("`{}` is never true, so its branch is not taken", parts[0]);
                notes.push(Note { message, span: parts[0].span.clone() });
            }
            parts.iter().for_each(|part| conditions(part, names, notes));
        }
        Kind::Call(_, arguments) => {
            for argument in arguments {
                if let Argument::Value(value) = argument {
                    conditions(value, names, notes);
                }
            }
        }
        Kind::Table(table) => {
            conditions(&table.of, names, notes);
            let values = table.rows.iter().map(|(_, value)| value).chain(&table.otherwise);
            values.for_each(|value| conditions(value, names, notes));
        }
        Kind::Binary(_, sides) => sides.iter().for_each(|side| conditions(side, names, notes)),
        Kind::Not(inside) | Kind::Negate(inside) => conditions(inside, names, notes),
        _ => {}
    }
}

/// Returns true if a condition can never be true.
fn never_holds(condition: &Expression, names: &Extents) -> bool {
    !truth(extent(condition, names).number).1
}
