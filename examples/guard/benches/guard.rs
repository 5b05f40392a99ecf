//! `cargo bench`: the guard of this crate's rule. `cargo bench -- --update` after a change that is
//! meant, `cargo bench -- --prove` to see that it finds a tenth of planted work.

use guarded_rule::Pairs;
use oddsmith_guard::{Guard, Loop};

fn main() -> std::process::ExitCode {
    let pairs = Pairs::default();
    let loops =
        vec![Loop::plain("pairs, sampled", &pairs, 100_000), Loop::law("pairs, exact", &pairs, 20)];
    Guard::new(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/baseline.toml"), loops).run()
}
