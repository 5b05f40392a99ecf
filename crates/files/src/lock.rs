//! A lock on a folder, which ends with the process: one run at a time moves files into a folder.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use oddsmith_base::{Error, Result};

/// The longest wait for another run; a test of this crate waits less.
const PATIENCE: Duration = Duration::from_millis(if cfg!(test) { 100 } else { 5_000 });

/// A folder that no other run moves files into while this lives. It locks nothing on systems that
/// can't lock folders.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "it is held, not read")] Option<File>);

impl Lock {
    /// Waits a little for the folder, which errors call `shown`.
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

    /// Locks the folder unless another run has.
    pub fn now(folder: &Path) -> Option<Lock> {
        let Ok(file) = File::open(folder) else { return Some(Lock(None)) };
        match file.try_lock() {
            // Its path may have led to a copy until now.
            Ok(()) => is_at(&file, folder).then_some(Lock(Some(file))),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(_)) => Some(Lock(None)),
        }
    }
}

/// Tells whether an open file is the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), path.symlink_metadata()) else { return false };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// Tells whether an open file is the one at a path.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
