//! The code of compiled programs: lines (instructions) that operate on numbered slots.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, RwLock};

pub(super) use super::exact::{Among, Block};
pub(super) use super::node::{Beside, Gather, Hand, Node, Rows, WhenNode};
use crate::chance::{Bag, ByteBudget, Die, Question, Shown};
use oddsmith_dice::syntax::{Comparison, Kept, Operator};

/// The value of an unset slot, an outcome that a trial does not have.
pub(super) const NONE: i32 = i32::MIN;

/// Values from here on are labels, offset by their index.
pub(super) const LABEL: i32 = 1 << 28;

/// The largest absolute value of a slot; a program that exceeds it is rejected.
pub(super) const LARGEST: i64 = (LABEL - 1) as i64;

/// The source of random values of an instruction: a roll of dice, a draw of cards or a combination
/// of hands, with its questions.
#[derive(Clone, Debug)]
pub(super) enum Throw {
    /// A roll of dice.
    Dice(RollNode, Arc<Vec<Question>>),
    /// A draw of cards from a deck.
    Draw { deck: usize, count: Node, questions: Vec<Question>, gone: Gone },
    /// Several hands combined.
    Gather(Gather, Vec<Question>),
    /// A binomial draw: how many of `count` dice, which show none of the first `at` values, show
    /// the next one.
    Among { among: Arc<Among>, at: Node, count: Node, questions: Vec<Question> },
}

/// The effect of a draw of cards on the state of its deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gone {
    /// The remaining cards are tracked.
    Counted,
    /// The remaining cards are not tracked, since nothing reads them.
    Unread,
    /// The cards are put back at once, and a draw may return fewer than requested.
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

/// An instruction of a compiled program.
#[derive(Clone, Debug)]
#[repr(u8)]
pub(super) enum Line {
    /// Sets a slot to a number, clamped to bounds.
    Set { slot: usize, node: Node, bounds: Option<(Node, Node)> },
    /// Rolls and stores the answers in slots.
    Throw { throw: Throw, slots: Vec<usize> },
    /// Sets the slot of a list of results, if it is unset and the condition holds.
    Label { slot: usize, condition: Option<Node>, outcome: Node },
    /// Records a column from these slots.
    Record { column: usize, slots: Vec<usize> },
    /// Records a column if the number of steps equals `at`, or is less if `before` is set.
    RecordAt { column: usize, slots: Vec<usize>, steps: usize, at: i32, before: bool },
    /// Jumps to another line if the number is nonzero (or zero).
    Jump { to: usize, when: Option<(Node, bool)> },
    /// Jumps to another line and starts the next step.
    Again { to: usize },
    /// A decision of the player, which takes this policy unless one is being computed.
    Decide { slot: usize, decision: usize, policy: Node },
    /// Resets a deck to all its cards except those in these hands.
    Shuffle { deck: usize, held: Vec<Hand>, when: Option<Node> },
    /// Returns the cards of a hand to the deck.
    Return { deck: usize, hand: Hand, when: Option<Node> },
    /// Several lines merged into one, of which only some slots are read later.
    Block(Arc<Block>),
    /// Discards the trial and starts another.
    Restart,
    /// Ends the trial.
    Done,
}

impl Line {
    /// Visits the expressions that the line reads, except those in the values of a bag.
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
            _ => {}
        }
    }

    /// Visits these expressions with mutable access.
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
            _ => {}
        }
    }

    /// Returns the deck of which the line draws, or to which it returns cards.
    pub fn deck(&self) -> Option<usize> {
        match self {
            Line::Throw { throw: Throw::Draw { deck, .. }, .. }
            | Line::Shuffle { deck, .. }
            | Line::Return { deck, .. } => Some(*deck),
            _ => None,
        }
    }

    /// Returns the slots that the line may set, except those of decks.
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

/// A deck: its cards by kind, and the slots that count the remaining cards of each.
#[derive(Clone, Debug)]
pub(super) struct DeckCode {
    /// The name of the deck.
    pub name: String,
    /// Each kind with its number of cards.
    pub kinds: Vec<(Shown, i32)>,
    /// The slot of the first kind.
    pub first: usize,
}

impl DeckCode {
    /// Returns the slots that count the remaining cards.
    pub fn slots(&self) -> Range<usize> {
        self.first..self.first + self.kinds.len()
    }
}

/// A decision of the player, its words, and the variables on which it may depend.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub name: String,
    pub words: Vec<String>,
    /// The visible names with their slots.
    pub seen: Vec<(String, usize)>,
}

/// The declaration of a column of a compiled program.
#[derive(Clone, Debug)]
pub(super) struct ColumnCode {
    pub name: String,
    pub at: Option<u32>,
    /// For each slot of the column, whether it is the outcome of a list of results.
    pub lists: Vec<bool>,
    /// The letters that its slots count.
    pub letters: Vec<char>,
    /// True if the column is the number of steps.
    pub is_steps: bool,
}

/// A program that is compiled to a list of instructions over slots. A slot holds one integer.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub lines: Vec<Line>,
    /// The number of slots.
    pub slots: usize,
    /// The names of slots, for transcripts.
    pub names: Vec<(usize, String)>,
    pub decks: Vec<DeckCode>,
    pub decisions: Vec<Decision>,
    pub columns: Vec<ColumnCode>,
    /// All labels, by index.
    pub labels: Vec<String>,
    /// The letters of faces, for transcripts: values from [`LETTERS`](super::names::LETTERS) on.
    pub faces: Vec<String>,
    /// The slot of the number of steps.
    pub steps: Option<usize>,
    /// The line that ends a loop after the maximum number of steps.
    pub limit: Option<usize>,
    /// A description of the first roll found at run time whose die would never stop.
    pub endless: Arc<OnceLock<String>>,
    /// True if there may be no step at all.
    pub may_make_none: bool,
    /// The maximum number of steps, if the program sets one.
    pub limited: Option<u32>,
}

/// A roll whose parameters are expressions over slots.
#[derive(Clone, Debug, Default)]
pub(super) struct RollNode {
    pub members: Vec<MemberNode>,
    pub keep: Option<(Kept, Node)>,
    /// The value of the bag's members other than dice.
    pub part: Option<Arc<PartCode>>,
    /// The bags of this roll, if only one parameter varies.
    pub known: OnceLock<Known>,
    pub made: Arc<MadeBags>,
    /// The memory budget of all bags of the rule.
    pub account: Arc<ByteBudget>,
    /// A description of the first roll found at run time whose die would never stop.
    pub endless: Arc<OnceLock<String>>,
}

/// The bags of a roll, indexed by the only parameter that varies; a single bag if none does.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub number: Option<Node>,
    pub bags: Box<[OnceLock<Arc<Bag>>]>,
}

/// The bags created for a roll, by their parameters and questions, so that each law is computed
/// once.
pub(super) type MadeBags =
    RwLock<HashMap<Vec<i32>, Vec<(Arc<Vec<Question>>, Arc<Bag>)>, foldhash::fast::FixedState>>;

/// A value that is computed separately for each member of a bag: lines with local jumps, and the
/// resulting expression.
#[derive(Clone, Debug)]
pub(super) struct PartCode {
    pub lines: Vec<Line>,
    pub value: Node,
}
impl PartCode {
    /// Returns whether it depends on no slot set outside of it.
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

/// A group of identical dice whose parameters are expressions.
#[derive(Clone, Debug)]
pub(super) struct MemberNode {
    pub count: Node,
    /// `None` for values of the part.
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
    /// Without faces, the highest explodes.
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

/// A union of ranges of faces; a missing bound is infinite.
#[derive(Clone, Debug)]
pub(super) struct Ranges(pub Vec<(Option<Node>, Option<Node>)>);

/// Returns the condition that a slot is at least a number.
pub(super) fn at_least(slot: usize, number: u32) -> Node {
    let least = Comparison::AtLeast;
    let number = Node::Number(number.into());
    Node::Binary(Operator::Compare(least), Box::new([Node::Slot(slot), number]))
}

/// The tuples of values that a column was observed to have, each with an index.
pub(super) type SeenTuples = Arc<Mutex<BTreeMap<Vec<i32>, i32>>>;
