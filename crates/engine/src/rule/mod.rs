//! A rule of a game, written once: how it uses luck, and what it scores.
//! What belongs here: what whoever writes a rule sees. What does not: how laws and samples are
//! made.

use std::hash::Hash;

use crate::chance::Chance;
use oddsmith_base::Result;

mod column;
mod kernel;
mod known_graph;
mod policy;
mod record;
mod scale;
mod shortcuts;

pub use column::{Column, Columns};
pub use kernel::{InstructionSet, Kernel, Scored};
pub use known_graph::KnownGraph;
pub(crate) use known_graph::Way;
pub use policy::Policy;
pub use record::{Handle, NoRecord, Record};
pub use scale::{Name, Scale, Success};
pub use shortcuts::Shortcuts;

/// A game mechanic with its numbers filled in: a state machine that always ends.
///
/// # Examples
/// A complete check of one's own: 2d6 + bonus against a difficulty.
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
    /// What lasts from step to step: bruises, points left. Equal states have the same future, so
    /// the exact enumeration merges them.
    type State: Clone + Eq + Hash;

    /// The columns, each with its scale. Every column on [`Scale::steps`] is scored by the engine:
    /// it takes the number of steps.
    fn columns(&self) -> Columns;

    /// The state before the first step.
    fn start(&self) -> Self::State;

    /// One step: draws from `chance`, records scores (each column at most once a trial, an indexed
    /// one at most once a step) and returns how the trial goes on.
    fn step<C: Chance>(
        &self,
        state: Self::State,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Self::State>;

    /// Records the final scores of a trial that reaches the limit of its [`Scale::steps`] in this
    /// state. The engine calls it in place of another step.
    fn cut_off(&self, state: Self::State, record: &mut impl Record) {
        let _ = (state, record);
    }

    /// A note on how the settings were interpreted, such as a bid that was lowered to what is
    /// allowed.
    fn remark(&self) -> Option<String> {
        None
    }

    /// What a state takes in memory beside its own size: what it has boxed.
    fn boxed(state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// What makes these states so many that no exact law was found: "`total` has 1000 values".
    fn crowded(&self, states: &[Self::State]) -> Option<String> {
        let _ = states;
        None
    }

    /// Whether it can be played: where next to no trial counts, nobody waits for one.
    ///
    /// # Errors
    /// If it can't, with what to ask in its place.
    fn playable(&self) -> Result<()> {
        Ok(())
    }

    /// What makes it faster to answer, where its speed is felt. A rule needs none.
    const SHORTCUTS: Shortcuts<Self> = Shortcuts::NONE;
}

/// How a trial goes on after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<S> {
    /// With another step, in this state.
    Next(S),
    /// In this state, still within the same step: equal states merge here, but the step counter
    /// stays as it is. A round of a fight can be one step and yet branch at each turn.
    Within(S),
    /// The trial is over. What it scored is what was recorded.
    Done,
}
