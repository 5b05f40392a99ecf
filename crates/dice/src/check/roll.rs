//! Check of rolls: no dice, more kept than rolled, dice that never stop.

use std::ops::Range;

use super::checker::{Checker, ValueKind};
use super::constant::{Values, constant, faces, matches_face};
use crate::fault::{Fault, Read};
use crate::syntax::{Dice, Expression, Kept, Member, Modifier, Roll, Shown, Sides, Source, When};

/// Maximum number of dice in a roll, and of sides of a die.
const MOST_DICE: i64 = 1000;
const MOST_SIDES: i64 = 10_000;

impl Checker<'_> {
    /// Checks a roll and returns its nature.
    pub fn rolled(&mut self, roll: &mut Roll, span: &Range<usize>) -> Read<ValueKind> {
        let (mut letters, mut size) = (String::new(), Some(0));
        let (mut only_letters, mut cards) = (false, false);
        match &mut roll.source {
            Source::Dice(dice) => {
                size = self.dice(dice, &mut letters)?;
                only_letters = !letters.is_empty();
                never_ends(dice, &roll.modifiers, span, &|_| None)?;
            }
            Source::Pool(members) => {
                cards = !members.is_empty();
                for member in members {
                    cards &= matches!(member, Member::Name(_));
                    let of = match member {
                        Member::Dice(dice, modifiers) => {
                            let all: Vec<Modifier> =
                                modifiers.iter().chain(&roll.modifiers).cloned().collect();
                            never_ends(dice, &all, span, &|_| None)?;
                            modifiers
                                .iter_mut()
                                .try_for_each(|modifier| self.modifier(modifier))?;
                            self.dice(dice, &mut letters)?
                        }
                        Member::Name(name) => match self.nature(name)? {
                            ValueKind::Roll { letters: own, kept } => {
                                letters += &own;
                                cards = false;
                                kept
                            }
                            ValueKind::Cards => None,
                            _ => {
                                return Err(Fault::new(
                                    &name.span,
                                    format!("`{name}` is not a roll"),
                                )
                                .with_hint("a pool takes dice and names of rolls or cards"));
                            }
                        },
                    };
                    size = size.zip(of).map(|(all, more)| all + more);
                }
            }
        }
        roll.modifiers.iter_mut().try_for_each(|modifier| self.modifier(modifier))?;
        if let Source::Dice(dice) = &roll.source
            && roll.modifiers.is_empty()
        {
            roll.tally.iter().try_for_each(|when| never_shown(dice, when, span))?;
        }
        if only_letters
            && !(roll.modifiers.is_empty() && roll.tally.is_empty() && roll.keep.is_none())
        {
            return Err(Fault::new(span, "letters have no order")
                .with_hint(format!("count them: `count(r, {})`", &letters[..1])));
        }
        let adds = |modifier: &Modifier| matches!(modifier, Modifier::Explode(of) if !of.same_die);
        if roll.modifiers.iter().any(adds) {
            size = None;
        }
        if let Some(keep) = &mut roll.keep {
            let drops = keep.which.drops();
            let what = if drops { "dropped" } else { "kept" };
            let mut kept = Some(1);
            if let Some(count) = &mut keep.count {
                self.fixed(count, "what is kept")?;
                kept = constant(count, &|_| None);
                if let Some(number @ ..0) = kept {
                    return Err(Fault::new(&count.span, format!("{number} are {what}"))
                        .with_hint("the number of dice must be 0 or more"));
                }
                if kept == Some(0) && !drops {
                    return Err(Fault::new(&count.span, "this keeps no dice")
                        .with_hint("keep at least one die"));
                }
            }
            if let Some((kept, size)) = kept.zip(size) {
                if kept > size {
                    return Err(Fault::new(span, format!("{kept} are {what} of {size}"))
                        .with_hint(format!("at most {size}")));
                }
                if keep.which == Kept::Middle && (size - kept) % 2 != 0 {
                    let higher = (size - kept) / 2 + 1;
                    let hint = match kept {
                        1 => format!(
                            "name the roll `r`: `nth(r, {higher})` is the higher of the two in the middle, `nth(r, {})` the lower",
                            higher + 1
                        ),
                        _ => "keep one die more or fewer".to_owned(),
                    };
                    let message = format!("{kept} of {size} dice have no middle");
                    return Err(Fault::new(span, message).with_hint(hint));
                }
            }
            size = if drops { size.zip(kept).map(|(size, kept)| size - kept) } else { kept };
        }
        roll.tally.iter_mut().try_for_each(|when| self.when(when))?;
        if !roll.tally.is_empty() {
            return Ok(ValueKind::Number);
        }
        if cards {
            return Ok(ValueKind::Cards);
        }
        let mut seen: Vec<char> = letters.chars().collect();
        seen.sort_unstable();
        seen.dedup();
        Ok(ValueKind::Roll { letters: seen.into_iter().collect(), kept: size })
    }

    /// Checks dice of one kind, and returns their number if it is fixed.
    fn dice(&mut self, dice: &mut Dice, letters: &mut String) -> Read<Option<i64>> {
        let count = match &mut dice.count {
            None => Some(1),
            Some(count) => {
                self.fixed(count, "the number of dice")?;
                self.within(count, 1..=MOST_DICE, "dice")?
            }
        };
        match &mut dice.sides {
            Sides::Number(sides) => {
                self.fixed(sides, "the number of sides")?;
                self.within(sides, 1..=MOST_SIDES, "sides")?;
            }
            Sides::Faces(faces) => {
                for face in faces {
                    if let Shown::Letters(shown) = &face.shown {
                        letters.push_str(shown);
                    }
                }
            }
            Sides::Percent | Sides::Fate | Sides::Card => {}
        }
        Ok(count)
    }

    /// Checks that a number is in its range if it is fixed, and returns it.
    fn within(
        &self,
        number: &Expression,
        range: std::ops::RangeInclusive<i64>,
        what: &str,
    ) -> Read<Option<i64>> {
        let known = constant(number, &|_| None);
        match known.filter(|known| !range.contains(known)) {
            Some(wrong) => Err(Fault::new(&number.span, format!("{wrong} {what}"))
                .with_hint(format!("{what} are 1 to {}", range.end()))),
            None => Ok(known),
        }
    }

    fn modifier(&mut self, modifier: &mut Modifier) -> Read<()> {
        match modifier {
            Modifier::Explode(explosion) => {
                explosion.when.as_mut().map_or(Ok(()), |when| self.when(when))
            }
            Modifier::Reroll { when, .. } => self.when(when),
            Modifier::AtLeast(number) | Modifier::AtMost(number) => self.fixed(number, "a face"),
        }
    }
}

/// Refuses a count of faces that the die lacks, if its faces are known.
fn never_shown(dice: &Dice, when: &When, span: &Range<usize>) -> Read<()> {
    let Some(faces) = shown(dice, &|_| None) else { return Ok(()) };
    let met = |&face: &i64| matches_face(when, face, &|_| None) != Some(false);
    if faces.iter().any(met) { Ok(()) } else { Err(not_shown(&faces, span)) }
}

fn not_shown(faces: &[i64], span: &Range<usize>) -> Fault {
    let (low, high) = (faces.iter().min().unwrap_or(&0), faces.iter().max().unwrap_or(&0));
    Fault::new(span, format!("no face matches: the die has {low} to {high}"))
        .with_hint("use one of its faces; to compare the sum write `(6d6) >= 7`")
}

/// Refuses dice that are rolled forever, if their faces are known.
fn never_ends(
    dice: &Dice,
    modifiers: &[Modifier],
    span: &Range<usize>,
    values: Values,
) -> Read<()> {
    let Some(faces) = shown(dice, values) else { return Ok(()) };
    let again = |face: i64| {
        modifiers.iter().any(|modifier| match modifier {
            Modifier::Reroll { once: false, when } => {
                matches_face(when, face, values) == Some(true)
            }
            _ => false,
        })
    };
    for modifier in modifiers {
        let (what, when) = match modifier {
            Modifier::AtLeast(_) | Modifier::AtMost(_) => return Ok(()),
            Modifier::Reroll { once: false, .. } if faces.iter().all(|&face| again(face)) => {
                ("rolled again", None)
            }
            Modifier::Reroll { once: true, .. } => continue,
            Modifier::Reroll { when, .. } => ("rolled again", Some(when)),
            Modifier::Explode(explosion) if !explosion.once => {
                ("exploding", explosion.when.as_ref())
            }
            Modifier::Explode(_) => continue,
        };
        // A die that is rerolled or added may show any face, whatever modifiers come before.
        let highest = faces.iter().copied().max();
        let matched: Option<Vec<bool>> = faces
            .iter()
            .map(|&face| match when {
                None => Some(what == "rolled again" || Some(face) == highest),
                Some(when) => matches_face(when, face, values),
            })
            .collect();
        let Some(matched) = matched else { return Ok(()) };
        if !matched.contains(&true) {
            return Err(not_shown(&faces, span));
        }
        if matched.iter().all(|matched| *matched) {
            return Err(Fault::new(span, format!("every face is {what}, so this never ends"))
                .with_hint("leave out a face, so that the die can stop"));
        }
    }
    Ok(())
}

/// Returns the numbers on a die, if they are known and not too many.
fn shown(dice: &Dice, values: Values) -> Option<Vec<i64>> {
    match &dice.sides {
        Sides::Faces(all) => {
            let mut shown = Vec::new();
            for face in all {
                match face.shown {
                    Shown::Numbers(low, high) => shown.extend(low..=high),
                    _ => shown.push(0),
                }
            }
            Some(shown)
        }
        sides => {
            let (low, high) = faces(sides, values)?;
            (low <= high && high <= MOST_SIDES).then(|| (low..=high).collect())
        }
    }
}
