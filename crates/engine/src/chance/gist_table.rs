//! Gists of dice that a rule asks for again and again, looked up.

use super::{Die, Table};

/// What a rule tells of a few dice, for each way that they fall; or nothing, until it is made.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::{Chance, Die, GistTable, Sampled, Stream};
///
/// let (d20, stream) = (Die::sided(20), Stream::new(1, "an example"));
/// let better = |[one, other]: [i32; 2]| one.max(other);
/// let gists = GistTable::new([&d20, &d20], better);
/// let [mut looks_up, mut asks] = [(); 2].map(|()| Sampled::new(&stream, 0));
/// // The same luck, and the same answers.
/// for _ in 0..100 {
///     let found = looks_up.faces_by(&gists, [&d20, &d20], |_| unreachable!());
///     assert_eq!(found, asks.faces([&d20, &d20], better));
/// }
/// ```
#[derive(Debug, Default)]
pub struct GistTable(Option<Table>);

impl GistTable {
    /// The gists of these dice; none where they fall in more than some thousand ways.
    pub fn new<const N: usize>(dice: [&Die; N], gist: impl FnMut([i32; N]) -> i32) -> GistTable {
        GistTable(Table::of_gists(dice, gist))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn table(&self) -> Option<&Table> {
        self.0.as_ref()
    }
}
