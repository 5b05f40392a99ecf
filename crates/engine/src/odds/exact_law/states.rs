//! The numbering of a rule's states, in order of discovery.

use std::hash::BuildHasher;

use super::layout::Key;
use crate::chance::Enumerated;
use crate::chance::finder::Finder;
use crate::rule::{Rule, Step};

/// The numbered states of a rule. This is the only part of a walk that is compiled per rule, so it
/// is small.
pub(in crate::odds) trait States {
    /// Returns the number of the first state.
    fn start(&mut self) -> u32;

    /// Runs one step from a state along the current branch of `chance`, recording to `key`.
    fn step(&mut self, state: u32, chance: &mut Enumerated, key: &mut Key) -> Step<u32>;

    /// Records the scores of a trial that is cut off in this state.
    fn cut_off(&self, state: u32, key: &mut Key);

    /// Returns the number of states discovered.
    fn met(&self) -> usize;

    /// Returns the memory of all states in bytes.
    fn bytes(&self) -> usize;

    /// Returns an explanation of why there are so many states, if the rule provides one.
    fn crowded(&self) -> Option<String>;
}

pub(in crate::odds) struct Numbered<'r, R: Rule> {
    rule: &'r R,
    /// The states in order of discovery.
    states: Vec<R::State>,
    /// Maps a state to its number. Keys are not attacker-controlled, and a walk does one lookup per
    /// branch, so a fast hash is used.
    numbers: Finder,
    hashes: foldhash::fast::FixedState,
    /// The heap memory of the states, in bytes.
    boxed: usize,
}

impl<'r, R: Rule> Numbered<'r, R> {
    pub fn of(rule: &'r R) -> Self {
        let (states, numbers) = (Vec::new(), Finder::default());
        let hashes = foldhash::fast::FixedState::default();
        Numbered { rule, states, numbers, hashes, boxed: 0 }
    }

    /// Returns the number of a state, adding it if it is new.
    fn number(&mut self, state: R::State) -> u32 {
        let alike = |number: u32| self.states[number as usize] == state;
        self.numbers.find_hashed(self.hashes.hash_one(&state), alike).unwrap_or_else(|| {
            self.boxed += (R::EXTRAS.boxed)(&state);
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
        (R::EXTRAS.crowded)(self.rule, &self.states)
    }
}
