//! What of each check a chart shows: which column, at which index, and what counts as its success.

use super::{Brush, read_as};
use crate::error::Result;
use crate::rule::{Column, Success};
use crate::scenario::{Answered, Counted};

/// What of a check is shown.
pub(super) struct Shown<'a> {
    pub check: &'a Answered,
    pub column: Column,
    pub success: Option<Success>,
}

impl<'a> Brush<'a> {
    /// The checks that have what is shown, in the order of the scenario.
    pub(super) fn shown(&self) -> Result<Vec<Shown<'a>>> {
        let shown: Vec<Shown> = self.work.answers.checks.iter().filter_map(|check| self.shown_of(check)).collect();
        let what = match (&self.picture.column, &self.picture.of) {
            (None, Some(Counted::Rung(rung))) => format!("no check has the rung `{rung}`"),
            (Some(column), Some(Counted::Rung(rung))) => format!("no check has a column `{column}` with the rung `{rung}`"),
            _ => "no check has that column".to_owned(),
        };
        if shown.is_empty() {
            return Err(self.nothing(&what));
        }
        // What counts as a success must be one score in all cases of a check.
        if let Some(Counted::Rung(rung)) = &self.picture.of {
            for Shown { check, column, success } in &shown {
                let ladders = self.ladders(check, column);
                // A ladder of other names and as many rungs has it at the same place: unconscious is dying where damage is lethal.
                let other = |names: &&[&str]| {
                    names.len() != column.scale.names().len() || rung_of(rung, names).is_some_and(|it| Some(it) != *success)
                };
                if ladders.iter().any(other) {
                    let label = &check.label;
                    return Err(self.nothing(&format!("`{rung}` is not the same rung in all cases of `{label}`, whose ladders differ")));
                }
            }
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
                let has = |column: &&Column| column.scale.names().contains(&rung.as_str()) && place(column);
                columns.iter().filter(answers).find(has).or(columns.iter().find(has))
            }
            _ => columns.iter().find(answers).or(columns.iter().find(place)),
        };
        let column = *column?;
        let success = match &picture.of {
            None => column.success,
            Some(Counted::Rung(rung)) => Some(rung_of(rung, column.scale.names())?),
            Some(Counted::Scores(success)) => Some(*success),
        };
        Some(Shown { check, column, success })
    }

    /// The rungs of a column in each case of a check.
    pub(super) fn ladders(&self, check: &'a Answered, column: &Column) -> Vec<&'static [&'static str]> {
        let of = |columns: &[Column]| columns.iter().find(|other| (other.name, other.at) == (column.name, column.at)).copied();
        check.findings.iter().filter_map(|finding| Some(of(finding.case.columns())?.scale.names())).collect()
    }

    /// Of what is counted several times, which time is shown: "result@3".
    pub(super) fn index(&self) -> Option<String> {
        let shown = self.shown().ok()?;
        let column = shown.first()?.column;
        Some(format!("{}@{}", read_as(column.name), column.at?))
    }

    /// What is drawn a share of.
    pub(super) fn success_words(&self) -> String {
        let shown = self.shown().unwrap_or_default();
        // Of what is counted several times it is said which time.
        let at =
            shown.first().and_then(|shown| Some(format!(" ({}@{})", read_as(shown.column.name), shown.column.at?))).unwrap_or_default();
        let words = |shown: &Shown| {
            let (column, success) = (shown.column, shown.success?);
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
fn rung_of(rung: &str, names: &[&str]) -> Option<Success> {
    names.iter().position(|name| *name == rung).map(|place| Success::AtLeast(place as i32))
}
