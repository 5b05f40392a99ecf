//! The distribution over states during a walk.

use crate::chance::weight::{Mass, Weight};

/// The mass of each state, in order of discovery, so that float sums do not depend on hash values.
pub(in crate::odds) struct MassByState<W: Weight> {
    /// The states that have mass.
    order: Vec<u32>,
    /// Flags and masses, by state index.
    there: Vec<bool>,
    all: Vec<W>,
    /// The mass of each state by count; empty if no column counts up.
    spread: Vec<Spread<W>>,
    counts: bool,
    /// Buffers of masses that have moved on, for reuse.
    spare: Vec<Vec<W::Plain>>,
}

impl<W: Weight> MassByState<W> {
    /// Creates an empty distribution; `counts` is true if a column counts up.
    pub fn new(counts: bool) -> MassByState<W> {
        let (order, there, all) = (Vec::new(), Vec::new(), Vec::new());
        MassByState { order, there, all, spread: Vec::new(), counts, spare: Vec::new() }
    }

    /// Returns the memory in bytes, without the masses by count.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.there[..]) + size_of_val(&self.all[..]) + size_of_val(&self.spread[..])
    }

    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Puts all mass into this state.
    pub fn start(&mut self, state: u32) {
        self.meet(state);
        self.all[state as usize] = W::one();
        if self.counts {
            self.spread[state as usize].by_count.numbers.push(W::Plain::one());
        }
    }

    /// Adds a state to those that have mass.
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

    /// Moves the list of states with mass into `moving`, which must be empty.
    pub fn take(&mut self, moving: &mut Vec<u32>) {
        std::mem::swap(&mut self.order, moving);
    }

    /// Takes the mass out of a state.
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

    /// Adds the mass `share` to a state, reached by a branch with this weight that counts up
    /// `ticks` times.
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

    /// Recycles the buffer of a mass that has moved on.
    #[inline]
    pub fn give_back(&mut self, spread: Spread<W>) {
        let mut numbers = spread.by_count.numbers;
        if numbers.capacity() > 0 {
            numbers.clear();
            self.spare.push(numbers);
        }
    }
}

/// The mass in a state by count, if a column counts up.
pub(in crate::odds) struct Spread<W: Weight> {
    /// Number of masses that were added here.
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
    /// Adds mass that arrives by a branch with this weight that counts up `ticks` times.
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

/// The mass by step or count, over the range from the first to the last with mass.
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
    /// Returns the end of the range.
    pub fn end(&self) -> usize {
        self.first + self.numbers.len()
    }

    /// Extends the range to cover `first..end` with zeros, and returns that part.
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

    /// Drops masses at both ends that are too small to follow; returns their sum.
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
