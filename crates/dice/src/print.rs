//! Printed form, which parses to the same syntax tree, with brackets for clarity.

use std::fmt::{Display, Formatter, Result};

use super::syntax::{
    Argument, Ask, Cards, Comparison, Dice, Explosion, Expression, Face, Kept, Kind, Line, Member,
    Modifier, Name, Operator, Over, Program, Roll, Shown, Sides, Source, State, Statement, When,
};

/// Returns the precedence of an expression, from 0 for `if`.
fn binding(expression: &Expression) -> u8 {
    match &expression.kind {
        Kind::If(_) => 0,
        Kind::Binary(operator, _) => tightness(*operator),
        Kind::Not(_) => 3,
        Kind::Negate(_) => 7,
        _ => 8,
    }
}

fn tightness(operator: Operator) -> u8 {
    match operator {
        Operator::Or => 1,
        Operator::And => 2,
        Operator::Compare(_) => 4,
        Operator::Add | Operator::Subtract => 5,
        _ => 6,
    }
}

/// Formats an expression in a context of this minimum precedence.
fn within(expression: &Expression, least: u8) -> String {
    match binding(expression) < least {
        true => format!("({expression})"),
        false => expression.to_string(),
    }
}

/// Formats a side of a comparison. Several dice get brackets, because without them they could mean
/// a count.
fn compared(side: &Expression) -> String {
    let many = |roll: &Roll| matches!(&roll.source, Source::Dice(Dice { count: Some(_), .. }));
    match &side.kind {
        Kind::Roll(roll) if many(roll) && roll.tally.is_empty() => format!("({side})"),
        _ => within(side, 5),
    }
}

/// Formats a number or a field, or another fixed expression in brackets.
fn number(expression: &Expression) -> String {
    match &expression.kind {
        Kind::Number(_) | Kind::Field(_) => expression.to_string(),
        Kind::Negate(inside) => format!("-{}", number(inside)),
        _ => format!("({expression})"),
    }
}

/// Formats items with a separator between them.
pub fn joined(items: impl IntoIterator<Item = impl Display>, between: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(between)
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            Kind::Number(number) => number.fmt(f),
            Kind::Field(name) => write!(f, "${name}"),
            Kind::Name(name) | Kind::Word { word: name, .. } => f.write_str(name),
            Kind::Roll(roll) => roll.fmt(f),
            Kind::Call(function, arguments) => {
                write!(f, "{}({})", function.word(), joined(arguments, ", "))
            }
            Kind::Over(over) => {
                let Over { combine: together, name, low, high, each } = &**over;
                let (low, high) = (within(low, 5), within(high, 5));
                write!(f, "{}({name} in {low}..{high}: {each})", together.word())
            }
            Kind::Table(table) => {
                write!(f, "table({}", table.of)?;
                for (when, value) in &table.rows {
                    match when {
                        When::Among(ranges) => {
                            for (low, high) in ranges {
                                let high = high.as_ref().unwrap_or(low);
                                write!(f, ", {}..{}", within(low, 5), within(high, 5))?;
                            }
                        }
                        When::Compare(Comparison::Equal, number) => write!(f, ", {number}")?,
                        When::Compare(sign, number) => write!(f, ", {sign}{number}")?,
                    }
                    write!(f, ": {value}")?;
                }
                table.otherwise.iter().try_for_each(|value| write!(f, ", otherwise: {value}"))?;
                f.write_str(")")
            }
            Kind::If(parts) => write!(f, "if {} then {} else {}", parts[0], parts[1], parts[2]),
            Kind::Binary(operator @ Operator::Compare(_), sides) => {
                write!(f, "{} {operator} {}", compared(&sides[0]), compared(&sides[1]))
            }
            Kind::Binary(operator, sides) => {
                let own = tightness(*operator);
                write!(f, "{} {operator} {}", within(&sides[0], own), within(&sides[1], own + 1))
            }
            Kind::Not(inside) => write!(f, "not {}", within(inside, 4)),
            Kind::Negate(inside) => write!(f, "-{}", within(inside, 8)),
        }
    }
}

impl Display for Operator {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Operator::Or => "or",
            Operator::And => "and",
            Operator::Compare(sign) => return sign.fmt(f),
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::DivideUp => "/^",
            Operator::Modulo => "mod",
        })
    }
}

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let sign = Comparison::SIGNS.iter().find(|(_, comparison)| comparison == self);
        f.write_str(sign.map_or("", |(sign, _)| sign))
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Argument::Value(value) => value.fmt(f),
            Argument::Letter(letter) if letter.is_empty() => f.write_str("_"),
            Argument::Letter(letter) => f.write_str(letter),
            Argument::Suit(suit) => f.write_str(Argument::SUITS[(*suit - 1) as usize]),
            Argument::SecondValue(first, second) => write!(f, "{first} as {second}"),
            Argument::Faces(When::Compare(Comparison::Equal, value)) if binding(value) >= 7 => {
                match value.kind {
                    Kind::Number(_) | Kind::Field(_) | Kind::Negate(_) => value.fmt(f),
                    _ => write!(f, "={value}"),
                }
            }
            Argument::Faces(When::Compare(sign, value)) => write!(f, "{sign}{}", within(value, 5)),
            Argument::Faces(when) => when.fmt(f),
        }
    }
}

impl Display for When {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            When::Compare(Comparison::Equal, face) => match face.kind {
                Kind::Negate(_) => write!(f, "={}", number(face)),
                _ => f.write_str(&number(face)),
            },
            When::Compare(sign, face) => write!(f, "{sign}{}", number(face)),
            When::Among(ranges) => {
                let range = |(low, high): &(Expression, Option<Expression>)| {
                    let high = high.as_ref().map(|high| format!("..{}", number(high)));
                    number(low) + &high.unwrap_or_default()
                };
                write!(f, "{{{}}}", joined(ranges.iter().map(range), ","))
            }
        }
    }
}

impl Display for Roll {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut text = match &self.source {
            Source::Dice(dice) => dice.to_string(),
            Source::Pool(members) => format!("[{}]", joined(members, ", ")),
        };
        self.modifiers.iter().for_each(|modifier| join(&mut text, &modifier.to_string()));
        if let Some(keep) = &self.keep {
            let word = Kept::WORDS.iter().find(|(_, which)| *which == keep.which);
            let count = keep.count.as_ref().map(number).unwrap_or_default();
            join(&mut text, &format!("{}{count}", word.map_or("", |(word, _)| word)));
        }
        self.tally.iter().for_each(|part| join(&mut text, &format!("c{part}")));
        f.write_str(&text)
    }
}

impl Display for Member {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Member::Name(name) => name.fmt(f),
            Member::Dice(dice, modifiers) => {
                let mut text = dice.to_string();
                modifiers.iter().for_each(|modifier| join(&mut text, &modifier.to_string()));
                f.write_str(&text)
            }
        }
    }
}

/// Appends a suffix to dice, with a space if both would be read as one word.
fn join(dice: &mut String, suffix: &str) {
    let word =
        dice.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$');
    let word = word.map(str::to_owned).next().unwrap_or_default();
    let runs_on = word.contains('$') || word == "card54";
    let touches = suffix.starts_with(|letter: char| letter.is_alphanumeric())
        && (runs_on || dice.ends_with(|letter: char| letter.is_ascii_lowercase()));
    if touches {
        dice.push(' ');
    }
    dice.push_str(suffix);
}

impl Display for Dice {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if let Some(count) = &self.count {
            let space = if matches!(count.kind, Kind::Field(_)) { " " } else { "" };
            write!(f, "{}{space}", number(count))?;
        }
        match &self.sides {
            Sides::Number(sides) => write!(f, "d{}", number(sides)),
            Sides::Percent => f.write_str("d%"),
            Sides::Fate => f.write_str("dF"),
            Sides::Card => f.write_str("card54"),
            Sides::Faces(faces) => write!(f, "d{{{}}}", joined(faces, ",")),
        }
    }
}

impl Display for Face {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.shown {
            Shown::Numbers(low, high) if low == high => low.fmt(f)?,
            Shown::Numbers(low, high) => write!(f, "{low}..{high}")?,
            Shown::Letters(letters) => f.write_str(letters)?,
            Shown::Blank => f.write_str("_")?,
        }
        if self.copies == 1 { Ok(()) } else { write!(f, " x{}", self.copies) }
    }
}

impl Display for Modifier {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Modifier::Explode(Explosion { same_die, penetrates, once, when }) => {
                f.write_str(if *same_die { "!!" } else { "!" })?;
                f.write_str(if *penetrates { "p" } else { "" })?;
                f.write_str(if *once { "o" } else { "" })?;
                when.as_ref().map_or(Ok(()), |when| when.fmt(f))
            }
            Modifier::Reroll { once, when } => {
                write!(f, "{}{when}", if *once { "ro" } else { "r" })
            }
            Modifier::AtLeast(face) => write!(f, "mi{}", number(face)),
            Modifier::AtMost(face) => write!(f, "ma{}", number(face)),
        }
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.opening.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        if let Some(course) = &self.course {
            match &course.first {
                None => writeln!(f, "step")?,
                Some(first) => writeln!(f, "step if {first}")?,
            }
            course.lines.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
            match course.at_most {
                Some(steps) => writeln!(f, "until {}, at most {steps}", course.until)?,
                None => writeln!(f, "until {}", course.until)?,
            }
        }
        self.closing.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.statement.fmt(f)
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.text)
    }
}

/// Formats ` when …`, or nothing.
fn when_ever(when: &Option<Expression>) -> String {
    when.as_ref().map_or(String::new(), |when| format!(" when {when}"))
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            // A comparison gets brackets, to distinguish its `=` from that of the binding.
            Statement::Bind(name, value) => match binding(value) {
                1..=4 => write!(f, "{name} = ({value})"),
                _ => write!(f, "{name} = {value}"),
            },
            Statement::Decide(name, words) => write!(f, "{name} = decide {}", joined(words, ", ")),
            Statement::Label(name, Some(condition)) => write!(f, "{name}: {condition}"),
            Statement::Label(name, None) => write!(f, "{name}: otherwise"),
            Statement::Otherwise(number) => write!(f, "otherwise: {number}"),
            Statement::Results(name) => write!(f, "result {name}"),
            Statement::Given(condition) => write!(f, "given {condition}"),
            Statement::Ask(asks) => write!(f, "ask {}", joined(asks, ", ")),
            Statement::State(states) => write!(f, "state {}", joined(states, ", ")),
            Statement::Deck(name, cards) => write!(f, "deck {name} = {}", joined(cards, ", ")),
            Statement::Shuffle(deck, when) => write!(f, "shuffle {deck}{}", when_ever(when)),
            Statement::Return { cards, deck, when } => {
                write!(f, "return {cards} to {deck}{}", when_ever(when))
            }
        }
    }
}

impl Display for State {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} = {}", self.name, self.start)?;
        self.bounds
            .as_ref()
            .map_or(Ok(()), |(low, high)| write!(f, " in {}..{}", within(low, 5), within(high, 5)))
    }
}

impl Display for Cards {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.low.fmt(f)?;
        if self.high != self.low {
            write!(f, "..{}", self.high)?;
        }
        self.copies.as_ref().map_or(Ok(()), |copies| write!(f, " x{}", number(copies)))
    }
}

impl Display for Ask {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Ask::One { name, at: None } => name.fmt(f),
            Ask::One { name, at: Some(step) } => write!(f, "{name} at {step}"),
            Ask::Joint(names) => write!(f, "({})", joined(names, ", ")),
        }
    }
}
