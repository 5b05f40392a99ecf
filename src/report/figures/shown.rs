//! What of each check a chart shows: which column, at which index, and what counts as its success.

use super::{Brush, read_as};
use crate::error::Result;
use crate::frame::Criterion;
use crate::rule::{Column, Name, Success};
use crate::scenario::{Answered, Counted};

/// What of a check is shown.
pub(super) struct Shown<'a> {
    pub check: &'a Answered,
    pub column: Column,
    /// What counts as a success in the first case, which its words are about.
    pub success: Option<Success>,
    /// The same in each case: ladders and readings of ties may differ.
    pub successes: Vec<Option<Success>>,
}

impl Shown<'_> {
    /// What counts, for the frames.
    pub fn criterion(&self) -> Criterion {
        let Column { name, at, .. } = self.column;
        Criterion {
            label: self.check.label.clone(),
            column: name,
            at,
            successes: self.successes.clone(),
        }
    }
}

impl<'a> Brush<'a> {
    /// The checks that have what is shown, in the order of the scenario.
    pub(super) fn shown(&self) -> Result<Vec<Shown<'a>>> {
        let shown: Vec<Shown> =
            self.work.answers.checks.iter().filter_map(|check| self.shown_of(check)).collect();
        let what = match (&self.picture.column, &self.picture.of) {
            (None, Some(Counted::Rung(rung))) => format!("no check has the rung `{rung}`"),
            (Some(column), Some(Counted::Rung(rung))) => {
                format!("no check has a column `{column}` with the rung `{rung}`")
            }
            _ => "no check has that column".to_owned(),
        };
        if shown.is_empty() {
            return Err(self.nothing(&what));
        }
        if let Some(Counted::Rung(rung)) = &self.picture.of
            && let Some(without) = shown.iter().find(|shown| shown.successes.contains(&None))
        {
            return Err(self.nothing(&format!(
                "some cases of `{}` have no rung `{rung}`",
                without.check.label
            )));
        }
        Ok(shown)
    }

    /// What of a check is shown, if it has it.
    fn shown_of(&self, check: &'a Answered) -> Option<Shown<'a>> {
        let picture = self.picture;
        let columns = check.findings.first()?.case.columns();
        let place = |column: &&Column| picture.at.is_none_or(|at| column.at == Some(at));
        let answers = |column: &&Column| column.success.is_some() && place(column);
        let column = match (&picture.column, &picture.of) {
            (Some(name), _) => columns.iter().filter(|column| column.name == *name).find(place),
            // A rung without its column is looked for where there are rungs, as `odds --of` does.
            (None, Some(Counted::Rung(rung))) => {
                let has = |column: &&Column| {
                    column.scale.names().iter().any(|name| name == rung) && place(column)
                };
                columns.iter().filter(answers).find(has).or(columns.iter().find(has))
            }
            _ => columns.iter().find(answers).or(columns.iter().find(place)),
        };
        let column = column?.clone();
        let success = |of: &Column| match &picture.of {
            None => of.success,
            // A ladder of other names and as many rungs has it at the same place: unconscious is dying where damage is lethal.
            Some(Counted::Rung(rung)) => {
                let alike = of.scale.names().len() == column.scale.names().len();
                rung_of(rung, of.scale.names())
                    .or(rung_of(rung, column.scale.names()).filter(|_| alike))
            }
            Some(Counted::Scores(success)) => Some(*success),
        };
        if matches!(picture.of, Some(Counted::Rung(_))) {
            success(&column)?;
        }
        let successes = check.in_each(&column).map(|of| success(of?)).collect();
        let first = success(&column);
        Some(Shown { check, column: column.clone(), success: first, successes })
    }

    /// The rungs of a column in each case of a check.
    pub(super) fn ladders(&self, check: &'a Answered, column: &'a Column) -> Vec<&'a [Name]> {
        check.in_each(column).filter_map(|column| Some(column?.scale.names())).collect()
    }

    /// Of what is counted several times, which time is shown: "result@3".
    pub(super) fn index(&self) -> Option<String> {
        let shown = self.shown().ok()?;
        let column = &shown.first()?.column;
        Some(format!("{}@{}", read_as(column.name), column.at?))
    }

    /// What is drawn a share of.
    pub(super) fn success_words(&self) -> String {
        let shown = self.shown().unwrap_or_default();
        // Of what is counted several times it is said which time.
        let at = shown
            .first()
            .and_then(|shown| {
                Some(format!(" ({}@{})", read_as(shown.column.name), shown.column.at?))
            })
            .unwrap_or_default();
        let words = |shown: &Shown| {
            let (column, success) = (&shown.column, shown.success?);
            match (&self.picture.of, success) {
                (None, _) => None,
                (Some(_), Success::AtLeast(score)) => match column.scale.name(score) {
                    Some(name) => Some(format!("{} or better", read_as(name))),
                    None => Some(format!("{} of at least {score}", read_as(column.name))),
                },
                (Some(_), Success::AtMost(score)) => match column.scale.name(score) {
                    Some(name) => Some(format!("{} or worse", read_as(name))),
                    None => Some(format!("{} of at most {score}", read_as(column.name))),
                },
            }
        };
        shown.iter().find_map(words).unwrap_or_else(|| "success".into()) + &at
    }
}

/// A rung of this ladder or a better one.
fn rung_of(rung: &str, names: &[Name]) -> Option<Success> {
    names.iter().position(|name| *name == rung).map(|place| Success::AtLeast(place as i32))
}
