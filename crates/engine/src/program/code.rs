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
    /// A question about values that lie in places.
    Of(Box<Gather>, Box<WhenNode>),
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
}

impl Throw {
    pub fn questions_mut(&mut self) -> &mut Vec<Question> {
        match self {
            Throw::Dice(_, questions)
            | Throw::Draw { questions, .. }
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
    /// The trial is over.
    Done,
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
