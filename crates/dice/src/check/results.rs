//! Conditions that can never hold, and results that can never come, whatever the fields are.

use super::checker::Checker;
use super::extent::{Extents, extent, of_number};
use super::over::covers;
use crate::fault::{Fault, Read};
use crate::range::truth;
use crate::syntax::{Argument, Expression, Kind, Line, Program, Statement};

/// Refuses results that can never come.
pub fn can_come(program: &Program) -> Read<()> {
    let mut names = Extents::new();
    for line in &program.opening {
        bound(line, &mut names)?;
    }
    // What steps change may be anything; what they bind is bound anew each time.
    if let Some(course) = &program.course {
        for line in &course.lines {
            if let Statement::Bind(name, _) = &line.statement {
                names.remove(&name.text);
            }
        }
        for line in &course.lines {
            bound(line, &mut names.clone())?;
        }
        holds(&course.until, &names)?;
    }
    for line in &program.closing {
        if program.course.is_some() && matches!(line.statement, Statement::Bind(..)) {
            continue;
        }
        bound(line, &mut names)?;
    }
    let lines = if program.course.is_some() { &program.closing } else { &program.opening };
    let mut always: Option<&str> = None;
    for line in lines {
        let (condition, label) = match &line.statement {
            Statement::Results(_) => {
                always = None;
                continue;
            }
            Statement::Label(label, condition) => (condition.as_ref(), label.text.as_str()),
            Statement::Otherwise(_) => (None, "otherwise"),
            _ => continue,
        };
        if let Some(always) = always {
            return Err(Fault::new(line.span.clone(), format!("`{label}` can never come"))
                .with_hint(format!("`{always}` above it always holds")));
        }
        let Some(condition) = condition else { continue };
        let (may_be_no, may_be_yes) = truth(extent(condition, &names).number);
        if !may_be_yes {
            return Err(Fault::new(condition.span.clone(), format!("`{label}` can never come"))
                .with_hint("its condition never holds, whatever is rolled"));
        }
        if !may_be_no {
            always = Some(label);
        }
    }
    Ok(())
}

/// Takes in what a line binds, and looks at its conditions.
fn bound(line: &Line, names: &mut Extents) -> Read<()> {
    match &line.statement {
        Statement::Bind(name, value) => {
            conditions(value, names)?;
            let known = extent(value, names);
            names.insert(name.text.clone(), known);
        }
        Statement::Label(_, Some(condition)) => conditions(condition, names)?,
        Statement::Otherwise(value) => conditions(value, names)?,
        Statement::Given(condition) => {
            conditions(condition, names)?;
            holds(condition, names)?;
        }
        _ => {}
    }
    Ok(())
}

impl Checker<'_> {
    /// Refuses a condition in an expression that can never hold.
    pub fn extent_of(&self, expression: &Expression) -> Read<()> {
        conditions(expression, &Extents::new())
    }
}

/// Refuses conditions of `if` that can never hold.
fn conditions(expression: &Expression, names: &Extents) -> Read<()> {
    match &expression.kind {
        Kind::If(parts) => {
            holds(&parts[0], names)?;
            parts.iter().try_for_each(|part| conditions(part, names))
        }
        Kind::Call(_, arguments) => arguments.iter().try_for_each(|argument| match argument {
            Argument::Value(value) => conditions(value, names),
            _ => Ok(()),
        }),
        Kind::Over(over) => {
            let mut within = names.clone();
            let (low, high) = (extent(&over.low, names).number, extent(&over.high, names).number);
            within.insert(over.name.clone(), of_number((low.0, high.1)));
            // Of some numbers it may never hold.
            match over.each.any(&|kind| matches!(kind, Kind::Table(_))) {
                true => conditions(&over.each, &within),
                false => Ok(()),
            }
        }
        Kind::Table(table) => {
            covers(table, names)?;
            conditions(&table.of, names)?;
            let values = table.rows.iter().map(|(_, value)| value).chain(&table.otherwise);
            values.into_iter().try_for_each(|value| conditions(value, names))
        }
        Kind::Binary(_, sides) => sides.iter().try_for_each(|side| conditions(side, names)),
        Kind::Not(inside) | Kind::Negate(inside) => conditions(inside, names),
        _ => Ok(()),
    }
}

fn holds(condition: &Expression, names: &Extents) -> Read<()> {
    match truth(extent(condition, names).number).1 {
        true => Ok(()),
        false => Err(Fault::new(condition.span.clone(), "this can never hold")
            .with_hint("whatever is rolled, and whatever the fields are")),
    }
}
