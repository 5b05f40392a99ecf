//! Dice that are followed by others: the law of what a whole chain is worth.

use std::collections::BTreeSet;

use super::merge::{Cut, Failure, Lawful, Sums, merge};
use super::unit::Outcome;
use crate::chance::weight::Weight;

/// Where less than this is left, an endless chain is cut.
const LEFT: f64 = 1e-18;

/// What a chain of dice is worth: the sum, in each place, of what its dice gain.
///
/// `first` and `added` are the laws of the first die and of each that follows, by gains and
/// whether another die follows. `bounds` are the bounds of each place: what is above is taken as
/// it. `longest` is the most dice in a chain. Returns the law of gains, and what was cut.
pub(super) fn gains<W: Weight>(
    first: &[(Vec<i32>, bool, W)],
    added: &[(Vec<i32>, bool, W)],
    bounds: &[Option<i32>],
    longest: u32,
) -> Lawful<Cut<Vec<i32>, W>> {
    let rises = first.iter().chain(added).all(|(gain, ..)| gain.iter().all(|&gain| gain >= 0));
    let plus = |so_far: &[i32], gain: &[i32]| -> Vec<i32> {
        let each = so_far.iter().zip(gain).zip(bounds);
        each.map(|((a, b), bound)| bound.filter(|_| rises).map_or(a + b, |most| most.min(a + b)))
            .collect()
    };
    let nothing = vec![0; bounds.len()];
    let (mut over, mut rest) = (Sums::behind(0), Sums::behind(0));
    for (gain, again, share) in first {
        let to = if *again && longest > 1 { &mut rest } else { &mut over };
        to.add(plus(&nothing, gain), share.clone())?;
    }
    let (mut open, mut products) = rest.risen()?;
    let mut cut = 0.0;
    let endless = longest == u32::MAX;
    let grows = |(gain, again, _): &(Vec<i32>, bool, W)| {
        let mut each = gain.iter().zip(bounds);
        *again && each.any(|(&gain, bound)| gain != 0 && (bound.is_none() || !rises))
    };
    if W::EXACT && endless && added.iter().any(grows) {
        return Err(Failure::Overflow);
    }
    let mut links = 1;
    while !open.is_empty() {
        links += 1;
        let mut next = Sums::behind(products);
        let moving: f64 = open.iter().map(|(_, share)| share.value()).sum();
        if endless && !W::EXACT && moving < LEFT {
            cut += moving;
            open.drain(..).try_for_each(|(gain, share)| over.add(gain, share))?;
            break;
        }
        // By rising worth, so that what comes back to its own place is known to be all of it.
        for (so_far, share) in open {
            let mut stays = W::zero();
            if endless {
                for (gain, again, part) in added {
                    if *again && plus(&so_far, gain) == so_far {
                        stays.gain(part).ok_or(Failure::Overflow)?;
                    }
                }
            }
            let leaves = W::one().less(&stays).ok_or(Failure::Overflow)?;
            let share = if stays.is_negligible() { Some(share) } else { share.over(&leaves) };
            let share = share.ok_or(Failure::Overflow)?;
            for (gain, again, part) in added {
                let to = plus(&so_far, gain);
                let again = *again && links < longest;
                if again && endless && to == so_far {
                    continue;
                }
                let part = share.then(part).ok_or(Failure::Overflow)?;
                let end = if again { &mut next } else { &mut over };
                end.add(to, part)?;
            }
        }
        (open, products) = next.risen()?;
    }
    Ok((over.risen()?.0, cut))
}

/// The law of a die that adds to itself: its total and what it showed first.
pub(super) fn total<W: Weight>(
    first: &[Outcome<W>],
    added: &[Outcome<W>],
    bound: Option<i32>,
    longest: u32,
) -> Lawful<Cut<(i32, i32), W>> {
    let gain = |outcome: &Outcome<W>| (vec![outcome.value], outcome.again, outcome.share.clone());
    let then: Vec<_> = added.iter().map(gain).collect();
    let (mut whole, mut cut) = (Vec::new(), 0.0);
    // Printed faces may be negative, and then nothing is bounded: one chain for each of them.
    for face in first.iter().map(|outcome| outcome.printed).collect::<BTreeSet<i32>>() {
        let these = first.iter().filter(|outcome| outcome.printed == face);
        let (law, lost) = gains(&these.map(gain).collect::<Vec<_>>(), &then, &[bound], longest)?;
        cut += lost;
        whole.extend(law.into_iter().map(|(total, share)| ((total[0], face), share)));
    }
    Ok((merge(whole)?, cut))
}
