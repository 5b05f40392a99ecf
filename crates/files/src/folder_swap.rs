//! A folder's swap with a copy of it as it will be, made of links, that takes its place in one
//! step. Behind it the folder is brought up to date, and takes its place again in one step. So who
//! looks at the folder sees the old set or the new one at any moment, also when the process is
//! killed, and whoever stands in the folder stands there afterwards.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::disk;
use super::lock::Lock;
use super::manifest::{self, Manifest};
use super::staged::START;

/// The most files of others that are linked into a copy.
const MOST_FILES_OF_OTHERS: usize = 1000;

/// A copy that stands in a folder's place, and the folder in the copy's.
#[derive(Debug)]
pub struct FolderSwap {
    folder: PathBuf,
    hidden: PathBuf,
    /// The copy is locked as the folder is.
    _lock: Lock,
}

impl FolderSwap {
    /// Swaps a folder with its copy: `new` are the paths of the new files, the manifest first, and
    /// `kept` says of the other names whether they stay.
    ///
    /// # Errors
    /// If the copy can't be made or can't take its place; nothing has changed then.
    pub fn draw(
        folder: &Path,
        new: &[PathBuf],
        kept: impl Fn(&str) -> bool,
    ) -> io::Result<FolderSwap> {
        let place = place(folder).ok_or(io::ErrorKind::Unsupported)?;
        disk::make_folder(&place)?;
        let copy = place.join("front");
        let drawn = copied(folder, &copy, new, kept).and_then(|()| {
            let lock = Lock::now(&copy).ok_or(io::ErrorKind::ResourceBusy)?;
            disk::exchange(folder, &copy)?;
            Ok(FolderSwap { folder: folder.to_owned(), hidden: copy, _lock: lock })
        });
        if drawn.is_err() {
            // Links alone, which are elsewhere too.
            let _ = disk::remove_all(&place);
        }
        drawn
    }

    /// Where the folder is while the copy stands in its place.
    pub fn hidden(&self) -> &Path {
        &self.hidden
    }

    /// The folder takes its place again, if it is whole; else the copy stays there.
    pub fn finish(self, whole: bool) {
        if whole {
            let _ = disk::exchange(&self.folder, &self.hidden);
        }
        retire_all(&self.folder);
    }
}

/// Where the copy of a folder stands beside it. Only who has the folder's lock makes and removes
/// it, so its name need not be random.
fn place(folder: &Path) -> Option<PathBuf> {
    let name = blake3::hash(folder.file_name()?.as_encoded_bytes()).to_hex();
    Some(folder.parent()?.join(format!("{START}{}", &name[..16])))
}

fn copied(
    folder: &Path,
    copy: &Path,
    new: &[PathBuf],
    kept: impl Fn(&str) -> bool,
) -> io::Result<()> {
    disk::make_folder(copy)?;
    for path in new {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        disk::link(path, &copy.join(name))?;
    }
    let mut strangers = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if !kept(&name.to_string_lossy()) {
            continue;
        }
        strangers += 1;
        if strangers > MOST_FILES_OF_OTHERS || entry.file_type()?.is_dir() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        disk::link(&entry.path(), &copy.join(&name))?;
    }
    let own = fs::metadata(folder)?;
    disk::take_after(copy, &own)?;
    match same_owner(&own, &fs::metadata(copy)?) {
        true => Ok(()),
        false => Err(io::ErrorKind::Unsupported.into()),
    }
}

/// Takes away what stands beside a folder in place of it or of its copy: after a swap was finished,
/// or after a run was killed. The caller has the folder's lock.
pub fn retire_all(folder: &Path) {
    let Some(place) = place(folder) else { return };
    if !is_own_folder(&place) {
        return;
    }
    let hidden = place.join("front");
    if hidden.symlink_metadata().is_ok() {
        let _ = retire(&hidden, folder);
    }
    let _ = disk::remove_folder(&place);
}

/// Empties a folder that has another in its place. Files of the set go, and so do second names of
/// files that are in the other too. What others put there in between is moved over; of two files
/// of one name the younger one stays.
fn retire(hidden: &Path, folder: &Path) -> io::Result<()> {
    let sets = [Manifest::of(hidden), Manifest::of(folder)];
    let ours = |name: &str| sets.iter().any(|set| set.has(name));
    for entry in fs::read_dir(hidden)? {
        let entry = entry?;
        let (from, to) = (entry.path(), folder.join(entry.file_name()));
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type()?.is_dir();
        match to.symlink_metadata() {
            // The manifest goes last: it says what is ours, also if this is cut short.
            _ if name == manifest::NAME => {}
            _ if is_folder && name.starts_with(START) => disk::remove_all(&from)?,
            _ if !is_folder && ours(&name) => disk::remove(&from)?,
            Err(_) => disk::rename(&from, &to)?,
            Ok(there) => {
                let here = entry.metadata()?;
                if is_folder || there.is_dir() {
                    return Err(io::ErrorKind::AlreadyExists.into());
                }
                match !same_file(&here, &there) && here.modified()? > there.modified()? {
                    true => disk::rename(&from, &to)?,
                    false => disk::remove(&from)?,
                }
            }
        }
    }
    let last = hidden.join(manifest::NAME);
    if last.symlink_metadata().is_ok() {
        disk::remove(&last)?;
    }
    disk::remove_folder(hidden)
}

/// Whether a path is a folder, no link, and belongs to who runs this.
#[cfg(unix)]
pub fn is_own_folder(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = rustix::process::geteuid().as_raw();
    path.symlink_metadata().is_ok_and(|found| found.is_dir() && found.uid() == own)
}

/// Whether a path is a folder and no link.
#[cfg(not(unix))]
pub fn is_own_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_dir())
}

#[cfg(unix)]
fn same_owner(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.uid(), one.gid()) == (other.uid(), other.gid())
}

#[cfg(not(unix))]
fn same_owner(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(unix)]
fn same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same_file(_: &Metadata, _: &Metadata) -> bool {
    false
}
