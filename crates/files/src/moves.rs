//! Renames and removals that replace an old set by a new one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk;
use super::layout::{NEW, OLD};
use super::manifest::{self, Manifest};

/// Replacement of one file by a new one, or its removal.
#[derive(Debug)]
pub struct Move {
    /// New file; `None` if the old one is removed.
    pub from: Option<PathBuf>,
    /// Path of the file.
    pub to: PathBuf,
    backup: PathBuf,
}

impl Move {
    /// Lists the moves that bring all new files of a staging folder into `folder` and remove files
    /// that the set no longer contains. Completed moves are left out. The manifest is last.
    pub fn list(staging: &Path, folder: &Path) -> io::Result<Vec<Move>> {
        let new = staging.join(NEW);
        let move_to = |to: PathBuf, from| {
            let backup = staging.join(OLD).join(to.file_name().unwrap_or_default());
            Move { from, to, backup }
        };
        let mut moves = Vec::new();
        if new.join(manifest::NAME).symlink_metadata().is_ok() {
            let set = Manifest::of(&new);
            let gone = Manifest::of(folder).gone(folder, |name| set.has(name));
            moves.extend(gone.into_iter().map(|path| move_to(path, None)));
        }
        for entry in fs::read_dir(&new)? {
            let entry = entry?;
            moves.push(move_to(folder.join(entry.file_name()), Some(entry.path())));
        }
        moves.sort_by_key(|one| one.to.ends_with(manifest::NAME));
        Ok(moves)
    }

    /// Saves the old file, so that the move can be undone.
    pub fn back_up(&self) -> io::Result<()> {
        if self.to.symlink_metadata().is_err() {
            return Ok(());
        }
        // Some file systems have no hard links.
        disk::link(&self.to, &self.backup).or_else(|_| disk::copy(&self.to, &self.backup))
    }

    /// Makes the move.
    pub fn make(&self) -> io::Result<()> {
        match &self.from {
            Some(from) => disk::rename(from, &self.to),
            None => disk::remove(&self.to),
        }
    }

    /// Restores the old file; if there was none, removes the new file.
    pub fn undo(&self) {
        let _ = match self.backup.symlink_metadata() {
            Ok(_) => disk::rename(&self.backup, &self.to),
            Err(_) => disk::remove(&self.to),
        };
    }
}
