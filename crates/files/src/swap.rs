//! A folder that has changed places with a copy of it in which the new set stands. While the folder
//! itself is updated, its path leads to the copy; then they change places again, so that a process
//! whose current directory it is keeps it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk;
use super::lock::Lock;
use super::manifest::{self, Manifest};
use super::moves::Move;
use super::staging::{START, is_alive, is_own_folder, is_staging};

/// The name of the copy, and of the folder while the copy is in its place.
const HIDDEN: &str = "hidden";

/// A folder whose path leads to the copy.
#[derive(Debug)]
pub struct Swap {
    folder: PathBuf,
    /// The folder itself.
    hidden: PathBuf,
    /// The staging folder, in the folder itself.
    staging: PathBuf,
    /// The copy is locked as the folder is.
    _lock: Lock,
}

impl Swap {
    /// Swaps a folder with a copy in which the moves of a staging folder in it are made.
    ///
    /// # Errors
    /// If the copy can't be made or can't take the place; nothing has changed then.
    pub fn begin(folder: &Path, staging: &Path, moves: &[Move]) -> io::Result<Swap> {
        let place = place(folder).ok_or(io::ErrorKind::Unsupported)?;
        disk::make_folder(&place)?;
        let hidden = place.join(HIDDEN);
        let swap = copy(folder, &hidden, moves).and_then(|()| {
            let lock = Lock::now(&hidden).ok_or(io::ErrorKind::ResourceBusy)?;
            disk::exchange(folder, &hidden)?;
            let staging = hidden.join(staging.file_name().unwrap_or_default());
            Ok(Swap { folder: folder.to_owned(), hidden, staging, _lock: lock })
        });
        // The copy has links alone.
        swap.inspect_err(|_| drop(disk::remove_all(&place)))
    }

    /// Makes the moves in the folder itself and puts it back into its place. Where that fails, the
    /// copy stays there.
    pub fn finish(self) {
        let moves = Move::list(&self.staging, &self.hidden);
        match moves.and_then(|moves| moves.iter().try_for_each(Move::make)) {
            Ok(()) => self.undo(),
            Err(_) => clear(&self.folder),
        }
    }

    /// Puts the folder back into its place and removes the copy.
    pub fn undo(self) {
        let _ = disk::exchange(&self.folder, &self.hidden);
        clear(&self.folder);
    }
}

/// The folder beside a folder that holds its copy. Only a process that holds the folder's lock
/// makes and removes it, so its name need not be random.
fn place(folder: &Path) -> Option<PathBuf> {
    let name = blake3::hash(folder.file_name()?.as_encoded_bytes()).to_hex();
    Some(folder.parent()?.join(format!("{START}{}", &name[..16])))
}

/// Makes a copy of hard links. There are none to folders: a folder that holds some can't be swapped.
fn copy(folder: &Path, copy: &Path, moves: &[Move]) -> io::Result<()> {
    disk::make_folder(copy)?;
    let link = |from: &Path, to: &Path| {
        disk::link(from, &copy.join(to.file_name().ok_or(io::ErrorKind::InvalidFilename)?))
    };
    // The manifest first: it lists which files of the copy are ours.
    for Move { from, to, .. } in moves.iter().rev() {
        from.as_ref().map_or(Ok(()), |from| link(from, to))?;
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if !is_staging(&path) && moves.iter().all(|one| one.to != path) {
            link(&path, &path)?;
        }
    }
    disk::take_after(copy, &fs::metadata(folder)?)
}

/// Removes the copy of a folder, or the folder that the copy has replaced, after a swap or a killed
/// run. The caller holds the folder's lock.
pub fn clear(folder: &Path) {
    if let Some(place) = place(folder).filter(|place| is_own_folder(place)) {
        let _ = merge(&place.join(HIDDEN), folder);
        let _ = disk::remove_folder(&place);
    }
}

/// Removes a hidden folder. Files of either set are removed, other files are kept: those that the
/// folder does not have are moved there, and of two files of one name the younger one stays. A folder
/// that has the name of a file or of another folder stops this.
fn merge(hidden: &Path, folder: &Path) -> io::Result<()> {
    let sets = [Manifest::of(hidden), Manifest::of(folder)];
    let mut entries = fs::read_dir(hidden)?.collect::<io::Result<Vec<_>>>()?;
    // The manifest goes last: it lists what is ours.
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
