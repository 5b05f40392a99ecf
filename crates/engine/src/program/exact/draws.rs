//! Draws from one deck that are only read together, as one draw: how they were dealt out says
//! nothing then.

use crate::program::code::{Code, Gather, Hand, Line, Node, Throw, WhenNode};

/// A line that does nothing.
const NEVER: Line = Line::Jump { to: 0, when: Some((Node::Number(0), true)) };

/// Draws that lie together in one bag wherever they are read.
struct Joint {
    /// The hands, in the order in which they are drawn.
    hands: Vec<Hand>,
    /// The lines that draw them.
    lines: Vec<usize>,
}

/// The program with such draws joined.
pub(in crate::program) fn joined(code: &Code) -> Option<Code> {
    // Where steps come back, a hand lies longer than its line.
    if code.lines.iter().any(|line| matches!(line, Line::Again { .. })) {
        return None;
    }
    let joint = gathers(code).into_iter().find_map(|gather| joint(code, &gather))?;
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
    code.names.extend((code.slots..next).map(|slot| (slot, String::new())));
    code.slots = next;
    let (&last, others) = joint.lines.split_last()?;
    let mut sum = 0;
    for &line in others.iter().chain([&last]) {
        if let Line::Throw { throw: Throw::Draw { count, .. }, .. } = &code.lines[line] {
            sum += count.known()?;
        }
    }
    for &line in others {
        code.lines[line] = NEVER;
    }
    let Line::Throw { throw: Throw::Draw { count, questions: asked, .. }, slots: places } =
        &mut code.lines[last]
    else {
        return None;
    };
    (*count, *asked, *places) = (Node::Number(sum), questions, slots);
    Some(code)
}

impl Joint {
    fn is(&self, gather: &Gather) -> bool {
        gather.keep.is_none() && gather.beside.is_none() && same(&gather.hands, &self.hands)
    }
}

fn same(one: &[Hand], other: &[Hand]) -> bool {
    one.len() == other.len() && one.iter().all(|hand| other.contains(hand))
}

/// The bags of several hands that are read.
fn gathers(code: &Code) -> Vec<Gather> {
    let mut found = Vec::new();
    let mut take = |gather: &Gather| {
        if gather.hands.len() > 1 && gather.keep.is_none() && gather.beside.is_none() {
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

/// The draws of these hands, if they are one draw for whoever reads them.
fn joint(code: &Code, gather: &Gather) -> Option<Joint> {
    let hands = &gather.hands;
    let mut joint = Joint { hands: hands.clone(), lines: Vec::new() };
    let mut of_deck = None;
    for hand in hands {
        let places: Vec<usize> = hand.places().collect();
        let mut sets = code
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.sets().iter().any(|slot| places.contains(slot)));
        let (Some((at, Line::Throw { throw: Throw::Draw { deck, count, .. }, slots })), None) =
            (sets.next(), sets.next())
        else {
            return None;
        };
        // As many cards as it has places for, and nothing else is asked of them.
        let more = slots.iter().any(|slot| !places.contains(slot));
        if more || count.known()? != hand.most as i64 || *of_deck.get_or_insert(*deck) != *deck {
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
    // Nobody reads one of them without the others.
    let is_hand = |slot: usize| hands.iter().any(|hand| hand.places().any(|place| place == slot));
    let alone = code.lines.iter().any(|line| {
        let mut alone = false;
        line.each(&mut |node| alone |= reads_alone(node, &joint, &is_hand));
        match line {
            Line::Throw { throw: Throw::Gather(gather, _), .. } => {
                alone |= !joint.is(gather) && gather.all_hands().any(|hand| hands.contains(&hand));
            }
            Line::Throw { throw: Throw::Dice(roll, _), .. } => alone |= roll.part.is_some(),
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

/// Whether a number reads a hand otherwise than with the others, by a question that is known.
fn reads_alone(node: &Node, joint: &Joint, is_hand: &dyn Fn(usize) -> bool) -> bool {
    let mut alone = false;
    node.within(&mut |node| match node {
        Node::Slot(slot) => alone |= is_hand(*slot),
        Node::Of(gather, question) if gather.all_hands().any(|hand| is_hand(hand.size)) => {
            alone |= !joint.is(gather) || !matches!(**question, WhenNode::Fixed(_));
        }
        _ => {}
    });
    alone
}
