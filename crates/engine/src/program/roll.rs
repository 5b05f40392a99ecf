//! Rolls with parameters that may be read from slots.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock, RwLock};

use smallvec::SmallVec;

use super::code::{Known, MemberNode, ModifierNode, Node, PartCode, Ranges, RollNode, SidesNode};
use crate::chance::{Bag, BagLaw, Die, Faces, Keep, Member, Modifier, Question};
use oddsmith_dice::syntax::{Comparison, Kept};

impl Ranges {
    /// Returns the ranges of a comparison.
    pub fn compare(comparison: Comparison, number: Node) -> Ranges {
        let plus = |number: &Node, by: i64| match number {
            Node::Number(number) => Node::Number(number + by),
            other => Node::Binary(
                oddsmith_dice::syntax::Operator::Add,
                Box::new([other.clone(), Node::Number(by)]),
            ),
        };
        let (less, more) = (Some(plus(&number, -1)), Some(plus(&number, 1)));
        let here = Some(number);
        Ranges(match comparison {
            Comparison::Less => vec![(None, less)],
            Comparison::AtMost => vec![(None, here)],
            Comparison::Equal => vec![(here.clone(), here)],
            Comparison::Unequal => vec![(None, less), (more, None)],
            Comparison::AtLeast => vec![(here, None)],
            Comparison::Greater => vec![(more, None)],
        })
    }

    /// Returns the faces, with parameters evaluated by `number`.
    pub fn faces(&self, number: &mut impl FnMut(&Node) -> i32) -> Faces {
        let ends = self.0.iter().map(|(low, high)| {
            let low = low.as_ref().map_or(i32::MIN, &mut *number);
            (low, high.as_ref().map_or(i32::MAX, &mut *number))
        });
        Faces(ends.collect())
    }

    fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.0.iter().flat_map(|(low, high)| low.iter().chain(high))
    }
}

/// Maximum number of bags that are indexed by a single parameter.
const INDEXED_BAGS: usize = 64;

/// A cached bag, or one created now.
pub(super) enum FoundBag<'r> {
    Known(&'r Bag),
    Made(Arc<Bag>),
}

impl Deref for FoundBag<'_> {
    type Target = Bag;

    fn deref(&self) -> &Bag {
        match self {
            FoundBag::Known(bag) => bag,
            FoundBag::Made(bag) => bag,
        }
    }
}

/// Approximate memory of a bag without its law, in bytes.
const BAG: usize = 1_000;

/// Maximum number of dice of a kind, if the number is variable.
pub(super) const MOST_DICE: i32 = 1_000;

impl RollNode {
    /// Returns all expressions that the roll reads, in the order of its parameters.
    pub fn nodes(&self) -> SmallVec<[&Node; 8]> {
        let mut nodes = SmallVec::new();
        for member in &self.members {
            nodes.push(&member.count);
            if let Some(SidesNode::Number(sides)) = &member.sides {
                nodes.push(sides);
            }
            for modifier in &member.modifiers {
                match modifier {
                    ModifierNode::Explode { when: Some(when), .. }
                    | ModifierNode::Reroll { when, .. } => nodes.extend(when.nodes()),
                    ModifierNode::AtLeast(number) | ModifierNode::AtMost(number) => {
                        nodes.push(number);
                    }
                    ModifierNode::Explode { .. } => {}
                }
            }
        }
        nodes.extend(self.keep.iter().map(|(_, count)| count));
        nodes
    }

    /// Returns the expressions that the roll reads, with mutable access.
    pub fn nodes_mut(&mut self) -> Vec<&mut Node> {
        let mut nodes = Vec::new();
        for member in &mut self.members {
            nodes.push(&mut member.count);
            if let Some(SidesNode::Number(sides)) = &mut member.sides {
                nodes.push(sides);
            }
            for modifier in &mut member.modifiers {
                match modifier {
                    ModifierNode::Explode { when: Some(when), .. }
                    | ModifierNode::Reroll { when, .. } => {
                        let ends = when.0.iter_mut();
                        nodes.extend(ends.flat_map(|(low, high)| low.iter_mut().chain(high)));
                    }
                    ModifierNode::AtLeast(number) | ModifierNode::AtMost(number) => {
                        nodes.push(number);
                    }
                    ModifierNode::Explode { .. } => {}
                }
            }
        }
        nodes.extend(self.keep.iter_mut().map(|(_, count)| count));
        nodes
    }

    /// Creates a roll of a single value with a precomputed law.
    pub fn of_law(part: PartCode, law: BagLaw, questions: &Arc<Vec<Question>>) -> RollNode {
        let member = MemberNode { count: Node::Number(1), sides: None, modifiers: Vec::new() };
        let (members, part) = (vec![member], Some(Arc::new(part)));
        let mut roll = RollNode { members, part, ..RollNode::default() };
        let bag = Arc::new(roll.make(questions, |_| 1).with_law(law));
        let bags = [(roll.numbers(|_| 1).to_vec(), vec![(Arc::clone(questions), bag)])];
        roll.made = Arc::new(RwLock::new(HashMap::from_iter(bags)));
        roll
    }

    /// Returns whether the roll depends on no slot.
    pub fn reads_nothing(&self) -> bool {
        self.nodes().iter().all(|node| node.known().is_some())
            && self.part.as_ref().is_none_or(|part| part.reads_nothing())
    }

    /// Returns whether a die may add others to the bag.
    pub fn adds_dice(&self) -> bool {
        let adds = |modifier: &ModifierNode| {
            matches!(modifier, ModifierNode::Explode { same_die: false, .. })
        };
        self.members.iter().any(|member| member.modifiers.iter().any(adds))
    }

    /// Returns whether a die may explode endlessly.
    pub fn is_endless(&self) -> bool {
        let endless = |modifier: &ModifierNode| {
            matches!(modifier, ModifierNode::Explode { longest: u32::MAX, .. })
        };
        self.members.iter().any(|member| member.modifiers.iter().any(endless))
    }

    /// Returns the bag with these parameters, created if it is not cached.
    #[inline]
    pub fn bag(
        &self,
        questions: &Arc<Vec<Question>>,
        read: impl FnMut(&Node) -> i32,
    ) -> FoundBag<'_> {
        match self.known.get() {
            // Most rolls have constant parameters.
            Some(Known { number: None, bags }) => match bags.first().and_then(OnceLock::get) {
                Some(bag) => FoundBag::Known(bag),
                None => self.found(questions, read),
            },
            _ => self.found(questions, read),
        }
    }

    #[inline(never)]
    fn found(
        &self,
        questions: &Arc<Vec<Question>>,
        mut read: impl FnMut(&Node) -> i32,
    ) -> FoundBag<'_> {
        let known = self.known.get_or_init(|| self.known());
        let place = known.number.as_ref().map_or(Ok(0), |number| usize::try_from(read(number)));
        match place.ok().and_then(|place| known.bags.get(place)) {
            Some(bag) => FoundBag::Known(bag.get_or_init(|| self.made(questions, read))),
            None => FoundBag::Made(self.made(questions, read)),
        }
    }

    /// Creates an empty cache of the bags.
    fn known(&self) -> Known {
        let mut drawn = self.nodes();
        drawn.retain(|node| !matches!(node, Node::Number(_)));
        let room = match drawn.len() {
            0 => 1,
            1 => INDEXED_BAGS,
            _ => 0,
        };
        let number = drawn.pop().filter(|_| drawn.is_empty()).cloned();
        Known { number, bags: (0..room).map(|_| OnceLock::new()).collect() }
    }

    fn made(&self, questions: &Arc<Vec<Question>>, mut read: impl FnMut(&Node) -> i32) -> Arc<Bag> {
        let numbers = self.numbers(&mut read);
        let kept = |is_list: bool| {
            let made = self.made.read().ok()?;
            let same = |asked: &Arc<Vec<Question>>| match is_list {
                true => Arc::ptr_eq(asked, questions),
                false => asked == questions,
            };
            let mut these = made.get(&numbers[..])?.iter();
            these.find(|(asked, _)| same(asked)).map(|(_, bag)| Arc::clone(bag))
        };
        if let Some(bag) = kept(true) {
            return bag;
        }
        // Another program of the same rule may have created an equal one.
        let bag = kept(false).unwrap_or_else(|| {
            Arc::new(self.make(questions, read).accounted(Arc::clone(&self.account)))
        });
        // Beyond the memory budget, bags are recreated each time.
        if self.account.holds(BAG)
            && let Ok(mut made) = self.made.write()
        {
            let these = made.entry(numbers.to_vec()).or_default();
            these.push((Arc::clone(questions), Arc::clone(&bag)));
        }
        bag
    }

    /// Returns the parameters that identify a bag.
    fn numbers(&self, read: impl FnMut(&Node) -> i32) -> SmallVec<[i32; 16]> {
        let kept = self.keep.iter().map(|(kept, _)| *kept as i32);
        self.nodes().into_iter().map(read).chain(kept).collect()
    }

    fn make(&self, questions: &[Question], mut read: impl FnMut(&Node) -> i32) -> Bag {
        // A variable parameter may leave no face on which a die stops: the rule is rejected once
        // that is noticed, and until then the modifier is dropped.
        let dice = self.dice(&mut read);
        if let Some(what) = never_ends(&dice) {
            self.endless.get_or_init(|| {
                let drawn = self.nodes().into_iter().filter(|node| node.known().is_none());
                let drawn: Vec<String> = drawn.map(|node| read(node).to_string()).collect();
                format!(
                    "every face is {what} where {} comes up, so this never ends",
                    drawn.join(", ")
                )
            });
        }
        let members = dice.into_iter().map(Member::ending).collect();
        let keep = self.keep.as_ref().map(|(kept, count)| keep(*kept, read(count)));
        Bag::of(members).keep(keep.unwrap_or(Keep::All)).ask(questions.iter().cloned())
    }

    /// Returns the dice with these parameters.
    pub fn dice(&self, mut read: impl FnMut(&Node) -> i32) -> Vec<Member> {
        let mut members = Vec::new();
        for member in &self.members {
            let count = read(&member.count).clamp(0, MOST_DICE) as u32;
            let die = member.sides.as_ref().map(|sides| match sides {
                SidesNode::Number(sides) => Die::sided(read(sides).clamp(1, 65_535) as u16),
                SidesNode::Die(die) => die.clone(),
            });
            let highest = die.as_ref().map_or(0, Die::high);
            let modifier = |modifier: &ModifierNode| match modifier {
                ModifierNode::Explode { when, same_die, penetrates, longest } => {
                    Modifier::Explode {
                        when: when
                            .as_ref()
                            .map_or(Faces::only(highest), |when| when.faces(&mut read)),
                        same_die: *same_die,
                        penetrates: *penetrates,
                        longest: *longest,
                    }
                }
                ModifierNode::Reroll { once, when } => {
                    Modifier::Reroll { once: *once, when: when.faces(&mut read) }
                }
                ModifierNode::AtLeast(number) => Modifier::AtLeast(read(number)),
                ModifierNode::AtMost(number) => Modifier::AtMost(read(number)),
            };
            let modifiers = member.modifiers.iter().map(modifier).collect();
            members.push(Member { count, die, modifiers });
        }
        members
    }

    /// Returns whether a die may have a negative value.
    pub fn may_be_negative(&self) -> bool {
        self.members.iter().any(|member| {
            let penetrates = member
                .modifiers
                .iter()
                .any(|modifier| matches!(modifier, ModifierNode::Explode { penetrates: true, .. }));
            match &member.sides {
                Some(SidesNode::Die(die)) => die.low() < i32::from(penetrates),
                Some(SidesNode::Number(_)) => false,
                None => true,
            }
        })
    }

    /// Returns whether the dice have letters, whose gains may be negative.
    pub fn has_letters(&self) -> bool {
        self.faces_to() >= 1_000_000
    }

    /// Returns the highest printed face.
    pub fn faces_to(&self) -> i64 {
        let high = self.members.iter().map(|member| match &member.sides {
            Some(SidesNode::Die(die)) => i64::from(die.high()),
            _ => 1 << 20,
        });
        high.max().unwrap_or(0)
    }

    /// Returns the number of dice and the highest value of one, if both are constant and bounded.
    pub fn highest(&self) -> Option<(i64, i64)> {
        let explodes = |modifier: &ModifierNode| matches!(modifier, ModifierNode::Explode { .. });
        let mut count = 0;
        for member in &self.members {
            match &member.count {
                Node::Number(number) => count += number,
                _ => return None,
            }
            if member.sides.is_none()
                || member.modifiers.iter().any(|modifier| {
                    explodes(modifier) || matches!(modifier, ModifierNode::AtLeast(_))
                })
            {
                return None;
            }
        }
        Some((count, self.faces_to()))
    }
}

/// Returns the word for what every face of one of these dice does, so that it never ends.
pub(super) fn never_ends(dice: &[Member]) -> Option<&'static str> {
    dice.iter().find_map(Member::endless).map(|modifier| match modifier {
        Modifier::Reroll { .. } => "rolled again",
        _ => "exploding",
    })
}

/// Returns the selection that is kept.
pub(super) fn keep(kept: Kept, count: i32) -> Keep {
    let count = count.max(0) as u32;
    match kept {
        Kept::Highest => Keep::Highest(count),
        Kept::Lowest => Keep::Lowest(count),
        Kept::DropHighest => Keep::DropHighest(count),
        Kept::DropLowest => Keep::DropLowest(count),
        Kept::Middle => Keep::Middle(count),
    }
}
