//! The expressions in a chart's settings: what evaluates them, and a caller that has none.

use oddsmith_answers::answer::expression::{Expressions, Point};
use oddsmith_base::{Error, Result};

/// Tells at which cases an expression is true.
pub type Filter<'e> = Box<dyn Fn(&Point) -> Result<bool> + 'e>;

/// Evaluates the expressions in a chart's settings.
///
/// A trait object, so that a program whose charts have no expressions doesn't link the template
/// engine: the page's engine is a fifth smaller without it.
pub trait ChartExpressions {
    /// The number that an expression is at a case.
    ///
    /// # Errors
    /// If it can't be parsed or evaluated, or is no number.
    fn number(&self, expression: &str, point: &Point) -> Result<f64>;

    /// The cases where an expression is true.
    ///
    /// # Errors
    /// If it can't be parsed.
    fn filter<'e>(&'e self, expression: &'e str) -> Result<Filter<'e>>;

    /// A title whose expressions are replaced by their values.
    ///
    /// # Errors
    /// If an expression can't be parsed or evaluated.
    fn title(&self, text: &str) -> Result<String>;
}

impl ChartExpressions for Expressions {
    fn number(&self, expression: &str, point: &Point) -> Result<f64> {
        Expressions::number(self, expression, point)
    }

    fn filter<'e>(&'e self, expression: &'e str) -> Result<Filter<'e>> {
        Ok(Box::new(self.are_true(expression)?))
    }

    fn title(&self, text: &str) -> Result<String> {
        self.words(text)
    }
}

/// Keeps titles as they are and refuses every other expression.
#[derive(Clone, Copy, Debug)]
pub struct NoExpressions;

impl NoExpressions {
    fn refused<T>(expression: &str) -> Result<T> {
        Err(Error::question(format!("`{expression}` can't be evaluated here"))
            .with_hint("draw it with the command"))
    }
}

impl ChartExpressions for NoExpressions {
    fn number(&self, expression: &str, _: &Point) -> Result<f64> {
        NoExpressions::refused(expression)
    }

    fn filter<'e>(&'e self, expression: &'e str) -> Result<Filter<'e>> {
        NoExpressions::refused(expression)
    }

    fn title(&self, text: &str) -> Result<String> {
        Ok(text.to_owned())
    }
}
