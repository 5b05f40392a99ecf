//! Changes to the disk, one a function, so that a test can make each of them fail.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Makes a folder that does not exist yet.
pub fn make_folder(path: &Path) -> io::Result<()> {
    step(0)?;
    fs::create_dir(path)
}

/// Makes a folder and its parents, as far as they do not exist.
pub fn make_folders(path: &Path) -> io::Result<()> {
    step(0)?;
    fs::create_dir_all(path)
}

/// Makes a file that does not exist yet; never through a link.
pub fn create(path: &Path) -> io::Result<File> {
    step(0)?;
    File::create_new(path)
}

/// Makes a folder whose name is `start` and ten random characters. It stays until it is removed.
pub fn make_random_folder(folder: &Path, start: &str) -> io::Result<PathBuf> {
    step(0)?;
    Ok(tempfile::Builder::new().prefix(start).rand_bytes(10).tempdir_in(folder)?.keep())
}

/// Writes some of the bytes and returns their number.
pub fn write(file: &mut File, bytes: &[u8]) -> io::Result<usize> {
    file.write(&bytes[..step(bytes.len())?])
}

/// Flushes a file to the disk. A quota may refuse its bytes only here.
pub fn sync(file: &File) -> io::Result<()> {
    step(0)?;
    file.sync_all()
}

/// Gives a file or folder the mode and owner of another one.
pub fn take_after(path: &Path, other: &Metadata) -> io::Result<()> {
    step(0)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let own = fs::metadata(path)?;
        if (own.uid(), own.gid()) != (other.uid(), other.gid()) {
            // Only the superuser may give files away. A file that is replaced may change hands, a
            // folder may not.
            let given = chown(path, Some(other.uid()), Some(other.gid()));
            given.or_else(|cause| if own.is_dir() { Err(cause) } else { Ok(()) })?;
        }
    }
    fs::set_permissions(path, other.permissions())
}

/// Gives a file, or a link itself, a second name.
pub fn link(from: &Path, to: &Path) -> io::Result<()> {
    step(0)?;
    fs::hard_link(from, to)
}

/// Copies a file and its mode.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    step(0)?;
    fs::copy(from, to).map(drop)
}

/// Renames a file; one that has the new name is replaced.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step(0)?;
    fs::rename(from, to)
}

/// Exchanges two names in one system call.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    step(0)?;
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

/// Fails: other systems can't exchange two names in one system call.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Removes a file or a link.
pub fn remove(path: &Path) -> io::Result<()> {
    step(0)?;
    fs::remove_file(path)
}

/// Removes an empty folder.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    step(0)?;
    fs::remove_dir(path)
}

/// Removes a folder and its content, without following links.
pub fn remove_all(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let remove = if entry.file_type()?.is_dir() { remove_all } else { remove };
        remove(&entry.path())?;
    }
    remove_folder(path)
}

/// Allows a change that writes so many bytes. The tests replace it by one that refuses some.
#[cfg(not(test))]
fn step(bytes: usize) -> io::Result<usize> {
    Ok(bytes)
}

#[cfg(test)]
use super::tests::faults::step;
