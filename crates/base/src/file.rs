//! Reading of files.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

use crate::request::reads;
use crate::{Bound, Error, Result};

/// Maximum size of an input file, or of the standard input.
const FILE_SIZE: Bound = Bound::megabytes(8, "split it");

/// Returns whether a path means the standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Opens a file for reading and registers it as an input: see
/// [`RequestFiles`](crate::RequestFiles).
///
/// # Errors
/// If it can't be read, or is an output of a request.
pub fn open(path: &Path) -> Result<File> {
    reads(path)?;
    File::open(path).map_err(|cause| Error::file("read", path, &cause))
}

/// Reads a text file; `-` is the standard input.
///
/// # Errors
/// If it can't be read, is an output of a request, is not text, or is larger than 8 MB; the size is
/// checked before reading if it is known.
pub fn read(path: &Path) -> Result<String> {
    // The standard input is read once, and further reads return the same text.
    static STANDARD: OnceLock<String> = OnceLock::new();
    match (is_standard(path), STANDARD.get()) {
        (true, Some(text)) => Ok(text.clone()),
        (true, None) => read_now(path).map(|text| STANDARD.get_or_init(|| text).clone()),
        (false, _) => read_now(path),
    }
}

fn read_now(path: &Path) -> Result<String> {
    let unread = |cause| Error::file("read", path, &cause);
    let too_large = || FILE_SIZE.exceeded("the file is").in_file(path);
    let from: Box<dyn Read> = match is_standard(path) {
        true => {
            // If the standard input is a file, it is an input too.
            reads(Path::new("/dev/stdin"))?;
            Box::new(std::io::stdin())
        }
        false => {
            let file = open(path)?;
            if !FILE_SIZE.holds(file.metadata().map_err(unread)?.len()) {
                return Err(too_large());
            }
            Box::new(file)
        }
    };
    // A pipe has no known size and may never end.
    let mut bytes = Vec::new();
    from.take(FILE_SIZE.most + 1).read_to_end(&mut bytes).map_err(unread)?;
    if !FILE_SIZE.holds(bytes.len() as u64) {
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|_| {
        let error = Error::question("the file is not text").in_file(path);
        error.with_hint("write the file as UTF-8")
    })
}

/// Returns the BLAKE3 digest of a text, in hexadecimal.
pub fn digest(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_string()
}
