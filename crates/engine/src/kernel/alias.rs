//! Alias tables: one random word selects one of many weighted transitions.

use super::lanes::{LANES, Lanes};
use super::wide::widest;

/// Number of words generated at once, which fit the L1 cache.
const WORDS: usize = 16 * LANES;

/// A column of an alias table: words below this bound select the first way, the others the second.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    below: u64,
    ways: [u32; 2],
}

/// Converts a fraction of cases to units of 2^-64, rounded down.
pub fn parts((these, all): (u128, u128)) -> u128 {
    let beyond = (u128::BITS - all.leading_zeros()).saturating_sub(u64::BITS);
    ((these >> beyond) << 64) / (all >> beyond)
}

/// Builds an alias table of at least two ways, given their probabilities in units of 2^-64 (Walker
/// 1977, ACM TOMS 3-3; Vose 1991, IEEE TSE 17-9).
///
/// The number of columns is a power of two, so the high bits of a word select the column and the
/// whole word the way.
///
/// # Exactness
/// Each way is selected by as many words as it has units. [`parts`] rounds by less than 2^-60 of
/// all; the most likely way absorbs the rounding errors of all ways.
pub fn alias(mut parts: Vec<u128>, shift: u32) -> Vec<Column> {
    let (all, size) = (1u128 << 64, 1u128 << shift);
    let sum: u128 = parts.iter().sum();
    if let Some(most) = parts.iter_mut().max() {
        *most = *most + all - sum;
    }
    // Ways of zero probability fill up the columns.
    parts.resize(1 << (u64::BITS - shift), 0);
    let start = |column: usize| (column as u64) << shift;
    // A full column needs no second way.
    let full = |column: usize| Column { below: start(column), ways: [column as u32; 2] };
    let mut columns: Vec<Column> = (0..parts.len()).map(full).collect();
    let (mut short, mut long): (Vec<usize>, Vec<usize>) =
        (0..parts.len()).partition(|&way| parts[way] < size);
    while let (Some(way), Some(&other)) = (short.pop(), long.last()) {
        columns[way].below = start(way) + parts[way] as u64;
        columns[way].ways[1] = other as u32;
        parts[other] -= size - parts[way];
        if parts[other] < size {
            long.pop();
            short.push(other);
        }
    }
    columns
}

/// The words of a block, in the order of the stream.
pub struct BlockWords {
    lanes: Lanes,
    words: [u64; WORDS],
    /// Number of words that are used up.
    used: usize,
}

impl BlockWords {
    pub fn new(lanes: Lanes) -> BlockWords {
        BlockWords { lanes, words: [0; WORDS], used: WORDS }
    }

    /// Draws `trials` ways from a table.
    #[inline(always)]
    pub fn draw(&mut self, shift: u32, columns: &[Column], trials: u64, mut take: impl FnMut(u32)) {
        let mut left = trials;
        while left > 0 {
            if self.used == WORDS {
                self.fill();
            }
            let drawn = left.min((WORDS - self.used) as u64);
            for &word in &self.words[self.used..][..drawn as usize] {
                let column = &columns[(word >> shift) as usize];
                take(column.ways[usize::from(word >= column.below)]);
            }
            self.used += drawn as usize;
            left -= drawn;
        }
    }

    #[inline(never)]
    fn fill(&mut self) {
        let BlockWords { lanes, words, used, .. } = self;
        widest!(lanes.most, wide => lanes.fill_whole(wide, words));
        *used = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables with two ways, exactly as many as columns, one more; tiny, nearly all, and from 2^106
    /// cases.
    #[test]
    fn a_table_gives_each_way_its_parts() {
        let fine: u128 = (1 << 53) - 1;
        let fine = [[1, fine], [fine / 3, 2], [fine, fine]].map(|[one, other]| one * other);
        let few: &[&[u128]] = &[&[1, 2], &[5, 1, 1, 1], &[7, 0, 1, 3, 9], &[1, 1 << 70], &fine];
        for weights in few {
            let all = weights.iter().sum();
            let asked: Vec<u128> = weights.iter().map(|&weight| parts((weight, all))).collect();
            let shift = u64::BITS - weights.len().next_power_of_two().trailing_zeros();
            let columns = alias(asked.clone(), shift);
            let mut given = vec![0; columns.len()];
            for (column, start) in columns.iter().zip((0u128..).step_by(1 << shift)) {
                let first = u128::from(column.below) - start;
                given[column.ways[0] as usize] += first;
                given[column.ways[1] as usize] += (1 << shift) - first;
            }
            assert_eq!(given.iter().sum::<u128>(), 1 << 64);
            assert!(given[weights.len()..].iter().all(|&parts| parts == 0), "{weights:?}");
            let most = asked.iter().max();
            for (given, asked) in given.iter().zip(&asked) {
                let more = if Some(asked) == most { 2 * weights.len() as u128 } else { 0 };
                assert!((*asked..=asked + more).contains(given), "{weights:?}: {given} of {asked}");
            }
        }
    }
}
