//! Liveness analysis: the slots that still matter at each line, so that states that differ only in
//! others are merged.

use super::code::{Code, Gone, Hand, Line, Node, Throw};

/// Returns whether a line draws luck, or decides, which are the fork points of a walk.
pub(super) fn forks(line: &Line) -> bool {
    match line {
        Line::Throw { throw, .. } => !matches!(throw, Throw::Gather(..)),
        Line::Decide { .. } | Line::Block(_) => true,
        _ => false,
    }
}

/// Calls `read` with every slot that a node reads.
pub(super) fn node_reads(node: &Node, read: &mut dyn FnMut(usize)) {
    node.within(&mut |node| match node {
        Node::Slot(slot) => read(*slot),
        Node::Of(gather, _) => gather.all_hands().flat_map(Hand::places).for_each(&mut *read),
        _ => {}
    });
}

/// Calls `read` with the slots that a throw reads in addition to its expressions.
fn throw_reads(code: &Code, throw: &Throw, read: &mut dyn FnMut(usize)) {
    match throw {
        Throw::Dice(roll, _) => {
            if let Some(part) = &roll.part {
                node_reads(&part.value, read);
                let reads = part.lines.iter().flat_map(|line| effect(code, line).reads);
                reads.for_each(read);
            }
        }
        Throw::Draw { deck, .. } => deck_slots(code, *deck).for_each(read),
        Throw::Gather(gather, _) => gather.all_hands().flat_map(Hand::places).for_each(read),
        Throw::Among { .. } => {}
    }
}

/// Returns the slots that count the remaining cards of a deck.
pub(super) fn deck_slots(code: &Code, deck: usize) -> std::ops::Range<usize> {
    let deck = &code.decks[deck];
    deck.first..deck.first + deck.kinds.len()
}

/// The effect of a line on slots.
struct Effect {
    reads: Vec<usize>,
    /// Slots that are always set.
    sets: Vec<usize>,
    /// Slots that may be set, or are modified.
    changes: Vec<usize>,
    /// True if the line is kept even if nothing reads the slots it sets.
    stays: bool,
}

fn effect(code: &Code, line: &Line) -> Effect {
    let mut reads = Vec::new();
    let (mut sets, mut changes, mut stays) = (Vec::new(), Vec::new(), false);
    line.each(&mut |node| node_reads(node, &mut |slot| reads.push(slot)));
    match line {
        Line::Set { slot, .. } => sets.push(*slot),
        Line::Throw { throw, slots } => {
            throw_reads(code, throw, &mut |slot| reads.push(slot));
            sets.extend(slots);
            if let Throw::Draw { deck, .. } = throw {
                changes.extend(deck_slots(code, *deck));
            }
        }
        Line::Label { slot, .. } => {
            reads.push(*slot);
            changes.push(*slot);
        }
        Line::Record { slots, .. } => {
            reads.extend(slots);
            stays = true;
        }
        Line::RecordAt { slots, steps, .. } => {
            reads.extend(slots);
            reads.push(*steps);
            stays = true;
        }
        Line::Jump { .. } | Line::Again { .. } | Line::Restart | Line::Done => stays = true,
        Line::Decide { slot, .. } => sets.push(*slot),
        Line::Block(block) => {
            reads.extend(&block.inputs);
            sets.extend(&block.outputs);
        }
        Line::Shuffle { deck, held, .. } => {
            reads.extend(held.iter().flat_map(|hand| hand.places()));
            reads.extend(deck_slots(code, *deck));
            changes.extend(deck_slots(code, *deck));
        }
        Line::Return { deck, hand, .. } => {
            reads.extend(hand.places());
            reads.extend(deck_slots(code, *deck));
            changes.extend(deck_slots(code, *deck));
        }
    }
    Effect { reads, sets, changes, stays }
}

/// Removes dead code, for all columns or for only one; also returns the slots that are dead before
/// each line.
pub(super) fn prune(whole: &Code, only: Option<usize>) -> (Code, Vec<Box<[usize]>>) {
    let mut code = whole.clone();
    if let Some(only) = only {
        let others = |line: &Line| match line {
            Line::Record { column, .. } | Line::RecordAt { column, .. } => *column != only,
            _ => false,
        };
        for place in 0..code.lines.len() {
            if others(&code.lines[place]) {
                code.lines[place] = Line::Jump { to: place + 1, when: None };
            }
        }
    }
    let live = liveness(&code);
    for place in 0..code.lines.len() {
        let after = live_after(&code, &live, place);
        let effect = effect(&code, &code.lines[place]);
        let read = |slot: &usize| after[*slot];
        if !effect.stays && !effect.sets.iter().any(read) && !effect.changes.iter().any(read) {
            code.lines[place] = Line::Jump { to: place + 1, when: None };
        } else if let Line::Throw { throw, slots } = &mut code.lines[place] {
            // Drop questions whose answers are not read.
            let asked: Vec<bool> = slots.iter().map(|&slot| after[slot]).collect();
            let mut each = asked.iter();
            slots.retain(|_| each.next().copied().unwrap_or(true));
            if let Throw::Dice(roll, _) = throw {
                roll.known = Default::default();
            }
            let mut each = asked.iter();
            throw.questions_mut().retain(|_| each.next().copied().unwrap_or(true));
        }
        // Remaining cards that are not read need no tracking.
        if let Line::Throw { throw: Throw::Draw { deck, gone, .. }, .. } = &mut code.lines[place] {
            *gone = match deck_slots(whole, *deck).any(|slot| after[slot]) {
                true => Gone::Counted,
                false => Gone::Unread,
            };
        }
    }
    let dead = live.iter().map(|live| {
        let dead = live.iter().enumerate().filter(|(_, live)| !**live);
        dead.map(|(slot, _)| slot).collect()
    });
    let dead: Vec<Box<[usize]>> = dead.collect();
    without_gaps(code, dead)
}

/// Removes lines that only jump to the next one.
fn without_gaps(mut code: Code, dead: Vec<Box<[usize]>>) -> (Code, Vec<Box<[usize]>>) {
    let stays = |(place, line): (usize, &Line)| !matches!(line, Line::Jump { to, when: None } if *to == place + 1);
    let stay: Vec<bool> = code.lines.iter().enumerate().map(stays).collect();
    // The new index of each line, or that of the next line that remains.
    let mut places = Vec::with_capacity(stay.len());
    let mut place = 0;
    for &stays in &stay {
        places.push(place);
        place += usize::from(stays);
    }
    for line in &mut code.lines {
        if let Line::Jump { to, .. } | Line::Again { to } = line {
            *to = places[*to];
        }
    }
    code.limit = code.limit.map(|line| places[line]);
    let mut each = stay.iter();
    code.lines.retain(|_| each.next().copied().unwrap_or(true));
    let dead = dead.into_iter().zip(&stay).filter_map(|(dead, &stays)| stays.then_some(dead));
    let dead = dead.collect();
    (code, dead)
}

fn live_after(code: &Code, live: &[Vec<bool>], place: usize) -> Vec<bool> {
    let next = match &code.lines[place] {
        Line::Jump { to, when: None } | Line::Again { to } => [Some(*to), None],
        Line::Jump { to, when: Some(_) } => [Some(place + 1), Some(*to)],
        Line::Restart | Line::Done => [None, None],
        _ => [Some(place + 1), None],
    };
    let mut after = vec![false; code.slots];
    for next in next.into_iter().flatten() {
        after.iter_mut().zip(&live[next]).for_each(|(sum, live)| *sum |= live);
    }
    after
}

/// Returns the live slots before each line.
fn liveness(code: &Code) -> Vec<Vec<bool>> {
    let effects: Vec<Effect> = code.lines.iter().map(|line| effect(code, line)).collect();
    let mut live = vec![vec![false; code.slots]; code.lines.len()];
    loop {
        let mut changed = false;
        for place in (0..code.lines.len()).rev() {
            let mut now = live_after(code, &live, place);
            let effect = &effects[place];
            let matters = effect.stays
                || effect.sets.iter().any(|&slot| now[slot])
                || effect.changes.iter().any(|&slot| now[slot]);
            if matters {
                effect.sets.iter().for_each(|&slot| now[slot] = false);
                effect.reads.iter().for_each(|&slot| now[slot] = true);
            }
            if now != live[place] {
                live[place] = now;
                changed = true;
            }
        }
        if !changed {
            return live;
        }
    }
}

/// Returns the throws of a line, including those in the values of its bag.
pub(super) fn throws_of(line: &Line) -> Vec<&Throw> {
    let Line::Throw { throw, .. } = line else { return Vec::new() };
    let part = match throw {
        Throw::Dice(roll, _) => roll.part.as_deref(),
        _ => None,
    };
    let inside = part.iter().flat_map(|part| &part.lines).flat_map(throws_of);
    std::iter::once(throw).chain(inside).collect()
}

/// Returns the live slots before a line.
pub(super) fn live_at(code: &Code, line: usize) -> Vec<bool> {
    liveness(code).swap_remove(line)
}

/// Returns the slots that a line reads.
pub(super) fn reads_of(code: &Code, line: &Line) -> Vec<usize> {
    effect(code, line).reads
}

/// Returns the live slots after each line.
pub(super) fn after_lines(code: &Code) -> Vec<Vec<bool>> {
    let live = liveness(code);
    (0..code.lines.len()).map(|place| live_after(code, &live, place)).collect()
}
