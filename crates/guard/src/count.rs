//! The instructions of a loop, counted by valgrind in a process of its own. It knows no AVX-512, so
//! kernels are counted as they run on AVX2 and in plain code.

use std::process::Command;

use super::Loop;

/// The argument of such a process: the loop that it plays.
pub(super) const LOOP: &str = "--guard-loop";
/// And so many units more than the loop has.
pub(super) const MORE: &str = "--guard-more";

/// The instructions of a loop with so many units more; `None` where valgrind does not run.
pub(super) fn count(one: &Loop, more: u64) -> Option<u64> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.arg("--toggle-collect=*guarded_work*").arg(std::env::current_exe().ok()?);
    command.args([LOOP, one.name, MORE, &more.to_string()]);
    let said = command.output().ok()?;
    let said = String::from_utf8_lossy(&said.stderr);
    // `==123== Collected : 4567`
    let line = said.lines().find(|line| line.contains("Collected :"))?;
    let counted = line.rsplit(' ').next()?.parse().ok()?;
    (counted > 0).then_some(counted)
}
