//! Renames and removals that replace an old set by a new one.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk;
use super::manifest::{self, Manifest};
use super::staging::{NEW, OLD};

/// The replacement of one file by a new one, or its removal.
#[derive(Debug)]
pub struct Move {
    /// The new file; none if the old one is removed.
    pub from: Option<PathBuf>,
    /// The path of the file.
    pub to: PathBuf,
    backup: PathBuf,
}

impl Move {
    /// Lists the moves that bring all new files of a staging folder into `folder` and remove those
    /// that the set no longer has. Moves already made are left out. The manifest comes last.
    pub fn list(staging: &Path, folder: &Path) -> io::Result<Vec<Move>> {
        let new = staging.join(NEW);
        let to = |name: &OsStr, from| Move {
            from,
            to: folder.join(name),
            backup: staging.join(OLD).join(name),
        };
        let mut moves = Vec::new();
        if new.join(manifest::NAME).symlink_metadata().is_ok() {
            let (before, after) = (Manifest::of(folder), Manifest::of(&new));
            let gone = before.gone(folder, |name| after.has(name));
            moves.extend(gone.map(|name| to(name.as_ref(), None)));
        }
        for entry in fs::read_dir(&new)? {
            let entry = entry?;
            moves.push(to(&entry.file_name(), Some(entry.path())));
        }
        moves.sort_by_key(|one| one.to.ends_with(manifest::NAME));
        Ok(moves)
    }

    /// Keeps the old file, so that the move can be undone.
    pub fn back_up(&self) -> io::Result<()> {
        match self.to.symlink_metadata() {
            Ok(_) => {
                disk::link(&self.to, &self.backup).or_else(|_| disk::copy(&self.to, &self.backup))
            }
            Err(_) => Ok(()),
        }
    }

    /// Makes the move.
    pub fn make(&self) -> io::Result<()> {
        match &self.from {
            Some(from) => disk::rename(from, &self.to),
            None => disk::remove(&self.to),
        }
    }

    /// Brings the old file back; without one, removes the new file.
    pub fn undo(&self) {
        let _ = match self.backup.symlink_metadata() {
            Ok(_) => disk::rename(&self.backup, &self.to),
            Err(_) => disk::remove(&self.to),
        };
    }
}
