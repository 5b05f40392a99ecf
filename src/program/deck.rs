//! Cards out of a deck: how many of each kind, as a fork of the chance.

use crate::chance::{Chance, Odds};

/// Takes so many cards of a deck that has so many `left` of each kind; `taken` says how many of
/// each kind come.
///
/// One kind after the other: how many of the cards are of this kind, then of the next. So hands
/// that differ in their order alone are one.
pub(super) fn take<C: Chance>(left: &[i32], count: i32, chance: &mut C, taken: &mut [i32]) {
    let mut cards: i64 = left.iter().map(|&left| i64::from(left)).sum();
    let mut wanted = i64::from(count).clamp(0, cards);
    taken.fill(0);
    for (taken, &left) in taken.iter_mut().zip(left) {
        let left = i64::from(left);
        let others = cards - left;
        if wanted == 0 {
            return;
        }
        let least = (wanted - others).max(0);
        let most = wanted.min(left);
        let these = if wanted == 1 && least == 0 && most == 1 {
            chance.choose(&Odds::new(&[others as u64, left as u64])) as i64
        } else if least == most {
            least
        } else {
            // The number of ways in which so many of this kind are among the cards.
            let ways = |these: i64| ways(left, these).checked_mul(ways(others, wanted - these));
            let weights: Option<Vec<u64>> = (least..=most).map(ways).collect();
            let whole = weights.as_ref().and_then(|weights| {
                weights.iter().try_fold(0u64, |sum, &weight| sum.checked_add(weight))
            });
            match (weights, whole) {
                (Some(weights), Some(_)) => least + chance.choose(&Odds::new(&weights)) as i64,
                // Card by card, where the number of hands does not fit.
                _ => {
                    let (mut these, mut left, mut all) = (0, left, cards);
                    for _ in 0..wanted {
                        let odds = [(all - left) as u64, left as u64];
                        let one = left > 0 && chance.choose(&Odds::new(&odds)) == 1;
                        these += i64::from(one);
                        left -= i64::from(one);
                        all -= 1;
                    }
                    these
                }
            }
        };
        *taken = these as i32;
        wanted -= these;
        cards = others;
    }
}

/// The number of ways to take `k` of `n`, the largest number where it does not fit.
fn ways(n: i64, k: i64) -> u64 {
    let k = k.min(n - k);
    let mut ways = 1u128;
    for i in 0..k {
        ways = ways * (n - i) as u128 / (i + 1) as u128;
        if ways > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    ways as u64
}
