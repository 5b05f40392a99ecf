//! Atomic writes of files with content in memory.

use std::io::Write;
use std::path::Path;

use super::transaction::Transaction;
use oddsmith_base::file::is_standard;
use oddsmith_base::{Error, Result};

/// Writes a file completely or not at all. Its folder must exist. `-` is the standard output.
///
/// # Errors
/// If the file can't be written; its old content is then unchanged.
pub fn write(path: &Path, content: &[u8]) -> Result<()> {
    write_all(&[(path, content)])
}

/// Writes several files, all or none of them. `-` is the standard output, which is written last.
///
/// # Errors
/// If a file can't be written; all old contents are then unchanged.
pub fn write_all(files: &[(&Path, &[u8])]) -> Result<()> {
    let mut transaction = Transaction::new(&[])?;
    for (path, content) in files.iter().filter(|(path, _)| !is_standard(path)) {
        transaction.at(path)?.fill(content)?;
    }
    transaction.commit()?;
    files.iter().filter(|(path, _)| is_standard(path)).try_for_each(|(path, content)| {
        let mut out = std::io::stdout().lock();
        match out.write_all(content).and_then(|()| out.flush()) {
            Err(cause) if cause.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(Error::file("written", path, &cause))
            }
            _ => Ok(()),
        }
    })
}
