//! Streaming of very many cases into a file: each is saved when it is answered.

use std::io::{BufWriter, Write};
use std::path::Path;

use super::output::extension;
use crate::answer::Answer;
use crate::answer::csv::{Csv, swept};
use crate::file::{Draft, Transaction};
use crate::scenario::Cases;
use crate::{Error, Result};

/// Runs `each`, and writes each answer that it passes on to the file: as Parquet if the name ends
/// in .parquet, else as CSV.
///
/// # Errors
/// If `each` fails or the file can't be written; an existing file is then unchanged.
pub fn save(
    path: &Path,
    cases: &Cases,
    seed: u64,
    each: impl FnOnce(&mut dyn FnMut(usize, &Answer) -> Result<()>) -> Result<()>,
) -> Result<()> {
    let mut transaction = Transaction::new(&[])?;
    let mut draft = transaction.at(path)?;
    #[cfg(not(feature = "frames"))]
    let _ = seed;
    match extension(path) {
        #[cfg(feature = "frames")]
        "parquet" => frame(&mut draft, cases, seed, each)?,
        _ => lines(path, &mut draft, cases, each)?,
    }
    draft.finish()?;
    transaction.commit()
}

fn lines(
    path: &Path,
    draft: &mut Draft,
    cases: &Cases,
    each: impl FnOnce(&mut dyn FnMut(usize, &Answer) -> Result<()>) -> Result<()>,
) -> Result<()> {
    let unwritten = |cause| Error::file("written", path, &cause);
    let csv = Csv::whole(swept(cases.axes()));
    let mut out = BufWriter::new(draft);
    out.write_all(csv.heading().as_bytes()).map_err(unwritten)?;
    each(&mut |number, answer| {
        let lines = csv.lines("", "", answer, &cases.point(number));
        out.write_all(lines.as_bytes()).map_err(unwritten)
    })?;
    out.flush().map_err(unwritten)
}

#[cfg(feature = "frames")]
fn frame(
    draft: &mut Draft,
    cases: &Cases,
    seed: u64,
    each: impl FnOnce(&mut dyn FnMut(usize, &Answer) -> Result<()>) -> Result<()>,
) -> Result<()> {
    use crate::frame::{About, Stream};
    let about = About { seed, scenario: String::new() };
    let mut frame = Stream::new(draft, None, "", &[cases], about)?;
    each(&mut |number, answer| frame.add("", answer, &cases.point(number)))?;
    frame.finish()
}
