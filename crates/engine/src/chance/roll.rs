//! A little algebra of dice: "2d6+1", "3d6 keep highest 2", "(d6-1)*4", "d20 again 10 20",
//! "card54".

use super::dice::{DEEPEST, Dice, LARGEST, Op};
use super::notation::compile;
use super::{Chance, Die, Keep};
use oddsmith_base::{Error, Result};

/// A dice expression, compiled.
///
/// # Grammar
/// Sums, differences and products of numbers, brackets and dice. Dice are `[COUNT]dSIDES` or
/// `card54` (a card of a full
/// deck: 1 to 13 four times, two jokers of 15), then `keep highest K` or `keep lowest K`, then
/// `again FACE …`: a die that
/// shows such a face is rolled again and added, at most twelve dice in a chain. `_` and space are
/// the same.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::{Chance, Roll, Scripted};
///
/// let roll = Roll::parse("3d6 keep highest 2")?;
/// let mut script = Scripted::parse("face 2, face 6, face 5")?;
/// assert_eq!(roll.total(&mut script), 11);
/// assert_eq!(roll.range(), (2, 12));
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// In postfix order, for a stack machine.
    steps: Vec<Op>,
    range: (i32, i32),
}

/// Before the first throw (the default), or between two. States that are equal go on alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rolling {
    at: u8,
    /// The numbers that wait, 0 above `waiting`.
    stack: [i32; DEEPEST],
    waiting: u8,
}

impl Roll {
    /// Compiles an expression.
    ///
    /// # Errors
    /// If it is none, or its numbers are absurd.
    pub fn parse(text: &str) -> Result<Roll> {
        let (steps, range) = compile(text)?;
        Ok(Roll { steps, range })
    }

    /// One card of a deck with these values, `(value, copies)` each, full again every time.
    ///
    /// # Errors
    /// If there are no cards, or more than 65,536, or one is worth more than a million.
    pub fn of_cards(cards: &[(i32, u32)]) -> Result<Roll> {
        let count: u64 = cards.iter().map(|&(_, copies)| u64::from(copies)).sum();
        if !(1..=65_536).contains(&count) {
            return Err(Error::question(format!("a deck of {count} cards"))
                .with_hint("a deck has 1 to 65536 cards"));
        }
        let dear = |(value, _): &&(i32, u32)| i64::from(*value).abs() > LARGEST;
        if let Some((value, _)) = cards.iter().find(dear) {
            return Err(Error::question(format!("a card of {value}"))
                .with_hint("cards are worth at most a million"));
        }
        let values: Vec<i32> =
            cards.iter().flat_map(|&(value, copies)| (0..copies).map(move |_| value)).collect();
        let die = Die::cards(&values);
        let range = (die.low(), die.high());
        let card = Op::Dice(Dice { die, count: 1, keep: Keep::All, again: Vec::new() });
        Ok(Roll { steps: vec![card], range })
    }

    /// The lowest and the highest total.
    pub fn range(&self) -> (i32, i32) {
        self.range
    }

    /// Whether it makes no throw.
    pub fn is_sure(&self) -> bool {
        !self.steps.iter().any(|step| matches!(step, Op::Dice(_)))
    }

    /// Makes one more throw, if there is one: returns the state of the roll or, where none is left,
    /// the total. A roll begins with `Rolling::default()`.
    pub fn roll<C: Chance>(
        &self,
        mut rolling: Rolling,
        chance: &mut C,
    ) -> std::result::Result<Rolling, i32> {
        let sure = self.settle(&mut rolling);
        let total = sure.or_else(|| {
            self.throw(&mut rolling, chance);
            self.settle(&mut rolling)
        });
        total.map_or(Ok(rolling), Err)
    }

    /// The whole roll at once.
    #[inline]
    pub fn total<C: Chance>(&self, chance: &mut C) -> i32 {
        let mut rolling = Rolling::default();
        loop {
            if let Some(total) = self.settle(&mut rolling) {
                return total;
            }
            self.throw(&mut rolling, chance);
        }
    }

    /// Makes the throw that comes next, if one does.
    #[inline]
    fn throw<C: Chance>(&self, rolling: &mut Rolling, chance: &mut C) {
        if let Some(Op::Dice(dice)) = self.steps.get(usize::from(rolling.at)) {
            push(rolling, dice.throw(chance));
            rolling.at += 1;
        }
    }

    /// Runs all operations up to the next throw, or to the end: then it has the total.
    #[inline]
    fn settle(&self, rolling: &mut Rolling) -> Option<i32> {
        loop {
            match self.steps.get(usize::from(rolling.at)) {
                None => return Some(rolling.stack[0]),
                Some(Op::Dice(_)) => return None,
                Some(Op::Number(number)) => push(rolling, *number),
                Some(op) => {
                    let right = pop(rolling);
                    let left = pop(rolling);
                    let result = match op {
                        Op::Add => left + right,
                        Op::Subtract => left - right,
                        _ => left * right,
                    };
                    push(rolling, result);
                }
            }
            rolling.at += 1;
        }
    }
}

fn push(rolling: &mut Rolling, number: i32) {
    rolling.stack[usize::from(rolling.waiting)] = number;
    rolling.waiting += 1;
}

fn pop(rolling: &mut Rolling) -> i32 {
    rolling.waiting -= 1;
    std::mem::take(&mut rolling.stack[usize::from(rolling.waiting)])
}
