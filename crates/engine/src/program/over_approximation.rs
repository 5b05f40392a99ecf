//! Upper bounds on the possible scores of columns, without exploring all states.
//!
//! For decks, a relaxed program is used: drawn cards return to the deck at once. It reaches every
//! result of the original program with far fewer states, since they do not track the remaining
//! cards.

use std::sync::Arc;

use super::code::{Code, DeckCode, Gone, Line, Node, SeenTuples, Throw};
use super::liveness::{forks, node_reads, prune, reads_of};
use super::machine::{Compiled, Scores};
use super::walk::{Ended, walk};
use oddsmith_dice::syntax::Operator;

/// Maximum number of branches walked for it.
const MOST_WORK: usize = 20_000;

/// The largest card value for which sums over hands can't overflow.
const LARGE: i32 = 10_000;

/// Returns whether a program only draws cards and compares results, so that no number overflows and
/// it always ends.
pub(super) fn is_plain(code: &Code) -> bool {
    let mut plain =
        code.decks.iter().flat_map(|deck| &deck.kinds).all(|(card, _)| card.value.abs() <= LARGE);
    for line in &code.lines {
        plain &= match line {
            Line::Throw { throw, .. } => matches!(throw, Throw::Draw { .. } | Throw::Gather(..)),
            Line::Again { .. } | Line::Restart | Line::Block(_) => false,
            _ => true,
        };
        line.each(&mut |node| {
            node.within(&mut |node| {
                let compares = |operator: &Operator| {
                    matches!(operator, Operator::Compare(_) | Operator::And | Operator::Or)
                };
                plain &= !matches!(node, Node::Binary(operator, _) if !compares(operator));
            });
        });
    }
    plain
}

/// Returns a superset of the scores of the column at this index, over all decisions. `None` if the
/// program has no decks or reads the remaining cards of one, or if it takes too long.
pub(super) fn may_score(machine: &Compiled, place: usize) -> Option<SeenTuples> {
    let (code, dead) = prune(&machine.whole, Some(place));
    let code = loosened(code)?;
    let seen = SeenTuples::default();
    let looking = machine.scores.iter().map(|_| Scores::SeenTuples(Arc::clone(&seen)));
    let loose = Compiled {
        lucky: code.lines.iter().map(forks).collect(),
        code: Arc::new(code),
        dead: dead.into(),
        scores: looking.collect(),
        overflowed: Arc::default(),
        deciding: machine.decides(),
        ..machine.clone()
    };
    let closed = matches!(walk(&loose, place, MOST_WORK), Ended::Closed(_));
    let beyond = loose.overflowed.load(std::sync::atomic::Ordering::Relaxed);
    (closed && !beyond && loose.code.endless.get().is_none()).then_some(seen)
}

/// Returns the relaxed program in which drawn cards return at once. `None` if no deck is tracked,
/// if anything else reads the remaining cards, or if trials can restart.
fn loosened(mut code: Code) -> Option<Code> {
    code.endless = Arc::default();
    let decks: Vec<_> = code.decks.iter().map(DeckCode::slots).collect();
    let is_left = |slot: &usize| decks.iter().any(|deck| deck.contains(slot));
    let mut counted = false;
    for place in 0..code.lines.len() {
        let line = &code.lines[place];
        let own = matches!(
            line,
            Line::Throw { throw: Throw::Draw { .. }, .. }
                | Line::Shuffle { .. }
                | Line::Return { .. }
        );
        let mut reads = match own {
            true => Vec::new(),
            false => reads_of(&code, line),
        };
        line.each(&mut |node| node_reads(node, &mut |slot| reads.push(slot)));
        if reads.iter().any(is_left) || matches!(line, Line::Restart) {
            return None;
        }
        match &mut code.lines[place] {
            Line::Throw { throw: Throw::Draw { gone, .. }, .. } => {
                counted |= *gone == Gone::Counted;
                *gone = Gone::Back;
            }
            // Endless dice of the relaxed program say nothing about the original one.
            Line::Throw { throw: Throw::Dice(roll, _), .. } => match roll.part {
                Some(_) => return None,
                None => roll.endless = Arc::clone(&code.endless),
            },
            _ => {}
        }
    }
    counted.then_some(code)
}
