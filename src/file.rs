//! Files are written beside their place and then renamed, so that nobody ever meets half of one.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Result};

/// Held while a file is on its way from beside its place into it.
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until no file is half written, and keeps it so while the guard lives: for whoever ends the process.
pub fn none_half_written() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a file whole or not at all. The folder must be there.
///
/// # Errors
/// If it can't be written; what stood there before is still there then.
pub fn write(path: &Path, content: &[u8]) -> Result<()> {
    let name = path
        .file_name()
        .ok_or_else(|| Error::question(format!("`{}` is no name for a file", path.display())))?;
    let beside = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let _writing = none_half_written();
    let written = std::fs::write(&beside, content).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|cause| {
        // What was half written is of no use to anyone.
        let _ = std::fs::remove_file(&beside);
        Error::file("written", path, &cause)
    })
}

/// Makes a folder, and those above it, if they are not there.
///
/// # Errors
/// If it can't be made.
pub fn folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).map_err(|cause| Error::file("made", path, &cause))
}
