//! Compiled courses: a table maps each condition and outcome to the next condition.

use std::hash::Hash;

use crate::chance::Chance;
use crate::rule::{Columns, Extras, Kernel, Record, Rule, Step};

/// A rule that can be compiled to a table: each step draws an outcome, a small number, or none, and
/// the outcome alone determines the next condition. A step may also set a flag that only
/// the next step sees, such as "stunned".
pub trait Course: Rule {
    /// The state that lasts from step to step. Equal conditions have the same future.
    type Condition: Copy + Send + Sync;
    /// The way a trial ends.
    type End: Copy + PartialEq + Send + Sync;
    /// The state of luck between steps.
    type Luck: Copy + Eq + Hash;

    /// Returns the state of luck before the first step.
    fn luck(&self) -> Self::Luck;

    /// Returns every condition that a trial may reach, the initial one first.
    fn conditions(&self) -> Vec<Self::Condition>;

    /// Returns the index of a condition in [`Course::conditions`].
    fn number(&self, condition: Self::Condition) -> usize;

    /// Returns the number of outcomes.
    fn outcomes(&self) -> usize;

    /// Returns true if an outcome may set the flag for the next step.
    fn marks(&self) -> bool;

    /// Returns where an outcome leads from a condition: to the next condition and flag, or the end.
    fn follow(
        &self,
        condition: Self::Condition,
        outcome: usize,
    ) -> Follow<Self::Condition, Self::End>;

    /// Draws one outcome and returns its entry in `row`, the table row of the current condition;
    /// `None` if nothing happens.
    fn draw<C: Chance>(
        &self,
        row: &CourseRow<'_, Self>,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Option<i32>
    where
        Self: Sized;

    /// Adds a transcript line about the condition that a step leads to.
    fn tell(&self, condition: impl FnOnce() -> Self::Condition, record: &mut impl Record);

    /// Records the final scores of a trial that ends this way.
    fn end(&self, end: Self::End, record: &mut impl Record);

    /// Records the final scores of a trial that is cut off in this condition.
    fn stop(&self, condition: Self::Condition, record: &mut impl Record);

    /// Returns a kernel of this course, if there is one.
    fn kernel(&self) -> Option<Box<dyn Kernel>> {
        None
    }
}

/// The consequence of an outcome of a step: another step, or the end of the trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow<C, E> {
    /// Another step, in this condition, marked or not.
    On(C, bool),
    /// The end of the trial.
    End(E),
}

/// A course with its table, which draws like the plain rule, so its tallies are the same.
///
/// Between steps the processor waits for one load: the draws do not depend on the condition, but
/// the next row does. The plain rule's dependency chain is three loads long.
pub struct Compiled<R: Course> {
    rule: R,
    conditions: Vec<R::Condition>,
    /// A row per condition, indexed by outcome: the start of the next condition's row, or `!i` for
    /// the end `i`.
    after: Vec<i32>,
    ends: Vec<R::End>,
    /// The length of a row.
    outcomes: i32,
    /// The start of the rows of marked conditions, after all others.
    marked: i32,
}

impl<R: Course> Compiled<R> {
    /// Compiles a rule.
    pub fn new(rule: R) -> Compiled<R> {
        let (conditions, length) = (rule.conditions(), rule.outcomes());
        let marked = (conditions.len() * length) as i32;
        let mut after = Vec::with_capacity(conditions.len() * length);
        let mut ends: Vec<R::End> = Vec::new();
        for &condition in &conditions {
            // Within a row equal ends share a number, so that enumeration merges them.
            let first = ends.len();
            for outcome in 0..length {
                after.push(match rule.follow(condition, outcome) {
                    Follow::On(next, mark) => {
                        (rule.number(next) * length) as i32 + if mark { marked } else { 0 }
                    }
                    Follow::End(end) => {
                        let known = ends[first..].iter().position(|known| *known == end);
                        let place = known.unwrap_or(ends.len() - first) + first;
                        if place == ends.len() {
                            ends.push(end);
                        }
                        !(place as i32)
                    }
                });
            }
        }
        if rule.marks() {
            // The same outcome has the same effect on a marked condition.
            after.extend_from_within(..);
        }
        Compiled { rule, conditions, after, ends, outcomes: length as i32, marked }
    }

    fn condition(&self, row: i32) -> R::Condition {
        self.conditions[(row % self.marked / self.outcomes) as usize]
    }
}

/// The table row that a condition is compiled to: the transition of each outcome.
pub struct CourseRow<'t, R: Course> {
    table: &'t Compiled<R>,
    start: i32,
}

impl<R: Course> CourseRow<'_, R> {
    /// Returns the condition.
    pub fn condition(&self) -> R::Condition {
        self.table.condition(self.start)
    }

    /// Returns the number of the row, which is unique.
    pub fn number(&self) -> i32 {
        self.start
    }

    /// Returns whether the condition is marked.
    #[inline(always)]
    pub fn marked(&self) -> bool {
        self.start >= self.table.marked
    }

    /// Returns the table entry for this outcome.
    #[inline(always)]
    pub fn after(&self, outcome: u32) -> i32 {
        // Widen both operands before the addition: the outcome is ready early, and must not be
        // folded into the sum that waits for the row.
        self.table.after[self.start as u32 as usize + outcome as usize]
    }
}

/// The state of a compiled course between two steps: the table row, and the state of luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoursePlace<L> {
    row: i32,
    luck: L,
}

impl<R: Course> Rule for Compiled<R> {
    type State = CoursePlace<R::Luck>;

    const EXTRAS: Extras<Self> = Extras {
        remark: |table| (R::EXTRAS.remark)(&table.rule),
        block: R::EXTRAS.block,
        scores_fit: R::EXTRAS.scores_fit,
        kernel: |table| Course::kernel(&table.rule),
        ..Extras::NONE
    };

    fn columns(&self) -> Columns {
        self.rule.columns()
    }

    fn start(&self) -> CoursePlace<R::Luck> {
        CoursePlace { row: 0, luck: self.rule.luck() }
    }

    #[inline(always)]
    fn step<C: Chance>(
        &self,
        mut now: CoursePlace<R::Luck>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<CoursePlace<R::Luck>> {
        let row = CourseRow { table: self, start: now.row };
        let Some(after) = self.rule.draw(&row, &mut now.luck, chance, record) else {
            let start = if row.marked() { now.row - self.marked } else { now.row };
            return Step::Next(CoursePlace { row: start, ..now });
        };
        if after < 0 {
            self.rule.end(self.ends[!after as usize], record);
            return Step::Done;
        }
        self.rule.tell(|| self.condition(after), record);
        Step::Next(CoursePlace { row: after, ..now })
    }

    fn cut_off(&self, now: CoursePlace<R::Luck>, record: &mut impl Record) {
        self.rule.stop(self.condition(now.row), record);
    }
}
