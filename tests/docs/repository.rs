//! Tests that the repository contains sources only, and no files that the command builds from them.

use std::path::Path;
use std::process::Command;

/// Upper bound of the total size of all tracked files, in bytes.
const MOST_BYTES: u64 = 12_000_000;

#[test]
fn tracked_files_are_sources_and_stay_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // An archive of the sources has no repository.
    if !root.join(".git").exists() {
        return;
    }
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output();
    let listed = listed.expect("a checkout has git").stdout;
    let names: Vec<String> = listed
        .split(|&byte| byte == 0)
        .filter(|name| !name.is_empty())
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    assert!(names.len() > 500, "git lists {} files", names.len());
    let built = names.iter().find(|name| {
        name.starts_with("reports/")
            && (name.ends_with("outcomes.csv") || name.ends_with("index.html"))
    });
    assert_eq!(built, None, "`cargo run --release -- report` builds it");
    // A file that was removed but not yet committed counts as 0 bytes.
    let bytes = |name: &String| root.join(name).symlink_metadata().map_or(0, |file| file.len());
    let all: u64 = names.iter().map(bytes).sum();
    assert!(all <= MOST_BYTES, "tracked files have {all} bytes, {MOST_BYTES} are allowed");
}
