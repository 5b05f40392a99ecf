//! The kernel of programs that first roll and then compute: the answers of all dice are combined
//! into one index, trials are counted by index, and the machine runs once per index.
//!
//! It rolls the same dice as the machine, so the same seed gives the same counts.

use super::code::{Code, Line, Throw};
use super::machine::Compiled;
use super::roll::FoundBag;
use crate::chance::{
    Bag, Cards, Chance, Deck, Die, FoldedChance, Odds, Part, Sampled, Stream, Table,
};
use crate::rule::{Handle, InstructionSet, Kernel, Record, Rule, Scored};

/// Maximum number of combinations of all answers.
const MOST: u64 = 1 << 14;

/// A program whose only luck is rolls with constant parameters that are always made.
pub(super) struct Pools {
    rule: Compiled,
    /// For each answer, in order of the lines, its lowest value and the number of values.
    answers: Vec<(i32, u64)>,
    /// For each table of dice, the amount that each of its rolls adds to the combined index.
    places: Vec<Vec<u32>>,
}

/// Returns the bags of such a program, or `None` for other programs.
fn bags(code: &Code) -> Option<Vec<FoundBag<'_>>> {
    let mut bags = Vec::new();
    for line in &code.lines {
        match line {
            Line::Throw { throw: Throw::Dice(roll, questions), .. } => {
                if roll.part.is_some() || !roll.reads_nothing() {
                    return None;
                }
                bags.push(roll.bag(questions, |node| node.known().unwrap_or(0) as i32));
            }
            Line::Set { .. } | Line::Label { .. } | Line::Record { .. } | Line::Done => {}
            Line::Throw { throw: Throw::Gather(..), .. } => {}
            _ => return None,
        }
    }
    Some(bags)
}

/// Returns the tables of all bags, each with its number of rolls and the index of its first answer.
fn tables<'b>(bags: &'b [FoundBag<'_>]) -> Option<Vec<(&'b Table, u32, usize)>> {
    let (mut all, mut first) = (Vec::new(), 0);
    for bag in bags {
        all.extend(bag.tables()?.each().map(|(table, times)| (table, times, first)));
        first += bag.questions().len();
    }
    Some(all)
}

impl Pools {
    /// Returns the kernel of a program, if it qualifies.
    pub fn of(rule: &Compiled) -> Option<Pools> {
        let bags = bags(&rule.code).filter(|bags| !bags.is_empty())?;
        let tables = tables(&bags)?;
        let count = bags.iter().map(|bag| bag.questions().len()).sum();
        let mut ends = vec![(0i64, 0i64); count];
        for (table, times, first) in &tables {
            for (end, (low, high)) in ends[*first..].iter_mut().zip(table.ends()) {
                end.0 += i64::from(low) * i64::from(*times);
                end.1 += i64::from(high) * i64::from(*times);
            }
        }
        let answers: Vec<(i32, u64)> =
            ends.iter().map(|&(low, high)| (low as i32, low.abs_diff(high) + 1)).collect();
        let room = answers.iter().try_fold(1u64, |room, (_, each)| room.checked_mul(*each))?;
        if room > MOST {
            return None;
        }
        let strides = answers.iter().scan(1, |stride, (_, each)| {
            let own = *stride;
            *stride *= each;
            Some(own as u32)
        });
        let strides: Vec<u32> = strides.collect();
        let places = tables.iter().map(|(table, _, first)| table.places(&strides[*first..]));
        let places = places.collect();
        Some(Pools { rule: rule.clone(), answers, places })
    }

    /// Rolls `trials` trials and counts each combined index.
    #[inline(never)]
    fn count(&self, mut chance: Sampled, trials: u64) -> Vec<u32> {
        let room: u64 = self.answers.iter().map(|(_, each)| each).product();
        let mut hits = vec![0; room as usize];
        let bags = bags(&self.rule.code).unwrap_or_default();
        let tables = tables(&bags).unwrap_or_default();
        let parts: Vec<(&Table, u32, &[u32])> = tables
            .iter()
            .zip(&self.places)
            .map(|((table, times, _), places)| (*table, *times, &places[..]))
            .collect();
        for _ in 0..trials {
            let mut number = 0;
            for (table, times, places) in &parts {
                for _ in 0..*times {
                    number += places[chance.draw_table(table)];
                }
            }
            hits[number as usize] += 1;
        }
        hits
    }
}

impl Kernel for Pools {
    fn block(&self) -> u64 {
        Compiled::EXTRAS.block
    }

    fn play(&self, stream: &Stream, block: u64, trials: u64, scored: &mut dyn FnMut(Scored)) {
        let hits = self.count(Sampled::new(stream, block), trials);
        for (number, &trials) in (0u64..).zip(&hits).filter(|(_, trials)| **trials > 0) {
            let mut rest = number;
            let answers = self.answers.iter().map(|&(low, each)| {
                let own = (rest % each) as i32;
                rest /= each;
                low + own
            });
            let mut told = KnownAnswers { answers: answers.collect(), at: 0 };
            let mut heard = ScoreForwarder { scored, trials: trials.into() };
            let _ = self.rule.step(self.rule.start(), &mut told, &mut heard);
        }
    }

    fn at_most(&mut self, _set: InstructionSet) {}
}

/// Reports the scores of many equal trials.
struct ScoreForwarder<'s> {
    scored: &'s mut dyn FnMut(Scored),
    trials: u64,
}

impl Record for ScoreForwarder<'_> {
    fn score(&mut self, column: Handle, score: i32) {
        (self.scored)(Scored { column: column.place(), step: 1, score, trials: self.trials });
    }
}

/// A chance that returns precomputed answers to all rolls.
struct KnownAnswers {
    answers: Vec<i32>,
    at: usize,
}

/// The reason why other draws are unreachable.
const ROLLS: &str = "a program that only rolls asks for nothing else";

impl Chance for KnownAnswers {
    fn face(&mut self, _die: &Die) -> i32 {
        unreachable!("{ROLLS}")
    }

    fn choose(&mut self, _odds: &Odds) -> usize {
        unreachable!("{ROLLS}")
    }

    fn take<const W: usize>(&mut self, _deck: &Deck<W>, _left: &mut Cards<W>) -> u32 {
        unreachable!("{ROLLS}")
    }
}

impl FoldedChance for KnownAnswers {
    fn roll<P: Part>(&mut self, bag: &Bag, _part: &P, answers: &mut [i32]) {
        let count = bag.questions().len();
        answers[..count].copy_from_slice(&self.answers[self.at..self.at + count]);
        self.at += count;
    }
}
