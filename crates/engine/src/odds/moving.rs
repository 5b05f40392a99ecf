//! Probability mass during an enumeration: how much of it is in which state.

use crate::chance::weight::Weight;

/// The mass in each state, in the order in which states are first met, so that float sums do not
/// depend on a hash.
pub(super) struct Gathered<W: Weight> {
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

impl<W: Weight> Gathered<W> {
    /// Nothing yet; `counts` where a column counts up.
    pub fn new(counts: bool) -> Gathered<W> {
        let (order, there, all) = (Vec::new(), Vec::new(), Vec::new());
        Gathered { order, there, all, spread: Vec::new(), counts, spare: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// All mass, in this state.
    pub fn start(&mut self, state: u32) {
        self.meet(state);
        self.all[state as usize] = W::one();
        if self.counts {
            self.spread[state as usize].by_count.push(W::Plain::one());
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
                self.spread[place].by_count = self.spare.pop().unwrap_or_default();
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
        let sum = &mut self.all[state as usize];
        *sum = sum.or(share)?;
        if self.counts { self.spread[state as usize].add(from, ticks, weight) } else { Some(()) }
    }

    /// Keeps the buffer of a mass that has moved on.
    #[inline]
    pub fn give_back(&mut self, mut spread: Spread<W>) {
        if spread.by_count.capacity() > 0 {
            spread.by_count.clear();
            self.spare.push(spread.by_count);
        }
    }
}

/// The mass in a state by counts, where a column counts up.
pub(super) struct Spread<W: Weight> {
    /// How many masses came together here.
    pub added: u32,
    /// The lowest count that has mass.
    pub least: u32,
    /// The mass of each count, from the lowest on.
    pub by_count: Vec<W::Plain>,
}

impl<W: Weight> Default for Spread<W> {
    fn default() -> Self {
        Spread { added: 0, least: 0, by_count: Vec::new() }
    }
}

impl<W: Weight> Spread<W> {
    /// Adds what comes by a branch of this weight, and counts up so often.
    fn add(&mut self, from: &Spread<W>, ticks: u32, weight: &W) -> Option<()> {
        self.added += 1;
        if from.by_count.is_empty() {
            return Some(());
        }
        let least = from.least + ticks;
        if self.by_count.is_empty() {
            self.least = least;
        }
        if least < self.least {
            let missing = self.least - least;
            self.by_count.splice(..0, (0..missing).map(|_| W::Plain::zero()));
            self.least = least;
        }
        let first = (least - self.least) as usize;
        let end = first + from.by_count.len();
        if self.by_count.len() < end {
            self.by_count.resize(end, W::Plain::zero());
        }
        W::Plain::add_each(&mut self.by_count[first..end], &from.by_count, &weight.plain())
    }

    /// Drops the counts at both ends whose mass is too small to follow, and returns the sum of it.
    #[inline]
    pub fn trim(&mut self) -> f64 {
        let small = |weight: &&W::Plain| weight.is_negligible();
        if !self.by_count.first().iter().chain(&self.by_count.last()).any(small) {
            return 0.0;
        }
        self.trim_ends()
    }

    fn trim_ends(&mut self) -> f64 {
        let small = |weight: &&W::Plain| weight.is_negligible();
        let below = self.by_count.iter().take_while(small).count();
        let above = self.by_count[below..].iter().rev().take_while(small).count();
        let kept = below..self.by_count.len() - above;
        let value = |weights: &[W::Plain]| weights.iter().map(Weight::value).sum::<f64>();
        let lost = value(&self.by_count[..kept.start]) + value(&self.by_count[kept.end..]);
        self.by_count.truncate(kept.end);
        self.by_count.drain(..kept.start);
        self.least += kept.start as u32;
        lost
    }
}
