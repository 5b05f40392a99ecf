//! Precomputed gists of dice that a rule requests repeatedly.

use super::{Die, Table};

/// The gist of a few dice for each of their rolls; empty until computed.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::{Die, FoldedChance, GistTable, Sampled, Stream};
///
/// let (d20, stream) = (Die::sided(20), Stream::new(1, "an example"));
/// let better = |[one, other]: [i32; 2]| one.max(other);
/// let gists = GistTable::new([&d20, &d20], better);
/// let [mut looks_up, mut asks] = [(); 2].map(|()| Sampled::new(&stream, 0));
/// // The same luck, and the same answers.
/// for _ in 0..100 {
///     let found = looks_up.faces_with_table(&gists, [&d20, &d20], |_| unreachable!());
///     assert_eq!(found, asks.faces([&d20, &d20], better));
/// }
/// ```
#[derive(Debug, Default)]
pub struct GistTable(Option<Table>);

impl GistTable {
    /// Creates the table for these dice; it is empty if they have more than some thousand rolls.
    pub fn new<const N: usize>(dice: [&Die; N], gist: impl FnMut([i32; N]) -> i32) -> GistTable {
        GistTable(Table::of_gists(dice, gist))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn table(&self) -> Option<&Table> {
        self.0.as_ref()
    }
}
