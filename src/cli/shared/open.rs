//! `--open`: what was written is shown by the system's own program for it.

use std::path::Path;

use crate::{Error, Result};

/// Says at once where nothing can be shown.
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

/// Shows a file, without waiting until it is closed.
///
/// # Errors
/// If the system has no program for it.
pub fn open(path: &Path) -> Result<()> {
    open::that_detached(path).map_err(|cause| {
        Error::question(format!("`{}` can't be opened: {cause}", path.display()))
            .with_hint("the file is written: open it by hand")
    })
}

/// Whether windows can be shown: on macOS and Windows they always can, elsewhere the environment
/// says so.
fn has_display() -> bool {
    if cfg!(any(target_os = "macos", windows)) {
        return true;
    }
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"].into_iter().any(named)
}
