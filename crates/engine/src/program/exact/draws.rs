//! Merging of draws from one deck, or of rolls, that are only read together; and restriction of a
//! bag to the values that are kept, if they are always the same.

use crate::chance::{Question, RollQuery};
use crate::program::code::{Code, Gather, Hand, Line, Node, RollNode, Throw, WhenNode};

/// A line that does nothing.
const NEVER: Line = Line::Jump { to: 0, when: Some((Node::Number(0), true)) };

/// Draws or rolls that form one bag wherever they are read.
struct Joint<'g> {
    /// The bag as it is read.
    gather: &'g Gather,
    /// The lines that draw or roll its parts.
    lines: Vec<usize>,
}

/// Merges such draws or rolls in a program; `None` if there are none.
pub(super) fn join_draws(code: &Code) -> Option<Code> {
    // In a loop, a hand outlives its line.
    if code.lines.iter().any(|line| matches!(line, Line::Again { .. })) {
        return None;
    }
    let gathers = gathers(code);
    let joint = gathers.iter().find_map(|gather| joint(code, gather))?;
    let mut code = code.clone();
    let (mut questions, mut slots) = (Vec::new(), Vec::new());
    let mut next = code.slots;
    for line in &mut code.lines {
        if let Line::Throw { throw: Throw::Gather(gather, asked), slots: places } = line
            && joint.is(gather)
        {
            questions.append(asked);
            slots.append(places);
            *line = NEVER;
            continue;
        }
        line.each_mut(&mut |node| {
            node.within_mut(&mut |node| {
                if let Node::Of(gather, question) = node
                    && joint.is(gather)
                    && let WhenNode::Fixed(question) = &**question
                {
                    questions.push(question.clone());
                    slots.push(next);
                    *node = Node::Slot(next);
                    next += 1;
                }
            });
        });
    }
    code.slots = next;
    let mut all: Option<Throw> = None;
    for &line in &joint.lines {
        let Line::Throw { throw, .. } = std::mem::replace(&mut code.lines[line], NEVER) else {
            return None;
        };
        match (&mut all, throw) {
            (None, throw) => all = Some(throw),
            (Some(Throw::Draw { count, .. }), Throw::Draw { count: more, .. }) => {
                *count = Node::Number(count.known()? + more.known()?);
            }
            (Some(Throw::Dice(roll, _)), Throw::Dice(more, _)) => {
                roll.members.extend(more.members);
                roll.made = Default::default();
            }
            _ => return None,
        }
    }
    let mut throw = all?;
    *throw.questions_mut() = questions;
    if let Throw::Dice(roll, _) = &mut throw {
        (roll.keep, roll.known) = (joint.gather.keep.clone(), Default::default());
    }
    code.lines[*joint.lines.last()?] = Line::Throw { throw, slots };
    Some(code)
}

impl Joint<'_> {
    fn is(&self, gather: &Gather) -> bool {
        alike(gather, self.gather)
    }
}

/// Returns whether two bags are equal; false unless their parameters are constant.
fn alike(one: &Gather, other: &Gather) -> bool {
    let kept = |gather: &Gather| gather.keep.as_ref().map(|(kept, count)| (*kept, count.known()));
    one.beside.is_none()
        && other.beside.is_none()
        && kept(one) == kept(other)
        && one.hands.len() == other.hands.len()
        && one.hands.iter().all(|hand| other.hands.contains(hand))
}

/// Returns the bags that are read in whole, or with a constant selection.
fn gathers(code: &Code) -> Vec<Gather> {
    let mut found: Vec<Gather> = Vec::new();
    let mut take = |gather: &Gather| {
        let known = gather.keep.as_ref().is_none_or(|(_, count)| count.known().is_some());
        if known && gather.beside.is_none() && !found.iter().any(|known| alike(known, gather)) {
            found.push(gather.clone());
        }
    };
    for line in &code.lines {
        if let Line::Throw { throw: Throw::Gather(gather, _), .. } = line {
            take(gather);
        }
        line.each(&mut |node| {
            node.within(&mut |node| {
                if let Node::Of(gather, _) = node {
                    take(gather);
                }
            });
        });
    }
    found
}

/// Returns the source of a hand that can be merged: `Some(deck)` for cards, `None` for dice.
fn source(throw: &Throw, of: &Gather, hand: Hand) -> Option<Option<usize>> {
    match throw {
        // Only draws that fill the hand.
        Throw::Draw { deck, count, .. } if of.keep.is_none() && of.hands.len() > 1 => {
            (count.known()? == hand.most as i64).then_some(Some(*deck))
        }
        Throw::Dice(roll, _) => (dice(roll, of) == Some(hand.most as i64)).then_some(None),
        _ => None,
    }
}

/// Returns the number of values of a roll, if all of them are in the bag.
fn dice(roll: &RollNode, of: &Gather) -> Option<i64> {
    let alone = roll.part.is_none() || of.hands.len() == 1;
    if roll.keep.is_some() || roll.adds_dice() || !roll.reads_nothing() || !alone {
        return None;
    }
    roll.members.iter().map(|member| member.count.known()).sum()
}

/// Returns the draws or rolls of these hands, if they can be merged.
fn joint<'g>(code: &Code, gather: &'g Gather) -> Option<Joint<'g>> {
    let hands = &gather.hands;
    let mut joint = Joint { gather, lines: Vec::new() };
    let mut all_from = None;
    for hand in hands {
        let places: Vec<usize> = hand.places().collect();
        let mut sets = code
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.sets().iter().any(|slot| places.contains(slot)));
        let (Some((at, Line::Throw { throw, slots })), None) = (sets.next(), sets.next()) else {
            return None;
        };
        // They must have no other questions.
        let more = slots.iter().any(|slot| !places.contains(slot));
        let from = source(throw, gather, *hand)?;
        if more || *all_from.get_or_insert(from) != from {
            return None;
        }
        joint.lines.push(at);
    }
    joint.lines.sort_unstable();
    joint.lines.dedup();
    let (&first, &last) = (joint.lines.first()?, joint.lines.last()?);
    let plain = |at: usize| joint.lines.contains(&at) || matches!(code.lines[at], Line::Set { .. });
    let jumps_in = code
        .lines
        .iter()
        .any(|line| matches!(line, Line::Jump { to, .. } if (first + 1..=last).contains(to)));
    if joint.lines.len() != hands.len() || jumps_in || !(first..=last).all(plain) {
        return None;
    }
    // None of them may be read separately.
    let is_hand = |slot: usize| hands.iter().any(|hand| hand.places().any(|place| place == slot));
    let alone = code.lines.iter().any(|line| {
        let mut alone = false;
        line.each(&mut |node| alone |= reads_alone(node, &joint, &is_hand));
        match line {
            Line::Throw { throw: Throw::Gather(gather, asked), slots } => match joint.is(gather) {
                // An answer moved to an earlier line must not change before it is read.
                true => {
                    alone |= slots.iter().any(|&slot| times_set(code, slot) > 1);
                    alone |= !asked.iter().all(is_of_values);
                }
                false => alone |= gather.all_hands().any(|hand| hands.contains(&hand)),
            },
            Line::Throw { throw: Throw::Dice(roll, _), .. } => {
                alone |= roll.part.as_ref().is_some_and(|part| !part.reads_nothing());
            }
            Line::Record { slots, .. } | Line::RecordAt { slots, .. } => {
                alone |= slots.iter().any(|&slot| is_hand(slot));
            }
            Line::Block(_) => alone = true,
            Line::Shuffle { held, .. } => alone |= held.iter().any(|hand| hands.contains(hand)),
            Line::Return { hand, .. } => alone |= hands.contains(hand),
            _ => {}
        }
        alone
    });
    (!alone).then_some(joint)
}

/// Returns whether a question depends only on values, and applies to rolls.
fn is_of_values(question: &Question) -> bool {
    !matches!(question.asked, RollQuery::Natural | RollQuery::Groups(_))
}

/// Returns the number of lines that set a slot.
fn times_set(code: &Code, slot: usize) -> usize {
    code.lines.iter().filter(|line| line.sets().contains(&slot)).count()
}

/// Returns whether a node reads a hand other than as part of the merged bag with a constant
/// question.
fn reads_alone(node: &Node, joint: &Joint, is_hand: &dyn Fn(usize) -> bool) -> bool {
    let mut alone = false;
    node.within(&mut |node| match node {
        Node::Slot(slot) => alone |= is_hand(*slot),
        Node::Of(gather, question) if gather.all_hands().any(|hand| is_hand(hand.size)) => {
            let known = matches!(&**question, WhenNode::Fixed(asked) if is_of_values(asked));
            alone |= !joint.is(gather) || !known;
        }
        _ => {}
    });
    alone
}

#[cfg(test)]
mod tests {
    use crate::odds::Check;
    use crate::program::Question;
    use oddsmith_dice::{check_program, read_program};

    /// A bag of which some values are kept has the same law if another expression reads it too.
    #[test]
    fn what_is_kept_of_a_roll_is_rolled_so() {
        for roll in ["4d6", "repeat(4, d4 + d4)", "4d8ro1", "4d{-2, 1, 1, 5}"] {
            for kept in ["kh2", "kl2", "km2", "dh1", "dl1", "kh2 c>=4", ""] {
                let text = |more: &str| format!("r = {roll}\nx = [r]{kept}{more}\nask x");
                let law = |text: &str| {
                    let said = check_program(read_program(text).expect(text), &[]).expect(text);
                    let compiled = Question::of(&said.tree).compile().expect(text);
                    compiled.law(1_000_000).expect(text)
                };
                let (alone, shared) = (law(&text("")), law(&text(" + 0 * nth(r, 2)")));
                assert_eq!(alone.columns, shared.columns, "{roll} {kept}");
                assert!(alone.branches <= shared.branches, "{roll} {kept}");
            }
        }
    }
}
