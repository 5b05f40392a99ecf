//! The states of a program, walked once: whether they end, and the ways on from each, which its
//! exact law need not find again.

use std::sync::Arc;

use super::machine::{At, Compiled};
use crate::chance::Enumerated;
use crate::chance::finder::Finder;
use crate::chance::share::Share;
use crate::rule::{Handle, KnownGraph, Record, Rule, Step, Way};

/// A course without end is cut where less than this is left.
const LEFT: f64 = 1e-18;

/// The most branches that are walked, where none is long.
pub(super) const MOST_WORK: usize = 400_000;

/// A branch counts once more for each so many forks, as it walks all of them again.
const LONG: usize = 8;

/// The most states that are walked, and what they take in memory.
const MOST_STATES: usize = 60_000;
const MOST_BYTES: usize = 32 << 20;

/// So many ways in all steps are walked apart.
const MOST_APART: usize = 40_000;

/// The most steps of a course that has no end of its own.
pub(super) const MOST_STEPS: u32 = 5_000;

/// The most ways that are kept: each case of a sweep has its own.
const KEPT: usize = 10_000;

/// How a walk ended.
pub(super) enum Ended {
    /// All states are known. Where they are few, their ways are kept, with the numbers of what was
    /// seen in place of scores.
    Closed(Option<KnownGraph>),
    /// All that may come was seen, whatever the states are.
    AllSeen,
    /// States come up for ever; after so many steps next to nothing is left.
    After(u32),
    /// It takes too long.
    TooLong,
}

impl Ended {
    /// The states and their ways, with the scores of what was seen.
    pub fn known_graph(self, score: impl Fn(i32) -> Option<i32>) -> Option<Arc<KnownGraph>> {
        let Ended::Closed(Some(mut graph)) = self else { return None };
        for way in &mut graph.ways {
            way.score = way.score.and_then(&score);
        }
        Some(Arc::new(graph))
    }
}

/// What a branch shows.
struct Shown(Option<i32>);

impl Record for Shown {
    fn score(&mut self, _: Handle, number: i32) {
        self.0 = Some(number);
    }

    fn count(&mut self, _: Handle) {}
}

/// How likely each of some states is. They are gone through by rising number thousands of times, so
/// none is looked up.
#[derive(Default)]
struct Masses {
    /// By state; 0 where it is not there.
    masses: Vec<f64>,
    /// A bit for each state that is there.
    there: Vec<u64>,
    /// No word before this has a bit.
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

    /// All of them together, added by rising number.
    fn sum(&self) -> f64 {
        let some = |(bits, masses): (&u64, &[f64])| match *bits {
            0 => 0.0,
            _ => masses.iter().sum::<f64>(),
        };
        self.there.iter().zip(self.masses.chunks(64)).map(some).sum()
    }
}

/// The states that were met.
struct MetStates<'m> {
    machine: &'m Compiled,
    numbers: Finder,
    states: Vec<At>,
    /// The ways on from each that was walked, in the order in which they come up.
    ways: Vec<Option<Vec<Way>>>,
    chance: Enumerated,
    finder: Finder,
    /// How many ways there are, and how many states were walked.
    found: usize,
    known: usize,
    branches: u64,
    work: usize,
    most_work: usize,
    deepest: usize,
}

/// Walks the states of a program with the one column at this place, step by step, and has what it
/// scores seen.
pub(super) fn walk(machine: &Compiled, place: usize, work: usize) -> Ended {
    let mut course = MetStates::of(machine);
    course.most_work = work;
    let start = course.number(machine.start());
    // With what finds it and leads on from it; places beyond the first few have memory of their own.
    let bytes = 2 * (size_of::<At>() + 4 * course.states[0].slots.len());
    let most = MOST_STATES.min(MOST_BYTES / bytes);
    let (mut present, mut coming) = (Masses::default(), Masses::default());
    present.add(start, 1.0);
    for step in 0..MOST_STEPS {
        while let Some((at, mass)) = present.pop_first() {
            if course.ways[at as usize].is_none() && !course.walk(at, most) {
                return Ended::TooLong;
            }
            for way in course.ways[at as usize].iter().flatten() {
                let Some((to, within)) = way.to else { continue };
                let there = if within { &mut present } else { &mut coming };
                there.add(to, mass * way.share.value());
            }
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

/// The fewest and the most steps that a program makes, and whether more are cut off: at this
/// number, or where less than [`LEFT`] goes on. `None` where it takes too long, or a state for each
/// step is no matter.
pub(super) fn count_steps(machine: &Compiled, limit: Option<u32>) -> Option<(u32, u32, bool)> {
    let mut course = MetStates::of(machine);
    let start = course.number(machine.start());
    let (mut present, mut coming) = (Masses::default(), Masses::default());
    present.add(start, 1.0);
    let (mut fewest, mut most) = (None, 0);
    for step in 1..=MOST_STEPS {
        while let Some((at, mass)) = present.pop_first() {
            if course.ways[at as usize].is_none() && !course.walk(at, MOST_STATES) {
                return None;
            }
            for way in course.ways[at as usize].iter().flatten() {
                let Some((to, within)) = way.to else {
                    fewest.get_or_insert(step);
                    most = step;
                    continue;
                };
                let there = if within { &mut present } else { &mut coming };
                there.add(to, mass * way.share.value());
            }
        }
        let cut = limit == Some(step) || coming.sum() < LEFT;
        if !coming.is_empty() && !cut {
            std::mem::swap(&mut present, &mut coming);
            continue;
        }
        // Few states a step are one each, so that their shares stay fractions.
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

    /// The number of a state; a new one is added.
    fn number(&mut self, state: At) -> u32 {
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

    /// Walks all branches of a state, and merges those that end alike; whether it does not take too
    /// long.
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
            if self.chance.failed() || self.work > self.most_work || self.states.len() > most {
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

    /// All states and ways, where they are few and each share is a fraction; numbered in the order
    /// in which one who walks state after state comes upon them.
    fn kept(self, column: usize) -> Option<KnownGraph> {
        let exact = |way: &Way| matches!(way.share, Share::Fraction(_));
        let all = || self.ways.iter().flatten().flatten();
        if self.found > KEPT || self.chance.lost().all > 0.0 || !all().all(exact) {
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

    /// The ways that are kept make the laws that are made without them: with states that come back,
    /// steps that are cut, columns by step, and rows of numbers.
    #[test]
    fn what_is_kept_has_the_laws_of_a_walk_of_its_own() {
        for text in [
            "state left = 7\nstep\n  hit = 1d6\n  left = left - (hit >= 3) * hit\nuntil left <= 0\nask steps, hit",
            "state a = 3, b = 2\nstep\n  x = (min(a, 3))d6\n  y = 2d6\n  a = a - (nth(x, 1) < nth(y, 1))\n  b = b - (nth(x, 1) > nth(y, 1))\nuntil a = 0 or b = 0, at most 9\nwin: b = 0\nlose: otherwise",
            "state n = 0\nstep\n  n = n + 1d4\nuntil n >= 9\nask n, steps",
        ] {
            let said = check_program(read_program(text).expect(text), &[]).expect(text).said;
            let kept = Question::of(&said).compile().expect(text);
            // Where the engine counts steps, it walks by itself.
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
