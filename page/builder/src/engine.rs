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
    made.out_name("engine").generate(folder)?;
    if !quick {
        pack(&folder.join("engine_bg.wasm"))?;
    }
    Ok(())
}

/// Orders a module so that it is packed well: functions by their names, as those made of one are alike, and
/// locals by use. What optimises for fewer bytes before packing has more after it.
fn pack(module: &Path) -> Result<()> {
    let tool = root().join("page/web/node_modules/.bin/wasm-opt");
    let mut pack = Command::new(tool);
    pack.args(["--remove-unused-module-elements", "--duplicate-function-elimination"]);
    pack.args(["--vacuum", "--dae-optimizing", "--rse"]);
    pack.args(["--code-pushing", "--optimize-instructions", "--reorder-locals"]);
    pack.args(["--reorder-functions-by-name", "--strip-debug", "--strip-producers"]);
    pack.args(["--strip-target-features", "-o"]).args([module, module]);
    if !pack.status()?.success() {
        return Err("the engine can't be packed".into());
    }
    Ok(())
}

/// Where cargo builds.
fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}
