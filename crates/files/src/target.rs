//! Where the path of a file leads: links are followed, and what is no file is told apart.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// Where the files are found that a process has open.
const OPENED: [&str; 4] = ["/dev/fd", "/dev/stdout", "/dev/stderr", "/proc"];

/// Where what is written to a path goes.
#[derive(Debug)]
pub enum Target {
    /// Into this file, with what is said of the one that it replaces.
    File(PathBuf, Option<Metadata>),
    /// Through a pipe or a device.
    Through,
}

impl Target {
    /// Where a path leads.
    ///
    /// # Errors
    /// If it is a folder, may not be written, or is in a folder that is not there.
    pub fn of(path: &Path) -> io::Result<Target> {
        let before = match fs::metadata(path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => None,
            found => Some(found?),
        };
        // Where the standard output is a file, that file is written on and not replaced.
        let opened = OPENED.iter().any(|place| path.starts_with(place));
        match before {
            Some(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Some(found) if !found.is_file() || opened => Ok(Target::Through),
            Some(found) if found.permissions().readonly() => {
                Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"))
            }
            before => Ok(Target::File(followed(path)?, before)),
        }
    }
}

/// The place that a path leads to, which need not be there.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    // As many links as Linux follows.
    for _ in 0..40 {
        let Ok(to) = fs::read_link(&path) else {
            let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
            return Ok(fs::canonicalize(folder_of(&path))?.join(name));
        };
        path = folder_of(&path).join(to);
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// The folder that a path is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
