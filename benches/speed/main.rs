//! CPU time of the engine, relative to naive versions measured in the same run.
//!
//! `cargo bench --bench speed` runs every group, `cargo bench --bench speed -- ladders dice` the
//! named ones. `--no-default-features` avoids compiling Polars and omits `frames`; `start-up` needs
//! the feature `cli`. Every group has a naive version, which is never optimised, and its goals.
//! Ratios are medians of interleaved rounds. They depend on the processor family: the goals of
//! kernels were set for AVX2 and 128 bits on Zen 5, and a missed goal is not an error. Kernels are
//! measured on each instruction set of the machine, so AVX2 is forced if there is a wider one.

mod by_hand;
mod checks;
mod dice;
mod duels;
mod exact;
#[cfg(feature = "frames")]
mod frames;
mod growth;
mod hands;
mod ladders;
mod measure;
mod naive;
mod rules;
mod solvers;
#[cfg(feature = "cli")]
mod start_up;
mod threads;

/// Groups, by name.
const GROUPS: &[(&str, fn())] = &[
    ("checks", checks::run),
    ("ladders", ladders::run),
    ("hands", hands::run),
    ("duels", duels::run),
    ("dice", dice::run),
    ("threads", threads::run),
    ("rules", rules::run),
    ("exact", exact::run),
    ("solvers", solvers::run),
    ("growth", growth::run),
    #[cfg(feature = "frames")]
    ("frames", frames::run),
    #[cfg(feature = "cli")]
    ("start-up", start_up::run),
];

fn main() {
    // Cargo passes `--bench`, which is not a group.
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for word in &asked {
        if !GROUPS.iter().any(|(name, _)| name == word) {
            let names: Vec<&str> = GROUPS.iter().map(|(name, _)| *name).collect();
            eprintln!("error: no group is called `{word}`\nhint: there are {}", names.join(", "));
            std::process::exit(2);
        }
    }
    for (name, run) in GROUPS {
        if asked.is_empty() || asked.iter().any(|word| word == name) {
            println!("\n{name}");
            run();
        }
    }
}
