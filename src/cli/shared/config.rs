//! User defaults from a file: `oddsmith.toml` in the current folder or one above it, or else in the
//! user's configuration folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::Result;
use crate::registry::document;

/// Name of the file.
const NAME: &str = "oddsmith.toml";

/// Commands that use the file; scenario files set their own effort.
const COMMANDS: [&str; 4] = ["odds", "compare", "dc", "play"];

/// Settings in the file, each named like its flag.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    seed: Option<i64>,
    trials: Option<i64>,
    threads: Option<i64>,
    format: Option<String>,
    theme: Option<String>,
    rules: Option<String>,
}

/// Appends the settings of the file to a command line. Typed flags take precedence, and flags that
/// the command lacks are omitted.
///
/// # Errors
/// If the file can't be read or has invalid contents; the error has the line.
pub fn configured(words: Vec<OsString>, command: &clap::Command) -> Result<Vec<OsString>> {
    let mut texts = words.iter().skip(1).map(|word| word.to_string_lossy());
    let first = texts.find(|word| !word.starts_with('-'));
    let Some(name) = first.filter(|word| COMMANDS.contains(&&**word)) else { return Ok(words) };
    let Some(path) = found() else { return Ok(words) };
    let config: Config = document::read(&path, document::parse)?;
    let Some(asked) = command.find_subcommand(&*name) else { return Ok(words) };
    let typed = |flag: &str| {
        let flag = format!("--{flag}");
        let is = |word: &OsString| {
            let word = word.to_string_lossy();
            word == *flag || word.starts_with(&format!("{flag}="))
        };
        words.iter().any(is)
    };
    let known = |flag: &str| asked.get_arguments().any(|own| own.get_long() == Some(flag));
    let folder = path.parent().unwrap_or(Path::new(""));
    let rules = config.rules.map(|rules| folder.join(rules).display().to_string());
    let number = |number: Option<i64>| number.map(|number| number.to_string());
    let mut more: Vec<OsString> = Vec::new();
    for (flag, value, instead) in [
        ("seed", number(config.seed), &["luck"][..]),
        ("trials", number(config.trials), &["precision", "exact-only"]),
        ("threads", number(config.threads), &[]),
        ("format", config.format, &["save"]),
        ("theme", config.theme.filter(|_| typed("chart")), &[]),
        ("rules", rules, &[]),
    ] {
        let Some(value) = value else { continue };
        if known(flag) && !typed(flag) && !instead.iter().any(|other| typed(other)) {
            more.extend([format!("--{flag}").into(), value.into()]);
        }
    }
    Ok(words.into_iter().chain(more).collect())
}

/// Returns the nearest file: from the current folder upwards, then in the user's configuration
/// folder.
fn found() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let above = here.ancestors().map(|folder| folder.join(NAME));
    above.chain(settings()).find(|path| path.is_file())
}

/// Returns the path of the file in the user's configuration folder.
fn settings() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let folder = folder("XDG_CONFIG_HOME")
        .or_else(|| folder("APPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".config")))?;
    Some(folder.join("oddsmith").join(NAME))
}
