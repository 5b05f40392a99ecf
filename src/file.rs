//! Files are written beside their place and then renamed, so that nobody ever meets half of one.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::cost::FILE;
use crate::error::{Error, Result};

/// Held while a file is on its way from beside its place into it.
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until no file is half written, and keeps it so while the guard lives: for whoever ends the
/// process.
pub fn none_half_written() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What stands for the standard input or output in place of a file.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// The text of a file; `-` is the standard input.
///
/// # Errors
/// If it can't be read, is no text, or is larger than 8 MB, which is seen before it is read where
/// it has a size.
pub fn read(path: &Path) -> Result<String> {
    let unread = |cause| Error::file("read", path, &cause);
    let too_large = || FILE.exceeded("the file is").in_file(path);
    let from: Box<dyn Read> = match is_standard(path) {
        true => Box::new(std::io::stdin()),
        false => {
            let file = std::fs::File::open(path).map_err(unread)?;
            if !FILE.holds(file.metadata().map_err(unread)?.len()) {
                return Err(too_large());
            }
            Box::new(file)
        }
    };
    // What has no size, as a pipe, may never end.
    let mut bytes = Vec::new();
    from.take(FILE.most + 1).read_to_end(&mut bytes).map_err(unread)?;
    if !FILE.holds(bytes.len() as u64) {
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|_| {
        let error = Error::question("the file is no text").in_file(path);
        error.with_hint("files are text in UTF-8")
    })
}

/// Writes a file whole or not at all. The folder must be there. `-` is the standard output.
///
/// # Errors
/// If it can't be written; what stood there before is still there then.
pub fn write(path: &Path, content: &[u8]) -> Result<()> {
    if is_standard(path) {
        let mut out = std::io::stdout().lock();
        return match out.write_all(content).and_then(|()| out.flush()) {
            Err(cause) if cause.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(Error::file("written", path, &cause))
            }
            _ => Ok(()),
        };
    }
    let name = path
        .file_name()
        .ok_or_else(|| Error::question(format!("`{}` is no name for a file", path.display())))?;
    let beside = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let _writing = none_half_written();
    let written = std::fs::write(&beside, content).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|cause| {
        // What was half written is of no use to anyone.
        let _ = std::fs::remove_file(&beside);
        Error::file("written", path, &cause)
    })
}

/// Makes a folder, and those above it, if they are not there.
///
/// # Errors
/// If it can't be made.
pub fn folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).map_err(|cause| Error::file("made", path, &cause))
}
