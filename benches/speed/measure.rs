//! Measurement of CPU time, and of ratios from interleaved rounds.

use std::hint::black_box;

use cpu_time::ThreadTime;
use oddsmith::chance::Stream;
use oddsmith::kernel::instruction_sets;
use oddsmith::odds::Counts;
use oddsmith::registry::Case;
use oddsmith::rule::InstructionSet;

/// Number of measured rounds, and of warm-up rounds before them.
const ROUNDS: usize = 11;
const COLD: usize = 2;

/// Returns the CPU time of this thread in `run`, in seconds.
pub fn time<T>(run: impl FnOnce() -> T) -> f64 {
    let start = ThreadTime::now();
    black_box(run());
    start.elapsed().as_secs_f64()
}

/// Returns the median, or the higher of the two middle values.
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Label of a hand-written loop for one question, which has no goal.
pub const BY_HAND: &str = "by hand, the same draws";

/// Unit of a loop: its name in the plural, and the number of cards for one; 0 if it has no cards.
#[derive(Clone, Copy)]
pub struct Unit(pub &'static str, pub f64);

/// A loop to measure, and the number of units in one call. It takes the number of the round as a
/// seed.
pub struct Loop<'a> {
    pub units: u64,
    pub run: Box<dyn FnMut(u64) + 'a>,
}

impl<'a> Loop<'a> {
    pub fn new<T>(units: u64, mut run: impl FnMut(u64) -> T + 'a) -> Loop<'a> {
        let run = move |seed| {
            black_box(run(black_box(seed)));
        };
        Loop { units, run: Box::new(run) }
    }

    fn seconds_a_unit(&mut self, seed: u64) -> f64 {
        time(|| (self.run)(seed)) / self.units as f64
    }
}

/// Returns the speed of the second loop relative to the first, and its units per second.
pub fn ratio(first: &mut Loop<'_>, second: &mut Loop<'_>) -> [f64; 2] {
    let (mut ratios, mut rates) = (Vec::new(), Vec::new());
    for round in 0..COLD + ROUNDS {
        let naive = first.seconds_a_unit(round as u64);
        let shipped = second.seconds_a_unit(round as u64);
        if round >= COLD {
            ratios.push(naive / shipped);
            rates.push(1.0 / shipped);
        }
    }
    [median(ratios), median(rates)]
}

/// Prints the speed of a loop relative to the naive loop.
pub fn compare(what: &str, unit: Unit, naive: &mut Loop<'_>, shipped: &mut Loop<'_>, goal: f64) {
    let [ratio, rate] = ratio(naive, shipped);
    let (Unit(word, cards), rate) = (unit, rate / 1e6);
    let cards = match cards {
        0.0 => String::new(),
        cards => format!(" {:>9.1} M cards/s", rate * cards),
    };
    println!("  {what:<38} {ratio:>7.2} x naive (goal {goal:>4}) {rate:>9.1} M {word}/s{cards}");
}

/// Returns the time of one call in seconds; a round has `calls` calls.
pub fn cost_of(calls: u32, mut run: impl FnMut()) -> f64 {
    let rounds = (0..COLD + ROUNDS).map(|_| time(|| (0..calls).for_each(|_| run())));
    median(rounds.skip(COLD).collect()) / f64::from(calls)
}

/// Formats seconds with a unit.
pub fn shown(seconds: f64) -> String {
    match seconds {
        ..1e-6 => format!("{:.0} ns", seconds * 1e9),
        ..1e-3 => format!("{:.1} us", seconds * 1e6),
        ..1.0 => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

/// Prints the time of one call; a round has `calls` calls.
pub fn cost(what: &str, calls: u32, goal: &str, run: impl FnMut()) {
    println!("  {what:<58} {:>9} (goal {goal})", shown(cost_of(calls, run)));
}

/// Returns a case of the registry.
pub fn case(question: &str) -> Case {
    oddsmith::case(question).expect("a benchmark asks what the registry knows")
}

/// Returns the loop of a rule without its kernel, in whole blocks.
pub fn plain(case: &Case, blocks: u64) -> Loop<'_> {
    let (check, size) = (case.check(), case.check().block());
    Loop::new(blocks * size, move |seed| {
        let mut counts = Counts::new(&check.columns());
        let stream = Stream::new(seed, "benchmark");
        (0..blocks).for_each(|block| check.play_block(&stream, block, size, &mut counts));
        counts
    })
}

/// Returns the loop of a kernel on at most this instruction set, in whole blocks.
fn kernel(case: &Case, set: InstructionSet, blocks: u64) -> Loop<'_> {
    let mut kernel = case.check().kernel().expect("a benchmark asks what has a kernel");
    kernel.at_most(set);
    let size = kernel.block();
    Loop::new(blocks * size, move |seed| {
        let mut counts = Counts::new(&case.check().columns());
        let stream = Stream::new(seed, "benchmark");
        for block in 0..blocks {
            kernel.play(&stream, block, size, &mut |scored| counts.add_scored(scored));
        }
        counts
    })
}

/// Prints the speed of a kernel relative to the naive loop on each instruction set; `goals` are for
/// AVX2 and 128 bits.
pub fn kernels(
    name: &str,
    case: &Case,
    unit: Unit,
    naive: &mut Loop<'_>,
    blocks: u64,
    goals: [f64; 2],
) {
    for set in instruction_sets() {
        let goal = match set {
            InstructionSet::Avx2 => goals[0],
            InstructionSet::Simd128 => goals[1],
            // AVX-512 is printed if the machine has it. Plain code is the reference, not meant to
            // be fast.
            InstructionSet::Avx512 | InstructionSet::Scalar => 0.0,
        };
        let what = format!("{name}, {set:?}");
        compare(&what, unit, naive, &mut kernel(case, set, blocks), goal);
    }
}
