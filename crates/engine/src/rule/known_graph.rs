//! The graph of a rule's states, kept from an earlier walk.

use crate::chance::share::Share;

/// The states of a rule, numbered from the start in the order of discovery, with their transitions:
/// [`Extras::known_graph`](super::Extras::known_graph).
#[derive(Debug, Default)]
pub struct KnownGraph {
    /// The transitions of all states, grouped by state.
    pub(crate) ways: Vec<Way>,
    /// The index of the recorded column.
    pub(crate) column: usize,
    /// The end index in `ways` of each state's transitions.
    pub(crate) ends: Vec<u32>,
    /// The number of branches enumerated, and one more than the largest number of forks of a
    /// branch.
    pub(crate) branches: u64,
    pub(crate) deepest: usize,
}

/// A transition from a state, which merges all branches with the same result.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub share: Share,
    /// The next state, and whether it stays within the step; `None` at the end of a trial.
    pub to: Option<(u32, bool)>,
    /// The score in the recorded column.
    pub score: Option<i32>,
}
