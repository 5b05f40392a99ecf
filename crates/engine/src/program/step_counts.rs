//! Step counts by the engine: the states of a program need not contain the number of steps, so
//! cyclic states merge.

use super::code::{Code, Line, Node};
use super::liveness::{prune, reads_of};

/// Returns the program with this column alone, if it is the number of steps and nothing else reads
/// it.
pub(super) fn with_step_counts(code: &Code, place: usize) -> Option<Code> {
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
