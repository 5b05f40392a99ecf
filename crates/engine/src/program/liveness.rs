//! Liveness analysis: the slots that still matter at each line, so that states that differ only in
//! others are merged.

use super::code::{Code, Gone, Hand, Line, Node, RollNode, Throw};

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

impl Effect {
    /// Returns whether the line matters if these slots are read after it.
    fn matters(&self, after: &[bool]) -> bool {
        self.stays || self.sets.iter().chain(&self.changes).any(|&slot| after[slot])
    }
}

fn effect(code: &Code, line: &Line) -> Effect {
    let (mut reads, mut sets, mut changes) = (Vec::new(), line.sets(), Vec::new());
    line.each(&mut |node| node_reads(node, &mut |slot| reads.push(slot)));
    match line {
        Line::Throw { throw: Throw::Dice(RollNode { part: Some(part), .. }, _), .. } => {
            node_reads(&part.value, &mut |slot| reads.push(slot));
            reads.extend(part.lines.iter().flat_map(|line| effect(code, line).reads));
        }
        Line::Throw { throw: Throw::Gather(gather, _), .. } => {
            reads.extend(gather.all_hands().flat_map(Hand::places));
        }
        Line::Label { slot, .. } => {
            reads.push(*slot);
            changes = std::mem::take(&mut sets);
        }
        Line::Record { slots, .. } => reads.extend(slots),
        Line::RecordAt { slots, steps, .. } => reads.extend(slots.iter().chain([steps])),
        Line::Block(block) => reads.extend(&block.inputs),
        Line::Shuffle { held, .. } => reads.extend(held.iter().flat_map(|hand| hand.places())),
        Line::Return { hand, .. } => reads.extend(hand.places()),
        _ => {}
    }
    if let Some(deck) = line.deck() {
        reads.extend(code.decks[deck].slots());
        changes.extend(code.decks[deck].slots());
    }
    let stays = matches!(
        line,
        Line::Record { .. }
            | Line::RecordAt { .. }
            | Line::Jump { .. }
            | Line::Again { .. }
            | Line::Restart
            | Line::Done
    );
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
        if !effect(&code, &code.lines[place]).matters(&after) {
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
            *gone = match whole.decks[*deck].slots().any(|slot| after[slot]) {
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
            if effect.matters(&now) {
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
