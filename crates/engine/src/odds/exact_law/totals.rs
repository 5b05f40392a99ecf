//! A number per cell, the weights of a walk or the hits of a run: dense, or sparse if there are
//! very many cells.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use super::graph::Stop;
use super::layout::Layout;
use crate::chance::share::Lost;
use crate::chance::weight::Weight;
use crate::odds::Law;
use crate::odds::law::Lawful;
use crate::rule::{Column, Columns};

/// Maximum number of cells that are stored densely.
pub(in crate::odds) const MOST_KEPT: usize = 1 << 16;

/// A number per histogram cell, stored densely or sparsely.
#[derive(Clone, Debug)]
pub(in crate::odds) enum Totals<T> {
    /// The numbers of all cells.
    All(Vec<T>),
    /// The numbers of the cells that differ from the default, and the default.
    Some(BTreeMap<u32, T>, T),
}

impl<T: Clone> Totals<T> {
    /// Creates `cells` cells with the number `nothing`.
    pub fn new(cells: usize, nothing: T) -> Totals<T> {
        match cells <= MOST_KEPT {
            true => Totals::All(vec![nothing; cells]),
            false => Totals::Some(BTreeMap::new(), nothing),
        }
    }

    /// Returns a mutable reference to the value in a cell; a sparse row gets an entry for it.
    #[inline]
    pub fn at(&mut self, cell: usize) -> &mut T {
        match self {
            Totals::All(all) => &mut all[cell],
            Totals::Some(some, nothing) => Self::in_sparse(some, nothing, cell),
        }
    }

    #[cold]
    fn in_sparse<'t>(some: &'t mut BTreeMap<u32, T>, nothing: &T, cell: usize) -> &'t mut T {
        some.entry(cell as u32).or_insert_with(|| nothing.clone())
    }

    /// Returns the numbers in a range of cells for which `there` holds, each with its index in the
    /// range.
    pub fn within(&self, cells: Range<usize>, there: impl Fn(&T) -> bool) -> Vec<(u32, T)> {
        let there = |(_, number): &(u32, T)| there(number);
        match self {
            Totals::All(all) => (0..).zip(all[cells].iter().cloned()).filter(there).collect(),
            Totals::Some(some, _) => {
                let first = cells.start as u32;
                let stretch = some.range(first..cells.end as u32);
                stretch.map(|(cell, number)| (cell - first, number.clone())).filter(there).collect()
            }
        }
    }
}

impl<W: Weight> Totals<W> {
    /// Adds a probability to some cells, recorded in this step.
    #[inline]
    pub fn count(
        &mut self,
        layout: &Layout,
        cells: &[u32],
        step: u32,
        share: &W,
    ) -> Result<(), Stop> {
        for &cell in cells {
            self.at(layout.at(cell, step)).gain(share).ok_or(Stop::Overflow)?;
        }
        Ok(())
    }

    /// Adds `shares * by` to consecutive cells.
    pub fn add_each(
        &mut self,
        cells: RangeInclusive<usize>,
        shares: &[W::Plain],
        by: &W,
    ) -> Option<()> {
        if let Totals::All(all) = self {
            return W::add_each(&mut all[cells], shares, by);
        }
        let mut sums: Vec<W> = cells.clone().map(|cell| self.at(cell).clone()).collect();
        W::add_each(&mut sums, shares, by)?;
        cells.zip(sums).for_each(|(cell, sum)| *self.at(cell) = sum);
        Some(())
    }

    /// Returns the law of each histogram, where `error` bounds the error of every sum.
    pub fn laws(&self, layout: &Layout, columns: &Columns, error: Lost) -> Option<Vec<Law>>
    where
        W: Lawful,
    {
        let law = |(column, cells): (&Column, Range<usize>)| {
            let weights = self.within(cells, |weight| weight.value() != 0.0);
            W::law(column.scale.clone(), &weights, error)
        };
        columns.histograms().iter().zip(layout.histograms()).map(law).collect()
    }
}
