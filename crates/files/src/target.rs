//! Resolution of a path to the file that is replaced.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use oddsmith_base::{Error, Result};

/// Folders of the files that a process has open. If the standard output is a file, it is appended
/// to rather than replaced.
const OPENED: [&str; 4] = ["/dev/fd", "/dev/stdout", "/dev/stderr", "/proc"];

/// File that can be replaced, or that does not exist yet.
#[derive(Debug)]
pub struct Target {
    /// Folder of the file, as a path without links.
    pub folder: PathBuf,
    /// Name in that folder.
    pub name: OsString,
    /// Metadata of the file that is replaced.
    pub before: Option<Metadata>,
}

impl Target {
    /// Follows a path; `None` if it leads to a pipe or a device.
    ///
    /// # Errors
    /// If it is a folder, is read-only, or is in a folder that does not exist.
    pub fn of(path: &Path) -> Result<Option<Target>> {
        replaceable(path).map_err(|cause| Error::file("written", path, &cause))
    }
}

fn replaceable(path: &Path) -> io::Result<Option<Target>> {
    let before = match fs::metadata(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => None,
        found => Some(found?),
    };
    let opened = OPENED.iter().any(|folder| path.starts_with(folder));
    match &before {
        Some(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Some(found) if !found.is_file() || opened => return Ok(None),
        Some(found) if found.permissions().readonly() => {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        _ => {}
    }
    let mut path = path.to_owned();
    // Linux follows the same number of links.
    for _ in 0..40 {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let Ok(to) = fs::read_link(&path) else {
            let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
            return Ok(Some(Target { folder: fs::canonicalize(folder)?, name, before }));
        };
        path = folder.join(to);
    }
    Err(io::Error::other("its links lead in a circle"))
}
