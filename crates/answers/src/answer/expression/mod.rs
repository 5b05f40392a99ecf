//! Expressions over answers: one vocabulary for documents, chart titles, expectations and charts.
//! What belongs here: the objects, filters and errors of that language. What does not: Markdown,
//! pages.
//! minijinja lives here.

mod case;
mod filters;
mod gaps;
mod measures;
mod point;
mod points;
mod room;
mod written;

use std::collections::HashSet;
use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Expression, Output, UndefinedBehavior};

use super::Results;
use crate::text::numbers;
use oddsmith_base::Bound;
use oddsmith_base::{Error, Result};
use oddsmith_registry::TEXT_LENGTH;

pub use minijinja::value::{Kwargs, Value, ValueKind};

pub use case::Case;
pub use filters::number_of;
pub use gaps::is_gap;
pub use point::Point;
pub use points::CaseSelection;
use room::CappedText;

/// What the words of a template come to.
const MOST_PRINTED: Bound = Bound::megabytes(4, "say it with fewer loops");

/// What a template may work, so that none runs for ever.
const MOST_STEPS: Bound = Bound::of(5_000_000, "steps", "say it with fewer loops");

/// Expressions over the answers to a scenario.
#[derive(Debug)]
pub struct Expressions {
    environment: Environment<'static>,
}

impl Expressions {
    /// Over these answers, which the expressions call `answers`.
    pub fn new(results: Arc<Results>) -> Expressions {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_fuel(Some(MOST_STEPS.most));
        // What a loop makes can't grow by what it made before: fuel is no bound on that.
        environment.remove_global("namespace");
        environment.set_recursion_limit(DEEPEST);
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.unwrap_or_default());
        // Whether words are escaped hangs on the name of the template.
        environment.set_auto_escape_callback(|name| match name.ends_with(".md") {
            true => AutoEscape::Custom("markdown".into()),
            false => AutoEscape::None,
        });
        environment.set_formatter(|out, state, value| {
            let markdown = !matches!(state.auto_escape(), AutoEscape::None);
            match value.as_str() {
                Some(text) if markdown && !value.is_safe() => {
                    Ok(out.write_str(&crate::text::markdown(text))?)
                }
                _ => print(out, value),
            }
        });
        filters::add(&mut environment);
        environment.add_global("answers", Value::from_object(CaseSelection::all(results)));
        Expressions { environment }
    }

    /// Whether an expression is true.
    ///
    /// # Errors
    /// If it can't be read or worked out, or is neither true nor false.
    pub fn holds(&self, expression: &str) -> Result<bool> {
        let value = self.value(expression, Value::UNDEFINED)?;
        match value.kind() {
            ValueKind::Bool => Ok(value.is_true()),
            _ => Err(Error::question(format!("`{expression}` is neither true nor false"))
                .with_hint("compare something: `answers['cards'].min('success') > 0.5`")),
        }
    }

    /// The number that an expression is at a point.
    ///
    /// # Errors
    /// If it can't be read or worked out, or is no number.
    pub fn number(&self, expression: &str, point: &Point) -> Result<f64> {
        let value = self.value(expression, Value::from_object(point.clone()))?;
        filters::number_of(&value).map_err(|error| said(&error))
    }

    /// The number that an expression over all answers is.
    ///
    /// # Errors
    /// If it can't be read or worked out, or is no number.
    pub fn overall(&self, expression: &str) -> Result<f64> {
        let value = self.value(expression, Value::UNDEFINED)?;
        filters::number_of(&value).map_err(|error| said(&error))
    }

    /// Whether an expression is true at each point: it is read once.
    ///
    /// # Errors
    /// If it can't be read or worked out.
    pub fn are_true<'e>(
        &'e self,
        expression: &'e str,
    ) -> Result<impl Fn(&Point) -> Result<bool> + 'e> {
        let told = |error: minijinja::Error| {
            said(&error).at(format!("in `{}`", numbers::cut(expression, 60)))
        };
        let compiled = compiled(&self.environment, expression).map_err(told)?;
        Ok(move |point: &Point| {
            let value = compiled.eval(Value::from_object(point.clone())).map_err(told)?;
            Ok(value.is_true())
        })
    }

    /// What something of the language is asked by a name: a figure of a case, a field of a gap.
    ///
    /// # Errors
    /// If it has nothing of that name, or that can't be worked out.
    pub fn figure(&self, of: &Value, name: &str) -> Result<Value> {
        let compiled = self.environment.compile_expression_owned(format!("it.{name}"));
        let context = Value::from_pairs([("it", of.clone())]);
        compiled.and_then(|compiled| compiled.eval(context)).map_err(|error| said(&error))
    }

    /// What something of the language is asked by a name with arguments: the share of an event, the
    /// gap to other answers.
    ///
    /// # Errors
    /// If it can't be asked that, or the arguments don't fit.
    pub fn ask(&self, of: &Value, name: &str, arguments: &[Value]) -> Result<Value> {
        let mut state = self.environment.empty_state();
        of.call_method(&mut state, name, arguments).map_err(|error| said(&error))
    }

    fn value(&self, expression: &str, context: Value) -> Result<Value> {
        let place = || format!("in `{}`", numbers::cut(expression, 60));
        let compiled = compiled(&self.environment, expression);
        let compiled = compiled.map_err(|error| said(&error).at(place()))?;
        compiled.eval(context.clone()).map_err(|error| {
            let names = compiled.undeclared_variables(false);
            self.about_names(&error, names, &context).at(place())
        })
    }

    /// What went wrong; where a name stands for nothing, which. These are the names that are used.
    fn about_names(
        &self,
        error: &minijinja::Error,
        names: HashSet<String>,
        context: &Value,
    ) -> Error {
        let said = said(error);
        if said.message().to_string() != NAMELESS {
            return said;
        }
        let known: Vec<&str> = self.environment.globals().map(|(name, _)| name).collect();
        let here = |name: &str| context.get_attr(name).is_ok_and(|value| !value.is_undefined());
        let unknown = names.into_iter().filter(|name| !known.contains(&&**name) && !here(name));
        unknown.min().map_or(said, |name| Error::unknown("name", &name, "", known))
    }

    /// A text with its expressions worked out: as plain words.
    ///
    /// # Errors
    /// If the text is too long, or an expression can't be read or worked out.
    pub fn words(&self, text: &str) -> Result<String> {
        TEXT_LENGTH.ask("the text is too long", text.chars().count() as u64)?;
        self.rendered("", text, Value::from_pairs([] as [(&str, Value); 0]))
            .map_err(|(_, error)| error)
    }

    /// A Markdown text with its expressions worked out; `functions` are there beside `answers`.
    ///
    /// # Errors
    /// If an expression can't be read or worked out; with its line.
    pub fn markdown(
        &self,
        text: &str,
        functions: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> Result<String> {
        let words = self.rendered("report.md", text, Value::from_pairs(functions));
        words.map_err(|(line, error)| match line {
            Some(line) => error.at(format!("line {line}")),
            None => error,
        })
    }

    /// A text with its expressions worked out; whether words are escaped hangs on its name. An
    /// error comes with its line.
    fn rendered(
        &self,
        name: &str,
        text: &str,
        context: Value,
    ) -> std::result::Result<String, (Option<usize>, Error)> {
        written::fitting(text).map_err(|(line, error)| (Some(line), error))?;
        let mut words = CappedText::default();
        let template = self.environment.template_from_named_str(name, text);
        let template = template.map_err(|error| (error.line(), said(&error)))?;
        template.render_captured_to(context.clone(), &mut words).map(drop).map_err(|error| {
            let names = template.undeclared_variables(false);
            (error.line(), self.about_names(&error, names, &context))
        })?;
        Ok(words.text())
    }
}

/// What is said where there is no room.
const LONG: &str = "the words are";

/// How deep a template may go within itself: a macro counts for four.
const DEEPEST: usize = 100;

/// An expression that is worked out at many points.
fn compiled<'e>(
    environment: &'e Environment<'e>,
    expression: &str,
) -> std::result::Result<Expression<'e, 'e>, minijinja::Error> {
    written::fits(expression).map_err(|error| failing(&error))?;
    environment.compile_expression_owned(expression.to_owned())
}

/// Prints a value: numbers with few decimals and a true minus sign, text as it is.
fn print(out: &mut Output, value: &Value) -> std::result::Result<(), minijinja::Error> {
    if value.is_undefined() {
        return Err(minijinja::ErrorKind::UndefinedError.into());
    }
    let text = match value.kind() {
        ValueKind::Number if value.is_integer() => {
            let whole = |number: i64| numbers::fixed(number as f64, 0, false);
            value.as_i64().map_or_else(|| value.to_string(), whole)
        }
        ValueKind::Number => numbers::plain(f64::try_from(value.clone())?, 2),
        ValueKind::None => return Err(failed("there is nothing to print")),
        _ => return Ok(write!(out, "{value}")?),
    };
    Ok(out.write_str(&text)?)
}

/// An error of the expression language, said by us.
fn said(error: &minijinja::Error) -> Error {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    if let Some(error) = cause.downcast_ref::<Error>() {
        return match error.hint() {
            Some(_) => error.clone(),
            None => error.clone().with_hint(NAMES),
        };
    }
    let detail = match cause.downcast_ref::<minijinja::Error>() {
        Some(error) if error.kind() == minijinja::ErrorKind::OutOfFuel => {
            return MOST_STEPS.exceeded("the words take");
        }
        Some(error) => match error.detail() {
            Some(detail) => detail.to_owned(),
            None if error.kind() == minijinja::ErrorKind::UndefinedError => NAMELESS.to_owned(),
            None => error.kind().to_string(),
        },
        None => cause.to_string(),
    };
    if let Some(error) = cause.downcast_ref::<minijinja::Error>() {
        use minijinja::ErrorKind::{SyntaxError, UnknownFilter, UnknownFunction, UnknownTest};
        let word = detail.split(' ').find(|word| !["filter", "test"].contains(word));
        match (error.kind(), word) {
            (UnknownFilter, Some(word)) => return filters::unknown(word),
            (UnknownTest, Some(word)) => {
                return Error::question(format!("unknown test `{word}`")).with_hint(NAMES);
            }
            (UnknownFunction, Some(word)) => {
                return Error::question(format!("unknown function `{word}`")).with_hint(NAMES);
            }
            (SyntaxError, _) => {
                let said = Error::question(detail.replace('\n', " "));
                return said.with_hint("close each quote, bracket, `{{` and `{%`");
            }
            _ => {}
        }
    }
    let (message, hint) = match detail.split_once(HINT) {
        Some((message, hint)) => (message.to_owned(), Some(hint.to_owned())),
        None => (detail, None),
    };
    let said = Error::question(message.replace('\n', " "));
    match hint {
        Some(hint) => said.with_hint(hint),
        None => said.with_hint(NAMES),
    }
}

/// What is said of a name that stands for nothing, where nobody knows which.
const NAMELESS: &str = "a name stands for nothing here";

/// Where to look up what there is.
const NAMES: &str = "docs/documents.md lists the names that expressions know";

/// Stands between the message and the hint of an error on its way through the expression language.
const HINT: &str = "\u{1f}";

/// An error of ours within the expression language.
pub fn failed(message: impl std::fmt::Display) -> minijinja::Error {
    minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, message.to_string())
}

/// An error of the engine within the expression language, which brings it along.
pub fn failing(error: &Error) -> minijinja::Error {
    failed(error).with_source(error.clone())
}
