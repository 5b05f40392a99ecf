//! The graph of a rule's states where a walk before found it.

use crate::chance::share::Share;

/// The states of a rule by numbers, from the start on in the order in which they come up, and the
/// ways on from each: [`Shortcuts::known_graph`](super::Shortcuts::known_graph).
#[derive(Debug, Default)]
pub struct KnownGraph {
    /// The ways of all states, one state after the other.
    pub(crate) ways: Vec<Way>,
    /// The column that is recorded.
    pub(crate) column: usize,
    /// Where the ways of each state end.
    pub(crate) ends: Vec<u32>,
    /// How many branches were walked, and one more than the most forks of one.
    pub(crate) branches: u64,
    pub(crate) deepest: usize,
}

/// One way on from a state: all branches that end alike.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub share: Share,
    /// The next state, and whether it stays within the step; `None` at an end.
    pub to: Option<(u32, bool)>,
    /// The score in the one column that is recorded.
    pub score: Option<i32>,
}
