//! Printed form, which parses to the same syntax tree, with brackets for clarity.

use std::fmt::{Display, Formatter, Result, Write as _};

use super::syntax::{
    Argument, Ask, Comparison, Dice, Explosion, Expression, Kept, Kind, Line, Member, Modifier,
    Operator, Over, Program, Roll, Shown, Sides, Source, Statement, When,
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

/// An expression in a context of this minimum precedence.
struct Within<'e>(&'e Expression, u8);

impl Display for Within<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Within(expression, least) = *self;
        match binding(expression) < least {
            true => write!(f, "({expression})"),
            false => expression.fmt(f),
        }
    }
}

/// A side of a comparison. Several dice get brackets, because without them they could mean a count.
struct Compared<'e>(&'e Expression);

impl Display for Compared<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let many = |roll: &Roll| matches!(&roll.source, Source::Dice(Dice { count: Some(_), .. }));
        match &self.0.kind {
            Kind::Roll(roll) if many(roll) && roll.tally.is_empty() => write!(f, "({})", self.0),
            _ => Within(self.0, 5).fmt(f),
        }
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            Kind::Number(number) => number.fmt(f),
            Kind::Field(name) => write!(f, "${name}"),
            Kind::Name(name) | Kind::Word { word: name, .. } => f.write_str(name),
            Kind::Roll(roll) => roll.fmt(f),
            Kind::Call(function, arguments) => {
                write!(f, "{}(", function.word())?;
                for (i, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str(")")
            }
            Kind::Over(over) => {
                let Over { combine: together, name, low, high, each } = &**over;
                let (low, high) = (Within(low, 5), Within(high, 5));
                write!(f, "{}({name} in {low}..{high}: {each})", together.word())
            }
            Kind::Table(table) => {
                write!(f, "table({}", table.of)?;
                for (when, value) in &table.rows {
                    match when {
                        When::Among(ranges) => {
                            for (low, high) in ranges {
                                let high = high.as_ref().unwrap_or(low);
                                write!(f, ", {}..{}", Within(low, 5), Within(high, 5))?;
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
                write!(f, "{} {operator} {}", Compared(&sides[0]), Compared(&sides[1]))
            }
            Kind::Binary(operator, sides) => {
                let own = tightness(*operator);
                write!(f, "{} {operator} {}", Within(&sides[0], own), Within(&sides[1], own + 1))
            }
            Kind::Not(inside) => write!(f, "not {}", Within(inside, 4)),
            Kind::Negate(inside) => write!(f, "-{}", Within(inside, 8)),
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
        f.write_str(match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Equal => "=",
            Comparison::Unequal => "!=",
            Comparison::AtLeast => ">=",
            Comparison::Greater => ">",
        })
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
            Argument::Faces(When::Compare(sign, value)) => write!(f, "{sign}{}", Within(value, 5)),
            Argument::Faces(when) => when.fmt(f),
        }
    }
}

/// A number or a field, or another fixed expression in brackets.
struct Number<'e>(&'e Expression);

impl Display for Number<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.0.kind {
            Kind::Number(_) | Kind::Field(_) => self.0.fmt(f),
            Kind::Negate(inside) => write!(f, "-{}", Number(inside)),
            _ => write!(f, "({})", self.0),
        }
    }
}

impl Display for When {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            When::Compare(Comparison::Equal, number) => match number.kind {
                Kind::Negate(_) => write!(f, "={}", Number(number)),
                _ => Number(number).fmt(f),
            },
            When::Compare(sign, number) => write!(f, "{sign}{}", Number(number)),
            When::Among(ranges) => {
                for (i, (low, high)) in ranges.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "{" } else { "," }, Number(low))?;
                    if let Some(high) = high {
                        write!(f, "..{}", Number(high))?;
                    }
                }
                f.write_str("}")
            }
        }
    }
}

impl Display for Roll {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mut text = String::new();
        match &self.source {
            Source::Dice(dice) => text += &dice.to_string(),
            Source::Pool(members) => {
                for (i, member) in members.iter().enumerate() {
                    text += if i == 0 { "[" } else { ", " };
                    match member {
                        Member::Name(name) => text += &name.to_string(),
                        Member::Dice(dice, modifiers) => {
                            let mut dice = dice.to_string();
                            modifiers
                                .iter()
                                .for_each(|modifier| join(&mut dice, &modifier.to_string()));
                            text += &dice;
                        }
                    }
                }
                text += "]";
            }
        }
        self.modifiers.iter().for_each(|modifier| join(&mut text, &modifier.to_string()));
        if let Some(keep) = &self.keep {
            let which = match keep.which {
                Kept::Highest => "kh",
                Kept::Lowest => "kl",
                Kept::DropHighest => "dh",
                Kept::DropLowest => "dl",
                Kept::Middle => "km",
            };
            let count = keep.count.as_ref().map(|count| Number(count).to_string());
            join(&mut text, &format!("{which}{}", count.unwrap_or_default()));
        }
        self.tally.iter().for_each(|part| join(&mut text, &format!("c{part}")));
        f.write_str(&text)
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
            write!(f, "{}{space}", Number(count))?;
        }
        match &self.sides {
            Sides::Number(sides) => write!(f, "d{}", Number(sides)),
            Sides::Percent => f.write_str("d%"),
            Sides::Fate => f.write_str("dF"),
            Sides::Card => f.write_str("card54"),
            Sides::Faces(faces) => {
                for (i, face) in faces.iter().enumerate() {
                    f.write_str(if i == 0 { "d{" } else { "," })?;
                    match &face.shown {
                        Shown::Numbers(low, high) if low == high => low.fmt(f)?,
                        Shown::Numbers(low, high) => write!(f, "{low}..{high}")?,
                        Shown::Letters(letters) => f.write_str(letters)?,
                        Shown::Blank => f.write_str("_")?,
                    }
                    if face.copies != 1 {
                        write!(f, " x{}", face.copies)?;
                    }
                }
                f.write_str("}")
            }
        }
    }
}

impl Display for Modifier {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Modifier::Explode(explosion) => explosion.fmt(f),
            Modifier::Reroll { once, when } => {
                write!(f, "{}{when}", if *once { "ro" } else { "r" })
            }
            Modifier::AtLeast(number) => write!(f, "mi{}", Number(number)),
            Modifier::AtMost(number) => write!(f, "ma{}", Number(number)),
        }
    }
}

impl Display for Explosion {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Explosion { same_die, penetrates, once, when } = self;
        f.write_str(if *same_die { "!!" } else { "!" })?;
        f.write_str(if *penetrates { "p" } else { "" })?;
        f.write_str(if *once { "o" } else { "" })?;
        when.as_ref().map_or(Ok(()), |when| when.fmt(f))
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
            write!(f, "until {}", course.until)?;
            match course.at_most {
                Some(steps) => writeln!(f, ", at most {steps}")?,
                None => writeln!(f)?,
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

/// Formats ` when …`, or nothing.
fn when_ever(when: &Option<Expression>) -> String {
    when.as_ref().map_or(String::new(), |when| format!(" when {when}"))
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            // A comparison gets brackets, to distinguish its `=` from that of the binding.
            Statement::Bind(name, value) => match binding(value) {
                1..=4 => write!(f, "{} = ({value})", name.text),
                _ => write!(f, "{} = {value}", name.text),
            },
            Statement::Decide(name, words) => {
                let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
                write!(f, "{} = decide {}", name.text, words.join(", "))
            }
            Statement::Label(name, Some(condition)) => write!(f, "{}: {condition}", name.text),
            Statement::Label(name, None) => write!(f, "{}: otherwise", name.text),
            Statement::Otherwise(number) => write!(f, "otherwise: {number}"),
            Statement::Results(name) => write!(f, "result {}", name.text),
            Statement::Given(condition) => write!(f, "given {condition}"),
            Statement::Ask(asks) => {
                let asks: Vec<String> = asks.iter().map(ToString::to_string).collect();
                write!(f, "ask {}", asks.join(", "))
            }
            Statement::State(states) => {
                for (i, state) in states.iter().enumerate() {
                    f.write_str(if i == 0 { "state " } else { ", " })?;
                    write!(f, "{} = {}", state.name.text, state.start)?;
                    if let Some((low, high)) = &state.bounds {
                        write!(f, " in {}..{}", Within(low, 5), Within(high, 5))?;
                    }
                }
                Ok(())
            }
            Statement::Deck(name, cards) => {
                write!(f, "deck {} =", name.text)?;
                for (i, cards) in cards.iter().enumerate() {
                    write!(f, "{} {}", if i == 0 { "" } else { "," }, cards.low)?;
                    if cards.high != cards.low {
                        write!(f, "..{}", cards.high)?;
                    }
                    if let Some(copies) = &cards.copies {
                        write!(f, " x{}", Number(copies))?;
                    }
                }
                Ok(())
            }
            Statement::Shuffle(deck, when) => write!(f, "shuffle {}{}", deck.text, when_ever(when)),
            Statement::Return { cards, deck, when } => {
                write!(f, "return {} to {}{}", cards.text, deck.text, when_ever(when))
            }
        }
    }
}

impl Display for Ask {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Ask::One { name, at: None } => f.write_str(&name.text),
            Ask::One { name, at: Some(step) } => write!(f, "{} at {step}", name.text),
            Ask::Joint(names) => {
                let mut text = String::new();
                for name in names {
                    write!(text, "{}{}", if text.is_empty() { "" } else { ", " }, name.text)?;
                }
                write!(f, "({text})")
            }
        }
    }
}
