//! One die and what happens to it: rolled, and as a law.

use super::merge::{Failure, merge};
use super::{Faces, Modifier};
use crate::chance::weight::Weight;
use crate::chance::{Chance, Die};

/// The most dice of a chain that a sampled roll follows: with a die that explodes on all of its
/// faces but one of a million, longer ones do not come.
const LONGEST: u32 = 1_000_000;

/// The explosion among some modifiers: its place, and the most dice in a chain.
pub(super) fn explosion(modifiers: &[Modifier]) -> Option<(usize, &Faces, bool, bool, u32)> {
    modifiers.iter().enumerate().find_map(|(place, modifier)| match modifier {
        Modifier::Explode { when, same_die, penetrates, longest } => {
            Some((place, when, *same_die, *penetrates, *longest))
        }
        _ => None,
    })
}

/// What a face reads as after these modifiers.
#[inline]
pub(super) fn seen(face: i32, modifiers: &[Modifier]) -> i32 {
    modifiers.iter().fold(face, |face, modifier| match modifier {
        Modifier::AtLeast(least) => face.max(*least),
        Modifier::AtMost(most) => face.min(*most),
        _ => face,
    })
}

/// The first of these modifiers by which such a die would roll on for ever, whatever it shows.
pub(super) fn endless(die: &Die, modifiers: &[Modifier]) -> Option<usize> {
    modifiers.iter().enumerate().position(|(place, modifier)| {
        let when = match modifier {
            Modifier::Reroll { once: false, when } => when,
            Modifier::Explode { when, longest: u32::MAX, .. } => when,
            _ => return false,
        };
        // A die that an explosion adds may show any face, whatever was rolled again before.
        die.kinds().iter().all(|&(face, _)| when.has(seen(face, &modifiers[..place])))
    })
}

/// Rolls one die with all that follows from it; `push` is told of each die that then lies there: its
/// value and what it printed.
#[inline]
pub(super) fn roll<C: Chance>(
    die: &Die,
    modifiers: &[Modifier],
    chance: &mut C,
    mut push: impl FnMut(i32, i32),
) {
    if modifiers.is_empty() {
        let face = chance.face(die);
        return push(face, face);
    }
    if let [Modifier::Explode { when, same_die: false, penetrates, longest }] = modifiers {
        // The commonest of all, without what only others need.
        let (mut links, less) = (0, i32::from(*penetrates));
        loop {
            let face = chance.face(die);
            push(if links > 0 { face - less } else { face }, face);
            links += 1;
            if !when.has(face) || links == (*longest).min(LONGEST) {
                return;
            }
        }
    }
    let explosion = explosion(modifiers);
    let (mut from, mut links, mut total, mut natural) = (0, 0, 0, 0);
    loop {
        let mut face = chance.face(die);
        let mut again = false;
        for (place, modifier) in modifiers.iter().enumerate().skip(from) {
            match modifier {
                Modifier::Reroll { once, when } => {
                    let mut matches = when.has(seen(face, &modifiers[..place]));
                    while matches {
                        face = chance.face(die);
                        matches = !once && when.has(seen(face, &modifiers[..place]));
                    }
                }
                Modifier::Explode { when, .. } => {
                    again = when.has(seen(face, &modifiers[..place]));
                }
                _ => {}
            }
        }
        let mut value = seen(face, modifiers);
        links += 1;
        let Some((place, _, same_die, penetrates, longest)) = explosion else {
            return push(value, face);
        };
        if links > 1 && penetrates {
            value -= 1;
        }
        if same_die {
            if links == 1 {
                natural = face;
            }
            total += value;
        } else {
            push(value, face);
        }
        if !again || links == longest.min(LONGEST) {
            if same_die {
                push(total, natural);
            }
            return;
        }
        from = place;
    }
}

/// One outcome of a die: its value, what it showed, whether another die follows, and its share.
#[derive(Clone, Debug)]
pub(super) struct Outcome<W> {
    pub value: i32,
    pub printed: i32,
    pub again: bool,
    pub share: W,
}

/// The law of one die, without the dice that follow from it. `first` is the first die of a chain;
/// an added one passes only what stands right of the explosion, and counts one less where it
/// penetrates.
pub(super) fn law<W: Weight>(
    die: &Die,
    modifiers: &[Modifier],
    first: bool,
) -> Result<Vec<Outcome<W>>, Failure> {
    let explosion = explosion(modifiers);
    let from = if first { 0 } else { explosion.map_or(0, |(place, ..)| place) };
    // By face and whether another follows.
    let share = |copies: u64| W::cases(copies, die.sides());
    let fresh: Vec<(i32, W)> =
        die.kinds().iter().map(|&(face, copies)| (face, share(copies))).collect();
    let mut now: Vec<(i32, bool, W)> =
        fresh.iter().map(|(face, share)| (*face, false, share.clone())).collect();
    for (place, modifier) in modifiers.iter().enumerate().skip(from) {
        match modifier {
            Modifier::Explode { when, .. } => {
                for (face, again, _) in &mut now {
                    *again = when.has(seen(*face, &modifiers[..place]));
                }
            }
            Modifier::Reroll { once, when } => {
                let hit = |face: i32| when.has(seen(face, &modifiers[..place]));
                let others = fresh.iter().filter(|(face, _)| *once || !hit(*face));
                let others: Vec<(i32, W)> = others.cloned().collect();
                if others.is_empty() {
                    continue;
                }
                let all = sum(others.iter().map(|(_, share)| share))?;
                let mut next = Vec::new();
                for again in [false, true] {
                    let of = now.iter().filter(|(_, other, _)| *other == again);
                    let (rolled, stays): (Vec<_>, Vec<_>) =
                        of.cloned().partition(|(face, ..)| hit(*face));
                    next.extend(stays);
                    let anew = sum(rolled.iter().map(|(.., share)| share))?;
                    for (face, part) in others.iter().filter(|_| !rolled.is_empty()) {
                        let part = part.over(&all).and_then(|part| anew.then(&part));
                        next.push((*face, again, part.ok_or(Failure::Overflow)?));
                    }
                }
                now = next;
            }
            _ => {}
        }
    }
    let penalty = i32::from(!first && explosion.is_some_and(|(_, _, _, penetrates, _)| penetrates));
    let outcomes = now
        .into_iter()
        .map(|(face, again, share)| ((seen(face, modifiers) - penalty, face, again), share));
    let outcomes = merge(outcomes)?.into_iter();
    Ok(outcomes
        .map(|((value, printed, again), share)| Outcome { value, printed, again, share })
        .collect())
}

/// The sum of some weights.
pub(super) fn sum<'w, W: Weight + 'w>(
    mut weights: impl Iterator<Item = &'w W>,
) -> Result<W, Failure> {
    let mut sum = W::zero();
    weights.try_for_each(|weight| sum.gain(weight)).ok_or(Failure::Overflow)?;
    Ok(sum)
}
