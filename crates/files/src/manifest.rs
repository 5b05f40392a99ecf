//! Manifest of a folder: the files of its set, by name and hash. A new set removes files that it no
//! longer contains and that are unchanged; nothing else is ever removed.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Name of the manifest in its folder.
pub const NAME: &str = ".oddsmith.files";

/// Names of files with the BLAKE3 hashes of their bytes. Its text has the format of `b3sum`, so
/// that `b3sum --check .oddsmith.files` verifies a set.
#[derive(Debug, Default)]
pub struct Manifest(pub BTreeMap<String, String>);

impl Manifest {
    /// Returns the manifest of a folder; empty if there is none, or if it has another format.
    pub fn of(folder: &Path) -> Manifest {
        let path = folder.join(NAME);
        let plain = path.symlink_metadata().is_ok_and(|found| found.is_file());
        let text = if plain { std::fs::read_to_string(path) } else { Ok(String::new()) };
        let entry = |line: &str| {
            let (hash, name) = line.split_once("  ")?;
            let whole = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            (whole && is_name(name)).then(|| (name.to_owned(), hash.to_owned()))
        };
        let entries = text.unwrap_or_default();
        Manifest(entries.lines().map(entry).collect::<Option<_>>().unwrap_or_default())
    }

    /// Returns true if a file of this name belongs to the set.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the text of its file.
    pub fn text(&self) -> String {
        self.0.iter().map(|(name, hash)| format!("{hash}  {name}\n")).collect()
    }

    /// Lists the unchanged files of this set that a new set no longer contains.
    pub fn gone(&self, folder: &Path, new: impl Fn(&str) -> bool) -> Vec<PathBuf> {
        let file = |(name, hash): (&String, &String)| {
            let path = folder.join(name);
            let plain = path.symlink_metadata().is_ok_and(|found| found.is_file());
            let gone = !new(name) && plain && hash_of(&path).is_ok_and(|found| found == *hash);
            gone.then_some(path)
        };
        self.0.iter().filter_map(file).collect()
    }
}

/// Lists the files of the set in a folder that a new set with these names would remove.
pub fn stale(folder: &Path, names: &[&str]) -> Vec<PathBuf> {
    Manifest::of(folder).gone(folder, |name| names.contains(&name))
}

/// Returns true if a file of this name is in a folder but not in the set that was written there.
pub fn is_foreign(folder: &Path, name: &str) -> bool {
    let there = folder.join(name).symlink_metadata().is_ok_and(|found| found.is_file());
    there && !Manifest::of(folder).has(name)
}

/// Returns true if a file of a set can have this name: without control characters, in the folder
/// itself, and not starting with `.oddsmith`.
pub fn is_name(name: &str) -> bool {
    let plain = !name.contains(['/', '\\']) && !name.chars().any(char::is_control);
    plain && !["", ".", ".."].contains(&name) && !name.starts_with(".oddsmith")
}

fn hash_of(path: &Path) -> io::Result<String> {
    Ok(blake3::Hasher::new().update_reader(std::fs::File::open(path)?)?.finalize().to_string())
}
