//! Distributions of sums of many gains, as dense rows: integer counts while the number of all
//! outcomes fits, weights beyond that.

use super::merge::{Failure, Lawful, MOST_PRODUCTS, Shares};
use crate::chance::weight::{Mass, Real, Weight};

/// Returns the distribution of one sum; each law is convolved with itself as often as its count.
///
/// If no gain is negative, sums above `most` are clamped to it. Float weights below `least_share`
/// are dropped.
pub(super) fn one_sum<W: Weight>(
    laws: &[(u32, Shares<Vec<i32>, W>)],
    most: Option<i32>,
    least_share: f64,
) -> Lawful<Shares<i32, W>> {
    if products_of(laws, most) > MOST_IN_ROWS {
        // Too expensive, so give up before starting: floats have a faster path.
        return Err(if W::EXACT { Failure::Overflow } else { Failure::Budget });
    }
    if let Some(counted) = counted(laws, most)? {
        return Ok(counted);
    }
    let (mut low, mut row) = (0, vec![Some(W::one())]);
    for (count, law) in laws {
        let (least, greatest) = ends(law);
        for _ in 0..*count {
            low += least;
            let length = length_of(row.len() + greatest.abs_diff(least) as usize, low, most);
            let mut next: Vec<Option<W>> = vec![None; length];
            for (place, share) in row.iter().enumerate() {
                let Some(share) = share else { continue };
                for (gain, part) in law {
                    let share = share.then(part).ok_or(Failure::Overflow)?;
                    if !W::EXACT && share.value() < least_share {
                        continue;
                    }
                    let place = place + gain[0].abs_diff(least) as usize;
                    let sum = &mut next[place.min(length - 1)];
                    match sum {
                        Some(sum) => sum.gain(&share).ok_or(Failure::Overflow)?,
                        None => *sum = Some(share),
                    }
                }
            }
            row = next;
        }
    }
    Ok((low..).zip(row).filter_map(|(sum, share)| Some((sum, share?))).collect())
}

/// Returns the distribution of the sum of very many dice, in floats, by repeated squaring.
///
/// All terms are positive, so only rounding errors are lost.
pub(super) fn long_sum(laws: &[(u32, Shares<Vec<i32>, Real>)]) -> Lawful<Shares<i32, Real>> {
    let (mut low, mut row) = (0i64, vec![1.0]);
    let mut products = 0;
    for (count, law) in laws {
        let (least, greatest) = ends(law);
        let mut power = vec![0.0; greatest.abs_diff(least) as usize + 1];
        for (gain, share) in law {
            power[gain[0].abs_diff(least) as usize] += share.value();
        }
        low += i64::from(least) * i64::from(*count);
        let mut left = *count;
        while left > 0 {
            if left % 2 == 1 {
                row = both(&row, &power, &mut products)?;
            }
            left /= 2;
            if left > 0 {
                power = both(&power, &power, &mut products)?;
            }
        }
    }
    let low = i32::try_from(low).map_err(|_| Failure::Budget)?;
    let there = (low..).zip(row).filter(|(_, share)| *share >= super::law::LEAST);
    Ok(there.map(|(sum, share)| (sum, Real::from(share))).collect())
}

/// Returns the convolution of two rows.
fn both(one: &[f64], other: &[f64], products: &mut u64) -> Lawful<Vec<f64>> {
    *products += one.len() as u64 * other.len() as u64;
    if *products > MOST_IN_LONG_ROWS {
        return Err(Failure::Budget);
    }
    let (few, many) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let mut sums = vec![0.0; one.len() + other.len() - 1];
    for (place, share) in few.iter().enumerate().filter(|(_, share)| **share > 1e-300) {
        let into = sums[place..].iter_mut().zip(many);
        into.for_each(|(sum, other)| *sum += share * other);
    }
    Ok(sums)
}

/// Returns the distribution by counting outcomes, or `None` if the number of all outcomes
/// overflows.
fn counted<W: Weight>(
    laws: &[(u32, Shares<Vec<i32>, W>)],
    most: Option<i32>,
) -> Lawful<Option<Shares<i32, W>>> {
    let (mut low, mut row, mut all) = (0, vec![1u128], 1u128);
    for (count, law) in laws {
        let parts: Vec<W> = law.iter().map(|(_, part)| part.clone()).collect();
        let common = W::in_common(&parts);
        let more = common.as_ref().and_then(|(_, of)| all.checked_mul(of.checked_pow(*count)?));
        let (Some((ways, _)), Some(more)) = (common, more) else { return Ok(None) };
        all = more;
        let (least, greatest) = ends(law);
        for _ in 0..*count {
            low += least;
            let length = length_of(row.len() + greatest.abs_diff(least) as usize, low, most);
            let mut next = vec![0; length];
            for ((gain, _), ways) in law.iter().zip(&ways) {
                let first = (gain[0].abs_diff(least) as usize).min(length - 1);
                let (within, beyond) = row.split_at(row.len().min(length - first));
                let sums = next[first..].iter_mut().zip(within);
                match ways {
                    1 => sums.for_each(|(sum, so_far)| *sum += so_far),
                    ways => sums.for_each(|(sum, so_far)| *sum += so_far * ways),
                }
                next[length - 1] += ways * beyond.iter().sum::<u128>();
            }
            row = next;
        }
    }
    let there = (low..).zip(row).filter(|(_, ways)| *ways > 0);
    Ok(there.map(|(sum, ways)| Some((sum, W::whole(ways).over(&W::whole(all))?))).collect())
}

/// Returns the number of products that all rows take, computed in advance from their lengths.
fn products_of<W>(laws: &[(u32, Shares<Vec<i32>, W>)], most: Option<i32>) -> u64 {
    let (mut low, mut length, mut products) = (0, 1, 0);
    for (count, law) in laws {
        let (least, greatest) = ends(law);
        for _ in 0..*count {
            low += least;
            products += length as u64 * law.len() as u64;
            length = length_of(length + greatest.abs_diff(least) as usize, low, most);
        }
    }
    products
}

/// Returns the smallest and the largest gain.
fn ends<W>(law: &[(Vec<i32>, W)]) -> (i32, i32) {
    let gains = || law.iter().map(|(gain, _)| gain[0]);
    (gains().min().unwrap_or(0), gains().max().unwrap_or(0))
}

/// Returns the number of sums from `low` on, of which those above `most` are clamped to it.
fn length_of(length: usize, low: i32, most: Option<i32>) -> usize {
    most.map_or(length, |most| length.min((most - low).max(0) as usize + 1))
}

/// Maximum number of sums in a row, and the maximum number of products over all rows.
pub(super) const MOST_IN_A_ROW: u64 = 1 << 18;
const MOST_IN_ROWS: u64 = 16 * MOST_PRODUCTS;

/// Maximum number of products of long rows: a few tenths of a second.
const MOST_IN_LONG_ROWS: u64 = 1 << 30;

/// Returns an upper bound on the number of distinct sums, from the lowest to the highest.
pub(super) fn sums_of<W>(laws: &[(u32, Shares<Vec<i32>, W>)]) -> u64 {
    let each = laws.iter().map(|(count, law)| {
        let (least, greatest) = ends(law);
        u64::from(*count) * u64::from(greatest.abs_diff(least))
    });
    each.sum()
}
