//! Build of the engine: WebAssembly for the browser, with JavaScript bindings.

use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::Result;

const TARGET: &str = "wasm32-unknown-unknown";

/// Returns the root of the workspace.
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
        // The profile sets a level for many packages; the last flag takes precedence. At level "s"
        // the compressed engine has 1.52 MB, a tenth more than its limit. All browsers of recent
        // years support 128-bit SIMD, which the kernels use.
        let flags = "-Copt-level=z -Ctarget-feature=+simd128";
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    }
    if !cargo.status()?.success() {
        return Err("the engine does not compile".into());
    }
    let built = target().join(TARGET).join(if quick { "debug" } else { "page" });
    let mut made = Bindgen::new();
    made.input_path(built.join("oddsmith_page_engine.wasm")).web(true)?.typescript(true);
    // The module's import contains this name, so it must not change.
    made.out_name("engine").generate(folder)?;
    if !quick {
        pack(&folder.join("engine_bg.wasm"))?;
    }
    Ok(())
}

/// Reorders a module so that it compresses well: functions by name, because instances of one
/// generic function are similar, and locals by use. Optimisations that shrink the uncompressed
/// module enlarge the compressed one.
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

/// Returns the target folder of cargo.
fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}
