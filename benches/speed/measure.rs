//! CPU time, and ratios of it from rounds in turn.

use std::hint::black_box;

use cpu_time::ThreadTime;
use oddsmith::chance::Stream;
use oddsmith::kernel::instruction_sets;
use oddsmith::odds::Counts;
use oddsmith::registry::Case;
use oddsmith::rule::InstructionSet;

/// Rounds that count, and those before them, which find a cold machine.
const ROUNDS: usize = 11;
const COLD: usize = 2;

/// Seconds of CPU time of this thread.
pub fn time<T>(run: impl FnOnce() -> T) -> f64 {
    let start = ThreadTime::now();
    black_box(run());
    start.elapsed().as_secs_f64()
}

/// The median.
pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// What a loop that is written for one question is called; it has no goal.
pub const BY_HAND: &str = "by hand, the same draws";

/// What a loop plays: the word for many, and how many cards one takes; none where it has no cards.
#[derive(Clone, Copy)]
pub struct Unit(pub &'static str, pub f64);

/// A loop to measure, and how many units one call of it plays. It is given the number of the round,
/// as a seed.
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

/// How many times faster the second loop is than the first, and its units a second.
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

/// Prints how much faster than the naive loop something is.
pub fn compare(what: &str, unit: Unit, naive: &mut Loop<'_>, shipped: &mut Loop<'_>, goal: f64) {
    let [ratio, rate] = ratio(naive, shipped);
    let (Unit(word, cards), rate) = (unit, rate / 1e6);
    let cards = match cards {
        0.0 => String::new(),
        cards => format!(" {:>9.1} M cards/s", rate * cards),
    };
    println!("  {what:<38} {ratio:>7.2} x naive (goal {goal:>4}) {rate:>9.1} M {word}/s{cards}");
}

/// What one call takes, of so many in a round, in seconds.
pub fn cost_of(calls: u32, mut run: impl FnMut()) -> f64 {
    let rounds = (0..COLD + ROUNDS).map(|_| time(|| (0..calls).for_each(|_| run())));
    median(rounds.skip(COLD).collect()) / f64::from(calls)
}

/// Seconds, as people read them.
pub fn shown(seconds: f64) -> String {
    match seconds {
        ..1e-6 => format!("{:.0} ns", seconds * 1e9),
        ..1e-3 => format!("{:.1} us", seconds * 1e6),
        ..1.0 => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

/// Prints what one call takes, of so many in a round.
pub fn cost(what: &str, calls: u32, goal: &str, run: impl FnMut()) {
    println!("  {what:<58} {:>9} (goal {goal})", shown(cost_of(calls, run)));
}

/// A question of the registry.
pub fn case(question: &str) -> Case {
    oddsmith::case(question).expect("a benchmark asks what the registry knows")
}

/// The shipped rule without its kernel, in whole blocks.
pub fn plain(case: &Case, blocks: u64) -> Loop<'_> {
    let (check, size) = (case.check(), case.check().block());
    Loop::new(blocks * size, move |seed| {
        let mut counts = Counts::new(&check.columns());
        let stream = Stream::new(seed, "benchmark");
        (0..blocks).for_each(|block| check.play_block(&stream, block, size, &mut counts));
        counts
    })
}

/// The shipped kernel on this instruction set at most, in whole blocks.
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

/// Prints the kernel beside the naive loop, on each instruction set; goals on AVX2 and at 128 bits.
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
            // AVX-512 is printed where it is met. Plain code is there so that there is one
            // definition, not for its speed.
            InstructionSet::Avx512 | InstructionSet::Scalar => 0.0,
        };
        let what = format!("{name}, {set:?}");
        compare(&what, unit, naive, &mut kernel(case, set, blocks), goal);
    }
}
