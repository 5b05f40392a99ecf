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
    about: About,
    outcomes: (Outcomes, Groups<W>),
    summary: Option<(Summary, Groups<W>)>,
}

/// A Parquet file that is being written.
struct Groups<W: Write> {
    /// The destination, until the columns are known.
    to: Option<W>,
    writer: Option<BatchedWriter<W>>,
}

impl<W: Write> Groups<W> {
    fn into(to: W) -> Groups<W> {
        Groups { to: Some(to), writer: None }
    }

    /// Writes a group of rows; all groups have the columns of the first.
    fn write(&mut self, frame: &DataFrame, about: &About) -> Result<()> {
        if let Some(to) = self.to.take() {
            let writer = parquet(to, about).batched(frame.schema()).map_err(polars_error)?;
            self.writer = Some(writer);
        }
        let writer = self.writer.as_mut();
        writer.map_or(Ok(()), |writer| writer.write_batch(frame)).map_err(polars_error)
    }

    fn finish(self) -> Result<()> {
        let writer = self.writer;
        writer.map_or(Ok(0), |writer| writer.finish()).map(drop).map_err(polars_error)
    }
}

impl<W: Write> Stream<W> {
    /// Creates a stream of these cases that writes their outcomes to one file and their summary to
    /// the other, if there is one.
    ///
    /// # Errors
    /// If a case can't be read.
    pub fn new(
        outcomes: W,
        summary: Option<W>,
        title: &str,
        cases: &[&Cases],
        about: About,
    ) -> Result<Stream<W>> {
        super::threads::ready()?;
        let swept = swept(cases)?;
        Ok(Stream {
            outcomes: (Outcomes::of(title, &swept), Groups::into(outcomes)),
            summary: summary.map(|to| (Summary::of(title, &swept), Groups::into(to))),
            title: title.to_owned(),
            swept,
            about,
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
        self.outcomes.1.write(&outcomes, &self.about)?;
        let Some((rows, groups)) = &mut self.summary else { return Ok(()) };
        let summary = std::mem::replace(rows, Summary::of(&self.title, &self.swept)).frame()?;
        groups.write(&summary, &self.about)
    }

    /// Writes the remaining rows and closes the files.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn finish(mut self) -> Result<()> {
        self.write()?;
        self.outcomes.1.finish()?;
        self.summary.map_or(Ok(()), |(_, groups)| groups.finish())
    }
}
