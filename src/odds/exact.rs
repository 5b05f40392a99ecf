//! From a rule to its exact law: every branch of every state walked once, equal states merged between steps.

use std::collections::HashMap;

use super::Law;
use super::layout::Layout;
use super::weight::{Fraction, Real, Weight};
use crate::chance::Enumerated;
use crate::error::{Error, Result};
use crate::rule::{Columns, Record, Rule, Step};

/// The exact laws of all columns of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Laws {
    /// One law a column, in the order of the rule's columns.
    pub columns: Vec<Law>,
    /// How many branches were walked.
    pub branches: u64,
}

/// Why a walk stopped before its end.
enum Stop {
    /// The branches are more than the budget.
    Budget,
    /// This kind of weight can't hold the numbers.
    Overflow,
}

/// The exact laws of `rule`, from at most `budget` branches.
///
/// A state is walked once, however often it comes up: its successors are kept. Whole weights come first; where 128 bits can't
/// hold them the walk is done again in floats.
///
/// # Errors
/// If there are more branches than the budget.
pub(super) fn exact<R: Rule>(rule: &R, budget: u64) -> Result<Laws> {
    let columns = rule.columns();
    let stopped = match Walk::<R, Fraction>::new(rule, budget).run() {
        Ok(walked) => {
            let law =
                |(i, column): (usize, &crate::rule::Column)| Law::from_fractions(column.scale, &walked.totals[walked.layout.column(i)]);
            match columns.iter().enumerate().map(law).collect() {
                Some(columns) => return Ok(Laws { columns, branches: walked.branches }),
                None => Stop::Overflow,
            }
        }
        Err(stop) => stop,
    };
    let in_floats = match stopped {
        Stop::Budget => None,
        Stop::Overflow => Walk::<R, Real>::new(rule, budget).run().ok(),
    };
    let Some(walked) = in_floats else { return Err(Error::too_large(budget)) };
    let error = walked.error();
    let law = |(i, column): (usize, &crate::rule::Column)| Law::from_reals(column.scale, &walked.totals[walked.layout.column(i)], error);
    Ok(Laws { columns: columns.iter().enumerate().map(law).collect(), branches: walked.branches })
}

/// How a branch of one step ends, as the first number of its key; other numbers are states to go on in.
const DONE: u32 = 0;
const OVER: u32 = 1;
const FIRST_STATE: u32 = 2;

/// What may follow a state.
struct Branch<W> {
    /// How the step ends, then the cells it records.
    key: Box<[u32]>,
    /// The chance of it, all paths that end so together.
    weight: W,
}

struct Walk<'r, R: Rule, W> {
    rule: &'r R,
    layout: Layout,
    /// The number of steps at which a course of events is cut off.
    limit: Option<i32>,
    budget: u64,
    branches: u64,
    /// The states met so far, numbered in the order in which they were.
    numbers: HashMap<R::State, u32>,
    states: Vec<R::State>,
    /// What may follow each state; `None` until the state is walked.
    successors: Vec<Option<Vec<Branch<W>>>>,
    /// The weight of every cell.
    totals: Vec<W>,
    steps: u32,
    deepest: usize,
}

impl<'r, R: Rule, W: Weight> Walk<'r, R, W> {
    fn new(rule: &'r R, budget: u64) -> Self {
        let columns = rule.columns();
        let layout = Layout::new(&columns);
        Walk {
            rule,
            limit: limit(&columns),
            totals: vec![W::ZERO; layout.cells],
            layout,
            budget,
            branches: 0,
            numbers: HashMap::new(),
            states: Vec::new(),
            successors: Vec::new(),
            steps: 0,
            deepest: 0,
        }
    }

    fn run(mut self) -> std::result::Result<Self, Stop> {
        let start = self.number(self.rule.start());
        let mut present = vec![(start, W::ONE)];
        while !present.is_empty() {
            self.steps += 1;
            // States to come, in the order in which they come up first, so that float sums never depend on a hash.
            let mut coming: Vec<(u32, W)> = Vec::new();
            let mut place: HashMap<u32, usize> = HashMap::new();
            for (state, weight) in present {
                if self.successors[state as usize].is_none() {
                    self.successors[state as usize] = Some(self.expand(state)?);
                }
                let last = self.limit == Some(self.steps as i32);
                for Branch { key, weight: chance } in self.successors[state as usize].iter().flatten() {
                    let share = weight.then(chance).ok_or(Stop::Overflow)?;
                    let over = key[0] == OVER || (last && key[0] >= FIRST_STATE);
                    let counted = over.then(|| self.layout.cell(0, self.steps as i32) as u32);
                    for cell in key[1..].iter().copied().chain(counted) {
                        let total = &mut self.totals[cell as usize];
                        *total = total.or(&share).ok_or(Stop::Overflow)?;
                    }
                    if key[0] >= FIRST_STATE && !over {
                        let next = key[0] - FIRST_STATE;
                        match place.get(&next) {
                            Some(&at) => coming[at].1 = coming[at].1.or(&share).ok_or(Stop::Overflow)?,
                            None => {
                                place.insert(next, coming.len());
                                coming.push((next, share));
                            }
                        }
                    }
                }
            }
            present = coming;
        }
        Ok(self)
    }

    /// Walks all branches of one step from a state, and merges those that end alike.
    fn expand(&mut self, state: u32) -> std::result::Result<Vec<Branch<W>>, Stop> {
        let mut chance = Enumerated::default();
        let mut successors: Vec<Branch<W>> = Vec::new();
        let mut place: HashMap<Box<[u32]>, usize> = HashMap::new();
        // weights[i] is the weight of the path up to fork i: what a branch shares with the last one is not multiplied again.
        let mut weights = vec![W::ONE];
        let mut key = Key { layout: self.layout.clone(), numbers: Vec::new() };
        loop {
            self.branches += 1;
            if self.branches > self.budget {
                return Err(Stop::Budget);
            }
            key.numbers.clear();
            key.numbers.push(DONE);
            match self.rule.step(self.states[state as usize].clone(), &mut chance, &mut key) {
                Step::Done(score) => key.score(0, score),
                Step::Over => key.numbers[0] = OVER,
                Step::Next(state) => key.numbers[0] = FIRST_STATE + self.number(state),
            }
            for (cases, of) in chance.chances(weights.len() - 1) {
                let weight = weights[weights.len() - 1].times(cases, of).ok_or(Stop::Overflow)?;
                weights.push(weight);
            }
            let weight = &weights[weights.len() - 1];
            match place.get(&key.numbers[..]) {
                Some(&at) => successors[at].weight = successors[at].weight.or(weight).ok_or(Stop::Overflow)?,
                None => {
                    place.insert(key.numbers.clone().into(), successors.len());
                    successors.push(Branch { key: key.numbers.clone().into(), weight: weight.clone() });
                }
            }
            self.deepest = self.deepest.max(weights.len());
            match chance.advance() {
                Some(shared) => weights.truncate(shared + 1),
                None => return Ok(successors),
            }
        }
    }

    /// The number of a state; a new one is added.
    fn number(&mut self, state: R::State) -> u32 {
        match self.numbers.get(&state) {
            Some(&number) => number,
            None => {
                let number = self.states.len() as u32;
                self.numbers.insert(state.clone(), number);
                self.states.push(state);
                self.successors.push(None);
                number
            }
        }
    }

    /// A bound on the relative error of any sum of this walk, when its weights are floats.
    ///
    /// # Formula
    /// Each product and each quotient is right to 2^-53; a compensated sum adds less than 2^-52. A step multiplies once more
    /// than its deepest path has forks (two roundings a fork) and sums twice, so a share is right to `steps * (2 * forks + 6) * 2^-53`.
    fn error(&self) -> f64 {
        f64::from(self.steps) * (2 * self.deepest + 6) as f64 * f64::EPSILON / 2.0
    }
}

/// The number of steps at which a rule is cut off: where its first column says "or more".
pub(super) fn limit(columns: &Columns) -> Option<i32> {
    columns[0].scale.capped_at()
}

/// Collects the end of a branch and the cells it records.
struct Key {
    layout: Layout,
    numbers: Vec<u32>,
}

impl Record for Key {
    fn score(&mut self, column: usize, score: i32) {
        self.numbers.push(self.layout.cell(column, score) as u32);
    }
}
