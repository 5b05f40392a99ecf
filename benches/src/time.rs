//! Time of a loop, in units of a reference loop of the same run.

use std::hint::black_box;

use cpu_time::ThreadTime;

use super::Loop;

/// Number of rounds, of which the median is used; loop and reference alternate.
pub(super) const ROUNDS: usize = 11;

/// Minimum duration of a round in seconds, so that the resolution of the clock does not matter.
const MIN_SECONDS: f64 = 0.004;

/// Number of steps of the reference loop.
const STEPS: u64 = 1 << 20;

fn seconds(run: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    run();
    start.elapsed().as_secs_f64()
}

/// Runs the reference loop: steps of a generator, each dependent on the one before (SplitMix64,
/// Steele, Lea and Flood 2014).
fn reference() {
    let mut state = black_box(1u64);
    for _ in 0..STEPS {
        state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB) ^ (state >> 31);
    }
    black_box(state);
}

/// Returns the CPU time of a loop with `more` additional units, in units of the reference loop.
pub(super) fn units(one: &Loop, more: u64) -> f64 {
    let play = |times: u32| seconds(|| (0..times).for_each(|_| one.play(one.units + more)));
    // The first run also warms up the machine.
    let times = (MIN_SECONDS / play(1).max(1e-9)).ceil().clamp(1.0, 10_000.0) as u32;
    let round = |_| play(times) / f64::from(times) / seconds(reference);
    let mut ratios: Vec<f64> = (0..ROUNDS).map(round).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    ratios[ROUNDS / 2]
}
