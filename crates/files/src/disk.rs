//! Changes of the file system, one in each function, so that tests can make each of them fail.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Creates a folder that does not exist yet.
pub fn make_folder(path: &Path) -> io::Result<()> {
    step(0)?;
    fs::create_dir(path)
}

/// Creates a folder and its missing parents.
pub fn make_folders(path: &Path) -> io::Result<()> {
    step(0)?;
    fs::create_dir_all(path)
}

/// Creates a file that does not exist yet; never follows a link.
pub fn create(path: &Path) -> io::Result<File> {
    step(0)?;
    File::create_new(path)
}

/// Creates a folder whose name is `start` and ten random characters. It is kept until it is
/// removed.
pub fn make_random_folder(folder: &Path, start: &str) -> io::Result<PathBuf> {
    step(0)?;
    Ok(tempfile::Builder::new().prefix(start).rand_bytes(10).tempdir_in(folder)?.keep())
}

/// Writes some of the bytes and returns their number.
pub fn write(file: &mut File, bytes: &[u8]) -> io::Result<usize> {
    file.write(&bytes[..step(bytes.len())?])
}

/// Flushes a file to the disk. Quotas may reject its bytes only at this point.
pub fn sync(file: &File) -> io::Result<()> {
    step(0)?;
    file.sync_all()
}

/// Gives a file or folder the mode and owner of another one.
pub fn copy_mode_and_owner(path: &Path, other: &Metadata) -> io::Result<()> {
    step(0)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let own = fs::metadata(path)?;
        if (own.uid(), own.gid()) != (other.uid(), other.gid()) {
            // Only the superuser may give files away. A replaced file may change its owner, a
            // folder may not.
            let given = chown(path, Some(other.uid()), Some(other.gid()));
            given.or_else(|cause| if own.is_dir() { Err(cause) } else { Ok(()) })?;
        }
    }
    fs::set_permissions(path, other.permissions())
}

/// Creates a hard link to a file, or to a symbolic link itself.
pub fn link(from: &Path, to: &Path) -> io::Result<()> {
    step(0)?;
    fs::hard_link(from, to)
}

/// Copies a file with its mode.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    step(0)?;
    fs::copy(from, to).map(drop)
}

/// Renames a file; replaces a file with the new name.
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

/// Permits a change that writes this number of bytes. The tests replace it by a function that
/// rejects some.
#[cfg(not(test))]
fn step(bytes: usize) -> io::Result<usize> {
    Ok(bytes)
}

#[cfg(test)]
use super::tests::faults::step;
