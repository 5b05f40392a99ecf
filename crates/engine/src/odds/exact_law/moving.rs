//! Probability mass during an enumeration: how much of it is in which state.

use crate::chance::weight::{Mass, Weight};

/// The mass in each state, in the order in which states are first met, so that float sums do not
/// depend on a hash.
pub(in crate::odds) struct MassByState<W: Weight> {
    /// The states that have mass.
    order: Vec<u32>,
    /// Whether a state has mass, and how much, by its number.
    there: Vec<bool>,
    all: Vec<W>,
    /// How it is spread over counts; empty where no column counts up.
    spread: Vec<Spread<W>>,
    counts: bool,
    /// Buffers of masses that have moved on, for reuse.
    spare: Vec<Vec<W::Plain>>,
}

impl<W: Weight> MassByState<W> {
    /// Nothing yet; `counts` where a column counts up.
    pub fn new(counts: bool) -> MassByState<W> {
        let (order, there, all) = (Vec::new(), Vec::new(), Vec::new());
        MassByState { order, there, all, spread: Vec::new(), counts, spare: Vec::new() }
    }

    /// What it takes in memory, but for masses by count.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.there[..]) + size_of_val(&self.all[..]) + size_of_val(&self.spread[..])
    }

    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// All mass, in this state.
    pub fn start(&mut self, state: u32) {
        self.meet(state);
        self.all[state as usize] = W::one();
        if self.counts {
            self.spread[state as usize].by_count.numbers.push(W::Plain::one());
        }
    }

    /// A state has mass from now on.
    #[inline]
    fn meet(&mut self, state: u32) {
        let place = state as usize;
        if self.there.len() <= place {
            self.grow(place + 1);
        }
        if !std::mem::replace(&mut self.there[place], true) {
            self.order.push(state);
            self.all[place] = W::zero();
            if self.counts {
                self.spread[place].by_count.numbers = self.spare.pop().unwrap_or_default();
            }
        }
    }

    #[cold]
    fn grow(&mut self, states: usize) {
        let states = states.next_power_of_two();
        self.there.resize(states, false);
        self.all.resize(states, W::zero());
        if self.counts {
            self.spread.resize_with(states, Spread::default);
        }
    }

    /// Moves the states that have mass into `moving`, which is empty.
    pub fn take(&mut self, moving: &mut Vec<u32>) {
        std::mem::swap(&mut self.order, moving);
    }

    /// The mass of a state that moves on.
    #[inline]
    pub fn remove(&mut self, state: u32) -> (W, Spread<W>) {
        let place = state as usize;
        self.there[place] = false;
        let spread = match self.counts {
            true => std::mem::take(&mut self.spread[place]),
            false => Spread::default(),
        };
        (self.all[place].clone(), spread)
    }

    /// Adds the `share` of a mass that goes on in a state by a branch of this weight, and counts up
    /// so often.
    #[inline]
    pub fn add(
        &mut self,
        state: u32,
        share: &W,
        from: &Spread<W>,
        ticks: u32,
        weight: &W,
    ) -> Option<()> {
        self.meet(state);
        self.all[state as usize].gain(share)?;
        if self.counts { self.spread[state as usize].add(from, ticks, weight) } else { Some(()) }
    }

    /// Keeps the buffer of a mass that has moved on.
    #[inline]
    pub fn give_back(&mut self, spread: Spread<W>) {
        let mut numbers = spread.by_count.numbers;
        if numbers.capacity() > 0 {
            numbers.clear();
            self.spare.push(numbers);
        }
    }
}

/// The mass in a state by counts, where a column counts up.
pub(in crate::odds) struct Spread<W: Weight> {
    /// How many masses came together here.
    pub added: u32,
    /// The mass of each count.
    pub by_count: Stretch<W::Plain>,
}

impl<W: Weight> Default for Spread<W> {
    fn default() -> Self {
        Spread { added: 0, by_count: Stretch::default() }
    }
}

impl<W: Weight> Spread<W> {
    /// Adds what comes by a branch of this weight, and counts up so often.
    fn add(&mut self, from: &Spread<W>, ticks: u32, weight: &W) -> Option<()> {
        self.added += 1;
        let from = &from.by_count;
        if from.numbers.is_empty() {
            return Some(());
        }
        let first = from.first + ticks as usize;
        let sums = self.by_count.cover(first, first + from.numbers.len());
        W::Plain::add_each(sums, &from.numbers, &weight.plain())
    }
}

/// Mass by step or count: of those between the first and the last to which any came.
pub(in crate::odds) struct Stretch<M> {
    pub first: usize,
    pub numbers: Vec<M>,
}

impl<M> Default for Stretch<M> {
    fn default() -> Self {
        Stretch { first: 0, numbers: Vec::new() }
    }
}

impl<M: Mass> Stretch<M> {
    /// Behind the last.
    pub fn end(&self) -> usize {
        self.first + self.numbers.len()
    }

    /// The numbers from `first` to `end`, nothing where no mass has come.
    #[inline]
    pub fn cover(&mut self, first: usize, end: usize) -> &mut [M] {
        if self.numbers.is_empty() {
            self.first = first;
        }
        if let Some(more) = self.first.checked_sub(first).filter(|more| *more > 0) {
            self.numbers.splice(..0, std::iter::repeat_n(M::zero(), more));
            self.first = first;
        }
        if end > self.end() {
            self.numbers.resize(end - self.first, M::zero());
        }
        &mut self.numbers[first - self.first..end - self.first]
    }

    /// Leaves out what is too small to follow at both ends; returns how much that is.
    #[inline]
    pub fn trim(&mut self) -> f64 {
        let there = |number: &M| !number.is_negligible();
        let end = self.numbers.iter().rposition(there).map_or(0, |last| last + 1);
        let first = self.numbers.iter().position(there).unwrap_or(0);
        if (first, end) == (0, self.numbers.len()) {
            return 0.0;
        }
        let small = self.numbers[..first].iter().chain(&self.numbers[end..]);
        let lost = small.map(M::value).sum();
        self.numbers.truncate(end);
        self.numbers.drain(..first);
        self.first += first;
        lost
    }
}
