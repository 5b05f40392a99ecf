//! Probability mass during an enumeration: how much of it is in which state.

use crate::chance::weight::Weight;

/// The mass in each state, in the order in which states are first met, so that float sums do not
/// depend on a hash.
pub(super) struct Gathered<W: Weight> {
    masses: Vec<(u32, Mass<W>)>,
    /// One more than the place of a state in `masses`, by its number; 0 where it has none.
    places: Vec<u32>,
    /// Buffers of masses that have moved on, for reuse.
    spare: Vec<Vec<W::Plain>>,
}

impl<W: Weight> Default for Gathered<W> {
    fn default() -> Self {
        Gathered { masses: Vec::new(), places: Vec::new(), spare: Vec::new() }
    }
}

impl<W: Weight> Gathered<W> {
    pub fn is_empty(&self) -> bool {
        self.masses.is_empty()
    }

    /// All mass, in this state.
    pub fn start(&mut self, state: u32, counts: bool) {
        let mass = self.at(state);
        mass.all = W::one();
        mass.by_count = if counts { vec![W::Plain::one()] } else { Vec::new() };
    }

    /// The mass of a state, nothing at first.
    pub fn at(&mut self, state: u32) -> &mut Mass<W> {
        if self.places.len() <= state as usize {
            self.places.resize(state as usize + 1, 0);
        }
        let place = &mut self.places[state as usize];
        if *place == 0 {
            let by_count = self.spare.pop().unwrap_or_default();
            self.masses.push((state, Mass { all: W::zero(), added: 0, least: 0, by_count }));
            *place = self.masses.len() as u32;
        }
        &mut self.masses[*place as usize - 1].1
    }

    /// Moves all of it into `moving`, which is empty.
    pub fn take(&mut self, moving: &mut Vec<(u32, Mass<W>)>) {
        self.masses.iter().for_each(|(state, _)| self.places[*state as usize] = 0);
        std::mem::swap(&mut self.masses, moving);
    }

    /// Keeps the buffer of a mass that has moved on.
    pub fn give_back(&mut self, mut mass: Mass<W>) {
        if mass.by_count.capacity() > 0 {
            mass.by_count.clear();
            self.spare.push(mass.by_count);
        }
    }
}

/// The mass in a state: its total, and where a column counts up its distribution over counts.
pub(super) struct Mass<W: Weight> {
    pub all: W,
    /// How many came together here.
    pub added: u32,
    /// The lowest count that has mass.
    pub least: u32,
    /// The mass of each count, from the lowest on.
    pub by_count: Vec<W::Plain>,
}

impl<W: Weight> Mass<W> {
    /// Adds the `share` of another mass that goes on by a branch of this weight, and counts up so
    /// often.
    pub fn add(&mut self, share: &W, from: &Mass<W>, ticks: u32, weight: &W) -> Option<()> {
        self.all = self.all.or(share)?;
        self.added += 1;
        if from.by_count.is_empty() {
            return Some(());
        }
        let least = from.least + ticks;
        if self.by_count.is_empty() {
            self.least = least;
        }
        let missing = self.least.saturating_sub(least);
        self.by_count.splice(..0, (0..missing).map(|_| W::Plain::zero()));
        self.least -= missing;
        let first = (least - self.least) as usize;
        let end = first + from.by_count.len();
        if self.by_count.len() < end {
            self.by_count.resize(end, W::Plain::zero());
        }
        W::Plain::add_each(&mut self.by_count[first..end], &from.by_count, &weight.plain())
    }

    /// Drops the counts at both ends whose mass is too small to follow, and returns the sum of it.
    pub fn trim(&mut self) -> f64 {
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
