//! The kernel of checks of one step that throw a few dice or play a card a side.

use std::collections::HashMap;

use super::lanes::{Lanes, Play, played};
use super::sums::{DICE, SumSampler};
use crate::chance::{Cards, Chance, Deck, Die, Odds, Sampled, Stream};
use crate::rule::{Handle, Kernel, Record, Rule, Scored, Step};

/// The most combinations of faces.
const COMBINATIONS: usize = 1 << 13;

/// The most sums that are told apart.
const SUMS: usize = super::vertical::SYMBOLS;

/// What a trial scores: columns and scores, in order.
pub(super) type Outcome = Vec<(usize, i32)>;

/// A check of one step as a table: what each sum of its dice scores.
///
/// The table is made by the rule itself, which is asked once for every combination of faces. It
/// exists where up to three dice or cards of full decks are all the luck of a trial, and their sum
/// (the second die may count against the first) settles what it scores. Where some faces of a die
/// mean more than their number, as a high card that makes a critical, these have sums of their own.
#[derive(Clone, Debug)]
struct Faces {
    sums: SumSampler,
    /// What each sum scores.
    scores: Vec<Outcome>,
}

/// The kernel of this rule, where it is a check of one step whose dice add up.
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

/// The sums of a rule's dice, and what each of them scores: nothing where none makes it.
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
    // Of several ways the one with the fewest sums is the fastest.
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

/// What each combination of faces scores.
struct Table {
    dice: Vec<Die>,
    scores: Vec<Outcome>,
    /// The place in `scores` of each combination; the last die turns fastest.
    at: Vec<usize>,
}

/// What each face of each die adds, and the outcome of each sum.
type Adding = (Vec<Vec<u8>>, Vec<Option<usize>>);

impl Table {
    fn of(rule: &impl Rule) -> Option<Table> {
        let mut thrown = Thrown::new();
        // A die may be thrown only after some faces: who is asked less pays it no attention.
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

    /// Every outcome of one die is a sum of its own.
    fn of_one_die(&self) -> Option<Adding> {
        let adds = self.at.iter().map(|&at| u8::try_from(at).ok()).collect::<Option<Vec<u8>>>()?;
        (self.scores.len() <= SUMS)
            .then(|| (vec![adds], (0..self.scores.len()).map(Some).collect()))
    }

    /// Faces as small numbers, the lowest 0; in steps of what divides all of them.
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

    /// The plain sum of all dice.
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

    /// The sum of two dice, or their difference where the second counts `against` the first. Faces
    /// of one of them (the `second` if that is asked) may have sums of their own.
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
        // Faces of one class agree about every sum that several of them make.
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

/// Notes the outcome of a sum; false where another is known.
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

/// Answers with given faces, and notes the dice that are asked for.
struct Thrown {
    dice: Vec<Die>,
    /// The place of the face that each die shows.
    places: Vec<usize>,
    asked: usize,
    /// Whether each was asked for dice alone, and for the same.
    fits: bool,
    /// Answers whatever else is asked, whose trial is then given up.
    other: Sampled,
}

impl Thrown {
    fn new() -> Thrown {
        let other = Sampled::new(&Stream::new(0, ""), 0);
        Thrown { dice: Vec::new(), places: Vec::new(), asked: 0, fits: true, other }
    }

    /// What a trial with the present faces scores.
    fn trial(&mut self, rule: &impl Rule) -> Option<Outcome> {
        self.asked = 0;
        let (mut state, mut outcome) = (rule.start(), Scores::default());
        // A step asks for a die or ends.
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

/// The scores of a trial.
#[derive(Default)]
struct Scores(Outcome);

impl Record for Scores {
    fn score(&mut self, column: Handle, score: i32) {
        self.0.push((column.place(), score));
    }
}
