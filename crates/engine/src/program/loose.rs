//! What the columns of a program may score at most, known without its states.
//!
//! With decks a looser program says it: cards that were drawn are there for the next draw too. It
//! comes to all that the program comes to, and has far fewer states, as none of them says which
//! cards are gone.

use std::sync::Arc;

use super::code::{Code, Gone, Line, Node, SeenTuples, Throw};
use super::live::{deck_slots, forks, node_reads, prune, reads_of};
use super::machine::{Compiled, Scores};
use super::walk::{Ended, walk};
use oddsmith_dice::syntax::Operator;

/// The most branches that are walked for it.
const MOST_WORK: usize = 20_000;

/// The largest value of a card of which hands are no large numbers.
const LARGE: i32 = 10_000;

/// Whether a program only draws cards and asks which results hold: no number in it can be too large,
/// and it ends.
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

/// All that the column at this place may score, whatever is decided, and perhaps more. None where
/// the program has no decks or reads what is left of one, or where it takes long.
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
        beyond: Arc::default(),
        deciding: machine.decides(),
        ..machine.clone()
    };
    let closed = matches!(walk(&loose, place, MOST_WORK), Ended::Closed(_));
    let beyond = loose.beyond.load(std::sync::atomic::Ordering::Relaxed);
    (closed && !beyond && loose.code.endless.get().is_none()).then_some(seen)
}

/// The program in which cards come back at once. None where nobody counts which are gone, where something else
/// hangs on what is left of a deck, or where trials begin anew.
fn loosened(mut code: Code) -> Option<Code> {
    code.endless = Arc::default();
    let decks: Vec<_> = (0..code.decks.len()).map(|deck| deck_slots(&code, deck)).collect();
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
            // What it finds out of dice is not known of the program itself.
            Line::Throw { throw: Throw::Dice(roll, _), .. } => match roll.part {
                Some(_) => return None,
                None => roll.endless = Arc::clone(&code.endless),
            },
            _ => {}
        }
    }
    counted.then_some(code)
}
