//! The kernel of rules whose states are few: all trials that have come to a state go on together.

use std::collections::HashMap;
use std::hash::Hash;

use super::alias::{BlockWords, Column, alias, parts};
use super::lanes::{Lanes, Play, played};
use crate::chance::Enumerated;
use crate::rule::{Columns, Handle, Kernel, Record, Rule, Scored, Step};

/// Branches of all states of a rule that have a table: some twenty megabytes.
const MOST_BRANCHES: u64 = 1 << 19;

/// The kernel of this rule, which is asked once for every branch of each of its states; `None`
/// where these are too many, or where steps are counted.
///
/// It pays where trials soon meet again in few states, as those of a duel do whose bids are mixed
/// otherwise in each of its states. Its rule has to end after so many steps.
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

/// A way on from a state: the place of the state behind it or of an end, and that of what it scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Transition {
    to: u32,
    scores: u32,
}

/// A state: where its ways and columns end, and how far the number of a column is shifted in a word.
#[derive(Clone, Copy, Debug)]
struct Node {
    place: u32,
    ways: u32,
    columns: u32,
    shift: u32,
}

/// The states of a rule, an alias table for each.
///
/// # Exactness
/// One draw answers all forks of a step (see [`alias`]); a state with one way takes none. Trials are
/// alike as long as they are in the same state, so each state draws for all that came to it, one
/// state after the other, and how many take each way says all that is counted: the law of the
/// counts is that of trials one by one.
#[derive(Debug, Default)]
struct States {
    /// In an order in which each state stands behind those that lead to it.
    nodes: Vec<Node>,
    ways: Vec<Transition>,
    columns: Vec<Column>,
    /// The number of places: of states, ends, and what is scored together.
    places: u32,
    /// What is scored at a place.
    scores: Vec<(u32, Scored)>,
    /// The most ways of a state.
    most_ways: usize,
}

impl Play for States {
    const BLOCK: u64 = 1 << 17;

    fn play(&self, lanes: Lanes, trials: u64, scored: &mut dyn FnMut(Scored)) {
        let mut words = BlockWords::new(lanes);
        // How many trials came to each place.
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

/// A state that was met, and its next step.
struct Met<S> {
    state: S,
    step: u32,
    place: u32,
}

/// What is recorded: column, step and score.
type Recorded = [i32; 3];

type Map<K> = HashMap<K, u32, foldhash::fast::FixedState>;

/// A walk through the states of a rule, layer by layer: so a state stands behind those that lead to
/// it.
#[derive(Default)]
struct Walk {
    table: States,
    /// The places of what is scored together.
    known: Map<Vec<Recorded>>,
    scores: Scores,
    branches: u64,
    /// The ways of the present state, with the parts of 2^64 that they have.
    ways: Vec<(Transition, u128)>,
}

impl Walk {
    fn new(columns: &Columns) -> Walk {
        let indexed = columns.iter().map(|column| column.is_indexed()).collect();
        let scores = Scores { indexed, ..Scores::default() };
        Walk { scores, ..Walk::default() }
    }

    /// A new place.
    fn place(&mut self) -> u32 {
        self.table.places += 1;
        self.table.places - 1
    }

    /// Makes the tables of these states; returns those behind them.
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
                    // What an end scores is counted by itself, and not with all that may come
                    // before it.
                    Step::Done => self.scored(true),
                };
                let way = Transition { to, scores: self.scored(false) };
                self.branches += 1;
                if chance.failed() || self.branches > MOST_BRANCHES {
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

    /// The place of a state of the next layer.
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

    /// The place of what the present branch scores: at an end that which belongs to no step, and
    /// else the rest.
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

    /// Makes the table of the present state.
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

/// Gathers what a branch scores.
#[derive(Default)]
struct Scores {
    /// Whether each column has a histogram for each step.
    indexed: Vec<bool>,
    step: i32,
    /// Scores in columns by step, and in all others.
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
