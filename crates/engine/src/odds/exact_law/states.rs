//! The states of a rule by their numbers, as they come.

use std::hash::BuildHasher;

use super::layout::Key;
use crate::chance::Enumerated;
use crate::chance::finder::Finder;
use crate::rule::{Rule, Step};

/// The states of a rule by their numbers. This alone of a walk is made anew for each rule, so it is
/// small.
pub(in crate::odds) trait States {
    /// The number of the first state.
    fn start(&mut self) -> u32;

    /// One step from a state along the present branch of `chance`, and what it records.
    fn step(&mut self, state: u32, chance: &mut Enumerated, key: &mut Key) -> Step<u32>;

    /// What a trial records that is cut off in this state.
    fn cut_off(&self, state: u32, key: &mut Key);

    /// How many were met.
    fn met(&self) -> usize;

    /// What all of them take in memory.
    fn bytes(&self) -> usize;

    /// What makes them so many, where their rule can tell.
    fn crowded(&self) -> Option<String>;
}

pub(in crate::odds) struct Numbered<'r, R: Rule> {
    rule: &'r R,
    /// The states in the order in which they were met.
    states: Vec<R::State>,
    /// The number of each. Nobody chooses states to collide, and a walk looks up one for every
    /// branch.
    numbers: Finder,
    hashes: foldhash::fast::FixedState,
    /// What they have boxed.
    boxed: usize,
}

impl<'r, R: Rule> Numbered<'r, R> {
    pub fn of(rule: &'r R) -> Self {
        let (states, numbers) = (Vec::new(), Finder::default());
        let hashes = foldhash::fast::FixedState::default();
        Numbered { rule, states, numbers, hashes, boxed: 0 }
    }

    /// The number of a state; a new one is added.
    fn number(&mut self, state: R::State) -> u32 {
        let alike = |number: u32| self.states[number as usize] == state;
        self.numbers.find_hashed(self.hashes.hash_one(&state), alike).unwrap_or_else(|| {
            self.boxed += R::boxed(&state);
            self.states.push(state);
            self.states.len() as u32 - 1
        })
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
        size_of_val(&self.states[..]) + self.boxed + self.numbers.bytes()
    }

    fn crowded(&self) -> Option<String> {
        self.rule.crowded(&self.states)
    }
}
