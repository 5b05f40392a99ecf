//! Folders that are removed if the process ends before a transaction is complete.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::disk;
use super::layout::is_staging;

/// Staging folders, and folders that were created for a set.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Exclusive access to the list. Signals end the process only after it is released, so it is locked
/// while anything is created, renamed or removed.
pub struct Cleanup(MutexGuard<'static, Vec<PathBuf>>);

impl Cleanup {
    /// Waits for the list and locks it.
    pub fn lock() -> Cleanup {
        Cleanup(FOLDERS.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Registers a folder that was created.
    pub fn add(&mut self, path: &Path) {
        self.0.push(path.to_owned());
    }

    /// Removes a folder. A folder that was created for a set is kept if it is not empty. Folders
    /// that can't be removed are left to the next run.
    pub fn remove(&mut self, path: &Path) {
        let _ = match is_staging(path) {
            true => disk::remove_all(path),
            false => disk::remove_folder(path),
        };
        self.0.retain(|other| other != path);
    }
}

/// Waits until no set is partly in place, and removes all staged files. Nothing more is written
/// while the returned value exists; it is for a process that is about to exit.
pub fn abandon() -> Cleanup {
    let mut cleanup = Cleanup::lock();
    while let Some(path) = cleanup.0.last().cloned() {
        cleanup.remove(&path);
    }
    cleanup
}
