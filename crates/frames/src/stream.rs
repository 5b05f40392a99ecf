//! Streaming of the frames of very many cases: rows are written in groups as they arrive.

use std::io::Write;

use polars::prelude::*;
use polars_io::parquet::write::BatchedWriter;

use super::cases::{Swept, swept};
use super::files::{About, parquet};
use super::outcomes::Outcomes;
use super::polars_error;
use super::summary::Summary;
use oddsmith_answers::Answer;
use oddsmith_base::Result;
use oddsmith_registry::Value;
use oddsmith_scenario::Cases;

/// Approximate number of rows per group: about ten megabytes.
const ROWS: usize = 100_000;

/// Writes the outcomes frame and the summary frame to two files.
pub struct Stream<W: Write> {
    swept: Vec<Swept>,
    title: String,
    outcomes: (Outcomes, BatchedWriter<W>),
    summary: Option<(Summary, BatchedWriter<W>)>,
}

/// Starts a Parquet file with the columns of a frame.
fn started<W: Write>(to: W, frame: &DataFrame, about: &About) -> Result<BatchedWriter<W>> {
    parquet(to, about).batched(frame.schema()).map_err(polars_error)
}

impl<W: Write> Stream<W> {
    /// Creates a stream of these cases that writes their outcomes to one file and their summary to
    /// the other, if there is one.
    ///
    /// # Errors
    /// If a case can't be read.
    pub fn new(
        outcomes: W,
        summary_file: Option<W>,
        title: &str,
        cases: &[&Cases],
        about: About,
    ) -> Result<Stream<W>> {
        super::threads::ready()?;
        let swept = swept(cases)?;
        let outcomes = started(outcomes, &Outcomes::of(title, &swept).frame()?, &about)?;
        let summary = |to| -> Result<_> {
            let writer = started(to, &Summary::of(title, &swept).frame()?, &about)?;
            Ok((Summary::of(title, &swept), writer))
        };
        let summary = summary_file.map(summary).transpose()?;
        Ok(Stream {
            outcomes: (Outcomes::of(title, &swept), outcomes),
            summary,
            title: title.to_owned(),
            swept,
        })
    }

    /// Adds the rows of an answer, which is at `point` on its axes.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn add(&mut self, label: &str, answer: &Answer, point: &[(&str, &Value)]) -> Result<()> {
        self.outcomes.0.add(label, answer, point);
        if let Some((summary, _)) = &mut self.summary {
            summary.add(label, answer, point);
        }
        if self.outcomes.0.rows() >= ROWS { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<()> {
        let outcomes = Outcomes::of(&self.title, &self.swept);
        let outcomes = std::mem::replace(&mut self.outcomes.0, outcomes).frame()?;
        self.outcomes.1.write_batch(&outcomes).map_err(polars_error)?;
        let Some((rows, writer)) = &mut self.summary else { return Ok(()) };
        let summary = std::mem::replace(rows, Summary::of(&self.title, &self.swept)).frame()?;
        writer.write_batch(&summary).map_err(polars_error)
    }

    /// Writes the remaining rows and closes the files.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn finish(mut self) -> Result<()> {
        self.write()?;
        self.outcomes.1.finish().map_err(polars_error)?;
        self.summary.map_or(Ok(0), |(_, writer)| writer.finish()).map(drop).map_err(polars_error)
    }
}
