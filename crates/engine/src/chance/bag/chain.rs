//! Chains of exploding dice: the distribution of the total gain of a chain.

use std::collections::BTreeSet;

use super::merge::{Cut, Failure, Lawful, Sums, merge};
use super::unit::Outcome;
use crate::chance::weight::Weight;

/// Remaining probability below which an endless chain of dice is truncated.
pub(super) const LEFT: f64 = 1e-18;

/// Returns the distribution of the gains of a whole chain of dice, one component per question, and
/// the probability that was cut off.
///
/// `first` and `added` are the distributions of the first die and of each die that follows, as
/// (gains, whether another die follows, probability). `bounds` holds an upper bound per component;
/// sums above it are clamped to it if no gain is negative. `longest` is the maximum number of dice
/// in a chain.
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
        // By increasing total, so that all probability of a state has arrived before the state is
        // processed.
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

/// Returns the joint distribution of (total, printed face of the first die) of a die whose
/// explosions add to itself.
pub(super) fn total<W: Weight>(
    first: &[Outcome<W>],
    added: &[Outcome<W>],
    bound: Option<i32>,
    longest: u32,
) -> Lawful<Cut<(i32, i32), W>> {
    let gain = |outcome: &Outcome<W>| (vec![outcome.value], outcome.again, outcome.share.clone());
    let then: Vec<_> = added.iter().map(gain).collect();
    let (mut whole, mut cut) = (Vec::new(), 0.0);
    // Printed faces may be negative, which would disable clamping, so each face gets its own chain.
    for face in first.iter().map(|outcome| outcome.printed).collect::<BTreeSet<i32>>() {
        let these = first.iter().filter(|outcome| outcome.printed == face);
        let (law, lost) = gains(&these.map(gain).collect::<Vec<_>>(), &then, &[bound], longest)?;
        cut += lost;
        whole.extend(law.into_iter().map(|(total, share)| ((total[0], face), share)));
    }
    Ok((merge(whole)?, cut))
}
