//! What makes a rule faster to answer, and changes nothing of its meaning.

use super::kernel::Kernel;
use super::known_graph::KnownGraph;

/// What the engine may use in place of playing or walking a rule step by step. A rule needs none;
/// one whose speed is felt says some in [`Rule::SHORTCUTS`](super::Rule::SHORTCUTS):
/// `Shortcuts { kernel: faces, ..Shortcuts::NONE }`.
///
/// They are constants of the rule's type, so the compiler sees through them.
#[derive(Clone, Copy, Debug)]
pub struct Shortcuts<R> {
    /// The number of trials in a block of a run. It belongs to the rule and not to the machine,
    /// because the numbers that a seed gives depend on it.
    pub block: u64,

    /// Whether every score is on the scale of its column, whatever the fields are, so that trials need
    /// not look. A score off its scale is then a panic, and no error.
    pub scores_fit: bool,

    /// The same rule with tables that its trials look up, made once for each block. `None` where
    /// they look up nothing that it does not have.
    pub with_tables: fn(&R) -> Option<R>,

    /// The same rule, which records the column at this place only, so that its states carry only
    /// what that column needs. The exact laws are then made column by column. `None` where all
    /// columns need the same.
    pub for_column: fn(&R, usize) -> Option<R>,

    /// The graph of its states, where it is known from a walk before: the exact law takes no step
    /// then. Only of a rule that records one column, without
    /// [`Rule::cut_off`](super::Rule::cut_off).
    pub known_graph: fn(&R) -> Option<&KnownGraph>,

    /// How many branches its first step has at the least, where that may be very many: the engine
    /// then gives up the exact law at once, and not when its budget is spent.
    pub least_branches: fn(&R) -> u64,

    /// A block sampler of this rule: see [`Kernel`].
    pub kernel: fn(&R) -> Option<Box<dyn Kernel>>,
}

impl<R> Shortcuts<R> {
    /// No shortcut, and blocks of the usual size.
    pub const NONE: Shortcuts<R> = Shortcuts {
        block: 65_536,
        scores_fit: false,
        with_tables: |_| None,
        for_column: |_, _| None,
        known_graph: |_| None,
        least_branches: |_| 1,
        kernel: |_| None,
    };
}
