//! A rule that is written out in the language of dice, with its fields, ladder and success.

use std::collections::BTreeMap;

use oddsmith_base::{About, Error, Result};
use oddsmith_dice::syntax::{Ask, Comparison, Expression, Kind, Operator, Program, Statement};
use oddsmith_dice::{self as dice, Fault, Field, Note, Read};
use oddsmith_engine::program::{Compiled, Question, Wanted};

/// A checked rule.
#[derive(Clone, Debug)]
pub struct Written {
    /// What it says.
    pub program: Program,
    /// Its fields.
    pub fields: Vec<Field>,
    /// The labels of `result`, worst to best; empty where they have no order.
    pub ladder: Vec<String>,
    /// What is a success: a result, an asked number, or one of each.
    pub success: Vec<Success>,
    /// What was read otherwise than it is written.
    pub notes: Vec<Note>,
}

/// What is a success.
#[derive(Clone, Debug)]
pub enum Success {
    /// This result, or one that is better.
    Rung(String),
    /// An asked number that compares so with a number of fields.
    Number(String, Comparison, Box<Expression>),
}

impl Written {
    /// A rule that was read, once it is checked.
    ///
    /// # Errors
    /// If it says something that can't be, with the place.
    pub fn checked(rule: dice::Written<Program>, fields: Vec<Field>) -> Read<Written> {
        let checked = dice::check_program(rule, &fields)?;
        let (ladder, success) = (Vec::new(), Vec::new());
        Ok(Written { program: checked.said, fields, ladder, success, notes: checked.notes })
    }

    /// The same rule, its results in this order, worst to best.
    ///
    /// # Errors
    /// If these are not its results.
    pub fn ladder(mut self, ladder: Vec<String>) -> Result<Written> {
        let labels = self.labels();
        let about = |name: &String| About::Entry("ladder".to_owned(), name.clone());
        if let Some(unknown) = ladder.iter().find(|rung| !labels.contains(rung)) {
            let known = labels.iter().map(String::as_str);
            return Err(Error::unknown("result", unknown, "", known).about(about(unknown)));
        }
        if let Some(twice) = ladder.iter().enumerate().find(|(i, rung)| ladder[..*i].contains(rung))
        {
            return Err(
                Error::question(format!("`{}` stands twice", twice.1)).about(about(twice.1))
            );
        }
        if let Some(left) = labels.iter().find(|label| !ladder.contains(label)) {
            return Err(Error::question(format!("the ladder leaves out `{left}`"))
                .with_hint("it names each result, worst to best")
                .about(About::value("ladder")));
        }
        self.ladder = ladder;
        Ok(self)
    }

    /// The same rule, with what is a success too: a result, or a comparison of an asked number.
    ///
    /// # Errors
    /// If it is neither.
    pub fn succeeds(mut self, text: &str) -> Result<Written> {
        let labels = self.labels();
        if labels.iter().any(|label| label == text) {
            self.success.push(Success::Rung(text.to_owned()));
            return Ok(self);
        }
        let at = |error: Error| error.about(About::value("success"));
        let told = |fault: Fault| {
            let error = Error::question(format!("`{text}` is no success: {}", fault.message));
            at(error.with_hint(fault.hint.unwrap_or_else(|| example(&labels).into())))
        };
        let read = dice::read_expression(text).map_err(told)?.said;
        let asked = self.asked();
        let Kind::Binary(Operator::Compare(comparison), sides) = read.kind else {
            let known = labels.iter().chain(&asked).map(String::as_str);
            let unknown = Error::unknown("result", text, "", known);
            return Err(at(unknown.with_hint(example(&labels))));
        };
        let [column, bound] = *sides;
        let Kind::Name(column) = column.kind else {
            let error = Error::question(format!("`{column}` is no asked number"));
            return Err(at(error.with_hint(example(&labels))));
        };
        if !asked.contains(&column) {
            let known = asked.iter().map(String::as_str);
            return Err(at(Error::unknown("column", &column, "", known)
                .with_hint(format!("ask it in the rule: `ask {column}`"))));
        }
        let known = |name: &str| {
            self.fields.iter().find(|field| field.name == name).map(|field| field.usual)
        };
        if dice::constant(&bound, &known).is_none() {
            let error = Error::question(format!("`{bound}` is no number of the rule's fields"));
            return Err(at(error.with_hint("as in `hits >= $need`")));
        }
        self.success.push(Success::Number(column, comparison, Box::new(bound)));
        Ok(self)
    }

    /// Every label of the list `result`, in the order of the lines.
    pub fn labels(&self) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        for line in self.lines() {
            match &line.statement {
                Statement::Results(_) => break,
                Statement::Label(label, _) if !labels.contains(&label.text) => {
                    labels.push(label.text.clone());
                }
                _ => {}
            }
        }
        labels
    }

    /// The names that are asked alone.
    fn asked(&self) -> Vec<String> {
        let asks = self.lines().filter_map(|line| match &line.statement {
            Statement::Ask(asks) => Some(asks),
            _ => None,
        });
        let name = |ask: &Ask| match ask {
            Ask::One { name, .. } => Some(name.text.clone()),
            Ask::Joint(_) => None,
        };
        asks.flatten().filter_map(name).collect()
    }

    fn lines(&self) -> impl Iterator<Item = &oddsmith_dice::syntax::Line> {
        self.program.opening.iter().chain(&self.program.closing)
    }

    /// Its decisions, each with its words.
    pub fn decisions(&self) -> Vec<(String, Vec<String>)> {
        let course = self.program.course.iter().flat_map(|course| &course.lines);
        let decides = self.lines().chain(course).filter_map(|line| match &line.statement {
            Statement::Decide(name, words) => {
                Some((name.text.clone(), words.iter().map(|word| word.text.clone()).collect()))
            }
            _ => None,
        });
        decides.collect()
    }

    /// The rule with these texts for its fields and decisions.
    ///
    /// # Errors
    /// If a decision is none, or the numbers are absurd.
    pub fn compile(&self, text: impl Fn(&str) -> Option<String>) -> Result<Compiled> {
        let mut fields = BTreeMap::new();
        for field in &self.fields {
            let text = text(&field.name);
            let place = |text: String| match field.words.iter().position(|word| *word == text) {
                Some(place) => Some(place as i64),
                None => text.parse().ok(),
            };
            fields.insert(field.name.clone(), text.and_then(place).unwrap_or(field.usual));
        }
        let mut decisions = BTreeMap::new();
        for (name, words) in self.decisions() {
            let key = format!("decide.{name}");
            let Some(text) = text(&key) else { continue };
            let told = |fault: Fault| fault.in_text(&text, 0).about(About::value(&key));
            let decision =
                dice::check_decision(&text, (&name, &words), &self.program, &self.fields);
            decisions.insert(name, decision.map_err(told)?);
        }
        let wanted = |success: &Success| match success {
            Success::Rung(rung) => Ok(Wanted::Rung(rung.clone())),
            Success::Number(column, comparison, bound) => {
                let number = dice::constant(bound, &|name: &str| fields.get(name).copied());
                let number = number.ok_or_else(|| {
                    Error::question(format!("`{bound}` is no number with these fields"))
                        .about(About::value("success"))
                })?;
                Ok(Wanted::Number { column: column.clone(), comparison: *comparison, number })
            }
        };
        let success = self.success.iter().map(wanted).collect::<Result<_>>()?;
        let ladder = self.ladder.clone();
        let question = Question { program: &self.program, fields, decisions, ladder, success };
        let notes = self.notes.iter().map(|note| note.message.clone());
        Ok(question.compile()?.noted(notes))
    }
}

/// How a success is said.
fn example(labels: &[String]) -> String {
    match labels.last() {
        Some(label) => {
            format!("a success is a result, `{label}`, or a comparison of an asked number")
        }
        None => "a success compares an asked number: `hits >= 2`".to_owned(),
    }
}
