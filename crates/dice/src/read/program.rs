//! Parser of rules: the lines of a program, each identified by its first word.

use super::lines::lines;
use super::parser::Parser;
use super::roll::MOST_COPIES;
use crate::fault::{Fault, Read};
use crate::foreign::{is_die, is_number, is_roll};
use crate::syntax::{
    Ask, Cards, Course, Expression, Kept, Kind, Line, Name, Program, State, Statement,
};

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
            let kind = self.line()?;
            self.line_end()?;
            let refused = |fault, hint| Err(Fault::new(&span, fault).with_hint(hint));
            let statement = match kind {
                LineKind::Step(_) if step.is_some() => {
                    return refused("a second `step`", "a rule can have one `step`");
                }
                LineKind::Step(condition) => {
                    (step, first) = (Some((span, Vec::new())), condition);
                    continue;
                }
                LineKind::Until(..) if until => {
                    return refused("a second `until`", "join conditions with `or`");
                }
                LineKind::Until(condition, at_most) => {
                    let Some((_, lines)) = &mut step else {
                        let hint = "write `step` above the lines to repeat";
                        return refused("`until` needs a `step` above it", hint);
                    };
                    let (lines, first) = (std::mem::take(lines), first.take());
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
            return Err(Fault::new(span, "`step` needs an `until`")
                .with_hint("add when they end: `until hp <= 0`, or `until steps = 12`"));
        }
        // Columns are read at the end, whatever line they are on.
        match step {
            Some(_) => drop(program.closing.splice(0..0, asked)),
            None => program.opening.extend(asked),
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
            "state" => Statement::State(self.several(Parser::state)?),
            "deck" => self.deck()?,
            "result" => Statement::Results(self.name("the name of the results")?),
            "shuffle" => {
                let deck = self.name("the name of a deck")?;
                Statement::Shuffle(deck, self.when_ever()?)
            }
            "return" => self.returned()?,
            "step" => {
                let first = if self.take("if") { Some(self.expression()?) } else { None };
                return Ok(LineKind::Step(first));
            }
            "given" => Statement::Given(self.expression()?),
            "until" => {
                let condition = self.expression()?;
                return Ok(LineKind::Until(condition, self.at_most()?));
            }
            _ => return Err(self.no_statement(start)),
        };
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
            Some(at) if label[at..].starts_with(['=', '#']) => return Ok(None),
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
            return Ok(Statement::Otherwise(self.expression()?));
        }
        if self.take("otherwise") {
            return Ok(Statement::Label(label, None));
        }
        if self.word() == "else" {
            return Err(self
                .unexpected("a condition")
                .with_hint("the last result can be `otherwise`"));
        }
        Ok(Statement::Label(label, Some(self.expression()?)))
    }

    fn bound(&mut self) -> Read<Statement> {
        let name = self.name("a name")?;
        self.expect("=", "`=`")?;
        if !self.take("decide") {
            return Ok(Statement::Bind(name, self.expression()?));
        }
        let words = self.several(Parser::choice_word)?;
        match words.len() {
            1 => Err(Fault::new(&words[0].span, "a decision needs two words or more")
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
        Ok(self.skipped(word))
    }

    /// Parses a name that may also be `steps`, `ended` or `result`.
    fn asked_name(&mut self) -> Read<Name> {
        self.space();
        let word = self.word();
        if ["steps", "ended", "result"].contains(&word) {
            return Ok(self.skipped(word));
        }
        if self.rest()[word.len()..].trim_start().starts_with('(') {
            let span = self.at..self.at + word.len();
            return Err(Fault::new(span, "`ask` takes names")
                .with_hint(format!("name it first: `x = {word}(…)`, then `ask x`")));
        }
        self.name("the name of a column").map_err(|fault| match fault.hint {
            None => fault.with_hint("define it first: `hits = count(r, >=5)`, then `ask hits`"),
            Some(_) => fault,
        })
    }

    fn asks(&mut self) -> Read<Vec<Ask>> {
        self.several(|parser| {
            if parser.sign("(") {
                let names = parser.several(Parser::asked_name)?;
                parser.expect(")", "`,` or `)`")?;
                return Ok(Ask::Joint(names));
            }
            let name = parser.asked_name()?;
            let at = if parser.take("at") { Some(parser.step_number()?) } else { None };
            Ok(Ask::One { name, at })
        })
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

    fn state(&mut self) -> Read<State> {
        let name = self.name("the name of a state")?;
        if !self.sign("=") {
            let hint = format!("as in `state {name} = 30`");
            return Err(self.unexpected("`=`").with_hint(hint));
        }
        let start = self.expression()?;
        let mut bounds = None;
        if self.take("in") {
            let low = self.sum()?;
            self.expect("..", "`..`")?;
            bounds = Some((low, self.sum()?));
        }
        Ok(State { name, start, bounds })
    }

    fn deck(&mut self) -> Read<Statement> {
        let name = self.name("the name of a deck")?;
        self.expect("=", "`=`")?;
        let mut all = 0;
        let cards = self.several(|parser| {
            parser.space();
            let start = parser.at;
            if parser.take(Cards::STANDARD) {
                return Ok(Cards::standard(start..parser.at));
            }
            let low = parser.signed("the value of a card")?;
            let high = if parser.sign("..") { parser.signed("the last value")? } else { low };
            if high < low || high - low >= MOST_COPIES {
                return Err(Fault::new(start..parser.at, "put the lower number first")
                    .with_hint("as in `deck d = 1..13 x4, 15 x2`"));
            }
            let copies = parser.card_copies()?;
            let each = match copies.as_ref().map(|copies| &copies.kind) {
                Some(Kind::Number(each)) => *each,
                _ => 1,
            };
            all += (high - low + 1) * each;
            if all > MOST_COPIES {
                let message = format!("a deck has at most {MOST_COPIES} cards");
                return Err(Fault::new(start..parser.at, message));
            }
            Ok(Cards { low, high, copies })
        })?;
        Ok(Statement::Deck(name, cards))
    }

    fn when_ever(&mut self) -> Read<Option<Expression>> {
        if self.take("when") { self.expression().map(Some) } else { Ok(None) }
    }

    fn returned(&mut self) -> Read<Statement> {
        let cards = self.name("the name of cards")?;
        if !self.take("to") {
            return Err(self.unexpected("`to` and a deck").with_hint("as in `return hand to d`"));
        }
        let deck = self.name("the name of a deck")?;
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
        let before = &self.text[..self.at];
        let since = |ends: &[char]| &before[before.rfind(ends).map_or(0, |end| end + 1)..];
        let hint = match self.rest().chars().next() {
            Some(';') => "put each statement on its own line",
            Some(':') => match since(&['\n']).trim() {
                roll if is_roll(roll) => {
                    return Err(fault.with_hint(format!(
                        "ask for one result at a time, `{roll} >= 10`; a rule has all of them: \
                            `r = {roll}`, `hit: r >= 10`, `miss: otherwise`"
                    )));
                }
                _ => "`:` comes after the label of a result",
            },
            Some(')' | ']' | '}') => "there is a closing bracket too many",
            Some(_) if self.die() || self.count_and_die() => {
                "a sign is missing: `2d6 + d8`, or a pool: `[2d6, d8]`"
            }
            Some(_) if Kept::WORDS.iter().any(|(keep, _)| self.word().starts_with(keep)) => {
                "a keep follows dice or a pool: define the roll first, `r = …`, then `[r]kh1`"
            }
            Some(digit) if digit.is_ascii_digit() => {
                let (before, number) = (since(&['\n', '=', ':']).trim(), self.rest().trim());
                // A word before the number is more likely the error.
                return Err(match is_number(number) && !before.ends_with(char::is_alphabetic) {
                    true => fault.with_hint(format!("a sign is missing: `{before} >= {number}`")),
                    false => fault,
                });
            }
            Some('\\') => "`/` divides and rounds down",
            Some('(') => "a sign is missing: `3 * (d6 + 1)`, or `repeat(3, d6 + 1)`",
            Some('[') => "put faces in braces: `d{1,1,2,3}`",
            Some(_)
                if self.rest().starts_with("..")
                    || self.word() == "in" && self.rest().contains("..") =>
            {
                return Err(Fault::new(self.at..self.at + 2, "a range lists faces")
                    .with_hint("compare the number twice: `x >= 4 and x <= 5`"));
            }
            Some(letter)
                if letter.is_alphabetic() && !since(&['\n']).contains(char::is_alphabetic) =>
            {
                "dice are written with a d: `2d10`"
            }
            _ => return Err(fault),
        };
        Err(fault.with_hint(hint))
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
