//! Lock on a folder, released with the process: only one run at a time moves files into a folder.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use oddsmith_base::{Error, Result};

/// Longest wait for another run; shorter in the tests of this crate.
const MAX_WAIT: Duration = Duration::from_millis(if cfg!(test) { 100 } else { 5_000 });

/// Lock that prevents other runs from moving files into a folder. It has no effect on systems that
/// can't lock folders.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "it is held, not read")] Option<File>);

impl Lock {
    /// Locks a folder, waiting for other runs up to a limit; errors name the folder `shown`.
    ///
    /// # Errors
    /// If another run still writes there.
    pub fn of(folder: &Path, shown: &Path) -> Result<Lock> {
        let start = Instant::now();
        loop {
            if let Some(lock) = Lock::try_of(folder) {
                return Ok(lock);
            }
            if start.elapsed() > MAX_WAIT {
                let cause = std::io::Error::other("another run writes there");
                return Err(Error::file("locked", shown, &cause)
                    .with_hint("wait for it, or write elsewhere"));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Locks the folder; `None` if another run has locked it.
    pub fn try_of(folder: &Path) -> Option<Lock> {
        let Ok(file) = File::open(folder) else { return Some(Lock(None)) };
        match file.try_lock() {
            // Until now, the path may have referred to a copy.
            Ok(()) => is_at(&file, folder).then_some(Lock(Some(file))),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(_)) => Some(Lock(None)),
        }
    }
}

/// Returns true if an open file is the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), path.symlink_metadata()) else { return false };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// Returns true if an open file is the one at a path; always true on this system.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
