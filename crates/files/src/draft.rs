//! File that is being created in a staging folder.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::disk;
use oddsmith_base::{Error, Result};

/// Hash of a file, set when the file is complete.
pub type Seal = Arc<OnceLock<String>>;

/// New file, which is moved to its path when the transaction is committed.
#[derive(Debug)]
pub struct Draft {
    file: File,
    hasher: blake3::Hasher,
    shown: PathBuf,
    pub(super) seal: Seal,
}

impl Draft {
    /// Creates a draft that writes into `file`; errors name it `shown`.
    pub(super) fn new(file: File, shown: &Path) -> Draft {
        let (hasher, seal) = (blake3::Hasher::new(), Seal::default());
        Draft { file, hasher, shown: shown.to_owned(), seal }
    }

    /// Completes the file and flushes it to the disk. A transaction with an incomplete draft can't
    /// be committed.
    ///
    /// # Errors
    /// If the disk rejects the file: quotas and network disks report only here that they are full.
    pub fn finish(self) -> Result<()> {
        if let Err(cause) = disk::sync(&self.file)
            // Pipes and devices can't be synced.
            && cause.kind() != io::ErrorKind::InvalidInput
        {
            return Err(Error::file("written", &self.shown, &cause));
        }
        let _ = self.seal.set(self.hasher.finalize().to_string());
        Ok(())
    }

    /// Writes these bytes and completes the file.
    ///
    /// # Errors
    /// If the disk rejects them.
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
