//! Cost of an answer for each check: a block of plain trials, and the exact law.
//!
//! `cargo bench --bench questions` compares with the last run and reports checks that became
//! slower; `-- exact` runs one group. The benchmark `speed` has ratios to naive versions.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use oddsmith::chance::Stream;
use oddsmith::odds::Counts;
use oddsmith::registry::Case;

/// Number of trials in a block.
const BLOCK: u64 = 65_536;

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

fn case(question: &str) -> Case {
    oddsmith::case(question).expect("a benchmark asks what the registry knows")
}

/// Measures a block through `Rule`, `Chance` and `Check`, without a kernel.
fn sampled(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sampled");
    group
        .throughput(Throughput::Elements(BLOCK))
        .sample_size(20)
        .measurement_time(Duration::from_secs(1))
        .warm_up_time(Duration::from_millis(200));
    let stream = Stream::new(1, "benchmark");
    for question in QUESTIONS {
        let case = case(question);
        let mut counts = Counts::new(&case.check().columns());
        group.bench_function(question, |b| {
            b.iter(|| case.check().play_block(&stream, 0, black_box(BLOCK), &mut counts));
        });
    }
    group.finish();
}

/// Measures the law through the general enumeration.
fn exact(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("exact");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(1))
        .warm_up_time(Duration::from_millis(200));
    for question in QUESTIONS {
        let case = case(question);
        group.bench_function(question, |b| {
            b.iter(|| case.law(black_box(20_000_000)).map(|laws| laws.branches));
        });
    }
    group.finish();
}

criterion_group!(benches, sampled, exact);
criterion_main!(benches);
