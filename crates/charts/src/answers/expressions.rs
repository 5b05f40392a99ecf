//! The expressions in a chart's settings: the evaluator trait, and an implementation without an
//! evaluator.

use oddsmith_base::{Error, Result};
use oddsmith_expressions::{Expressions, Point};

/// Returns whether an expression is true at a case.
pub type Filter<'e> = Box<dyn Fn(&Point) -> Result<bool> + 'e>;

/// Evaluates the expressions in a chart's settings.
///
/// A trait object, so that a program whose charts have no expressions doesn't link the template
/// engine: the page's engine is a fifth smaller without it.
pub trait ChartExpressions {
    /// Evaluates an expression at a case to a number.
    ///
    /// # Errors
    /// If it can't be parsed or evaluated, or is not a number.
    fn number(&self, expression: &str, point: &Point) -> Result<f64>;

    /// Returns a predicate for the cases at which an expression is true.
    ///
    /// # Errors
    /// If it can't be parsed.
    fn filter<'e>(&'e self, expression: &'e str) -> Result<Filter<'e>>;

    /// Returns a title with its expressions replaced by their values.
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

/// Returns titles unchanged and rejects every other expression.
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
