//! Accepted costs of loops, by the environment that they depend on.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use oddsmith_engine::kernel::instruction_sets;

/// Kind of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cost {
    Instructions,
    Time,
}

impl Cost {
    fn name(self) -> &'static str {
        match self {
            Cost::Instructions => "instructions",
            Cost::Time => "time",
        }
    }

    /// Returns the environment that it depends on: for instructions the compiler, for times also
    /// the processor and its instruction set.
    pub fn key(self) -> String {
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
        let said = Command::new(rustc).arg("--version").output();
        let version = said.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned());
        let compiler = format!("{}, {}", version.unwrap_or_default(), std::env::consts::ARCH);
        match self {
            Cost::Instructions => compiler,
            Cost::Time => {
                let best = instruction_sets().last().copied();
                let set = best.map_or_else(String::new, |set| format!("{set:?}"));
                format!("{compiler}, {set}, {}", processor())
            }
        }
    }
}

/// Returns the model name of the processor, if the system reports it.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("model name"));
    line.map_or("a processor without a name", |line| line.trim_start_matches([' ', '\t', ':']))
        .into()
}

/// Costs of loops, by kind and environment.
#[derive(Default)]
pub(super) struct Baseline(BTreeMap<String, BTreeMap<String, BTreeMap<String, f64>>>);

impl Baseline {
    /// Reads the committed baseline; empty if it can't be read.
    pub fn read(path: &Path) -> Baseline {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        Baseline(toml::from_str(&text).unwrap_or_default())
    }

    fn all(&self, kept: Cost) -> Option<&BTreeMap<String, f64>> {
        self.0.get(kept.name())?.get(&kept.key())
    }

    pub fn knows(&self, kept: Cost) -> bool {
        self.all(kept).is_some()
    }

    pub fn of(&self, kept: Cost, name: &str) -> Option<f64> {
        self.all(kept)?.get(name).copied()
    }

    pub fn keep(&mut self, kept: Cost, numbers: impl Iterator<Item = (&'static str, f64)>) {
        let numbers = numbers.map(|(name, number)| (name.to_owned(), number)).collect();
        self.0.entry(kept.name().into()).or_default().insert(kept.key(), numbers);
    }

    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        std::fs::write(path, toml::to_string(&self.0).map_err(std::io::Error::other)?)
    }
}
