//! What is done to the disk while files are written, one step a function, so that a test can have
//! any of them fail.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Makes a folder that is not there yet.
pub fn make_folder(path: &Path) -> io::Result<()> {
    step()?;
    fs::create_dir(path)
}

/// Makes a file that is not there yet; never through a link.
pub fn create(path: &Path) -> io::Result<File> {
    step()?;
    File::create_new(path)
}

/// Makes a file of a short random name in a folder, with the mode that a new file has there. It
/// stays until it is removed.
pub fn create_random(folder: &Path, start: &str) -> io::Result<(File, PathBuf)> {
    step()?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(start).rand_bytes(10).disable_cleanup(true);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let (file, path) = builder.tempfile_in(folder)?.into_parts();
    Ok((file, path.to_path_buf()))
}

/// Opens what is written through: a pipe, a device.
pub fn open_through(path: &Path) -> io::Result<File> {
    step()?;
    fs::OpenOptions::new().append(true).open(path)
}

/// Writes some of the bytes; how many.
pub fn write(file: &mut File, bytes: &[u8]) -> io::Result<usize> {
    step()?;
    file.write(&bytes[..room(bytes.len())?])
}

/// Sees to it that a file's bytes are on the disk: what a full disk or a quota refuses late shows
/// here.
pub fn sync(file: &File) -> io::Result<()> {
    step()?;
    file.sync_all()
}

/// Gives a file or folder the mode of another one, and its owner where that is allowed.
pub fn take_after(path: &Path, other: &Metadata) -> io::Result<()> {
    step()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let own = fs::metadata(path)?;
        if (own.uid(), own.gid()) != (other.uid(), other.gid()) {
            // Only the superuser may give files away.
            let _ = chown(path, Some(other.uid()), Some(other.gid()));
        }
    }
    fs::set_permissions(path, other.permissions())
}

/// A second name for a file, or for a link itself.
pub fn link(from: &Path, to: &Path) -> io::Result<()> {
    step()?;
    fs::hard_link(from, to)
}

/// Another name in place of this one; what had that name is replaced.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step()?;
    fs::rename(from, to)
}

/// Two names change places, in one step.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    step()?;
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// Elsewhere names can't change places in one step.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Removes a file or a link.
pub fn remove(path: &Path) -> io::Result<()> {
    step()?;
    fs::remove_file(path)
}

/// Removes an empty folder.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    step()?;
    fs::remove_dir(path)
}

/// Removes a folder of our own with all that is in it; links in it are not followed.
pub fn remove_all(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => remove_all(&entry.path())?,
            false => remove(&entry.path())?,
        }
    }
    remove_folder(path)
}

#[cfg(not(test))]
fn step() -> io::Result<()> {
    Ok(())
}

#[cfg(not(test))]
fn room(wanted: usize) -> io::Result<usize> {
    Ok(wanted)
}

#[cfg(test)]
use faults::{room, step};

/// Faults that a test plans: the disk refuses a step, the process dies at it, the disk is full.
#[cfg(test)]
pub mod faults {
    use std::cell::Cell;
    use std::io;

    /// What goes wrong.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Fault {
        /// The step with this number, from 0, is refused.
        Refused(usize),
        /// The process is gone from this step on: nothing that it does has an effect.
        Dead(usize),
        /// The disk takes so many bytes and no more.
        Full(usize),
    }

    thread_local! {
        static PLAN: Cell<Option<Fault>> = const { Cell::new(None) };
        static STEPS: Cell<usize> = const { Cell::new(0) };
        static BYTES: Cell<usize> = const { Cell::new(0) };
    }

    /// Does `work` with this fault ahead; how many steps it took or tried, and bytes.
    pub fn with<T>(fault: Option<Fault>, work: impl FnOnce() -> T) -> (T, usize, usize) {
        PLAN.set(fault);
        STEPS.set(0);
        BYTES.set(0);
        let done = work();
        PLAN.set(None);
        (done, STEPS.get(), BYTES.get())
    }

    pub(super) fn step() -> io::Result<()> {
        let number = STEPS.replace(STEPS.get() + 1);
        let fails = match PLAN.get() {
            Some(Fault::Refused(at)) => number == at,
            Some(Fault::Dead(from)) => number >= from,
            _ => false,
        };
        if fails { Err(io::Error::other("a planned fault")) } else { Ok(()) }
    }

    pub(super) fn room(wanted: usize) -> io::Result<usize> {
        let left = match PLAN.get() {
            Some(Fault::Full(size)) => size.saturating_sub(BYTES.get()),
            _ => wanted,
        };
        if left == 0 && wanted > 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let taken = wanted.min(left);
        BYTES.set(BYTES.get() + taken);
        Ok(taken)
    }
}
