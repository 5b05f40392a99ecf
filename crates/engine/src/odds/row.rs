//! Rows of numbers indexed by position on a scale: dense, or sparse if few are nonzero.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Numbers by increasing index; absent ones are zero.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub(super) struct SparseRow<T> {
    /// The indices of the numbers; `None` if the row is dense.
    places: Option<Vec<u32>>,
    numbers: Vec<T>,
}

/// The row is dense if more than one in this many indices has a number.
const DENSE_FROM: usize = 4;

impl<T: Copy + Default> SparseRow<T> {
    /// Creates a row of `length` entries from the given ones, in increasing order of index.
    pub fn of(length: usize, some: impl ExactSizeIterator<Item = (u32, T)>) -> SparseRow<T> {
        if some.len() * DENSE_FROM < length {
            let (places, numbers) = some.unzip();
            return SparseRow { places: Some(places), numbers };
        }
        let mut numbers = vec![T::default(); length];
        some.for_each(|(place, number)| numbers[place as usize] = number);
        SparseRow { places: None, numbers }
    }

    /// Creates a row by mapping each nonzero number with `make`; zero maps to zero.
    pub fn made(all: &[u128], make: impl Fn(u128) -> T) -> SparseRow<T> {
        let some = (0..).zip(all).filter(|(_, number)| **number != 0);
        if some.clone().count() * DENSE_FROM < all.len() {
            let (places, numbers) = some.map(|(place, number)| (place, make(*number))).unzip();
            return SparseRow { places: Some(places), numbers };
        }
        let number = |&number: &u128| if number == 0 { T::default() } else { make(number) };
        SparseRow { places: None, numbers: all.iter().map(number).collect() }
    }

    /// Maps each stored number with `make`, which must map 0 to 0.
    pub fn each<U>(&self, make: impl Fn(T) -> U) -> SparseRow<U> {
        let numbers = self.numbers.iter().map(|number| make(*number)).collect();
        SparseRow { places: self.places.clone(), numbers }
    }

    /// Returns the memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.numbers[..]) + self.places.as_ref().map_or(0, |all| size_of_val(&all[..]))
    }

    /// Returns the number at an index.
    pub fn get(&self, place: usize) -> T {
        let at = match &self.places {
            None => Some(place),
            Some(places) => places.binary_search(&(place as u32)).ok(),
        };
        at.map_or_else(T::default, |at| self.numbers[at])
    }

    /// Returns the stored numbers in a range of indices.
    pub fn within(&self, stretch: Range<usize>) -> &[T] {
        match &self.places {
            None => &self.numbers[stretch],
            Some(places) => {
                let at = |end: usize| places.partition_point(|place| (*place as usize) < end);
                &self.numbers[at(stretch.start)..at(stretch.end)]
            }
        }
    }

    /// Returns the stored numbers with their indices, by increasing index: all numbers of a dense
    /// row, those given at its creation of a sparse one.
    pub fn iter(&self) -> impl Iterator<Item = (usize, T)> {
        let place = |at: usize| self.places.as_ref().map_or(at, |places| places[at] as usize);
        self.numbers.iter().enumerate().map(move |(at, number)| (place(at), *number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Sparse and dense rows agree with a plain list.
        #[test]
        fn few_numbers_are_as_many(all in prop::collection::vec(prop_oneof![6 => Just(0u64), 1 => 1u64..9], 1..40), ends in (0usize..40, 0usize..40)) {
            let some: Vec<(u32, u64)> = (0..).zip(all.iter().copied()).filter(|(_, number)| *number > 0).collect();
            let row = SparseRow::of(all.len(), some.into_iter());
            let wide: Vec<u128> = all.iter().map(|&number| number.into()).collect();
            prop_assert_eq!(&SparseRow::made(&wide, |number| number as u64), &row);
            let numbers: Vec<u64> = (0..all.len()).map(|place| row.get(place)).collect();
            prop_assert_eq!(&numbers, &all);
            let end = ends.1.min(all.len());
            let stretch = ends.0.min(end)..end;
            prop_assert_eq!(row.within(stretch.clone()).iter().sum::<u64>(), all[stretch].iter().sum::<u64>());
            let seen: Vec<(usize, u64)> = row.iter().filter(|(_, number)| *number > 0).collect();
            let there: Vec<(usize, u64)> = all.iter().copied().enumerate().filter(|(_, number)| *number > 0).collect();
            prop_assert_eq!(seen, there);
        }
    }
}
