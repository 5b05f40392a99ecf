//! How many values a bag may have, where they lie in places.

use super::Names;
use crate::dice::syntax::{Argument, Expression, Function, Kind, Member, Modifier, Source};

/// The most values of a bag that lie in places, where no number says how many there are.
const MOST_VALUES: usize = 24;

impl<'p> Names<'p> {
    /// The most values that a bag may have.
    pub fn most_values(&self, bag: &Expression, deep: u32) -> usize {
        if deep > 6 {
            return MOST_VALUES;
        }
        let most = |count: Option<&Expression>| match count {
            None => 1,
            Some(count) => {
                let number = self.constant(count).map(|number| number.max(0) as usize);
                number.unwrap_or(MOST_VALUES)
            }
        };
        let size = match &bag.kind {
            Kind::Name(name) => {
                let bound = self.bags.get(name.as_str());
                let each = bound.into_iter().flatten().map(|bag| self.most_values(bag, deep + 1));
                let is_state = self.states.contains(&name.as_str());
                let own: Vec<usize> = each.collect();
                match is_state {
                    true => own.first().copied().unwrap_or(MOST_VALUES),
                    false => own.into_iter().max().unwrap_or(MOST_VALUES),
                }
            }
            Kind::If(parts) => {
                self.most_values(&parts[1], deep + 1).max(self.most_values(&parts[2], deep + 1))
            }
            Kind::Call(Function::Draw, arguments) => match arguments.get(1) {
                Some(Argument::Value(count)) => most(Some(count)),
                _ => 1,
            },
            Kind::Call(Function::Repeat, arguments) => match arguments.first() {
                Some(Argument::Value(count)) => most(Some(count)),
                _ => MOST_VALUES,
            },
            Kind::Call(_, arguments) => match arguments.first() {
                Some(Argument::Value(inner)) => self.most_values(inner, deep + 1),
                _ => MOST_VALUES,
            },
            Kind::Roll(roll) => {
                let explodes = |modifiers: &[Modifier]| {
                    let adds = |modifier: &Modifier| matches!(modifier, Modifier::Explode(explosion) if !explosion.same_die);
                    if modifiers.iter().any(adds) { MOST_VALUES } else { 0 }
                };
                let dice = match &roll.source {
                    Source::Dice(dice) => most(dice.count.as_ref()),
                    Source::Pool(members) => members
                        .iter()
                        .map(|member| match member {
                            Member::Dice(dice, own) => most(dice.count.as_ref()) + explodes(own),
                            Member::Name(name) => self.most_values(name, deep + 1),
                        })
                        .sum(),
                };
                let dice = dice + explodes(&roll.modifiers);
                match &roll.keep {
                    None => dice,
                    Some(keep) => {
                        let kept = most(keep.count.as_ref());
                        use crate::dice::syntax::Kept;
                        match keep.which {
                            Kept::Highest | Kept::Lowest | Kept::Middle => kept.min(dice),
                            _ => dice.saturating_sub(kept),
                        }
                    }
                }
            }
            _ => MOST_VALUES,
        };
        size.clamp(1, 64)
    }
}
