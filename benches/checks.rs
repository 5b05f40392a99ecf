//! What a check costs, one thread, CPU time: its kernel and the plain path beside a loop written by
//! hand and beside what a user would write first.
//!
//! `cargo bench` runs all; `cargo bench -- exact` the exact laws. Every group states its goal;
//! ratios are of one run.

use std::hint::black_box;
use std::time::Duration;

mod common;

use common::{CpuTime, median, time};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use oddsmith::chance::Stream;
use oddsmith::kernel::instruction_sets;
use oddsmith::odds::Counts;
use oddsmith::registry::Case;
use oddsmith::rule::InstructionSet;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Trials in a block.
const BLOCK: u64 = 65_536;

/// Trials in one round of a loop.
const ROUND: u64 = 16 * BLOCK;

/// The value of each card of a 54-card deck.
fn cards() -> Vec<i32> {
    (1..=13).flat_map(|value| [value; 4]).chain([15, 15]).collect()
}

/// As a user would write it first: a deck, a bounded draw for each card, a histogram.
#[inline(never)]
fn naive(trials: u64, seed: u64) -> [u64; 29] {
    let (deck, mut rng, mut margins) = (cards(), Xoshiro256PlusPlus::seed_from_u64(seed), [0; 29]);
    for _ in 0..trials {
        let (mine, theirs) = (deck[rng.random_range(0..54)], deck[rng.random_range(0..54)]);
        margins[(mine - theirs + 14) as usize] += 1;
    }
    margins
}

/// The opposed check of the shipped rule, written by hand: the same draws, the same two histograms,
/// no traits.
#[inline(never)]
fn by_hand(
    trials: u64,
    seed: u64,
    active: i32,
    passive: i32,
    least_critical: i32,
) -> ([u64; 29], [u64; 3]) {
    let half: Vec<i32> = (1..=13).flat_map(|value| [value; 2]).chain([15]).collect();
    let (mut rng, mut word, mut room) = (Xoshiro256PlusPlus::seed_from_u64(seed), 0u64, 0u32);
    let (mut margins, mut results) = ([0; 29], [0; 3]);
    for _ in 0..trials {
        let mut card = || {
            if room < 5 {
                word = rng.next_u64();
                room = 32;
            }
            room -= 5;
            let product = u128::from(word) * half.len() as u128;
            word = product as u64;
            half[(product >> 64) as usize]
        };
        let (mine, theirs) = (card(), card());
        let margin = active + mine - passive - theirs;
        let result = if margin < 0 { 0 } else { 1 + usize::from(mine >= least_critical) };
        margins[(margin - (active - passive - 14)) as usize] += 1;
        results[result] += 1;
    }
    (margins, results)
}

/// The shipped rule through `Rule`, `Chance` and `Check`.
#[inline(never)]
fn plain(case: &Case, trials: u64, seed: u64) -> Counts {
    let mut counts = Counts::new(&case.check().columns());
    let stream = Stream::new(seed, "benchmark");
    for block in 0..trials / BLOCK {
        case.check().play_block(&stream, block, BLOCK, &mut counts);
    }
    counts
}

/// The shipped kernel, on this instruction set at most; as many trials as blocks hold whole.
#[inline(never)]
fn kernel(case: &Case, set: InstructionSet, trials: u64, seed: u64) -> Counts {
    let mut counts = Counts::new(&case.check().columns());
    let mut kernel = case.check().kernel().expect("a benchmark asks what has a kernel");
    kernel.at_most(set);
    let stream = Stream::new(seed, "benchmark");
    for block in 0..trials / kernel.block() {
        kernel.play(&stream, block, kernel.block(), &mut |scored| counts.add_scored(scored));
    }
    counts
}

/// How many times faster than the naive loop a kernel is to be.
fn goal(set: InstructionSet, [avx_512, avx_2]: [f64; 2]) -> String {
    match set {
        InstructionSet::Avx512 => format!(" (goal: {avx_512})"),
        InstructionSet::Avx2 => format!(" (goal: {avx_2})"),
        InstructionSet::Scalar => String::new(),
    }
}

fn case(question: &str) -> Case {
    oddsmith::case(question).expect("a benchmark asks what the registry knows")
}

/// Goal: the plain path within 5 % of the loop by hand.
fn opposed(criterion: &mut Criterion<CpuTime>) {
    let opposed = case("melodrama.opposed active=0 passive=0");
    let mut group = criterion.benchmark_group("opposed");
    group
        .throughput(Throughput::Elements(ROUND))
        .sample_size(20)
        .measurement_time(Duration::from_secs(2))
        .warm_up_time(Duration::from_millis(500));
    group.bench_function("naive, margin only", |b| b.iter(|| naive(black_box(ROUND), 1)));
    group.bench_function("by hand, margin and result", |b| {
        b.iter(|| by_hand(black_box(ROUND), 1, black_box(0), black_box(0), black_box(13)))
    });
    group.bench_function("plain path, margin and result", |b| {
        b.iter(|| plain(&opposed, black_box(ROUND), 1))
    });
    group.finish();
    interleaved(&opposed);
}

/// The ratios to quote: rounds in turn, CPU time, the median.
fn interleaved(opposed: &Case) {
    let (mut to_hand, mut to_naive) = (Vec::new(), Vec::new());
    for round in 0..39 {
        let hand =
            time(|| by_hand(black_box(ROUND), round, black_box(0), black_box(0), black_box(13)));
        let shipped = time(|| plain(opposed, black_box(ROUND), round));
        let naive = time(|| naive(black_box(ROUND), round));
        // The first rounds find a cold machine.
        if round >= 8 {
            to_hand.push(shipped / hand);
            to_naive.push(naive / shipped);
        }
    }
    println!("opposed, median of 31 interleaved rounds, CPU time:");
    println!("  plain path / by hand: {:.3} (goal: at most 1.05)", median(&mut to_hand));
    println!(
        "  naive / plain path:   {:.2} (goal: 1.5; the naive loop counts the margin alone)",
        median(&mut to_naive)
    );
    for set in instruction_sets() {
        let (mut ratios, mut rates) = (Vec::new(), Vec::new());
        for round in 0..39 {
            // As much as a table of the rule and the start of a thread are not felt in.
            let shipped = time(|| kernel(opposed, set, black_box(16 * ROUND), round)) / 16.0;
            let naive = time(|| naive(black_box(ROUND), round));
            if round >= 8 {
                ratios.push(naive / shipped);
                rates.push(ROUND as f64 / shipped / 1e9);
            }
        }
        println!(
            "  naive / kernel, {set:?}: {:.1}{}, {:.2} G checks a second",
            median(&mut ratios),
            goal(set, GOAL_OF_CHECKS),
            median(&mut rates)
        );
    }
}

/// On AVX-512 and on AVX2, on the class of machine that they were set on (Zen 5).
const GOAL_OF_CHECKS: [f64; 2] = [20.0, 6.0];

/// The ladder of SPEED's L2 as a user would write it first: a bounded draw for each card, branches,
/// a histogram.
#[inline(never)]
fn naive_ladder(trials: u64, seed: u64, toughness: i32, damage: i32) -> [u64; 61] {
    let (deck, mut rng, mut blows) = (cards(), Xoshiro256PlusPlus::seed_from_u64(seed), [0; 61]);
    for _ in 0..trials {
        let (mut count, mut bruises, mut staggered) = (0, 0, false);
        loop {
            count += 1;
            let (mine, theirs) = (deck[rng.random_range(0..54)], deck[rng.random_range(0..54)]);
            let margin = toughness + mine - bruises - damage - theirs;
            if margin >= 5 {
                // Unhurt.
            } else if margin >= -4 {
                bruises += 1;
            } else if margin >= -9 {
                if staggered {
                    break;
                }
                staggered = true;
                bruises += 1;
            } else {
                break;
            }
            if count == 60 {
                break;
            }
        }
        blows[count] += 1;
    }
    blows
}

/// Ladders in one round of a loop.
const LADDERS: u64 = 4 * BLOCK;

/// Goal: the plain path at least 1.5 times as fast as the naive loop.
fn ladder(criterion: &mut Criterion<CpuTime>) {
    let ladder = case(
        "melodrama.knockout toughness=10 damage=10 stagger_bruises=true second_stagger=unconscious",
    );
    let mut group = criterion.benchmark_group("ladder");
    group
        .throughput(Throughput::Elements(LADDERS))
        .sample_size(10)
        .measurement_time(Duration::from_secs(1))
        .warm_up_time(Duration::from_millis(300));
    group.bench_function("naive, blows only", |b| {
        b.iter(|| naive_ladder(black_box(LADDERS), 1, black_box(10), black_box(10)))
    });
    group.bench_function("plain path, blows, hits and bruises", |b| {
        b.iter(|| plain(&ladder, black_box(LADDERS), 1))
    });
    group.finish();
    let mut ratios = Vec::new();
    for round in 0..39 {
        let shipped = time(|| plain(&ladder, black_box(LADDERS), round));
        let naive = time(|| naive_ladder(black_box(LADDERS), round, black_box(10), black_box(10)));
        // The first rounds find a cold machine.
        if round >= 8 {
            ratios.push(naive / shipped);
        }
    }
    println!("ladder, median of 31 interleaved rounds, CPU time:");
    println!(
        "  naive / plain path: {:.2} (goal: at least 1.5; the naive loop counts blows alone)",
        median(&mut ratios)
    );
}

/// Plain sampling of checks with a deck, with a deal, and with steps.
fn others(criterion: &mut Criterion<CpuTime>) {
    let mut group = criterion.benchmark_group("sampled");
    group
        .throughput(Throughput::Elements(BLOCK))
        .sample_size(20)
        .measurement_time(Duration::from_secs(1))
        .warm_up_time(Duration::from_millis(200));
    for question in QUESTIONS {
        let case = case(question);
        group.bench_function(question, |b| b.iter(|| plain(&case, black_box(BLOCK), 1)));
    }
    group.finish();
}

/// Exact laws from the general enumeration. Goal: a one-step check in under 50 us.
fn exact(criterion: &mut Criterion<CpuTime>) {
    let mut group = criterion.benchmark_group("exact");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(1))
        .warm_up_time(Duration::from_millis(200));
    for question in QUESTIONS {
        let case = case(question);
        group.bench_function(question, |b| {
            b.iter(|| case.law(black_box(20_000_000)).map(|laws| laws.branches))
        });
    }
    group.finish();
}

const QUESTIONS: [&str; 14] = [
    "melodrama.opposed active=0 passive=0",
    "melodrama.opposed active=0 passive=0 decks=one",
    "melodrama.toughness toughness=10 damage=10",
    "melodrama.group rank=10 rival=6 minions=6",
    "melodrama.best_of hand=3 opposing_hand=8",
    "melodrama.initiative mine=4 rivals=[2,6,4]",
    "mutants.check bonus=5 dc=10",
    "mutants.attack attack=5 defense=5 hero_point=true",
    "melodrama.knockout toughness=10 damage=10",
    "melodrama.knockout toughness=10 damage=10 attack=10 defense=10",
    "mutants.knockout toughness=10 damage=10",
    "mano.exchange attack=3 defense=3 power=5 toughness=7",
    "melodrama.exchange attack=10 defense=10 toughness=10 damage=10",
    "mutants.exchange attack=10 defense=10 toughness=10 damage=10",
];

criterion_group!(name = benches; config = Criterion::default().with_measurement(CpuTime); targets = opposed, ladder, others, exact);
criterion_main!(benches);
