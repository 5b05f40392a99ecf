//! A single die with its modifiers: its roll and its distribution.

use super::merge::{Failure, merge};
use super::{Faces, Modifier};
use crate::chance::weight::Weight;
use crate::chance::{Chance, Die};

/// Maximum number of dice in a sampled chain; only a die that explodes on nearly all of a million
/// faces would reach it.
const LONGEST: u32 = 1_000_000;

/// Returns the explosion among these modifiers: its index, faces, `same_die`, `penetrates` and
/// `longest`.
pub(super) fn explosion(modifiers: &[Modifier]) -> Option<(usize, &Faces, bool, bool, u32)> {
    modifiers.iter().enumerate().find_map(|(place, modifier)| match modifier {
        Modifier::Explode { when, same_die, penetrates, longest } => {
            Some((place, when, *same_die, *penetrates, *longest))
        }
        _ => None,
    })
}

/// Applies the clamping modifiers to a face.
#[inline]
pub(super) fn seen(face: i32, modifiers: &[Modifier]) -> i32 {
    modifiers.iter().fold(face, |face, modifier| match modifier {
        Modifier::AtLeast(least) => face.max(*least),
        Modifier::AtMost(most) => face.min(*most),
        _ => face,
    })
}

/// Returns the lowest and the highest final value of a die.
///
/// A rerolled or added face passes only the modifiers from that reroll or explosion on.
pub(super) fn ends(die: &Die, modifiers: &[Modifier]) -> (i32, i32) {
    let rolls = |modifier: &Modifier| {
        matches!(modifier, Modifier::Explode { .. } | Modifier::Reroll { .. })
    };
    let later = (0..modifiers.len()).filter(|&place| rolls(&modifiers[place]));
    let from = std::iter::once(0).chain(later).map(|place| &modifiers[place..]);
    // An added die may count one less.
    let less = explosion(modifiers).map_or(0, |(_, _, _, penetrates, _)| i32::from(penetrates));
    let ends = from.map(|rest| (seen(die.low() - less, rest), seen(die.high(), rest)));
    ends.fold((i32::MAX, i32::MIN), |(low, high), (one, other)| (low.min(one), high.max(other)))
}

/// Returns the index of the first modifier that would reroll or explode forever on every face.
pub(super) fn endless(die: &Die, modifiers: &[Modifier]) -> Option<usize> {
    let mut less = 0;
    modifiers.iter().position(|modifier| {
        let when = match modifier {
            Modifier::Reroll { once: false, when } => when,
            Modifier::Explode { when, longest, penetrates, .. } => {
                less = i32::from(*penetrates);
                if *longest < u32::MAX {
                    return false;
                }
                when
            }
            _ => return false,
        };
        // A rerolled or added die may show any face, whatever the previous one was.
        let every = |less: i32| die.kinds().iter().all(|&(face, _)| when.has(face - less));
        match modifier {
            Modifier::Reroll { .. } => every(0) || every(less),
            _ => every(0),
        }
    })
}

/// Rolls one die with all dice that follow from it, and calls `push` with the (value, printed face)
/// of each resulting die.
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
        // The most common case, without the bookkeeping of the others.
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
        let (mut value, mut less, mut again) = (face, 0, false);
        for modifier in &modifiers[from..] {
            match modifier {
                Modifier::Reroll { once, when } => {
                    let mut matches = when.has(value);
                    while matches {
                        face = chance.face(die);
                        value = face - less;
                        matches = !once && when.has(value);
                    }
                }
                Modifier::Explode { when, penetrates, .. } => {
                    again = when.has(value);
                    less = i32::from(*penetrates && links > 0);
                    value -= less;
                }
                Modifier::AtLeast(least) => value = value.max(*least),
                Modifier::AtMost(most) => value = value.min(*most),
            }
        }
        links += 1;
        let Some((place, _, same_die, _, longest)) = explosion else {
            return push(value, face);
        };
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

/// One outcome of a die: its value, its printed face, whether another die follows, and its
/// probability.
#[derive(Clone, Debug)]
pub(super) struct Outcome<W> {
    pub value: i32,
    pub printed: i32,
    pub again: bool,
    pub share: W,
}

/// Returns the distribution of one die, without the dice that follow from it.
///
/// `first` is true for the first die of a chain; an added die passes only the modifiers from the
/// explosion on, and counts one less if it penetrates. Each modifier sees the value left by the
/// previous ones.
pub(super) fn law<W: Weight>(
    die: &Die,
    modifiers: &[Modifier],
    first: bool,
) -> Result<Vec<Outcome<W>>, Failure> {
    let explosion = explosion(modifiers);
    let from = if first { 0 } else { explosion.map_or(0, |(place, ..)| place) };
    let share = |copies: u64| W::cases(copies, die.sides());
    let fresh: Vec<(i32, W)> =
        die.kinds().iter().map(|&(face, copies)| (face, share(copies))).collect();
    // (value, printed face, whether another die follows), with the probability.
    let mut now: Vec<((i32, i32, bool), W)> =
        fresh.iter().map(|(face, share)| ((*face, *face, false), share.clone())).collect();
    let mut less = 0;
    for modifier in &modifiers[from..] {
        match modifier {
            Modifier::Explode { when, penetrates, .. } => {
                less = i32::from(*penetrates && !first);
                for ((value, _, again), _) in &mut now {
                    *again = when.has(*value);
                    *value -= less;
                }
            }
            Modifier::Reroll { once, when } => {
                let others = fresh.iter().filter(|(face, _)| *once || !when.has(face - less));
                let others: Vec<(i32, W)> = others.cloned().collect();
                if others.is_empty() {
                    continue;
                }
                let all = sum(others.iter().map(|(_, share)| share))?;
                let mut next = Vec::new();
                for again in [false, true] {
                    let of = now.iter().filter(|((.., other), _)| *other == again);
                    let (rolled, stays): (Vec<_>, Vec<_>) =
                        of.cloned().partition(|((value, ..), _)| when.has(*value));
                    next.extend(stays);
                    let anew = sum(rolled.iter().map(|(.., share)| share))?;
                    for (face, part) in others.iter().filter(|_| !rolled.is_empty()) {
                        let part = part.over(&all).and_then(|part| anew.then(&part));
                        let shown = (*face - less, *face, again);
                        next.push((shown, part.ok_or(Failure::Overflow)?));
                    }
                }
                now = next;
            }
            Modifier::AtLeast(least) => {
                now.iter_mut().for_each(|((value, ..), _)| *value = *least.max(value));
            }
            Modifier::AtMost(most) => {
                now.iter_mut().for_each(|((value, ..), _)| *value = *most.min(value));
            }
        }
    }
    let outcomes = merge(now)?.into_iter();
    Ok(outcomes
        .map(|((value, printed, again), share)| Outcome { value, printed, again, share })
        .collect())
}

/// Returns the sum of some weights.
pub(super) fn sum<'w, W: Weight + 'w>(
    mut weights: impl Iterator<Item = &'w W>,
) -> Result<W, Failure> {
    let mut sum = W::zero();
    weights.try_for_each(|weight| sum.gain(weight)).ok_or(Failure::Overflow)?;
    Ok(sum)
}
