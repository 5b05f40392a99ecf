//! Flag `--watch`: runs the command again whenever a file that it names changes, until Ctrl-C.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, SystemTime};

use super::signals;
use crate::{Error, Result};

/// Interval between looks at the files.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Modification time and length of a file; None while an editor replaces it.
type Seen = Option<(SystemTime, u64)>;

/// Runs oddsmith with these arguments, and again whenever a file that they name changes. Each run is
/// a separate process, so that an error in a file that is being edited ends only that run.
///
/// # Errors
/// If no word names a file, or the command can't be started.
pub fn run_on_changes(words: &[OsString]) -> Result<ExitCode> {
    let words: Vec<&OsString> = words.iter().filter(|word| **word != "--watch").collect();
    let files: Vec<PathBuf> = words.iter().skip(1).flat_map(|word| watched(word)).collect();
    if files.is_empty() {
        return Err(Error::question("`--watch` has no file to watch")
            .with_hint("name one: `oddsmith verify balance.toml --watch`"));
    }
    let command = std::env::current_exe()
        .map_err(|cause| Error::file("read", "oddsmith".as_ref(), &cause))?;
    // A run receives the same signal and removes its staged files.
    signals::handle_signals();
    loop {
        let before: Vec<Seen> = files.iter().map(|file| seen(file)).collect();
        if std::io::stdout().is_terminal() {
            // The last answer is cleared, as in the program `watch`.
            let _ = std::io::stdout().write_all(b"\x1b[2J\x1b[H");
        }
        let run = Command::new(&command).args(&words[1..]).status();
        run.map_err(|cause| Error::file("read", &command, &cause))?;
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let _ = writeln!(std::io::stderr(), "watching {} (Ctrl-C ends it)", names.join(", "));
        while files.iter().map(|file| seen(file)).eq(before.iter().copied()) {
            std::thread::sleep(POLL_INTERVAL);
        }
        // An editor may still be writing.
        std::thread::sleep(POLL_INTERVAL / 4);
    }
}

/// Returns the files to watch for a word: the file and the text of its report, or those of a
/// folder.
fn watched(word: &OsString) -> Vec<PathBuf> {
    let path = Path::new(word);
    let of_folder = ["scenario.toml", "report.md"].map(|name| path.join(name));
    let beside = [path.to_owned(), path.with_extension("md"), path.with_file_name("report.md")];
    let all = if path.is_dir() { of_folder.to_vec() } else { beside.to_vec() };
    match path.is_dir() || path.is_file() {
        true => all.into_iter().filter(|file| file.is_file()).collect(),
        false => Vec::new(),
    }
}

fn seen(file: &Path) -> Seen {
    let about = std::fs::metadata(file).ok()?;
    Some((about.modified().ok()?, about.len()))
}
