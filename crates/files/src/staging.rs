//! Hidden folder that contains new files until they are moved to their paths.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::cleanup::Cleanup;
use super::disk;
use super::draft::{Draft, Seal};
use super::layout::{BEGUN, LOCK, NEW, OLD, START, is_alive, is_staging};
use super::lock::Lock;
use super::manifest::{self, Manifest};
use super::moves::Move;
use super::swap::{self, Swap};
use super::target::Target;
use oddsmith_base::{Error, Result};

/// New files of one folder.
#[derive(Debug)]
pub struct Staging {
    /// Target folder of the files, as a path without links.
    pub folder: PathBuf,
    /// True if the files are a set with a manifest.
    pub is_set: bool,
    /// Staging folder, inside the target folder.
    path: PathBuf,
    /// Paths of the files for errors, including targets of links in the folder, with their hashes.
    pub files: Vec<(PathBuf, Seal)>,
    _lock: File,
}

impl Staging {
    /// Creates a staging folder, after repairing the remains of killed runs. Errors name the folder
    /// `shown`.
    pub fn create(folder: &Path, is_set: bool, shown: &Path) -> Result<Staging> {
        let failed = |cause: io::Error| Error::file("written", shown, &cause);
        let _folder = Lock::of(folder, shown)?;
        let mut cleanup = Cleanup::lock();
        repair(folder);
        let path = disk::make_random_folder(folder, START).map_err(failed)?;
        cleanup.add(&path);
        let lock = disk::make_folder(&path.join(NEW))
            .and_then(|()| disk::make_folder(&path.join(OLD)))
            .and_then(|()| disk::create(&path.join(LOCK)));
        let lock = lock.inspect_err(|_| cleanup.remove(&path)).map_err(failed)?;
        // Without file locks, other runs treat the folder as in use, too.
        let _ = lock.try_lock();
        Ok(Staging { folder: folder.to_owned(), is_set, path, files: Vec::new(), _lock: lock })
    }

    /// Creates a file with the mode of the one that it replaces.
    pub fn draft(&mut self, target: &Target, shown: &Path) -> Result<Draft> {
        let failed = |cause: io::Error| Error::file("written", shown, &cause);
        // While another run swaps the folder, its path refers to a copy.
        let _folder = Lock::of(&self.folder, shown)?;
        let _cleanup = Cleanup::lock();
        let path = self.path.join(NEW).join(&target.name);
        let draft = Draft::new(disk::create(&path).map_err(failed)?, shown);
        self.files.push((shown.to_owned(), draft.seal.clone()));
        if let Some(before) = &target.before {
            disk::copy_mode_and_owner(&path, before).map_err(failed)?;
        }
        Ok(draft)
    }

    /// Checks that all files are complete, and stages the manifest of a set.
    pub fn complete(&self) -> Result<()> {
        let mut manifest = Manifest::default();
        for (shown, seal) in &self.files {
            let hash = seal.get().ok_or_else(|| io::Error::other("it was not written to its end"));
            let hash = hash.map_err(|cause| Error::file("written", shown, &cause))?;
            let name = shown.file_name().unwrap_or_default().to_string_lossy();
            manifest.0.insert(name.into_owned(), hash.clone());
        }
        if !self.is_set {
            return Ok(());
        }
        let shown = self.folder.join(manifest::NAME);
        let file = disk::create(&self.path.join(NEW).join(manifest::NAME));
        let file = file.map_err(|cause| Error::file("written", &shown, &cause))?;
        Draft::new(file, &shown).fill(manifest.text().as_bytes())
    }

    /// Swaps the folder, or else makes the moves in it. If the process is killed between the moves
    /// of a set, the next run makes the remaining ones.
    pub fn commit(&self, swaps: &mut Vec<Swap>, done: &mut Vec<Move>) -> Result<()> {
        let failed = |path: &Path, cause: io::Error| Error::file("written", path, &cause);
        let in_folder = |cause| failed(&self.folder, cause);
        let moves = Move::list(&self.path, &self.folder).map_err(in_folder)?;
        if self.is_set {
            if let Ok(swap) = Swap::begin(&self.folder, &self.path, &moves) {
                swaps.push(swap);
                return Ok(());
            }
            disk::create(&self.path.join(BEGUN)).map_err(in_folder)?;
        }
        moves.iter().try_for_each(Move::back_up).map_err(in_folder)?;
        for one in moves {
            one.make().map_err(|cause| failed(&one.to, cause))?;
            done.push(one);
        }
        Ok(())
    }

    /// Prepares for undoing the moves: the next run must not continue them.
    pub fn cancel(&self) {
        let _ = disk::remove(&self.path.join(BEGUN));
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // While another run swaps the folder, its path refers to a copy.
        let _folder = Lock::of(&self.folder, &self.folder);
        Cleanup::lock().remove(&self.path);
    }
}

/// Repairs the remains of killed runs in and next to a folder: completes a set whose moves had
/// started, and removes anything else. The caller must have locked the folder.
pub fn repair(folder: &Path) {
    swap::clear(folder);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if !is_staging(&path) || is_alive(&path) {
            continue;
        }
        let begun = path.join(BEGUN).symlink_metadata().is_ok();
        let moves = if begun { Move::list(&path, folder) } else { Ok(Vec::new()) };
        if moves.unwrap_or_default().iter().try_for_each(Move::make).is_ok() {
            let _ = disk::remove_all(&path);
        }
    }
}
