//! Build of the page: a folder of static files.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use crate::Result;
use crate::engine::{self, root};
use crate::hash::hash;

/// Name of the service worker, which caches all other files.
const WORKER: &str = "sw.js";

/// Builds the page into a folder. `quick` builds the engine without optimisation; `engine` is a
/// folder with a compiled engine to use instead.
///
/// # Errors
/// If a part can't be built or written.
pub fn build(folder: &Path, quick: bool, engine: Option<&Path>) -> Result<()> {
    let page = root().join("page/web");
    let made = page.join("engine");
    fs::create_dir_all(&made)?;
    npm(&page, &["ci", "--ignore-scripts", "--no-audit", "--no-fund"], !fresh(&page))?;
    match engine {
        Some(given) => copy(given, &made)?,
        None => engine::make(&made, quick)?,
    }
    npm(&page, &["run", "--silent", "build"], true)?;
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for from in [page.join("static"), page.join("made")] {
        for file in fs::read_dir(&from)? {
            let file = file?;
            files.insert(file.file_name().to_string_lossy().into_owned(), fs::read(file.path())?);
        }
    }
    for font in ["Inter-Regular.woff2", "Inter-Bold.woff2"] {
        files.insert(font.to_owned(), fs::read(root().join("crates/charts/src/fonts").join(font))?);
    }
    files.insert("engine.wasm.gz".to_owned(), packed(&fs::read(made.join("engine_bg.wasm"))?)?);
    files.insert("rules.json".to_owned(), rules()?.into_bytes());
    let worker = String::from_utf8(files.remove(WORKER).unwrap_or_default())?;
    let names: Vec<&String> = files.keys().collect();
    let worker = worker
        .replace("\"BUILD\"", &serde_json::to_string(&hash(&files))?)
        .replace("[/* FILES */]", &serde_json::to_string(&names)?);
    files.insert(WORKER.to_owned(), worker.into_bytes());
    fs::create_dir_all(folder)?;
    for (name, bytes) in &files {
        fs::write(folder.join(name), bytes)?;
    }
    println!("the page is in {}: {} files", folder.display(), files.len());
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for name in ["engine.js", "engine.d.ts", "engine_bg.wasm", "engine_bg.wasm.d.ts"] {
        if from.join(name).canonicalize()? != to.join(name).canonicalize().unwrap_or_default() {
            fs::copy(from.join(name), to.join(name))?;
        }
    }
    Ok(())
}

/// Returns true if the npm packages are installed and at least as new as the lock file.
fn fresh(page: &Path) -> bool {
    let changed = |name: &str| fs::metadata(page.join(name)).and_then(|file| file.modified());
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Ok(there), Ok(wanted)) => there >= wanted,
        _ => false,
    }
}

fn npm(page: &Path, words: &[&str], wanted: bool) -> Result<()> {
    if wanted && !Command::new("npm").current_dir(page).args(words).status()?.success() {
        return Err(format!("npm {} failed", words.join(" ")).into());
    }
    Ok(())
}

/// Compresses bytes with gzip. The page decompresses them, so that the web server does not have to.
fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    Ok(packer.finish()?)
}

/// Returns the example house rules as JSON: `[{"name", "title", "about", "text"}, …]`.
fn rules() -> Result<String> {
    let mut all: Vec<(String, String)> = Vec::new();
    for file in fs::read_dir(root().join("examples/rules"))? {
        let path = file?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        all.push((name, fs::read_to_string(&path)?));
    }
    all.sort();
    let each = all.iter().map(|(name, rule)| {
        let after = |key: &str| rule.lines().find_map(|line| line.strip_prefix(key));
        let title = after("title = ").unwrap_or_default().trim().trim_matches('"');
        Rule { name, title, about: after("# ").unwrap_or_default(), text: rule }
    });
    Ok(serde_json::to_string(&each.collect::<Vec<_>>())?)
}

#[derive(Serialize)]
struct Rule<'a> {
    name: &'a str,
    title: &'a str,
    about: &'a str,
    text: &'a str,
}
