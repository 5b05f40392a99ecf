//! The command as an interactive shell starts it, for tests that send signals. A background job and
//! `nohup` ignore INT and HUP, and so does every process that they start.

use std::ffi::OsString;
use std::process::{Command, Stdio};

/// Returns a command that handles INT, TERM and HUP by default, if the system has an `env` that can
/// reset them.
pub fn command_with_default_signals(program: impl Into<OsString>) -> Command {
    let reset = "--default-signal=INT,TERM,HUP";
    let resets = Command::new("env").args([reset, "true"]).stderr(Stdio::null()).status();
    if resets.is_ok_and(|status| status.success()) {
        let mut command = Command::new("env");
        command.arg(reset).arg(program.into());
        return command;
    }
    Command::new(program.into())
}
