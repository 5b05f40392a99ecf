//! One run at a time writes into a folder: a lock on the folder itself, that ends with the process.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use oddsmith_base::{Error, Result};

/// How long a run waits for another one to have written; a test of this crate waits less.
const PATIENCE: Duration = Duration::from_millis(if cfg!(test) { 100 } else { 5_000 });

/// A folder that no other run writes into while this lives. Where folders can't be locked it locks
/// nothing.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "it is held, not read")] Option<File>);

impl Lock {
    /// Waits a little for the folder, which is called `shown` in errors.
    ///
    /// # Errors
    /// If another run still writes there.
    pub fn of(folder: &Path, shown: &Path) -> Result<Lock> {
        let start = Instant::now();
        loop {
            if let Some(lock) = Lock::now(folder) {
                return Ok(lock);
            }
            if start.elapsed() > PATIENCE {
                let cause = std::io::Error::other("another run writes there");
                return Err(Error::file("locked", shown, &cause)
                    .with_hint("wait for it, or write elsewhere"));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The folder, unless another run has it.
    pub fn now(folder: &Path) -> Option<Lock> {
        let Ok(file) = File::open(folder) else { return Some(Lock(None)) };
        match file.try_lock() {
            // Another one may have stood in its place until the lock was ours.
            Ok(()) => is_at(&file, folder).then_some(Lock(Some(file))),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(_)) => Some(Lock(None)),
        }
    }
}

/// Whether an open file is the one that stands at a path.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), path.symlink_metadata()) else { return false };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// Whether an open file is the one that stands at a path.
#[cfg(not(unix))]
pub fn is_at(_: &File, _: &Path) -> bool {
    true
}
