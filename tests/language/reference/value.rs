//! Values of the reference interpreter: numbers, and bags of items.

use std::cmp::Reverse;

/// One die or card of a bag.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub value: i64,
    /// The face after rerolls, before other modifiers.
    pub printed: i64,
    /// Letters on the face; `None` on a face of a number.
    pub letters: Option<String>,
    /// Suit of a card, 1 to 4; 0 if it has none.
    pub suit: i64,
    /// Identity of a card.
    pub card: Option<usize>,
    pub kept: bool,
}

impl Item {
    /// Creates an item of a plain number.
    pub fn number(value: i64) -> Item {
        Item { value, printed: value, letters: None, suit: 0, card: None, kept: true }
    }
}

/// Value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// The value of a name whose line was not reached.
    None,
    Number(i64),
    Bag(Vec<Item>),
}

impl Value {
    /// Returns the number; that of a bag is the sum of what it keeps, that of none is 0.
    pub fn number(&self) -> i64 {
        match self {
            Value::None => 0,
            Value::Number(number) => *number,
            Value::Bag(items) => items.iter().filter(|item| item.kept).map(|item| item.value).sum(),
        }
    }

    pub fn is_true(&self) -> bool {
        self.number() != 0
    }

    /// Returns the kept items, the highest first; a number is one item.
    pub fn kept(&self) -> Vec<Item> {
        match self {
            Value::None => Vec::new(),
            Value::Number(number) => vec![Item::number(*number)],
            Value::Bag(items) => sorted(items.iter().filter(|item| item.kept).cloned().collect()),
        }
    }
}

/// Sorts items, the highest first; of equal ones the higher printed face.
pub fn sorted(mut items: Vec<Item>) -> Vec<Item> {
    items.sort_by_key(|item| Reverse((item.value, item.printed)));
    items
}

/// Returns the largest number of groups of values with sums of at least `least`, by trying each
/// value in each group.
pub fn most_groups(values: &[i64], least: i64) -> i64 {
    fn put(values: &[i64], groups: &mut Vec<i64>, least: i64) -> i64 {
        let Some((first, rest)) = values.split_first() else {
            return groups.iter().filter(|sum| **sum >= least).count() as i64;
        };
        let mut best = 0;
        for place in 0..groups.len() {
            groups[place] += first;
            best = best.max(put(rest, groups, least));
            groups[place] -= first;
        }
        groups.push(*first);
        best = best.max(put(rest, groups, least));
        groups.pop();
        best
    }
    put(values, &mut Vec::new(), least)
}
