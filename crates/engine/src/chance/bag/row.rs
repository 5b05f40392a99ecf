//! The fold over faces where equal dice are asked for one sum: states lie in rows, by the dice that
//! are left and the sum so far, so that none is looked up.

use std::ops::Range;

use super::fold::{FoldPlan, Folded, Kind, shares};
use super::merge::{Failure, Lawful, MOST_PRODUCTS};
use super::unit::sum;
use super::{Question, RollQuery};
use crate::chance::weight::Weight;

/// The most numbers that all rows have.
const MOST: usize = 1 << 20;

/// The weights of the sums, for one number of dice that are left; those outside of `there` are
/// nothing.
struct Row<M> {
    weights: Vec<M>,
    there: Range<usize>,
}

/// The answers with their shares, as `fold` has them, and the products that were made; `None` where
/// the dice are not equal, or what is asked is no sum, or one that is cut.
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
    // From the end where less is left out. Sums of floats keep their order.
    if W::EXACT && first > kind.count - past {
        (first, past) = (kind.count - past, kind.count - first);
        faces.reverse();
    }
    // Rows that were passed on, cleared where they had numbers: a pool of many faces would clear all of
    // them for each face.
    let mut spare: Vec<Vec<W>> = Vec::new();
    for (place, (face, share)) in faces.iter().enumerate() {
        let (powers, gain) = (shares(kind.count, Some(share))?, i64::from(asked.gain(face.0)));
        let mut next: Vec<Row<W>> = std::iter::repeat_with(none).take(dice + 1).collect();
        // Behind the last that is kept the others may show any of the faces to come.
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
            // What is left at the last face shows it.
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
