//! The files of a request: no input is overwritten.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::{Error, Result};

/// The files that a request reads and writes.
///
/// While the value lives, every file that [`file::read`](crate::file::read) or
/// [`file::open`](crate::file::open) opens, on any thread, is an input of the request. An output
/// that is also an input is rejected, in either order and under any path: links and hard links are
/// resolved.
///
/// # Examples
/// ```
/// use oddsmith_base::{RequestFiles, file};
///
/// let path = std::env::temp_dir().join(format!("oddsmith-request-{}", std::process::id()));
/// std::fs::write(&path, "one card").unwrap();
/// let files = RequestFiles::begin();
/// file::read(&path)?;
/// assert!(files.inputs().contains(&path) && files.writes(&path).is_err());
///
/// let files = RequestFiles::begin();
/// files.writes(&path)?;
/// assert!(file::read(&path).is_err());
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
#[derive(Debug)]
pub struct RequestFiles(Arc<Mutex<Paths>>);

#[derive(Debug, Default)]
struct Paths {
    inputs: BTreeSet<PathBuf>,
    outputs: Vec<PathBuf>,
}

/// The active requests of this process.
static REQUESTS: Mutex<Vec<Weak<Mutex<Paths>>>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RequestFiles {
    /// Begins a request without inputs and outputs.
    pub fn begin() -> RequestFiles {
        let paths = Arc::default();
        lock(&REQUESTS).push(Arc::downgrade(&paths));
        RequestFiles(paths)
    }

    /// Returns the files that were read since it began.
    pub fn inputs(&self) -> Vec<PathBuf> {
        lock(&self.0).inputs.iter().cloned().collect()
    }

    /// Declares that a file will be written.
    ///
    /// # Errors
    /// If it was read.
    pub fn writes(&self, path: &Path) -> Result<()> {
        let mut paths = lock(&self.0);
        paths.inputs.iter().try_for_each(|input| apart(input, path))?;
        paths.outputs.push(path.to_owned());
        Ok(())
    }
}

/// Adds a file to the inputs of every request.
///
/// # Errors
/// If it is an output of one.
pub(crate) fn reads(path: &Path) -> Result<()> {
    let mut requests = lock(&REQUESTS);
    requests.retain(|request| request.strong_count() > 0);
    requests.iter().filter_map(Weak::upgrade).try_for_each(|request| {
        let mut paths = lock(&request);
        // A pipe is not a file, and is never replaced.
        if !paths.inputs.contains(path) && identity(path).is_some() {
            paths.outputs.iter().try_for_each(|output| apart(path, output))?;
            paths.inputs.insert(path.to_owned());
        }
        Ok(())
    })
}

/// Checks that an output is not the same file as an input.
///
/// # Errors
/// If they are the same.
pub fn apart(input: &Path, output: &Path) -> Result<()> {
    match identity(input) {
        Some(file) if identity(output).as_ref() == Some(&file) => {
            let output = output.display();
            Err(Error::question(format!("`{output}` is what this reads"))
                .with_hint("write elsewhere"))
        }
        _ => Ok(()),
    }
}

/// Returns an identity of a file that does not depend on its path, or `None` if there is no file.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let found = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
    Some((found.dev(), found.ino()))
}

/// Returns an identity of a file that does not depend on its path, or `None` if there is no file.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|path| path.is_file())
}
