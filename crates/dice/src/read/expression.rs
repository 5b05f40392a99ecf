//! Parser of expressions, from `if` down to names, numbers and functions.

use super::parser::Parser;
use crate::fault::{Fault, Read};
use crate::foreign::{is_number, is_roll};
use crate::syntax::{Argument, Comparison, Expression, Function, Kind, Operator, When};

impl Parser<'_> {
    /// Parses an expression.
    pub fn expression(&mut self) -> Read<Expression> {
        self.space();
        let start = self.at;
        if self.take("if") {
            return self.within(|parser| parser.choice(start));
        }
        self.either()
    }

    /// Parses the rest of an `if`.
    fn choice(&mut self, start: usize) -> Read<Expression> {
        let condition = self.expression()?;
        if !self.take("then") {
            return Err(self.unexpected("`then`"));
        }
        let yes = self.expression()?;
        if !self.take("else") {
            if matches!(self.word(), "elif" | "elsif" | "elseif") {
                return Err(self.unexpected("`else`").with_hint("write `else if`"));
            }
            return Err(self.unexpected("`else`").with_hint("add `else`: `if a then b else 0`"));
        }
        let no = self.expression()?;
        self.made(start, Kind::If(Box::new([condition, yes, no])))
    }

    pub fn made(&mut self, start: usize, kind: Kind) -> Read<Expression> {
        let written = self.text[start..self.at].trim_end().len();
        self.count_part(Expression { kind, span: start..start + written })
    }

    fn pair(
        &mut self,
        operator: Operator,
        left: Expression,
        right: Expression,
    ) -> Read<Expression> {
        let span = left.span.start..right.span.end;
        self.count_part(Expression { kind: Kind::Binary(operator, Box::new([left, right])), span })
    }

    fn either(&mut self) -> Read<Expression> {
        let mut left = self.both()?;
        while self.take("or") {
            let right = self.both()?;
            left = self.pair(Operator::Or, left, right)?;
        }
        Ok(left)
    }

    fn both(&mut self) -> Read<Expression> {
        let mut left = self.negated()?;
        while self.take("and") {
            let right = self.negated()?;
            left = self.pair(Operator::And, left, right)?;
        }
        Ok(left)
    }

    fn negated(&mut self) -> Read<Expression> {
        self.space();
        let start = self.at;
        if self.take("not") {
            let inside = self.within(Parser::negated)?;
            return self.made(start, Kind::Not(Box::new(inside)));
        }
        self.compared()
    }

    fn compared(&mut self) -> Read<Expression> {
        let left = self.sum()?;
        let left_is_bare = self.is_bare(&left);
        self.space();
        let Some(sign) = self.comparison()? else { return Ok(left) };
        let right = self.sum()?;
        if left_is_bare || self.is_bare(&right) {
            self.bare.push(left.span.start..right.span.end);
        }
        self.space();
        let start = self.at;
        if let Some(next) = self.comparison()? {
            let fault = Fault::new(start..self.at, "a comparison takes two sides");
            let far = self.sum()?;
            return Err(fault.with_hint(match right.rolls() {
                true => {
                    format!("name the roll, `r = {right}`: `{left} {sign} r and r {next} {far}`")
                }
                false => format!("write `{left} {sign} {right} and {right} {next} {far}`"),
            }));
        }
        self.pair(Operator::Compare(sign), left, right)
    }

    /// Returns true if an expression is a roll without brackets.
    fn is_bare(&self, expression: &Expression) -> bool {
        matches!(expression.kind, Kind::Roll(_)) && self.bracket != expression.span
    }

    /// Parses a sum, the most general form of a bound.
    pub fn sum(&mut self) -> Read<Expression> {
        let mut left = self.product()?;
        loop {
            let operator = match self.next() {
                Some('+') => Operator::Add,
                Some('-') => Operator::Subtract,
                _ => return Ok(left),
            };
            self.at += 1;
            self.no_drop(&self.text[left.span.clone()])?;
            let right = self.product()?;
            left = self.pair(operator, left, right)?;
        }
    }

    /// Returns the end of a sum that begins here and has dice; it ends before anything that can't
    /// be parsed.
    pub fn end_of_sum(&mut self) -> Option<usize> {
        let (start, calls) =
            (self.at, Function::named(self.word()).is_some() && self.next_is_call());
        if self.rest().starts_with(char::is_alphabetic) && !self.die_at(start) && !calls {
            return None;
        }
        let mut left = self.product().ok()?;
        let (mut rolls, mut end) = (left.rolls(), left.span.end);
        while let Some('+' | '-') = self.next() {
            self.at += 1;
            if self.no_drop(&self.text[left.span.clone()]).is_err() {
                break;
            }
            let Ok(right) = self.product() else { break };
            (rolls, end) = (rolls || right.rolls(), right.span.end);
            left = right;
        }
        rolls.then(|| self.text[..end].trim_end().len())
    }

    /// Refuses `4d6-L`, because `L` is not a name.
    fn no_drop(&mut self, roll: &str) -> Read<()> {
        let drops =
            matches!(self.rest().trim_start().split(char::is_whitespace).next(), Some("L" | "H"));
        match drops && is_roll(roll) {
            true => Err(self.unexpected("a number or a roll")),
            false => Ok(()),
        }
    }

    fn product(&mut self) -> Read<Expression> {
        let mut left = self.unary()?;
        loop {
            self.space();
            let start = self.at;
            let operator = if self.touches("/^") {
                Operator::DivideUp
            } else if self.touches("//") || self.touches("^") || self.touches("**") {
                let sign = &self.text[start..self.at];
                return Err(Fault::new(start..self.at, format!("unexpected sign `{sign}`"))
                    .with_hint("use `/` (rounds down) or `/^` (rounds up); there are no powers"));
            } else if self.touches("*") {
                Operator::Multiply
            } else if self.touches("/") {
                Operator::Divide
            } else if self.take("mod") {
                Operator::Modulo
            } else if self.touches("%") {
                return Err(Fault::new(start..self.at, "`%` works only after `d`")
                    .with_hint("the remainder is `a mod b`, a percentile die is `d%`"));
            } else {
                return Ok(left);
            };
            let right = self.unary()?;
            left = self.pair(operator, left, right)?;
        }
    }

    fn unary(&mut self) -> Read<Expression> {
        self.space();
        let start = self.at;
        if self.rest().starts_with('+') {
            let hint = match start {
                0 => format!("put dice before it: `d20{}`", self.rest().trim_end()),
                _ => {
                    let (before, after) = (&self.text[..start], &self.text[start + 1..self.end]);
                    format!("leave it out: `{}`", [before, after].concat().trim())
                }
            };
            return Err(
                Fault::new(start..start + 1, "nothing comes before the `+`").with_hint(hint)
            );
        }
        if self.touches("-") {
            let inside = self.atom()?;
            return self.made(start, Kind::Negate(Box::new(inside)));
        }
        self.atom()
    }

    /// Parses a number, a name, a field, a function, a roll, or an expression in brackets.
    pub fn atom(&mut self) -> Read<Expression> {
        self.space();
        let start = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Err(self.unexpected("a number or a roll"));
        };
        let count = if first == '(' {
            self.at += 1;
            let inside = self.within(Parser::expression)?;
            if !self.sign(")") {
                let hint = "close it with `)`";
                return Err(match self.rest().is_empty() {
                    true => {
                        Fault::settled(start..start + 1, "the bracket is not closed").with_hint(hint)
                    }
                    false if self.rest().starts_with(',') => self.unexpected("`)`").with_hint(
                        "brackets take one expression: `if a then b else c` chooses, `max(a, b)` takes the better",
                    ),
                    false => self.unexpected("`)`"),
                });
            }
            self.bracket = start..self.at;
            if !self.die() {
                self.no_modifiers("a bracket")?;
                // Brackets around a whole comparison leave its dice ambiguous.
                if self.bare.contains(&inside.span) {
                    self.bare.push(self.bracket.clone());
                }
                return Ok(Expression { span: self.bracket.clone(), ..inside });
            }
            Some(inside)
        } else if let Some(number) = self.count()? {
            if !self.die() {
                self.no_modifiers("a number")?;
                return Ok(number);
            }
            Some(number)
        } else if first == '[' || self.die() || self.word() == "card54" {
            None
        } else {
            return self.named(start);
        };
        let roll = self.roll(start, count)?;
        self.made(start, Kind::Roll(Box::new(roll)))
    }

    /// Parses the name of a field, after its `$`.
    pub fn field(&mut self, start: usize) -> Read<String> {
        // A known field takes precedence over a die in its name: `$hold2` with a field `hold2`.
        let known = self.fields.iter().map(|field| &*field.name);
        let known = known.filter(|name| self.rest().starts_with(*name));
        let word = known.chain([self.word()]).max_by_key(|name| name.len()).unwrap_or_default();
        if word.is_empty() {
            return Err(Fault::new(start..self.at, "`$` needs the name of a field")
                .with_hint("as in `$pool d10`"));
        }
        self.at += word.len();
        // A decision's field has a dot: `decide.push`.
        if word == "decide" && self.touches(".") {
            let inner = self.word();
            self.at += inner.len();
            return Ok(format!("decide.{inner}"));
        }
        Ok(word.to_owned())
    }

    /// Returns true if the next word is followed by a bracket.
    pub fn next_is_call(&self) -> bool {
        self.rest()[self.word().len()..].trim_start().starts_with('(')
    }

    /// Parses a function or a name.
    pub fn named(&mut self, start: usize) -> Read<Expression> {
        let word = self.word();
        let calls = self.next_is_call();
        match Function::named(word) {
            Some(function) if calls => {
                self.at += word.len();
                self.expect("(", "`(`")?;
                if function.is_loop()
                    && let Some(over) = self.within(|parser| parser.over(function))?
                {
                    return self.made(start, Kind::Over(Box::new(over)));
                }
                let arguments = self.within(|parser| parser.arguments(function, start))?;
                let call = self.made(start, Kind::Call(function, arguments))?;
                return match function {
                    Function::Repeat => self.of_repeat(start, call),
                    _ => Ok(call),
                };
            }
            None if calls && word == "table" => {
                self.at += word.len();
                self.expect("(", "`(`")?;
                let table = self.within(Parser::table)?;
                return self.made(start, Kind::Table(Box::new(table)));
            }
            _ => {}
        }
        let rest = self.rest()[word.len()..].trim_start();
        let behind = self.end - rest.len();
        let roll = rest.starts_with(|next: char| next.is_ascii_digit() || "[{$".contains(next));
        if let Some(function) = Function::named(word).filter(|_| roll || self.die_at(behind)) {
            let fault = Fault::new(start..start + word.len(), format!("`{word}` is a function"));
            return Err(fault.with_hint(format!("as in `{}`", function.shape().2)));
        }
        if word == "steps" || word == "ended" {
            self.at += word.len();
            return self.made(start, Kind::Name(word.to_owned()));
        }
        if calls && !word.is_empty() {
            return Err(unknown_function(word, start));
        }
        // Fate dice, and at the start of a line dice of other languages, are not names.
        let digits = word.strip_prefix(['W', 'w', 'K', 'k', 'T']).filter(|_| start == 0);
        if word == "df" || digits.is_some_and(is_number) {
            return Err(self.unexpected("a number or a roll"));
        }
        let name = self.name("a number, a name or a roll")?;
        let name = self.made(start, Kind::Name(name.text))?;
        self.no_modifiers("a name")?;
        Ok(name)
    }

    /// Parses the arguments of a function, up to its closing bracket.
    fn arguments(&mut self, function: Function, start: usize) -> Read<Vec<Argument>> {
        let mut place = 0;
        self.listed(start..start + function.word().len(), ")", |parser| {
            place += 1;
            let second = place == 2;
            let counts = function == Function::Count && second;
            let letters = counts || function == Function::Net && second;
            if parser.blank() && letters {
                return Ok(Argument::Letter(String::new()));
            }
            match parser.argument(counts)? {
                Argument::Value(value)
                    if second && matches!(function, Function::Run | Function::SuitedRun) =>
                {
                    parser.also(value)
                }
                argument => Ok(argument),
            }
        })
    }

    /// Skips a `_` that is a whole argument: the blank face.
    fn blank(&mut self) -> bool {
        let rest = self.rest().trim_start();
        let Some(after) = rest.strip_prefix('_') else { return false };
        let alone = after.trim_start().starts_with([',', ')']);
        if alone {
            self.at = self.end - after.len();
        }
        alone
    }

    /// Parses `14 as 1`, after its first number.
    fn also(&mut self, value: Expression) -> Read<Argument> {
        let hint = "as in `run(hand, 14 as 1)`: an ace is high and low";
        let Kind::Number(first) = value.kind else {
            return Err(Fault::new(value.span, "the value of a card is expected").with_hint(hint));
        };
        if !self.take("as") {
            return Err(self.unexpected("`as`").with_hint(hint));
        }
        let second = self.signed("a value")?;
        Ok(Argument::SecondValue(first as i32, second as i32))
    }

    fn argument(&mut self, reads_a_die: bool) -> Read<Argument> {
        self.space();
        if self.rest().starts_with('{') {
            return Ok(Argument::Faces(self.among()?));
        }
        if let Some(sign) = self.comparison()? {
            return Ok(Argument::Faces(When::Compare(sign, self.sum()?)));
        }
        let value = self.expression()?;
        Ok(match value.kind {
            Kind::Number(_) | Kind::Field(_) | Kind::Negate(_) if reads_a_die => {
                Argument::Faces(When::Compare(Comparison::Equal, value))
            }
            _ => Argument::Value(value),
        })
    }
}

fn unknown_function(word: &str, start: usize) -> Fault {
    let span = start..start + word.len();
    let unknown = oddsmith_base::Error::unknown("function", word, "", Function::words());
    let fault = Fault::new(span, unknown.to_string());
    let hint = match word {
        "adv" | "advantage" => "advantage keeps one die: `2d20kh1`",
        "dis" | "disadvantage" => "disadvantage keeps one die: `2d20kl1`",
        "mean" | "avg" | "average" | "median" => "the result always shows mean and median",
        "floor" => "`/` rounds down",
        "ceil" => "`/^` rounds up",
        "round" => "`/` rounds down, `/^` rounds up: `(a + b / 2) / b` rounds to the nearest",
        _ => return Fault { hint: unknown.hint().cloned(), ..fault },
    };
    fault.with_hint(hint)
}
