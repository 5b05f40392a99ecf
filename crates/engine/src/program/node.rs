//! Compiled expressions, which read slots, hands and tables.

use std::sync::Arc;

use crate::chance::{Question, RollQuery, Shown};
use oddsmith_dice::syntax::Operator;

/// A compiled expression. The discriminant is a separate byte, as for lines, so that reading it
/// needs no decoding of a niche.
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
    /// A lookup in a table of numbers.
    Lookup(Box<Node>, Arc<Rows>),
    /// A question about values in slots.
    Of(Box<Gather>, Box<WhenNode>),
}

impl Node {
    /// Returns the number of a constant node.
    pub fn known(&self) -> Option<i64> {
        match self {
            Node::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Visits the children of the node.
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

    /// Visits the children of the node with mutable access.
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

    /// Visits the node and all its descendants.
    pub fn within<'n>(&'n self, visit: &mut dyn FnMut(&'n Node)) {
        visit(self);
        self.each(&mut |node| node.within(visit));
    }

    /// Visits the node and all its descendants with mutable access, descendants first.
    pub fn within_mut(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        self.each_mut(&mut |node| node.within_mut(visit));
        visit(self);
    }
}

/// A question whose parameters may be read from slots.
#[derive(Clone, Debug)]
pub(super) enum WhenNode {
    /// A constant question.
    Fixed(Question),
    /// The number of values in these ranges.
    Count(Vec<(Option<Node>, Option<Node>)>),
    /// The value of this rank.
    Nth(Node),
    /// The number of values that occur at least this often.
    Sets(Node),
}

/// A list of values in consecutive slots: one slot holds their number, and `most` slots the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hand {
    pub size: usize,
    pub first: usize,
    pub most: usize,
    /// True if they are cards with suits, each encoded as one number.
    pub suited: bool,
}

impl Hand {
    /// Returns the slot of the number of values, and those of the values.
    pub fn places(self) -> impl Iterator<Item = usize> {
        std::iter::once(self.size).chain(self.first..self.first + self.most)
    }

    /// Returns the questions whose answers fill the slots.
    pub fn questions(self) -> impl Iterator<Item = Question> {
        let of = move |rank| if self.suited { RollQuery::Card(rank) } else { RollQuery::Nth(rank) };
        std::iter::once(RollQuery::Size).chain((1..=self.most as u32).map(of)).map(Question::of)
    }

    /// Returns the current values.
    pub fn values(self, slots: &[i32]) -> &[i32] {
        let size = (slots[self.size].max(0) as usize).min(self.most);
        &slots[self.first..self.first + size]
    }

    /// Decodes a value.
    pub fn shown(self, value: i32) -> Shown {
        if self.suited { Shown::of_code(value) } else { Shown { value, printed: value } }
    }

    /// Returns the number of cards equal to `card`.
    pub fn holds(self, card: Shown, slots: &[i32]) -> i32 {
        let number = if self.suited { card.code() } else { card.value };
        self.values(slots).iter().filter(|&&value| value == number).count() as i32
    }
}

/// Several hands combined to one, from which cards may be kept, removed or intersected.
#[derive(Clone, Debug)]
pub(super) struct Gather {
    pub hands: Vec<Hand>,
    /// The selection that is kept, with its count.
    pub keep: Option<(oddsmith_dice::syntax::Kept, Node)>,
    /// The hand or value that is removed or intersected.
    pub beside: Option<Beside>,
}

/// A multiset operation of a hand with another hand or value.
#[derive(Clone, Debug)]
pub(super) enum Beside {
    /// Removes the cards of the other hand.
    Less(Hand),
    /// Removes one card with this value.
    LessOne(Node),
    /// Keeps the cards that are also in the other hand.
    Common(Hand),
}

impl Gather {
    /// Creates the whole of one hand.
    pub fn of(hand: Hand) -> Gather {
        Gather { hands: vec![hand], keep: None, beside: None }
    }

    /// Returns all hands that it reads.
    pub fn all_hands(&self) -> impl Iterator<Item = Hand> {
        let other = match self.beside {
            Some(Beside::Less(hand) | Beside::Common(hand)) => Some(hand),
            _ => None,
        };
        self.hands.iter().copied().chain(other)
    }

    /// Returns the expressions that it reads, with mutable access.
    pub fn nodes_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        let other = match &mut self.beside {
            Some(Beside::LessOne(node)) => Some(node),
            _ => None,
        };
        self.keep.iter_mut().map(|(_, count)| count).chain(other)
    }

    /// Returns the expressions that it reads.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        let other = match &self.beside {
            Some(Beside::LessOne(node)) => Some(node),
            _ => None,
        };
        self.keep.iter().map(|(_, count)| count).chain(other)
    }
}

/// A table from ranges of numbers to values.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// Disjoint ranges in increasing order, as (low, high, value).
    pub stretches: Vec<(i64, i64, i64)>,
    /// The value of all other numbers.
    pub otherwise: i64,
}

impl Rows {
    /// Creates a table of ranges, of which the first that contains a number determines its value.
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

    /// Returns the value for a number.
    pub fn value(&self, number: i64) -> i64 {
        let place = self.stretches.partition_point(|&(_, high, _)| high < number);
        match self.stretches.get(place) {
            Some(&(low, _, value)) if low <= number => value,
            _ => self.otherwise,
        }
    }
}
