//! Transactions: files that are written together, all of them or none.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use super::cleanup::Cleanup;
use super::disk;
use super::draft::Draft;
use super::layout::START;
use super::lock::Lock;
use super::manifest::{NAME, is_name};
use super::moves::Move;
use super::staging::{Staging, repair};
use super::swap::Swap;
use super::target::Target;
use oddsmith_base::file::is_standard;
use oddsmith_base::{Error, Result, apart};

/// Transaction of files. They are written into hidden folders next to their targets, where a full
/// disk and other obstacles show early. [`Transaction::commit`] moves all of them into place, and
/// signals wait for that. A transaction that is dropped without a commit leaves no files.
///
/// The files of a folder are a set: readers see the old or the new set, even if the process is
/// killed in between. Files of the earlier set that the new one lacks are removed; a manifest in
/// the folder lists them, and nothing else is ever removed. Links are followed, modes are kept.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), oddsmith_base::Error> {
/// # let place = std::env::temp_dir().join(format!("oddsmith-{}", std::process::id()));
/// use oddsmith_files::Transaction;
///
/// let mut transaction = Transaction::new(&[])?;
/// transaction.in_folder(&place, "words.md")?.fill(b"Heads or tails.\n")?;
/// transaction.in_folder(&place, "numbers.csv")?.fill(b"heads,0.5\n")?;
/// assert!(!place.join("words.md").exists(), "nothing is in its place before all are");
/// transaction.commit()?;
/// assert!(place.join("words.md").exists() && place.join("numbers.csv").exists());
/// # std::fs::remove_dir_all(&place).unwrap();
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Transaction {
    inputs: Vec<PathBuf>,
    stagings: Vec<Staging>,
    /// Folders that were created for sets.
    made: Vec<PathBuf>,
}

impl Transaction {
    /// Creates an empty transaction. Its files must differ from these `inputs`.
    ///
    /// # Errors
    /// If an input does not exist.
    pub fn new(inputs: &[&Path]) -> Result<Transaction> {
        let there = |path: &&Path| {
            let found = path.metadata().map(|_| path.to_path_buf());
            found.map_err(|cause| Error::file("read", path, &cause))
        };
        let inputs = inputs.iter().map(there).collect::<Result<_>>()?;
        Ok(Transaction { inputs, stagings: Vec::new(), made: Vec::new() })
    }

    /// Adds a file of a folder, which is created if it does not exist.
    ///
    /// # Errors
    /// If the folder can't be created or is locked by another run, the path is obstructed, or the
    /// file is an input.
    pub fn in_folder(&mut self, folder: &Path, name: &str) -> Result<Draft> {
        let path = folder.join(name);
        if !is_name(name) {
            return Err(Error::question(format!("`{name}` is no name for a file of a folder")));
        }
        self.check_not_input(&folder.join(NAME)).and_then(|()| self.check_not_input(&path))?;
        let made = self.make(folder).and_then(|()| fs::canonicalize(folder));
        let place = made.map_err(|cause| Error::file("made", folder, &cause))?;
        let hidden = |part: Component| part.as_os_str().to_string_lossy().starts_with(START);
        if place.components().any(hidden) {
            let cause = io::Error::other("it is what a run that was killed left");
            let error = Error::file("made", folder, &cause);
            return Err(error.with_hint("change into the folder anew"));
        }
        let set = self.staging(&place, true, folder)?;
        let Some(target) = Target::of(&path)? else {
            let cause = io::Error::other("what has its name is no file");
            return Err(Error::file("written", &path, &cause));
        };
        if !path.is_symlink() {
            return self.stagings[set].draft(&target, &path);
        }
        let at = self.staging(&target.folder, false, &path)?;
        let draft = self.stagings[at].draft(&target, &path)?;
        self.stagings[set].files.push((path, draft.seal.clone()));
        Ok(draft)
    }

    /// Adds a single file. Its folder must exist. Pipes and devices are written directly.
    ///
    /// # Errors
    /// If the path is obstructed, or the file is an input or already part of the transaction.
    pub fn at(&mut self, path: &Path) -> Result<Draft> {
        self.check_not_input(path)?;
        if let Some(target) = Target::of(path)? {
            let at = self.staging(&target.folder, false, path)?;
            return self.stagings[at].draft(&target, path);
        }
        let file = fs::OpenOptions::new().append(true).open(path);
        Ok(Draft::new(file.map_err(|cause| Error::file("written", path, &cause))?, path))
    }

    fn check_not_input(&self, output: &Path) -> Result<()> {
        self.inputs.iter().try_for_each(|input| apart(input, output))
    }

    /// Creates a folder and its parents, and registers the ones that did not exist.
    fn make(&mut self, folder: &Path) -> io::Result<()> {
        let missing = folder.ancestors().take_while(|path| !path.exists());
        let missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        let mut cleanup = Cleanup::lock();
        missing.iter().rev().for_each(|path| cleanup.add(path));
        self.made.extend(missing.into_iter().rev());
        disk::make_folders(folder)
    }

    /// Finds or creates the staging folder of a folder.
    fn staging(&mut self, folder: &Path, is_set: bool, shown: &Path) -> Result<usize> {
        let same = |one: &Staging| one.folder == folder && one.is_set == is_set;
        if let Some(at) = self.stagings.iter().position(same) {
            return Ok(at);
        }
        self.stagings.push(Staging::create(folder, is_set, shown)?);
        Ok(self.stagings.len() - 1)
    }

    /// Moves all files into place.
    ///
    /// # Errors
    /// If a file is incomplete, another run has a lock, or the disk rejects a step. All files then
    /// keep their old content.
    pub fn commit(mut self) -> Result<()> {
        // All runs lock folders in the same order, which prevents deadlocks.
        let folders: BTreeSet<PathBuf> =
            self.stagings.iter().map(|one| one.folder.clone()).collect();
        let locks = folders.iter().map(|folder| Lock::of(folder, folder));
        let locks = locks.collect::<Result<Vec<Lock>>>()?;
        let cleanup = Cleanup::lock();
        folders.iter().for_each(|folder| repair(folder));
        self.stagings.iter().try_for_each(Staging::complete)?;
        // The path of a staging folder is valid only until its folder is swapped.
        self.stagings.sort_by_key(|one| one.is_set);
        let (mut swaps, mut done) = (Vec::new(), Vec::new());
        for staging in &self.stagings {
            if let Err(error) = staging.commit(&mut swaps, &mut done) {
                swaps.into_iter().for_each(Swap::undo);
                self.stagings.iter().for_each(Staging::cancel);
                done.iter().rev().for_each(Move::undo);
                return Err(error);
            }
        }
        swaps.into_iter().for_each(Swap::finish);
        drop((cleanup, locks));
        for folder in folders {
            // Makes the moves durable in case of a power failure, if the system can sync a folder.
            let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        self.stagings.clear();
        let mut cleanup = Cleanup::lock();
        self.made.iter().rev().for_each(|folder| cleanup.remove(folder));
    }
}

/// Writes a file completely or not at all. Its folder must exist. `-` is the standard output.
///
/// # Errors
/// If the file can't be written; its old content is then unchanged.
pub fn write(path: &Path, content: &[u8]) -> Result<()> {
    write_all(&[(path, content)])
}

/// Writes several files, all or none of them. `-` is the standard output, which is written last.
///
/// # Errors
/// If a file can't be written; all old contents are then unchanged.
pub fn write_all(files: &[(&Path, &[u8])]) -> Result<()> {
    let mut transaction = Transaction::new(&[])?;
    for (path, content) in files.iter().filter(|(path, _)| !is_standard(path)) {
        transaction.at(path)?.fill(content)?;
    }
    transaction.commit()?;
    files.iter().filter(|(path, _)| is_standard(path)).try_for_each(|(path, content)| {
        let mut out = io::stdout().lock();
        match out.write_all(content).and_then(|()| out.flush()) {
            Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
                Err(Error::file("written", path, &cause))
            }
            _ => Ok(()),
        }
    })
}
