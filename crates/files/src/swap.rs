//! Exchange of a folder with a copy that contains the new set. The path refers to the copy while
//! the original folder is updated. Then they are exchanged again, so that a process with the folder
//! as its current directory stays in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk;
use super::layout::{START, is_alive, is_own_folder, is_staging};
use super::lock::Lock;
use super::manifest::{self, Manifest};
use super::moves::Move;

/// Name of the copy, and of the original folder while the copy replaces it.
const HIDDEN: &str = "hidden";

/// Folder that is currently replaced by a copy.
#[derive(Debug)]
pub struct Swap {
    folder: PathBuf,
    /// Original folder.
    hidden: PathBuf,
    /// Staging folder, inside the original folder.
    staging: PathBuf,
    /// Lock of the copy, like that of the folder.
    _lock: Lock,
}

impl Swap {
    /// Exchanges a folder with a copy in which the moves of its staging folder have been made.
    ///
    /// # Errors
    /// If the copy can't be created or exchanged; nothing has changed then.
    pub fn begin(folder: &Path, staging: &Path, moves: &[Move]) -> io::Result<Swap> {
        let place = place(folder).ok_or(io::ErrorKind::Unsupported)?;
        disk::make_folder(&place)?;
        let hidden = place.join(HIDDEN);
        let swap = copy(folder, &hidden, moves).and_then(|()| {
            let lock = Lock::try_of(&hidden).ok_or(io::ErrorKind::ResourceBusy)?;
            disk::exchange(folder, &hidden)?;
            let staging = hidden.join(staging.file_name().unwrap_or_default());
            Ok(Swap { folder: folder.to_owned(), hidden, staging, _lock: lock })
        });
        // The copy contains only links.
        swap.inspect_err(|_| drop(disk::remove_all(&place)))
    }

    /// Makes the moves in the original folder and exchanges it back. If that fails, the copy keeps
    /// its place.
    pub fn finish(self) {
        let moves = Move::list(&self.staging, &self.hidden);
        match moves.and_then(|moves| moves.iter().try_for_each(Move::make)) {
            Ok(()) => self.undo(),
            Err(_) => clear(&self.folder),
        }
    }

    /// Exchanges the original folder back and removes the copy.
    pub fn undo(self) {
        let _ = disk::exchange(&self.folder, &self.hidden);
        clear(&self.folder);
    }
}

/// Returns the folder, next to a folder, that contains its copy. Only a process that has locked the
/// folder creates and removes it, so its name need not be random.
fn place(folder: &Path) -> Option<PathBuf> {
    let name = blake3::hash(folder.file_name()?.as_encoded_bytes()).to_hex();
    Some(folder.parent()?.join(format!("{START}{}", &name[..16])))
}

/// Creates a copy of hard links. Folders can't be linked, so a folder with subfolders can't be
/// swapped.
fn copy(folder: &Path, copy: &Path, moves: &[Move]) -> io::Result<()> {
    disk::make_folder(copy)?;
    let link = |from: &Path, to: &Path| {
        disk::link(from, &copy.join(to.file_name().ok_or(io::ErrorKind::InvalidFilename)?))
    };
    // The manifest is first: it lists the files of the copy that belong to a set.
    for Move { from, to, .. } in moves.iter().rev() {
        from.as_ref().map_or(Ok(()), |from| link(from, to))?;
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !is_staging(&path) && moves.iter().all(|one| one.to != path) {
            link(&path, &path)?;
        }
    }
    disk::copy_mode_and_owner(copy, &fs::metadata(folder)?)
}

/// Removes the copy of a folder, or the original that the copy replaced, after a swap or a killed
/// run. The caller must have locked the folder.
pub fn clear(folder: &Path) {
    if let Some(place) = place(folder).filter(|place| is_own_folder(place)) {
        let _ = merge(&place.join(HIDDEN), folder);
        let _ = disk::remove_folder(&place);
    }
}

/// Removes a hidden folder. Files of either set are removed. Other files are moved to the folder;
/// of two files with the same name, the newer one is kept. Fails if a folder has the name of a file
/// or of another folder.
fn merge(hidden: &Path, folder: &Path) -> io::Result<()> {
    let sets = [Manifest::of(hidden), Manifest::of(folder)];
    let mut entries = fs::read_dir(hidden)?.collect::<io::Result<Vec<_>>>()?;
    // The manifest is removed last: it lists the files of the set.
    entries.sort_by_key(|entry| entry.file_name() == manifest::NAME);
    for entry in entries {
        let (from, to) = (entry.path(), folder.join(entry.file_name()));
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ours = name == manifest::NAME || sets.iter().any(|set| set.has(&name));
        match to.symlink_metadata() {
            _ if is_staging(&from) && !is_alive(&from) => disk::remove_all(&from)?,
            _ if is_ours => disk::remove(&from)?,
            Ok(there) if entry.metadata()?.modified()? <= there.modified()? => {
                disk::remove(&from)?;
            }
            _ => disk::rename(&from, &to)?,
        }
    }
    disk::remove_folder(hidden)
}
