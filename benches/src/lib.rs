//! Guard for hot loops: compares the cost of fixed work with a committed baseline.
//! Belongs here: loops, their instructions and times, the baseline.
//! Does not belong here: games and loops of this workspace; any crate with a
//! [`Rule`](oddsmith_engine::rule::Rule) may use it.

mod baseline;
mod count;
mod loops;
mod time;

use std::path::PathBuf;
use std::process::ExitCode;

use baseline::{Baseline, Cost};
pub use loops::Loop;

/// Tolerated relative increase of instructions.
const INSTRUCTIONS: f64 = 0.03;

/// Divisor for the work added in a planted fault: a tenth.
const PLANTED_DIVISOR: u64 = 10;

/// Guard of some loops: the main function of a benchmark without a harness.
///
/// It counts the instructions of each loop with valgrind, in a process for each loop, and measures
/// its time in units of a reference loop of the same run. Both are printed beside the baseline of
/// this environment: the compiler, for times also the processor and its instruction set. 3 % more
/// instructions are a regression, and the exit code is 1; so it is without a baseline for
/// instructions, because nothing would be guarded. Times never fail the guard: they depend on the
/// load of the machine, and a processor of the same name once took twice the time of the baseline.
/// So a loop that slows down without more instructions, by cache misses say, is seen in the table
/// alone.
///
/// Arguments: `--update` accepts the measured costs; `--plant NAME` adds a tenth of work to the
/// loops whose names begin with NAME, which must be detected; `--prove` plants a fault in each loop
/// in turn, and exits with 1 if any is not detected.
///
/// # Examples
/// ```no_run
/// use oddsmith_guard::{Guard, Loop};
///
/// fn main() -> std::process::ExitCode {
///     let case = oddsmith::case("melodrama.opposed active=2 passive=0").expect("it is known");
///     let loops = vec![Loop::plain("checks", case.check(), 100_000)];
///     Guard::new(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/guard.toml"), loops).run()
/// }
/// ```
pub struct Guard<'c> {
    baseline: PathBuf,
    loops: Vec<Loop<'c>>,
}

impl<'c> Guard<'c> {
    /// Creates the guard of these loops; `baseline` is the path of the baseline.
    pub fn new(baseline: impl Into<PathBuf>, loops: Vec<Loop<'c>>) -> Guard<'c> {
        Guard { baseline: baseline.into(), loops }
    }

    /// Runs the action that the arguments of the process select.
    pub fn run(&self) -> ExitCode {
        let words: Vec<String> = std::env::args().skip(1).collect();
        let has = |word: &str| words.iter().any(|known| known == word);
        let after = |word: &str| {
            let at = words.iter().position(|known| known == word)?;
            words.get(at + 1).map(String::as_str)
        };
        if let Some(name) = after(count::LOOP) {
            let found = self.loops.iter().find(|one| one.name == name);
            return found.map_or(ExitCode::from(2), |one| {
                one.play(
                    one.units + after(count::MORE).and_then(|more| more.parse().ok()).unwrap_or(0),
                );
                ExitCode::SUCCESS
            });
        }
        let planted = after("--plant");
        if planted.is_some_and(|word| !self.loops.iter().any(|one| one.name.starts_with(word))) {
            eprintln!("error: no loop begins with what is planted");
            eprintln!("hint: the first one is called {:?}", self.loops.first().map(|one| one.name));
            return ExitCode::from(2);
        }
        if has("--prove") {
            return self.prove();
        }
        let more = |one: &Loop| match planted {
            Some(word) if one.name.starts_with(word) => one.units.div_ceil(PLANTED_DIVISOR),
            _ => 0,
        };
        let Some(counts) = self.loops.iter().map(|one| count::count(one, more(one))).collect()
        else {
            println!("warning: valgrind does not run here, so no loop is guarded");
            return ExitCode::SUCCESS;
        };
        let counts: Vec<u64> = counts;
        let times: Vec<f64> = self.loops.iter().map(|one| time::units(one, more(one))).collect();
        if has("--update") { self.update(&counts, &times) } else { self.compare(&counts, &times) }
    }

    /// Plants a fault in each loop in turn. Fails if any is not detected.
    fn prove(&self) -> ExitCode {
        let mut missed = 0;
        for one in &self.loops {
            let counted = |more| count::count(one, more);
            let planted = counted(one.units.div_ceil(PLANTED_DIVISOR));
            let (Some(before), Some(planted)) = (counted(0), planted) else {
                println!("warning: valgrind does not run here, so nothing is proven");
                return ExitCode::SUCCESS;
            };
            let more = excess(planted as f64, before as f64);
            let found = more > INSTRUCTIONS;
            missed += usize::from(!found);
            let said = if found { "found" } else { "MISSED" };
            println!("{:<34} planted {:>+6.2} %: {said}", one.name, 100.0 * more);
        }
        if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn update(&self, counts: &[u64], times: &[f64]) -> ExitCode {
        let mut baseline = Baseline::read(&self.baseline);
        let names = || self.loops.iter().map(|one| one.name);
        let counts = counts.iter().map(|&count| count as f64);
        baseline.keep(Cost::Instructions, names().zip(counts));
        baseline.keep(Cost::Time, names().zip(times.iter().copied()));
        match baseline.write(&self.baseline) {
            Ok(()) => {
                println!("what was measured is the baseline of {}", Cost::Instructions.key());
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("error: {}: {error}", self.baseline.display());
                ExitCode::from(3)
            }
        }
    }

    /// Prints the table. Fails if a loop takes more instructions than the baseline allows.
    fn compare(&self, counts: &[u64], times: &[f64]) -> ExitCode {
        let baseline = Baseline::read(&self.baseline);
        println!(
            "{:<34} {:>13} {:>8}   {:>9} {:>8}",
            "loop", "instructions", "more", "time", "more"
        );
        let mut slower = Vec::new();
        for ((one, &count), &time) in self.loops.iter().zip(counts).zip(times) {
            let more =
                |cost: Cost, now: f64| baseline.of(cost, one.name).map(|old| excess(now, old));
            let shown = |more: Option<f64>| {
                more.map_or("new".into(), |more| format!("{:+.1} %", 100.0 * more))
            };
            let instructions = more(Cost::Instructions, count as f64);
            let (long, name) = (shown(more(Cost::Time, time)), one.name);
            println!("{name:<34} {count:>13} {:>8}   {time:>9.4} {long:>8}", shown(instructions));
            if instructions.is_some_and(|more| more > INSTRUCTIONS) {
                slower.push(name);
            }
        }
        println!(
            "time: CPU time in units of a reference loop, the median of {} rounds",
            time::ROUNDS
        );
        if !baseline.knows(Cost::Instructions) {
            let key = Cost::Instructions.key();
            eprintln!("error: no baseline of {key}: nothing is guarded");
            eprintln!("hint: `--update` makes one");
            return ExitCode::FAILURE;
        }
        if slower.is_empty() {
            return ExitCode::SUCCESS;
        }
        println!("more instructions than the baseline allows: {}", slower.join("; "));
        println!("hint: where that is meant, `--update`, and say why in the commit");
        ExitCode::FAILURE
    }
}

/// Returns the relative increase from `before` to `now`.
fn excess(now: f64, before: f64) -> f64 {
    now / before - 1.0
}
