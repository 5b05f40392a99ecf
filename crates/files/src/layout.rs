//! Names and owners of the temporary folders.

use std::fs::File;
use std::io;
use std::path::Path;

/// Prefix of the name of every temporary folder.
pub const START: &str = ".oddsmith-";

/// Subfolder of the new files.
pub const NEW: &str = "new";

/// Subfolder of backups of the replaced files.
pub const OLD: &str = "old";

/// File that is locked during the lifetime of the process.
pub const LOCK: &str = "lock";

/// File that exists while a set is moved into a folder that could not be swapped.
pub const BEGUN: &str = "begun";

/// Returns true if a path is a staging folder of the current user.
pub fn is_staging(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let random = name.strip_prefix(START).is_some_and(|random| {
        random.len() == 10 && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    random && is_own_folder(path)
}

/// Returns true if the process that created a staging folder may still be running.
pub fn is_alive(staging: &Path) -> bool {
    match File::open(staging.join(LOCK)) {
        Ok(lock) => lock.try_lock().is_err(),
        Err(cause) => cause.kind() != io::ErrorKind::NotFound,
    }
}

/// Returns true if a path is a folder, not a link, and belongs to the user of this process.
pub fn is_own_folder(path: &Path) -> bool {
    let Ok(found) = path.symlink_metadata() else { return false };
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::uid(&found) != rustix::process::geteuid().as_raw() {
        return false;
    }
    found.is_dir()
}
