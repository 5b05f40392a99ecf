//! What of an answer is shown: which column, what counts as its success, exactly or cumulated.

use std::ops::RangeInclusive;

use clap::ValueEnum;

use crate::error::{Error, Result};
use crate::registry::Case;
use crate::rule::{Column, Success};

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

impl Cumulation {
    /// What it adds to a heading.
    pub fn words(self) -> &'static str {
        match self {
            Cumulation::Exactly => "",
            Cumulation::AtLeast => " at least",
            Cumulation::AtMost => " at most",
        }
    }
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
    /// The view that the arguments ask for, of these cases of one check.
    ///
    /// # Errors
    /// If there is no such column or rung.
    pub fn new(arguments: &ViewArguments, cases: &[Case]) -> Result<View> {
        let (columns, check) = (cases[0].columns(), cases[0].entry.id);
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
            // Cases may call the same rung by other names: unconscious, or dying where the damage is lethal.
            let names = |place: usize| cases.iter().flat_map(move |case| case.columns()[place].scale.names().iter().enumerate());
            let score = |place: usize| names(place).find(|(_, name)| *name == rung).map(|(score, _)| score as i32);
            // A rung asked for without its column is looked for where there are rungs.
            if arguments.column.is_none() && score(column).is_none() {
                column = (0..columns.len()).find(|&place| score(place).is_some()).unwrap_or(column);
            }
            let wrong = || match arguments.column.is_some() && names(column).next().is_none() {
                true => Error::question(format!("column `{}` of {check} has no rungs", columns[column].name)),
                false => Error::unknown("rung", rung, check, (0..columns.len()).flat_map(names).map(|(_, name)| *name)),
            };
            let no_rungs = "ask for a number with `--at-least` or `--at-most`";
            let score = score(column).ok_or_else(|| if wrong().hint().is_some() { wrong() } else { wrong().with_hint(no_rungs) })?;
            success = Some(Success::AtLeast(score));
        }
        Ok(View { cumulation: arguments.view, column, named: arguments.column.is_some(), success })
    }

    /// What counts as a success of column number `place`.
    pub fn success_of(&self, place: usize, column: &Column) -> Option<Success> {
        self.success.filter(|_| place == self.column).or(column.success)
    }

    /// Which scores a row or cell for `score` sums up.
    pub fn around(&self, score: i32) -> RangeInclusive<i32> {
        match self.cumulation {
            Cumulation::Exactly => score..=score,
            Cumulation::AtLeast => Success::AtLeast(score).scores(),
            Cumulation::AtMost => Success::AtMost(score).scores(),
        }
    }
}
