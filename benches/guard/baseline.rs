//! What loops took when they were last accepted, by compiler.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

/// Instructions by compiler and loop.
pub struct Baseline(BTreeMap<String, BTreeMap<String, u64>>);

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/guard/baseline.toml")
}

/// The compiler and what it compiles for: other ones make other instructions.
pub fn compiler() -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let said = Command::new(rustc).arg("--version").output();
    let version = said.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned());
    format!("{} {}", version.unwrap_or_default(), std::env::consts::ARCH)
}

impl Baseline {
    /// The committed one; empty where it can't be read.
    pub fn read() -> Baseline {
        let text = std::fs::read_to_string(path()).unwrap_or_default();
        Baseline(toml::from_str(&text).unwrap_or_default())
    }

    pub fn knows(&self, compiler: &str) -> bool {
        self.0.contains_key(compiler)
    }

    pub fn of(&self, compiler: &str, name: &str) -> Option<u64> {
        self.0.get(compiler)?.get(name).copied()
    }

    pub fn set(&mut self, compiler: &str, counted: impl Iterator<Item = (&'static str, u64)>) {
        let counted = counted.map(|(name, count)| (name.to_owned(), count)).collect();
        self.0.insert(compiler.to_owned(), counted);
    }

    pub fn write(&self) {
        let text = toml::to_string(&self.0).expect("names and numbers are TOML");
        std::fs::write(path(), text).expect("the baseline is written beside the guard");
    }
}
