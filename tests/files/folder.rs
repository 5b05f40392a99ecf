//! A temporary folder with a scenario, and the command run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A temporary folder with the scenario `mine.toml`.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new(scenario: &str) -> Folder {
        let folder = tempfile::tempdir().expect("a folder for a while");
        std::fs::write(folder.path().join("mine.toml"), scenario).expect("it is written");
        Folder(folder)
    }

    /// Returns the command with these words as arguments, in this folder.
    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_oddsmith"));
        command.args(words.split(' ')).current_dir(self.0.path()).env("NO_COLOR", "1");
        command
    }

    pub fn run(&self, words: &str) -> Output {
        self.command(words).output().expect("the command starts")
    }

    /// Runs a command that must succeed.
    pub fn run_ok(&self, words: &str) {
        let output = self.run(words);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words}: {stderr}");
    }

    /// Returns the error message of a command that must be refused (exit code 2).
    pub fn refused(&self, words: &str) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    pub fn read(&self, name: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}
