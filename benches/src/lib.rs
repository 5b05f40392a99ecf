//! A guard for hot loops: what fixed work takes, beside a baseline that is committed. What belongs
//! here: loops, their instructions and times, the baseline; no game and no loop of our own. Layer:
//! on top; any crate with a [`Rule`](oddsmith_engine::rule::Rule) may guard it.

mod baseline;
mod count;
mod loops;
mod time;

use std::path::PathBuf;
use std::process::ExitCode;

use baseline::{Baseline, Kept};
pub use loops::Loop;

/// How much more instructions a loop may take.
const INSTRUCTIONS: f64 = 0.03;

/// How much more time. Processors of one name differ, and others work beside us.
const TIME: f64 = 1.0;

/// Times are measured anew so often before a loop is called slower.
const AGAIN: usize = 3;

/// What a loop more costs in a planted fault: a tenth.
const PLANTED: u64 = 10;

/// The guard of some loops: the main function of a benchmark without a harness.
///
/// It counts the instructions of each loop, which do not depend on what else the machine does
/// (valgrind counts them, in a process for each loop), and measures its time in units of a
/// reference loop of the same run. Both are held against the baseline: 3 % more instructions, or
/// twice the time, is a regression, is named, and makes it exit with 1. Instructions
/// depend on the compiler, and times on processor and instruction set: where there is no baseline
/// for times it says so, and holds none; where there is none for instructions, it exits with 1, as
/// nothing would be guarded.
///
/// Arguments: `--update` accepts what there is; `--plant NAME` adds a tenth of work to the loops
/// whose names begin so, which must be found; `--prove` plants in each loop in turn, and exits with
/// 1 where that is not found.
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
    /// The guard of these loops, whose baseline is kept in this file.
    pub fn new(baseline: impl Into<PathBuf>, loops: Vec<Loop<'c>>) -> Guard<'c> {
        Guard { baseline: baseline.into(), loops }
    }

    /// Does what the arguments of the process ask for.
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
            Some(word) if one.name.starts_with(word) => one.units.div_ceil(PLANTED),
            _ => 0,
        };
        let Some(counts) = self.loops.iter().map(|one| count::count(one, more(one))).collect()
        else {
            println!("warning: valgrind does not run here, so no loop is guarded");
            return ExitCode::SUCCESS;
        };
        let counts: Vec<u64> = counts;
        let times: Vec<f64> = self.loops.iter().map(|one| time::units(one, more(one))).collect();
        if has("--update") { self.update(&counts, &times) } else { self.hold(&counts, times, more) }
    }

    /// Each loop in turn with planted work: all must be found.
    fn prove(&self) -> ExitCode {
        let mut missed = 0;
        for one in &self.loops {
            let counted = |more| count::count(one, more);
            let planted = counted(one.units.div_ceil(PLANTED));
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
        baseline.keep(Kept::Instructions, names().zip(counts));
        baseline.keep(Kept::Time, names().zip(times.iter().copied()));
        match baseline.write(&self.baseline) {
            Ok(()) => {
                println!("what was measured is the baseline of {}", Kept::Instructions.key());
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("error: {}: {error}", self.baseline.display());
                ExitCode::from(3)
            }
        }
    }

    /// The table, and whether all is as quick as it was.
    fn hold(&self, counts: &[u64], mut times: Vec<f64>, more: impl Fn(&Loop) -> u64) -> ExitCode {
        let baseline = Baseline::read(&self.baseline);
        for (one, time) in self.loops.iter().zip(&mut times) {
            let Some(before) = baseline.of(Kept::Time, one.name) else { continue };
            for _ in 1..AGAIN {
                if excess(*time, before) > TIME {
                    *time = time.min(time::units(one, more(one)));
                }
            }
        }
        println!(
            "{:<34} {:>13} {:>8}   {:>9} {:>8}",
            "loop", "instructions", "more", "time", "more"
        );
        let mut slower = Vec::new();
        for ((one, &count), &time) in self.loops.iter().zip(counts).zip(&times) {
            let against = |kept: Kept, now: f64, most: f64| match baseline.of(kept, one.name) {
                Some(before) => {
                    let more = excess(now, before);
                    (format!("{:+.1} %", 100.0 * more), more > most)
                }
                None => ("new".into(), false),
            };
            let (instructions, too_many) = against(Kept::Instructions, count as f64, INSTRUCTIONS);
            let (long, too_long) = against(Kept::Time, time, TIME);
            println!("{:<34} {count:>13} {instructions:>8}   {time:>9.4} {long:>8}", one.name);
            if too_many || too_long {
                slower.push(one.name);
            }
        }
        println!(
            "time: CPU time in units of a reference loop, the median of {} rounds",
            time::ROUNDS
        );
        if !baseline.knows(Kept::Time) {
            println!("warning: no baseline of {}: times are not held", Kept::Time.key());
            println!("hint: `--update` makes one");
        }
        if !baseline.knows(Kept::Instructions) {
            let key = Kept::Instructions.key();
            eprintln!("error: no baseline of {key}: nothing is guarded");
            eprintln!("hint: `--update` makes one");
            return ExitCode::FAILURE;
        }
        if slower.is_empty() {
            return ExitCode::SUCCESS;
        }
        println!("slower than the baseline allows: {}", slower.join("; "));
        println!("hint: where that is meant, `--update`, and say why in the commit");
        ExitCode::FAILURE
    }
}

/// How much more something is than before.
fn excess(now: f64, before: f64) -> f64 {
    now / before - 1.0
}
