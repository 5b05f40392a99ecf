//! Upper bounds on the number of values of bags whose values are stored in slots.

use super::{NameUsage, lines};
use crate::program::roll::MOST_DICE;
use oddsmith_base::{About, Error, Result};
use oddsmith_dice::extent;
use oddsmith_dice::syntax::{
    Argument, Comparison, Dice, Expression, Function, Kept, Kind, Member, Modifier, Operator,
    Program, Roll, Source, Statement,
};

/// Maximum number of values of a bag in slots: the maximum number of dice in a roll.
const MOST_VALUES: usize = MOST_DICE as usize;

/// Maximum number of dice that an explosion may add in slots: if nine of ten faces explode, more
/// occur once in a billion rolls.
const MOST_ADDED: usize = 200;

/// Maximum number of values of a state.
const MOST_HELD: usize = 64;

impl<'p> NameUsage<'p> {
    /// Returns the maximum number of values of a bag.
    pub fn most_values(&self, bag: &Expression) -> usize {
        let size = match &bag.kind {
            Kind::Name(name) => self.most_held(name),
            Kind::If(parts) => self.most_values(&parts[1]).max(self.most_values(&parts[2])),
            Kind::Call(Function::Draw, arguments) => match arguments.get(1) {
                Some(Argument::Value(count)) => self.most(Some(count)).min(self.cards),
                _ => 1,
            },
            Kind::Call(function, arguments) => match (function, arguments.first()) {
                (Function::Repeat, Some(Argument::Value(count))) => self.most(Some(count)),
                (_, Some(Argument::Value(inner))) => self.most_values(inner),
                _ => MOST_VALUES,
            },
            Kind::Roll(roll) => self.most_of(roll),
            _ => MOST_VALUES,
        };
        size.clamp(1, MOST_VALUES)
    }

    /// Returns the maximum number of values of a name.
    pub fn most_held(&self, name: &str) -> usize {
        let bound = || self.bags.get(name).into_iter().flatten();
        let most = || bound().map(|bag| self.most_values(bag)).max().unwrap_or(1);
        self.sizes.get(name).copied().unwrap_or_else(most)
    }

    /// Returns the maximum number of values of a roll.
    pub fn most_of(&self, roll: &Roll) -> usize {
        let dice = match &roll.source {
            Source::Dice(dice) => self.most_dice(dice, &[], &roll.modifiers),
            Source::Pool(members) => members
                .iter()
                .map(|member| match member {
                    Member::Dice(dice, own) => self.most_dice(dice, own, &roll.modifiers),
                    Member::Name(name) if self.is_bag(name) => self.most_values(name),
                    Member::Name(_) => 1,
                })
                .sum(),
        };
        let Some(keep) = &roll.keep else { return dice };
        let kept = self.most(keep.count.as_ref());
        match keep.which {
            Kept::Highest | Kept::Lowest | Kept::Middle => kept.min(dice),
            _ => dice.saturating_sub(kept),
        }
    }

    /// Returns the maximum number of values of some identical dice.
    pub fn most_dice(&self, dice: &Dice, own: &[Modifier], pool: &[Modifier]) -> usize {
        let adds = |modifier: &Modifier| matches!(modifier, Modifier::Explode(explosion) if !explosion.same_die);
        let more = if own.iter().chain(pool).any(adds) { MOST_ADDED } else { 0 };
        self.most(dice.count.as_ref()) + more
    }

    fn most(&self, count: Option<&Expression>) -> usize {
        let Some(count) = count else { return 1 };
        if let Some(number) = self.constant(count) {
            return number.max(0) as usize;
        }
        // A variable number may have a known range.
        let most = extent(count, &self.extents).number.1;
        usize::try_from(most).unwrap_or(0).min(MOST_VALUES)
    }

    /// Computes the number of values of each state that is a bag, which may grow from step to step.
    ///
    /// # Errors
    /// If one may grow beyond the limit.
    pub fn measure_states(&mut self, program: &'p Program) -> Result<()> {
        let states = || self.states.iter().filter(|name| self.asks.contains_key(*name));
        let states: Vec<&'p str> = states().copied().collect();
        let cards = self.cards;
        self.sizes = states.iter().map(|&name| (name, 1)).collect();
        let steps =
            steps_of(self, program).map_or(2 * MOST_HELD, |steps| steps.max(0) as usize + 1);
        for _ in 0..steps.min(2 * MOST_HELD) {
            let mut grown = self.sizes.clone();
            for (name, size) in &mut grown {
                let bound = self.bags.get(name).into_iter().flatten();
                let most = bound.map(|bag| match &bag.kind {
                    Kind::Roll(roll) => self.most_of(roll),
                    _ => self.most_values(bag),
                });
                *size = most.chain([*size]).max().unwrap_or(1);
                if self.holds_cards(name) {
                    *size = (*size).min(cards);
                }
            }
            if let Some((name, _)) = grown.iter().find(|(_, size)| **size > MOST_HELD) {
                let error = format!("`{name}` may grow beyond {MOST_HELD} values");
                let error = Error::question(error).with_hint(
                    "keep fewer of them (`[r, new]kh5`), or limit the steps: `until steps = 10`",
                );
                let line = lines(program).find(|line| match &line.statement {
                    Statement::State(states) => {
                        states.iter().any(|state| state.name.text == **name)
                    }
                    _ => false,
                });
                return Err(line
                    .into_iter()
                    .fold(error, |error, line| error.about(About::Lines(line.span.clone()))));
            }
            if grown == self.sizes {
                break;
            }
            self.sizes = grown;
        }
        Ok(())
    }

    /// Returns whether a name holds cards rather than dice.
    pub fn holds_cards(&self, name: &str) -> bool {
        let bound = self.bags.get(name).and_then(|bound| bound.first());
        bound.is_some_and(|bag| self.is_cards(bag))
    }

    /// Returns whether a bag consists of cards.
    pub fn is_cards(&self, bag: &Expression) -> bool {
        match &bag.kind {
            Kind::Name(name) => self.holds_cards(name),
            Kind::If(parts) => self.is_cards(&parts[1]),
            Kind::Call(function, arguments) => match (function, arguments.first()) {
                (Function::Draw, _) => true,
                (
                    Function::Rolled | Function::Without | Function::Common,
                    Some(Argument::Value(inner)),
                ) => self.is_cards(inner),
                _ => false,
            },
            Kind::Roll(roll) => match &roll.source {
                Source::Dice(_) => false,
                Source::Pool(members) => members
                    .iter()
                    .all(|member| matches!(member, Member::Name(name) if self.is_cards(name))),
            },
            _ => false,
        }
    }
}

/// Returns the maximum number of steps of a program, if it is given.
fn steps_of(names: &NameUsage<'_>, program: &Program) -> Option<i64> {
    fn within(names: &NameUsage<'_>, until: &Expression) -> Option<i64> {
        let Kind::Binary(operator, sides) = &until.kind else { return None };
        match operator {
            Operator::Or => sides.iter().filter_map(|side| within(names, side)).min(),
            Operator::Compare(Comparison::Equal | Comparison::AtLeast | Comparison::Greater) => {
                match &sides[0].kind {
                    Kind::Name(name) if name == "steps" => Some(names.constant(&sides[1])? + 1),
                    _ => None,
                }
            }
            _ => None,
        }
    }
    let course = program.course.as_ref()?;
    within(names, &course.until).into_iter().chain(course.at_most.map(i64::from)).min()
}
