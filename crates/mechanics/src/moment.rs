//! Arguments of a step of play: a state, with its chance and its record.

use super::scene::Below;

/// A state, with the chance that changes it and the record of what happens.
pub struct Moment<'m, S, C, R> {
    /// The state.
    pub state: &'m mut S,
    /// The chance.
    pub chance: &'m mut C,
    /// The record.
    pub record: &'m mut R,
}

impl<S, C, R> Moment<'_, S, C, R> {
    /// Returns a part of the state, with the chance and the record.
    #[inline]
    pub fn part<T>(&mut self, of: impl FnOnce(&mut S) -> &mut T) -> Moment<'_, T, C, R> {
        Moment { state: of(self.state), chance: self.chance, record: self.record }
    }

    /// Plays with transcript lines that are indented below the previous line.
    pub fn below<T>(&mut self, play: impl FnOnce(&mut Moment<S, C, Below<'_, R>>) -> T) -> T {
        let Moment { state, chance, record } = self;
        play(&mut Moment { state, chance, record: &mut Below(record) })
    }
}
