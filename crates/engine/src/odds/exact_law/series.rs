//! The law of a rule that counts steps, state by state: the mass of a state is a row indexed by
//! step that is moved on at once. Small cycles are solved within their component, so each state is
//! processed once rather than once per step.

use std::ops::Range;

use smallvec::SmallVec;

use super::branch::Branch;
use super::graph::WalkResult;
use super::graph::{Graph, Stop};
use super::moving::Stretch;
use super::order::{Order, in_turn};
use super::walk::MassFlow;
use crate::chance::weight::{Mass, Real, Weight};

/// Maximum size of a component; larger ones are walked step by step.
const MOST_IN_COMPONENT: usize = 64;

/// Maximum number of masses held at once.
const MOST_HELD: usize = 1 << 23;

/// Maximum probability of being cut off or not followed at which the effect on the count is
/// negligible.
const RARELY: f64 = 1e-14;

/// Fills the totals of a walk, and returns the number of moves of a step-by-step walk; `None` if
/// the method does not apply, after which the walk must be discarded.
///
/// The mass of a state is a row with one entry per step. It depends only on the states that lead to
/// it, so states are processed in the order of their components, and step by step only within one.
/// A column that counts up takes a second pass with rows by count: if trials are hardly ever cut
/// off, the count does not depend on the steps.
pub(in crate::odds) fn state_by_state(
    walk: &mut MassFlow<'_, '_, Real>,
    order: &Order,
) -> WalkResult<Option<u64>> {
    let Some(clock) = walk.clock else { return Ok(None) };
    let limit = clock.limit as usize;
    let longest = order.of.longest();
    if longest > MOST_IN_COMPONENT || longest * limit > MOST_HELD {
        return Ok(None);
    }
    walk.most_added = order.most_ways_in();
    let mut rows = CountRows::new(order);
    // The mass that ended, by step; the last entry is the mass that was cut off.
    let (mut ended, mut moves) = (vec![Real::zero(); limit + 1], 0);
    let steps = |way: &Branch| usize::from(!way.within());
    let went = rows.send(walk, limit, steps, |walk, row, place| {
        moves += visit(walk, row, order, place, &mut ended)?;
        Ok(())
    })?;
    if !went || walk.neglected > RARELY {
        return Ok(None);
    }
    for (step, share) in (1..).zip(&ended).filter(|(_, share)| share.value() > 0.0) {
        let scored = if step > clock.limit { clock.limit + clock.beyond } else { step };
        let cells = walk.stopped(scored as u32)?;
        walk.totals.count(&walk.layout, &cells, 1, share)?;
    }
    Ok(count(walk, &mut rows)?.then_some(moves))
}

/// Fills the totals of the column that counts up, if there is one; returns whether the method
/// applies.
fn count(walk: &mut MassFlow<'_, '_, Real>, rows: &mut CountRows) -> WalkResult<bool> {
    let Some(column) = walk.layout.counter else { return Ok(true) };
    if walk.cut > RARELY {
        return Ok(false);
    }
    walk.neglected += walk.cut;
    let cells = walk.layout.cells_of(column);
    let ticks = |way: &Branch| way.ticks() as usize;
    let order = rows.order;
    rows.send(walk, cells.len(), ticks, |walk, row, place| {
        for way in order.ways(place).iter().filter(|way| way.next().is_none()) {
            let first = cells.start + row.first + ticks(way);
            let end = cells.end.min(first + row.numbers.len());
            // Counts beyond the scale belong to trials that are cut off, which are neglected.
            if first < end {
                let (by, shares) = (Real::from(way.value), &row.numbers[..end - first]);
                walk.totals.add_each(first..=end - 1, shares, &by).ok_or(Stop::Overflow)?;
            }
        }
        Ok(())
    })
}

/// Adds the scores and ends of the transitions from a state; returns the number of moves of a
/// step-by-step walk.
fn visit(
    walk: &mut MassFlow<'_, '_, Real>,
    row: &CountRow,
    order: &Order,
    place: u32,
    ended: &mut [Real],
) -> WalkResult<u64> {
    let (steps, present) = (ended.len() - 1, &row.numbers);
    let all: f64 = present.iter().sum();
    walk.mean_steps += all;
    let ways = order.ways(place);
    let numbers = walk.graph.walked_branches(order.of.states[place as usize]);
    for (number, way) in numbers.zip(ways) {
        if way.records {
            let cells = walk.graph.cells(number);
            walk.totals.count(&walk.layout, cells, 1, &Real::from(all * way.value))?;
        }
        match way.next() {
            None => {
                let by = Real::from(way.value);
                Real::add_each(&mut ended[row.first..], present, &by).ok_or(Stop::Overflow)?;
            }
            // Mass that continues from the last step is cut off.
            Some(next) if !way.within() && row.first + present.len() == steps => {
                let last = present.last().map_or(0.0, |last| last * way.value);
                let share = Real::from(last);
                ended[steps].gain(&share).ok_or(Stop::Overflow)?;
                walk.cut_off(order.of.states[next as usize], 1, &share)?;
            }
            Some(_) => (),
        }
    }
    Ok((present.len() * ways.len()) as u64)
}

/// The mass of a state by step or count.
type CountRow = Stretch<f64>;

/// The rows of all states, by place. Buffers are reused for the next column.
struct CountRows<'o> {
    of: Vec<CountRow>,
    order: &'o Order,
    /// Number of steps or counts.
    length: usize,
    /// Number of entries held now.
    held: usize,
    /// Rows that have moved on, for reuse.
    spare: Vec<Vec<f64>>,
    /// The rows of a component in one buffer, for reuse.
    sums: Vec<f64>,
}

impl<'o> CountRows<'o> {
    fn new(order: &'o Order) -> CountRows<'o> {
        let of = std::iter::repeat_with(CountRow::default).take(order.of.states.len()).collect();
        CountRows { of, order, length: 0, held: 0, spare: Vec::new(), sums: Vec::new() }
    }

    /// Moves all mass from the first state along its transitions, state by state; returns whether
    /// the method applies.
    ///
    /// `length` is the number of steps or counts, and `shift` the distance that a transition moves
    /// mass along a row.
    fn send(
        &mut self,
        walk: &mut MassFlow<'_, '_, Real>,
        length: usize,
        shift: impl Fn(&Branch) -> usize,
        mut visit: impl FnMut(&mut MassFlow<'_, '_, Real>, &CountRow, u32) -> WalkResult,
    ) -> WalkResult<bool> {
        self.length = length;
        self.stretch(self.order.start, 0, 1)[0] = 1.0;
        for component in self.order.components() {
            if !self.close(&component, &shift) {
                return Ok(false);
            }
            for place in component.clone() {
                let mut row = std::mem::take(&mut self.of[place as usize]);
                self.held -= row.numbers.len();
                walk.neglected += row.trim();
                if self.order.ways(place).is_empty() {
                    walk.neglected += row.numbers.iter().sum::<f64>();
                }
                visit(walk, &row, place)?;
                self.pass_on(walk.graph, row, place, &component, &shift)?;
            }
            if self.held > MOST_HELD {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the entries `first..end` of a state's row, extended with zeros.
    #[inline]
    fn stretch(&mut self, place: u32, first: usize, end: usize) -> &mut [f64] {
        let row = &mut self.of[place as usize];
        if row.numbers.capacity() == 0 {
            row.numbers = self.spare.pop().unwrap_or_default();
        }
        let before = row.numbers.len();
        row.cover(first, end);
        self.held += row.numbers.len() - before;
        &mut row.numbers[first - row.first..end - row.first]
    }

    /// Completes the rows of a cyclic component; returns whether that is possible.
    fn close(&mut self, component: &Range<u32>, shift: &impl Fn(&Branch) -> usize) -> bool {
        let mut ways: SmallVec<[InnerMove; 16]> = SmallVec::new();
        for place in component.clone() {
            for way in self.order.ways(place) {
                if let Some(to) = way.next().filter(|to| component.contains(to)) {
                    let [from, to] = [place, to].map(|place| (place - component.start) as usize);
                    ways.push(InnerMove { from, to, shift: shift(way), share: way.value });
                }
            }
        }
        if ways.is_empty() {
            return true;
        }
        // There must be no cycle within one step.
        let now = |from: usize| ways.iter().filter(move |way| way.shift == 0 && way.from == from);
        let sorted = in_turn(component.len(), |from| now(from).map(|way| way.to));
        let Some(sorted) = sorted else { return false };
        let place = |place: usize| component.start as usize + place;
        let rows = &self.of[place(0)..place(component.len())];
        let there = || rows.iter().filter(|row| !row.numbers.is_empty());
        let Some(first) = there().map(|row| row.first).min() else { return true };
        // All rows of the component side by side, starting at the first step with mass, with
        // padding for mass that would move past the last step.
        let further = ways.iter().map(|way| way.shift).max().unwrap_or(0);
        let (last, width) = (self.length - first, self.length - first + further);
        let mut sums = std::mem::take(&mut self.sums);
        sums.clear();
        sums.resize(width * component.len(), 0.0);
        for (sums, row) in sums.chunks_exact_mut(width).zip(rows) {
            let place = row.first.saturating_sub(first);
            sums[place..place + row.numbers.len()].copy_from_slice(&row.numbers);
        }
        let mut end = there().map(CountRow::end).max().unwrap_or(first) - first;
        // Transitions are sorted by state, so those of a state are contiguous.
        let before = |from: usize| ways.partition_point(|way| way.from < from);
        let ways_from: SmallVec<[(usize, &[InnerMove]); 8]> = sorted
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
        for (sums, place) in sums.chunks_exact(width).zip(component.clone()) {
            self.stretch(place, first, first + end).copy_from_slice(&sums[..end]);
        }
        self.sums = sums;
        true
    }

    /// Moves the row of a state on to the states of other components.
    fn pass_on(
        &mut self,
        graph: &mut Graph,
        row: CountRow,
        place: u32,
        component: &Range<u32>,
        shift: &impl Fn(&Branch) -> usize,
    ) -> WalkResult {
        if row.numbers.is_empty() {
            return Ok(());
        }
        let ways = self.order.ways(place);
        graph.spend((ways.len() * (1 + row.numbers.len() / 16)) as u64)?;
        for way in ways {
            let Some(next) = way.next().filter(|next| !component.contains(next)) else { continue };
            let first = row.first + shift(way);
            let end = self.length.min(first + row.numbers.len());
            if first < end {
                f64::add_each(self.stretch(next, first, end), &row.numbers, &way.value);
            }
        }
        let mut numbers = row.numbers;
        numbers.clear();
        self.spare.push(numbers);
        Ok(())
    }
}

/// A transition within a component: the indices of its states, the distance along a row, and its
/// probability.
struct InnerMove {
    from: usize,
    to: usize,
    shift: usize,
    share: f64,
}
