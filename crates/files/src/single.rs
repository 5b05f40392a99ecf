//! One file that is written beside its place under a random name, and renamed.

use std::ffi::OsStr;
use std::fs::{File, Metadata, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::disk;
use super::draft::{Draft, Seal};
use super::lock::{Lock, is_at};
use super::staged::{START, Staged};
use super::target::folder_of;

/// What the file that a new one replaces is called until all are in their places.
const BEFORE: &str = ".before";

/// A file on its way into its place.
#[derive(Debug)]
pub struct Single {
    /// Its place, without links.
    pub place: PathBuf,
    /// What it is called in errors.
    pub shown: PathBuf,
    seal: Seal,
    beside: PathBuf,
    /// Locked while the process lives: who finds it unlocked may sweep it.
    _held: File,
}

impl Single {
    /// Begins a file, beside its place.
    pub fn stage(
        place: PathBuf,
        before: Option<&Metadata>,
        shown: &Path,
    ) -> io::Result<(Single, Draft)> {
        let (file, beside) = random(folder_of(&place))?;
        let taken = before.map_or(Ok(()), |before| disk::take_after(&beside, before));
        let opened = taken.and_then(|()| file.try_clone());
        match opened {
            Ok(clone) => {
                let (draft, seal) = Draft::new(clone, shown);
                let shown = shown.to_owned();
                Ok((Single { place, shown, seal, beside, _held: file }, draft))
            }
            Err(cause) => {
                Staged::hold().remove(&beside);
                Err(cause)
            }
        }
    }

    /// Whether all of it is written.
    pub fn finished(&self) -> bool {
        self.seal.get().is_some()
    }

    /// Keeps a second name for what it replaces, so that it can come back.
    pub fn prepare(&self, staged: &mut Staged) {
        let before = self.before();
        staged.add(&before);
        // Where files have one name only, what is replaced can't come back.
        let _ = disk::link(&self.place, &before);
    }

    /// Renames it into its place.
    pub fn commit(&self) -> io::Result<()> {
        disk::rename(&self.beside, &self.place)
    }

    /// What it replaced comes back.
    pub fn undo(&self) {
        let _ = match self.before().symlink_metadata() {
            Ok(_) => disk::rename(&self.before(), &self.place),
            Err(_) => disk::remove(&self.place),
        };
    }

    /// Removes what still stands beside its place.
    pub fn clear(&self, staged: &mut Staged) {
        staged.remove(&self.beside);
        staged.remove(&self.before());
    }

    fn before(&self) -> PathBuf {
        let mut name = self.beside.clone().into_os_string();
        name.push(BEFORE);
        name.into()
    }
}

/// A new file of a random name, locked.
fn random(folder: &Path) -> io::Result<(File, PathBuf)> {
    for _ in 0..10 {
        let mut staged = Staged::hold();
        let (file, path) = disk::create_random(folder, START)?;
        staged.add(&path);
        // Another run may have swept it away before it was locked.
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && is_at(&file, &path) {
            return Ok((file, path));
        }
        staged.forget(&path);
    }
    Err(io::Error::other("files beside it are taken away"))
}

/// Removes what killed runs left beside files of a folder.
pub fn sweep(folder: &Path) {
    let Some(_lock) = Lock::now(folder) else { return };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let left = entries.filter(|entry| {
        let plain = entry.file_type().is_ok_and(|kind| kind.is_file());
        plain && is_ours(&entry.file_name())
    });
    for entry in left {
        let path = entry.path();
        let Ok(file) = File::open(&path) else { continue };
        if file.try_lock().is_ok() && is_at(&file, &path) {
            let _ = disk::remove(&path);
        }
    }
}

/// Whether a name is one of those that files have beside their places.
fn is_ours(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let random = name.strip_prefix(START).map(|rest| rest.strip_suffix(BEFORE).unwrap_or(rest));
    random.is_some_and(|random| {
        random.len() == 10 && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}
