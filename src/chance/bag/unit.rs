//! One die and what happens to it: rolled, and as a law.

use super::merge::{Failure, merge};
use super::tray::Tray;
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

/// Rolls one die with all that follows from it.
#[inline]
pub(super) fn roll<C: Chance>(die: &Die, modifiers: &[Modifier], chance: &mut C, tray: &mut Tray) {
    if modifiers.is_empty() {
        let face = chance.face(die);
        return tray.push(face, face);
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
            return tray.push(value, face);
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
            tray.push(value, face);
        }
        if !again || links == longest.min(LONGEST) {
            if same_die {
                tray.push(total, natural);
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
                let all = sum(others.iter().map(|(_, share)| share))?;
                let mut next = Vec::new();
                for (face, again, share) in now {
                    if !hit(face) || others.is_empty() {
                        next.push((face, again, share));
                        continue;
                    }
                    for (face, part) in &others {
                        let part = part.over(&all).and_then(|part| share.then(&part));
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
pub(super) fn sum<'w, W: Weight + 'w>(weights: impl Iterator<Item = &'w W>) -> Result<W, Failure> {
    let mut sum = W::zero();
    for weight in weights {
        sum = sum.or(weight).ok_or(Failure::Overflow)?;
    }
    Ok(sum)
}
