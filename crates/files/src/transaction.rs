//! Files that are written together: all of them, or none.

use std::io;
use std::path::{Path, PathBuf};

use super::disk;
use super::draft::{Draft, Seal};
use super::folder::Folder;
use super::lock::Lock;
use super::manifest::{NAME, is_name};
use super::single::{Single, sweep};
use super::staged::Staged;
use super::target::{Target, folder_of};
use oddsmith_base::{Error, Result, apart};

/// Files that are written together. They are written beside their places, where a disk that is
/// full and whatever is in the way show; [`Transaction::commit`] renames them all in one move_into_place,
/// for which signals wait. Dropped before that, it leaves nothing behind.
///
/// A folder's files are a set: who looks sees the old one or the new one, also if the process is
/// killed in the middle. What an earlier set had and this one has not is removed; a manifest in
/// the folder says what that is, and nothing else is ever removed. Links are followed, modes kept.
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
#[derive(Debug, Default)]
pub struct Transaction {
    inputs: Vec<PathBuf>,
    folders: Vec<Folder>,
    singles: Vec<Single>,
    /// Folder, name and seal of members that are links, with their files among the singles.
    linked: Vec<(usize, String, Seal)>,
}

impl Transaction {
    /// None yet, none of which may be one of these `inputs`.
    ///
    /// # Errors
    /// If an input is not there.
    pub fn new(inputs: &[&Path]) -> Result<Transaction> {
        let there = |path: &&Path| {
            let found = path.metadata().map(|_| path.to_path_buf());
            found.map_err(|cause| Error::file("read", path, &cause))
        };
        let mut transaction = Transaction::default();
        transaction.inputs = inputs.iter().map(there).collect::<Result<_>>()?;
        Ok(transaction)
    }

    /// Begins a file of a folder, which is made if it is not there.
    ///
    /// # Errors
    /// If the folder can't be made or is written by another run, if something is in the way, or if
    /// the file is an input.
    pub fn in_folder(&mut self, folder: &Path, name: &str) -> Result<Draft> {
        let path = folder.join(name);
        if !is_name(name) {
            return Err(Error::question(format!("`{name}` is no name for a file of a folder")));
        }
        let at = match self.folders.iter().position(|open| open.shown == folder) {
            Some(at) => at,
            None => {
                self.apart(&folder.join(NAME))?;
                self.folders.push(Folder::open(folder)?);
                self.folders.len() - 1
            }
        };
        let in_the_way = |cause: io::Error| Error::file("written", &path, &cause);
        match Target::of(&path).map_err(in_the_way)? {
            Target::Through => Err(in_the_way(io::Error::other("what has its name is no file"))),
            Target::File(place, before) => {
                self.allow(&place, &path)?;
                if path.is_symlink() {
                    let draft = self.single(place, before.as_ref(), &path)?;
                    self.linked.push((at, name.to_owned(), draft.seal()));
                    return Ok(draft);
                }
                self.folders[at].stage(name, before.as_ref()).map_err(in_the_way)
            }
        }
    }

    /// Begins a file. The folder must be there; what is no file, a pipe or a device, is written
    /// through at once.
    ///
    /// # Errors
    /// If something is in the way, or the file is an input or another of these.
    pub fn at(&mut self, path: &Path) -> Result<Draft> {
        let in_the_way = |cause: io::Error| {
            let error = Error::file("written", path, &cause);
            let folder = folder_of(path);
            match folder.is_dir() {
                true => error,
                false => error.with_hint(format!("make the folder `{}` first", folder.display())),
            }
        };
        match Target::of(path).map_err(in_the_way)? {
            Target::Through => {
                let file = disk::open_through(path).map_err(in_the_way)?;
                Ok(Draft::new(file, path).0)
            }
            Target::File(place, before) => {
                self.allow(&place, path)?;
                self.single(place, before.as_ref(), path)
            }
        }
    }

    fn apart(&self, output: &Path) -> Result<()> {
        self.inputs.iter().try_for_each(|input| apart(input, output))
    }

    fn allow(&self, place: &Path, shown: &Path) -> Result<()> {
        self.apart(shown)?;
        match self.singles.iter().any(|single| single.place == place) {
            true => Err(Error::question(format!("`{}` would be written twice", shown.display()))
                .with_hint("give each file a name of its own")),
            false => Ok(()),
        }
    }

    fn single(
        &mut self,
        place: PathBuf,
        before: Option<&std::fs::Metadata>,
        shown: &Path,
    ) -> Result<Draft> {
        sweep(folder_of(&place));
        let staged = Single::stage(place, before, shown);
        let (single, draft) = staged.map_err(|cause| Error::file("written", shown, &cause))?;
        self.singles.push(single);
        Ok(draft)
    }

    /// Brings all into their places.
    ///
    /// # Errors
    /// If a file is not finished, another run writes there, or the disk refuses a step; what stood
    /// there before stands there still. Folders are one after the other: where one of several is
    /// refused, those before it are new and each is whole.
    pub fn commit(mut self) -> Result<()> {
        let open = self.folders.iter().find(|folder| !folder.finished()).map(|open| &open.shown);
        let open = open.or(self.singles.iter().find(|one| !one.finished()).map(|one| &one.shown));
        if let Some(shown) = open {
            let cause = io::Error::other("it was not written to its end");
            return Err(Error::file("written", shown, &cause));
        }
        let _locks = self.locks()?;
        let mut staged = Staged::hold();
        for (at, folder) in self.folders.iter_mut().enumerate() {
            let linked = self.linked.iter().filter(|(of, ..)| *of == at);
            let linked: Vec<_> =
                linked.map(|(_, name, seal)| (name.clone(), seal.clone())).collect();
            folder.prepare(&linked)?;
        }
        self.singles.iter().for_each(|single| single.prepare(&mut staged));
        let undo = |singles: &[Single]| singles.iter().rev().for_each(Single::undo);
        for (at, single) in self.singles.iter().enumerate() {
            if let Err(cause) = single.commit() {
                undo(&self.singles[..at]);
                return Err(Error::file("written", &single.shown, &cause));
            }
        }
        for (at, folder) in self.folders.iter_mut().enumerate() {
            if let Err(cause) = folder.commit(&mut staged) {
                if at == 0 {
                    undo(&self.singles);
                }
                return Err(Error::file("written", &folder.shown, &cause));
            }
        }
        drop(staged);
        let folders = self.folders.iter().map(|folder| folder.place.as_path());
        let folders = folders.chain(self.singles.iter().map(|single| folder_of(&single.place)));
        for folder in folders {
            // The renames outlive a loss of power too, where a folder can be synced.
            let _ = std::fs::File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }

    /// The folders of single files, but those that are held already: always in the same order, so
    /// that two runs don't wait for each other.
    fn locks(&self) -> Result<Vec<Lock>> {
        let of = |single: &Single| folder_of(&single.place).to_owned();
        let mut folders: Vec<PathBuf> = self.singles.iter().map(of).collect();
        folders.sort();
        folders.dedup();
        folders.retain(|folder| self.folders.iter().all(|held| held.place != *folder));
        folders.iter().map(|folder| Lock::of(folder, folder)).collect()
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        let mut staged = Staged::hold();
        self.singles.iter().for_each(|single| single.clear(&mut staged));
        self.folders.iter().for_each(|folder| folder.clear(&mut staged));
    }
}
