//! Compiled programs: lines over numbered places.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use crate::chance::{Bag, ByteBudget, Die, Question, RollQuery, Shown};
use oddsmith_dice::syntax::{Comparison, Kept, Operator};

/// A place that no line has set: an outcome that a trial does not have.
pub(super) const NONE: i32 = i32::MIN;

/// Outcomes from here on are labels, by their number.
pub(super) const LABEL: i32 = 1 << 28;

/// The largest number that a place holds: a program that comes to more is refused.
pub(super) const LARGEST: i64 = (LABEL - 1) as i64;

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

/// Where values come from.
#[derive(Clone, Debug)]
pub(super) enum Throw {
    /// Dice, with their questions.
    Dice(RollNode, Vec<Question>),
    /// Cards out of a deck; `last` where nobody comes to know which are gone.
    Draw { deck: usize, count: Node, questions: Vec<Question>, last: bool },
    /// Hands that are put together.
    Gather(Gather, Vec<Question>),
    /// How many of so many dice show the next of some values, of which the first few are seen.
    Among { among: Arc<Among>, at: Node, count: Node, questions: Vec<Question> },
}

/// Values of dice in an order: of those that show none of the first few, so many show the next.
#[derive(Debug)]
pub(super) struct Among {
    /// Of each value a die that shows 1 where it comes, else 0.
    dice: Vec<Die>,
    most: usize,
    /// By value and number of dice.
    bags: Vec<OnceLock<Bag>>,
}

impl Among {
    /// Of values with so many faces each, in their order.
    pub fn new(weights: impl Iterator<Item = u64>, most: u32) -> Among {
        let weights: Vec<u64> = weights.collect();
        let die = |at: usize| {
            let (own, all) = (weights[at], weights[at..].iter().sum::<u64>());
            let common = num_integer::gcd(own, all);
            let faces = (0..all / common).map(|face| i32::from(face < own / common));
            Die::new(&faces.collect::<Vec<_>>())
        };
        let dice: Vec<Die> = (0..weights.len()).map(die).collect();
        let most = most as usize + 1;
        let bags = (0..dice.len() * most).map(|_| OnceLock::new()).collect();
        Among { dice, most, bags }
    }

    /// What is asked of its bags.
    pub fn question() -> Question {
        Question::of(RollQuery::Tally(vec![crate::chance::Faces::only(1)].into()))
    }

    /// So many dice that show the value at this place or one behind it.
    pub fn bag(&self, at: i64, count: i64) -> &Bag {
        let at = (at.max(0) as usize).min(self.dice.len() - 1);
        let count = (count.max(0) as usize).min(self.most - 1);
        self.bags[at * self.most + count]
            .get_or_init(|| Bag::new(count as u32, self.dice[at].clone()).ask([Among::question()]))
    }
}

impl Throw {
    pub fn questions_mut(&mut self) -> &mut Vec<Question> {
        match self {
            Throw::Dice(_, questions)
            | Throw::Draw { questions, .. }
            | Throw::Among { questions, .. }
            | Throw::Gather(_, questions) => questions,
        }
    }
}

/// One line.
#[derive(Clone, Debug)]
#[repr(u8)]
pub(super) enum Line {
    /// A place takes a number, within bounds.
    Set { slot: usize, node: Node, bounds: Option<(Node, Node)> },
    /// A roll answers its questions into places.
    Throw { throw: Throw, slots: Vec<usize> },
    /// Unless the place of its list is taken: where the condition holds, it takes this.
    Label { slot: usize, condition: Option<Node>, outcome: Node },
    /// A column takes what is in these places.
    Record { column: usize, slots: Vec<usize> },
    /// The same where the number of steps compares so: equal, or less.
    RecordAt { column: usize, slots: Vec<usize>, steps: usize, at: i32, before: bool },
    /// Goes on at another line where the number is not 0 (or is).
    Jump { to: usize, when: Option<(Node, bool)> },
    /// Goes on at another line with the next step.
    Again { to: usize },
    /// A player chooses: without one, by this policy.
    Decide { slot: usize, decision: usize, policy: Node },
    /// All cards of a deck that none of these hands holds are in it.
    Shuffle { deck: usize, held: Vec<Hand>, when: Option<Node> },
    /// The cards of a hand come back.
    Return { deck: usize, hand: Hand, when: Option<Node> },
    /// Lines of which only some places are read later.
    Block(Arc<Block>),
    /// The trial is not counted: another begins.
    Restart,
    /// The trial is over.
    Done,
}

impl Line {
    /// Shows the numbers that it reads, but for those of the values in a bag.
    pub fn each<'l>(&'l self, visit: &mut dyn FnMut(&'l Node)) {
        match self {
            Line::Set { node, bounds, .. } => {
                visit(node);
                bounds.iter().flat_map(|(low, high)| [low, high]).for_each(visit);
            }
            Line::Throw { throw, .. } => match throw {
                Throw::Dice(roll, _) => roll.nodes().into_iter().for_each(visit),
                Throw::Draw { count, .. } => visit(count),
                Throw::Gather(gather, _) => gather.nodes().for_each(visit),
                Throw::Among { at, count, .. } => [at, count].into_iter().for_each(visit),
            },
            Line::Label { condition, outcome, .. } => {
                condition.iter().chain([outcome]).for_each(visit);
            }
            Line::Jump { when, .. } => when.iter().map(|(node, _)| node).for_each(visit),
            Line::Decide { policy, .. } => visit(policy),
            Line::Shuffle { when, .. } | Line::Return { when, .. } => when.iter().for_each(visit),
            Line::Record { .. }
            | Line::RecordAt { .. }
            | Line::Again { .. }
            | Line::Block(_)
            | Line::Restart
            | Line::Done => {}
        }
    }

    /// The same, to be changed.
    pub fn each_mut(&mut self, visit: &mut dyn FnMut(&mut Node)) {
        match self {
            Line::Set { node, bounds, .. } => {
                visit(node);
                bounds.iter_mut().flat_map(|(low, high)| [low, high]).for_each(visit);
            }
            Line::Throw { throw, .. } => match throw {
                Throw::Dice(roll, _) => {
                    roll.known = Default::default();
                    roll.nodes_mut().into_iter().for_each(visit);
                }
                Throw::Draw { count, .. } => visit(count),
                Throw::Gather(gather, _) => gather.nodes_mut().for_each(visit),
                Throw::Among { at, count, .. } => [at, count].into_iter().for_each(visit),
            },
            Line::Label { condition, outcome, .. } => {
                condition.iter_mut().chain([outcome]).for_each(visit);
            }
            Line::Jump { when, .. } => when.iter_mut().map(|(node, _)| node).for_each(visit),
            Line::Decide { policy, .. } => visit(policy),
            Line::Shuffle { when, .. } | Line::Return { when, .. } => {
                when.iter_mut().for_each(visit);
            }
            Line::Record { .. }
            | Line::RecordAt { .. }
            | Line::Again { .. }
            | Line::Block(_)
            | Line::Restart
            | Line::Done => {}
        }
    }

    /// The places that it sets, whatever happens or perhaps, but for those of decks.
    pub fn sets(&self) -> Vec<usize> {
        match self {
            Line::Set { slot, .. } | Line::Label { slot, .. } | Line::Decide { slot, .. } => {
                vec![*slot]
            }
            Line::Throw { slots, .. } => slots.clone(),
            Line::Block(block) => block.outputs.clone(),
            _ => Vec::new(),
        }
    }
}

/// Lines that roll and work out, without jumps, as one: what they set hangs on a few places.
#[derive(Debug)]
pub(super) struct Block {
    pub lines: Vec<Line>,
    /// The places that they read.
    pub inputs: Vec<usize>,
    /// The places that are read later.
    pub outputs: Vec<usize>,
    /// What came in and what came out so far, by number.
    told: [Mutex<Told>; 2],
}

/// Numbers of places that were seen, each with a number of its own.
#[derive(Debug, Default)]
struct Told {
    numbers: HashMap<Vec<i32>, i32, foldhash::fast::FixedState>,
    all: Vec<Vec<i32>>,
}

impl Block {
    pub fn new(lines: Vec<Line>, inputs: Vec<usize>, outputs: Vec<usize>) -> Block {
        Block { lines, inputs, outputs, told: Default::default() }
    }

    /// One number for what comes in.
    pub fn key(&self, slots: &[i32]) -> [i32; 2] {
        match self.inputs[..] {
            [] => [0, 0],
            [one] => [slots[one], 0],
            [one, other] => [slots[one], slots[other]],
            _ => [self.number(0, &self.inputs, slots), 0],
        }
    }

    /// One number for what comes out.
    pub fn result(&self, slots: &[i32]) -> i32 {
        match self.outputs[..] {
            [one] => slots[one],
            _ => self.number(1, &self.outputs, slots),
        }
    }

    /// Puts what came out in its places.
    pub fn put(&self, result: i32, slots: &mut [i32]) {
        if let [one] = self.outputs[..] {
            slots[one] = result;
            return;
        }
        let Ok(told) = self.told[1].lock() else { return };
        for (&slot, &number) in self.outputs.iter().zip(&told.all[result as usize]) {
            slots[slot] = number;
        }
    }

    fn number(&self, which: usize, places: &[usize], slots: &[i32]) -> i32 {
        let numbers: Vec<i32> = places.iter().map(|&place| slots[place]).collect();
        let Ok(mut told) = self.told[which].lock() else { return 0 };
        if let Some(&known) = told.numbers.get(&numbers) {
            return known;
        }
        let next = told.all.len() as i32;
        told.all.push(numbers.clone());
        told.numbers.insert(numbers, next);
        next
    }
}

/// A deck: its cards by kind, and the places that say how many of each are left.
#[derive(Clone, Debug)]
pub(super) struct DeckCode {
    /// What it is called.
    pub name: String,
    /// Each kind, and the number of its cards.
    pub kinds: Vec<(Shown, i32)>,
    /// The place of the first kind.
    pub first: usize,
}

/// A decision of the player.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub name: String,
    pub words: Vec<String>,
    /// What the player sees: names with their places.
    pub seen: Vec<(String, usize)>,
}

/// What a column is made of.
#[derive(Clone, Debug)]
pub(super) struct ColumnCode {
    pub name: String,
    pub at: Option<u32>,
    /// Whether each of its numbers is the outcome of a list of results.
    pub lists: Vec<bool>,
    /// The letters that its numbers count.
    pub letters: Vec<char>,
    /// Whether it is the number of steps.
    pub is_steps: bool,
}

/// A compiled program.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub lines: Vec<Line>,
    /// How many places there are.
    pub slots: usize,
    /// The names of places, for tales.
    pub names: Vec<(usize, String)>,
    pub decks: Vec<DeckCode>,
    pub decisions: Vec<Decision>,
    pub columns: Vec<ColumnCode>,
    /// All labels, by their number.
    pub labels: Vec<String>,
    /// The place of the number of steps, and of the line that ends a course too long.
    pub steps: Option<usize>,
    /// The line that ends a course after so many steps.
    pub limit: Option<usize>,
    /// What came up in play by which a die never stops.
    pub endless: Arc<OnceLock<String>>,
    /// Whether there may be no step at all.
    pub may_make_none: bool,
    /// Whether the program says after how many steps a course is cut.
    pub limited: Option<u32>,
}

/// A roll before its numbers are known.
#[derive(Clone, Debug)]
pub(super) struct RollNode {
    pub members: Vec<MemberNode>,
    pub keep: Option<(Kept, Node)>,
    /// What is in the bag beside dice.
    pub part: Option<Arc<PartCode>>,
    /// The bags that it may be, by their numbers.
    pub known: OnceLock<Known>,
    pub made: Arc<MadeBags>,
    /// What the bags of the whole rule keep.
    pub account: Arc<ByteBudget>,
    /// What came up in play by which a die never stops.
    pub endless: Arc<OnceLock<String>>,
}

impl PartCode {
    /// Whether it hangs on nothing that was made before.
    pub fn reads_nothing(&self) -> bool {
        let sets: Vec<usize> = self.lines.iter().flat_map(Line::sets).collect();
        let mut closed = true;
        let mut node = |node: &Node| {
            node.within(&mut |node| match node {
                Node::Slot(slot) => closed &= sets.contains(slot),
                Node::Of(gather, _) => {
                    closed &= gather.all_hands().all(|hand| sets.contains(&hand.size));
                }
                _ => {}
            });
        };
        node(&self.value);
        self.lines.iter().for_each(|line| line.each(&mut |own| node(own)));
        let plain = |line: &Line| match line {
            Line::Throw { throw: Throw::Dice(roll, _), .. } => {
                roll.part.as_ref().is_none_or(|part| part.reads_nothing())
            }
            Line::Throw { throw: Throw::Gather(gather, _), .. } => {
                gather.all_hands().all(|hand| sets.contains(&hand.size))
            }
            Line::Throw { .. } => false,
            _ => true,
        };
        closed && self.lines.iter().all(plain)
    }
}

/// The bags of a roll by the one number of it that comes up in play; where none does, the one bag.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub number: Option<Node>,
    pub bags: Box<[OnceLock<Arc<Bag>>]>,
}

/// All bags that were made of a roll, by their questions and numbers, so that a law is made once.
pub(super) type MadeBags = RwLock<HashMap<(Vec<Question>, Vec<i32>), Arc<Bag>>>;

/// A value that is worked out anew for each of a bag: lines, whose jumps stay among them, and what
/// they come to.
#[derive(Clone, Debug)]
pub(super) struct PartCode {
    pub lines: Vec<Line>,
    pub value: Node,
}

/// Equal dice.
#[derive(Clone, Debug)]
pub(super) struct MemberNode {
    pub count: Node,
    /// None for values of the part.
    pub sides: Option<SidesNode>,
    pub modifiers: Vec<ModifierNode>,
}

#[derive(Clone, Debug)]
pub(super) enum SidesNode {
    Number(Node),
    Die(Die),
}

#[derive(Clone, Debug)]
pub(super) enum ModifierNode {
    /// Without faces the highest explodes.
    Explode {
        when: Option<Ranges>,
        same_die: bool,
        penetrates: bool,
        longest: u32,
    },
    Reroll {
        once: bool,
        when: Ranges,
    },
    AtLeast(Node),
    AtMost(Node),
}

/// Ranges of faces, without an end where there is none; and whether all others are meant.
#[derive(Clone, Debug)]
pub(super) struct Ranges(pub Vec<(Option<Node>, Option<Node>)>);

/// Whether a place is so much or more.
pub(super) fn at_least(slot: usize, number: u32) -> Node {
    let least = Comparison::AtLeast;
    let number = Node::Number(number.into());
    Node::Binary(Operator::Compare(least), Box::new([Node::Slot(slot), number]))
}

/// The tuples of numbers that a column was seen to have, each with a number of its own.
pub(super) type SeenTuples = Arc<Mutex<BTreeMap<Vec<i32>, i32>>>;
