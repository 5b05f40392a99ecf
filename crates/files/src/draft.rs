//! A file that is being written beside its place.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::disk;
use oddsmith_base::{Error, Result};

/// The hash of a file, once it is written.
pub type Seal = Arc<OnceLock<String>>;

/// A file on its way: what is written goes beside its place, and into it when the transaction is
/// committed.
#[derive(Debug)]
pub struct Draft {
    file: File,
    hasher: blake3::Hasher,
    shown: PathBuf,
    seal: Seal,
}

impl Draft {
    /// Writes into `file`, which is called `shown` in errors.
    pub(super) fn new(file: File, shown: &Path) -> (Draft, Seal) {
        let seal = Seal::default();
        let hasher = blake3::Hasher::new();
        (Draft { file, hasher, shown: shown.to_owned(), seal: seal.clone() }, seal)
    }

    /// What tells whether it is finished, and its hash.
    pub(super) fn seal(&self) -> Seal {
        self.seal.clone()
    }

    /// All is written, and on the disk. A draft that is not finished is never committed.
    ///
    /// # Errors
    /// If the disk refuses it: only here does a quota or a network disk say that it is full.
    pub fn finish(self) -> Result<()> {
        let synced = match disk::sync(&self.file) {
            // Pipes and devices have nothing to sync.
            Err(cause) if cause.kind() == io::ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        };
        synced.map_err(|cause| Error::file("written", &self.shown, &cause))?;
        let _ = self.seal.set(self.hasher.finalize().to_string());
        Ok(())
    }

    /// All of these bytes, and no more.
    ///
    /// # Errors
    /// If the disk refuses them.
    pub fn fill(mut self, bytes: &[u8]) -> Result<()> {
        self.write_all(bytes).map_err(|cause| Error::file("written", &self.shown, &cause))?;
        self.finish()
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = disk::write(&mut self.file, bytes)?;
        self.hasher.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
