//! Command `oddsmith man [COMMAND]`: prints a manual page in the format of `man`.

use clap::CommandFactory;
use clap_mangen::Man;

use crate::{Error, Result};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith man > oddsmith.1\n  oddsmith man dc > oddsmith-dc.1"
)]
pub struct Arguments {
    /// Command to describe [default: oddsmith itself]
    command: Option<String>,
}

/// Returns the manual page.
///
/// # Errors
/// If there is no such command.
pub fn run(arguments: &Arguments) -> Result<String> {
    let mut all = super::Arguments::command();
    // `build` adds the arguments that clap generates.
    all.build();
    let page = match &arguments.command {
        None => all,
        Some(name) => {
            let shown = || all.get_subcommands().filter(|command| !command.is_hide_set());
            let names = shown().map(clap::Command::get_name);
            let found = shown().find(|command| command.get_name() == name);
            let found = found.ok_or_else(|| Error::unknown("command", name, "", names))?;
            found.clone().version(env!("CARGO_PKG_VERSION"))
        }
    };
    let mut bytes = Vec::new();
    let written = Man::new(page).manual("oddsmith").render(&mut bytes);
    written.map_err(|cause| Error::question(format!("the page can't be made: {cause}")))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
