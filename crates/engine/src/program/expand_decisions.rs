//! Specialization of the code after a decision for each of its words, so that rolls and draws that
//! are irrelevant for a word are not made: a player who stops does not roll.

use super::code::{Code, Line, Node};
use super::exact::simplify;
use super::liveness::{forks, reads_of};
use oddsmith_dice::syntax::{Comparison, Operator};

/// Maximum number of lines of a specialized program.
const MOST_LINES: usize = 1_000;

/// Duplicates the lines from each decision to the last line that reads it, once per word. `None` if
/// none of them draws luck.
pub(super) fn expand_decisions(code: &Code) -> Option<Code> {
    let mut code = code.clone();
    let (mut at, mut changed) = (0, false);
    while at < code.lines.len() && code.lines.len() < MOST_LINES {
        if let Line::Decide { slot, decision, .. } = code.lines[at] {
            let words = code.decisions[decision].words.len();
            changed |= write_out(&mut code, at, slot, words);
        }
        at += 1;
    }
    changed.then_some(code)
}

/// Duplicates the lines after the decision at this line for each word; returns whether that was
/// worthwhile.
fn write_out(code: &mut Code, decision: usize, slot: usize, words: usize) -> bool {
    let first = decision + 1;
    let reads = |line: &usize| reads_of(code, &code.lines[*line]).contains(&slot);
    let Some(last) = (first..code.lines.len()).rev().find(reads) else { return false };
    let (behind, end) = (&code.lines[first..=last], last + 1);
    if !behind.iter().any(forks) || behind.iter().any(|line| line.sets().contains(&slot)) {
        return false;
    }
    // After the decision come jumps to its words; the copy for each word is appended at the end.
    let moved = |line: usize| if line >= first { line + words } else { line };
    let copy = |word: usize| code.lines.len() + words + word * (behind.len() + 1);
    let mut lines: Vec<Line> = code.lines[..first].iter().map(|line| aimed(line, &moved)).collect();
    for word in 0..words {
        let is = Operator::Compare(Comparison::Equal);
        let sides = [Node::Slot(slot), Node::Number(word as i64)];
        let when = Some((Node::Binary(is, Box::new(sides)), true));
        lines.push(Line::Jump { to: copy(word), when });
    }
    lines.extend(code.lines[first..].iter().map(|line| aimed(line, &moved)));
    for word in 0..words {
        let mut known = vec![None; code.slots];
        known[slot] = Some(word as i64);
        let inside = |line: usize| match (first..end).contains(&line) {
            true => copy(word) + line - first,
            false => moved(line),
        };
        for (place, line) in (first..).zip(behind) {
            let mut line = line.clone();
            line.each_mut(&mut |node| simplify(node, &known));
            if let Line::Jump { to, when: when @ Some((Node::Number(_), _)) } = &mut line
                && let Some((Node::Number(number), yes)) = when.take()
                && (number != 0) != yes
            {
                *to = place + 1;
            }
            lines.push(aimed(&line, &inside));
        }
        lines.push(Line::Jump { to: moved(end), when: None });
    }
    code.limit = code.limit.map(moved);
    code.lines = lines;
    true
}

/// Returns a line with its jump target mapped.
fn aimed(line: &Line, to: &dyn Fn(usize) -> usize) -> Line {
    let mut line = line.clone();
    if let Line::Jump { to: aim, .. } | Line::Again { to: aim } = &mut line {
        *aim = to(*aim);
    }
    line
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Question;
    use super::super::code::{Code, SeenTuples};
    use super::super::machine::{Compiled, Scores};
    use super::super::walk::{Ended, MOST_WORK, walk};
    use super::expand_decisions;
    use oddsmith_dice::{check_program, read_program};

    /// Returns the possible values of the first column over all decisions, and whether the
    /// exploration was complete.
    fn seen(code: Code) -> (Vec<Vec<i32>>, bool) {
        let seen = SeenTuples::default();
        let columns = Compiled::new(code.clone()).columns;
        let looking = columns.iter().map(|_| Scores::SeenTuples(Arc::clone(&seen))).collect();
        let alone = Compiled::with(Arc::new(code), columns, looking, &[], Some(0));
        let ended = walk(&Compiled { deciding: true, ..alone }, 0, MOST_WORK);
        let all = seen.lock().expect("nobody failed").keys().cloned().collect();
        (all, matches!(ended, Ended::Closed(_)))
    }

    /// A specialized program has the same results.
    #[test]
    fn specialized_program_has_the_same_results() {
        for text in [
            "state t = 0\nstep\n  go = decide yes, no\n  x = 3d6\n  t = if go = no then t else t + x\nuntil go = no or t > 30, at most 4\nask t",
            "deck d = 1..5 x2\nstate h = draw(d, 1), s = 0\nstep\n  act = decide take, swap, stop\n  c = draw(d, 1)\n  e = draw(d, 2)\n  s = if act = take then s + c else if act = swap then s + highest(e) - 1 else s\nuntil act = stop or steps = 3, at most 3\nask s",
            "a = d6\none = decide low, high\nb = 2d4\ntwo = decide yes, no\nc = if two = yes then (if one = low then d8 else d12) else b\nx = if one = high then a + c else c\nask x",
        ] {
            let said = check_program(read_program(text).expect(text), &[]).expect(text).tree;
            let code = Question::of(&said).lowered().expect(text);
            let written_out = expand_decisions(&code).expect(text);
            let (plain, other) = (seen(code), seen(written_out));
            assert!(plain.1 && other.1 && plain.0.len() > 5, "{text}");
            assert_eq!(plain.0, other.0, "{text}");
        }
        let none = "go = decide yes, no\nx = if go = yes then 2 else 3\nask x";
        let said = check_program(read_program(none).expect(none), &[]).expect(none).tree;
        assert!(expand_decisions(&Question::of(&said).lowered().expect(none)).is_none());
    }
}
