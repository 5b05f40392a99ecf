//! Optional parts of a rule: notes, limits and optimizations, which do not change its results.

use oddsmith_base::Result;

use super::Rule;
use super::kernel::Kernel;
use super::known_graph::KnownGraph;

/// Optional parts of a rule: a note on its settings, limits, and optimizations that the engine may
/// use instead of playing or enumerating it step by step.
///
/// A rule needs none; one that does sets some in [`Rule::EXTRAS`]:
/// `Extras { kernel: faces, ..Extras::NONE }`.
///
/// They are constants of the rule's type, so calls can be inlined.
#[derive(Clone, Copy, Debug)]
pub struct Extras<R: Rule> {
    /// Returns a note on how the settings were interpreted, such as a bid lowered to the allowed
    /// maximum.
    pub remark: fn(&R) -> Option<String>,

    /// Checks that the rule can be sampled: a rule that discards almost every trial would take too
    /// long. The error has a hint on what to request instead.
    pub playable: fn(&R) -> Result<()>,

    /// Returns the heap memory of a state in bytes.
    pub boxed: fn(&R::State) -> usize,

    /// Returns an explanation of why there are too many states for an exact law, such as "`total`
    /// has 1000 values".
    pub crowded: fn(&R, &[R::State]) -> Option<String>,

    /// The number of trials per block. It belongs to the rule and not to the machine, because the
    /// counts for a seed depend on it.
    pub block: u64,

    /// True if every score is on the scale of its column, whatever the fields are, so that trials
    /// skip the check. A score off the scale then panics instead of returning an error.
    pub scores_fit: bool,

    /// Returns the same rule with precomputed lookup tables, created once per block; `None` if it
    /// has none to add.
    pub with_tables: fn(&R) -> Option<R>,

    /// Returns the same rule recording only the column at this index, so that its states carry only
    /// what that column needs and exact laws are computed per column. `None` if all columns need
    /// the same state.
    pub for_column: fn(&R, usize) -> Option<R>,

    /// Returns the precomputed graph of the rule's states, so that the exact law takes no step.
    /// Only for rules that record one column, without [`Rule::cut_off`].
    pub known_graph: fn(&R) -> Option<&KnownGraph>,

    /// Returns a lower bound on the branches of the first step, so that the engine gives up an
    /// exact law with too many branches at once instead of using up its budget.
    pub least_branches: fn(&R) -> u64,

    /// Returns a block sampler of this rule, see [`Kernel`].
    pub kernel: fn(&R) -> Option<Box<dyn Kernel>>,
}

impl<R: Rule> Extras<R> {
    /// None of these parts, and blocks of the default size.
    pub const NONE: Extras<R> = Extras {
        remark: |_| None,
        playable: |_| Ok(()),
        boxed: |_| 0,
        crowded: |_, _| None,
        block: 65_536,
        scores_fit: false,
        with_tables: |_| None,
        for_column: |_, _| None,
        known_graph: |_| None,
        least_branches: |_| 1,
        kernel: |_| None,
    };
}
