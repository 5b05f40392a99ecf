//! The kernel of rules with few states: all trials in the same state advance together.

use std::collections::HashMap;
use std::hash::Hash;

use super::alias::{BlockWords, Column, alias, parts};
use super::lanes::{Lanes, Play, played};
use crate::chance::Enumerated;
use crate::rule::{Columns, Handle, Kernel, Record, Rule, Scored, Step};

/// Maximum number of branches of all states of a rule: about twenty megabytes.
const MOST_BRANCHES: u64 = 1 << 19;

/// Returns the kernel of this rule, which is enumerated once for every branch of each of its
/// states; `None` if these are too many, or if steps are counted.
///
/// It pays off if trials soon merge into few states, like those of a duel with a different mixed
/// strategy in each state. The rule must end after a bounded number of steps.
pub fn states<R: Rule>(rule: &R) -> Option<Box<dyn Kernel>> {
    let columns = rule.columns();
    if columns.limit().is_some() || columns.counter().is_some() {
        return None;
    }
    let mut walk = Walk::new(&columns);
    let mut layer = vec![Met { state: rule.start(), step: 1, place: walk.place() }];
    while !layer.is_empty() {
        layer = walk.layer(rule, layer)?;
    }
    Some(played(walk.table))
}

/// A transition from a state: the index of the next state or end, and the index of its scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Transition {
    to: u32,
    scores: u32,
}

/// A state: the ends of its transitions and of its alias columns, and the shift that extracts the
/// column from a word.
#[derive(Clone, Copy, Debug)]
struct Node {
    place: u32,
    ways: u32,
    columns: u32,
    shift: u32,
}

/// The states of a rule, with an alias table for each.
///
/// # Exactness
/// One draw answers all forks of a step (see [`alias`]); a state with one transition takes none.
/// Trials in the same state are interchangeable, so each state, in topological order, draws the
/// transitions of all trials in it, and only their numbers are kept: the distribution of the counts
/// is that of trials played one by one.
#[derive(Debug, Default)]
struct States {
    /// The states in topological order.
    nodes: Vec<Node>,
    ways: Vec<Transition>,
    columns: Vec<Column>,
    /// Number of indices: of states, ends, and groups of scores.
    places: u32,
    /// The scores at an index.
    scores: Vec<(u32, Scored)>,
    /// Maximum number of transitions of a state.
    most_ways: usize,
}

impl Play for States {
    const BLOCK: u64 = 1 << 17;

    fn play(&self, lanes: Lanes, trials: u64, scored: &mut dyn FnMut(Scored)) {
        let mut words = BlockWords::new(lanes);
        // Number of trials that reached each index.
        let mut here = vec![0u64; self.places as usize];
        let mut hits = vec![0; self.most_ways];
        here[self.nodes[0].place as usize] = trials;
        let (mut first_way, mut first_column) = (0, 0);
        for node in &self.nodes {
            let ways = &self.ways[first_way..node.ways as usize];
            let columns = &self.columns[first_column..node.columns as usize];
            (first_way, first_column) = (node.ways as usize, node.columns as usize);
            let trials = here[node.place as usize];
            let mut take = |way: Transition, trials: u64| {
                here[way.to as usize] += trials;
                here[way.scores as usize] += trials;
            };
            if ways.len() == 1 {
                take(ways[0], trials);
            } else if trials < ways.len() as u64 {
                words.draw(node.shift, columns, trials, |way| take(ways[way as usize], 1));
            } else {
                let hits = &mut hits[..ways.len()];
                hits.fill(0);
                words.draw(node.shift, columns, trials, |way| hits[way as usize] += 1);
                ways.iter().zip(hits).for_each(|(way, hits)| take(*way, *hits));
            }
        }
        for &(place, score) in &self.scores {
            let trials = here[place as usize];
            if trials > 0 {
                scored(Scored { trials, ..score });
            }
        }
    }
}

/// A discovered state, and its next step.
struct Met<S> {
    state: S,
    step: u32,
    place: u32,
}

/// A recorded score: column, step and score.
type Recorded = [i32; 3];

type Map<K> = HashMap<K, u32, foldhash::fast::FixedState>;

/// A breadth-first walk over the states of a rule, which yields a topological order.
#[derive(Default)]
struct Walk {
    table: States,
    /// The index of each group of scores.
    known: Map<Vec<Recorded>>,
    scores: Scores,
    branches: u64,
    /// The transitions of the current state, with their probabilities in units of 2^-64.
    ways: Vec<(Transition, u128)>,
}

impl Walk {
    fn new(columns: &Columns) -> Walk {
        let indexed = columns.iter().map(|column| column.is_indexed()).collect();
        let scores = Scores { indexed, ..Scores::default() };
        Walk { scores, ..Walk::default() }
    }

    /// Returns the next unused state index.
    fn place(&mut self) -> u32 {
        self.table.places += 1;
        self.table.places - 1
    }

    /// Creates the tables of these states; returns the states of the next layer.
    fn layer<R: Rule>(
        &mut self,
        rule: &R,
        layer: Vec<Met<R::State>>,
    ) -> Option<Vec<Met<R::State>>> {
        let (mut next, mut places) = (Vec::new(), Map::default());
        let mut chance = Enumerated::new();
        for Met { state, step, place } in layer {
            loop {
                self.scores.restart(step);
                let on = rule.step(state.clone(), &mut chance, &mut self.scores);
                let to = match on {
                    Step::Next(state) => self.meet((state, step + 1), &mut next, &mut places),
                    Step::Within(state) => self.meet((state, step), &mut next, &mut places),
                    // The scores at an end are counted separately, not with all possible scores
                    // before it.
                    Step::Done => self.scored(true),
                };
                let way = Transition { to, scores: self.scored(false) };
                self.branches += 1;
                if chance.failed || self.branches > MOST_BRANCHES {
                    return None;
                }
                self.ways.push((way, parts(chance.cases()?)));
                if chance.advance().is_none() {
                    break;
                }
            }
            self.node(place);
        }
        Some(next)
    }

    /// Returns the index of a state of the next layer.
    fn meet<S: Clone + Eq + Hash>(
        &mut self,
        on: (S, u32),
        next: &mut Vec<Met<S>>,
        places: &mut Map<(S, u32)>,
    ) -> u32 {
        if let Some(&place) = places.get(&on) {
            return place;
        }
        let place = self.place();
        next.push(Met { state: on.0.clone(), step: on.1, place });
        places.insert(on, place);
        place
    }

    /// Returns the index of the scores of the current branch: at an end, those in columns that are
    /// not indexed; else the rest.
    fn scored(&mut self, end: bool) -> u32 {
        let Scores { each, all, .. } = &mut self.scores;
        let said = if end {
            all
        } else {
            each.append(all);
            each
        };
        if let Some(&place) = self.known.get(said.as_slice()) {
            said.clear();
            return place;
        }
        let said = std::mem::take(said);
        let place = self.place();
        let scores = said.iter().map(|&[column, step, score]| Scored {
            column: column as usize,
            step: step as u32,
            score,
            trials: 0,
        });
        self.table.scores.extend(scores.map(|score| (place, score)));
        self.known.insert(said, place);
        place
    }

    /// Creates the table of the current state.
    fn node(&mut self, place: u32) {
        self.ways.sort_unstable_by_key(|(way, _)| *way);
        self.ways.dedup_by(|(next, more), (way, parts)| {
            let alike = next == way;
            *parts += if alike { *more } else { 0 };
            alike
        });
        let States { nodes, ways, columns, most_ways, .. } = &mut self.table;
        ways.extend(self.ways.iter().map(|(way, _)| *way));
        *most_ways = self.ways.len().max(*most_ways);
        let mut shift = 0;
        if self.ways.len() > 1 {
            shift = u64::BITS - self.ways.len().next_power_of_two().trailing_zeros();
            let parts: Vec<u128> = self.ways.iter().map(|(_, parts)| *parts).collect();
            columns.extend(alias(parts, shift));
        }
        nodes.push(Node { place, ways: ways.len() as u32, columns: columns.len() as u32, shift });
        self.ways.clear();
    }
}

/// Collects the scores of a branch.
#[derive(Default)]
struct Scores {
    /// True for each column with a histogram per step.
    indexed: Vec<bool>,
    step: i32,
    /// The scores in indexed columns, and in all others.
    each: Vec<Recorded>,
    all: Vec<Recorded>,
}

impl Scores {
    fn restart(&mut self, step: u32) {
        self.step = step as i32;
        self.each.clear();
        self.all.clear();
    }
}

impl Record for Scores {
    fn score(&mut self, column: Handle, score: i32) {
        let place = column.place() as i32;
        if self.indexed[column.place()] {
            self.each.push([place, self.step, score]);
        } else {
            self.all.push([place, 1, score]);
        }
    }
}
