//! Time from the start of the process to the answer of an exact question. It is wall-clock time,
//! because the work is in another process. The naive process does nothing.

use std::process::{Command, Stdio};
use std::time::Instant;

use super::measure::median;

const STARTS: usize = 41;

/// Returns the median time of a process in milliseconds.
fn started(command: &mut Command) -> f64 {
    let time = || {
        let start = Instant::now();
        let status = command.stdout(Stdio::null()).status().expect("it starts");
        assert!(status.success(), "it answers");
        start.elapsed().as_secs_f64() * 1e3
    };
    median(std::iter::repeat_with(time).take(STARTS).collect())
}

pub fn run() {
    let nothing = started(&mut Command::new("true"));
    let question = ["odds", "melodrama.opposed", "active=2", "passive=0", "--trials", "0"];
    // Benchmarks are in `deps`, and the command of the same profile is in the folder above.
    let here = std::env::current_exe().expect("a process knows where it stands");
    let command = here.ancestors().nth(2).expect("a profile's folder").join("oddsmith");
    if !command.exists() {
        println!("  there is no command to start: `cargo build --release` makes it");
        return;
    }
    let answered = started(Command::new(command).args(question));
    println!("  an empty process {nothing:.1} ms, an exact answer {answered:.1} ms (goal 3 ms)");
}
