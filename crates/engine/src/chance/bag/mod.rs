//! Bags of dice: what is rolled together, what happens to each die, which are kept and what is
//! asked of them. One roll answers several questions at once; its exact law is a fold over faces.
//! What belongs here: the bag, the roll of it with real dice, its folds. Expressions do not.

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

/// Dice that are rolled together, with the questions that are asked of the roll.
///
/// # Examples
/// The three highest of four dice, and how many of these show a 6.
/// ```
/// use oddsmith_engine::chance::{RollQuery, Bag, Chance, Die, Faces, Keep, NoPart, Question, Scripted};
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

/// Equal dice of a bag.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// How many of them there are.
    pub count: u32,
    /// Each of them; values of a [`Part`] without.
    pub die: Option<Die>,
    /// What happens to each of them, in this order; at most one of these explodes.
    pub modifiers: Vec<Modifier>,
}

impl Member {
    /// The first modifier by which each of its dice would roll on for ever, whatever it shows.
    pub fn endless(&self) -> Option<&Modifier> {
        let place = unit::endless(self.die.as_ref()?, &self.modifiers)?;
        self.modifiers.get(place)
    }

    /// The same dice without what would never end.
    pub(crate) fn ending(mut self) -> Member {
        while let Some(place) =
            self.die.as_ref().and_then(|die| unit::endless(die, &self.modifiers))
        {
            self.modifiers.remove(place);
        }
        self
    }
}

/// Something other than a die whose values are in a bag: a whole expression, say.
pub trait Part {
    /// One of its values.
    fn value<C: Chance>(&self, chance: &mut C) -> i32;

    /// Whether its values hang on nothing else: then the law of its bag is always the same.
    fn is_closed(&self) -> bool {
        false
    }
}

/// The part of a bag that holds dice alone.
pub struct NoPart;

impl Part for NoPart {
    fn value<C: Chance>(&self, _chance: &mut C) -> i32 {
        0
    }

    fn is_closed(&self) -> bool {
        true
    }
}

/// What happens to a die.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// A die that shows one of these faces is rolled once more.
    Explode {
        /// The faces that explode.
        when: Faces,
        /// Whether the new face adds to the same die, or a die to the bag.
        same_die: bool,
        /// Whether each added face counts one less.
        penetrates: bool,
        /// The most dice in a chain, its first among them.
        longest: u32,
    },
    /// A die that shows one of these faces is rolled anew.
    Reroll {
        /// Only once, or until it shows another.
        once: bool,
        /// The faces.
        when: Faces,
    },
    /// Lower faces are read as this.
    AtLeast(i32),
    /// Higher faces are read as this.
    AtMost(i32),
}

/// Some faces: those in any of these ranges, both ends included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faces(pub Vec<(i32, i32)>);

impl Faces {
    /// One face.
    pub fn only(face: i32) -> Faces {
        Faces(vec![(face, face)])
    }

    /// Whether this face is one of them.
    #[inline]
    pub fn has(&self, face: i32) -> bool {
        self.0.iter().any(|&(low, high)| low <= face && face <= high)
    }
}

/// Which dice of a bag are kept, by their rank; numbers above the size of the bag mean all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// Every die.
    All,
    /// So many of the highest.
    Highest(u32),
    /// So many of the lowest.
    Lowest(u32),
    /// All but so many of the highest.
    DropHighest(u32),
    /// All but so many of the lowest.
    DropLowest(u32),
    /// So many in the middle; of what is dropped the odd one is low.
    Middle(u32),
}

impl Keep {
    /// The ranks that are kept of so many dice, the highest first: from the first, to before the
    /// second.
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

/// The answers to questions about these dice or cards, of which some are kept.
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

/// The answers to all questions by the dice on the tray.
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

/// Takes what is above the bound of its question as the bound.
#[inline]
fn bound(questions: &[Question], answers: &mut [i32]) {
    for (answer, question) in answers.iter_mut().zip(questions) {
        *answer = question.most.map_or(*answer, |most| most.min(*answer));
    }
}

impl Bag {
    /// So many equal dice, all kept, and nothing asked of them.
    pub fn new(count: u32, die: Die) -> Bag {
        Bag::of(vec![Member { count, die: Some(die), modifiers: Vec::new() }])
    }

    /// Several kinds of dice.
    pub fn of(members: Vec<Member>) -> Bag {
        Bag { members, keep: Keep::All, questions: Vec::new(), prepared: Prepared::default() }
    }

    /// The same bag, of which these dice are kept.
    pub fn keep(self, keep: Keep) -> Bag {
        Bag { keep, prepared: Prepared::default(), ..self }
    }

    /// The same bag with these questions in place of its own.
    pub fn ask(self, questions: impl IntoIterator<Item = Question>) -> Bag {
        Bag { questions: questions.into_iter().collect(), prepared: Prepared::default(), ..self }
    }

    /// The same bag, which counts what it keeps on this account.
    pub fn accounted(mut self, account: Arc<ByteBudget>) -> Bag {
        self.prepared.account = account;
        self
    }

    /// What is asked.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// Its kinds of dice.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Whether the roll need not be sorted: every die counts for itself.
    fn is_plain(&self) -> bool {
        let own = |question: &Question| question.asked.adds();
        self.keep == Keep::All && self.questions.iter().all(own)
    }

    /// Rolls every die and answers the questions: what a chance that draws or reads does.
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

    /// The same without shortcuts, where `fallen` hears of each die what happens to it and which
    /// values then lie there; with what is kept, the highest first, where not all is.
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

    /// Rolls every die; `push` is told of each that then lies there.
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
