//! The number of steps as a column of its own: the engine counts steps, so that the states of a
//! program need not carry their number, and states that come back are one.

use super::code::{Code, Line, Node};
use super::live::{prune, reads_of};

/// The program with this column alone, where it is the number of steps and nothing else reads it.
pub(super) fn ticking(code: &Code, place: usize) -> Option<Code> {
    let column = code.columns.get(place)?;
    let restarts = code.lines.iter().any(|line| matches!(line, Line::Restart));
    if !column.is_steps || column.at.is_some() || code.may_make_none || restarts {
        return None;
    }
    let mut code = code.clone();
    for at in 0..code.lines.len() {
        if matches!(&code.lines[at], Line::Record { column, .. } if *column == place) {
            code.lines[at] = Line::Jump { to: at + 1, when: None };
        }
    }
    if let Some(Line::Jump { when, .. }) = code.limit.and_then(|limit| code.lines.get_mut(limit)) {
        *when = Some((Node::Number(0), true));
    }
    let steps = code.steps?;
    let (pruned, _) = prune(&code, Some(place));
    let read = pruned.lines.iter().any(|line| reads_of(&pruned, line).contains(&steps));
    (!read).then_some(code)
}
