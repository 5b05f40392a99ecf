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
    /// The column shown; of several cases one that has it.
    pub column: Column,
    /// Whether it was asked for by name.
    pub named: bool,
    /// Whether it was asked for at one index.
    pub at: bool,
    /// What counts as its success, if that was asked for.
    pub asked: Option<Wanted>,
    /// Whether the success that was asked for is the same in all cases: ladders may differ, and how often something is counted.
    alike: bool,
}

/// What was asked to count as a success.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// These scores.
    Scores(Success),
    /// This rung or a better one, wherever it stands. On a ladder without that name that has as many rungs it is the one at its
    /// place: unconscious is dying where the damage is lethal.
    Rung { name: String, score: i32, rungs: usize },
}

impl Wanted {
    /// The rung of this name of a column, which every case that has the column must have.
    fn rung(name: &str, cases: &[Case], column: &Column) -> Result<Wanted> {
        let mut ladders = all(cases, column).map(|column| column.scale.names());
        let found = ladders
            .find_map(|names| Some((names.iter().position(|rung| *rung == name)?, names.len())));
        let (score, rungs) = found.map_or((0, 0), |(place, rungs)| (place as i32, rungs));
        let wanted = Wanted::Rung { name: name.to_owned(), score, rungs };
        match all(cases, column).find(|column| wanted.of(column).is_none()) {
            None => Ok(wanted),
            Some(without) => {
                let names = without.scale.names().join(", ");
                let error = Error::question(format!(
                    "some of the cases have no rung `{name}`: theirs are {names}"
                ));
                Err(error.with_hint("ask for a rung that all cases have, or for those cases apart"))
            }
        }
    }

    /// The scores of a column that it means.
    fn of(&self, column: &Column) -> Option<Success> {
        match self {
            Wanted::Scores(success) => Some(*success),
            Wanted::Rung { name, score, rungs } => {
                let names = column.scale.names();
                let named = names.iter().position(|known| known == name).map(|place| place as i32);
                named.or((names.len() == *rungs).then_some(*score)).map(Success::AtLeast)
            }
        }
    }
}

fn same(one: &Column, other: &Column) -> bool {
    (one.name, one.at) == (other.name, other.at)
}

/// A column in all cases that have it.
fn all<'c>(cases: &'c [Case], column: &'c Column) -> impl Iterator<Item = &'c Column> {
    cases.iter().filter_map(|case| case.columns().iter().find(|other| same(other, column)))
}

/// A rung that no case has.
fn no_rung(
    rung: &str,
    arguments: &ViewArguments,
    cases: &[Case],
    columns: &[Column],
    shown: usize,
) -> Error {
    let check = &*cases[0].entry.id;
    fn names<'c>(cases: &'c [Case], column: &'c Column) -> impl Iterator<Item = &'c str> {
        all(cases, column).flat_map(|column| column.scale.names().iter().map(|name| &**name))
    }
    let error = match arguments.column.is_some() && names(cases, &columns[shown]).next().is_none() {
        true => {
            Error::question(format!("column `{}` of {check} has no rungs", columns[shown].name))
        }
        false => Error::unknown(
            "rung",
            rung,
            check,
            columns.iter().flat_map(|column| names(cases, column)),
        ),
    };
    if error.hint().is_some() {
        error
    } else {
        error.with_hint("ask for a number with `--at-least` or `--at-most`")
    }
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
    let there = columns
        .iter()
        .position(|column| named(column) && column.at.is_some_and(|index| index.to_string() == at));
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
        let check = &*cases[0].entry.id;
        // Cases may have more steps than others, or ladders of their own.
        let columns =
            cases.iter().map(Case::columns).max_by_key(|columns| columns.len()).unwrap_or_default();
        let usual = columns.iter().position(|column| column.success.is_some()).unwrap_or(0);
        let mut shown = match &arguments.column {
            None => usual,
            Some(name) => place(name, columns, check)?,
        };
        let at = arguments.column.as_ref().is_some_and(|name| name.contains('@'));
        let mut asked = arguments
            .at_least
            .map(Success::AtLeast)
            .or(arguments.at_most.map(Success::AtMost))
            .map(Wanted::Scores);
        if let Some(rung) = &arguments.of {
            let there = |place: &usize| {
                all(cases, &columns[*place])
                    .any(|column| column.scale.names().iter().any(|name| name == rung))
            };
            // A rung asked for without its column is looked for where there are rungs.
            if arguments.column.is_none() && !there(&shown) {
                shown = (0..columns.len()).find(there).unwrap_or(shown);
            }
            if !there(&shown) {
                return Err(no_rung(rung, arguments, cases, columns, shown));
            }
            asked = Some(Wanted::rung(rung, cases, &columns[shown])?);
        }
        let column = columns[shown].clone();
        if let Some(Wanted::Scores(Success::AtLeast(score) | Success::AtMost(score))) = asked
            && !column.scale.names().is_empty()
            && column.scale.place(score).is_none()
        {
            let error = Error::question(format!(
                "column `{}` of {check} has rungs, and no score {score}",
                column.name
            ));
            return Err(error
                .with_hint(format!("say which with `--of`: {}", column.scale.names().join(", "))));
        }
        let means = |case: &Case| {
            let place = case.columns().iter().position(|other| same(other, &column))?;
            Some((place, asked.as_ref()?.of(&case.columns()[place])?))
        };
        let alike = cases.iter().all(|case| means(case) == means(&cases[0]));
        Ok(View {
            cumulation: arguments.view,
            column,
            named: arguments.column.is_some(),
            at,
            asked,
            alike,
        })
    }

    /// The place of the column that is shown among those of a case; `None` if it has no such column.
    pub fn place_in(&self, columns: &[Column]) -> Option<usize> {
        columns.iter().position(|column| same(column, &self.column))
    }

    /// Whether this column, in place of one of its indices, is the one shown.
    pub fn shows(&self, columns: &[Column], place: usize) -> bool {
        self.is_shown(&columns[place])
    }

    fn is_shown(&self, column: &Column) -> bool {
        column.name == self.column.name && (!self.at || column.at == self.column.at)
    }

    /// The place of the histogram and the success that all cases have, where one was asked for.
    ///
    /// # Errors
    /// If the rung that was asked for is another score in some of the cases.
    pub fn success_asked(&self, columns: &[Column]) -> Result<Option<(usize, Success)>> {
        if !self.alike {
            let error = Error::question(
                "the cases have columns or rungs of their own, so that not one score is a success in all",
            );
            return Err(error.with_hint("ask for those cases apart"));
        }
        Ok(self
            .asked
            .as_ref()
            .and_then(|wanted| Some((self.place_in(columns)?, wanted.of(&self.column)?))))
    }

    /// What counts as a success of a column.
    pub fn success_of(&self, column: &Column) -> Option<Success> {
        self.asked
            .as_ref()
            .filter(|_| self.is_shown(column))
            .and_then(|wanted| wanted.of(column))
            .or(column.success)
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
