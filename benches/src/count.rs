//! Instruction counts of a loop, from valgrind in a separate process. Valgrind has no AVX-512, so
//! kernels are counted on AVX2 and in plain code.

use std::process::Command;

use super::Loop;

/// Argument of such a process: the name of the loop to run.
pub(super) const LOOP: &str = "--guard-loop";
/// Argument of such a process: the number of units to add to those of the loop.
pub(super) const MORE: &str = "--guard-more";

/// Counts the instructions of a loop with `more` additional units; `None` if valgrind can't run.
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
