//! The virtual machine: a compiled program as a rule.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::code::{Code, LABEL, Line, NONE, SeenTuples, Throw, at_least};
use super::exact::ready;
use super::liveness::{forks, prune};
use super::names::LETTERS;
use super::pass::Pass;
use super::pools::Pools;
use super::step_counts::with_step_counts;
use super::trial_run::playable;
use crate::chance::Chance;
use crate::rule::{Column, Columns, Extras, Handle, KnownGraph, Record, Rule, Scale, Step};

/// The values of all slots.
pub(super) type Slots = SmallVec<[i32; INLINE]>;

/// Maximum number of slots stored without a heap allocation.
const INLINE: usize = 24;

/// Minimum number of values of a name that is reported as the reason for a large exact law.
const CROWDED: usize = 20;

/// The state of a program before a line: the line, and the slots that are live there.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ProgramState {
    pub(super) line: u32,
    pub(super) slots: Slots,
}

/// Copies all slots at once rather than one by one.
impl Clone for ProgramState {
    fn clone(&self) -> ProgramState {
        ProgramState { line: self.line, slots: Slots::from_slice(&self.slots) }
    }
}

/// A program compiled to instructions, which implements [`Rule`].
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The code before it is pruned, from which the programs of single columns are made.
    pub(super) whole: Arc<Code>,
    /// The code that runs, pruned to the columns that are recorded.
    pub(super) code: Arc<Code>,
    /// For each line, whether it draws luck or decides.
    pub(super) lucky: Arc<[bool]>,
    /// For each line, the slots that are dead there.
    pub(super) dead: Arc<[Box<[usize]>]>,
    pub(super) columns: Columns,
    /// The conversion of each column's numbers to scores.
    pub(super) scores: Arc<[Scores]>,
    /// For each column, the step at which an endless loop is cut off.
    pub(super) limits: Arc<[Option<u32>]>,
    /// For each column, whether its exact law uses the engine's step counter.
    pub(super) ticks: Arc<[bool]>,
    /// True if a step ends before each decision.
    pub(super) deciding: bool,
    /// For each column, the program reduced to that column and optimized for exact laws.
    pub(super) alone: Arc<[Option<Compiled>]>,
    /// The graph of the states of this program, if it was kept.
    pub(super) states: Option<Arc<KnownGraph>>,
    /// Set if a number overflowed.
    pub(super) overflowed: Arc<AtomicBool>,
    /// Notes on interpretations that differ from the text.
    pub(super) notes: Arc<[String]>,
}

/// A score that is off every scale.
pub(super) const OFF_SCALE: i32 = i32::MIN;

/// The conversion of the numbers of a column to scores.
#[derive(Clone, Debug)]
pub(super) enum Scores {
    /// The number is the score.
    Numbers,
    /// Each tuple of numbers has a score.
    Named(HashMap<Vec<i32>, i32, foldhash::fast::FixedState>),
    /// Observed tuples are collected, to build a scale.
    SeenTuples(SeenTuples),
}

impl Scores {
    /// Returns the score of the numbers of a column, or `None` if all are unset. Numbers without a
    /// score are off the scale.
    #[inline]
    pub(super) fn of(&self, numbers: &[i32]) -> Option<i32> {
        if numbers.iter().all(|&number| number == NONE) {
            return None;
        }
        match self {
            Scores::Numbers => Some(numbers[0]),
            Scores::Named(known) => Some(known.get(numbers).copied().unwrap_or(OFF_SCALE)),
            Scores::SeenTuples(_) => None,
        }
    }
}

impl Compiled {
    /// Creates a program whose columns have placeholder scales.
    pub(super) fn new(code: Code) -> Compiled {
        let columns = code.columns.iter().enumerate().map(|(place, column)| {
            Column::new(Handle::at(place), Scale::numbers(0, 0))
                .called(column.name.clone(), column.at)
        });
        let columns = Columns::new(columns);
        let scores = vec![Scores::Numbers; code.columns.len()].into();
        Compiled::with(Arc::new(code), columns, scores, &[], None)
    }

    /// Creates a program whose columns are not read.
    pub(super) fn plain(code: Code) -> Compiled {
        let columns = code.columns.len();
        let lucky = code.lines.iter().map(forks).collect();
        let dead = code.lines.iter().map(|_| Box::default()).collect();
        let code = Arc::new(code);
        Compiled {
            whole: Arc::clone(&code),
            code,
            lucky,
            dead,
            columns: Columns::one(Column::new(Handle::at(0), Scale::numbers(0, 0))),
            scores: vec![Scores::Numbers; columns].into(),
            limits: vec![None; columns].into(),
            ticks: Arc::default(),
            deciding: false,
            alone: Arc::default(),
            states: None,
            overflowed: Arc::default(),
            notes: Arc::default(),
        }
    }

    /// Creates the program with these scales, reduced to one column if `only` is given.
    pub(super) fn with(
        whole: Arc<Code>,
        columns: Columns,
        scores: Arc<[Scores]>,
        limits: &[Option<u32>],
        only: Option<usize>,
    ) -> Compiled {
        let limit = only.and_then(|only| limits.get(only).copied().flatten());
        let limited = limit.zip(whole.limit).zip(whole.steps).map(|((limit, line), steps)| {
            let mut code = Code::clone(&whole);
            code.lines[line] = match &code.lines[line] {
                Line::Jump { to, .. } => {
                    Line::Jump { to: *to, when: Some((at_least(steps, limit), true)) }
                }
                line => line.clone(),
            };
            code
        });
        let pruned = prune(limited.as_ref().unwrap_or(&whole), only);
        let (code, dead) = match only {
            Some(_) => ready(pruned, columns.limit().is_some()),
            None => pruned,
        };
        let (dead, limits) = (dead.into(), limits.into());
        Compiled { whole, dead, columns, scores, limits, ..Compiled::plain(code) }
    }

    /// Records the numbers of a column; unset ones are not recorded.
    #[inline]
    fn record(&self, column: usize, places: &[usize], slots: &[i32], record: &mut impl Record) {
        let numbers = places.iter().map(|&place| slots[place]);
        let score = match &self.scores[column] {
            Scores::SeenTuples(seen) => seen.lock().ok().map(|mut seen| {
                let next = seen.len() as i32;
                *seen.entry(numbers.collect()).or_insert(next)
            }),
            Scores::Numbers => Some(slots[places[0]]).filter(|number| *number != NONE),
            scores @ Scores::Named(_) => scores.of(&numbers.collect::<SmallVec<[i32; 8]>>()),
        };
        if let Some(score) = score {
            // A number that was clamped is not the true score.
            let cut = self.overflowed.load(Ordering::Relaxed);
            record.score(Handle::at(column), if cut { OFF_SCALE } else { score });
        }
    }

    /// Returns the transcript line for a slot that is set; empty for an unnamed slot, except for
    /// rolled dice.
    fn transcript_line(&self, slot: usize, number: i32, dice: bool) -> String {
        let name = self.code.names.iter().find(|(known, _)| *known == slot);
        let name = name.map_or("", |(_, name)| name);
        match number {
            _ if name.is_empty() && !dice => String::new(),
            NONE => format!("{name}: none"),
            LABEL.. => format!("{name}: {}", self.code.labels[(number - LABEL) as usize]),
            _ if name.is_empty() => format!("rolled {number}"),
            _ => format!("{name} = {number}"),
        }
    }

    /// Returns the state before a line, with its dead slots cleared.
    pub(super) fn halt(&self, line: usize, mut slots: Slots) -> ProgramState {
        for &slot in &self.dead[line] {
            slots[slot] = 0;
        }
        ProgramState { line: line as u32, slots }
    }

    /// Returns the decision before which a program stopped, and the state after each of its words.
    pub(super) fn choices(&self, state: &ProgramState) -> Option<(usize, Vec<ProgramState>)> {
        let line = state.line as usize;
        let Line::Decide { slot, decision, .. } = &self.code.lines[line] else { return None };
        let words = 0..self.code.decisions[*decision].words.len();
        let after = words.map(|word| {
            let mut slots = state.slots.clone();
            slots[*slot] = word as i32;
            self.halt(line + 1, slots)
        });
        Some((*decision, after.collect()))
    }

    /// Runs from a line to the next fork point after at least one fork, or to the end.
    pub(super) fn run<C: Chance>(
        &self,
        mut state: ProgramState,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<ProgramState> {
        // Borrow the slots once and mutate them in place, which avoids copies.
        let (lines, slots) = (&self.code.lines[..], &mut state.slots[..]);
        let first = state.line as usize;
        let (mut at, mut forked) = (first, false);
        loop {
            let line = &lines[at];
            if self.deciding && at != first && matches!(line, Line::Decide { .. }) {
                return Step::Within(self.halt(at, state.slots));
            }
            if C::FORKS && self.lucky[at] {
                if forked {
                    return Step::Within(self.halt(at, state.slots));
                }
                forked = true;
            }
            at += 1;
            match line {
                Line::Set { slot, node, bounds } => {
                    self.set(*slot, node, bounds.as_ref(), slots);
                    // A list of results is unset at first, which is not reported.
                    record.tell(|| match slots[*slot] {
                        NONE => String::new(),
                        number => self.transcript_line(*slot, number, false),
                    });
                }
                Line::Throw { throw, slots: places } => {
                    self.throw_into(throw, places, slots, chance);
                    let rolled = chance.rolled();
                    // Dice in the transcript need no line for their sum.
                    let dice = matches!(throw, Throw::Dice(..)) && rolled.is_empty();
                    record.tell(|| self.lettered(&rolled));
                    places.iter().for_each(|&place| self.tell(place, slots, dice, record));
                }
                Line::Label { slot, condition, outcome } => {
                    if slots[*slot] == NONE && self.holds(condition.as_ref(), slots) {
                        slots[*slot] = self.number(outcome, slots) as i32;
                        self.tell(*slot, slots, false, record);
                    }
                }
                Line::Record { column, slots: places } => {
                    self.record(*column, places, slots, record);
                }
                Line::RecordAt { column, slots: places, steps, at, before } => {
                    let now = slots[*steps];
                    if if *before { now < *at } else { now == *at } {
                        self.record(*column, places, slots, record);
                    }
                }
                Line::Jump { to, when } => {
                    let goes = match when {
                        None => true,
                        Some((node, yes)) => (self.number(node, slots) != 0) == *yes,
                    };
                    if goes {
                        at = *to;
                    }
                }
                Line::Block(block) => {
                    let key = block.key(slots);
                    let told = chance.memoized_block(&**block, key, |chance| {
                        let mut own = Slots::from_slice(slots);
                        self.in_block(&block.lines, &mut own, chance);
                        block.result(&own)
                    });
                    block.put(told, slots);
                }
                Line::Restart => return Step::Next(self.start()),
                Line::Again { to } => {
                    // Sampling does not compare states, so dead slots are not cleared.
                    return Step::Next(match C::FORKS {
                        true => self.halt(*to, state.slots),
                        false => ProgramState { line: *to as u32, slots: state.slots },
                    });
                }
                Line::Decide { slot, decision, policy } => {
                    let last = self.code.decisions[*decision].words.len() as i64 - 1;
                    let word = self.number(policy, slots).clamp(0, last);
                    slots[*slot] = word as i32;
                    record.tell(|| {
                        let decision = &self.code.decisions[*decision];
                        format!("{}: {}", decision.name, decision.words[word as usize])
                    });
                }
                Line::Shuffle { deck, held, when } => {
                    if self.holds(when.as_ref(), slots) {
                        let deck = &self.code.decks[*deck];
                        for (slot, &(card, copies)) in (deck.first..).zip(&deck.kinds) {
                            let held = held.iter().map(|hand| hand.holds(card, slots));
                            slots[slot] = (copies - held.sum::<i32>()).max(0);
                        }
                    }
                }
                Line::Return { deck, hand, when } => {
                    if self.holds(when.as_ref(), slots) {
                        let deck = &self.code.decks[*deck];
                        for (slot, &(card, copies)) in (deck.first..).zip(&deck.kinds) {
                            let back = hand.holds(card, slots);
                            slots[slot] = (slots[slot] + back).min(copies);
                        }
                    }
                }
                Line::Done => return Step::Done,
            }
        }
    }

    /// Replaces values of lettered faces by their letters in the lines about rolls.
    fn lettered(&self, rolled: &[String]) -> String {
        let faces = (LETTERS..).zip(&self.code.faces);
        faces.fold(rolled.join("\n"), |text, (value, letters)| {
            let shown = if letters.is_empty() { "blank" } else { letters };
            text.replace(&value.to_string(), shown)
        })
    }

    /// Adds a transcript line for the value of a slot.
    fn tell(&self, slot: usize, slots: &[i32], dice: bool, record: &mut impl Record) {
        record.tell(|| self.transcript_line(slot, slots[slot], dice));
    }

    /// Returns the size: lines, names of scores, and transitions of kept graphs.
    pub fn parts(&self) -> usize {
        let names = |scores: &Scores| match scores {
            Scores::Named(known) => known.len(),
            _ => 0,
        };
        let graphs = self.alone.iter().flatten().filter_map(|one| one.states.as_ref());
        let ways = graphs.map(|graph| graph.ways.len());
        self.whole.lines.len() + self.scores.iter().map(names).sum::<usize>() + ways.sum::<usize>()
    }

    /// Adds notes on interpretations that differ from the text.
    pub fn noted(self, notes: impl IntoIterator<Item = String>) -> Compiled {
        let notes = self.notes.iter().cloned().chain(notes).collect();
        Compiled { notes, ..self }
    }

    /// Returns the program reduced to the column at this index.
    fn for_column(&self, place: usize) -> Option<Compiled> {
        let (columns, scores) = (self.columns.clone(), Arc::clone(&self.scores));
        let whole = Arc::clone(&self.whole);
        if let Some(code) = with_step_counts(&whole, place).filter(|_| self.ticks[place]) {
            let counted = columns.iter().enumerate().map(|(other, column)| {
                let scale = column.scale.clone();
                let scale = if other == place { scale.of_steps() } else { scale };
                column.clone().on(scale)
            });
            let columns = Columns::new(counted);
            return Some(Compiled::with(Arc::new(code), columns, scores, &[], Some(place)));
        }
        let notes = Arc::clone(&self.notes);
        match self.alone.get(place).and_then(Option::as_ref) {
            Some(alone) => Some(Compiled { columns, scores, notes, ..alone.clone() }),
            None => Some(Compiled::with(whole, columns, scores, &self.limits, Some(place))),
        }
    }

    /// Names the variable with the most values.
    fn crowded(&self, states: &[ProgramState]) -> Option<String> {
        let named = self.code.names.iter().filter(|(_, name)| !name.is_empty());
        let many = named.map(|(slot, name)| {
            let values = states.iter().filter_map(|state| state.slots.get(*slot));
            let mut values: Vec<i32> = values.copied().collect();
            values.sort_unstable();
            values.dedup();
            (values.len(), name)
        });
        let (values, name) = many.max_by_key(|(values, _)| *values)?;
        (values >= CROWDED).then(|| format!("`{name}` has {values} values so far"))
    }
}

impl Rule for Compiled {
    type State = ProgramState;

    const EXTRAS: Extras<Self> = Extras {
        remark: |rule| (!rule.notes.is_empty()).then(|| rule.notes.join("; ")),
        playable,
        boxed: |state| match state.slots.spilled() {
            true => size_of_val(&state.slots[..]) + 16,
            false => 0,
        },
        crowded: Compiled::crowded,
        for_column: Compiled::for_column,
        known_graph: |rule| rule.states.as_deref(),
        kernel: |rule| {
            let pools = Pools::of(rule).filter(|_| Pass::SampleByIndex.is_enabled())?;
            Some(Box::new(pools))
        },
        ..Extras::NONE
    };

    fn columns(&self) -> Columns {
        self.columns.clone()
    }

    fn start(&self) -> ProgramState {
        let slots = match self.code.slots {
            // Zero-initialized inline, without lookups or calls.
            few @ 0..=INLINE => Slots::from_buf_and_len([0; INLINE], few),
            many => Slots::from_elem(0, many),
        };
        ProgramState { line: 0, slots }
    }

    #[inline]
    fn step<C: Chance>(
        &self,
        state: ProgramState,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<ProgramState> {
        self.run(state, chance, record)
    }
}
