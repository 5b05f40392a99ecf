//! Frames as Parquet and Arrow files, with metadata about their content.

use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::sync::Arc;

use polars::prelude::*;
use polars_io::ipc::{IpcReader, IpcWriter};
use polars_io::parquet::read::ParquetReader;
use polars_io::parquet::write::{KeyValueMetadata, ParquetCompression, ParquetWriter};
use polars_io::{SerReader, SerWriter};

use super::polars_error;
use oddsmith_base::{Error, Result};

/// The file extensions of frames.
pub const FORMATS: [&str; 2] = ["parquet", "arrow"];

/// The metadata of a frame's file, in Parquet and Arrow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The seed of the samples.
    pub seed: u64,
    /// The text of the scenario; empty for a question of the command.
    pub scenario: String,
}

impl About {
    /// Returns the metadata as keys and texts. The file always covers all blocks of the run.
    fn pairs(&self) -> Vec<(String, String)> {
        let pairs = [
            ("oddsmith.version", env!("CARGO_PKG_VERSION").to_owned()),
            ("oddsmith.seed", self.seed.to_string()),
            ("oddsmith.blocks", "all".to_owned()),
            ("oddsmith.scenario", self.scenario.clone()),
        ];
        pairs.into_iter().map(|(key, text)| (key.to_owned(), text)).collect()
    }
}

/// Creates a Parquet writer with common settings that every reader supports.
pub(super) fn parquet<W: Write>(to: W, about: &About) -> ParquetWriter<W> {
    ParquetWriter::new(to)
        .with_compression(ParquetCompression::Uncompressed)
        .with_key_value_metadata(Some(KeyValueMetadata::from_static(about.pairs())))
}

/// Returns a frame as the bytes of a file with this extension, one of [`FORMATS`].
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

/// Returns the rows of a frame as texts, the column names first; floats in full precision, null as
/// empty text.
pub fn rows(frame: &DataFrame) -> impl Iterator<Item = Vec<String>> {
    let cell = |value: AnyValue| match value {
        AnyValue::Null => String::new(),
        AnyValue::String(text) => text.to_owned(),
        AnyValue::StringOwned(text) => text.to_string(),
        AnyValue::Float64(number) => format!("{number:?}"),
        AnyValue::Int64(number) => number.to_string(),
        AnyValue::Boolean(flag) => flag.to_string(),
        other => other.to_string(),
    };
    let names = frame.get_column_names().iter().map(|name| name.to_string()).collect();
    let row = move |row| {
        let cells = frame.columns().iter().map(|column| column.get(row));
        cells.map(|value| value.map_or_else(|_| String::new(), cell)).collect()
    };
    std::iter::once(names).chain((0..frame.height()).map(row))
}

/// Reads a frame from a file.
///
/// # Errors
/// If the file can't be read, is an output of a request, or is not a frame.
pub fn read(path: &Path) -> Result<DataFrame> {
    let mut bytes = Vec::new();
    let read = oddsmith_base::file::open(path)?.read_to_end(&mut bytes);
    read.map_err(|cause| Error::file("read", path, &cause))?;
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
