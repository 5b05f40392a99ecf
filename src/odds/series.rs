//! The law of a rule whose steps are counted, state by state: the mass of each state by the step in
//! which it is there, moved on in one go. States that come back do so among few, so that each is
//! walked once and not once for every step.

use super::absorbing::components;
use super::branch::Branch;
use super::graph::{Graph, Stop};
use super::reach::Reached;
use super::walk::{Walk, Walked};
use crate::chance::weight::{Real, Weight};

/// Larger components of states that come back are walked step by step.
const MOST_IN_COMPONENT: usize = 64;

/// So many numbers are held at once, and not more.
const MOST_HELD: usize = 1 << 23;

/// A trial is cut off, or its states are not followed, so rarely that what it would have counted up
/// to is next to nothing.
const RARELY: f64 = 1e-14;

/// Fills the totals of a walk, and returns how many moves a walk step by step would take; `None`
/// where it does not go so, and the walk is of no more use.
///
/// A state's mass is a row of numbers, one for each step. What it comes to does not wait for the
/// other states of a step, but for all states that lead to it: so states go in the order of their
/// components, and only within one step by step. A column that counts up does the same once more,
/// with rows by count: where hardly a trial is cut off, the count does not depend on the steps.
pub(super) fn state_by_state(
    walk: &mut Walk<'_, '_, Real>,
    reached: Reached,
) -> Walked<Option<u64>> {
    let (Reached::All { start, .. }, Some(clock)) = (reached, walk.clock) else { return Ok(None) };
    let limit = clock.limit as usize;
    let Some(order) = in_order(walk.graph, limit) else { return Ok(None) };
    walk.most_added = most_ways_in(walk.graph);
    let mut rows = Rows::new(walk.graph.met(), limit, |branch| usize::from(!branch.within()));
    // By the step in which trials ended; behind the last one, what was cut off.
    let (mut ended, mut moves) = (vec![Real::zero(); limit + 1], 0);
    let went = rows.send(walk, start, &order, |walk, row, state| {
        moves += visit(walk, row, state, &mut ended)?;
        Ok(())
    })?;
    if !went || walk.neglected > RARELY {
        return Ok(None);
    }
    for (step, share) in (1..).zip(&ended).filter(|(_, share)| share.value() > 0.0) {
        let scored = if step > clock.limit { clock.limit + clock.beyond } else { step };
        for place in clock.places() {
            let cell = walk.layout.cell(place, scored) as u32;
            walk.totals.count(&walk.layout, &[cell], 1, share)?;
        }
    }
    Ok(count(walk, start, &order)?.then_some(moves))
}

/// Fills the totals of the column that counts up, where there is one; whether that went.
fn count(walk: &mut Walk<'_, '_, Real>, start: u32, order: &[Vec<u32>]) -> Walked<bool> {
    let Some(column) = walk.layout.counter else { return Ok(true) };
    if walk.cut > RARELY {
        return Ok(false);
    }
    walk.neglected += walk.cut;
    let cells = walk.layout.cells_of(column);
    let ticks = |branch: &Branch| branch.ticks() as usize;
    let mut rows = Rows::new(walk.graph.met(), cells.len(), ticks);
    rows.send(walk, start, order, |walk, row, state| {
        for branch in walk.graph.walked_branches(state).map(|number| walk.graph.branch(number)) {
            let first = cells.start + row.first + ticks(branch);
            let end = cells.end.min(first + row.present().len());
            if branch.next().is_none() && first < end {
                let (by, shares) = (Real::from(branch.value), &row.present()[..end - first]);
                walk.totals.add_each(first..=end - 1, shares, &by).ok_or(Stop::Overflow)?;
            }
        }
        Ok(())
    })
}

/// The components of the states that were walked, each before those that it leads to; `None` where
/// their rows of this length take too much.
fn in_order(graph: &Graph, length: usize) -> Option<Vec<Vec<u32>>> {
    let order = components(graph.met(), |state, way| {
        let ways = graph.walked_branches(state).skip(*way).enumerate();
        let mut on = ways.filter_map(|(at, number)| Some((at, graph.branch(number).next()?)));
        let (passed, next) = on.next()?;
        *way += passed + 1;
        Some(next)
    });
    let longest = order.iter().map(Vec::len).max().unwrap_or(0);
    (longest <= MOST_IN_COMPONENT && longest * length <= MOST_HELD).then_some(order)
}

/// Counts what the branches of a state record, and what ends by them; returns the moves that it
/// would take step by step.
fn visit(walk: &mut Walk<'_, '_, Real>, row: &Row, state: u32, ended: &mut [Real]) -> Walked<u64> {
    let (steps, present) = (ended.len() - 1, row.present());
    let all: f64 = present.iter().sum();
    walk.mean_steps += all;
    let branches = walk.graph.walked_branches(state);
    let moves = (present.len() * branches.len()) as u64;
    for number in branches {
        let branch = walk.graph.branch(number);
        let cells = walk.graph.cells(number);
        walk.totals.count(&walk.layout, cells, 1, &Real::from(all * branch.value))?;
        match branch.next() {
            None => {
                let by = Real::from(branch.value);
                Real::add_each(&mut ended[row.first..], present, &by).ok_or(Stop::Overflow)?;
            }
            // What goes on from the last step is cut off.
            Some(next) if !branch.within() && row.first + present.len() == steps => {
                let last = present.last().map_or(0.0, |last| last * branch.value);
                let share = Real::from(last);
                ended[steps] = ended[steps].or(&share).ok_or(Stop::Overflow)?;
                walk.cut_off(next, 1, &share)?;
            }
            Some(_) => (),
        }
    }
    Ok(moves)
}

/// The most branches that lead into one state.
fn most_ways_in(graph: &Graph) -> u32 {
    let mut ways = vec![0; graph.met()];
    for state in 0..graph.met() as u32 {
        let next = graph.walked_branches(state).filter_map(|number| graph.branch(number).next());
        next.for_each(|next| ways[next as usize] += 1);
    }
    ways.into_iter().max().unwrap_or(0)
}

/// `sums[i] + numbers[i] * by`.
#[inline]
fn add(sums: &mut [f64], numbers: &[f64], by: f64) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number * by);
}

/// The mass of a state by step or count: of those between the first and the last to which any came.
#[derive(Default)]
struct Row {
    first: usize,
    numbers: Vec<f64>,
}

impl Row {
    fn present(&self) -> &[f64] {
        &self.numbers
    }

    fn end(&self) -> usize {
        self.first + self.numbers.len()
    }

    /// Makes room from `first` to `end`; returns how much longer it is.
    fn cover(&mut self, first: usize, end: usize) -> usize {
        let before = self.numbers.len();
        if before == 0 {
            self.first = first;
        }
        if let Some(more) = self.first.checked_sub(first).filter(|more| *more > 0) {
            self.numbers.splice(..0, std::iter::repeat_n(0.0, more));
            self.first = first;
        }
        if end > self.end() {
            self.numbers.resize(end - self.first, 0.0);
        }
        self.numbers.len() - before
    }

    /// Leaves out what is too small to follow at both ends; returns how much that is.
    fn trim(&mut self) -> f64 {
        let there = |number: &f64| !number.is_negligible();
        let end = self.numbers.iter().rposition(there).map_or(0, |last| last + 1);
        let first = self.numbers.iter().position(there).unwrap_or(0);
        let lost = self.numbers[..first].iter().chain(&self.numbers[end..]).sum();
        self.numbers.truncate(end);
        self.numbers.drain(..first);
        self.first += first;
        lost
    }
}

/// The rows of all states.
struct Rows<S> {
    of: Vec<Row>,
    /// How many steps or counts there are.
    length: usize,
    /// How far a branch moves mass along a row.
    shift: S,
    /// Numbers held now.
    held: usize,
    /// Rows that have moved on, for reuse.
    spare: Vec<Vec<f64>>,
    /// The place of a state in its component.
    place: Vec<u32>,
}

impl<S: Fn(&Branch) -> usize> Rows<S> {
    fn new(states: usize, length: usize, shift: S) -> Rows<S> {
        let of = std::iter::repeat_with(Row::default).take(states).collect();
        Rows { of, length, shift, held: 0, spare: Vec::new(), place: vec![0; states] }
    }

    /// Sends all mass from the first state along its ways, each state in its turn; whether that
    /// went.
    fn send(
        &mut self,
        walk: &mut Walk<'_, '_, Real>,
        start: u32,
        order: &[Vec<u32>],
        mut visit: impl FnMut(&mut Walk<'_, '_, Real>, &Row, u32) -> Walked,
    ) -> Walked<bool> {
        self.stretch(start, 0, 1)[0] = 1.0;
        for component in order {
            if !self.close(walk.graph, component) {
                return Ok(false);
            }
            for &state in component {
                let mut row = std::mem::take(&mut self.of[state as usize]);
                self.held -= row.numbers.len();
                walk.neglected += row.trim();
                if walk.graph.walked_branches(state).is_empty() {
                    walk.neglected += row.present().iter().sum::<f64>();
                }
                visit(walk, &row, state)?;
                self.pass_on(walk.graph, row, state, component)?;
            }
            if self.held > MOST_HELD {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The numbers of a state from `first` to `end`, nothing where no mass has come.
    fn stretch(&mut self, state: u32, first: usize, end: usize) -> &mut [f64] {
        let row = &mut self.of[state as usize];
        if row.numbers.capacity() == 0 {
            row.numbers = self.spare.pop().unwrap_or_default();
        }
        self.held += row.cover(first, end);
        &mut row.numbers[first - row.first..end - row.first]
    }

    /// The place of a state in a component; none if it is in another one.
    fn inside(&self, component: &[u32], state: u32) -> Option<usize> {
        let at = self.place[state as usize] as usize;
        (component.get(at) == Some(&state)).then_some(at)
    }

    /// Makes the rows of a component whole, whose states come back; whether that goes.
    fn close(&mut self, graph: &Graph, component: &[u32]) -> bool {
        for (at, &state) in (0..).zip(component) {
            self.place[state as usize] = at;
        }
        let mut ways = Vec::new();
        for (from, &state) in component.iter().enumerate() {
            for branch in graph.walked_branches(state).map(|number| graph.branch(number)) {
                if let Some(to) = branch.next().and_then(|next| self.inside(component, next)) {
                    let shift = (self.shift)(branch);
                    ways.push(Way { from, to, shift, share: branch.value });
                }
            }
        }
        if ways.is_empty() {
            return true;
        }
        let Some(sorted) = within_a_step(component.len(), &ways) else { return false };
        let rows = || component.iter().map(|&state| &self.of[state as usize]);
        let there = || rows().filter(|row| !row.numbers.is_empty());
        let Some(first) = there().map(|row| row.first).min() else { return true };
        // All rows of the component side by side, from the first step on, with room for what would
        // come behind the last one.
        let further = ways.iter().map(|way| way.shift).max().unwrap_or(0);
        let (last, width) = (self.length - first, self.length - first + further);
        let mut sums = vec![0.0; width * component.len()];
        for (sums, row) in sums.chunks_exact_mut(width).zip(rows()) {
            let place = row.first.saturating_sub(first);
            sums[place..place + row.numbers.len()].copy_from_slice(&row.numbers);
        }
        let mut end = there().map(Row::end).max().unwrap_or(first) - first;
        // Where each state's ways begin: they stand one state after the other.
        let before = |from: usize| ways.partition_point(|way| way.from < from);
        let ways_from: Vec<(usize, &[Way])> = sorted
            .iter()
            .map(|&from| (from * width, &ways[before(from)..before(from + 1)]))
            .collect();
        let mut at = 0;
        while at < end {
            for &(from, ways) in &ways_from {
                let mass = sums[from + at];
                if mass.is_negligible() {
                    continue;
                }
                for way in ways {
                    sums[way.to * width + way.shift + at] += mass * way.share;
                }
                end = last.min(end.max(at + further + 1));
            }
            at += 1;
        }
        for (sums, &state) in sums.chunks_exact(width).zip(component) {
            self.stretch(state, first, first + end).copy_from_slice(&sums[..end]);
        }
        true
    }

    /// Moves the row of a state on to the states of other components.
    fn pass_on(&mut self, graph: &mut Graph, row: Row, state: u32, component: &[u32]) -> Walked {
        if row.numbers.is_empty() {
            return Ok(());
        }
        let branches = graph.walked_branches(state);
        graph.spend((branches.len() * (1 + row.present().len() / 16)) as u64)?;
        for branch in branches.map(|number| graph.branch(number)) {
            let outside = |&next: &u32| self.inside(component, next).is_none();
            let Some(next) = branch.next().filter(outside) else { continue };
            let first = row.first + (self.shift)(branch);
            let end = self.length.min(first + row.present().len());
            if first < end {
                add(self.stretch(next, first, end), row.present(), branch.value);
            }
        }
        let mut numbers = row.numbers;
        numbers.clear();
        self.spare.push(numbers);
        Ok(())
    }
}

/// A way within a component: from and to which of its states, how far along a row, and its share.
struct Way {
    from: usize,
    to: usize,
    shift: usize,
    share: f64,
}

/// The states of a component so that each stands before those that mass comes to within a step;
/// `None` if it comes back within one.
fn within_a_step(count: usize, ways: &[Way]) -> Option<Vec<usize>> {
    let mut ways_in = vec![0; count];
    let now = || ways.iter().filter(|way| way.shift == 0);
    now().for_each(|way| ways_in[way.to] += 1);
    let mut sorted: Vec<usize> = (0..count).filter(|&state| ways_in[state] == 0).collect();
    let mut at = 0;
    while at < sorted.len() {
        let here = sorted[at];
        for way in now().filter(|way| way.from == here) {
            ways_in[way.to] -= 1;
            if ways_in[way.to] == 0 {
                sorted.push(way.to);
            }
        }
        at += 1;
    }
    (sorted.len() == count).then_some(sorted)
}
