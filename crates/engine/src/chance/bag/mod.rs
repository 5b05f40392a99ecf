//! Bags of dice: the dice that are rolled together, their modifiers, which dice are kept, and the
//! questions about the result.
//!
//! One roll answers several questions at once; its exact law is a fold over faces. This module
//! holds the bag, its roll and its folds, but no expressions.

mod chain;
mod fold;
mod groups;
mod law;
mod merge;
mod pick;
mod question;
mod row;
mod spots;
mod sums;
mod table;
mod tray;
mod unit;

pub(crate) use law::BagLaw;
pub(crate) use merge::{Failure, Lawful};
pub(crate) use pick::law_of_cards;
pub use pick::take;
pub use question::{Question, RollQuery, Tally};
pub use table::ByteBudget;
use table::Prepared;
pub(crate) use table::Table;
pub use tray::Shown;

use std::sync::Arc;

use super::{Chance, Die};
use tray::Tray;

/// Dice that are rolled together, with the questions that the roll answers.
///
/// # Examples
/// Keeps the three highest of four dice, and counts those that show a 6.
/// ```
/// use oddsmith_engine::chance::{
///     Bag, Die, Faces, FoldedChance, Keep, NoPart, Question, RollQuery, Scripted,
/// };
///
/// let sixes = RollQuery::Tally(vec![Faces::only(6)].into());
/// let bag = Bag::new(4, Die::sided(6))
///     .keep(Keep::Highest(3))
///     .ask([Question::of(RollQuery::Sum), Question::of(sixes)]);
/// let mut answers = [0; 2];
/// let mut script = Scripted::parse("face 2, face 6, face 5, face 6")?;
/// script.roll(&bag, &NoPart, &mut answers);
/// assert_eq!(answers, [17, 2]);
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bag {
    members: Vec<Member>,
    keep: Keep,
    questions: Vec<Question>,
    prepared: Prepared,
}

/// A group of identical dice of a bag, such as `3d6`, with the modifiers of each die.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Number of these dice.
    pub count: u32,
    /// The die; `None` for values of a [`Part`].
    pub die: Option<Die>,
    /// Modifiers of each die, applied in this order; at most one of them explodes.
    pub modifiers: Vec<Modifier>,
}

impl Member {
    /// Returns the first modifier that would reroll or explode forever on every face.
    pub fn endless(&self) -> Option<&Modifier> {
        let place = unit::endless(self.die.as_ref()?, &self.modifiers)?;
        self.modifiers.get(place)
    }

    /// Returns the same dice without the modifiers that would never end.
    pub(crate) fn ending(mut self) -> Member {
        while let Some(place) =
            self.die.as_ref().and_then(|die| unit::endless(die, &self.modifiers))
        {
            self.modifiers.remove(place);
        }
        self
    }
}

/// A source of values in a bag other than dice, such as a subexpression.
pub trait Part {
    /// Returns one value.
    fn value<C: Chance>(&self, chance: &mut C) -> i32;

    /// Returns whether the values depend on nothing else, so that the law of the bag is constant.
    fn is_closed(&self) -> bool {
        false
    }
}

/// The part of a bag that holds only dice.
pub struct NoPart;

impl Part for NoPart {
    fn value<C: Chance>(&self, _chance: &mut C) -> i32 {
        0
    }

    fn is_closed(&self) -> bool {
        true
    }
}

/// A modifier that changes how a die of a bag is rolled or counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// Rolls another die for each die that shows one of these faces.
    Explode {
        /// The faces that explode.
        when: Faces,
        /// If true, the new face adds to the same die, else to the bag as a new die.
        same_die: bool,
        /// If true, each added face counts one less.
        penetrates: bool,
        /// Maximum number of dice in a chain, including the first.
        longest: u32,
    },
    /// Rerolls a die that shows one of these faces.
    Reroll {
        /// If true, rerolls only once; else until the die shows another face.
        once: bool,
        /// The faces that are rerolled.
        when: Faces,
    },
    /// Raises lower values to this one.
    AtLeast(i32),
    /// Lowers higher values to this one.
    AtMost(i32),
}

/// A set of faces, as a union of inclusive ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faces(pub Vec<(i32, i32)>);

impl Faces {
    /// Creates a set of one face.
    pub fn only(face: i32) -> Faces {
        Faces(vec![(face, face)])
    }

    /// Returns whether the set contains this face.
    #[inline]
    pub fn has(&self, face: i32) -> bool {
        self.0.iter().any(|&(low, high)| low <= face && face <= high)
    }
}

/// The selection of dice that are kept, by rank; counts above the size of the bag mean all dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// Every die.
    All,
    /// This number of the highest dice.
    Highest(u32),
    /// This number of the lowest dice.
    Lowest(u32),
    /// All but this number of the highest dice.
    DropHighest(u32),
    /// All but this number of the lowest dice.
    DropLowest(u32),
    /// This number of the middle dice; if an odd number is dropped, one more low die than high dice
    /// is dropped.
    Middle(u32),
}

impl Keep {
    /// Returns the half-open range of ranks that are kept of `dice` dice, counted from the highest.
    pub(crate) fn ranks(self, dice: u32) -> (u32, u32) {
        match self {
            Keep::All => (0, dice),
            Keep::Highest(count) => (0, count.min(dice)),
            Keep::Lowest(count) => (dice - count.min(dice), dice),
            Keep::DropHighest(count) => (count.min(dice), dice),
            Keep::DropLowest(count) => (0, dice - count.min(dice)),
            Keep::Middle(count) => {
                let first = (dice - count.min(dice)) / 2;
                (first, first + count.min(dice))
            }
        }
    }
}

/// Writes the answers to questions about these dice or cards, of which `keep` selects some.
pub fn answers_of(
    shown: impl Iterator<Item = Shown>,
    keep: Keep,
    questions: &[Question],
    answers: &mut [i32],
) {
    let mut tray = Tray::default();
    shown.for_each(|shown| tray.push(shown.value, shown.printed));
    answer(&mut tray, keep, questions, answers);
}

/// Writes the answers to all questions about the dice on the tray.
fn answer(tray: &mut Tray, keep: Keep, questions: &[Question], answers: &mut [i32]) {
    tray.sort();
    let dice = tray.dice();
    let (first, end) = keep.ranks(dice.len() as u32);
    for (answer, question) in answers.iter_mut().zip(questions) {
        let dice = if question.rolled { dice } else { &dice[first as usize..end as usize] };
        *answer = match question.asked {
            RollQuery::Natural => tray.natural(dice),
            _ => question.asked.of(dice),
        };
    }
    bound(questions, answers);
}

/// Clamps each answer to the bound of its question.
#[inline]
fn bound(questions: &[Question], answers: &mut [i32]) {
    for (answer, question) in answers.iter_mut().zip(questions) {
        *answer = question.most.map_or(*answer, |most| most.min(*answer));
    }
}

impl Bag {
    /// Creates a bag of `count` identical dice, all kept, without questions.
    pub fn new(count: u32, die: Die) -> Bag {
        Bag::of(vec![Member { count, die: Some(die), modifiers: Vec::new() }])
    }

    /// Creates a bag of several kinds of dice.
    pub fn of(members: Vec<Member>) -> Bag {
        Bag { members, keep: Keep::All, questions: Vec::new(), prepared: Prepared::default() }
    }

    /// Sets the dice that are kept.
    pub fn keep(self, keep: Keep) -> Bag {
        Bag { keep, prepared: Prepared::default(), ..self }
    }

    /// Replaces the questions.
    pub fn ask(self, questions: impl IntoIterator<Item = Question>) -> Bag {
        Bag { questions: questions.into_iter().collect(), prepared: Prepared::default(), ..self }
    }

    /// Sets the memory budget that the bag's tables and laws count against.
    pub fn accounted(mut self, account: Arc<ByteBudget>) -> Bag {
        self.prepared.account = account;
        self
    }

    /// Returns the questions.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// Returns the kinds of dice.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Returns whether every die contributes independently, so that the roll need not be sorted.
    fn is_plain(&self) -> bool {
        let own = |question: &Question| question.asked.adds();
        self.keep == Keep::All && self.questions.iter().all(own)
    }

    /// Rolls every die and writes the answers; used by chances that sample or replay.
    #[inline]
    pub(super) fn roll<C: Chance, P: Part>(&self, chance: &mut C, part: &P, answers: &mut [i32]) {
        if self.is_plain() && self.members.iter().all(|member| member.die.is_some()) {
            answers[..self.questions.len()].fill(0);
            self.each(chance, part, |value, _| {
                for (answer, question) in answers.iter_mut().zip(&self.questions) {
                    *answer += question.asked.gain(value);
                }
            });
            return bound(&self.questions, answers);
        }
        if let Some(spots) = self.spots() {
            return spots.roll(self, chance, answers);
        }
        let mut tray = Tray::default();
        self.each(chance, part, |value, printed| tray.push(value, printed));
        answer(&mut tray, self.keep, &self.questions, answers);
    }

    /// Rolls without shortcuts and reports each die: `fallen` receives the member and the values
    /// that lie there after its modifiers.
    ///
    /// Returns the kept values, the highest first, if not all are kept.
    pub(super) fn roll_apart<C: Chance, P: Part>(
        &self,
        chance: &mut C,
        part: &P,
        answers: &mut [i32],
        mut fallen: impl FnMut(&C, &Member, &[i32]),
    ) -> Option<Vec<i32>> {
        let mut tray = Tray::default();
        let mut values = Vec::new();
        for member in &self.members {
            for _ in 0..member.count {
                values.clear();
                let mut push = |value, printed| {
                    values.push(value);
                    tray.push(value, printed);
                };
                match &member.die {
                    Some(die) => unit::roll(die, &member.modifiers, chance, push),
                    None => {
                        let value = part.value(chance);
                        push(value, value);
                    }
                }
                fallen(chance, member, &values);
            }
        }
        answer(&mut tray, self.keep, &self.questions, answers);
        let dice = tray.dice();
        let (first, end) = self.keep.ranks(dice.len() as u32);
        let kept = &dice[first as usize..end as usize];
        (kept.len() < dice.len()).then(|| kept.iter().map(|die| die.value).collect())
    }

    /// Rolls every die and calls `push` with the (value, printed face) of each resulting die.
    #[inline]
    fn each<C: Chance>(&self, chance: &mut C, part: &impl Part, mut push: impl FnMut(i32, i32)) {
        for member in &self.members {
            for _ in 0..member.count {
                match &member.die {
                    Some(die) => unit::roll(die, &member.modifiers, chance, &mut push),
                    None => {
                        let value = part.value(chance);
                        push(value, value);
                    }
                }
            }
        }
    }
}
