//! Rolls as tables: several dice are one number, and what they answer is looked up.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use super::tray::Tray;
use super::unit::seen;
use super::{Bag, BagLaw, Die, Lawful, Member, Modifier, answer};

/// The most rolls that a table holds: it stays in the processor's first cache.
const MOST_ROLLS: u64 = 8192;

/// Some dice of a bag, rolled as one number.
#[derive(Debug)]
pub(crate) struct Table {
    /// The number of rolls, and the bits that their dice take of a word.
    pub rolls: u64,
    pub bits: u32,
    /// Each die's number of faces and the bits that it takes, the first the highest digit.
    pub dice: Vec<(u64, u32)>,
    /// The answers to all questions, roll by roll.
    answers: Vec<i32>,
}

/// What a bag is rolled by: each table so many times.
#[derive(Debug)]
pub(crate) struct Tables(Vec<(Table, u32)>);

/// What is made of a bag once: its tables when it is first drawn, its law when it is first asked
/// for. They say nothing about which bag it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Prepared {
    tables: OnceLock<Option<Arc<Tables>>>,
    pub law: OnceLock<Lawful<Arc<BagLaw>>>,
}

impl PartialEq for Prepared {
    fn eq(&self, _: &Prepared) -> bool {
        true
    }
}

impl Eq for Prepared {}

impl Hash for Prepared {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Table {
    /// The table of these dice, each with what happens to it.
    fn of(bag: &Bag, dice: &[(&Die, &[Modifier])]) -> Table {
        let rolls = dice.iter().map(|(die, _)| die.sides()).product();
        let mut answers = vec![0; rolls as usize * bag.questions.len()];
        if !bag.questions.is_empty() {
            for (roll, row) in answers.chunks_exact_mut(bag.questions.len()).enumerate() {
                let mut tray = Tray::default();
                let mut left = rolls;
                for (die, modifiers) in dice {
                    left /= die.sides();
                    let face = die.faces()[(roll as u64 / left % die.sides()) as usize];
                    tray.push(seen(face, modifiers), face);
                }
                answer(&mut tray, bag.keep, &bag.questions, row);
            }
        }
        let dice: Vec<(u64, u32)> = dice.iter().map(|(die, _)| (die.sides(), die.bits())).collect();
        Table { rolls, bits: dice.iter().map(|(_, bits)| bits).sum(), dice, answers }
    }
}

impl Tables {
    /// The tables of a bag; none where its dice roll others, or the ways they fall are too many.
    fn of(bag: &Bag) -> Option<Tables> {
        let settles =
            |modifier: &Modifier| matches!(modifier, Modifier::AtLeast(_) | Modifier::AtMost(_));
        let members: Vec<(&Member, &Die)> = bag
            .members
            .iter()
            .map(|member| {
                let die = member.die.as_ref().filter(|_| member.modifiers.iter().all(settles));
                Some((member, die?))
            })
            .collect::<Option<_>>()?;
        let rolls = members.iter().try_fold(1u64, |rolls, (member, die)| {
            rolls.checked_mul(die.sides().checked_pow(member.count)?)
        });
        if rolls.is_some_and(|rolls| rolls <= MOST_ROLLS) {
            let dice: Vec<(&Die, &[Modifier])> = members
                .iter()
                .flat_map(|(member, die)| {
                    (0..member.count).map(|_| (*die, member.modifiers.as_slice()))
                })
                .collect();
            return Some(Tables(vec![(Table::of(bag, &dice), 1)]));
        }
        if !bag.is_plain() || bag.questions.iter().any(|question| question.most.is_some()) {
            return None;
        }
        let mut tables = Vec::new();
        for (member, die) in members {
            let most = (1..=member.count).take_while(|&dice| {
                die.sides().checked_pow(dice).is_some_and(|rolls| rolls <= MOST_ROLLS / 2)
            });
            let most = most.last().unwrap_or(0).max(1);
            let parts = member.count.div_ceil(most).max(1);
            let size = member.count.div_ceil(parts);
            let table =
                |dice: u32| Table::of(bag, &vec![(die, &member.modifiers[..]); dice as usize]);
            match size {
                0 => {}
                _ if die.sides() > MOST_ROLLS => return None,
                size => {
                    tables.push((table(size), member.count / size));
                    if member.count % size > 0 {
                        tables.push((table(member.count % size), 1));
                    }
                }
            }
        }
        Some(Tables(tables))
    }
}

impl Bag {
    /// The tables to draw it by, where it has some.
    #[inline]
    pub(crate) fn tables(&self) -> Option<&Tables> {
        let made = || Tables::of(self).map(Arc::new);
        self.prepared.tables.get_or_init(made).as_deref()
    }
}

impl Tables {
    /// The answers to a roll whose dice fall as `draw` says.
    #[inline(always)]
    pub(crate) fn roll(&self, mut draw: impl FnMut(&Table) -> usize, answers: &mut [i32]) {
        let mut first = true;
        for (table, times) in &self.0 {
            for _ in 0..*times {
                let roll = draw(table);
                let from = roll * answers.len();
                let row = &table.answers[from..from + answers.len()];
                for (answer, part) in answers.iter_mut().zip(row) {
                    *answer = if first { *part } else { *answer + part };
                }
                first = false;
            }
        }
        if first {
            answers.fill(0);
        }
    }
}
