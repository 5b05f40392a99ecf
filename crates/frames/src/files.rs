//! Frames as files: Parquet and Arrow, written and read back; what a file is about stands in its
//! metadata.

use std::io::{Cursor, Write};
use std::path::Path;
use std::sync::Arc;

use polars::prelude::*;
use polars_io::ipc::{IpcReader, IpcWriter};
use polars_io::parquet::read::ParquetReader;
use polars_io::parquet::write::{KeyValueMetadata, ParquetCompression, ParquetWriter};
use polars_io::{SerReader, SerWriter};

use super::polars_error;
use oddsmith_answers::answer::csv::line;
use oddsmith_base::{Error, Result};

/// The file endings that frames have.
pub const FORMATS: [&str; 2] = ["parquet", "arrow"];

/// What a frame's file says of itself, where its format has room for it: Parquet and Arrow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The seed of what was played.
    pub seed: u64,
    /// The text of the scenario; empty for a question of the command.
    pub scenario: String,
}

impl About {
    /// As keys and texts. All blocks of the run are in it.
    fn pairs(&self) -> Vec<(String, String)> {
        let pairs = [
            ("oddsmith.version", env!("CARGO_PKG_VERSION").to_owned()),
            ("oddsmith.seed", self.seed.to_string()),
        ];
        let more =
            [("oddsmith.blocks", "all".to_owned()), ("oddsmith.scenario", self.scenario.clone())];
        pairs.into_iter().chain(more).map(|(key, text)| (key.to_owned(), text)).collect()
    }
}

/// A Parquet file that is written into `to`, as all of ours are: what every reader can read.
pub(super) fn parquet<W: Write>(to: W, about: &About) -> ParquetWriter<W> {
    ParquetWriter::new(to)
        .with_compression(ParquetCompression::Uncompressed)
        .with_key_value_metadata(Some(KeyValueMetadata::from_static(about.pairs())))
}

/// A frame as the bytes of a file with this ending: one of [`FORMATS`].
///
/// # Errors
/// If there is no such format, or Polars can't write it.
pub fn bytes(frame: &DataFrame, ending: &str, about: &About) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut frame = frame.clone();
    match ending {
        "parquet" => parquet(&mut bytes, about).finish(&mut frame).map(drop),
        "arrow" => {
            let mut writer = IpcWriter::new(&mut bytes);
            writer.set_custom_schema_metadata(Arc::new(
                about.pairs().into_iter().map(|(key, text)| (key.into(), text.into())).collect(),
            ));
            writer.finish(&mut frame)
        }
        other => return Err(Error::unknown("file ending", other, "a frame", FORMATS)),
    }
    .map_err(polars_error)?;
    Ok(bytes)
}

/// A frame as CSV, floats in full.
pub fn csv(frame: &DataFrame) -> String {
    let cell = |value: AnyValue| match value {
        AnyValue::Null => String::new(),
        AnyValue::String(text) => text.to_owned(),
        AnyValue::StringOwned(text) => text.to_string(),
        AnyValue::Float64(number) => format!("{number:?}"),
        AnyValue::Int64(number) => number.to_string(),
        AnyValue::Boolean(flag) => flag.to_string(),
        other => other.to_string(),
    };
    let names: Vec<String> = frame.get_column_names().iter().map(|name| name.to_string()).collect();
    let mut text = line(names.iter().map(String::as_str));
    for row in 0..frame.height() {
        let cells = frame
            .columns()
            .iter()
            .map(|column| column.get(row).map_or_else(|_| String::new(), cell));
        let cells: Vec<String> = cells.collect();
        text += &line(cells.iter().map(String::as_str));
    }
    text
}

/// Reads a frame back from a file.
///
/// # Errors
/// If the file can't be read, or is no frame.
pub fn read(path: &Path) -> Result<DataFrame> {
    let bytes = std::fs::read(path).map_err(|cause| Error::file("read", path, &cause))?;
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let frame = match ending {
        "parquet" => ParquetReader::new(Cursor::new(bytes)).finish(),
        "arrow" => IpcReader::new(Cursor::new(bytes)).finish(),
        other => return Err(Error::unknown("file ending", other, "a frame", FORMATS)),
    };
    frame.map_err(|error| {
        Error::question(format!(
            "the file is no frame: {}",
            error.to_string().lines().next().unwrap_or_default()
        ))
        .in_file(path)
    })
}
