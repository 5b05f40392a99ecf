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
    /// The column to show, an indexed one at an index: win@3 [default: the first that has a success]
    #[arg(long, value_name = "NAME[@AT]")]
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
    /// The name of that column.
    pub name: &'static str,
    /// Whether it was asked for by name.
    pub named: bool,
    /// Whether it was asked for at one index.
    pub at: bool,
    /// What counts as its success, if that was asked for.
    pub success: Option<Success>,
}

/// The place of a column that is asked for as NAME or NAME@AT.
fn place(asked: &str, columns: &[Column], check: &str) -> Result<usize> {
    let (name, at) = asked.split_once('@').map_or((asked, None), |(name, at)| (name, Some(at)));
    let named = |column: &Column| column.name == name;
    let first = columns.iter().position(named).ok_or_else(|| {
        let mut names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        names.dedup();
        Error::unknown("column", name, check, names)
    })?;
    let Some(at) = at else { return Ok(first) };
    let there = columns.iter().position(|column| named(column) && column.at.is_some_and(|index| index.to_string() == at));
    there.ok_or_else(|| {
        let error = Error::question(format!("column `{name}` of {check} has no index `{at}`"));
        match columns.iter().rfind(|column| named(column)).and_then(|column| column.at) {
            Some(last) => error.with_hint(format!("it has 1 to {last}")),
            None => error.with_hint("it is not indexed: leave `@` out"),
        }
    })
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
            Some(name) => place(name, columns, check)?,
        };
        let at = arguments.column.as_ref().is_some_and(|name| name.contains('@'));
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
        Ok(View { cumulation: arguments.view, column, name: columns[column].name, named: arguments.column.is_some(), at, success })
    }

    /// Whether this column, in place of one of its indices, is the one shown.
    pub fn shows(&self, columns: &[Column], place: usize) -> bool {
        if self.at { place == self.column } else { columns[place].name == columns[self.column].name }
    }

    /// The place of the histogram and the success that a precision is about, where one was asked for.
    pub fn success_asked(&self) -> Option<(usize, Success)> {
        self.success.map(|success| (self.column, success))
    }

    /// What counts as a success of column number `place`.
    pub fn success_of(&self, place: usize, column: &Column) -> Option<Success> {
        self.success.filter(|_| self.at && place == self.column || !self.at && column.name == self.name).or(column.success)
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
