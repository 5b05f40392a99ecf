//! Rules written in the dice language, with their fields, ladders and success.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use oddsmith_base::{About, Error, Result};
use oddsmith_dice::syntax::{Ask, Comparison, Expression, Kind, Operator, Program, Statement};
use oddsmith_dice::{self as dice, Fault, Field, Note, Read};
use oddsmith_engine::program::{Compiled, Question, Wanted};

/// A house rule whose program was parsed and checked.
#[derive(Clone, Debug)]
pub struct HouseRule {
    /// The program.
    pub program: Program,
    /// The fields.
    pub fields: Vec<Field>,
    /// The labels of each list, worst to best, by its name; lists without a ladder have no order.
    pub ladders: BTreeMap<String, Vec<String>>,
    /// The success: a result, a requested number, or one of each.
    pub success: Vec<Success>,
    /// Notes on interpretations that differ from the text.
    pub notes: Vec<Note>,
}

/// A condition on the results of a house rule that counts as success.
#[derive(Clone, Debug)]
pub enum Success {
    /// This result, or a better one.
    Rung(String),
    /// A requested number that satisfies a comparison with an expression of fields.
    Number(String, Comparison, Box<Expression>),
}

impl HouseRule {
    /// Checks a parsed rule.
    ///
    /// # Errors
    /// If it is invalid, with the position.
    pub fn checked(rule: dice::Parsed<Program>, fields: Vec<Field>) -> Read<HouseRule> {
        let checked = dice::check_program(rule, &fields)?;
        let (ladders, success) = (BTreeMap::new(), Vec::new());
        Ok(HouseRule { program: checked.tree, fields, ladders, success, notes: checked.notes })
    }

    /// Sets the order of the results of the first list, worst to best.
    ///
    /// # Errors
    /// If these are not its results.
    pub fn ladder(self, ladder: Vec<String>) -> Result<HouseRule> {
        let list = self.first_list();
        self.ordered(&list, ladder, |rung| match rung {
            Some(rung) => About::Entry("ladder".to_owned(), rung.to_owned()),
            None => About::value("ladder"),
        })
    }

    /// Sets the order of the results of this list, worst to best.
    ///
    /// # Errors
    /// If there is no such list, or these are not its results.
    pub fn ladder_of(self, list: &str, ladder: Vec<String>) -> Result<HouseRule> {
        let key = format!("ladders.{list}");
        let lists = self.lists();
        if lists.iter().all(|(name, _)| name != list) {
            let known = lists.iter().map(|(name, _)| name.as_str());
            let unknown = Error::unknown("list of results", list, "", known);
            let unknown = match lists.is_empty() {
                true => unknown.with_hint("begin a list with a line `result NAME`"),
                false => unknown,
            };
            return Err(unknown.about(About::Key(list.to_owned())));
        }
        if self.ladders.contains_key(list) {
            return Err(Error::question(format!("`{list}` has two ladders"))
                .with_hint("`ladder` orders the first list: leave one out")
                .about(About::Key("ladder".to_owned())));
        }
        self.ordered(list, ladder, |_| About::Value(key.clone()))
    }

    /// Sets the order of a list.
    fn ordered(
        mut self,
        list: &str,
        ladder: Vec<String>,
        about: impl Fn(Option<&str>) -> About,
    ) -> Result<HouseRule> {
        let labels = self.labels(list);
        if let Some(unknown) = ladder.iter().find(|rung| !labels.contains(rung)) {
            let known = labels.iter().map(String::as_str);
            return Err(Error::unknown("result", unknown, "", known).about(about(Some(unknown))));
        }
        let twice = (1..ladder.len()).find(|&at| ladder[..at].contains(&ladder[at]));
        if let Some(twice) = twice.map(|at| &ladder[at]) {
            return Err(Error::question(format!("`{twice}` appears twice"))
                .with_hint("a ladder names each result once")
                .about(about(Some(twice))));
        }
        if let Some(left) = labels.iter().find(|label| !ladder.contains(label)) {
            return Err(Error::question(format!("the ladder leaves out `{left}`"))
                .with_hint("list every result, worst to best")
                .about(about(None)));
        }
        self.ladders.insert(list.to_owned(), ladder);
        Ok(self)
    }

    /// Returns the name of the first list: `result`, unless its lines begin with another.
    fn first_list(&self) -> String {
        self.lists().first().map_or_else(|| "result".to_owned(), |(name, _)| name.clone())
    }

    /// Adds a condition for success: a result, or a comparison of a number that the rule lists in
    /// `ask`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn succeeds(mut self, text: &str) -> Result<HouseRule> {
        let first = self.first_list();
        let labels = self.labels(&first);
        if labels.iter().any(|label| label == text) {
            if !self.ladders.contains_key(&first) && labels.len() > 2 {
                let message =
                    format!("success counts `{text}` alone, because {first} has no `ladder`");
                self.notes.push(Note { message, span: 0..0 });
            }
            self.success.push(Success::Rung(text.to_owned()));
            return Ok(self);
        }
        let at = |error: Error| error.about(About::value("success"));
        let told = |fault: Fault| {
            let error = Error::question(format!("`{text}` can't be a success: {}", fault.message));
            at(error.with_hint(fault.hint.unwrap_or_else(|| example(&labels).into())))
        };
        let read = dice::read_expression(text).map_err(told)?.tree;
        let asked = self.asked();
        let Kind::Binary(Operator::Compare(comparison), sides) = read.kind else {
            let known = labels.iter().chain(&asked).map(String::as_str);
            let unknown = Error::unknown("result", text, "", known);
            return Err(at(unknown.with_hint(example(&labels))));
        };
        let [column, bound] = *sides;
        let Kind::Name(column) = column.kind else {
            let error = Error::question(format!("the rule does not ask `{column}`"));
            return Err(at(error.with_hint(example(&labels))));
        };
        if !asked.contains(&column) {
            let known = asked.iter().map(String::as_str);
            return Err(at(Error::unknown("column", &column, "", known)
                .with_hint(format!("add `ask {column}` to the rule"))));
        }
        let known = |name: &str| {
            self.fields.iter().find(|field| field.name == name).map(|field| field.usual)
        };
        if dice::constant(&bound, &known).is_none() {
            let error = Error::question(format!(
                "`{bound}` must be a number made of the rule's \
                fields"
            ));
            return Err(at(error.with_hint("as in `hits >= $need`")));
        }
        self.success.push(Success::Number(column, comparison, Box::new(bound)));
        Ok(self)
    }

    /// Returns every list with its labels, in the order of the lines.
    fn lists(&self) -> Vec<(String, Vec<String>)> {
        let mut lists: Vec<(String, Vec<String>)> = Vec::new();
        let mut name = "result".to_owned();
        for line in self.lines() {
            match &line.statement {
                Statement::Results(list) => name.clone_from(&list.text),
                Statement::Label(label, _) => {
                    if lists.last().is_none_or(|(last, _)| *last != name) {
                        lists.push((name.clone(), Vec::new()));
                    }
                    if let Some((_, labels)) = lists.last_mut()
                        && !labels.contains(&label.text)
                    {
                        labels.push(label.text.clone());
                    }
                }
                _ => {}
            }
        }
        lists
    }

    /// Returns every label of a list, in the order of the lines.
    fn labels(&self, list: &str) -> Vec<String> {
        let found = self.lists().into_iter().find(|(name, _)| name == list);
        found.map(|(_, labels)| labels).unwrap_or_default()
    }

    /// Returns the names that are requested as single columns.
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

    /// Returns its decisions, each with its words.
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

    /// Compiles the rule with these texts for its fields and decisions.
    ///
    /// # Errors
    /// If a decision is invalid, or the numbers are out of range.
    pub fn compile(&self, text: impl Fn(&str) -> Option<String>) -> Result<Compiled> {
        let notes = self.notes.iter().map(|note| note.message.clone());
        Ok(self.asked_with(text, |question| question.compile())?.noted(notes))
    }

    /// Checks whether the rule compiles with its default fields, without exploring its results.
    ///
    /// # Errors
    /// A subset of those of [`HouseRule::compile`].
    pub fn check(&self) -> Result<()> {
        self.asked_with(|_| None, |question| question.check())
    }

    /// Calls `make` with the question of the rule with these texts for its fields and decisions.
    fn asked_with<T>(
        &self,
        text: impl Fn(&str) -> Option<String>,
        make: impl Fn(&Question) -> Result<T>,
    ) -> Result<T> {
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
            Success::Rung(rung) => Ok(Wanted::Rung { list: self.first_list(), rung: rung.clone() }),
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
        let ladders = self.ladders.clone();
        make(&Question { program: &self.program, fields, decisions, ladders, success })
    }
}

/// The texts of a rule's fields and decisions.
type Texts = BTreeMap<String, String>;

/// A rule that caches its compiled forms, since all cases of a sweep are built before they are
/// answered.
pub struct Kept {
    written: HouseRule,
    made: Mutex<(BTreeMap<Texts, Compiled>, usize)>,
}

impl Kept {
    /// Maximum total size of the cached forms, in parts of a few hundred bytes each.
    const MOST: usize = 100_000;

    /// Creates an empty cache for a rule.
    pub fn of(written: HouseRule) -> Kept {
        Kept { written, made: Mutex::default() }
    }

    /// Compiles the rule with these texts for its fields and decisions.
    ///
    /// # Errors
    /// See [`HouseRule::compile`].
    pub fn compile(&self, texts: Texts) -> Result<Compiled> {
        let made = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made().0.get(&texts) {
            return Ok(known.clone());
        }
        let compiled = self.written.compile(|name| texts.get(name).cloned())?;
        let mut made = made();
        let (all, parts) = &mut *made;
        *parts += compiled.parts();
        if *parts > Kept::MOST {
            all.clear();
            *parts = compiled.parts();
        }
        all.insert(texts, compiled.clone());
        Ok(compiled)
    }
}

/// Returns a hint on how to write a success.
fn example(labels: &[String]) -> String {
    match labels.last() {
        Some(label) => {
            format!("a success is a result, for example `{label}`, or compares an asked number")
        }
        None => "a success compares an asked number, for example `hits >= 2`".to_owned(),
    }
}
