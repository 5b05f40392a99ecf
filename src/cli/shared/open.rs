//! Flag `--open`: opens a file with the default program of the system.

use std::path::Path;

use crate::{Error, Result};

/// Checks that there is a display if `wanted`.
///
/// # Errors
/// If there is no display.
pub fn check(wanted: bool) -> Result<()> {
    match !wanted || has_display() {
        true => Ok(()),
        false => Err(Error::question("`--open` needs a display, and there is none")
            .with_hint("leave `--open` out, and open the file where there is one")),
    }
}

/// Opens a file without waiting until it is closed.
///
/// # Errors
/// If the system has no program for it.
pub fn open(path: &Path) -> Result<()> {
    open::that_detached(path).map_err(|cause| {
        Error::question(format!("`{}` can't be opened: {cause}", path.display()))
            .with_hint("the file is written: open it by hand")
    })
}

/// Returns true if windows can be shown: always on macOS and Windows, elsewhere if an environment
/// variable names a display.
fn has_display() -> bool {
    if cfg!(any(target_os = "macos", windows)) {
        return true;
    }
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].into_iter().any(named)
}
