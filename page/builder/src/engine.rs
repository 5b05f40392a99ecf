//! The engine: compiled for the browser, with what the page calls it by.

use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::Result;

const TARGET: &str = "wasm32-unknown-unknown";

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compiles the engine and writes `engine.js` and `engine_bg.wasm` into a folder.
///
/// # Errors
/// If it does not compile, or can't be written.
pub fn make(folder: &Path, quick: bool) -> Result<()> {
    let profile = if quick { "dev" } else { "page" };
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args(["build", "--package", "oddsmith-page-engine", "--lib"]);
    cargo.args(["--target", TARGET, "--profile", profile]);
    if !quick {
        // The profile has a level of its own for many packages; the last one said is taken. At "s" the engine
        // has 1.52 MB packed, a tenth more than it may have. Every browser of the last years has 128 bits,
        // which the kernels play with.
        let flags = "-Copt-level=z -Ctarget-feature=+simd128";
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    }
    if !cargo.status()?.success() {
        return Err("the engine does not compile".into());
    }
    let built = target().join(TARGET).join(if quick { "debug" } else { "page" });
    let mut made = Bindgen::new();
    made.input_path(built.join("oddsmith_page_engine.wasm")).web(true)?.typescript(true);
    // The name is written into the module's import: it stays.
    made.out_name("engine").remove_name_section(!quick).remove_producers_section(true);
    made.generate(folder)?;
    let engine = folder.join("engine_bg.wasm");
    std::fs::write(&engine, without_features(&std::fs::read(&engine)?))?;
    Ok(())
}

/// A module without the section that tells linkers what it was compiled for: no browser reads it.
fn without_features(module: &[u8]) -> Vec<u8> {
    const NAME: &[u8] = b"\x0ftarget_features";
    let (mut kept, mut at) = (module[..8].to_vec(), 8);
    while at < module.len() {
        let (mut size, mut from) = (0, at + 1);
        for shift in (0..).step_by(7) {
            size |= usize::from(module[from] & 0x7f) << shift;
            from += 1;
            if module[from - 1] < 0x80 {
                break;
            }
        }
        if !(module[at] == 0 && module[from..].starts_with(NAME)) {
            kept.extend(&module[at..from + size]);
        }
        at = from + size;
    }
    kept
}

/// Where cargo builds.
fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}
