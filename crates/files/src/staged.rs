//! What is staged at the moment and not yet in its place: whoever ends the process waits for a
//! move_into_place of renames, and takes the rest away.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::disk;

/// How the names of all begin that stands beside its place.
pub const START: &str = ".oddsmith-";

/// The paths that stand beside their place; held while anything is made, renamed or removed.
static STAGED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The list of what is staged. While one has it, no signal ends the process.
pub struct Staged(MutexGuard<'static, Vec<PathBuf>>);

impl Staged {
    /// Waits until nobody else has it.
    pub fn hold() -> Staged {
        Staged(STAGED.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Something was made that goes again if the process ends.
    pub fn add(&mut self, path: &Path) {
        self.0.push(path.to_owned());
    }

    /// It is in its place, or gone.
    pub fn forget(&mut self, path: &Path) {
        self.0.retain(|staged| staged != path);
    }

    /// Whether it is staged still.
    pub fn has(&self, path: &Path) -> bool {
        self.0.iter().any(|staged| staged == path)
    }

    /// Removes it, as far as that is possible; what is left is swept by the next run.
    pub fn remove(&mut self, path: &Path) {
        let ours = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(START));
        let _ = match path.symlink_metadata() {
            Ok(found) if found.is_dir() && ours => disk::remove_all(path),
            // A folder that was made for the set: it stays if it holds anything.
            Ok(found) if found.is_dir() => disk::remove_folder(path),
            _ => disk::remove(path),
        };
        self.forget(path);
    }

    /// Removes all that is staged, the last first.
    pub fn clear(&mut self) {
        while let Some(path) = self.0.last().cloned() {
            self.remove(&path);
        }
    }
}

/// Waits until no set is half in its place, removes what is staged, and lets nothing more be
/// written while the value lives: for whoever ends the process.
pub fn abandon() -> Staged {
    let mut staged = Staged::hold();
    staged.clear();
    staged
}
