//! What exact answers put in place of rolls: dice that are shown value by value, and lines that are
//! known as one.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use crate::chance::{Bag, Die, Faces, Question, RollQuery};
use crate::program::code::Line;

/// Values of dice in an order: of those that show none of the first few, so many show the next.
#[derive(Debug)]
pub(in crate::program) struct Among {
    /// Of each value a die that shows 1 where it comes, else 0.
    dice: Vec<Die>,
    most: usize,
    /// By value and number of dice.
    bags: Vec<OnceLock<Bag>>,
}

impl Among {
    /// Of values with so many faces each, in their order.
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

    /// What is asked of its bags.
    pub fn question() -> Question {
        Question::of(RollQuery::Tally(vec![Faces::only(1)].into()))
    }

    /// So many dice that show the value at this place or one behind it.
    pub fn bag(&self, at: i64, count: i64) -> &Bag {
        let at = (at.max(0) as usize).min(self.dice.len() - 1);
        let count = (count.max(0) as usize).min(self.most - 1);
        self.bags[at * self.most + count]
            .get_or_init(|| Bag::new(count as u32, self.dice[at].clone()).ask([Among::question()]))
    }
}

/// Lines that roll and work out, without jumps, as one: what they set hangs on a few places.
#[derive(Debug)]
pub(in crate::program) struct Block {
    pub lines: Vec<Line>,
    /// The places that they read.
    pub inputs: Vec<usize>,
    /// The places that are read later.
    pub outputs: Vec<usize>,
    /// What came in and what came out so far, by number.
    told: [Mutex<Told>; 2],
}

/// Numbers of places that were seen, each with a number of its own.
#[derive(Debug, Default)]
struct Told {
    numbers: HashMap<Vec<i32>, i32, foldhash::fast::FixedState>,
    all: Vec<Vec<i32>>,
}

impl Block {
    pub fn new(lines: Vec<Line>, inputs: Vec<usize>, outputs: Vec<usize>) -> Block {
        Block { lines, inputs, outputs, told: Default::default() }
    }

    /// One number for what comes in.
    pub fn key(&self, slots: &[i32]) -> [i32; 2] {
        match self.inputs[..] {
            [] => [0, 0],
            [one] => [slots[one], 0],
            [one, other] => [slots[one], slots[other]],
            _ => [self.number(0, &self.inputs, slots), 0],
        }
    }

    /// One number for what comes out.
    pub fn result(&self, slots: &[i32]) -> i32 {
        match self.outputs[..] {
            [one] => slots[one],
            _ => self.number(1, &self.outputs, slots),
        }
    }

    /// Puts what came out in its places.
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
