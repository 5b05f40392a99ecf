//! What the benchmarks share: CPU time, and ratios of it.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;

/// CPU time of this thread, so that other work on the machine does not count.
pub struct CpuTime;

impl criterion::measurement::Measurement for CpuTime {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }
    fn end(&self, start: ThreadTime) -> Duration {
        start.elapsed()
    }
    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }
    fn zero(&self) -> Duration {
        Duration::ZERO
    }
    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_nanos() as f64
    }
    fn formatter(&self) -> &dyn criterion::measurement::ValueFormatter {
        criterion::measurement::WallTime.formatter()
    }
}

/// Seconds of CPU time that a run takes.
pub fn time<T>(run: impl FnOnce() -> T) -> f64 {
    let start = ThreadTime::now();
    black_box(run());
    start.elapsed().as_secs_f64()
}

/// The median of some ratios or times.
pub fn median(ratios: &mut [f64]) -> f64 {
    ratios.sort_unstable_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}
