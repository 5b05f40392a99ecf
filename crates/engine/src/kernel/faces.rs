//! The kernel of one-step checks that roll a few dice or play a card per side.

use std::collections::HashMap;

use super::lanes::{Lanes, Play, played};
use super::sums::{DICE, SumSampler};
use crate::chance::{Cards, Chance, Deck, Die, FoldedChance, Odds, Sampled, Stream};
use crate::rule::{Handle, Kernel, Record, Rule, Scored, Step};

/// Maximum number of combinations of faces.
const COMBINATIONS: usize = 1 << 13;

/// Maximum number of distinct sums.
const SUMS: usize = super::vertical::SYMBOLS;

/// The scores of a trial: columns and scores, in order.
pub(super) type Outcome = Vec<(usize, i32)>;

/// A one-step check as a table: the scores of each sum of its dice.
///
/// The table is computed by running the rule once for every combination of faces. It exists if up
/// to three dice or cards of full decks are the only luck of a trial, and their sum (the second die
/// may be subtracted) determines the scores. If some faces of a die mean more than their number,
/// such as a high card that makes a critical, these have separate sums.
#[derive(Clone, Debug)]
struct Faces {
    sums: SumSampler,
    /// The scores of each sum.
    scores: Vec<Outcome>,
}

/// Returns the kernel of this rule, if it is a one-step check whose dice add up.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::{Chance, Die};
/// use oddsmith_engine::kernel::faces;
/// use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
///
/// struct TwoDice(Die);
///
/// impl Rule for TwoDice {
///     type State = ();
///     fn columns(&self) -> Columns {
///         Columns::one(Column::new(Handle::first("sum"), Scale::numbers(2, 12)))
///     }
///     fn start(&self) {}
///     fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
///         record.score(Handle::first("sum"), chance.face(&self.0) + chance.face(&self.0));
///         Step::Done
///     }
/// }
///
/// assert!(faces(&TwoDice(Die::sided(6))).is_some());
/// ```
pub fn faces<R: Rule>(rule: &R) -> Option<Box<dyn Kernel>> {
    let columns = rule.columns();
    if columns.limit().is_some() || columns.indexed() {
        return None;
    }
    let (sums, scores) = sums(rule)?;
    Some(played(Faces { sums, scores }))
}

/// Returns the sampler of a rule's dice, and the scores of each sum; empty for sums that do not
/// occur.
pub(super) fn sums(rule: &impl Rule) -> Option<(SumSampler, Vec<Outcome>)> {
    let table = Table::of(rule)?;
    let adding: Vec<Option<Adding>> = match table.dice.len() {
        0 => return None,
        1 => vec![table.of_one_die()],
        2 => {
            let ways = [(false, false), (false, true), (true, false), (true, true)];
            ways.into_iter().map(|(against, second)| table.of_two_dice(against, second)).collect()
        }
        dice => vec![table.of_sum(dice)],
    };
    // The way with the fewest sums is the fastest.
    let (adds, sums) = adding.into_iter().flatten().min_by_key(|(_, sums)| sums.len())?;
    let scores = sums.iter().map(|sum| sum.map_or(Vec::new(), |at| table.scores[at].clone()));
    Some((SumSampler::new(&adds)?, scores.collect()))
}

impl Play for Faces {
    const BLOCK: u64 = 1 << 20;

    fn play(&self, lanes: Lanes, trials: u64, scored: &mut dyn FnMut(Scored)) {
        let hits = self.sums.count(lanes, trials);
        for (outcome, trials) in self.scores.iter().zip(hits) {
            for &(column, score) in outcome {
                scored(Scored { column, step: 1, score, trials });
            }
        }
    }
}

/// The scores of each combination of the faces of a few dice.
struct Table {
    dice: Vec<Die>,
    scores: Vec<Outcome>,
    /// The index in `scores` of each combination; the last die varies fastest.
    at: Vec<usize>,
}

/// The amount that each face of each die adds, and the outcome of each sum.
type Adding = (Vec<Vec<u8>>, Vec<Option<usize>>);

impl Table {
    fn of(rule: &impl Rule) -> Option<Table> {
        let mut thrown = Thrown::new();
        // A die may be rolled only after some faces of the others; in other branches it is ignored.
        'dice: loop {
            let sides: Vec<usize> = thrown.dice.iter().map(|die| die.faces().len()).collect();
            let combinations = sides.iter().try_fold(1usize, |all, sides| all.checked_mul(*sides));
            let combinations = combinations.filter(|all| *all <= COMBINATIONS)?;
            let (mut known, mut scores) = (HashMap::new(), Vec::new());
            let mut at = Vec::with_capacity(combinations);
            for mut combination in 0..combinations {
                for (place, sides) in thrown.places.iter_mut().zip(&sides).rev() {
                    (*place, combination) = (combination % sides, combination / sides);
                }
                let outcome = thrown.trial(rule)?;
                if thrown.dice.len() > sides.len() {
                    continue 'dice;
                }
                at.push(*known.entry(outcome).or_insert_with_key(|outcome| {
                    scores.push(outcome.clone());
                    scores.len() - 1
                }));
            }
            return Some(Table { dice: thrown.dice, scores, at });
        }
    }

    /// Gives every outcome of one die its own sum.
    fn of_one_die(&self) -> Option<Adding> {
        let adds = self.at.iter().map(|&at| u8::try_from(at).ok()).collect::<Option<Vec<u8>>>()?;
        (self.scores.len() <= SUMS)
            .then(|| (vec![adds], (0..self.scores.len()).map(Some).collect()))
    }

    /// Returns faces as small integers from 0, divided by their greatest common divisor.
    fn numbers(&self) -> Vec<Vec<usize>> {
        let distance = |die: &Die| {
            die.faces().iter().map(|face| u128::from(face.abs_diff(die.low()))).collect::<Vec<_>>()
        };
        let distances: Vec<Vec<u128>> = self.dice.iter().map(distance).collect();
        let step =
            distances.iter().flatten().fold(0, |so_far, &far| crate::chance::gcd(so_far, far));
        let number = |far: u128| (far / step.max(1)) as usize;
        distances.into_iter().map(|far| far.into_iter().map(number).collect()).collect()
    }

    /// Uses the plain sum of all dice.
    fn of_sum(&self, dice: usize) -> Option<Adding> {
        let numbers = self.numbers();
        let mut sums = Vec::new();
        for (place, &at) in self.at.iter().enumerate() {
            let (mut left, mut sum) = (place, 0);
            for die in (0..dice).rev() {
                sum += numbers[die][left % numbers[die].len()];
                left /= numbers[die].len();
            }
            settle(&mut sums, sum, at).then_some(())?;
        }
        Some((bytes(numbers)?, sums))
    }

    /// Uses the sum of two dice, or their difference if `against` is set.
    ///
    /// Faces of one of them, the second if `second` is set, may have separate sums.
    fn of_two_dice(&self, against: bool, second: bool) -> Option<Adding> {
        let mut numbers = self.numbers();
        if against {
            let most = numbers[1].iter().copied().max()?;
            numbers[1].iter_mut().for_each(|number| *number = most - *number);
        }
        let sides = numbers[1].len();
        let at = |told: usize, other: usize| {
            let (one, two) = if second { (other, told) } else { (told, other) };
            self.at[one * sides + two]
        };
        let (told, other) = if second { (1, 0) } else { (0, 1) };
        let widest = numbers[other].iter().copied().max()?;
        // Faces of one class agree on every sum that several of them make.
        let mut classes: Vec<(Vec<usize>, Vec<Option<usize>>)> = Vec::new();
        for face in 0..numbers[told].len() {
            let joins = |sums: &mut Vec<Option<usize>>| {
                let mut joined = sums.clone();
                let agrees = numbers[other].iter().enumerate().all(|(place, number)| {
                    settle(&mut joined, numbers[told][face] + number, at(face, place))
                });
                if agrees {
                    *sums = joined;
                }
                agrees
            };
            match classes.iter_mut().find_map(|(faces, sums)| joins(sums).then_some(faces)) {
                Some(faces) => faces.push(face),
                None => {
                    let mut sums = Vec::new();
                    joins(&mut sums).then_some(())?;
                    classes.push((vec![face], sums));
                }
            }
        }
        let mut sums = Vec::new();
        for (faces, settled) in &classes {
            let low = faces.iter().map(|&face| numbers[told][face]).min()?;
            let high = faces.iter().map(|&face| numbers[told][face]).max()?;
            let base = sums.len();
            sums.extend_from_slice(&settled[low..=high + widest]);
            for &face in faces {
                // A face is in one class, so its number is moved once.
                numbers[told][face] = numbers[told][face] - low + base;
            }
        }
        Some((bytes(numbers)?, sums))
    }
}

/// Sets the outcome of a sum; returns false if it has a different one.
fn settle(sums: &mut Vec<Option<usize>>, sum: usize, at: usize) -> bool {
    if sums.len() <= sum {
        sums.resize(sum + 1, None);
    }
    *sums[sum].get_or_insert(at) == at
}

fn bytes(numbers: Vec<Vec<usize>>) -> Option<Vec<Vec<u8>>> {
    let bytes = |numbers: Vec<usize>| numbers.into_iter().map(|n| u8::try_from(n).ok()).collect();
    numbers.into_iter().map(bytes).collect()
}

/// A chance that answers with given faces, and collects the dice that are requested.
struct Thrown {
    dice: Vec<Die>,
    /// The index of the face that each die shows.
    places: Vec<usize>,
    asked: usize,
    /// False if a run requested anything but the same dice.
    fits: bool,
    /// The source of all other answers, whose trial is then discarded.
    other: Sampled,
}

impl Thrown {
    fn new() -> Thrown {
        let other = Sampled::new(&Stream::new(0, ""), 0);
        Thrown { dice: Vec::new(), places: Vec::new(), asked: 0, fits: true, other }
    }

    /// Returns the scores of a trial with the current faces.
    fn trial(&mut self, rule: &impl Rule) -> Option<Outcome> {
        self.asked = 0;
        let (mut state, mut outcome) = (rule.start(), Scores::default());
        // A step rolls a die or ends.
        for _ in 0..=DICE {
            match rule.step(state, self, &mut outcome) {
                _ if !self.fits => return None,
                Step::Done => return Some(outcome.0),
                Step::Next(next) | Step::Within(next) => state = next,
            }
        }
        None
    }
}

impl Chance for Thrown {
    fn face(&mut self, die: &Die) -> i32 {
        let here = self.asked;
        self.asked += 1;
        if here == self.dice.len() && here < DICE {
            self.dice.push(die.clone());
            self.places.push(0);
        }
        match self.dice.get(here) {
            Some(known) if known == die => die.faces()[self.places[here]],
            _ => {
                self.fits = false;
                die.low()
            }
        }
    }

    fn choose(&mut self, odds: &Odds) -> usize {
        self.fits = false;
        self.other.choose(odds)
    }

    fn take<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> u32 {
        self.fits = false;
        self.other.take(deck, left)
    }
}

impl FoldedChance for Thrown {}

/// The scores of a trial.
#[derive(Default)]
struct Scores(Outcome);

impl Record for Scores {
    fn score(&mut self, column: Handle, score: i32) {
        self.0.push((column.place(), score));
    }
}
