//! Expressions over answers: one language for documents, chart titles, expectations and charts.
//! This package holds the objects, filters and errors of that language, and the use of minijinja.
//! Markdown and web pages do not belong here.

mod attributes;
mod blocks;
mod capped_text;
mod case;
mod errors;
mod filters;
mod gaps;
mod length_limits;
mod measures;
mod point;
mod points;

use std::collections::HashSet;
use std::sync::Arc;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Expression, Output, UndefinedBehavior};

use oddsmith_answers::Results;
use oddsmith_base::Bound;
use oddsmith_base::{Error, Result};
use oddsmith_registry::TEXT_LENGTH;
use oddsmith_text::numbers;

pub use minijinja::value::{Kwargs, Value, ValueKind};

use capped_text::CappedText;
pub use case::Case;
pub use filters::{items, number_of};
pub use gaps::is_gap;
pub use point::{Point, TIED};
pub use points::CaseSelection;

/// Largest output of a template.
const MOST_PRINTED: Bound = Bound::megabytes(4, "say it with fewer loops");

/// Largest number of steps of a template, so that none runs forever.
const MOST_STEPS: Bound = Bound::of(5_000_000, "steps", "say it with fewer loops");

/// Evaluator of expressions over the answers to a scenario.
#[derive(Debug)]
pub struct Expressions {
    environment: Environment<'static>,
}

impl Expressions {
    /// Creates an evaluator for these answers, which expressions access as `answers`.
    pub fn new(results: Arc<Results>) -> Expressions {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        // Debug mode adds positions and undefined names to errors.
        #[cfg(not(target_family = "wasm"))]
        environment.set_debug(true);
        environment.set_fuel(Some(MOST_STEPS.most));
        // Without `namespace`, a loop can't accumulate text, which the limit on steps would not
        // bound.
        environment.remove_global("namespace");
        // The function `debug` shows internals.
        environment.remove_global("debug");
        environment.set_recursion_limit(DEEPEST);
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        environment.set_syntax(syntax.unwrap_or_default());
        // The name of a template decides if its text is escaped.
        environment.set_auto_escape_callback(|name| match name.ends_with(".md") {
            true => AutoEscape::Custom("markdown".into()),
            false => AutoEscape::None,
        });
        environment.set_formatter(|out, state, value| {
            let markdown = !matches!(state.auto_escape(), AutoEscape::None);
            match value.as_str() {
                Some(text) if markdown && !value.is_safe() => {
                    Ok(out.write_str(&oddsmith_text::markdown(text))?)
                }
                _ => print(out, value),
            }
        });
        filters::add(&mut environment);
        environment.add_global("answers", Value::from_object(CaseSelection::all(results)));
        Expressions { environment }
    }

    /// Evaluates a condition.
    ///
    /// # Errors
    /// If the expression can't be parsed or evaluated, or is not a boolean.
    pub fn holds(&self, expression: &str) -> Result<bool> {
        let value = self.value(expression, Value::UNDEFINED)?;
        match value.kind() {
            ValueKind::Bool => Ok(value.is_true()),
            _ => Err(Error::question(format!("`{expression}` is neither true nor false"))
                .with_hint("compare something: `answers['cards'].min('success') > 0.5`")),
        }
    }

    /// Evaluates a numeric expression at a point.
    ///
    /// # Errors
    /// If the expression can't be parsed or evaluated, or is not a number.
    pub fn number(&self, expression: &str, point: &Point) -> Result<f64> {
        let value = self.value(expression, Value::from_object(point.clone()))?;
        if value.is_undefined() {
            let said = format!("`{expression}` stands for nothing in a case");
            return Err(Error::question(said));
        }
        filters::number_of(&value).map_err(|error| self.told(&error, expression))
    }

    /// Evaluates a numeric expression over all answers.
    ///
    /// # Errors
    /// If the expression can't be parsed or evaluated, or is not a number.
    pub fn number_over_all(&self, expression: &str) -> Result<f64> {
        let value = self.value(expression, Value::UNDEFINED)?;
        filters::number_of(&value).map_err(|error| self.told(&error, expression))
    }

    /// Returns a function that evaluates a condition at points; the expression is parsed only once.
    ///
    /// # Errors
    /// If the expression can't be parsed.
    pub fn are_true<'e>(
        &'e self,
        expression: &'e str,
    ) -> Result<impl Fn(&Point) -> Result<bool> + 'e> {
        let compiled = self.compiled(expression)?;
        Ok(move |point: &Point| {
            let value = compiled.eval(Value::from_object(point.clone()));
            value.map(|value| value.is_true()).map_err(|error| self.told(&error, expression))
        })
    }

    /// Returns an attribute of a value of the language: a figure of a case, a field of a gap.
    ///
    /// # Errors
    /// If the value has no such attribute, or it can't be computed.
    pub fn figure(&self, of: &Value, name: &str) -> Result<Value> {
        let compiled = self.environment.compile_expression_owned(format!("it.{name}"));
        let context = Value::from_pairs([("it", of.clone())]);
        let value = compiled.and_then(|compiled| compiled.eval(context));
        value.map_err(|error| errors::translate_error(&error, &[]))
    }

    /// Calls a method of a value of the language: the share of an event, the gap to other answers.
    ///
    /// # Errors
    /// If the value has no such method, or the arguments are invalid.
    pub fn call_method(&self, of: &Value, name: &str, arguments: &[Value]) -> Result<Value> {
        let mut state = self.environment.empty_state();
        of.call_method(&mut state, name, arguments)
            .map_err(|error| errors::translate_error(&error, &[]))
    }

    fn value(&self, expression: &str, context: Value) -> Result<Value> {
        self.compiled(expression)?.eval(context).map_err(|error| self.told(&error, expression))
    }

    /// Compiles an expression.
    fn compiled<'e>(&'e self, expression: &str) -> Result<Expression<'e, 'e>> {
        compiled(&self.environment, expression).map_err(|error| self.told(&error, expression))
    }

    /// Converts an error in a text to one with its position.
    fn told(&self, error: &minijinja::Error, text: &str) -> Error {
        let known: Vec<&str> = self.environment.globals().map(|(name, _)| name).collect();
        errors::with_position(error, text, &[&known[..], &FUNCTIONS].concat())
    }

    /// Renders a text with its expressions as plain text.
    ///
    /// # Errors
    /// If the text is too long, or an expression can't be parsed or evaluated.
    pub fn words(&self, text: &str) -> Result<String> {
        TEXT_LENGTH.ask("the text is too long", text.chars().count() as u64)?;
        self.rendered("", text, Value::from_pairs([] as [(&str, Value); 0]))
    }

    /// Renders a Markdown text with its expressions; `functions` are available in addition to
    /// `answers`.
    ///
    /// # Errors
    /// If an expression can't be parsed or evaluated; with its position in the text.
    pub fn markdown(
        &self,
        text: &str,
        functions: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> Result<String> {
        self.rendered("report.md", text, Value::from_pairs(functions))
    }

    /// Renders a text with its expressions; its name decides if text is escaped.
    fn rendered(&self, name: &str, text: &str, context: Value) -> Result<String> {
        length_limits::check_template_length(text)?;
        let mut words = CappedText::default();
        let known: Vec<String> =
            context.try_iter().into_iter().flatten().map(|key| key.to_string()).collect();
        let template = self.environment.template_from_named_str(name, text);
        let rendered = template.and_then(|template| {
            template.render_captured_to(context, &mut words)?;
            Ok(match DETAILED_ERRORS {
                true => template.undeclared_variables(false),
                false => HashSet::new(),
            })
        });
        let names = rendered.map_err(|error| self.told(&error, text))?;
        let globals = self.environment.globals().map(|(name, _)| name);
        let known: Vec<&str> = known.iter().map(String::as_str).chain(globals).collect();
        if let Some(error) = errors::undeclared(&names, text, &known) {
            return Err(error);
        }
        Ok(words.text())
    }
}

/// Subject of the error for output that exceeds the limit.
const OUTPUT_SUBJECT: &str = "the words are";

/// True if errors include positions and hints for texts of several lines; the WebAssembly build
/// leaves them out to save space.
const DETAILED_ERRORS: bool = cfg!(not(target_family = "wasm"));

/// Functions that only documents have.
const FUNCTIONS: [&str; 3] = ["chart", "table", "audit"];

/// Largest nesting depth of a template; a macro counts as four levels.
const DEEPEST: usize = 100;

/// Compiles an expression for repeated evaluation.
fn compiled<'e>(
    environment: &'e Environment<'e>,
    expression: &str,
) -> std::result::Result<Expression<'e, 'e>, minijinja::Error> {
    length_limits::check_expression_length(expression).map_err(|error| failing(&error))?;
    environment.compile_expression_owned(expression.to_owned())
}

/// Prints a value: numbers with few decimals and a true minus sign, text unchanged.
fn print(out: &mut Output, value: &Value) -> std::result::Result<(), minijinja::Error> {
    let text = match value.kind() {
        ValueKind::Number if value.is_integer() => {
            let whole = |number: i64| numbers::fixed(number as f64, 0, false);
            value.as_i64().map_or_else(|| value.to_string(), whole)
        }
        ValueKind::Number => numbers::plain(f64::try_from(value.clone())?, 2),
        ValueKind::None => return Err(failed("there is nothing to print")),
        ValueKind::Plain if value.downcast_object_ref::<Point>().is_none() => {
            let hint = "give it brackets with what it asks for: `quantile(0.9)`";
            return Err(hinted("a function is not printed", hint));
        }
        _ => return Ok(write!(out, "{value}")?),
    };
    Ok(out.write_str(&text)?)
}

/// Creates an error of the expression language from a message.
pub fn failed(message: impl std::fmt::Display) -> minijinja::Error {
    minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, message.to_string())
}

/// Creates an error of the expression language with a hint.
fn hinted(message: impl std::fmt::Display, hint: &str) -> minijinja::Error {
    failed(format!("{message}{}{hint}", errors::HINT))
}

/// Wraps an error of the engine in an error of the expression language.
pub fn failing(error: &Error) -> minijinja::Error {
    failed(error).with_source(error.clone())
}
