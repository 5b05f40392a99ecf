//! Precomputed summaries of dice that a rule requests repeatedly.

use super::{Die, Table};

/// The summary of a few dice for each of their rolls; empty until computed.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::{Die, FoldedChance, SummaryTable, Sampled, Stream};
///
/// let (d20, stream) = (Die::sided(20), Stream::new(1, "an example"));
/// let better = |[one, other]: [i32; 2]| one.max(other);
/// let summaries = SummaryTable::new([&d20, &d20], better);
/// let [mut looks_up, mut asks] = [(); 2].map(|()| Sampled::new(&stream, 0));
/// // The same luck, and the same answers.
/// for _ in 0..100 {
///     let found = looks_up.faces_with_table(&summaries, [&d20, &d20], |_| unreachable!());
///     assert_eq!(found, asks.faces([&d20, &d20], better));
/// }
/// ```
#[derive(Debug, Default)]
pub struct SummaryTable(Option<Table>);

impl SummaryTable {
    /// Creates the table for these dice; it is empty if they have more than some thousand rolls.
    pub fn new<const N: usize>(
        dice: [&Die; N],
        summarize: impl FnMut([i32; N]) -> i32,
    ) -> SummaryTable {
        SummaryTable(Table::of_summaries(dice, summarize))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn table(&self) -> Option<&Table> {
        self.0.as_ref()
    }
}
