//! Compiled programs: lines over numbered places.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

pub(super) use super::exact::{Among, Block};
pub(super) use super::node::{Beside, Gather, Hand, Node, Rows, WhenNode};
use crate::chance::{Bag, ByteBudget, Die, Question, Shown};
use oddsmith_dice::syntax::{Comparison, Kept, Operator};

/// A place that no line has set: an outcome that a trial does not have.
pub(super) const NONE: i32 = i32::MIN;

/// Outcomes from here on are labels, by their number.
pub(super) const LABEL: i32 = 1 << 28;

/// The largest number that a place holds: a program that comes to more is refused.
pub(super) const LARGEST: i64 = (LABEL - 1) as i64;

/// Where values come from.
#[derive(Clone, Debug)]
pub(super) enum Throw {
    /// Dice, with their questions.
    Dice(RollNode, Arc<Vec<Question>>),
    /// Cards out of a deck.
    Draw { deck: usize, count: Node, questions: Vec<Question>, gone: Gone },
    /// Hands that are put together.
    Gather(Gather, Vec<Question>),
    /// How many of so many dice show the next of some values, of which the first few are seen.
    Among { among: Arc<Among>, at: Node, count: Node, questions: Vec<Question> },
}

/// What becomes of the cards that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gone {
    /// The deck has fewer of them.
    Counted,
    /// Nobody comes to know which are gone.
    Unread,
    /// They are there for the next draw too, and a draw may find fewer than it asks for.
    Back,
}

impl Throw {
    pub fn questions_mut(&mut self) -> &mut Vec<Question> {
        match self {
            Throw::Dice(_, questions) => Arc::make_mut(questions),
            Throw::Draw { questions, .. }
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
    /// What faces with letters show, for tales: from [`LETTERS`](super::names::LETTERS) on.
    pub faces: Vec<String>,
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

/// The bags of a roll by the one number of it that comes up in play; where none does, the one bag.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub number: Option<Node>,
    pub bags: Box<[OnceLock<Arc<Bag>>]>,
}

/// All bags that were made of a roll, by their numbers, each with its questions, so that a law is
/// made once.
pub(super) type MadeBags =
    RwLock<HashMap<Vec<i32>, Vec<(Arc<Vec<Question>>, Arc<Bag>)>, foldhash::fast::FixedState>>;

/// A value that is worked out anew for each of a bag: lines, whose jumps stay among them, and what
/// they come to.
#[derive(Clone, Debug)]
pub(super) struct PartCode {
    pub lines: Vec<Line>,
    pub value: Node,
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
