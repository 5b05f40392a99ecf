//! How dice are written: from "3d6 keep highest 2" to the steps of a stack machine.

use super::dice::{DEEPEST, Dice, LARGEST, MOST_KEPT, Op};
use super::{Die, Keep};
use oddsmith_base::{Error, Result};

/// The most brackets in brackets: what reads them calls itself.
const MOST_BRACKETS: usize = 40;

/// The steps of an expression, and the lowest and highest total.
///
/// # Errors
/// If it is none, or its numbers are absurd.
pub(super) fn compile(text: &str) -> Result<(Vec<Op>, (i32, i32))> {
    let mut parser =
        Parser { text, tokens: tokens(text)?, at: 0, steps: Vec::new(), depth: 0, open: 0 };
    let range = parser.sum()?;
    match parser.tokens.get(parser.at) {
        Some(left) => Err(parser.wrong(&format!("`{left}` is not expected there"))),
        None if range.0.abs().max(range.1.abs()) > LARGEST => {
            Err(parser.wrong("its totals go beyond a million"))
        }
        None => Ok((parser.steps, (range.0 as i32, range.1 as i32))),
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
            '0'..='9' | 'a'..='z' | '+' | '-' | '*' | '(' | ')' => {
                let joins = |last: &&mut String| {
                    kind(letter) < 3 && last.ends_with(|before| kind(before) == kind(letter))
                };
                match tokens.last_mut().filter(joins) {
                    Some(last) => last.push(letter),
                    None => tokens.push(letter.to_string()),
                }
            }
            _ => {
                let error = format!("`{letter}` has no place in the dice `{text}`");
                return Err(Error::question(error).with_hint(EXAMPLES));
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
    /// How many brackets are open.
    open: usize,
}

type Range = (i64, i64);

impl Parser<'_> {
    fn wrong(&self, why: &str) -> Error {
        let text: String = self.text.chars().take(60).collect();
        let more = if text.len() < self.text.len() { "…" } else { "" };
        Error::question(format!("`{text}{more}` is no dice: {why}")).with_hint(EXAMPLES)
    }

    /// Goes past this token, if it is the next.
    fn take(&mut self, token: &str) -> bool {
        let here = self.tokens.get(self.at).is_some_and(|next| next == token);
        self.at += usize::from(here);
        here
    }

    fn number(&mut self, low: u32, high: u32, what: &str) -> Result<u32> {
        let number = self.tokens.get(self.at).and_then(|token| token.parse().ok());
        let number = number.filter(|number| (low..=high).contains(number));
        self.at += 1;
        number.ok_or_else(|| self.wrong(&format!("{what} is a number from {low} to {high}")))
    }

    fn emit(&mut self, op: Op) -> Result<()> {
        match op {
            Op::Number(_) | Op::Dice(_) => self.depth += 1,
            _ => self.depth -= 1,
        }
        self.steps.push(op);
        if self.depth > DEEPEST || self.steps.len() > 200 {
            Err(self.wrong("it is too long"))
        } else {
            Ok(())
        }
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
            range = if sign == Op::Add {
                (range.0 + low, range.1 + high)
            } else {
                (range.0 - high, range.1 - low)
            };
            self.emit(sign)?;
        }
    }

    fn product(&mut self) -> Result<Range> {
        let mut range = self.atom()?;
        while self.take("*") {
            let (low, high) = self.atom()?;
            let corners = [range.0 * low, range.0 * high, range.1 * low, range.1 * high];
            let bounds = |(least, most): Range, corner: i64| (least.min(corner), most.max(corner));
            range = corners.into_iter().fold((i64::MAX, i64::MIN), bounds);
            if range.0.abs().max(range.1.abs()) > LARGEST {
                return Err(self.wrong("its totals go beyond a million"));
            }
            self.emit(Op::Multiply)?;
        }
        Ok(range)
    }

    fn atom(&mut self) -> Result<Range> {
        if self.take("(") {
            self.open += 1;
            if self.open > MOST_BRACKETS {
                return Err(self.wrong("it has too many brackets in brackets"));
            }
            let range = self.sum()?;
            self.open -= 1;
            let closed = self.take(")");
            return closed.then_some(range).ok_or_else(|| self.wrong("a bracket is not closed"));
        }
        if self.take("-") {
            let number = i64::from(self.number(0, 10_000, "what follows a minus")?);
            self.emit(Op::Number(-number as i32))?;
            return Ok((-number, -number));
        }
        if self.take("card") {
            if !self.take("54") {
                return Err(self.wrong("the only deck with a name is `card54`"));
            }
            let deck: Vec<i32> = (1..=13).flat_map(|value| [value; 4]).chain([15, 15]).collect();
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
            let most = u32::from(count).min(MOST_KEPT as u32);
            let kept = self.number(1, most, "what is kept")?;
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
        let dice = Dice { die, count, keep, again };
        let range = dice.ends();
        self.emit(Op::Dice(dice))?;
        Ok(range)
    }
}
