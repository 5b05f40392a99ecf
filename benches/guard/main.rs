//! The guard of the hot loops: instructions that fixed work takes, beside a baseline that is
//! committed. Instructions do not depend on what else the machine does, so a loop that takes three
//! in a hundred more has become slower, and is named.
//!
//! `cargo bench --no-default-features --bench guard` compares and exits with 1 where a loop takes
//! more; `-- --update` accepts what there is. `-- --plant ladders` adds a tenth of work to the loops
//! of that name, which must be found.
//!
//! Valgrind counts. It knows no AVX-512, so kernels are counted as they run on AVX2 and in plain
//! code. Where it is missing, or there is no baseline for this compiler, the guard says so and holds
//! nothing.

mod baseline;
mod loops;

use std::process::{Command, ExitCode};

use baseline::{Baseline, compiler};
use loops::LOOPS;

/// How much more a loop may take.
const TOLERANCE: f64 = 0.03;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |word: &str| {
        let at = words.iter().position(|known| known == word)?;
        words.get(at + 1).map(String::as_str)
    };
    if let Some(name) = after("--loop") {
        let found = LOOPS.iter().find(|one| one.name == name).expect("the guard names its loops");
        loops::play(found, after("--plant").is_some_and(|planted| name.starts_with(planted)));
        return ExitCode::SUCCESS;
    }
    let planted = after("--plant");
    if planted.is_some_and(|word| !LOOPS.iter().any(|one| one.name.starts_with(word))) {
        eprintln!("error: no loop begins with what is planted\nhint: `--plant ladders`");
        return ExitCode::from(2);
    }
    let Ok(counted) = LOOPS.iter().map(|one| count(one.name, planted)).collect::<Result<_, _>>()
    else {
        println!("warning: valgrind does not run here, so no loop is guarded");
        return ExitCode::SUCCESS;
    };
    let counted: Vec<u64> = counted;
    let (compiler, mut baseline) = (compiler(), Baseline::read());
    if words.iter().any(|word| word == "--update") {
        baseline.set(&compiler, LOOPS.iter().map(|one| one.name).zip(counted));
        baseline.write();
        println!("the baseline of `{compiler}` is what was counted");
        return ExitCode::SUCCESS;
    }
    println!("{:<34} {:>12} {:>12} {:>8}", "loop", "baseline", "now", "more");
    let mut slower = Vec::new();
    for (one, now) in LOOPS.iter().zip(counted) {
        let Some(before) = baseline.of(&compiler, one.name) else {
            println!("{:<34} {:>12} {now:>12}", one.name, "none");
            continue;
        };
        let more = now as f64 / before as f64 - 1.0;
        println!("{:<34} {before:>12} {now:>12} {:>+7.1}%", one.name, 100.0 * more);
        if more > TOLERANCE {
            slower.push(one.name);
        }
    }
    if !baseline.knows(&compiler) {
        println!("warning: there is no baseline of `{compiler}`, so no loop is guarded");
        println!("hint: `cargo bench --no-default-features --bench guard -- --update`");
    }
    if slower.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("slower than the baseline allows: {}", slower.join(", "));
    println!("hint: where that is meant, `-- --update` and say why in the commit");
    ExitCode::FAILURE
}

/// The instructions of a loop, counted in a process of its own.
fn count(name: &str, planted: Option<&str>) -> Result<u64, ()> {
    let this = std::env::current_exe().map_err(drop)?;
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.arg("--toggle-collect=*guarded_work*").arg(this).args(["--loop", name]);
    command.args(planted.into_iter().flat_map(|word| ["--plant", word]));
    let said = command.output().map_err(drop)?;
    let said = String::from_utf8_lossy(&said.stderr);
    // `==123== Collected : 4567`
    let line = said.lines().find(|line| line.contains("Collected :")).ok_or(())?;
    line.rsplit(' ').next().and_then(|count| count.parse().ok()).ok_or(())
}
