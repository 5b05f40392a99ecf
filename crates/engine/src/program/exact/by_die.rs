//! Pools that only add to or subtract from a slot, rolled die by die: the state is then the number
//! of dice left and the value of the slot, whatever the initial number of dice.

use super::place::{Inserted, aims};
use crate::chance::{RollQuery, Tally};
use crate::program::code::{Code, Line, Node, Throw, at_least};
use crate::program::liveness::{after_lines, live_at, node_reads};
use oddsmith_dice::syntax::Operator;

/// Rewrites the first such pool of a program with a loop; `None` if there is none.
///
/// With `back = count((d)d6, <=2)` and `a = max(0, a - back)`, each die subtracts 0 or 1 from `a`.
/// An intermediate state is the number of dice left and `a`, shared by all `d` that lead to it, so
/// a battle of n against m has n m² states with two transitions each, rather than n m pools of n
/// and m dice.
pub(super) fn roll_by_die(code: &Code) -> Option<Code> {
    if !code.lines.iter().any(|line| matches!(line, Line::Again { .. })) {
        return None;
    }
    (0..code.lines.len()).find_map(|place| at(code, place))
}

/// Rewrites the pool that this line rolls.
fn at(code: &Code, place: usize) -> Option<Code> {
    let Line::Throw { throw: Throw::Dice(roll, questions), slots } = &code.lines[place] else {
        return None;
    };
    let ([member], None, None) = (&roll.members[..], &roll.keep, &roll.part) else { return None };
    let ([question], &[rolled]) = (&questions[..], &slots[..]) else { return None };
    let adds_up = matches!(question.asked, RollQuery::Sum | RollQuery::Tally(_));
    let others_known = roll.nodes().iter().skip(1).all(|node| node.known().is_some());
    if !adds_up || question.most.is_some() || !others_known || member.count.known().is_some() {
        return None;
    }
    let after = after_lines(code);
    let end = end_of_sets(code, place + 1);
    let reads =
        |line: usize, slot: usize| sets(code, line).is_some_and(|(_, node)| reads(node, slot));
    let mut reading = (place + 1..end).filter(|&line| reads(line, rolled));
    let (Some(moves), None) = (reading.next(), reading.next()) else { return None };
    let (moved, node) = sets(code, moves)?;
    let never_less = match &question.asked {
        RollQuery::Tally(Tally::Values(gains)) => gains.iter().all(|&(_, gain)| gain >= 0),
        RollQuery::Sum => !roll.may_be_negative(),
        _ => true,
    };
    let adds = only_moves(node, moved, rolled, never_less);
    if after[end - 1][rolled] || moved == rolled || !adds {
        return None;
    }
    let (sooner, later) = split(code, place + 1..end, moves, rolled)?;
    let left = code.slots;
    let set = |slot: usize, node: Node| Line::Set { slot, node, bounds: None };
    let mut one = roll.clone();
    one.known = Default::default();
    one.members[0].count = Node::Number(1);
    let mut lines = vec![set(left, member.count.clone())];
    lines.extend(sooner.iter().map(|&line| code.lines[line].clone()));
    // With no dice the number is clamped too.
    lines.extend([set(rolled, Node::Number(0)), code.lines[moves].clone()]);
    let first = lines.len();
    lines.extend([
        Line::Jump { to: first + 5, when: Some((at_least(left, 1), false)) },
        Line::Throw { throw: Throw::Dice(one, questions.clone()), slots: slots.clone() },
        code.lines[moves].clone(),
        set(left, Node::Binary(Operator::Subtract, Box::new([Node::Slot(left), Node::Number(1)]))),
        Line::Jump { to: first, when: None },
    ]);
    lines.extend(later.iter().map(|&line| code.lines[line].clone()));
    let mut inserted = Inserted::new(code);
    inserted.instead_of(place, lines);
    (place + 1..end).for_each(|line| inserted.instead_of(line, Vec::new()));
    let mut made = inserted.into(code);
    made.slots += 1;
    // Otherwise the dice left are one more slot to distinguish, and nothing is gained.
    let count = |live: Vec<bool>| live.into_iter().filter(|&live| live).count();
    (count(live_at(&made, place + first)) <= count(live_at(code, place))).then_some(made)
}

/// Returns the end of the lines from `first` on that only set slots and are no jump targets.
fn end_of_sets(code: &Code, first: usize) -> usize {
    let aims = aims(code);
    let sets = |place: &usize| sets(code, *place).is_some() && !aims[*place];
    (first..code.lines.len()).take_while(sets).last().map_or(first, |last| last + 1)
}

/// Returns the slot and the expression of a line that sets one.
fn sets(code: &Code, line: usize) -> Option<(usize, &Node)> {
    match &code.lines[line] {
        Line::Set { slot, node, bounds: None } => Some((*slot, node)),
        _ => None,
    }
}

fn reads(node: &Node, slot: usize) -> bool {
    let mut found = false;
    node_reads(node, &mut |read| found |= read == slot);
    found
}

/// Returns whether an expression adds the roll to or subtracts it from a slot, so that doing so die
/// by die is equivalent; it may also be clamped in the direction of the change if no die has a
/// negative value.
fn only_moves(node: &Node, moved: usize, rolled: usize, never_less: bool) -> bool {
    let slot = |node: &Node, slot| matches!(node, Node::Slot(own) if *own == slot);
    let by = |node: &Node, operator: Operator| match node {
        Node::Binary(own, parts) if *own == operator => {
            let either =
                operator == Operator::Add && slot(&parts[0], rolled) && slot(&parts[1], moved);
            either || slot(&parts[0], moved) && slot(&parts[1], rolled)
        }
        _ => false,
    };
    let cut = |nodes: &[Node], operator: Operator| match nodes {
        [one, other] => {
            one.known().is_some() && by(other, operator)
                || other.known().is_some() && by(one, operator)
        }
        _ => false,
    };
    match node {
        Node::Max(nodes) => never_less && cut(nodes, Operator::Subtract),
        Node::Min(nodes) => never_less && cut(nodes, Operator::Add),
        node => by(node, Operator::Add) || by(node, Operator::Subtract),
    }
}

/// Splits lines into those that may run before the pool is rolled and those that run after it;
/// `None` if some line fits neither.
fn split(
    code: &Code,
    lines: std::ops::Range<usize>,
    moves: usize,
    rolled: usize,
) -> Option<(Vec<usize>, Vec<usize>)> {
    let (mut sooner, mut later) = (Vec::new(), Vec::new());
    let apart = |one: usize, other: usize| {
        let ((a, of_a), (b, of_b)) = (sets(code, one)?, sets(code, other)?);
        Some(a != b && !reads(of_a, b) && !reads(of_b, a))
    };
    for line in lines.filter(|&line| line != moves) {
        let (slot, _) = sets(code, line)?;
        let free = slot != rolled
            && (line < moves || apart(line, moves)?)
            && later.iter().all(|&other| apart(line, other) == Some(true));
        if free {
            sooner.push(line);
        } else if line < moves && !apart(line, moves)? {
            return None;
        } else {
            later.push(line);
        }
    }
    Some((sooner, later))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::Check;
    use crate::program::{Compiled, Question};
    use crate::rule::Rule;
    use oddsmith_dice::{check_program, read_program};

    fn compiled(text: &str) -> Compiled {
        let said = check_program(read_program(text).expect(text), &[]).expect(text).tree;
        Question::of(&said).compile().expect(text)
    }

    /// Returns whether a pool is rolled die by die in the code for a single column, recognized by
    /// backward jumps.
    fn rolled_by_die(compiled: &Compiled) -> bool {
        (0..compiled.columns.len()).any(|column| {
            let one = (Compiled::EXTRAS.for_column)(compiled, column).expect("a program has it");
            let mut lines = (0..).zip(&one.code.lines);
            lines.any(|(place, line)| matches!(line, Line::Jump { to, .. } if *to < place))
        })
    }

    /// A pool that is rolled die by die has the same law as one rolled at once, which is kept if
    /// its value is used otherwise.
    #[test]
    fn die_by_die_has_the_law_of_all_at_once() {
        for (moves, applies) in [
            ("a = max(0, a - back)\n  d = max(0, d - hits)", true),
            ("d = max(0, d - hits)\n  a = max(0, a - back)", true),
            ("a = max(back * 0, a - back)\n  d = max(0, d - hits)", false),
            ("a = a - back\n  d = d - hits", true),
            ("a = max(2, a - back)\n  d = d - min(hits, 2)", true),
            ("d = max(0, d - hits - back)", false),
            ("a = max(0, a - back)\n  d = max(a - a, d - hits)", false),
        ] {
            let text = |moves: &str| {
                format!(
                    "state a = 4, d = 3\nstep\n  hits = count((max(0, a))d6, 1)\n  back = count((max(0, d))d6, <=2)\n  {moves}\nuntil a <= 0 or d <= 0, at most 6\nask a, d, steps"
                )
            };
            let at_once = moves.replace("- back", "- back + 0 * back");
            let (by_die, at_once) = (compiled(&text(moves)), compiled(&text(&at_once)));
            let law = |of: &Compiled| of.law(1_000_000).expect(moves).columns;
            assert_eq!(law(&by_die), law(&at_once), "{moves}");
            assert_eq!(
                [rolled_by_die(&by_die), rolled_by_die(&at_once)],
                [applies, false],
                "{moves}"
            );
        }
    }
}
