//! Table of solutions: a row for each point of the axes, or for each difficulty of another check.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::curve::{ShareCurve, no_event};
use super::{Solution, Target};
use crate::Answer;
use crate::many::map_parallel;
use oddsmith_base::{Error, Parameter, Result};
use oddsmith_engine::odds::{Estimate, Event, Progress};
use oddsmith_registry::{Case, Entry, Field, Kind, Names, Term, Value};
use oddsmith_scenario::{Axis, Cases, Effort, Question, point};

/// Search for a field at each point of some axes.
#[derive(Debug)]
pub struct SolveGrid<'a> {
    /// Check whose difficulty is searched.
    pub entry: Arc<Entry>,
    /// User-defined names for numbers.
    pub names: &'a Names,
    /// Fields with the same value at each point.
    pub given: Vec<(String, Value)>,
    /// Axes; each of their points has a row.
    pub axes: Vec<Axis>,
    /// Name of the field that is solved for.
    pub field: String,
    /// Candidate values, rising; if `None`, all values that the field accepts.
    pub asked: Option<Vec<i32>>,
    /// Event whose probability is computed.
    pub event: Event,
    /// Effort of the answers.
    pub effort: Effort,
}

/// Difficulty of another check whose share is the target.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Like {
    /// Name of its field.
    pub field: String,
    /// Value as it was given: a name or a number.
    pub given: Value,
    /// Numeric value.
    pub number: i32,
    /// Probability of success with this value.
    pub share: Estimate,
}

/// Solution at one point.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct SolvedRow {
    /// Point: names and values of the axes.
    pub at: Vec<(String, Value)>,
    /// Difficulty of another check that the row translates, if any.
    pub like: Option<Like>,
    /// Target share.
    pub target: f64,
    /// Solution.
    pub solution: Solution,
    /// Name of the solution's value, if it has one.
    pub name: Option<String>,
}

impl SolveGrid<'_> {
    fn points(&self) -> Vec<Vec<(String, Value)>> {
        let count = self.axes.iter().map(|axis| axis.values.len()).product();
        let at = |number| {
            let places = point(&self.axes, number);
            let pairs = self.axes.iter().zip(places);
            pairs.map(|(axis, place)| (axis.name.clone(), axis.values[place].clone())).collect()
        };
        (0..count).map(at).collect()
    }

    /// Returns the field that is solved for.
    pub(super) fn solved_field(&self) -> Result<Field<'_>> {
        let names = self.entry.fields.iter().map(|field| field.name);
        self.entry
            .field(&self.field)
            .ok_or_else(|| Error::unknown("field", &self.field, self.entry.called(), names))
    }

    /// Returns the candidate values: by default those of the field, limited to -1000..=1000.
    fn values(&self) -> Result<Vec<i32>> {
        if let Some(asked) = &self.asked {
            return Ok(asked.clone());
        }
        let field = self.solved_field()?;
        match field.kind {
            Kind::Integer { low, high, .. } => Ok((low.max(-1000)..=high.min(1000)).collect()),
            _ => Err(Error::question(format!("`{}` is not a whole number", field.name))
                .with_hint("choose a field of whole numbers with " + Parameter::SOLVE)),
        }
    }

    /// Builds the case with these fields and this value of the field that is solved for.
    pub(super) fn case(&self, given: &[(String, Value)], value: i32) -> Result<Case> {
        let given = given.iter().map(|(name, value)| (name.as_str(), value.clone()));
        let field = (self.field.as_str(), Value::Integer(value));
        self.entry.case_with(given.chain([field]), self.names)
    }

    /// Returns a row for each point and each target.
    ///
    /// # Errors
    /// If a point can't be solved; returns the error of the first one.
    pub fn rows(&self, targets: &[Target], progress: &Progress) -> Result<Vec<SolvedRow>> {
        let targets =
            |_: &[(String, Value)]| Ok(targets.iter().map(|&target| (target, None)).collect());
        self.solved(targets, progress)
    }

    /// Returns a row for each point and each difficulty of another check, with the value of the
    /// same share. If the other check's competence is not given, it is set to the same advantage.
    ///
    /// # Errors
    /// Returns an error if [`SolveGrid::rows`] would, or if the other check lacks a field or a
    /// success.
    pub fn like(
        &self,
        other: &Question,
        never_below: bool,
        progress: &Progress,
    ) -> Result<Vec<SolvedRow>> {
        let targets = |at: &[(String, Value)]| {
            let of = |like: Like| {
                let share = like.share.value();
                let target = Target { share, never_below, hardest_sure: true };
                (target, Some(like))
            };
            let likes = self.difficulties(other, at, progress)?;
            Ok(likes.into_iter().map(of).collect())
        };
        self.solved(targets, progress)
    }

    fn solved(
        &self,
        targets: impl Fn(&[(String, Value)]) -> Result<Vec<(Target, Option<Like>)>> + Sync,
        progress: &Progress,
    ) -> Result<Vec<SolvedRow>> {
        let row = |at: &Vec<(String, Value)>| -> Result<Vec<SolvedRow>> {
            let values = self.values()?;
            let curve = ShareCurve::new(self, at, &values)?;
            let wanted = targets(at)?;
            let shares: Vec<Target> = wanted.iter().map(|(target, _)| *target).collect();
            let solutions = curve.solve(&values, &shares, progress)?;
            progress.case();
            let row = |((target, like), solution): ((Target, Option<Like>), Solution)| SolvedRow {
                at: at.clone(),
                like,
                target: target.share,
                name: solution.value.and_then(|value| self.name(value)),
                solution,
            };
            Ok(wanted.into_iter().zip(solutions).map(row).collect())
        };
        let points = self.points();
        let rows = map_parallel(&points, points.len() < 2, row);
        Ok(rows.into_iter().collect::<Result<Vec<_>>>()?.concat())
    }

    /// Returns the name of a value of the field that is solved for.
    fn name(&self, value: i32) -> Option<String> {
        let field = self.entry.field(&self.field)?;
        let own = self.names.of(&field).find(|(_, number)| *number == value);
        let named = field.named_numbers().iter().find(|(_, number)| *number == value);
        own.map(|(name, _)| name.to_owned()).or(named.map(|(name, _)| (*name).to_owned()))
    }

    /// Returns the difficulties of another check, with the success shares of a character of equal
    /// advantage.
    fn difficulties(
        &self,
        other: &Question,
        at: &[(String, Value)],
        progress: &Progress,
    ) -> Result<Vec<Like>> {
        let Question { entry: other, given, .. } = other;
        let field = other.harder_by().ok_or_else(|| {
            Error::question(format!("{} has no difficulty to translate", other.called()))
                .with_hint(Parameter::LIKE + " takes a check against a number")
        })?;
        let mut axes = given.clone();
        if !axes.iter().any(|axis| axis.name == field.name) {
            let named = field.named_numbers().iter().map(|(name, _)| Value::Word((*name).into()));
            let own = self.names.of(&field).map(|(name, _)| Value::Word(name.into()));
            let values: Vec<Value> = own.chain(named).collect();
            if values.is_empty() {
                return Err(Error::question(format!(
                    "the {} of {} has no named values",
                    field.name, other.id
                ))
                .with_hint(format!("give some: \"{} {}=5..30/5\"", other.id, field.name)));
            }
            axes.push(Axis::of(field.name, values));
        }
        axes.extend(self.same_advantage(other, &axes, at));
        let cases = Cases::new(other.clone(), axes, self.names.clone())?;
        let like = |number: usize| {
            let case = cases.case(number)?;
            let settings = &case.settings;
            let value = settings.integer(&field);
            let as_given = settings.given().get(field.name).cloned();
            let effort = self.effort.sample_only_if_inexact();
            let answer = Answer::new(case, effort, &Event::SUCCESS, progress)?;
            let share = answer.event(&Event::SUCCESS);
            Ok(Like {
                field: field.name.to_owned(),
                given: as_given.unwrap_or(Value::Integer(value)),
                number: value,
                share: share.ok_or_else(|| no_event(other.called()))?,
            })
        };
        (0..cases.len()).map(like).collect()
    }

    /// Returns the field of another check, with the value that gives the advantage that this check
    /// has at a point.
    fn same_advantage(
        &self,
        other: &Entry,
        given: &[Axis],
        at: &[(String, Value)],
    ) -> Option<Axis> {
        let advantage = |entry: &Entry| {
            entry.edge.terms().find_map(|(field, term)| match term {
                Term::Advantage(offset) => Some((field.to_owned(), offset)),
                Term::Fixed(_) => None,
            })
        };
        let ((mine, my_offset), (theirs, their_offset)) =
            (advantage(&self.entry)?, advantage(other)?);
        if given.iter().any(|axis| axis.name == theirs) {
            return None;
        }
        let (_, value) = at.iter().chain(&self.given).find(|(name, _)| *name == mine)?;
        let Value::Integer(number) = value else { return None };
        Some(Axis::of(&theirs, [number - my_offset + their_offset]))
    }
}
