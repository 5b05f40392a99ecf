//! A folder whose files are one set: all new or all old, and nothing of others touched.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk;
use super::draft::{Draft, Seal};
use super::folder_swap::{self, FolderSwap};
use super::lock::Lock;
use super::manifest::{self, Manifest};
use super::staged::{START, Staged};
use super::target::folder_of;
use oddsmith_base::{Error, Result};

/// Where the new set stands in the folder until it is committed. Only who has the folder's lock
/// makes and removes it, so its name need not be random.
const BESIDE: &str = ".oddsmith-new";

/// The set of a folder on its way.
#[derive(Debug)]
pub struct Folder {
    /// What it is called by who asked for it.
    pub shown: PathBuf,
    /// Its place, without links.
    pub place: PathBuf,
    _lock: Lock,
    beside: Beside,
    before: Manifest,
    members: Vec<(String, Seal)>,
    /// Folders that were made for it.
    made: Vec<PathBuf>,
    /// Whether all that is replaced has a second name.
    kept: bool,
}

impl Folder {
    /// Begins a set: makes the folder, waits for other runs that write there, and puts in order
    /// what killed ones left.
    ///
    /// # Errors
    /// If the folder can't be made or written into, or another run does not let go of it.
    pub fn open(shown: &Path) -> Result<Folder> {
        let failed = |cause: &io::Error| Error::file("made", shown, cause);
        let mut made = Vec::new();
        let opened = make_all(shown, &mut made).and_then(|()| fs::canonicalize(shown));
        let opened = opened.map_err(|cause| failed(&cause)).and_then(|place| {
            let left =
                |part: std::path::Component| part.as_os_str().to_string_lossy().starts_with(START);
            if place.components().any(left) {
                let cause = io::Error::other("it is what a run that was killed left");
                return Err(failed(&cause).with_hint("change into the folder anew"));
            }
            let lock = Lock::of(&place, shown)?;
            let beside = Beside(place.join(BESIDE));
            {
                let mut staged = Staged::hold();
                folder_swap::retire_all(&place);
                beside.recover(&place);
                beside.make(&mut staged).map_err(|cause| Error::file("made", &beside.0, &cause))?;
            }
            Ok((place, lock, beside))
        });
        match opened {
            Ok((place, lock, beside)) => {
                let (shown, before) = (shown.to_owned(), Manifest::of(&place));
                let (members, kept) = (Vec::new(), false);
                Ok(Folder { shown, place, _lock: lock, beside, before, members, made, kept })
            }
            Err(error) => {
                unmake(&made, &mut Staged::hold());
                Err(error)
            }
        }
    }

    /// Begins a file of the set.
    pub fn stage(&mut self, name: &str, before: Option<&fs::Metadata>) -> io::Result<Draft> {
        let path = self.beside.new_file(name);
        let file = {
            let _staged = Staged::hold();
            let file = disk::create(&path)?;
            before.map_or(Ok(()), |before| disk::take_after(&path, before))?;
            file
        };
        let (draft, seal) = Draft::new(file, &self.shown.join(name));
        self.members.push((name.to_owned(), seal));
        Ok(draft)
    }

    /// Whether all of its files are written.
    pub fn finished(&self) -> bool {
        self.members.iter().all(|(_, seal)| seal.get().is_some())
    }

    /// Writes the manifest beside, and keeps second names of all that is replaced or goes.
    /// `elsewhere` are names in the folder that are links, and the seals of what they lead to.
    ///
    /// # Errors
    /// If the disk refuses it. Where files have one name only it does not.
    pub fn prepare(&mut self, elsewhere: &[(String, Seal)]) -> Result<()> {
        let mut set = Manifest::default();
        for (name, seal) in self.members.iter().chain(elsewhere) {
            set.add(name, seal.get().map_or("", String::as_str));
        }
        let path = self.place.join(manifest::NAME);
        let written = disk::create(&self.beside.new_file(manifest::NAME));
        let written = written.map_err(|cause| Error::file("written", &path, &cause))?;
        Draft::new(written, &path).0.fill(set.text().as_bytes())?;
        let own = self.members.iter().map(|(name, _)| name.as_str());
        let gone = self.before.gone(&self.place, |name| set.has(name));
        let keep = |name: &str| {
            let (there, kept) = (self.place.join(name), self.beside.old_file(name));
            there.symlink_metadata().is_err() || disk::link(&there, &kept).is_ok()
        };
        self.kept = own.chain(gone).chain([manifest::NAME]).all(keep);
        Ok(())
    }

    /// Puts the new set into its place: behind a swap where folders can change places, else with a note of
    /// what is to be done, which the next run follows if this one is killed.
    ///
    /// # Errors
    /// If a file can't be renamed; all is as it was then.
    pub fn commit(&mut self, staged: &mut Staged) -> io::Result<()> {
        if self.kept
            && let Some(swap) = self.swap()
        {
            staged.forget(&self.beside.0);
            let whole = Beside(swap.hidden().join(BESIDE)).move_into_place(swap.hidden()).is_ok();
            swap.finish(whole);
            self.made.drain(..).for_each(|path| staged.forget(&path));
            return Ok(());
        }
        self.beside.begin()?;
        // From here on it is not swept away, but finished or undone.
        staged.forget(&self.beside.0);
        if let Err(cause) = self.beside.move_into_place(&self.place) {
            let names = self.members.iter().map(|(name, _)| name.as_str());
            if self.beside.undo(&self.place, names.chain([manifest::NAME])).is_ok() {
                staged.add(&self.beside.0);
            }
            return Err(cause);
        }
        self.made.drain(..).for_each(|path| staged.forget(&path));
        Ok(())
    }

    fn swap(&self) -> Option<FolderSwap> {
        let names = [manifest::NAME].into_iter();
        let names = names.chain(self.members.iter().map(|(name, _)| name.as_str()));
        let new: Vec<PathBuf> = names.map(|name| self.beside.new_file(name)).collect();
        let goes = |name: &str| {
            name == BESIDE
                || self.beside.old_file(name).symlink_metadata().is_ok()
                || self.beside.new_file(name).symlink_metadata().is_ok()
        };
        FolderSwap::draw(&self.place, &new, |name| !goes(name)).ok()
    }

    /// Removes what was staged and not committed.
    pub fn clear(&self, staged: &mut Staged) {
        if staged.has(&self.beside.0) {
            staged.remove(&self.beside.0);
        }
        unmake(&self.made, staged);
    }
}

/// The folder in a folder where a new set stands until it is committed: `new` are its files, `old`
/// second names of those that they replace, and `begun` is there while they are renamed in the
/// open.
#[derive(Debug)]
struct Beside(PathBuf);

impl Beside {
    fn make(&self, staged: &mut Staged) -> io::Result<()> {
        disk::make_folder(&self.0)?;
        staged.add(&self.0);
        let inside =
            ["new", "old"].iter().try_for_each(|name| disk::make_folder(&self.0.join(name)));
        if inside.is_err() {
            staged.remove(&self.0);
        }
        inside
    }

    fn new_file(&self, name: &str) -> PathBuf {
        self.0.join("new").join(name)
    }

    fn old_file(&self, name: &str) -> PathBuf {
        self.0.join("old").join(name)
    }

    fn begun(&self) -> PathBuf {
        self.0.join("begun")
    }

    fn begin(&self) -> io::Result<()> {
        disk::sync(&disk::create(&self.begun())?)
    }

    /// What a killed run left here: a set whose renames had begun is brought into its place, any
    /// other goes.
    fn recover(&self, folder: &Path) {
        if !folder_swap::is_own_folder(&self.0) {
            return;
        }
        let _ = match self.begun().symlink_metadata() {
            Ok(_) => self.move_into_place(folder),
            Err(_) => disk::remove_all(&self.0),
        };
    }

    /// Renames all that is new into the folder and removes what the set no longer has, the
    /// manifest last. Where part of it is done already it does the rest.
    fn move_into_place(&self, folder: &Path) -> io::Result<()> {
        let mut names = Vec::new();
        for entry in fs::read_dir(self.0.join("new"))? {
            names.push(entry?.file_name());
        }
        names.sort();
        for name in names.iter().filter(|name| *name != manifest::NAME) {
            disk::rename(&self.0.join("new").join(name), &folder.join(name))?;
        }
        let last = self.new_file(manifest::NAME);
        if last.symlink_metadata().is_ok() {
            let new = Manifest::of(&self.0.join("new"));
            for name in Manifest::of(folder).gone(folder, |name| new.has(name)) {
                disk::remove(&folder.join(name))?;
            }
            disk::rename(&last, &folder.join(manifest::NAME))?;
        }
        // All is in its place: what is left here is swept by the next run, if not now.
        let _ = disk::remove_all(&self.0);
        Ok(())
    }

    /// Brings back what was replaced or removed.
    fn undo<'a>(&self, folder: &Path, names: impl Iterator<Item = &'a str>) -> io::Result<()> {
        for name in names {
            let moved = self.new_file(name).symlink_metadata().is_err();
            if moved && self.old_file(name).symlink_metadata().is_err() {
                disk::remove(&folder.join(name))?;
            }
        }
        for entry in fs::read_dir(self.0.join("old"))? {
            let entry = entry?;
            // Two names of one file: nothing happens.
            disk::rename(&entry.path(), &folder.join(entry.file_name()))?;
        }
        disk::remove(&self.begun())
    }
}

/// Makes a folder and those above it that are not there; `made` has them, the highest first.
fn make_all(path: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Ok(()),
        Ok(_) => return Err(io::ErrorKind::NotADirectory.into()),
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(cause),
        Err(_) => {}
    }
    if path.file_name().is_some() {
        make_all(folder_of(path), made)?;
    }
    let mut staged = Staged::hold();
    match disk::make_folder(path) {
        Ok(()) => {
            staged.add(path);
            made.push(path.to_owned());
            Ok(())
        }
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(cause) => Err(cause),
    }
}

/// Removes folders that were made, where they are empty.
fn unmake(made: &[PathBuf], staged: &mut Staged) {
    made.iter().rev().for_each(|path| staged.remove(path));
}
