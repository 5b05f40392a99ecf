//! Folders that are removed when the process ends before a transaction does.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::disk;
use super::staging::is_staging;

/// Staging folders, and folders that were made for a set.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Exclusive access to the list. No signal ends the process while this lives, so it is held while
/// anything is created, renamed or removed.
pub struct Cleanup(MutexGuard<'static, Vec<PathBuf>>);

impl Cleanup {
    /// Waits for the list.
    pub fn lock() -> Cleanup {
        Cleanup(FOLDERS.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Registers a folder that was created.
    pub fn add(&mut self, path: &Path) {
        self.0.push(path.to_owned());
    }

    /// Removes a folder. One that was made for a set stays if it holds anything; what can't be
    /// removed is left to the next run.
    pub fn remove(&mut self, path: &Path) {
        let _ = match is_staging(path) {
            true => disk::remove_all(path),
            false => disk::remove_folder(path),
        };
        self.0.retain(|other| other != path);
    }
}

/// Waits until no set is half in place and removes all staged files. Nothing more is written while
/// the returned value lives; it is for a process that is about to exit.
pub fn abandon() -> Cleanup {
    let mut cleanup = Cleanup::lock();
    while let Some(path) = cleanup.0.last().cloned() {
        cleanup.remove(&path);
    }
    cleanup
}
