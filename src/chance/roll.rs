//! A little algebra of dice: "2d6+1", "3d6 keep highest 2", "(d6-1)*4", "d20 again 10 20", "card54".

use super::{Chance, Die};
use crate::error::{Error, Result};

/// What is rolled on one side of a rule, compiled: dice, numbers, and what is done with them.
///
/// # Grammar
/// Sums, differences and products of numbers, brackets and dice. Dice are `[COUNT]dSIDES` or `card54` (a card of a full
/// deck: 1 to 13 four times, two jokers of 15), then `keep highest K` or `keep lowest K`, then `again FACE …`: a die that
/// shows such a face is rolled again and added, at most twelve dice in a chain. `_` and space are the same.
///
/// # Examples
/// ```
/// use oddsmith::chance::{Chance, Roll, Scripted};
///
/// let roll = Roll::parse("3d6 keep highest 2")?;
/// let mut script = Scripted::parse("face 2, face 6, face 5")?;
/// assert_eq!(roll.total(&mut script), 11);
/// assert_eq!(roll.range(), (2, 12));
/// # Ok::<(), oddsmith::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// In the order of a stack machine: what it works on comes first.
    steps: Vec<Op>,
    range: (i32, i32),
}

#[derive(Clone, Debug, PartialEq)]
enum Op {
    Number(i32),
    Dice(Dice),
    Add,
    Subtract,
    Multiply,
}

#[derive(Clone, Debug, PartialEq)]
struct Dice {
    die: Die,
    count: u8,
    keep: Keep,
    again: Vec<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Keep {
    All,
    Highest(u8),
    Lowest(u8),
}

/// The most dice in a chain of rolls again.
const LONGEST_CHAIN: u8 = 12;
/// The most numbers that wait for what is done with them.
const DEEPEST: usize = 8;
/// The most dice that are kept of a throw.
const MOST_KEPT: usize = 10;
/// The largest total: beyond it is a typing slip.
const LARGEST: i64 = 1_000_000;

/// Between two dice. States that are equal go on alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rolling {
    at: u8,
    /// The numbers that wait, 0 above `waiting`.
    stack: [i32; DEEPEST],
    waiting: u8,
    /// Dice of this throw that are done, their sum where all are kept, and the best so far where not.
    done: u8,
    sum: i32,
    kept: [i32; MOST_KEPT],
    /// The present die: what its chain adds up to, and how many rolls it has.
    chain: i32,
    links: u8,
}

impl Roll {
    /// Compiles an expression.
    ///
    /// # Errors
    /// If it is none, or its numbers are absurd.
    pub fn parse(text: &str) -> Result<Roll> {
        let mut parser = Parser { text, tokens: tokens(text)?, at: 0, steps: Vec::new(), depth: 0 };
        let range = parser.sum()?;
        match parser.tokens.get(parser.at) {
            Some(left) => Err(parser.wrong(&format!("`{left}` is not expected there"))),
            None if range.0.abs().max(range.1.abs()) > LARGEST => Err(parser.wrong("its totals go beyond a million")),
            None => Ok(Roll { steps: parser.steps, range: (range.0 as i32, range.1 as i32) }),
        }
    }

    /// One card of a deck with these values, `(value, copies)` each, full again every time.
    ///
    /// # Errors
    /// If there are no cards, or more than 65,536.
    pub fn of_cards(cards: &[(i32, u32)]) -> Result<Roll> {
        let count: u64 = cards.iter().map(|&(_, copies)| u64::from(copies)).sum();
        if !(1..=65_536).contains(&count) {
            return Err(Error::question(format!("a deck of {count} cards")).with_hint("a deck has 1 to 65536 cards"));
        }
        let values: Vec<i32> = cards.iter().flat_map(|&(value, copies)| (0..copies).map(move |_| value)).collect();
        let die = Die::cards(&values);
        let range = (die.low(), die.high());
        Ok(Roll { steps: vec![Op::Dice(Dice { die, count: 1, keep: Keep::All, again: Vec::new() })], range })
    }

    /// The lowest and the highest total.
    pub fn range(&self) -> (i32, i32) {
        self.range
    }

    /// Before the first die; the total itself where there is none.
    pub fn start(&self) -> std::result::Result<Rolling, i32> {
        self.settle(Rolling { at: 0, stack: [0; DEEPEST], waiting: 0, done: 0, sum: 0, kept: [0; MOST_KEPT], chain: 0, links: 0 })
    }

    /// One die more: what it shows, and the roll as it then stands, or the total when it was the last.
    pub fn roll<C: Chance>(&self, mut rolling: Rolling, chance: &mut C) -> (i32, std::result::Result<Rolling, i32>) {
        let Op::Dice(dice) = &self.steps[usize::from(rolling.at)] else { return (0, self.settle(rolling)) };
        let face = chance.face(&dice.die);
        rolling.chain += face;
        rolling.links += 1;
        if dice.again.contains(&face) && rolling.links < LONGEST_CHAIN {
            return (face, Ok(rolling));
        }
        let value = std::mem::take(&mut rolling.chain);
        rolling.links = 0;
        match dice.keep {
            Keep::All => rolling.sum += value,
            Keep::Highest(count) => keep(&mut rolling, value, count, |a, b| a > b),
            Keep::Lowest(count) => keep(&mut rolling, value, count, |a, b| a < b),
        }
        rolling.done += 1;
        if rolling.done == dice.count {
            let total = rolling.sum + rolling.kept.iter().sum::<i32>();
            (rolling.done, rolling.sum, rolling.kept) = (0, 0, [0; MOST_KEPT]);
            push(&mut rolling, total);
            rolling.at += 1;
        }
        (face, self.settle(rolling))
    }

    /// The whole roll at once.
    pub fn total<C: Chance>(&self, chance: &mut C) -> i32 {
        let mut now = self.start();
        loop {
            match now {
                Ok(rolling) => now = self.roll(rolling, chance).1,
                Err(total) => return total,
            }
        }
    }

    /// Does all that needs no die, up to the next die or the end.
    fn settle(&self, mut rolling: Rolling) -> std::result::Result<Rolling, i32> {
        loop {
            match self.steps.get(usize::from(rolling.at)) {
                None => return Err(rolling.stack[0]),
                Some(Op::Dice(_)) => return Ok(rolling),
                Some(Op::Number(number)) => push(&mut rolling, *number),
                Some(op) => {
                    let right = pop(&mut rolling);
                    let left = pop(&mut rolling);
                    push(
                        &mut rolling,
                        match op {
                            Op::Add => left + right,
                            Op::Subtract => left - right,
                            _ => left * right,
                        },
                    );
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

/// Keeps the best `count` values, the best first.
fn keep(rolling: &mut Rolling, mut value: i32, count: u8, better: impl Fn(i32, i32) -> bool) {
    let full = rolling.done.min(count);
    for slot in 0..usize::from(full) {
        if better(value, rolling.kept[slot]) {
            std::mem::swap(&mut value, &mut rolling.kept[slot]);
        }
    }
    if full < count {
        rolling.kept[usize::from(full)] = value;
    }
}

/// Numbers, words and signs.
fn tokens(text: &str) -> Result<Vec<String>> {
    let mut tokens: Vec<String> = Vec::new();
    let kind = |letter: char| match letter {
        '0'..='9' => 1,
        'a'..='z' => 2,
        _ => 3,
    };
    for letter in text.to_lowercase().chars() {
        match letter {
            ' ' | '_' => tokens.push(String::new()),
            '0'..='9' | 'a'..='z' | '+' | '-' | '*' | '(' | ')' => match tokens.last_mut() {
                Some(last) if kind(letter) < 3 && last.chars().next_back().is_some_and(|before| kind(before) == kind(letter)) => {
                    last.push(letter)
                }
                _ => tokens.push(letter.to_string()),
            },
            _ => {
                let error = Error::question(format!("`{letter}` has no place in the dice `{text}`"));
                return Err(error.with_hint(EXAMPLES));
            }
        }
    }
    tokens.retain(|token| !token.is_empty());
    Ok(tokens)
}

const EXAMPLES: &str = "dice are said as `d20`, `2d6+1`, `3d6 keep highest 2`, `(d6-1)*4`, `d20 again 10 20` or `card54`";

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<String>,
    at: usize,
    steps: Vec<Op>,
    /// How many numbers wait at this point.
    depth: usize,
}

type Range = (i64, i64);

impl Parser<'_> {
    fn wrong(&self, why: &str) -> Error {
        Error::question(format!("`{}` is no dice: {why}", self.text)).with_hint(EXAMPLES)
    }

    /// Goes past this token, if it is the next.
    fn take(&mut self, token: &str) -> bool {
        let here = self.tokens.get(self.at).is_some_and(|next| next == token);
        self.at += usize::from(here);
        here
    }

    fn number(&mut self, low: u32, high: u32, what: &str) -> Result<u32> {
        let number = self.tokens.get(self.at).and_then(|token| token.parse().ok()).filter(|number| (low..=high).contains(number));
        self.at += 1;
        number.ok_or_else(|| self.wrong(&format!("{what} is a number from {low} to {high}")))
    }

    fn emit(&mut self, op: Op) -> Result<()> {
        match op {
            Op::Number(_) | Op::Dice(_) => self.depth += 1,
            _ => self.depth -= 1,
        }
        self.steps.push(op);
        if self.depth > DEEPEST || self.steps.len() > 200 { Err(self.wrong("it is too long")) } else { Ok(()) }
    }

    fn sum(&mut self) -> Result<Range> {
        let mut range = self.product()?;
        loop {
            let sign = if self.take("+") {
                Op::Add
            } else if self.take("-") {
                Op::Subtract
            } else {
                return Ok(range);
            };
            let (low, high) = self.product()?;
            range = if sign == Op::Add { (range.0 + low, range.1 + high) } else { (range.0 - high, range.1 - low) };
            self.emit(sign)?;
        }
    }

    fn product(&mut self) -> Result<Range> {
        let mut range = self.atom()?;
        while self.take("*") {
            let (low, high) = self.atom()?;
            let corners = [range.0 * low, range.0 * high, range.1 * low, range.1 * high];
            range = (corners.iter().copied().fold(i64::MAX, i64::min), corners.iter().copied().fold(i64::MIN, i64::max));
            if range.0.abs().max(range.1.abs()) > LARGEST {
                return Err(self.wrong("its totals go beyond a million"));
            }
            self.emit(Op::Multiply)?;
        }
        Ok(range)
    }

    fn atom(&mut self) -> Result<Range> {
        if self.take("(") {
            let range = self.sum()?;
            return if self.take(")") { Ok(range) } else { Err(self.wrong("a bracket is not closed")) };
        }
        if self.take("-") {
            let number = i64::from(self.number(0, 10_000, "what follows a minus")?);
            self.emit(Op::Number(-number as i32))?;
            return Ok((-number, -number));
        }
        if self.take("card") {
            let size = self.number(54, 54, "the size of the deck")?;
            let deck: Vec<i32> = (1..=13).flat_map(|value| [value; 4]).chain([15, 15]).take(size as usize).collect();
            return self.dice(1, Die::cards(&deck));
        }
        let count = match self.tokens.get(self.at) {
            Some(token) if token == "d" => 1,
            _ => self.number(0, 10_000, "what is expected there")?,
        };
        if !self.take("d") {
            self.emit(Op::Number(count as i32))?;
            return Ok((i64::from(count), i64::from(count)));
        }
        let sides = self.number(1, 1000, "the number of sides")?;
        match u8::try_from(count) {
            Ok(count @ 1..=100) => self.dice(count, Die::sided(sides as u16)),
            _ => Err(self.wrong("the number of dice is from 1 to 100")),
        }
    }

    fn dice(&mut self, count: u8, die: Die) -> Result<Range> {
        let mut keep = Keep::All;
        if self.take("keep") {
            let highest = self.take("highest");
            if !highest && !self.take("lowest") {
                return Err(self.wrong("after `keep` comes `highest` or `lowest`"));
            }
            let kept = self.number(1, u32::from(count).min(MOST_KEPT as u32), "what is kept")? as u8;
            keep = if highest { Keep::Highest(kept) } else { Keep::Lowest(kept) };
        }
        let mut again = Vec::new();
        if self.take("again") {
            while self.tokens.get(self.at).is_some_and(|token| token.parse::<u32>().is_ok()) {
                again.push(self.number(0, 1000, "a face")? as i32);
            }
            if again.is_empty() || again.iter().any(|face| !die.faces().contains(face)) {
                return Err(self.wrong("after `again` come faces of the die"));
            }
        }
        let kept = match keep {
            Keep::All => count,
            Keep::Highest(kept) | Keep::Lowest(kept) => kept,
        };
        let links = if again.is_empty() { 1 } else { i64::from(LONGEST_CHAIN) };
        let range = (
            i64::from(kept) * i64::from(die.low()).min(0) * links + i64::from(kept) * i64::from(die.low()).max(0),
            i64::from(kept) * i64::from(die.high()) * links,
        );
        self.emit(Op::Dice(Dice { die, count, keep, again }))?;
        Ok(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Scripted;

    fn total(text: &str, luck: &str) -> i32 {
        let mut script = Scripted::parse(luck).unwrap();
        let total = Roll::parse(text).unwrap().total(&mut script);
        script.finish().unwrap_or_else(|error| panic!("{text}: {error}"));
        total
    }

    #[test]
    fn dice_are_what_they_say() {
        for (text, luck, wanted) in [
            ("d20", "face 7", 7),
            ("2d6+1", "face 2, face 5", 8),
            ("3d6_keep_highest_2", "face 2, face 6, face 5", 11),
            ("3d6 keep lowest 1", "face 4, face 2, face 5", 2),
            ("4d6 keep highest 3", "face 1, face 1, face 1, face 1", 3),
            ("(d6-1)*4", "face 6", 20),
            ("d10*2", "face 10", 20),
            ("d20 again 10 20", "face 10, face 20, face 7", 37),
            ("card54", "card joker", 15),
            ("2d10-d4*2+3", "face 9, face 8, face 4", 12),
            ("10-d6", "face 4", 6),
            ("-2+d4", "face 1", -1),
            ("2*(d4+1)-(3-d6)", "face 2, face 5", 8),
        ] {
            assert_eq!(total(text, luck), wanted, "{text}");
        }
        assert_eq!(Roll::parse("5").unwrap().start(), Err(5));
        assert_eq!(Roll::parse("2*(d4+1)-(3-d6)").unwrap().range(), (2, 13));
    }

    #[test]
    fn what_is_no_dice_is_an_error() {
        for text in [
            "",
            "d",
            "2d",
            "d0",
            "d6+",
            "(d6",
            "d6)",
            "0d6",
            "101d6",
            "3d6 keep",
            "3d6 keep highest 4",
            "d6 again",
            "d6 again 7",
            "d6 & d8",
            "1000*1000*d6",
            "dé",
            "card52",
        ] {
            assert!(Roll::parse(text).is_err(), "{text}");
        }
    }
}
