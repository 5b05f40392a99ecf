//! The statement parser.

use std::collections::HashMap;

use crate::fault::{Done, Fault, Span};
use crate::token::{Token, tokens};
use crate::tree::{Cast, Deed, Function, Parameter, Program, SetTo, Setting, Statement, Variable};

/// Maximum nesting of brackets and blocks.
const NESTED: u32 = 150;

/// Parses a program.
pub fn parse(text: &str) -> Done<Program> {
    let tokens = tokens(text)?;
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        nested: 0,
        function: None,
        names: [(); 2].map(|()| Names::default()),
    };
    let mut statements = Vec::new();
    while parser.peek() != Token::End {
        statements.push(parser.statement()?);
    }
    let [variables, functions] = parser.names.map(|names| names.all);
    Ok(Program { statements, variables, functions })
}

/// Interned names.
#[derive(Default)]
struct Names {
    all: Vec<String>,
    places: HashMap<String, u32>,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        let place = self.all.len() as u32;
        self.all.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        place
    }
}

/// A function's parameters, and the first of them that its body assigns to.
#[derive(Default)]
struct Head {
    parameters: Vec<Parameter>,
    assigned: Option<(Variable, Span)>,
}

pub struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    nested: u32,
    /// The function that is being parsed.
    function: Option<Head>,
    /// The names of variables and of functions.
    names: [Names; 2],
}

impl Parser<'_> {
    pub fn peek(&self) -> Token {
        self.tokens[self.at].0
    }

    pub fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// Returns the range from `start` to the last token consumed.
    pub fn since(&self, start: Span) -> Span {
        start.to(self.tokens[self.at.saturating_sub(1)].1)
    }

    pub fn read(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    pub fn step(&mut self) -> (Token, Span) {
        let here = self.tokens[self.at];
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        here
    }

    pub fn sign(&mut self, sign: u8) -> bool {
        let here = self.peek() == Token::Sign(sign);
        if here {
            self.step();
        }
        here
    }

    /// Describes the current token.
    pub fn seen(&self) -> String {
        match self.peek() {
            Token::End => "the program ends".to_owned(),
            _ => format!("`{}` stands", self.read(self.span())),
        }
    }

    pub fn must(&mut self, sign: u8, hint: &str) -> Done<()> {
        if self.sign(sign) {
            return Ok(());
        }
        let message = format!("{} where a `{}` is expected", self.seen(), char::from(sign));
        Err(Fault::at(self.span(), message, hint))
    }

    fn word(&mut self, word: &str) -> bool {
        let here = self.peek() == Token::Word && self.read(self.span()) == word;
        if here {
            self.step();
        }
        here
    }

    pub fn variable(&mut self, span: Span) -> Variable {
        self.names[0].number(&self.text[span.range()])
    }

    pub fn identity(&mut self, name: &str) -> u32 {
        self.names[1].number(name)
    }

    /// Parses a nested construct, up to the maximum depth.
    pub fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        self.nested += 1;
        if self.nested > NESTED {
            let message = format!("more than {NESTED} brackets and blocks stand within each other");
            return Err(Fault::at(self.span(), message, "name a part with a variable"));
        }
        let made = read(self);
        self.nested -= 1;
        made
    }

    fn statement(&mut self) -> Done<Statement> {
        let (token, start) = (self.peek(), self.span());
        let word = if token == Token::Word { self.read(start).to_owned() } else { String::new() };
        let kind = match (token, &*word) {
            (Token::Variable, _) if self.tokens[self.at + 1].0 == Token::Sign(b':') => {
                self.step();
                self.step();
                let variable = self.variable(start);
                if let Some(Head { parameters, assigned }) = &mut self.function
                    && parameters.iter().any(|parameter| parameter.variable == variable)
                {
                    assigned.get_or_insert((variable, start));
                }
                Deed::Assign(variable, self.expression()?)
            }
            (_, "output") => {
                self.only_outside("output", "a function hands on its `result: …`")?;
                self.step();
                let value = self.expression()?;
                let name = match self.word("named") {
                    true => Some(self.string("the name stands in quotation marks: `named \"…\"`")?),
                    false => None,
                };
                Deed::Output(value, name)
            }
            (_, "set") => {
                self.only_outside("set", "set it before the function is called")?;
                self.step();
                self.setting()?
            }
            (_, "function") => {
                self.only_outside("function", "define it beside the other function")?;
                self.step();
                self.definition()?
            }
            (_, "loop") => {
                self.step();
                let span = self.span();
                if self.step().0 != Token::Variable {
                    let message = "a loop takes a variable, in capital letters";
                    return Err(Fault::at(span, message, "`loop N over {1..6} { … }`"));
                }
                let variable = self.variable(span);
                if !self.word("over") {
                    let message = format!("{} where `over` is expected", self.seen());
                    return Err(Fault::at(self.span(), message, "`loop N over {1..6} { … }`"));
                }
                Deed::Loop(variable, self.expression()?, self.block()?)
            }
            (_, "if") => self.condition()?,
            (_, "result") => {
                if self.function.is_none() {
                    let hint = "`output …` shows a value";
                    return Err(Fault::at(start, "only a function has a result", hint));
                }
                self.step();
                self.must(b':', "`result: …`")?;
                Deed::Result(self.expression()?)
            }
            _ => return Err(self.no_statement(start, &word)),
        };
        Ok(Statement { kind, span: self.since(start) })
    }

    fn no_statement(&self, start: Span, word: &str) -> Fault {
        let (message, hint) = match (self.peek(), word) {
            (Token::Sign(b'}'), _) => ("unexpected `}`", "leave it out"),
            (Token::Sign(b'\\'), _) => ("this `\\` begins no comment", "`\\ … \\` is one"),
            (_, "else") => ("this `else` has no `if`", "`if … { … } else { … }`"),
            (_, "named") => ("only outputs have names", "`output 3d6 named \"…\"`"),
            (Token::Word, _) => (
                "no statement begins with this word",
                "they begin with output, function, loop, if, set, result, or a variable in \
                    capital letters",
            ),
            _ => (
                "expected a statement, found a value",
                "`output 3d6` shows a value, `X: 3d6` names it",
            ),
        };
        Fault::at(start, message, hint)
    }

    fn only_outside(&self, what: &str, hint: &str) -> Done<()> {
        match self.function {
            None => Ok(()),
            Some(_) => {
                let message = format!("`{what}` can't stand within a function");
                Err(Fault::at(self.span(), message, hint))
            }
        }
    }

    fn string(&mut self, hint: &str) -> Done<Span> {
        let span = self.span();
        match self.peek() {
            Token::Text => {
                self.step();
                Ok(Span { start: span.start + 1, end: span.end - 1 })
            }
            _ => Err(Fault::at(span, format!("{} where a text is expected", self.seen()), hint)),
        }
    }

    fn setting(&mut self) -> Done<Deed> {
        const SETTINGS: &str =
            "there are \"position order\", \"explode depth\" and \"maximum function depth\"";
        let span = self.string(SETTINGS)?;
        let setting = match self.read(span) {
            "position order" => Setting::PositionOrder,
            "explode depth" => Setting::ExplodeDepth,
            "maximum function depth" => Setting::FunctionDepth,
            other => {
                let message = format!("there is no setting `{other}`");
                return Err(Fault::at(span, message, SETTINGS));
            }
        };
        if !self.word("to") {
            let message = format!("{} where `to` is expected", self.seen());
            return Err(Fault::at(self.span(), message, "`set \"explode depth\" to 3`"));
        }
        let to = match self.peek() {
            Token::Text => SetTo::Words(self.string("")?),
            _ => SetTo::Value(self.expression()?),
        };
        Ok(Deed::Set(setting, to))
    }

    fn definition(&mut self) -> Done<Deed> {
        const HINT: &str = "`function: attack A:n against D:n { result: A > D }`";
        self.must(b':', HINT)?;
        let (mut name, mut parameters) = (String::new(), Vec::new());
        while self.peek() != Token::Sign(b'{') {
            let (token, span) = self.step();
            match token {
                Token::Word => push(&mut name, self.read(span)),
                Token::Variable => {
                    push(&mut name, "?");
                    let cast = if self.sign(b':') { self.cast()? } else { Cast::AsItIs };
                    parameters.push(Parameter { variable: self.variable(span), cast });
                }
                _ => {
                    self.at = self.at.saturating_sub(usize::from(token != Token::End));
                    let message = format!("{} in a function's name", self.seen());
                    let hint = format!("it has words in small letters and variables: {HINT}");
                    return Err(Fault::at(span, message, hint));
                }
            }
        }
        if name.is_empty() {
            return Err(Fault::at(self.span(), "a function without a name", HINT));
        }
        let identity = self.identity(&name);
        self.function = Some(Head { parameters, assigned: None });
        let body = self.block()?;
        let Head { parameters, assigned } = self.function.take().unwrap_or_default();
        Ok(Deed::Define(Function { identity, parameters, body, assigned }))
    }

    fn cast(&mut self) -> Done<Cast> {
        let (token, span) = self.step();
        match (token, self.read(span)) {
            (Token::Die, _) => Ok(Cast::Die),
            (_, "n") => Ok(Cast::Number),
            (_, "s") => Ok(Cast::Sequence),
            (_, "?") => Ok(Cast::AsItIs),
            _ => {
                let hint = "`n` a number, `s` a sequence, `d` a die, `?` as it is";
                Err(Fault::at(span, "unknown type of a parameter", hint))
            }
        }
    }

    fn condition(&mut self) -> Done<Deed> {
        self.step();
        let condition = self.expression()?;
        let then = self.block()?;
        let start = self.span();
        let otherwise = match self.word("else") {
            false => Vec::new(),
            true if self.peek() == Token::Word && self.read(self.span()) == "if" => {
                let start = self.span();
                let kind = self.within(Self::condition)?;
                vec![Statement { kind, span: self.since(start) }]
            }
            true if self.peek() != Token::Sign(b'{') => {
                let message = format!("{} behind `else`", self.seen());
                return Err(Fault::at(start, message, "`else { … }` or `else if … { … }`"));
            }
            true => self.block()?,
        };
        Ok(Deed::If(condition, then, otherwise))
    }

    fn block(&mut self) -> Done<Vec<Statement>> {
        let open = self.span();
        self.must(b'{', "a block stands in `{ … }`")?;
        self.within(|parser| {
            let mut statements: Vec<Statement> = Vec::new();
            loop {
                if parser.sign(b'}') {
                    return Ok(statements);
                }
                if parser.peek() == Token::End {
                    return Err(Fault::at(open, "this block is never closed", "`}` closes it"));
                }
                if matches!(statements.last(), Some(Statement { kind: Deed::Result(_), .. })) {
                    let message = format!("{} behind the result", parser.seen());
                    let hint = "put the result last in its block, before `}`";
                    return Err(Fault::at(parser.span(), message, hint));
                }
                statements.push(parser.statement()?);
            }
        })
    }
}

/// Appends a word to a function's name.
pub fn push(name: &mut String, word: &str) {
    if !name.is_empty() {
        name.push(' ');
    }
    name.push_str(word);
}
