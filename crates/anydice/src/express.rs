//! The expression parser, by operator precedence.

use crate::fault::{Done, Fault};
use crate::parse::{Parser, push};
use crate::token::Token;
use crate::tree::{Comparison, Expression, Kind, Operator, Part, Sign};

/// Maximum depth of an expression tree, which is evaluated recursively.
const DEEPEST: u32 = 800;

impl Parser<'_> {
    pub fn expression(&mut self) -> Done<Expression> {
        self.above(0)
    }

    /// Parses an expression of operators with at least this precedence; equal ones associate to the
    /// left.
    fn above(&mut self, least: u8) -> Done<Expression> {
        let start = self.span();
        let mut left = self.unary()?;
        while let Some((operator, tightness)) = self.operator().filter(|(_, t)| *t >= least) {
            self.step();
            let right = self.above(tightness + 1)?;
            let depth = left.depth.max(right.depth) + 1;
            let kind = Kind::Binary(operator, Box::new([left, right]));
            left = self.made(kind, start, depth)?;
        }
        Ok(left)
    }

    fn made(&self, kind: Kind, start: crate::fault::Span, depth: u32) -> Done<Expression> {
        let span = self.since(start);
        if depth > DEEPEST {
            let message = format!("more than {DEEPEST} operators stand upon each other");
            return Err(Fault::at(span, message, "name a part with a variable"));
        }
        Ok(Expression { kind, span, depth })
    }

    /// Returns the operator at the current position, and its precedence.
    fn operator(&self) -> Option<(Operator, u8)> {
        use Comparison::{AtLeast, AtMost, Equal, Less, More, Unequal};
        let compare = |comparison| (Operator::Compare(comparison), 1);
        Some(match self.peek() {
            Token::Die => (Operator::Dice, 6),
            Token::OrEqual(b'!') => compare(Unequal),
            Token::OrEqual(b'<') => compare(AtMost),
            Token::OrEqual(_) => compare(AtLeast),
            Token::Sign(b'@') => (Operator::At, 5),
            Token::Sign(b'^') => (Operator::Power, 4),
            Token::Sign(b'*') => (Operator::Times, 3),
            Token::Sign(b'/') => (Operator::Over, 3),
            Token::Sign(b'+') => (Operator::Plus, 2),
            Token::Sign(b'-') => (Operator::Minus, 2),
            Token::Sign(b'=') => compare(Equal),
            Token::Sign(b'<') => compare(Less),
            Token::Sign(b'>') => compare(More),
            Token::Sign(b'&') => (Operator::And, 0),
            Token::Sign(b'|') => (Operator::Or, 0),
            _ => return None,
        })
    }

    fn unary(&mut self) -> Done<Expression> {
        let start = self.span();
        let sign = match self.peek() {
            Token::Die => Sign::Die,
            Token::Sign(b'+') => Sign::Plus,
            Token::Sign(b'-') => Sign::Minus,
            Token::Sign(b'!') => Sign::Not,
            Token::Sign(b'#') => Sign::Length,
            _ => return self.value(),
        };
        self.step();
        let of = self.within(Self::unary)?;
        let depth = of.depth + 1;
        self.made(Kind::Unary(sign, Box::new(of)), start, depth)
    }

    fn value(&mut self) -> Done<Expression> {
        let start = self.span();
        match self.peek() {
            Token::Number(number) => {
                self.step();
                self.made(Kind::Number(number), start, 1)
            }
            Token::Variable => {
                self.step();
                let variable = self.variable(start);
                self.made(Kind::Variable(variable), start, 1)
            }
            Token::Sign(b'(') => {
                self.step();
                let inner = self.within(Self::expression)?;
                self.must(b')', "`)` closes the bracket")?;
                Ok(Expression { span: self.since(start), ..inner })
            }
            Token::Sign(b'{') => self.sequence(),
            Token::Sign(b'[') => self.call(),
            _ => {
                let hint = "a value is a number, a variable, `( … )`, `{ … }` or `[ … ]`";
                let message = format!("{} where a value is expected", self.seen());
                let hint = match self.peek() {
                    Token::Word => {
                        "a function is called in `[ … ]`, variables are in capital letters"
                    }
                    Token::Text => "a text is not a value; use it after `named`",
                    _ => hint,
                };
                Err(Fault::at(start, message, hint))
            }
        }
    }

    fn sequence(&mut self) -> Done<Expression> {
        let start = self.span();
        self.step();
        let mut parts = Vec::new();
        if !self.sign(b'}') {
            loop {
                parts.push(self.within(Self::part)?);
                if self.sign(b'}') {
                    break;
                }
                self.must(b',', "parts of a sequence stand between commas, and `}` ends it")?;
            }
        }
        let inside = |part: &Part| {
            let further = [&part.to, &part.times].into_iter().flatten().map(|e| e.depth);
            further.fold(part.from.depth, u32::max)
        };
        let depth = parts.iter().map(inside).max().unwrap_or(0) + 1;
        self.made(Kind::Sequence(parts), start, depth)
    }

    fn part(&mut self) -> Done<Part> {
        let from = self.expression()?;
        let to = match self.peek() {
            Token::Range => {
                self.step();
                Some(self.expression()?)
            }
            _ => None,
        };
        let times = if self.sign(b':') { Some(self.expression()?) } else { None };
        Ok(Part { from, to, times })
    }

    fn call(&mut self) -> Done<Expression> {
        let start = self.span();
        self.step();
        let (mut name, mut arguments) = (String::new(), Vec::new());
        while !self.sign(b']') {
            match self.peek() {
                Token::Word => {
                    let (_, span) = self.step();
                    push(&mut name, self.read(span));
                }
                Token::End => {
                    return Err(Fault::at(start, "this call is never closed", "`]` closes it"));
                }
                _ => {
                    push(&mut name, "?");
                    arguments.push(self.within(Self::expression)?);
                }
            }
        }
        let depth = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0) + 1;
        let identity = self.identity(&name);
        self.made(Kind::Call(identity, arguments), start, depth)
    }
}
