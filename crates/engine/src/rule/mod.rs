//! The interface of a game's rule: how it uses luck and what it scores.
//!
//! This module holds what an author of a rule needs; the computation of laws and samples is
//! elsewhere.

use std::hash::Hash;

use crate::chance::Chance;

mod column;
mod extras;
mod kernel;
mod known_graph;
mod policy;
mod record;
mod scale;

pub use column::{Column, Columns};
pub use extras::Extras;
pub use kernel::{InstructionSet, Kernel, Scored};
pub use known_graph::KnownGraph;
pub(crate) use known_graph::Way;
pub use policy::Policy;
pub use record::{Handle, NoRecord, Record};
pub use scale::{Name, Scale, Success};

/// A game mechanic with its parameters filled in: a state machine that always ends.
///
/// Its law and its samples are computed by the methods of [`Check`](crate::odds::Check), a trait
/// that every rule implements.
///
/// # Examples
/// A complete house rule: 2d6 + bonus against a difficulty.
/// ```
/// use oddsmith_engine::chance::{Chance, Die};
/// use oddsmith_engine::odds::{Check, Success};
/// use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
///
/// struct TwoDice { d6: Die, bonus: i32, difficulty: i32 }
///
/// const MARGIN: Handle = Handle::first("margin");
///
/// impl Rule for TwoDice {
///     type State = ();
///     fn columns(&self) -> Columns {
///         let edge = self.bonus - self.difficulty;
///         let margins = Scale::numbers(2 + edge, 12 + edge);
///         Columns::one(Column::new(MARGIN, margins).success(Success::AtLeast(0)))
///     }
///     fn start(&self) {}
///     fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
///         let roll = chance.face(&self.d6) + chance.face(&self.d6);
///         record.score(MARGIN, roll + self.bonus - self.difficulty);
///         Step::Done
///     }
/// }
///
/// let rule = TwoDice { d6: Die::sided(6), bonus: 1, difficulty: 8 };
/// let laws = rule.law(1_000)?;
/// let success = laws.column("margin")?.success(Success::AtLeast(0));
/// assert_eq!(success.fraction().as_deref(), Some("7/12"));
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
pub trait Rule: Sized + Send + Sync {
    /// The state that lasts from step to step, such as wounds or points left. Equal states have the
    /// same future, so exact enumeration merges them.
    type State: Clone + Eq + Hash;

    /// Returns the columns, each with its scale. Columns on [`Scale::steps`] are recorded by the
    /// engine, as the number of steps.
    fn columns(&self) -> Columns;

    /// Returns the state before the first step.
    fn start(&self) -> Self::State;

    /// Runs one step: draws from `chance`, records scores and returns how the trial continues.
    ///
    /// Each column is recorded at most once per trial, an indexed one at most once per step.
    fn step<C: Chance>(
        &self,
        state: Self::State,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Self::State>;

    /// Records the final scores of a trial that is cut off in this state by the limit of its
    /// [`Scale::steps`]. The engine calls it instead of another step.
    fn cut_off(&self, state: Self::State, record: &mut impl Record) {
        let _ = (state, record);
    }

    /// The optional parts of this rule.
    const EXTRAS: Extras<Self> = Extras::NONE;
}

/// The result of one step of a rule: the next state, or the end of the trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<S> {
    /// Continues with another step, in this state.
    Next(S),
    /// Continues in this state within the same step: equal states merge here, but the step counter
    /// does not advance. A round of a fight can thus be one step and still branch at each turn.
    Within(S),
    /// Ends the trial; its scores are those recorded.
    Done,
}
