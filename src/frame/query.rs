//! The questions that charts and words ask of frames, as lazy queries.

use polars::prelude::*;

use super::{Frames, polars_error};
use crate::error::Result;
use crate::odds::{ERROR, Known};
use crate::rule::Success;
use crate::scenario::Answers;

/// Where each case stands: its label, its fields, its value on each axis, as text; and how often its intervals may miss.
pub(super) fn points(answers: &Answers) -> Result<DataFrame> {
    let mut names: Vec<&str> = answers
        .checks
        .iter()
        .flat_map(|check| &check.axes)
        .map(|axis| axis.name.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    let (mut labels, mut sets, mut numbers, mut errors) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut values: Vec<Vec<Option<String>>> = vec![Vec::new(); names.len()];
    for check in &answers.checks {
        for (number, finding) in check.findings.iter().enumerate() {
            labels.push(check.label.clone());
            sets.push(finding.case.settings.all().json());
            numbers.push(number as i64);
            errors.push(
                finding
                    .tallies
                    .as_ref()
                    .and_then(|tallies| Some(tallies.columns.first()?.error()))
                    .unwrap_or(ERROR),
            );
            let point: Vec<(&str, &str)> = check.point(number).collect();
            for (name, values) in names.iter().zip(&mut values) {
                values.push(
                    point
                        .iter()
                        .find(|(axis, _)| axis == name)
                        .map(|(_, value)| (*value).to_owned()),
                );
            }
        }
    }
    let height = labels.len();
    let mut columns = vec![
        Column::new("label".into(), labels),
        Column::new("set".into(), sets),
        Column::new("case".into(), numbers),
        Column::new("error".into(), errors),
    ];
    columns.extend(
        names
            .iter()
            .zip(values)
            .map(|(name, values)| Column::new(format!("axis.{name}").into(), values)),
    );
    DataFrame::new(height, columns).map_err(polars_error)
}

/// What counts as a success in each case of the check with this label, and in which histogram.
#[derive(Clone, Debug, PartialEq)]
pub struct Criterion {
    /// The check; empty for a question of the command.
    pub label: String,
    /// The column.
    pub column: &'static str,
    /// Its index.
    pub at: Option<u32>,
    /// What counts, case by case: a tie may be a success in one and none in the next. `None` leaves a case out.
    pub successes: Vec<Option<Success>>,
}

impl Criterion {
    /// The scores that count in each case: `case`, `from`, `to`.
    fn bounds(&self) -> Result<DataFrame> {
        let scores = self
            .successes
            .iter()
            .enumerate()
            .filter_map(|(case, success)| Some((case, success.as_ref()?.scores())));
        let (mut cases, mut from, mut to) = (Vec::new(), Vec::new(), Vec::new());
        for (case, scores) in scores {
            cases.push(case as i64);
            from.push(i64::from(*scores.start()));
            to.push(i64::from(*scores.end()));
        }
        let columns = vec![
            Column::new("case".into(), cases),
            Column::new("from".into(), from),
            Column::new("to".into(), to),
        ];
        DataFrame::new(columns[0].len(), columns).map_err(polars_error)
    }
}

/// A success share at one point.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// The check's label.
    pub label: String,
    /// The number of the case among those of its check.
    pub case: usize,
    /// Its values on the axes that were asked for; `None` on one that its check does not sweep.
    pub point: Vec<Option<String>>,
    /// The exact share, where there is a law.
    pub exact: Option<f64>,
    /// The sampled share with its interval, where it was played.
    pub sampled: Option<Known>,
}

impl Share {
    /// The exact share if there is one, else the sampled one.
    pub fn known(&self) -> Option<Known> {
        self.exact.map(Known::exact).or(self.sampled)
    }
}

/// The success shares of these checks, with their values on these axes; in the order of the criteria and cases.
///
/// # Errors
/// If Polars can't.
pub fn shares(frames: &Frames, criteria: &[Criterion], axes: &[&str]) -> Result<Vec<Share>> {
    let mut found = Vec::new();
    for criterion in criteria {
        let within = col("score").gt_eq(col("from")).and(col("score").lt_eq(col("to")));
        // What has no score is no success: null is false here.
        let within = within.fill_null(lit(false));
        let counted = |name: &str| when(within.clone()).then(col(name)).otherwise(lit(0)).sum();
        let there = |name: &str| col(name).is_not_null().any(true);
        let query = histogram(frames, &criterion.label, criterion.column, criterion.at)
            .join(
                criterion.bounds()?.lazy(),
                [col("case")],
                [col("case")],
                JoinArgs::new(JoinType::Inner),
            )
            .group_by_stable([col("case")])
            .agg([
                when(there("exact")).then(counted("exact")).otherwise(lit(NULL)).alias("exact"),
                when(there("hits")).then(counted("hits")).otherwise(lit(NULL)).alias("hits"),
                col("trials").first(),
            ])
            .join(
                cases(frames, &criterion.label),
                [col("case")],
                [col("case")],
                JoinArgs::new(JoinType::Inner),
            )
            .sort(["case"], SortMultipleOptions::default());
        let rows = query.collect().map_err(polars_error)?;
        let read = Rows::of(&rows, axes)?;
        found.extend((0..rows.height()).map(|row| {
            let counted = |(hits, trials)| {
                Known::counted_missing(read.missing(row), hits as u64, trials as u64)
            };
            let sampled = read.hits.get(row).zip(read.trials.get(row)).map(counted);
            // Sums of shares may miss 0 and 1 by a rounding.
            let exact = read.exact.get(row).map(|share| (share * 1e12).round() / 1e12);
            Share {
                label: criterion.label.clone(),
                case: read.case.get(row).unwrap_or(0) as usize,
                point: read.point(row),
                exact,
                sampled,
            }
        }));
    }
    Ok(found)
}

impl Frames {
    /// The mean of a histogram in every case of a check.
    ///
    /// # Errors
    /// If Polars can't.
    pub fn means(&self, label: &str, column: &str, at: Option<u32>) -> Result<Vec<Option<f64>>> {
        let rows = rows_of(&self.summary, self, label, column);
        let rows = rows
            .filter(index(at))
            .sort(["case"], SortMultipleOptions::default())
            .collect()
            .map_err(polars_error)?;
        let means =
            rows.column("mean").and_then(|column| column.f64().cloned()).map_err(polars_error)?;
        Ok(means.iter().collect())
    }
}

/// All outcomes of one histogram in one case.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The check's label.
    pub label: String,
    /// The check.
    pub check: String,
    /// The number of the case among those of its check.
    pub case: usize,
    /// Its values on the axes that were asked for.
    pub point: Vec<Option<String>>,
    /// Its outcomes, by rising score; what has no score last.
    pub outcomes: Vec<Outcome>,
    /// The number of trials, where it was played.
    pub trials: Option<u64>,
    /// How often an interval may miss: less than 5 % where the run was looked at on its way.
    pub error: f64,
    /// The index, where the column is indexed.
    pub at: Option<u32>,
}

/// One outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Its score; `None` for the outcome `none`.
    pub score: Option<i64>,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Its exact share.
    pub exact: Option<f64>,
    /// How often it came up.
    pub hits: Option<u64>,
}

/// The outcomes of a column in every case of a check, with the values on these axes; every index of an indexed column, or one.
///
/// # Errors
/// If Polars can't.
pub fn distributions(
    frames: &Frames,
    label: &str,
    column: &str,
    at: Option<u32>,
    axes: &[&str],
) -> Result<Vec<Distribution>> {
    let query = match at {
        Some(_) => histogram(frames, label, column, at),
        None => rows_of(&frames.outcomes, frames, label, column),
    };
    let rows = query
        .join(cases(frames, label), [col("case")], [col("case")], JoinArgs::new(JoinType::Inner))
        .sort(
            ["case", "at", "score"],
            SortMultipleOptions::default().with_nulls_last(true).with_maintain_order(true),
        )
        .collect()
        .map_err(polars_error)?;
    let read = Rows::of(&rows, axes)?;
    let text = |name: &str| {
        rows.column(name).and_then(|column| column.str().cloned()).map_err(polars_error)
    };
    let whole = |name: &str| {
        rows.column(name).and_then(|column| column.i64().cloned()).map_err(polars_error)
    };
    let (names, checks, scores, ats) =
        (text("outcome")?, text("check")?, whole("score")?, whole("at")?);
    let mut found: Vec<Distribution> = Vec::new();
    for row in 0..rows.height() {
        let (case, at) =
            (read.case.get(row).unwrap_or(0) as usize, ats.get(row).map(|at| at as u32));
        if found.last().is_none_or(|last| (last.case, last.at) != (case, at)) {
            let trials = read.trials.get(row).map(|trials| trials as u64);
            let check = checks.get(row).unwrap_or_default().to_owned();
            let (point, error) = (read.point(row), read.missing(row));
            found.push(Distribution {
                label: label.to_owned(),
                check,
                case,
                point,
                outcomes: Vec::new(),
                trials,
                error,
                at,
            });
        }
        let outcome = Outcome {
            score: scores.get(row),
            name: names.get(row).map(str::to_owned),
            exact: read.exact.get(row),
            hits: read.hits.get(row).map(|hits| hits as u64),
        };
        if let Some(last) = found.last_mut() {
            last.outcomes.push(outcome);
        }
    }
    Ok(found)
}

/// The rows of one check and column, each with the number of its case.
fn rows_of(frame: &DataFrame, frames: &Frames, label: &str, column: &str) -> LazyFrame {
    let same_label = if label.is_empty() {
        col("label").is_null()
    } else {
        col("label").eq(lit(label.to_owned()))
    };
    let rows =
        frame.clone().lazy().filter(same_label.and(col("column").eq(lit(column.to_owned()))));
    let numbers = cases(frames, label).select([col("set"), col("case")]);
    rows.join(numbers, [col("set")], [col("set")], JoinArgs::new(JoinType::Inner))
}

/// The rows of one histogram.
fn histogram(frames: &Frames, label: &str, column: &str, at: Option<u32>) -> LazyFrame {
    rows_of(&frames.outcomes, frames, label, column).filter(index(at))
}

/// The rows of one index; of none where the column is not indexed.
fn index(at: Option<u32>) -> Expr {
    at.map_or(col("at").is_null(), |at| col("at").eq(lit(i64::from(at))))
}

/// The points of one check.
fn cases(frames: &Frames, label: &str) -> LazyFrame {
    frames.points.clone().lazy().filter(col("label").eq(lit(label.to_owned()))).drop(by_name(
        ["label"],
        true,
        false,
    ))
}

/// The columns of a result that all questions read.
struct Rows {
    case: Int64Chunked,
    exact: Float64Chunked,
    hits: Int64Chunked,
    trials: Int64Chunked,
    errors: Float64Chunked,
    axes: Vec<Option<StringChunked>>,
}

impl Rows {
    fn of(rows: &DataFrame, axes: &[&str]) -> Result<Rows> {
        let whole = |name: &str| {
            rows.column(name)
                .and_then(|column| column.cast(&DataType::Int64)?.i64().cloned())
                .map_err(polars_error)
        };
        let float = |name: &str| {
            rows.column(name)
                .and_then(|column| column.cast(&DataType::Float64)?.f64().cloned())
                .map_err(polars_error)
        };
        let axis = |name: &&str| {
            rows.column(&format!("axis.{name}")).ok().and_then(|column| column.str().ok().cloned())
        };
        Ok(Rows {
            case: whole("case")?,
            exact: float("exact")?,
            hits: whole("hits")?,
            trials: whole("trials")?,
            errors: float("error")?,
            axes: axes.iter().map(axis).collect(),
        })
    }

    /// How often an interval of this row may miss.
    fn missing(&self, row: usize) -> f64 {
        self.errors.get(row).unwrap_or(ERROR)
    }

    fn point(&self, row: usize) -> Vec<Option<String>> {
        self.axes
            .iter()
            .map(|axis| axis.as_ref().and_then(|axis| axis.get(row)).map(str::to_owned))
            .collect()
    }
}
