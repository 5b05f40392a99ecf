//! The states of a rule by their numbers: met as they come, or known from a walk before.

use super::layout::Key;
use crate::chance::Enumerated;
use crate::rule::{Rule, Step, Walked};

/// A map of states: nobody chooses them to collide, and a walk looks up one for every branch.
type Map<K, V> = std::collections::HashMap<K, V, foldhash::fast::FixedState>;

/// The states of a rule by their numbers. This alone of a walk is made anew for each rule, so it is
/// small.
pub(super) trait States {
    /// The number of the first state.
    fn start(&mut self) -> u32;

    /// One step from a state along the present branch of `chance`, and what it records.
    fn step(&mut self, state: u32, chance: &mut Enumerated, key: &mut Key) -> Step<u32>;

    /// What a trial records that is cut off in this state.
    fn cut_off(&self, state: u32, key: &mut Key);

    /// How many were met.
    fn met(&self) -> usize;

    /// What one takes in memory.
    fn bytes(&self) -> usize;
}

pub(super) struct Numbered<'r, R: Rule> {
    rule: &'r R,
    /// The states in the order in which they were met, and the number of each.
    numbers: Map<R::State, u32>,
    states: Vec<R::State>,
}

impl<'r, R: Rule> Numbered<'r, R> {
    pub fn of(rule: &'r R) -> Self {
        Numbered { rule, numbers: Map::default(), states: Vec::new() }
    }

    /// The number of a state; a new one is added.
    fn number(&mut self, state: R::State) -> u32 {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.states.len() as u32;
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        number
    }
}

impl<R: Rule> States for Numbered<'_, R> {
    fn start(&mut self) -> u32 {
        self.number(self.rule.start())
    }

    fn step(&mut self, state: u32, chance: &mut Enumerated, key: &mut Key) -> Step<u32> {
        match self.rule.step(self.states[state as usize].clone(), chance, key) {
            Step::Next(state) => Step::Next(self.number(state)),
            Step::Within(state) => Step::Within(self.number(state)),
            Step::Done => Step::Done,
        }
    }

    fn cut_off(&self, state: u32, key: &mut Key) {
        self.rule.cut_off(self.states[state as usize].clone(), key);
    }

    fn met(&self) -> usize {
        self.states.len()
    }

    fn bytes(&self) -> usize {
        2 * size_of::<R::State>()
    }
}

/// States that are all known, with their ways: no step is taken.
pub(super) struct Known {
    states: usize,
}

impl Known {
    pub fn of(walked: &Walked) -> Known {
        Known { states: walked.ends.len() }
    }
}

impl States for Known {
    fn start(&mut self) -> u32 {
        0
    }

    fn step(&mut self, _: u32, _: &mut Enumerated, _: &mut Key) -> Step<u32> {
        Step::Done
    }

    fn cut_off(&self, _: u32, _: &mut Key) {}

    fn met(&self) -> usize {
        self.states
    }

    fn bytes(&self) -> usize {
        0
    }
}
