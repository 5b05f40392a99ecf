//! Gradual reveal of bags: by rank from the highest value down if ranks are read, or face by face
//! if faces are counted.
//!
//! Revealed values are dropped once nothing reads them, so the state of a bag of many dice is a few
//! integers: the position, and the number of dice left.
//!
//! # Formula
//! Of m dice that show none of the values seen so far, the number that show the next value is
//! binomial, with that value's share among the remaining values.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bags::Values;
use super::place::{Inserted, anchor};
use crate::chance::{Keep, Question, RollQuery, Tally};
use crate::program::code::{Among, Code, Gather, Hand, Line, Node, Rows, Throw, WhenNode};
use crate::program::liveness::{live_at, reads_of};
use crate::program::roll::keep;
use oddsmith_dice::syntax::{Comparison, Operator};

/// Rewrites a program to reveal these bags gradually; `None` if that is not possible for any of
/// them.
pub(super) fn reveal_bags(code: &Code, mut bags: Vec<Values>) -> Option<Code> {
    let mut code = code.clone();
    bags.iter_mut().for_each(|bag| count_faces(&mut code, bag));
    let moved = add_up(&mut code, &bags);
    bags.iter_mut().for_each(|bag| bag.line = moved[bag.line]);
    let mut inserted = Inserted::new(&code);
    let mut shown = 0;
    for bag in &bags {
        let reads = reads(&code, bag);
        let mut anchors = BTreeMap::new();
        for (&line, slots) in &reads {
            match anchor(&code, bag.line, line) {
                Some(anchor) => anchors.entry(anchor).or_insert_with(Vec::new).extend(slots),
                None => {
                    anchors.clear();
                    break;
                }
            }
        }
        if anchors.is_empty() || comes_back(&code, bag) {
            continue;
        }
        let asked = |slot: &usize| bag.answers[slot].asked.clone();
        let all = || reads.values().flatten().map(asked);
        let ranked = |asked: RollQuery| {
            matches!(asked, RollQuery::Nth(_) | RollQuery::Size | RollQuery::Lowest)
        };
        let counted = |asked: RollQuery| matches!(asked, RollQuery::Tally(_) | RollQuery::Size);
        let whole = bag.ranks == (0, bag.count);
        if all().all(ranked) {
            by_rank(&mut code, bag, &anchors, &mut inserted);
        } else if whole && all().all(counted) {
            by_face(&mut code, bag, &anchors, &mut inserted);
        } else {
            continue;
        }
        shown += 1;
    }
    (shown > 0).then(|| inserted.into(&code))
}

/// Returns whether a slot of the bag is read after a backward jump.
fn comes_back(code: &Code, bag: &Values) -> bool {
    let aims = code.lines.iter().filter_map(|line| match line {
        Line::Again { to } => Some(*to),
        _ => None,
    });
    aims.into_iter().any(|aim| {
        let live = live_at(code, aim);
        bag.answers.keys().any(|&slot| live.get(slot) == Some(&true))
    })
}

/// Returns the slots of a bag that each line reads.
fn reads(code: &Code, bag: &Values) -> BTreeMap<usize, Vec<usize>> {
    let mut reads = BTreeMap::new();
    for (place, line) in code.lines.iter().enumerate() {
        let own: Vec<usize> = reads_of(code, line)
            .into_iter()
            .filter(|slot| bag.answers.contains_key(slot))
            .collect();
        if !own.is_empty() {
            reads.insert(place, own);
        }
    }
    reads
}

/// Allocates a slot.
fn slot(code: &mut Code) -> usize {
    code.slots += 1;
    code.slots - 1
}

/// Returns the hand and the question of a node that reads exactly one whole hand.
fn whole_hand<'n>(node: &'n Node, bag: &Values) -> Option<(&'n Gather, &'n WhenNode)> {
    let Node::Of(gather, question) = node else { return None };
    let own = gather.hands.len() == 1 && bag.answers.contains_key(&gather.hands[0].size);
    (own && gather.beside.is_none()).then_some((&**gather, &**question))
}

/// Returns the question of a node, if its parameters are constant.
fn question(asked: &WhenNode) -> Option<RollQuery> {
    match asked {
        WhenNode::Fixed(question) => {
            (!question.rolled && question.most.is_none()).then(|| question.asked.clone())
        }
        WhenNode::Nth(rank) => Some(RollQuery::Nth(rank.known()?.clamp(0, 1 << 20) as u32)),
        WhenNode::Sets(size) => Some(RollQuery::Sets(size.known()?.clamp(1, 1 << 20) as u32)),
        WhenNode::Count(ranges) => {
            let end = |end: &Option<Node>, none| match end {
                None => Some(none),
                Some(node) => Some(node.known()?.clamp(i32::MIN.into(), i32::MAX.into()) as i32),
            };
            let ranges =
                ranges.iter().map(|(low, high)| Some((end(low, i32::MIN)?, end(high, i32::MAX)?)));
            let faces = crate::chance::Faces(ranges.collect::<Option<_>>()?);
            Some(RollQuery::Tally(vec![faces].into()))
        }
    }
}

/// Gives each question a separate slot, if a hand is only asked for counts of faces, or for single
/// ranks.
fn count_faces(code: &mut Code, bag: &mut Values) {
    let mut all = Vec::new();
    let mut others = false;
    for line in &code.lines {
        let mut in_hands = 0;
        line.each(&mut |node| {
            node.within(&mut |node| {
                if let Some((gather, asked)) = whole_hand(node, bag) {
                    in_hands += 1 + gather.hands[0].most;
                    all.push(question(asked).filter(|_| gather.keep.is_none()));
                }
            });
        });
        // Any other use of the slots reads values.
        let places = reads_of(code, line);
        let own = places.iter().filter(|slot| bag.answers.contains_key(slot)).count();
        others |= own > in_hands;
    }
    let faces = !others
        && !all.is_empty()
        && all.iter().all(|asked| matches!(asked, Some(RollQuery::Tally(_) | RollQuery::Size)));
    let mut slots = code.slots;
    let mut lines = std::mem::take(&mut code.lines);
    for line in &mut lines {
        line.each_mut(&mut |node| {
            node.within_mut(&mut |node| {
                let Some((gather, asked)) = whole_hand(node, bag) else { return };
                let Some(asked) = question(asked).filter(|_| gather.keep.is_none()) else { return };
                let hand = gather.hands[0];
                *node = match asked {
                    RollQuery::Nth(rank @ 1..) if rank as usize <= hand.most => {
                        Node::Slot(hand.first + rank as usize - 1)
                    }
                    RollQuery::Nth(_) => Node::Number(0),
                    RollQuery::Size => Node::Slot(hand.size),
                    RollQuery::Tally(_) if faces => {
                        let asked = Question::of(asked);
                        let known = bag.answers.iter().find(|(_, known)| **known == asked);
                        let place = known.map(|(place, _)| *place).unwrap_or_else(|| {
                            slots += 1;
                            bag.answers.insert(slots - 1, asked);
                            slots - 1
                        });
                        Node::Slot(place)
                    }
                    _ => return,
                };
            });
        });
    }
    (code.lines, code.slots) = (lines, slots);
}

/// Rewrites sums and counts of kept values of a hand to be accumulated rank by rank. Returns the
/// new index of each line.
fn add_up(code: &mut Code, bags: &[Values]) -> Vec<usize> {
    let mut inserted = Inserted::new(code);
    let mut moved = Vec::with_capacity(code.lines.len());
    let mut at = 0;
    let mut lines = code.lines.clone();
    for (place, line) in lines.iter_mut().enumerate() {
        let mut new = Vec::new();
        if let Line::Throw { throw: Throw::Gather(gather, questions), slots } = line
            && let [hand] = gather.hands[..]
            && gather.beside.is_none()
            && let Some(bag) = bags.iter().find(|bag| bag.answers.contains_key(&hand.size))
            && let ([asked], [slot]) = (&questions[..], &slots[..])
            && let Some(sum) = added(bag, hand, gather, &asked.asked, *slot)
        {
            moved.push(at);
            at += sum.len();
            inserted.instead_of(place, sum);
            continue;
        }
        line.each_mut(&mut |node| {
            node.within_mut(&mut |node| {
                let Some((bag, (gather, asked))) =
                    bags.iter().find_map(|bag| Some((bag, whole_hand(node, bag)?)))
                else {
                    return;
                };
                let Some(asked) = question(asked) else { return };
                let sum = code.slots;
                if let Some(lines) = added(bag, gather.hands[0], gather, &asked, sum) {
                    new.extend(lines);
                    code.slots += 1;
                    *node = Node::Slot(sum);
                }
            });
        });
        at += new.len();
        moved.push(at);
        at += 1;
        inserted.before(place, new);
    }
    code.lines = lines;
    *code = inserted.into(code);
    moved
}

/// Returns lines that accumulate the gains of the kept dice of a hand in a slot.
fn added(
    bag: &Values,
    hand: Hand,
    gather: &Gather,
    asked: &RollQuery,
    sum: usize,
) -> Option<Vec<Line>> {
    let kept = match &gather.keep {
        None => Keep::All,
        Some((kept, count)) => keep(*kept, count.known()?.clamp(0, i32::MAX.into()) as i32),
    };
    let (first, past) = kept.ranks(bag.ranks.1 - bag.ranks.0);
    let mut lines = vec![set(sum, Node::Number(0))];
    for rank in first..past {
        let value = Node::Slot(hand.first + rank as usize);
        let gain = match asked {
            RollQuery::Sum => value,
            RollQuery::Tally(tally) => Node::Lookup(Box::new(value), Arc::new(gains(tally, bag))),
            _ => return None,
        };
        lines.push(set(sum, binary(Operator::Add, sum, gain)));
    }
    Some(lines)
}

fn gains(tally: &Tally, bag: &Values) -> Rows {
    let rows: Vec<(i64, i64, i64)> = bag
        .values
        .iter()
        .zip(tally.gains(&bag.values))
        .map(|(&(value, _), gain)| (value.into(), value.into(), gain.into()))
        .collect();
    Rows::of(&rows, 0)
}

fn set(slot: usize, node: Node) -> Line {
    Line::Set { slot, node, bounds: None }
}

fn binary(operator: Operator, slot: usize, number: Node) -> Node {
    Node::Binary(operator, Box::new([Node::Slot(slot), number]))
}

/// Inserts the lines that reveal a bag from the highest value down.
fn by_rank(
    code: &mut Code,
    bag: &Values,
    anchors: &BTreeMap<usize, Vec<usize>>,
    inserted: &mut Inserted,
) {
    let (at, here, left) = (slot(code), slot(code), slot(code));
    let weights = bag.values.iter().map(|&(_, weight)| weight);
    let among = Arc::new(Among::new(weights, bag.count));
    let value = bag.values.iter().zip(1..).map(|(&(value, _), at)| (at, at, i64::from(value)));
    let value = Arc::new(Rows::of(&value.collect::<Vec<_>>(), 0));
    // The rank of each slot among all dice, from 1; `None` if it is constant.
    let (first, past) = bag.ranks;
    let rank_of = |question: &Question| {
        let (first, past) = if question.rolled { (0, bag.count) } else { (first, past) };
        match question.asked {
            RollQuery::Nth(rank) if rank > 0 && rank <= past - first => Some(first + rank),
            RollQuery::Lowest if past > first => Some(past),
            _ => None,
        }
    };
    let mut start = vec![
        set(at, Node::Number(0)),
        set(here, Node::Number(0)),
        set(left, Node::Number(bag.count.into())),
    ];
    for (&place, question) in &bag.answers {
        if rank_of(question).is_none() {
            let known = match question.asked {
                RollQuery::Size if question.rolled => bag.count,
                RollQuery::Size => past - first,
                _ => 0,
            };
            start.push(set(place, Node::Number(known.into())));
        }
    }
    inserted.instead_of(bag.line, start);
    let mut shown = 0;
    for (&anchor, slots) in anchors {
        let needed = slots.iter().filter_map(|slot| rank_of(&bag.answers[slot])).max();
        for rank in shown + 1..=needed.unwrap_or(0) {
            let positive = binary(Operator::Compare(Comparison::Greater), here, Node::Number(0));
            let throw = Throw::Among {
                among: Arc::clone(&among),
                at: Node::Slot(at),
                count: Node::Slot(left),
                questions: vec![Among::question()],
            };
            let mut lines = vec![
                Line::Jump { to: 5, when: Some((positive, true)) },
                Line::Throw { throw, slots: vec![here] },
                set(left, binary(Operator::Subtract, left, Node::Slot(here))),
                set(at, binary(Operator::Add, at, Node::Number(1))),
                Line::Jump { to: 0, when: None },
                set(here, binary(Operator::Subtract, here, Node::Number(1))),
            ];
            for (&place, question) in &bag.answers {
                if rank_of(question) == Some(rank) {
                    let value = Arc::clone(&value);
                    lines.push(set(place, Node::Lookup(Box::new(Node::Slot(at)), value)));
                }
            }
            inserted.before(anchor, lines);
        }
        shown = shown.max(needed.unwrap_or(0));
    }
}

/// Inserts the lines that reveal a bag face by face, in the order in which faces are counted.
fn by_face(
    code: &mut Code,
    bag: &Values,
    anchors: &BTreeMap<usize, Vec<usize>>,
    inserted: &mut Inserted,
) {
    let tally = |slot: &usize| match &bag.answers[slot].asked {
        RollQuery::Tally(tally) => Some((*slot, tally.gains(&bag.values))),
        _ => None,
    };
    let all: BTreeMap<usize, Vec<i32>> = anchors.values().flatten().filter_map(tally).collect();
    // Faces with the same gain in every question are merged.
    let mut classes: Vec<(Vec<i32>, u64)> = Vec::new();
    for (value, &(_, weight)) in bag.values.iter().enumerate() {
        let class: Vec<i32> = all.values().map(|gains| gains[value]).collect();
        match classes.iter_mut().find(|(known, _)| *known == class) {
            Some((_, sum)) => *sum += weight,
            None => classes.push((class, weight)),
        }
    }
    // In the order of first use; faces that never count come last.
    let mut shown_at: Vec<(usize, usize)> = Vec::new();
    let mut told: Vec<(usize, usize)> = Vec::new();
    for (&anchor, slots) in anchors {
        for &slot in slots.iter().filter(|slot| all.contains_key(slot)) {
            if told.iter().any(|(_, known)| *known == slot) {
                continue;
            }
            told.push((anchor, slot));
            let place = all.keys().position(|known| *known == slot).unwrap_or(0);
            let counts = |class: &usize| classes[*class].0[place] != 0;
            for class in (0..classes.len()).filter(counts) {
                if shown_at.iter().all(|(_, known)| *known != class) {
                    shown_at.push((anchor, class));
                }
            }
        }
    }
    let order = || shown_at.iter().map(|&(_, class)| class);
    let counted: u64 = order().map(|class| classes[class].1).sum();
    let rest = classes.iter().map(|(_, weight)| weight).sum::<u64>() - counted;
    let weights = order().map(|class| classes[class].1).chain((rest > 0).then_some(rest));
    let among = Arc::new(Among::new(weights, bag.count));
    let left = slot(code);
    let places: BTreeMap<usize, usize> = order().map(|class| (class, slot(code))).collect();
    let mut start = vec![set(left, Node::Number(bag.count.into()))];
    for (&place, question) in &bag.answers {
        if question.asked == RollQuery::Size {
            start.push(set(place, Node::Number(bag.count.into())));
        }
    }
    inserted.instead_of(bag.line, start);
    let mut at = 0;
    for &anchor in anchors.keys() {
        let mut lines = Vec::new();
        for &(_, class) in shown_at.iter().filter(|(there, _)| *there == anchor) {
            let throw = Throw::Among {
                among: Arc::clone(&among),
                at: Node::Number(at),
                count: Node::Slot(left),
                questions: vec![Among::question()],
            };
            at += 1;
            lines.push(Line::Throw { throw, slots: vec![places[&class]] });
            lines.push(set(left, binary(Operator::Subtract, left, Node::Slot(places[&class]))));
        }
        for &(_, slot) in told.iter().filter(|(there, _)| *there == anchor) {
            let place = all.keys().position(|known| *known == slot).unwrap_or(0);
            let mut sum = Node::Number(0);
            for (&class, &count) in &places {
                let count = match classes[class].0[place] {
                    0 => continue,
                    1 => Node::Slot(count),
                    gain => binary(Operator::Multiply, count, Node::Number(gain.into())),
                };
                sum = match sum {
                    Node::Number(0) => count,
                    sum => Node::Binary(Operator::Add, Box::new([sum, count])),
                };
            }
            lines.push(set(slot, sum));
        }
        inserted.before(anchor, lines);
    }
}
