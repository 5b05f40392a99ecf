//! Exploration of a program's states: whether it ends, and the transitions of each state, which are
//! kept for the exact law.

use std::sync::Arc;

use super::machine::{Compiled, ProgramState};
use crate::chance::Enumerated;
use crate::chance::finder::Finder;
use crate::chance::share::Share;
use crate::rule::{Handle, KnownGraph, Record, Rule, Step, Way};

/// Remaining probability below which an endless loop is cut off.
const LEFT: f64 = 1e-18;

/// Maximum work of an exploration, in short branches.
pub(super) const MOST_WORK: usize = 400_000;

/// Number of forks per additional unit of work of a branch, since each branch replays all of its
/// forks.
const LONG: usize = 8;

/// Maximum number of states, and of their memory in bytes.
const MOST_STATES: usize = 60_000;
const MOST_BYTES: usize = 32 << 20;

/// Maximum number of transitions over all steps for which states are explored per step.
const MOST_APART: usize = 40_000;

/// Maximum number of steps of an endless loop.
pub(super) const MOST_STEPS: u32 = 5_000;

/// Maximum number of transitions that are kept, since each case of a sweep has its own.
const KEPT: usize = 10_000;

/// The result of an exploration.
pub(super) enum Ended {
    /// All states were explored. If they are few, their graph is kept, with indices of observed
    /// tuples instead of scores.
    Closed(Option<KnownGraph>),
    /// All possible scores were observed.
    AllSeen,
    /// There are always new states; after this number of steps the remaining probability is
    /// negligible.
    After(u32),
    /// The exploration takes too long.
    TooLong,
}

impl Ended {
    /// Returns the graph, with its indices mapped to scores.
    pub fn known_graph(self, score: impl Fn(i32) -> Option<i32>) -> Option<Arc<KnownGraph>> {
        let Ended::Closed(Some(mut graph)) = self else { return None };
        for way in &mut graph.ways {
            way.score = way.score.and_then(&score);
        }
        Some(Arc::new(graph))
    }
}

/// The observed tuple of a branch.
struct Shown(Option<i32>);

impl Record for Shown {
    fn score(&mut self, _: Handle, number: i32) {
        self.0 = Some(number);
    }
}

/// The probabilities of some states, stored densely, since they are visited in increasing order
/// thousands of times.
#[derive(Default)]
struct Masses {
    /// The probability of each state; 0 if absent.
    masses: Vec<f64>,
    /// A bit set of the states present.
    there: Vec<u64>,
    /// All words before this index are 0.
    from: usize,
}

impl Masses {
    fn add(&mut self, state: u32, mass: f64) {
        let (place, word) = (state as usize, state as usize / 64);
        if place >= self.masses.len() {
            self.masses.resize(place + 1, 0.0);
            self.there.resize(word + 1, 0);
        }
        self.masses[place] += mass;
        self.there[word] |= 1 << (place % 64);
        self.from = self.from.min(word);
    }

    fn pop_first(&mut self) -> Option<(u32, f64)> {
        while let Some(bits) = self.there.get_mut(self.from) {
            if *bits != 0 {
                let place = self.from * 64 + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some((place as u32, std::mem::take(&mut self.masses[place])));
            }
            self.from += 1;
        }
        None
    }

    fn is_empty(&self) -> bool {
        self.there.iter().all(|bits| *bits == 0)
    }

    /// Returns the sum of the probabilities, added in increasing order of states.
    fn sum(&self) -> f64 {
        let some = |(bits, masses): (&u64, &[f64])| match *bits {
            0 => 0.0,
            _ => masses.iter().sum::<f64>(),
        };
        self.there.iter().zip(self.masses.chunks(64)).map(some).sum()
    }
}

/// The states discovered.
struct MetStates<'m> {
    machine: &'m Compiled,
    numbers: Finder,
    states: Vec<ProgramState>,
    /// The transitions of each explored state, in order of discovery.
    ways: Vec<Option<Vec<Way>>>,
    chance: Enumerated,
    finder: Finder,
    /// Number of transitions, and of explored states.
    found: usize,
    known: usize,
    branches: u64,
    work: usize,
    most_work: usize,
    deepest: usize,
}

/// Explores the states of a program with the single column at this index, step by step, while its
/// scores are observed.
pub(super) fn walk(machine: &Compiled, place: usize, work: usize) -> Ended {
    let mut course = MetStates::of(machine);
    course.most_work = work;
    let start = course.number(machine.start());
    // Including the index and transitions; slots beyond the inline ones are on the heap.
    let bytes = 2 * (size_of::<ProgramState>() + 4 * course.states[0].slots.len());
    let most = MOST_STATES.min(MOST_BYTES / bytes);
    let (mut present, mut coming) = (Masses::default(), Masses::default());
    present.add(start, 1.0);
    for step in 0..MOST_STEPS {
        if course.step(&mut present, &mut coming, most).is_none() {
            return Ended::TooLong;
        }
        if course.known == course.states.len() {
            return Ended::Closed(course.kept(place));
        }
        if coming.sum() < LEFT {
            return Ended::After(step + 1);
        }
        std::mem::swap(&mut present, &mut coming);
    }
    Ended::TooLong
}

/// Returns the minimum and maximum number of steps of a program, and whether more are cut off: at
/// `limit`, or once the remaining probability is below [`LEFT`]. `None` if it takes too long, or if
/// states per step are cheap enough.
pub(super) fn count_steps(machine: &Compiled, limit: Option<u32>) -> Option<(u32, u32, bool)> {
    let mut course = MetStates::of(machine);
    let start = course.number(machine.start());
    let (mut present, mut coming) = (Masses::default(), Masses::default());
    present.add(start, 1.0);
    let (mut fewest, mut most) = (None, 0);
    for step in 1..=MOST_STEPS {
        if course.step(&mut present, &mut coming, MOST_STATES)? {
            fewest.get_or_insert(step);
            most = step;
        }
        let cut = limit == Some(step) || coming.sum() < LEFT;
        if !coming.is_empty() && !cut {
            std::mem::swap(&mut present, &mut coming);
            continue;
        }
        // With few states per step, each is kept separate so that probabilities stay fractions.
        let ends = coming.is_empty() || limit.is_some();
        if ends && course.found * step as usize <= MOST_APART {
            return None;
        }
        return match coming.is_empty() {
            true => Some((fewest?, most, false)),
            false => Some((fewest.unwrap_or(step), step, true)),
        };
    }
    None
}

impl<'m> MetStates<'m> {
    fn of(machine: &'m Compiled) -> MetStates<'m> {
        MetStates {
            machine,
            numbers: Finder::default(),
            states: Vec::new(),
            ways: Vec::new(),
            chance: Enumerated::default(),
            finder: Finder::default(),
            found: 0,
            known: 0,
            branches: 0,
            work: 0,
            most_work: MOST_WORK,
            deepest: 1,
        }
    }

    /// Returns the number of a state, adding it if it is new.
    fn number(&mut self, state: ProgramState) -> u32 {
        let MetStates { numbers, states, .. } = self;
        let words = state.slots.iter().map(|&slot| slot as u32);
        let hash = Finder::hash(words, state.line.into());
        if let Some(known) = numbers.find_hashed(hash, |number| states[number as usize] == state) {
            return known;
        }
        let number = self.states.len() as u32;
        self.states.push(state);
        self.ways.push(None);
        number
    }

    /// Moves all mass on by one step; returns whether a trial may end in it, or `None` if it takes
    /// too long.
    fn step(&mut self, present: &mut Masses, coming: &mut Masses, most: usize) -> Option<bool> {
        let mut ends = false;
        while let Some((at, mass)) = present.pop_first() {
            if self.ways[at as usize].is_none() && !self.walk(at, most) {
                return None;
            }
            for way in self.ways[at as usize].iter().flatten() {
                let Some((to, within)) = way.to else {
                    ends = true;
                    continue;
                };
                let there = if within { &mut *present } else { &mut *coming };
                there.add(to, mass * way.share.value());
            }
        }
        Some(ends)
    }

    /// Explores all branches of a state, and merges those with equal results; returns false if it
    /// takes too long.
    fn walk(&mut self, state: u32, most: usize) -> bool {
        let at = self.states[state as usize].clone();
        let mut here: Vec<Way> = Vec::new();
        let choices = self.machine.choices(&at).filter(|_| self.machine.deciding);
        if let Some((_, after)) = choices {
            let share = Share::cases(1, after.len() as u64);
            for after in after {
                let to = Some((self.number(after), true));
                here.push(Way { share: share.clone(), to, score: None });
            }
            self.keep(state, here);
            return true;
        }
        let mut shares = vec![Share::one()];
        self.finder.restart();
        loop {
            let mut shown = Shown(None);
            let to = self.machine.step(at.clone(), &mut self.chance, &mut shown);
            if self.chance.failed || self.work > self.most_work || self.states.len() > most {
                return false;
            }
            self.chance.weigh(&mut shares);
            self.branches += 1;
            self.work += 1 + shares.len() / LONG;
            self.deepest = self.deepest.max(shares.len());
            let to = match to {
                Step::Next(state) => Some((self.number(state), false)),
                Step::Within(state) => Some((self.number(state), true)),
                Step::Done => None,
            };
            let share = &shares[shares.len() - 1];
            let end = to.map_or(u64::MAX, |(to, within)| 2 * u64::from(to) + u64::from(within));
            let score = shown.0.map_or(0, |number| number as u32 + 1);
            let alike = |way: u32| {
                let way = &here[way as usize];
                (way.to, way.score) == (to, shown.0)
            };
            match self.finder.find(&[score], end, alike) {
                Some(way) => {
                    let sum = &mut here[way as usize].share;
                    *sum = sum.or(share, &mut self.chance.patience);
                }
                None => here.push(Way { share: share.clone(), to, score: shown.0 }),
            }
            match self.chance.advance() {
                Some(shared) => shares.truncate(shared + 1),
                None => break,
            }
        }
        self.keep(state, here);
        true
    }

    fn keep(&mut self, state: u32, ways: Vec<Way>) {
        self.found += ways.len();
        self.known += 1;
        self.ways[state as usize] = Some(ways);
    }

    /// Returns the graph if it is small and all probabilities are fractions, renumbered in
    /// breadth-first order.
    fn kept(self, column: usize) -> Option<KnownGraph> {
        let exact = |way: &Way| matches!(way.share, Share::Fraction(_));
        let all = || self.ways.iter().flatten().flatten();
        if self.found > KEPT || self.chance.lost.all > 0.0 || !all().all(exact) {
            return None;
        }
        let (branches, deepest) = (self.branches, self.deepest);
        let mut graph = KnownGraph { column, branches, deepest, ..KnownGraph::default() };
        let (mut order, mut numbers) = (vec![0], vec![None; self.states.len()]);
        numbers[0] = Some(0);
        while let Some(&state) = order.get(graph.ends.len()) {
            for way in self.ways[state as usize].iter().flatten() {
                let to = way.to.map(|(to, within)| {
                    let number = *numbers[to as usize].get_or_insert_with(|| {
                        order.push(to);
                        order.len() as u32 - 1
                    });
                    (number, within)
                });
                graph.ways.push(Way { to, ..way.clone() });
            }
            graph.ends.push(graph.ways.len() as u32);
        }
        Some(graph)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Question;
    use crate::odds::Check;
    use oddsmith_dice::{check_program, read_program};

    /// Kept graphs give the same laws as a new walk: with cycles, with steps that are cut off, with
    /// columns by step, and with rows of numbers.
    #[test]
    fn cached_graph_has_the_distribution_of_a_new_walk() {
        for text in [
            "state left = 7\nstep\n  hit = 1d6\n  left = left - (hit >= 3) * hit\nuntil left <= 0\nask steps, hit",
            "state a = 3, b = 2\nstep\n  x = (min(a, 3))d6\n  y = 2d6\n  a = a - (nth(x, 1) < nth(y, 1))\n  b = b - (nth(x, 1) > nth(y, 1))\nuntil a = 0 or b = 0, at most 9\nwin: b = 0\nlose: otherwise",
            "state n = 0\nstep\n  n = n + 1d4\nuntil n >= 9\nask n, steps",
        ] {
            let said = check_program(read_program(text).expect(text), &[]).expect(text).tree;
            let kept = Question::of(&said).compile().expect(text);
            // Columns counted by the engine have no kept graph.
            let known = kept.alone.iter().map(|one| one.as_ref()?.states.as_ref());
            let mut told = known.zip(kept.ticks.iter());
            assert!(told.all(|(known, ticks)| known.is_some() || *ticks), "{text}");
            let mut anew = kept.clone();
            anew.alone = Default::default();
            let (kept, anew) = (kept.law(100_000).expect(text), anew.law(100_000).expect(text));
            assert_eq!((&kept.columns, kept.branches), (&anew.columns, anew.branches), "{text}");
        }
    }
}
