//! Numbers of a program, compiled: what reads places, hands and tables.

use std::sync::Arc;

use crate::chance::{Question, RollQuery, Shown};
use oddsmith_dice::syntax::Operator;

/// A number, compiled. Which kind it is stands in a byte of its own, as for lines, so that it is read
/// and not worked out from the bits of what is within.
#[derive(Clone, Debug)]
#[repr(u8)]
pub(super) enum Node {
    Number(i64),
    Slot(usize),
    Binary(Operator, Box<[Node; 2]>),
    Not(Box<Node>),
    Negate(Box<Node>),
    If(Box<[Node; 3]>),
    Min(Vec<Node>),
    Max(Vec<Node>),
    Abs(Box<Node>),
    /// A table of numbers that is looked up.
    Lookup(Box<Node>, Arc<Rows>),
    /// A question about values that lie in places.
    Of(Box<Gather>, Box<WhenNode>),
}

impl Node {
    /// The number that it is, where it is one.
    pub fn known(&self) -> Option<i64> {
        match self {
            Node::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Shows the nodes that stand in it.
    pub fn each<'n>(&'n self, visit: &mut dyn FnMut(&'n Node)) {
        match self {
            Node::Number(_) | Node::Slot(_) => {}
            Node::Binary(_, parts) => parts.iter().for_each(visit),
            Node::If(parts) => parts.iter().for_each(visit),
            Node::Min(nodes) | Node::Max(nodes) => nodes.iter().for_each(visit),
            Node::Not(inner) | Node::Negate(inner) | Node::Abs(inner) | Node::Lookup(inner, _) => {
                visit(inner);
            }
            Node::Of(gather, question) => {
                gather.nodes().for_each(&mut *visit);
                match &**question {
                    WhenNode::Fixed(_) => {}
                    WhenNode::Count(ranges) => {
                        ranges
                            .iter()
                            .flat_map(|(low, high)| low.iter().chain(high))
                            .for_each(visit);
                    }
                    WhenNode::Nth(node) | WhenNode::Sets(node) => visit(node),
                }
            }
        }
    }

    /// The same, to be changed.
    pub fn each_mut(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        match self {
            Node::Number(_) | Node::Slot(_) => {}
            Node::Binary(_, parts) => parts.iter_mut().for_each(visit),
            Node::If(parts) => parts.iter_mut().for_each(visit),
            Node::Min(nodes) | Node::Max(nodes) => nodes.iter_mut().for_each(visit),
            Node::Not(inner) | Node::Negate(inner) | Node::Abs(inner) | Node::Lookup(inner, _) => {
                visit(inner);
            }
            Node::Of(gather, question) => {
                gather.nodes_mut().for_each(&mut *visit);
                match &mut **question {
                    WhenNode::Fixed(_) => {}
                    WhenNode::Count(ranges) => ranges
                        .iter_mut()
                        .flat_map(|(low, high)| low.iter_mut().chain(high))
                        .for_each(visit),
                    WhenNode::Nth(node) | WhenNode::Sets(node) => visit(node),
                }
            }
        }
    }

    /// Shows it, and every node within it.
    pub fn within<'n>(&'n self, visit: &mut dyn FnMut(&'n Node)) {
        visit(self);
        self.each(&mut |node| node.within(visit));
    }

    /// The same, to be changed: those within it first.
    pub fn within_mut(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        self.each_mut(&mut |node| node.within_mut(visit));
        visit(self);
    }
}

/// A question whose faces may be read from places.
#[derive(Clone, Debug)]
pub(super) enum WhenNode {
    /// This question.
    Fixed(Question),
    /// How many values are in these ranges.
    Count(Vec<(Option<Node>, Option<Node>)>),
    /// The value of this rank.
    Nth(Node),
    /// How many values are shown so often or more.
    Sets(Node),
}

/// Values that lie in places: how many there are, then each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hand {
    pub size: usize,
    pub first: usize,
    pub most: usize,
    /// Whether they are cards with suits, each as one number.
    pub suited: bool,
}

impl Hand {
    /// The place of how many there are, and those of the values.
    pub fn places(self) -> impl Iterator<Item = usize> {
        std::iter::once(self.size).chain(self.first..self.first + self.most)
    }

    /// The questions whose answers lie in its places.
    pub fn questions(self) -> impl Iterator<Item = Question> {
        let of = move |rank| if self.suited { RollQuery::Card(rank) } else { RollQuery::Nth(rank) };
        std::iter::once(RollQuery::Size).chain((1..=self.most as u32).map(of)).map(Question::of)
    }

    /// The values that lie in its places.
    pub fn values(self, slots: &[i32]) -> &[i32] {
        let size = (slots[self.size].max(0) as usize).min(self.most);
        &slots[self.first..self.first + size]
    }

    /// What a value means.
    pub fn shown(self, value: i32) -> Shown {
        if self.suited { Shown::of_code(value) } else { Shown { value, printed: value } }
    }

    /// How many such cards it holds.
    pub fn holds(self, card: Shown, slots: &[i32]) -> i32 {
        let number = if self.suited { card.code() } else { card.value };
        self.values(slots).iter().filter(|&&value| value == number).count() as i32
    }
}

/// Several hands taken as one.
#[derive(Clone, Debug)]
pub(super) struct Gather {
    pub hands: Vec<Hand>,
    /// Which are kept, with how many.
    pub keep: Option<(oddsmith_dice::syntax::Kept, Node)>,
    /// What it is held against, one for one.
    pub beside: Option<Beside>,
}

/// What a hand is held against.
#[derive(Clone, Debug)]
pub(super) enum Beside {
    /// Those of the other are taken out.
    Less(Hand),
    /// One of this value is taken out.
    LessOne(Node),
    /// What the other has too stays.
    Common(Hand),
}

impl Gather {
    /// One hand, whole.
    pub fn of(hand: Hand) -> Gather {
        Gather { hands: vec![hand], keep: None, beside: None }
    }

    /// All hands that it reads.
    pub fn all_hands(&self) -> impl Iterator<Item = Hand> {
        let other = match self.beside {
            Some(Beside::Less(hand) | Beside::Common(hand)) => Some(hand),
            _ => None,
        };
        self.hands.iter().copied().chain(other)
    }

    /// The same numbers, to be changed.
    pub fn nodes_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        let other = match &mut self.beside {
            Some(Beside::LessOne(node)) => Some(node),
            _ => None,
        };
        self.keep.iter_mut().map(|(_, count)| count).chain(other)
    }

    /// All numbers that it reads.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        let other = match &self.beside {
            Some(Beside::LessOne(node)) => Some(node),
            _ => None,
        };
        self.keep.iter().map(|(_, count)| count).chain(other)
    }
}

/// The rows of a table of numbers.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// Each stretch of numbers with one value, from low to high.
    pub stretches: Vec<(i64, i64, i64)>,
    /// The value of all other numbers.
    pub otherwise: i64,
}

impl Rows {
    /// A table of stretches of which the first that has a number gives its value.
    pub fn of(rows: &[(i64, i64, i64)], otherwise: i64) -> Rows {
        let mut cuts: Vec<i64> =
            rows.iter().flat_map(|&(low, high, _)| [low, high.saturating_add(1)]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let stretch = |two: &[i64]| {
            let held = rows.iter().find(|(low, high, _)| (low..=high).contains(&&two[0]));
            held.map(|&(.., value)| (two[0], two[1] - 1, value))
        };
        Rows { stretches: cuts.windows(2).filter_map(stretch).collect(), otherwise }
    }

    /// The value of a number.
    pub fn value(&self, number: i64) -> i64 {
        let place = self.stretches.partition_point(|&(_, high, _)| high < number);
        match self.stretches.get(place) {
            Some(&(low, _, value)) if low <= number => value,
            _ => self.otherwise,
        }
    }
}
