//! Precomputed rolls: several dice are drawn as one number, and their answers are looked up.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::spots::ValueSpan;
use super::tray::Tray;
use super::unit::seen;
use super::{Bag, BagLaw, Die, Failure, Lawful, Member, Modifier, answer};
use crate::chance::share::{Lost, Share};

/// Maximum number of rolls in a table, so that it stays in the L1 cache.
const MOST_ROLLS: u64 = 8192;

/// Memory limit in bytes for the tables and laws of all rolls of a rule.
const KEPT_BYTES: u64 = 48 << 20;

/// A group of dice of a bag that is drawn as one number.
#[derive(Debug)]
pub(crate) struct Table {
    /// The number of rolls, and the number of random bits that they use.
    pub rolls: u64,
    pub bits: u32,
    /// The number of random bits that the first die uses.
    pub first: u32,
    /// Each die's number of faces and of random bits; the first die is the most significant digit.
    pub dice: Vec<(u64, u32)>,
    /// The answers to all questions, roll by roll.
    answers: Vec<i32>,
}

/// The tables that a bag is drawn from, each with its number of draws.
#[derive(Debug)]
pub(crate) struct Tables(Vec<(Table, u32)>);

/// Values cached per bag: the tables, computed on the first draw, and the law, computed on the
/// first request.
#[derive(Clone, Debug, Default)]
pub(super) struct Prepared {
    tables: OnceLock<Option<Arc<Tables>>>,
    spots: OnceLock<Option<ValueSpan>>,
    law: OnceLock<Lawful<Arc<BagLaw>>>,
    /// The memory budget shared by all rolls of the rule.
    pub account: Arc<ByteBudget>,
}

/// The number of bytes that the cached tables and laws of a rule use in total.
#[derive(Debug, Default)]
pub struct ByteBudget(AtomicU64);

impl ByteBudget {
    /// Adds `bytes` to the account and returns whether the total is within the limit.
    pub fn holds(&self, bytes: usize) -> bool {
        let bytes = bytes as u64;
        self.0.fetch_add(bytes, Ordering::Relaxed) + bytes <= KEPT_BYTES
    }
}

impl Table {
    /// Creates the table of these dice, each with its modifiers.
    fn of(bag: &Bag, dice: &[(&Die, &[Modifier])]) -> Table {
        let rolls = dice.iter().map(|(die, _)| die.sides()).product();
        let mut answers = vec![0; rolls as usize * bag.questions.len()];
        if !bag.questions.is_empty() {
            for (roll, row) in (0..).zip(answers.chunks_exact_mut(bag.questions.len())) {
                let mut tray = Tray::default();
                let mut left = rolls;
                for (die, modifiers) in dice {
                    let face = next_face(die, roll, &mut left);
                    tray.push(seen(face, modifiers), face);
                }
                answer(&mut tray, bag.keep, &bag.questions, row);
            }
        }
        Table::new(dice.iter().map(|(die, _)| *die), rolls, answers)
    }

    /// Creates the table of `summarize` for each roll of these dice; `None` if there are too many rolls.
    pub(crate) fn of_summaries<const N: usize>(
        dice: [&Die; N],
        mut summarize: impl FnMut([i32; N]) -> i32,
    ) -> Option<Table> {
        let rolls = dice.iter().try_fold(1u64, |rolls, die| rolls.checked_mul(die.sides()));
        let rolls = rolls.filter(|&rolls| rolls <= MOST_ROLLS)?;
        let summarize = |roll| {
            let mut left = rolls;
            summarize(dice.map(|die| next_face(die, roll, &mut left)))
        };
        Some(Table::new(dice.into_iter(), rolls, (0..rolls).map(summarize).collect()))
    }

    fn new<'d>(dice: impl Iterator<Item = &'d Die>, rolls: u64, answers: Vec<i32>) -> Table {
        let dice: Vec<(u64, u32)> = dice.map(|die| (die.sides(), die.bits())).collect();
        let first = dice.first().map_or(0, |(_, bits)| *bits);
        Table { rolls, bits: dice.iter().map(|(_, bits)| bits).sum(), first, dice, answers }
    }

    /// Returns the answer for this roll, in a table of one question.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn answer(&self, roll: usize) -> i32 {
        self.answers[roll]
    }

    /// Returns the lowest and the highest answer to each question.
    pub(crate) fn ends(&self) -> impl Iterator<Item = (i32, i32)> {
        let count = self.answers.len() / self.rolls as usize;
        (0..count).map(move |question| {
            let own = || self.answers.iter().skip(question).step_by(count).copied();
            (own().min().unwrap_or(0), own().max().unwrap_or(0))
        })
    }

    /// Returns an index for each roll: the sum over the questions of the answer's distance from the
    /// lowest answer, times its stride.
    pub(crate) fn places(&self, strides: &[u32]) -> Vec<u32> {
        let lows: Vec<i32> = self.ends().map(|(low, _)| low).collect();
        if lows.is_empty() {
            return vec![0; self.rolls as usize];
        }
        let rows = self.answers.chunks_exact(lows.len());
        let place = |row: &[i32]| {
            let each = row.iter().zip(&lows).zip(strides);
            each.map(|((answer, low), stride)| answer.abs_diff(*low) * stride).sum()
        };
        rows.map(place).collect()
    }
}

/// Returns the face of the next die of a roll; `left` is the number of rolls of the dice not
/// decoded yet.
fn next_face(die: &Die, roll: u64, left: &mut u64) -> i32 {
    *left /= die.sides();
    die.faces()[(roll / *left % die.sides()) as usize]
}

impl Tables {
    /// Returns each table with its number of draws.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&Table, u32)> {
        self.0.iter().map(|(table, times)| (table, *times))
    }

    /// Creates the tables of a bag; `None` if its dice roll others or there are too many rolls.
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
            if size == 0 {
                continue;
            }
            if die.sides() > MOST_ROLLS {
                return None;
            }
            tables.push((table(size), member.count / size));
            if member.count % size > 0 {
                tables.push((table(member.count % size), 1));
            }
        }
        Some(Tables(tables))
    }

    /// Writes the answers to a roll whose index in each table comes from `draw`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn roll(&self, mut draw: impl FnMut(&Table) -> usize, answers: &mut [i32]) {
        if let ([(table, 1)], [answer]) = (&self.0[..], &mut *answers) {
            *answer = table.answers[draw(table)];
            return;
        }
        if let [answer] = &mut *answers {
            *answer = 0;
            for (table, times) in &self.0 {
                for _ in 0..*times {
                    *answer += table.answers[draw(table)];
                }
            }
            return;
        }
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

impl Bag {
    /// Returns the tables of the bag, if it has any and the memory budget allows.
    #[inline]
    pub(crate) fn tables(&self) -> Option<&Tables> {
        let made = || {
            let tables = Tables::of(self)?;
            let answers = tables.0.iter().map(|(table, _)| size_of_val(&table.answers[..]));
            self.prepared.account.holds(answers.sum()).then(|| Arc::new(tables))
        };
        self.prepared.tables.get_or_init(made).as_deref()
    }

    /// Returns the range of values for counting, if counting applies.
    #[inline]
    pub(super) fn spots(&self) -> Option<ValueSpan> {
        *self.prepared.spots.get_or_init(|| ValueSpan::of(self))
    }

    /// Sets a precomputed law.
    pub(crate) fn with_law(self, law: BagLaw) -> Bag {
        let prepared = Prepared { law: OnceLock::from(Ok(Arc::new(law))), ..self.prepared };
        Bag { prepared, ..self }
    }

    /// Returns the cached law of a bag whose law is constant.
    ///
    /// On the first call `part` supplies the distribution of the values that are not dice, and its
    /// loss.
    pub(crate) fn law_once(
        &self,
        part: impl FnOnce() -> Lawful<(Vec<(i32, Share)>, Lost)>,
    ) -> &Lawful<Arc<BagLaw>> {
        self.prepared.law.get_or_init(|| {
            let (part, lost) = part()?;
            let law = self.law(&part)?;
            let law = BagLaw { lost: law.lost.most(lost), ..law };
            match self.prepared.account.holds(law.bytes()) {
                true => Ok(Arc::new(law)),
                false => Err(Failure::Budget),
            }
        })
    }
}
