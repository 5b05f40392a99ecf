//! Check of expressions: their natures, and the operands that they accept.

use super::checker::{Checker, ValueKind, listed};
use super::constant::{constant, faces};
use super::over::suit;
use super::twice::compared_twice;
use crate::fault::{Fault, Read};
use crate::syntax::{
    Argument, Comparison, Expression, Function, Kind, Operator, Sides, Source, When,
};
use oddsmith_base::Error;

impl Checker<'_> {
    /// Checks that an expression is a number; rolls and cards count as their sum.
    pub fn number(&mut self, expression: &mut Expression) -> Read<()> {
        let nature = self.nature(expression)?;
        Self::as_number(nature, expression)
    }

    /// Checks that an expression can be a column: a number, or dice with letters, whose faces are
    /// outcomes.
    pub fn outcome(&mut self, expression: &mut Expression) -> Read<()> {
        match self.nature(expression)? {
            ValueKind::Roll { letters, .. } if !letters.is_empty() => Ok(()),
            nature => Self::as_number(nature, expression),
        }
    }

    /// Checks that an expression of this nature can be used as a number.
    fn as_number(nature: ValueKind, expression: &Expression) -> Read<()> {
        let fault = |message: String, hint: String| {
            Err(Fault::new(&expression.span, message).with_hint(hint))
        };
        match nature {
            ValueKind::Number | ValueKind::Cards => Ok(()),
            ValueKind::Roll { letters, .. } if letters.is_empty() => Ok(()),
            ValueKind::Roll { letters, .. } => {
                let letter = letters.chars().next().unwrap_or('S');
                fault(
                    "letters can't be added".to_owned(),
                    format!("count them: `count(r, {letter})`"),
                )
            }
            ValueKind::Deck => fault(
                format!("`{expression}` is a deck, not a number"),
                format!(
                    "`size({expression})` counts the cards left, `draw({expression}, 1)` takes one"
                ),
            ),
            ValueKind::Words(words) => {
                let word = words.first().map_or("", String::as_str);
                fault(
                    format!("`{expression}` is a word, not a number"),
                    format!("compare it: `{expression} = {word}`"),
                )
            }
        }
    }

    /// Checks that an expression is a number and contains no dice.
    pub fn fixed(&mut self, expression: &mut Expression, what: &str) -> Read<()> {
        self.number(expression)?;
        match expression.rolls() {
            false => Ok(()),
            true => {
                let error = format!("{what} must be a fixed number, and this rolls");
                Err(Fault::new(&expression.span, error).with_hint(match what {
                    "a face" => {
                        format!("name it first in a rule: `n = {expression}`, then `count(r, <n)`")
                    }
                    _ => "define it first: `n = d4`, then `(n)d6`".to_owned(),
                }))
            }
        }
    }

    /// Returns the nature of an expression, and resolves bare words and letters in it.
    pub fn nature(&mut self, expression: &mut Expression) -> Read<ValueKind> {
        let span = expression.span.clone();
        match &mut expression.kind {
            Kind::Number(_) => Ok(ValueKind::Number),
            Kind::Field(name) => self.field(name, &span),
            Kind::Name(name) => self.known(name, &span),
            Kind::Word { .. } => Ok(ValueKind::Number),
            Kind::Roll(roll) => self.rolled(roll, &span),
            Kind::Call(function, arguments) => self.call(*function, arguments, &span),
            Kind::Over(over) => self.over(over, &span),
            Kind::Table(table) => self.table(table),
            Kind::If(parts) => {
                let [condition, yes, no] = &mut **parts;
                self.number(condition)?;
                match (self.nature(yes)?, self.nature(no)?) {
                    (ValueKind::Cards, ValueKind::Cards) => Ok(ValueKind::Cards),
                    (
                        ValueKind::Roll { letters, kept },
                        ValueKind::Roll { letters: others, kept: other },
                    ) => {
                        let letters = if letters == others { letters } else { letters + &others };
                        Ok(ValueKind::Roll { letters, kept: kept.filter(|_| kept == other) })
                    }
                    // The natures are not computed again: in a table each row contains those below
                    // it.
                    (one, other) => {
                        Self::as_number(one, yes)?;
                        Self::as_number(other, no)?;
                        Ok(ValueKind::Number)
                    }
                }
            }
            Kind::Binary(operator, sides) => {
                if matches!(operator, Operator::And | Operator::Or) {
                    compared_twice(*operator, sides, &self.extents)?;
                }
                let [left, right] = &mut **sides;
                if let Operator::Compare(sign) = *operator {
                    if self.words(sign, left, right)? || self.words(sign, right, left)? {
                        return Ok(ValueKind::Number);
                    }
                    if self.bare.contains(&span) {
                        self.refuse_ambiguous_comparison(sign, left, right)?;
                        self.refuse_ambiguous_comparison(sign, right, left)?;
                    }
                }
                self.number(left)?;
                self.number(right)?;
                if operator.divides() && constant(right, &|_| None) == Some(0) {
                    return Err(Fault::new(&right.span, "this divides by 0")
                        .with_hint("divide by a number that is not 0"));
                }
                Ok(ValueKind::Number)
            }
            Kind::Not(inside) | Kind::Negate(inside) => {
                self.number(inside)?;
                Ok(ValueKind::Number)
            }
        }
    }

    /// Resolves a bare word that is compared with a field of words or a decision. Returns true if
    /// words are compared.
    fn words(&mut self, sign: Comparison, field: &Expression, word: &mut Expression) -> Read<bool> {
        let words = match &field.kind {
            Kind::Field(name) => self.field(name, &field.span)?,
            Kind::Name(name) => match self.names.get(name) {
                Some(bound) => bound.nature.clone(),
                None => return Ok(false),
            },
            _ => return Ok(false),
        };
        let ValueKind::Words(words) = words else { return Ok(false) };
        if matches!(word.kind, Kind::Word { .. }) {
            return Ok(true);
        }
        let Kind::Name(name) = &word.kind else { return Ok(false) };
        let span = word.span.clone();
        if !matches!(sign, Comparison::Equal | Comparison::Unequal) {
            return Err(
                Fault::new(span, "words have no order").with_hint("compare them with `=` or `!=`")
            );
        }
        match words.iter().position(|known| known == name) {
            Some(place) => {
                word.kind = Kind::Word { word: name.clone(), place: place as i64 };
                Ok(true)
            }
            None => {
                let known = words.iter().map(String::as_str);
                let unknown = Error::unknown("word", name, &format!("`{field}`"), known);
                Err(Fault::new(span, unknown.to_string())
                    .with_hint(format!("its words are {}", listed(&words, ""))))
            }
        }
    }

    /// Refuses a comparison of several dice without brackets with one of their faces: it could mean
    /// a count.
    fn refuse_ambiguous_comparison(
        &self,
        sign: Comparison,
        dice: &Expression,
        bound: &Expression,
    ) -> Read<()> {
        let usual = |name: &str| {
            self.fields.iter().find(|field| field.name == name).map(|field| field.usual)
        };
        let Kind::Roll(roll) = &dice.kind else { return Ok(()) };
        let Source::Dice(of_a_kind) = &roll.source else { return Ok(()) };
        if !roll.tally.is_empty() || matches!(of_a_kind.sides, Sides::Card) {
            return Ok(());
        }
        let count = of_a_kind.count.as_ref().and_then(|count| constant(count, &usual));
        let one_kept = roll.keep.as_ref().is_some_and(|keep| {
            keep.count.as_ref().is_none_or(|count| constant(count, &usual) == Some(1))
        });
        let face = constant(bound, &usual).zip(faces(&of_a_kind.sides, &usual));
        let Some((face, (low, high))) = face else { return Ok(()) };
        let counts = match sign {
            // It never means a count, and the hint for `2d6!=5` suggests it.
            Comparison::Unequal => false,
            Comparison::Equal => true,
            // A count in which every face matches, or none, is not meant.
            _ => sign.holds(low, face) != sign.holds(high, face),
        };
        let is_face = (low..=high).contains(&face);
        if !counts || one_kept || !is_face || count.is_none_or(|count| count < 2) {
            return Ok(());
        }
        let mut tallied = roll.clone();
        tallied.tally = vec![When::Compare(sign, bound.clone())];
        let tallied = tallied.to_string();
        let written = dice.to_string();
        let tally = tallied.strip_prefix(&written).unwrap_or(&tallied).trim();
        let message = format!("`{dice} {sign} {bound}` has two meanings");
        Err(Fault::new(dice.span.start..bound.span.end.max(dice.span.end), message).with_hint(
            format!("`{dice} {tally}` counts dice, `({dice}) {sign} {bound}` compares their sum"),
        ))
    }

    /// Checks a function call and returns its nature.
    fn call(
        &mut self,
        function: Function,
        arguments: &mut [Argument],
        span: &std::ops::Range<usize>,
    ) -> Read<ValueKind> {
        let word = function.word();
        let (least, most, shape) = function.shape();
        if arguments.len() < least || arguments.len() > most {
            let (count, end) = (arguments.len(), if arguments.len() == 1 { "" } else { "s" });
            let message = format!("`{word}` can't take {count} argument{end}");
            return Err(Fault::new(span, message).with_hint(match function {
                Function::Sum if count == 1 => "a roll is already its sum: `3d6`".to_owned(),
                Function::Max => format!("for example `{shape}`; for one roll `highest(r)`"),
                Function::Min => format!("for example `{shape}`; for one roll `lowest(r)`"),
                _ => format!("as in `{shape}`"),
            }));
        }
        let roll = match (function, &mut arguments[0]) {
            (Function::Repeat, _) => None,
            (function, _) if function.is_of_numbers() => None,
            (_, Argument::Value(value)) => Some(self.nature(value)?),
            _ => {
                return Err(Fault::new(span, format!("`{word}` reads a roll first"))
                    .with_hint(format!("as in `{shape}`")));
            }
        };
        let letters = match &roll {
            Some(ValueKind::Roll { letters, .. }) => letters.clone(),
            _ => String::new(),
        };
        let is_roll = matches!(roll, Some(ValueKind::Roll { .. } | ValueKind::Cards));
        let deck = roll == Some(ValueKind::Deck);
        let (fits, what) = match function {
            Function::Draw => (deck, "a deck"),
            Function::Suited | Function::SuitedRun => (roll == Some(ValueKind::Cards), "cards"),
            Function::Size => (deck || is_roll, "a roll"),
            _ => (roll.is_none() || is_roll, "a roll"),
        };
        if !fits {
            let hint = match roll {
                Some(ValueKind::Number) if what == "a roll" => {
                    format!("for example `{shape}`, where `r = d20` holds the dice alone")
                }
                _ => format!("as in `{shape}`"),
            };
            return Err(Fault::new(span, format!("`{word}` reads {what}")).with_hint(hint));
        }
        match (function, &roll) {
            (Function::Natural, Some(ValueKind::Cards)) => {
                return Err(Fault::new(span, "`natural` reads a die, not cards")
                    .with_hint("`highest(r)` reads the highest card"));
            }
            (Function::Natural, Some(ValueKind::Roll { kept: Some(2..), .. })) => {
                let message = "`natural` needs one kept die, and this keeps several";
                return Err(Fault::new(span, message).with_hint(
                    "`natural(2d20kh1)` reads the kept die; `count(r, 20)` counts dice that show a face",
                ));
            }
            _ => {}
        }
        use Function::{Highest, Lowest, Natural, Nth, Run};
        if matches!(function, Highest | Lowest | Nth | Run | Natural) && !letters.is_empty() {
            return Err(Fault::new(span, "letters have no order")
                .with_hint(format!("count them: `count(r, {})`", &letters[..1])));
        }
        if let (Function::Count, Some(ValueKind::Cards), Argument::Value(value)) =
            (function, &roll, &arguments[arguments.len() - 1])
            && let Some(suit) = suit(value)
            && !self.names.contains_key(Argument::SUITS[suit as usize - 1])
        {
            arguments[1] = Argument::Suit(suit);
        }
        match (function, &roll, &mut arguments[..]) {
            (Function::Without | Function::Common, Some(own), [_, Argument::Value(other)]) => {
                self.other_bag(function, own, other)?;
            }
            (Function::Without | Function::Common, ..) => {}
            (_, _, arguments) => {
                let own = usize::from(roll.is_some());
                for (i, argument) in arguments.iter_mut().enumerate().skip(own) {
                    self.argument(function, i, argument, &letters, span)?;
                }
            }
        }
        let counted = match function {
            Function::Repeat => arguments.first(),
            Function::Draw => arguments.get(1),
            _ => None,
        };
        if let Some(number @ ..0) = counted.and_then(known) {
            return Err(Fault::new(span, format!("`{word}` can't take {number}"))
                .with_hint(format!("a number of 0 or more, as in `{shape}`")));
        }
        Ok(match function {
            Function::Rolled | Function::Without | Function::Common => match roll {
                Some(ValueKind::Roll { letters, .. }) => ValueKind::Roll { letters, kept: None },
                _ => ValueKind::Cards,
            },
            Function::Draw => ValueKind::Cards,
            Function::Repeat => ValueKind::Roll { letters, kept: known(&arguments[0]) },
            _ => ValueKind::Number,
        })
    }

    /// Checks an argument after the first.
    fn argument(
        &mut self,
        function: Function,
        place: usize,
        argument: &mut Argument,
        letters: &str,
        span: &std::ops::Range<usize>,
    ) -> Read<()> {
        let (.., shape) = function.shape();
        if let (Argument::Value(value), Function::Count | Function::Net) = (&*argument, function) {
            match &value.kind {
                Kind::Name(name) if !letters.is_empty() && !self.names.contains_key(name) => {
                    if name.len() != 1 || !letters.contains(name.as_str()) {
                        let hint = listed(letters.chars(), "");
                        return Err(Fault::new(&value.span, format!("no face shows `{name}`"))
                            .with_hint(format!("count each letter by itself: {hint}")));
                    }
                    *argument = Argument::Letter(name.clone());
                    return Ok(());
                }
                Kind::Name(_) if function == Function::Net => {
                    let message = "`net` counts letters, and these dice have numbers";
                    return Err(Fault::new(span, message)
                        .with_hint("for numbers: `count(r, >=8) - count(r, 1)`"));
                }
                Kind::Name(_) => {}
                _ if function == Function::Net || value.rolls() => {
                    return Err(Fault::new(&value.span, "expected a letter or a face")
                        .with_hint(format!("as in `{shape}`")));
                }
                _ => {}
            }
            let mut value = value.clone();
            self.fixed(&mut value, "a face")?;
            *argument = Argument::Faces(When::Compare(Comparison::Equal, value));
            return Ok(());
        }
        match argument {
            Argument::Faces(_) if function != Function::Count => {
                Err(Fault::new(span, format!("`{}` takes a number there", function.word()))
                    .with_hint(format!("as in `{shape}`")))
            }
            Argument::Faces(when) => self.when(when),
            Argument::Letter(letter) if letters.is_empty() => {
                let shown = if letter.is_empty() { "_" } else { letter };
                Err(Fault::new(span, format!("no face shows `{shown}`"))
                    .with_hint("letters and `_` are faces of dice such as `d{S, SS, _ x4}`"))
            }
            Argument::Letter(_) | Argument::Suit(_) | Argument::SecondValue(..) => Ok(()),
            Argument::Value(value) => match function {
                function if function.is_of_numbers() => self.number(value),
                Function::Repeat if place == 1 => self.number(value),
                _ => self.fixed(value, "this"),
            },
        }
    }

    /// Checks that faces are fixed numbers.
    pub fn when(&mut self, when: &mut When) -> Read<()> {
        match when {
            When::Compare(_, number) => self.fixed(number, "a face"),
            When::Among(ranges) => ranges.iter_mut().try_for_each(|(low, high)| {
                self.fixed(low, "a face")?;
                high.as_mut().map_or(Ok(()), |high| self.fixed(high, "a face"))
            }),
        }
    }
}

/// Returns the value of an argument that depends on nothing.
fn known(argument: &Argument) -> Option<i64> {
    match argument {
        Argument::Value(value) => constant(value, &|_| None),
        _ => None,
    }
}
