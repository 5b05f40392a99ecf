//! What duels cost: solving them, and playing one beside what a user would write first. CPU time,
//! but for the table on two cores.
//!
//! `cargo bench --bench duels`. Every group states its goal; ratios are of one run.

use std::cmp::Ordering;
use std::hint::black_box;
use std::time::{Duration, Instant};

mod common;

use common::{CpuTime, median, time};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use oddsmith::chance::Stream;
use oddsmith::odds::Counts;
use oddsmith::registry::{Case, Names};
use oddsmith::scenario::{Cases, axes};
use oddsmith::strategy::{Objective, Solution, Stages};
use oddsmith::systems::check;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

fn stages(
    rounds: usize,
    edge: i32,
    caps: [i32; 2],
    pools: [i32; 2],
    objective: Objective,
    price: f64,
) -> Stages {
    Stages::new(rounds, edge, caps, pools, objective, Ordering::Equal, price)
        .expect("a benchmark asks for what fits")
}

fn solved(stages: &Stages) -> Solution {
    stages.solve().expect("a benchmark asks for what can be solved")
}

/// Every duel of one round that the game knows: score gaps, caps, and nine prices of a point. The
/// largest gap of a certificate.
fn one_shots() -> f64 {
    let mut gap = 0.0f64;
    for edge in -16..=16 {
        for (own, rival) in (0..=8).flat_map(|own| (0..=8).map(move |rival| (own, rival))) {
            for price in 0..9 {
                let duel = solved(&stages(
                    1,
                    edge,
                    [own, rival],
                    [40, 40],
                    Objective::Share,
                    f64::from(price) * 0.025,
                ));
                gap = gap.max(duel.hi - duel.lo);
            }
        }
    }
    gap
}

/// Goals: all one-shot duels in 100 ms; five rounds, cap 8, 30 points against 18, in 10 ms.
fn solving(criterion: &mut Criterion<CpuTime>) {
    let mut group = criterion.benchmark_group("solved");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(1))
        .warm_up_time(Duration::from_millis(200));
    group.bench_function("24,057 duels of one round", |b| b.iter(one_shots));
    for (name, duel) in [
        ("5 rounds, 4 a bid, 10 v 10", stages(5, 0, [4, 4], [10, 10], Objective::Share, 0.0)),
        ("5 rounds, 8 a bid, 30 v 18", stages(5, -2, [8, 8], [30, 18], Objective::Share, 0.0)),
        (
            "5 rounds for the majority, 8 a bid, 30 v 18",
            stages(5, -2, [8, 8], [30, 18], Objective::Majority, 0.0),
        ),
        ("8 rounds, 8 a bid, 30 v 28", stages(8, 0, [8, 8], [30, 28], Objective::Share, 0.0)),
    ] {
        println!("{name}: {} states", duel.len());
        group.bench_function(name, |b| b.iter(|| solved(black_box(&duel)).lo));
    }
    group.finish();
    println!(
        "the largest gap of the 24,057 certificates: {:.0e} (goal: at most 1e-10)",
        one_shots()
    );
    table();
}

/// Goal: every attribute and skill against every other, five rounds, in 30 s on two cores; by the
/// clock on the wall.
fn table() {
    let field = |name: &str, values: &str| (name.to_owned(), values.to_owned());
    let names = ["attribute", "skill", "rival_attribute", "rival_skill"];
    let fields: Vec<_> =
        names.map(|name| field(name, "0..8")).into_iter().chain([field("rounds", "5")]).collect();
    let duel = check("moma.duel").expect("the registry has it");
    let solver = duel.solver.expect("a duel has a solver");
    let start = Instant::now();
    let cases = axes(&fields)
        .and_then(|axes| Cases::new(duel, axes, Names::default()))
        .expect("the sweep reads");
    let solve = |number| cases.settings(number).and_then(|settings| (solver.solve)(&settings));
    let solved: oddsmith::Result<Vec<_>> = (0..cases.len()).into_par_iter().map(solve).collect();
    let solved = solved.expect("they are small");
    let gap = solved.iter().map(|duel| duel.hi - duel.lo).fold(0.0, f64::max);
    println!(
        "{} pairings of 5 rounds, whole answers: {:.2} s, largest gap {gap:.0e}",
        solved.len(),
        start.elapsed().as_secs_f64()
    );
}

/// The strategy of each side, as weights of the bids 0 to 8.
const MIXES: [[u32; 9]; 2] = [[4, 1, 2, 3, 2, 2, 1, 1, 1], [3, 3, 1, 3, 1, 3, 1, 2, 1]];
const SCORES: [i32; 2] = [11, 10];
const POOLS: [i32; 2] = [16, 18];
const ROUNDS: usize = 5;
const BLOCK: u64 = 65_536;

/// A mixed strategy as the `rand` family has it: an alias table, one index and one float a draw.
struct Alias {
    keep: Vec<f64>,
    other: Vec<usize>,
}

impl Alias {
    fn new(weights: &[u32]) -> Alias {
        let mean = f64::from(weights.iter().sum::<u32>()) / weights.len() as f64;
        let mut keep: Vec<f64> = weights.iter().map(|&weight| f64::from(weight) / mean).collect();
        let mut other: Vec<usize> = (0..weights.len()).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..weights.len()).partition(|&bid| keep[bid] < 1.0);
        while let (Some(low), Some(&high)) = (small.pop(), large.last()) {
            other[low] = high;
            keep[high] -= 1.0 - keep[low];
            if keep[high] < 1.0 {
                large.pop();
                small.push(high);
            }
        }
        Alias { keep, other }
    }

    fn draw(&self, rng: &mut Xoshiro256PlusPlus) -> i32 {
        let bid = rng.random_range(0..self.keep.len());
        (if rng.random::<f64>() < self.keep[bid] { bid } else { self.other[bid] }) as i32
    }
}

/// As a user would write it first: rounds won and lost are all it counts.
#[inline(never)]
fn naive(trials: u64, seed: u64) -> [[u64; 6]; 6] {
    let (mixes, mut rng) =
        (MIXES.map(|mix| Alias::new(&mix)), Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut results = [[0; 6]; 6];
    for _ in 0..trials {
        let (mut left, mut won, mut lost) = (POOLS, 0, 0);
        for _ in 0..ROUNDS {
            let bids = [0, 1].map(|side: usize| mixes[side].draw(&mut rng).min(left[side]));
            left = [left[0] - bids[0], left[1] - bids[1]];
            match (SCORES[0] + bids[0]).cmp(&(SCORES[1] + bids[1])) {
                Ordering::Greater => won += 1,
                Ordering::Less => lost += 1,
                Ordering::Equal => {}
            }
        }
        results[won][lost] += 1;
    }
    results
}

fn plain(case: &Case, trials: u64, seed: u64) -> Counts {
    let mut counts = Counts::new(&case.check().columns());
    let stream = Stream::new(seed, "benchmark");
    for block in 0..trials / BLOCK {
        case.check().play_block(&stream, block, BLOCK, &mut counts);
    }
    counts
}

/// Playing duels. Goal: none yet for one strategy a side on the plain path; the ratio to the naive
/// loop is printed.
fn playing(criterion: &mut Criterion<CpuTime>) {
    let mix = |side: usize| MIXES[side].map(|weight| weight.to_string()).join(",");
    let terms = format!(
        "moma.duel score={} cap=8 pool={} rival_score={} rival_cap=8 rival_pool={} rounds={ROUNDS}",
        SCORES[0], POOLS[0], SCORES[1], POOLS[1]
    );
    let case = |question: &str| {
        oddsmith::case(question).expect("a benchmark asks what the registry knows")
    };
    let one_strategy =
        case(&format!("{terms} policy=mix:[{}] rival_policy=mix:[{}]", mix(0), mix(1)));
    let equilibrium = case(&terms);
    let mut group = criterion.benchmark_group("played");
    group
        .throughput(Throughput::Elements(BLOCK))
        .sample_size(20)
        .measurement_time(Duration::from_secs(1))
        .warm_up_time(Duration::from_millis(200));
    group.bench_function("naive, one strategy a side, rounds won and lost", |b| {
        b.iter(|| naive(black_box(BLOCK), 1))
    });
    group.bench_function("one strategy a side, every column", |b| {
        b.iter(|| plain(&one_strategy, black_box(BLOCK), 1))
    });
    group.bench_function("equilibrium, every column", |b| {
        b.iter(|| plain(&equilibrium, black_box(BLOCK), 1))
    });
    group.finish();
    let (mut to_one, mut to_table) = (Vec::new(), Vec::new());
    for round in 0..39 {
        let first = time(|| naive(black_box(4 * BLOCK), round));
        let mixed = time(|| plain(&one_strategy, black_box(4 * BLOCK), round));
        let optimal = time(|| plain(&equilibrium, black_box(4 * BLOCK), round));
        // The first rounds find a cold machine.
        if round >= 8 {
            to_one.push(first / mixed);
            to_table.push(first / optimal);
        }
    }
    println!(
        "duels of 5 rounds, median of 31 interleaved rounds, CPU time; the naive loop counts rounds alone, ours 18 histograms:"
    );
    println!("  naive / one strategy a side: {:.2}", median(&mut to_one));
    println!("  naive / equilibrium:         {:.2}", median(&mut to_table));
}

criterion_group!(name = benches; config = Criterion::default().with_measurement(CpuTime); targets = solving, playing);
criterion_main!(benches);
