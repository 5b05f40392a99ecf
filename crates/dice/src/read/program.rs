//! Parser of rules: the lines of a program, each identified by its first word.

use super::lines::lines;
use super::parser::Parser;
use super::roll::MOST_COPIES;
use crate::fault::{Fault, Read};
use crate::foreign::{is_die, is_number, is_roll};
use crate::syntax::{Ask, Cards, Course, Expression, Kind, Line, Name, Program, State, Statement};

/// Maximum number of lines in a rule.
const MOST_LINES: usize = 200;
/// Largest number of a step.
const MOST_STEPS: i64 = 100_000;

/// Kind of a line.
enum LineKind {
    Statement(Statement),
    Step(Option<Expression>),
    Until(Expression, Option<u32>),
}

/// Beginnings of a keep.
const KEEPS: [&str; 5] = ["kh", "kl", "dh", "dl", "km"];

impl Parser<'_> {
    /// Parses a rule.
    pub fn program(&mut self) -> Read<Program> {
        let lines = lines(self.text);
        if lines.len() > MOST_LINES {
            return Err(Fault::new(
                lines[MOST_LINES].clone(),
                format!("a rule has at most {MOST_LINES} lines"),
            ));
        }
        let mut program = Program::default();
        let (mut step, mut first, mut until) = (None, None, false);
        let mut asked = Vec::new();
        for span in lines {
            (self.at, self.end) = (span.start, span.end);
            let statement =
                match self.line()? {
                    LineKind::Step(_) if step.is_some() => {
                        return Err(Fault::new(span, "a second `step`")
                            .with_hint("a rule can have one `step`"));
                    }
                    LineKind::Step(condition) => {
                        (step, first) = (Some((span, Vec::new())), condition);
                        continue;
                    }
                    LineKind::Until(..) if until => {
                        return Err(Fault::new(span, "a second `until`")
                            .with_hint("join conditions with `or`"));
                    }
                    LineKind::Until(condition, at_most) => {
                        let Some((_, lines)) = &mut step else {
                            return Err(Fault::new(span, "`until` needs a `step` above it")
                                .with_hint("write `step` above the lines to repeat"));
                        };
                        let lines = std::mem::take(lines);
                        let first = first.take();
                        program.course = Some(Course { lines, first, until: condition, at_most });
                        until = true;
                        continue;
                    }
                    LineKind::Statement(statement) => statement,
                };
            let only_first = matches!(statement, Statement::State(_) | Statement::Deck(..));
            if only_first && step.is_some() {
                return Err(Fault::new(span, "put states and decks above `step`"));
            }
            let line = Line { statement, span };
            match (&mut step, &line.statement) {
                (Some(_), _) if until => program.closing.push(line),
                (_, Statement::Ask(_)) => asked.push(line),
                (Some((_, lines)), _) => lines.push(line),
                (None, _) => program.opening.push(line),
            }
        }
        if let (Some((span, _)), false) = (&step, until) {
            return Err(Fault::new(span.clone(), "`step` needs an `until`")
                .with_hint("add when they end: `until hp <= 0`, or `until steps = 12`"));
        }
        // Columns are read at the end, whatever line they are on.
        let lines = if step.is_some() { &mut program.closing } else { &mut program.opening };
        match step {
            Some(_) => drop(lines.splice(0..0, asked)),
            None => lines.extend(asked),
        }
        Ok(program)
    }

    fn line(&mut self) -> Read<LineKind> {
        if let Some(label) = self.label()? {
            if label.text == "step" {
                return Err(Fault::new(label.span, "`step` needs its own line")
                    .with_hint("leave the `:` out"));
            }
            return self.result(label).map(LineKind::Statement);
        }
        self.space();
        let (start, word) = (self.at, self.word());
        self.at += word.len();
        let binds = self.sign("=") && !self.rest().starts_with('=');
        self.at = start + if binds { 0 } else { word.len() };
        let said = match word {
            _ if binds => self.bound()?,
            "ask" => Statement::Ask(self.asks()?),
            "state" => Statement::State(self.states()?),
            "deck" => self.deck()?,
            "result" => Statement::Results(self.own_name("the name of the results")?),
            "shuffle" => {
                let deck = self.own_name("the name of a deck")?;
                Statement::Shuffle(deck, self.when_ever()?)
            }
            "return" => self.returned()?,
            "step" => {
                let first = if self.take("if") { Some(self.expression()?) } else { None };
                self.line_end()?;
                return Ok(LineKind::Step(first));
            }
            "given" => Statement::Given(self.expression()?),
            "until" => {
                let condition = self.expression()?;
                let at_most = self.at_most()?;
                self.line_end()?;
                return Ok(LineKind::Until(condition, at_most));
            }
            _ => return Err(self.no_statement(start)),
        };
        self.line_end()?;
        Ok(LineKind::Statement(said))
    }

    /// Parses the label before a `:`, and the `:`.
    fn label(&mut self) -> Read<Option<Name>> {
        self.space();
        let start = self.at;
        // A line that begins with such a word may have a loop or a table, which have a `:` too.
        let said = ["until", "given", "shuffle", "return", "step"];
        let open = self.rest().find('(').unwrap_or(usize::MAX);
        let Some(colon) = self.rest().find(':') else { return Ok(None) };
        if said.contains(&self.word()) && open < colon {
            return Ok(None);
        }
        let label = self.rest()[..colon].trim_end();
        let span = start..start + label.len();
        let fits = |letter: char| letter.is_alphanumeric() || " +-_".contains(letter);
        match label.find(|letter| !fits(letter)) {
            None if !label.is_empty() => {}
            Some(at) if label[at..].starts_with('=') || label[at..].starts_with('#') => {
                return Ok(None);
            }
            _ => {
                return Err(Fault::new(span, "a label takes letters, digits, spaces, + and -")
                    .with_hint("write a result as `label: condition`"));
            }
        }
        if label.len() > 60 {
            return Err(Fault::new(span, "a label has at most 60 characters"));
        }
        self.at = start + colon + 1;
        Ok(Some(Name { text: label.split_whitespace().collect::<Vec<_>>().join(" "), span }))
    }

    fn result(&mut self, label: Name) -> Read<Statement> {
        if label.text == "otherwise" {
            let number = self.expression()?;
            self.line_end()?;
            return Ok(Statement::Otherwise(number));
        }
        if self.take("otherwise") {
            self.line_end()?;
            return Ok(Statement::Label(label, None));
        }
        if self.word() == "else" {
            return Err(self.unexpected("a condition").with_hint(
                "the last result can be \
                `otherwise`",
            ));
        }
        let condition = self.expression()?;
        self.line_end()?;
        Ok(Statement::Label(label, Some(condition)))
    }

    fn bound(&mut self) -> Read<Statement> {
        let name = self.own_name("a name")?;
        self.expect("=", "`=`")?;
        if !self.take("decide") {
            return Ok(Statement::Bind(name, self.expression()?));
        }
        let mut words = vec![self.choice_word()?];
        while self.sign(",") {
            words.push(self.choice_word()?);
        }
        match words.len() {
            1 => Err(Fault::new(words[0].span.clone(), "a decision needs two words or more")
                .with_hint("for example `push = decide yes, no`")),
            _ => Ok(Statement::Decide(name, words)),
        }
    }

    fn choice_word(&mut self) -> Read<Name> {
        self.space();
        let word = self.word();
        if word.is_empty() {
            return Err(self.unexpected("a word to choose"));
        }
        let span = self.at..self.at + word.len();
        self.at = span.end;
        Ok(Name { text: word.to_owned(), span })
    }

    fn own_name(&mut self, what: &str) -> Read<Name> {
        let (text, span) = self.name(what)?;
        Ok(Name { text, span })
    }

    /// Parses a name that may also be `steps`, `ended` or `result`.
    fn asked_name(&mut self) -> Read<Name> {
        self.space();
        let word = self.word();
        if ["steps", "ended", "result"].contains(&word) {
            let span = self.at..self.at + word.len();
            self.at = span.end;
            return Ok(Name { text: word.to_owned(), span });
        }
        if self.rest()[word.len()..].trim_start().starts_with('(') {
            let span = self.at..self.at + word.len();
            return Err(Fault::new(span, "`ask` takes names")
                .with_hint(format!("name it first: `x = {word}(…)`, then `ask x`")));
        }
        self.own_name("a name that is asked").map_err(|fault| match fault.hint {
            None => fault.with_hint("define it first: `hits = count(r, >=5)`, then `ask hits`"),
            Some(_) => fault,
        })
    }

    fn asks(&mut self) -> Read<Vec<Ask>> {
        let mut asks = Vec::new();
        loop {
            if self.sign("(") {
                let mut names = vec![self.asked_name()?];
                while self.sign(",") {
                    names.push(self.asked_name()?);
                }
                self.expect(")", "`,` or `)`")?;
                asks.push(Ask::Joint(names));
            } else {
                let name = self.asked_name()?;
                let at = if self.take("at") { Some(self.step_number()?) } else { None };
                asks.push(Ask::One { name, at });
            }
            if !self.sign(",") {
                return Ok(asks);
            }
        }
    }

    fn step_number(&mut self) -> Read<u32> {
        self.space();
        let start = self.at;
        match self.digits()? {
            Some(number @ 0..=MOST_STEPS) => Ok(number as u32),
            Some(_) => Err(Fault::new(start..self.at, format!("steps are at most {MOST_STEPS}"))),
            None => Err(self.unexpected("the number of a step")),
        }
    }

    fn states(&mut self) -> Read<Vec<State>> {
        let mut states = Vec::new();
        loop {
            let name = self.own_name("the name of a state")?;
            if !self.sign("=") {
                let hint = format!("as in `state {} = 30`", name.text);
                return Err(self.unexpected("`=`").with_hint(hint));
            }
            let start = self.expression()?;
            let bounds = if self.take("in") {
                let low = self.sum()?;
                self.expect("..", "`..`")?;
                Some((low, self.sum()?))
            } else {
                None
            };
            states.push(State { name, start, bounds });
            if !self.sign(",") {
                return Ok(states);
            }
        }
    }

    fn deck(&mut self) -> Read<Statement> {
        let name = self.own_name("the name of a deck")?;
        self.expect("=", "`=`")?;
        let (mut cards, mut all) = (Vec::new(), 0);
        loop {
            self.space();
            let start = self.at;
            if self.take(Cards::STANDARD) {
                cards.push(Cards::standard(start..self.at));
                if self.sign(",") {
                    continue;
                }
                return Ok(Statement::Deck(name, cards));
            }
            let low = self.signed("the value of a card")?;
            let high = if self.sign("..") { self.signed("the last value")? } else { low };
            if high < low || high - low >= MOST_COPIES {
                return Err(Fault::new(start..self.at, "put the lower number first")
                    .with_hint("as in `deck d = 1..13 x4, 15 x2`"));
            }
            let copies = self.card_copies()?;
            let each = match copies.as_ref().map(|copies| &copies.kind) {
                Some(Kind::Number(each)) => *each,
                _ => 1,
            };
            all += (high - low + 1) * each;
            if all > MOST_COPIES {
                return Err(Fault::new(
                    start..self.at,
                    format!("a deck has at most {MOST_COPIES} cards"),
                ));
            }
            cards.push(Cards { low, high, copies });
            if !self.sign(",") {
                return Ok(Statement::Deck(name, cards));
            }
        }
    }

    fn when_ever(&mut self) -> Read<Option<Expression>> {
        if self.take("when") { self.expression().map(Some) } else { Ok(None) }
    }

    fn returned(&mut self) -> Read<Statement> {
        let cards = self.own_name("the name of cards")?;
        if !self.take("to") {
            return Err(self.unexpected("`to` and a deck").with_hint("as in `return hand to d`"));
        }
        let deck = self.own_name("the name of a deck")?;
        Ok(Statement::Return { cards, deck, when: self.when_ever()? })
    }

    fn at_most(&mut self) -> Read<Option<u32>> {
        if !self.sign(",") {
            return Ok(None);
        }
        if !self.take("at") || !self.take("most") {
            return Err(self
                .unexpected("`at most` and a number")
                .with_hint("as in `until hp <= 0, at most 12`"));
        }
        self.space();
        let start = self.at;
        match self.step_number()? {
            0 => Err(Fault::new(start..self.at, "the steps must be 1 or more")),
            steps => Ok(Some(steps)),
        }
    }

    /// Checks that the line ends here.
    pub fn line_end(&mut self) -> Read<()> {
        self.space();
        if self.rest().is_empty() {
            return Ok(());
        }
        let fault = self.unexpected("the end of the line");
        Err(match self.rest().chars().next() {
            Some(';') => fault.with_hint("put each statement on its own line"),
            Some(':') => {
                let line = self.text[..self.at].rfind('\n').map_or(0, |end| end + 1);
                let roll = self.text[line..self.at].trim();
                fault.with_hint(match is_roll(roll) {
                    true => format!(
                        "ask for one result at a time, `{roll} >= 10`; a rule has all of them: \
                            `r = {roll}`, `hit: r >= 10`, `miss: otherwise`"
                    ),
                    false => "`:` comes after the label of a result".to_owned(),
                })
            }
            Some(')' | ']' | '}') => fault.with_hint("there is a closing bracket too many"),
            Some(_) if self.die() || self.count_and_die() => {
                fault.with_hint("a sign is missing: `2d6 + d8`, or a pool: `[2d6, d8]`")
            }
            Some(_) if KEEPS.iter().any(|keep| self.word().starts_with(keep)) => fault.with_hint(
                "a keep follows dice or a pool: define the roll first, `r = …`, then `[r]kh1`",
            ),
            Some(digit) if digit.is_ascii_digit() => {
                let line = self.text[..self.at].rfind(['\n', '=', ':']).map_or(0, |end| end + 1);
                let (before, number) = (self.text[line..self.at].trim(), self.rest().trim());
                // A word before the number is more likely the error.
                match is_number(number) && !before.ends_with(char::is_alphabetic) {
                    true => fault.with_hint(format!("a sign is missing: `{before} >= {number}`")),
                    false => fault,
                }
            }
            Some('\\') => fault.with_hint("`/` divides and rounds down"),
            Some('(') => {
                fault.with_hint("a sign is missing: `3 * (d6 + 1)`, or `repeat(3, d6 + 1)`")
            }
            Some('[') => fault.with_hint("put faces in braces: `d{1,1,2,3}`"),
            Some('.') if self.rest().starts_with("..") => range_lists_faces(self.at..self.at + 2),
            Some(_) if self.word() == "in" && self.rest().contains("..") => {
                range_lists_faces(self.at..self.at + 2)
            }
            Some(letter) if letter.is_alphabetic() => {
                let line = self.text[..self.at].rfind('\n').map_or(0, |end| end + 1);
                match self.text[line..self.at].contains(char::is_alphabetic) {
                    true => fault,
                    false => fault.with_hint("dice are written with a d: `2d10`"),
                }
            }
            _ => fault,
        })
    }

    /// Returns true if dice with their number are next: `4d6`.
    fn count_and_die(&self) -> bool {
        let rest = self.rest();
        let dice = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        dice.len() < rest.len()
            && dice.strip_prefix(['d', 'D']).is_some_and(|sides| {
                sides.starts_with(|next: char| next.is_ascii_digit() || "%F{(".contains(next))
            })
    }

    /// Error for a line that has no statement.
    fn no_statement(&mut self, start: usize) -> Fault {
        self.at = start;
        let word = self.word().to_owned();
        let known =
            ["ask", "state", "deck", "result", "step", "until", "shuffle", "return", "given"];
        let near = oddsmith_base::Error::unknown("word", &word, "", known);
        let hint = match near.hint() {
            Some(near @ oddsmith_base::Hint::Nearest(_)) => near.clone(),
            _ => hint_for_statement(&word, &self.text[start..self.end]).into(),
        };
        Fault::new(start..self.end, "this line has neither a name nor a result").with_hint(hint)
    }
}

/// Error for a comparison with a range.
fn range_lists_faces(span: std::ops::Range<usize>) -> Fault {
    Fault::new(span, "a range lists faces")
        .with_hint("compare the number twice: `x >= 4 and x <= 5`")
}

/// Returns a hint for a line in the notation of other languages.
fn hint_for_statement(word: &str, line: &str) -> String {
    let behind = line[word.len()..].trim_start();
    match word {
        "while" | "loop" | "repeat" | "for" | "do" => {
            "write steps as a line `step`, the lines to repeat, and `until hp <= 0`"
        }
        "if" => {
            "give a name its value: `hp = if d20 >= 12 then hp - d8 else hp`; write a result as \
                `label: condition`"
        }
        "otherwise" => "put a result before it: `miss: otherwise`",
        _ if behind.starts_with("-=") || behind.starts_with("+=") => {
            return format!("write `{word} = {word} {} …`", &behind[..1]);
        }
        _ if is_die(behind) && line.contains('=') => {
            "`d` before a number always means a die: choose another name"
        }
        _ if line.starts_with('$') => "put fields beside the rule: `fields = { hp = 30 }`",
        _ => {
            "begin a line with `name = …`, `label: …`, `ask …`, `state …`, `deck …`, `step` or \
                `until …`"
        }
    }
    .to_owned()
}
