//! Run-time data of the exact optimizations: dice revealed value by value, and merged lines.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use crate::chance::{Bag, Die, Faces, Question, RollQuery};
use crate::program::code::Line;

/// Values of dice in an order, from which binomial bags are built: of the dice that show none of
/// the first values, how many show the next.
#[derive(Debug)]
pub(in crate::program) struct Among {
    /// For each value, a die that shows 1 with its share among the values from it on, else 0.
    dice: Vec<Die>,
    most: usize,
    /// The bags, by value and number of dice.
    bags: Vec<OnceLock<Bag>>,
}

impl Among {
    /// Creates the dice of values with these numbers of faces, in order.
    pub fn new(weights: impl Iterator<Item = u64>, most: u32) -> Among {
        let weights: Vec<u64> = weights.collect();
        let die = |at: usize| {
            let (own, all) = (weights[at], weights[at..].iter().sum::<u64>());
            let common = num_integer::gcd(own, all);
            let faces = (0..all / common).map(|face| i32::from(face < own / common));
            Die::new(&faces.collect::<Vec<_>>())
        };
        let dice: Vec<Die> = (0..weights.len()).map(die).collect();
        let most = most as usize + 1;
        let bags = (0..dice.len() * most).map(|_| OnceLock::new()).collect();
        Among { dice, most, bags }
    }

    /// Returns the question of its bags.
    pub fn question() -> Question {
        Question::of(RollQuery::Tally(vec![Faces::only(1)].into()))
    }

    /// Returns a bag of `count` dice that show the value at index `at` or a later one.
    pub fn bag(&self, at: i64, count: i64) -> &Bag {
        let at = (at.max(0) as usize).min(self.dice.len() - 1);
        let count = (count.max(0) as usize).min(self.most - 1);
        self.bags[at * self.most + count]
            .get_or_init(|| Bag::new(count as u32, self.dice[at].clone()).ask([Among::question()]))
    }
}

/// Lines without jumps that roll and compute, merged into one; they depend only on their inputs.
#[derive(Debug)]
pub(in crate::program) struct Block {
    pub lines: Vec<Line>,
    /// The slots that they read.
    pub inputs: Vec<usize>,
    /// The slots that are read later.
    pub outputs: Vec<usize>,
    /// Interned tuples of inputs and of outputs.
    told: [Mutex<Told>; 2],
}

/// Interned tuples of slot values.
#[derive(Debug, Default)]
struct Told {
    numbers: HashMap<Vec<i32>, i32, foldhash::fast::FixedState>,
    all: Vec<Vec<i32>>,
}

impl Block {
    pub fn new(lines: Vec<Line>, inputs: Vec<usize>, outputs: Vec<usize>) -> Block {
        Block { lines, inputs, outputs, told: Default::default() }
    }

    /// Returns a key for the inputs.
    pub fn key(&self, slots: &[i32]) -> [i32; 2] {
        match self.inputs[..] {
            [] => [0, 0],
            [one] => [slots[one], 0],
            [one, other] => [slots[one], slots[other]],
            _ => [self.number(0, &self.inputs, slots), 0],
        }
    }

    /// Returns a number that represents the outputs.
    pub fn result(&self, slots: &[i32]) -> i32 {
        match self.outputs[..] {
            [one] => slots[one],
            _ => self.number(1, &self.outputs, slots),
        }
    }

    /// Writes the outputs represented by a number to their slots.
    pub fn put(&self, result: i32, slots: &mut [i32]) {
        if let [one] = self.outputs[..] {
            slots[one] = result;
            return;
        }
        let Ok(told) = self.told[1].lock() else { return };
        for (&slot, &number) in self.outputs.iter().zip(&told.all[result as usize]) {
            slots[slot] = number;
        }
    }

    fn number(&self, which: usize, places: &[usize], slots: &[i32]) -> i32 {
        let numbers: Vec<i32> = places.iter().map(|&place| slots[place]).collect();
        let Ok(mut told) = self.told[which].lock() else { return 0 };
        if let Some(&known) = told.numbers.get(&numbers) {
            return known;
        }
        let next = told.all.len() as i32;
        told.all.push(numbers.clone());
        told.numbers.insert(numbers, next);
        next
    }
}
