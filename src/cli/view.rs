//! What of an answer is shown: which column, what counts as its success, exactly or cumulated.

use clap::ValueEnum;

use crate::error::{Error, Result};
use crate::rule::{Column, Columns, Success};

/// The arguments that choose it.
#[derive(clap::Args)]
pub struct ViewArguments {
    /// Shares of each score alone, or of it and all above or below
    #[arg(long, value_enum, default_value = "exactly")]
    view: Cumulation,
    /// The column to show [default: the first that has a success]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,
    /// Success is this rung or a better one
    #[arg(long, value_name = "RUNG", group = "success")]
    of: Option<String>,
    /// Success is this score or a higher one
    #[arg(long, value_name = "SCORE", group = "success", allow_negative_numbers = true)]
    at_least: Option<i32>,
    /// Success is this score or a lower one
    #[arg(long, value_name = "SCORE", group = "success", allow_negative_numbers = true)]
    at_most: Option<i32>,
}

/// Which scores a cell sums up.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Cumulation {
    Exactly,
    AtLeast,
    AtMost,
}
/// What of an answer is shown.
pub struct View {
    /// Which scores a row or cell sums up.
    pub cumulation: Cumulation,
    /// The column shown.
    pub column: usize,
    /// Whether it was asked for by name.
    pub named: bool,
    /// What counts as its success, if that was asked for.
    pub success: Option<Success>,
}

impl View {
    /// The view that the arguments ask for, of these columns of a check.
    ///
    /// # Errors
    /// If there is no such column or rung.
    pub fn new(arguments: &ViewArguments, columns: &Columns, check: &str) -> Result<View> {
        let usual = columns.iter().position(|column| column.success.is_some()).unwrap_or(0);
        let mut column = match &arguments.column {
            None => usual,
            Some(name) => columns
                .iter()
                .position(|column| column.name == name)
                .ok_or_else(|| Error::unknown("column", name, check, columns.iter().map(|column| column.name)))?,
        };
        let mut success = arguments.at_least.map(Success::AtLeast).or(arguments.at_most.map(Success::AtMost));
        if let Some(rung) = &arguments.of {
            let score = |column: &Column| column.scale.names().iter().position(|name| name == rung);
            // A rung asked for without its column is looked for where there are rungs.
            if arguments.column.is_none() && score(&columns[column]).is_none() {
                column = columns.iter().position(|column| score(column).is_some()).unwrap_or(column);
            }
            let rungs = || columns.iter().flat_map(|column| column.scale.names()).copied();
            let score = score(&columns[column]).ok_or_else(|| match rungs().next() {
                None => Error::question(format!("{check} has no rungs")).with_hint("ask for a number with `--at-least` or `--at-most`"),
                Some(_) => Error::unknown("rung", rung, check, rungs()),
            })?;
            success = Some(Success::AtLeast(score as i32));
        }
        Ok(View { cumulation: arguments.view, column, named: arguments.column.is_some(), success })
    }

    /// What counts as a success of column number `place`.
    pub fn success_of(&self, place: usize, column: &Column) -> Option<Success> {
        self.success.filter(|_| place == self.column).or(column.success)
    }

    /// Which scores a row or cell for `score` sums up.
    pub fn around(&self, score: i32) -> (i32, i32) {
        match self.cumulation {
            Cumulation::Exactly => (score, score),
            Cumulation::AtLeast => (score, i32::MAX),
            Cumulation::AtMost => (i32::MIN, score),
        }
    }
}
