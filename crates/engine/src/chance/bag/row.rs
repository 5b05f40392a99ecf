//! The fold over faces specialized for identical dice and one sum: states lie in dense rows indexed
//! by the dice left and the sum so far, so no hash map is needed.

use std::ops::Range;

use super::fold::{FoldPlan, Folded, Kind, shares};
use super::merge::{Failure, Lawful, MOST_PRODUCTS};
use super::unit::sum;
use super::{Question, RollQuery};
use crate::chance::weight::Weight;

/// Maximum number of entries in all rows.
const MOST: usize = 1 << 20;

/// The weights of the sums for one number of dice left; entries outside the range `there` are zero.
struct Row<M> {
    weights: Vec<M>,
    there: Range<usize>,
}

/// Returns the distribution of the answers, in the form of `fold`, and the count of products;
/// `None` if the dice differ or the question is not an unbounded sum.
pub(super) fn in_rows<W: Weight>(
    kinds: &[Kind<W>],
    plan: &FoldPlan<'_>,
    products: u64,
) -> Lawful<Option<Folded<W>>> {
    let ([kind], [Question { asked, most: None, .. }]) = (kinds, plan.questions) else {
        return Ok(None);
    };
    if !matches!(asked, RollQuery::Sum | RollQuery::Tally(_)) {
        return Ok(None);
    }
    let (dice, (mut first, mut past)) = (kind.count, plan.ranks[0]);
    let gains = || kind.law.iter().map(|((value, _), _)| i64::from(asked.gain(*value)));
    let kept = i64::from(past.min(dice).saturating_sub(first));
    let low = kept * gains().min().unwrap_or(0).min(0);
    let width = kept * gains().max().unwrap_or(0).max(0) - low + 1;
    let fits = usize::try_from(width).is_ok_and(|width| width <= MOST / (dice as usize + 1));
    if !fits {
        return Ok(None);
    }
    let (width, dice, mut products) = (width as usize, dice as usize, products);
    let none = || Row { weights: Vec::new(), there: 0..0 };
    let mut rows: Vec<Row<W>> = std::iter::repeat_with(none).take(dice + 1).collect();
    let start = -low as usize;
    rows[dice] = Row { weights: vec![W::zero(); width], there: start..start + 1 };
    rows[dice].weights[start] = W::one();
    let mut faces: Vec<&((i32, i32), W)> = kind.law.iter().collect();
    faces.sort_unstable_by_key(|(face, _)| std::cmp::Reverse(*face));
    // Start from the end where fewer dice are dropped. Float sums keep their order.
    if W::EXACT && first > kind.count - past {
        (first, past) = (kind.count - past, kind.count - first);
        faces.reverse();
    }
    // Reuse rows, clearing only the range that was written: a pool of many faces would otherwise
    // clear whole rows for each face.
    let mut spare: Vec<Vec<W>> = Vec::new();
    for (place, (face, share)) in faces.iter().enumerate() {
        let (powers, gain) = (shares(kind.count, Some(share))?, i64::from(asked.gain(face.0)));
        let mut next: Vec<Row<W>> = std::iter::repeat_with(none).take(dice + 1).collect();
        // Once all kept dice are assigned, the remaining dice may show any later face.
        let mut others = vec![W::one()];
        if W::EXACT && (past as usize) < dice {
            std::mem::swap(&mut next[0], &mut rows[0]);
            let behind = sum(faces[place + 1..].iter().map(|(_, share)| share))?;
            for count in 0..dice - past as usize {
                others.push(others[count].then(&behind).ok_or(Failure::Overflow)?);
            }
        }
        for (left, row) in rows.iter().enumerate().filter(|(_, row)| !row.there.is_empty()) {
            let plain: Vec<W::Plain> =
                row.weights[row.there.clone()].iter().map(W::plain).collect();
            // At the last face, all dice left show it.
            let least = if place + 1 == faces.len() { left } else { 0 };
            for (shown, ways) in powers[left].iter().enumerate().skip(least) {
                let before = (dice - left) as u32;
                let ends = before + shown as u32;
                let counts = ends.min(past).saturating_sub(before.max(first));
                let shift = i64::from(counts) * gain;
                let from = (row.there.start as i64 + shift) as usize;
                let rest = left - shown;
                let (rest, ways) = match W::EXACT && ends >= past && rest > 0 {
                    true => (0, &ways.then(&others[rest]).ok_or(Failure::Overflow)?),
                    false => (rest, ways),
                };
                let to = &mut next[rest];
                if to.weights.is_empty() {
                    to.weights = spare.pop().unwrap_or_else(|| vec![W::zero(); width]);
                }
                W::add_each(&mut to.weights[from..from + plain.len()], &plain, ways)
                    .ok_or(Failure::Overflow)?;
                to.there = match to.there.is_empty() {
                    true => from..from + plain.len(),
                    false => to.there.start.min(from)..to.there.end.max(from + plain.len()),
                };
                products += plain.len() as u64;
            }
        }
        if products > MOST_PRODUCTS {
            return Err(Failure::Budget);
        }
        if !W::EXACT {
            next.iter_mut().flat_map(|row| &mut row.weights[row.there.clone()]).for_each(
                |weight| {
                    if weight.value() < plan.least {
                        *weight = W::zero();
                    }
                },
            );
        }
        for mut row in std::mem::replace(&mut rows, next) {
            if !row.weights.is_empty() {
                row.weights[row.there].fill(W::zero());
                spare.push(row.weights);
            }
        }
    }
    let sums = (low..).zip(rows.swap_remove(0).weights);
    let came = sums.filter(|(_, weight)| weight.value() > 0.0);
    Ok(Some((came.map(|(sum, weight)| (vec![sum as i32], weight)).collect(), products)))
}
