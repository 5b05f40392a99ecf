//! Tests of kernels against the laws of their rules, and against themselves: the same trials on
//! every instruction set, and in blocks of any size.

use std::collections::BTreeSet;

use oddsmith::chance::Stream;
use oddsmith::kernel::instruction_sets;
use oddsmith::odds::{
    Agreement, Check, Counts, Histogram, Progress, Sample, Tally, agreement, sample,
};
use oddsmith::registry::{Case, Kind};
use oddsmith::rule::InstructionSet;
use oddsmith::systems::checks;

/// Returns the cases of the registry that have a kernel: the examples, and each word of each
/// switch.
fn cases() -> Vec<(String, Case)> {
    let mut cases = Vec::new();
    for entry in checks().filter(|entry| !entry.sampled) {
        let mut add = |name: &str, word: &str| {
            let others = entry.exact_example().filter(|(field, _)| *field != name);
            let given = (!name.is_empty()).then_some((name, word));
            let case = entry.case(others.chain(given)).expect("an example builds");
            if case.check().kernel().is_some() {
                cases.push((format!("{} {name} {word}", entry.id), case));
            }
        };
        add("", "");
        for field in entry.fields.iter() {
            let words: &[&str] = match field.kind {
                Kind::Choice { words, .. } => words,
                Kind::Flag => &["false", "true"],
                _ => continue,
            };
            let words = words.iter().filter(|word| !field.too_large.contains(word));
            words.for_each(|word| add(field.name, word));
        }
    }
    cases
}

/// Compares the tallies of all columns of a case, sampled in whole blocks and a partial one, with
/// its law.
fn agreements(case: &Case, trials: u64, seed: u64) -> Vec<Agreement> {
    let laws = case.law(20_000_000).expect("the example of an exact check is exact");
    let tallies = case.sample(Sample { trials, seed }).unwrap();
    laws.columns.iter().zip(&tallies.columns).map(|(law, tally)| agreement(law, tally)).collect()
}

#[test]
fn kernels_have_the_laws_of_their_rules() {
    let cases = cases();
    let has_kernel = |id: &str| cases.iter().any(|(name, _)| name.starts_with(&format!("{id} ")));
    for id in [
        "melodrama.opposed",
        "melodrama.toughness",
        "mutants.check",
        "house.opposed",
        "melodrama.knockout",
        "mutants.knockout",
    ] {
        assert!(has_kernel(id), "{id} has a kernel");
    }
    let mut seen = BTreeSet::new();
    for (name, case) in &cases {
        // Each word of a switch once: a default is the example again.
        if !seen.insert(case.identity()) {
            continue;
        }
        // The examples have many trials, their other readings fewer.
        let trials = if name.ends_with("  ") { 1_000_003 } else { 100_003 };
        for found in agreements(case, trials, 7) {
            assert!(found.p > 1e-6, "{name}: {found:?}");
        }
    }
}

/// Dice that no game of the registry has: a card, one to three dice, differences and products.
#[test]
fn house_rules_have_kernels() {
    for luck in ["card54", "d20", "2d6", "2d6+3", "3d6", "d6+d8+d10", "d20-d12", "d10*2"] {
        let case = oddsmith::case(&format!("house.roll luck={luck} dc=7"));
        let case = case.expect("the question reads");
        assert!(case.check().kernel().is_some(), "{luck}");
        for found in agreements(&case, 200_003, 3) {
            assert!(found.p > 1e-6, "{luck}: {found:?}");
        }
    }
}

/// Fights of every length: nobody hurt, everybody out at once, cut off by the limit, two points per
/// wound.
#[test]
fn ladders_have_kernels() {
    for fields in [
        "melodrama.knockout toughness=10 damage=10 second_stagger=nothing",
        "melodrama.knockout toughness=3 damage=14 tie=d20",
        "melodrama.knockout toughness=14 damage=2 limit=9",
        "melodrama.knockout toughness=60 damage=0 limit=3",
        "melodrama.knockout toughness=0 damage=60 joker_saves=true",
        "melodrama.knockout toughness=9 damage=9 joker=14 joker_saves=true minion=false",
        "melodrama.knockout toughness=9 damage=11 lethal=true penalty=both stagger_bruises=false",
        "melodrama.knockout toughness=9 damage=7 minion=true",
        "mutants.knockout toughness=10 damage=12 impossible_save=true",
        "mutants.knockout toughness=10 damage=6 second_stagger=nothing limit=30",
    ] {
        let case = oddsmith::case(fields).expect("the question reads");
        assert!(case.check().kernel().is_some(), "{fields}");
        for found in agreements(&case, 150_003, 3) {
            assert!(found.p > 1e-6, "{fields}: {found:?}");
        }
        let scalar = played(case.check(), InstructionSet::Scalar, 20_011);
        for set in instruction_sets() {
            assert_eq!(scalar, played(case.check(), set, 20_011), "{fields}: {set:?}");
        }
    }
}

/// Bids by a mix, by a fixed number and at the maximum; pools that bind and pools that do not.
#[test]
fn duels_with_one_strategy_per_side_have_kernels() {
    let duel = "moma.duel score=11 rival_score=10";
    for fields in [
        "cap=3 pool=6 rival_cap=3 rival_pool=5 rounds=3 policy=mix:[1,2,3,1] rival_policy=max",
        "cap=4 pool=40 rival_cap=2 rival_pool=3 rounds=4 policy=bid:1 rival_policy=mix:[1,0,5]",
        "cap=2 pool=0 rival_cap=2 rival_pool=9 rounds=1 policy=max rival_policy=mix:[3,1,1,9]",
        "cap=3 pool=7 rival_cap=3 rival_pool=7 rounds=3 objective=majority policy=mix:[1,1,1,1] rival_policy=mix:[5,4,3,2]",
        // So much is spent that the symbol for a bid of 0 is in the last group that is counted.
        "cap=16 pool=100 rival_cap=16 rival_pool=100 rounds=7 policy=bid:8 rival_policy=bid:3",
        "cap=8 pool=62 rival_cap=8 rival_pool=57 rounds=8 policy=max rival_policy=mix:[1,0,0,0,0,0,0,0,1]",
    ] {
        let case = oddsmith::case(&format!("{duel} {fields}")).expect("the question reads");
        assert!(case.check().kernel().is_some(), "{fields}");
        for found in agreements(&case, 100_003, 3) {
            assert!(found.p > 1e-6, "{fields}: {found:?}");
        }
        let scalar = played(case.check(), InstructionSet::Scalar, 10_011);
        for set in instruction_sets() {
            assert_eq!(scalar, played(case.check(), set, 10_011), "{fields}: {set:?}");
        }
    }
}

/// Bids by a strategy for each state: mixed and pure ones, pools that bind, ties that go to a side,
/// many rounds, prices, purchases before the duel, and rivals of several types, known or not.
#[test]
fn duels_by_state_have_kernels() {
    let duel = "moma.duel score=11 rival_score=10";
    for fields in [
        "cap=8 pool=16 rival_cap=8 rival_pool=18 rounds=5",
        "cap=8 pool=16 rival_cap=8 rival_pool=18 rounds=5 rival_policy=best_reply",
        "cap=5 pool=9 rival_cap=4 rival_pool=11 rounds=4 policy=best_reply rival_policy=uniform",
        "cap=4 pool=5 rival_cap=4 rival_pool=3 rounds=6 policy=uniform rival_policy=even",
        "cap=3 pool=30 rival_cap=3 rival_pool=30 rounds=9 policy=uniform rival_policy=bids:[3,2,1]",
        "cap=5 pool=9 rival_cap=5 rival_pool=12 rounds=3 policy=even rival_policy=half",
        "cap=3 pool=7 rival_cap=3 rival_pool=7 rounds=3 objective=majority",
        "cap=5 pool=9 rival_cap=4 rival_pool=8 rounds=4 price=0.02 tie=defender rival_policy=max",
        "cap=20 pool=40 rival_cap=20 rival_pool=40 rounds=1 policy=max rival_policy=bid:20",
        "cap=5 pool=20 rival_cap=4 rival_pool=22 rounds=3 hulk_up=2 rival_hulk_up=3",
        "cap=3 pool=6 rival_cap=3 rival_pool=6 rounds=3 rival_types=[[9,2,4],[12,4,8]] knows_type=true",
        "cap=3 pool=6 rival_cap=3 rival_pool=6 rounds=3 rival_types=[[9,2,4],[12,4,8]] knows_type=false",
    ] {
        let case = oddsmith::case(&format!("{duel} {fields}")).expect("the question reads");
        assert!(case.check().kernel().is_some(), "{fields}");
        for found in agreements(&case, 300_003, 3) {
            assert!(found.p > 1e-6, "{fields}: {found:?}");
        }
        for trials in [1, 2, 40, 513, 10_011] {
            let scalar = played(case.check(), InstructionSet::Scalar, trials);
            for set in instruction_sets() {
                assert_eq!(scalar, played(case.check(), set, trials), "{fields}: {set:?}");
            }
        }
    }
    // A kernel has no table for so many states.
    let large = "moma.duel score=11 rival_score=10 cap=40 pool=900 rival_cap=40 rival_pool=900 \
                 rounds=9 policy=uniform rival_policy=uniform";
    let case = oddsmith::case(large).expect("the question reads");
    assert!(case.check().kernel().is_none());
}

/// Hands of every size, with every policy that does not use luck. Few have a law that is small
/// enough, so the kernel is compared with the plain rule.
#[test]
fn series_of_checks_from_hands_have_kernels() {
    for fields in [
        "checks=5 hand=4 opposing_hand=8 policy=threshold:6 opposing_policy=highest active=2",
        "checks=3 hand=2 opposing_hand=1 policy=lowest opposing_policy=cheapest improved_critical=2",
        "checks=4 hand=0 opposing_hand=3 policy=keep_trump opposing_policy=stake_weighted",
        "checks=9 hand=1 opposing_hand=0 policy=highest opposing_policy=threshold:11 passive=3",
        "checks=5 hand=12 opposing_hand=6 policy=threshold:15 opposing_policy=threshold:1",
        "checks=4 hand=20 opposing_hand=9 policy=threshold:13 opposing_policy=lowest",
    ] {
        let question = format!("melodrama.hand decks=own {fields}");
        let case = || oddsmith::case(&question).expect("the question reads");
        let run = Sample { trials: 20_003, seed: 3 };
        let [kernel, plain] = [case().sample(run).unwrap(), case().plain().sample(run).unwrap()];
        let case = case();
        assert!(case.check().kernel().is_some(), "{fields}");
        for (one, other) in kernel.columns.iter().zip(&plain.columns) {
            let hits = |tally: &Tally, score: i32| {
                tally.seen().find(|(seen, _)| *seen == score).map_or(0.0, |(_, hits)| hits as f64)
            };
            let scores: BTreeSet<i32> =
                one.seen().chain(other.seen()).map(|(score, _)| score).collect();
            // Two samples of equal size: the squared differences over the sums have a chi-square
            // distribution.
            let pairs = scores.iter().map(|&score| [hits(one, score), hits(other, score)]);
            let kept: Vec<[f64; 2]> = pairs.filter(|[a, b]| a + b >= 20.0).collect();
            let distance: f64 = kept.iter().map(|[a, b]| (a - b).powi(2) / (a + b)).sum();
            let free = kept.len() as f64;
            assert!(
                distance < free + 6.0 * (2.0 * free).sqrt() + 12.0,
                "{fields}: {distance} of {free}"
            );
        }
        for trials in [1, 40, 63, 65, 5_011] {
            let scalar = played(case.check(), InstructionSet::Scalar, trials);
            for set in instruction_sets() {
                assert_eq!(scalar, played(case.check(), set, trials), "{fields}: {set:?}");
            }
        }
    }
    // Decks that run out or are shared, bonus cards and random choices are left to the plain rule.
    for fields in ["checks=60 decks=own", "checks=3 decks=one", "checks=3 decks=own policy=random"]
    {
        let case = oddsmith::case(&format!("melodrama.hand {fields}")).expect("the question reads");
        assert!(case.check().kernel().is_none(), "{fields}");
    }
}

/// `cargo test --release --test speed kernels -- --ignored` compares tallies of every register
/// width with the law. Scalar code is too slow for this; only the next test has it.
#[test]
#[ignore = "a billion trials for each kernel and width: CONTRIBUTING.md has the command"]
fn kernels_have_the_laws_of_their_rules_in_a_billion_trials() {
    let run = Sample { trials: 1_000_000_007, seed: 11 };
    let mut seen = BTreeSet::new();
    for (name, case) in cases().iter().filter(|(_, case)| seen.insert(case.identity())) {
        let laws = case.law(20_000_000).expect("the example of an exact check is exact");
        let tallies = case.sample(run).unwrap();
        for (law, tally) in laws.columns.iter().zip(&tallies.columns) {
            let found = agreement(law, tally);
            println!("{name}: {found:?}");
            assert!(found.p > 1e-6, "{name}: {found:?}");
        }
        let hits = |tally: &Tally| tally.scale().scores().map(|score| tally.hits(score)).collect();
        let hits: Vec<Vec<u64>> = tallies.columns.iter().map(hits).collect();
        for set in instruction_sets().into_iter().filter(|set| *set != InstructionSet::Scalar) {
            assert_eq!(hits, played_in_blocks(case, set, run), "{name}: {set:?}");
            println!("{name}: the same on {set:?}");
        }
    }
}

/// Returns the hits of a run on this instruction set, on two threads.
fn played_in_blocks(case: &Case, set: InstructionSet, run: Sample) -> Vec<Vec<u64>> {
    let (check, stream) = (case.check(), Stream::new(run.seed, &case.identity()));
    let every_other = |first: u64| {
        let mut kernel = check.kernel().expect("it has a kernel");
        kernel.at_most(set);
        let (mut counts, size) = (Counts::new(&check.columns()), kernel.block());
        for block in (first..run.trials.div_ceil(size)).step_by(2) {
            let trials = size.min(run.trials - block * size);
            kernel.play(&stream, block, trials, &mut |scored| counts.add_scored(scored));
        }
        counts
    };
    let counts = std::thread::scope(|scope| {
        let odd = scope.spawn(|| every_other(1));
        every_other(0).merge(odd.join().expect("the thread ends"))
    });
    counts.histograms().collect()
}

fn played(check: &dyn Check, set: InstructionSet, trials: u64) -> Vec<Vec<u64>> {
    let mut kernel = check.kernel().expect("it has a kernel");
    kernel.at_most(set);
    let mut counts = Counts::new(&check.columns());
    kernel.play(&Stream::new(3, "a question"), 5, trials, &mut |scored| counts.add_scored(scored));
    counts.histograms().collect()
}

#[test]
fn every_instruction_set_plays_the_same_trials() {
    for (name, case) in cases().iter().filter(|(name, _)| name.ends_with("  ")) {
        for trials in [1, 127, 129, 4096, 20_011] {
            let scalar = played(case.check(), InstructionSet::Scalar, trials);
            for histogram in &scalar {
                assert!(histogram.iter().sum::<u64>() <= trials, "{name}: {trials}");
            }
            for set in instruction_sets() {
                assert_eq!(scalar, played(case.check(), set, trials), "{name}: {set:?}, {trials}");
            }
        }
    }
}

#[test]
fn plain_check_has_no_kernel() {
    let question = "melodrama.opposed active=0 passive=0";
    let case = || oddsmith::case(question).expect("the question reads");
    let run = Sample { trials: 100_000, seed: 1 };
    let [kernel, plain] = [case(), case().plain()];
    assert!(plain.check().kernel().is_none());
    let [kernel, plain] = [kernel, plain]
        .map(|case| sample(case.check(), &case.identity(), run, &Progress::default()).unwrap());
    assert_ne!(kernel, plain);
    assert_eq!(kernel.trials, plain.trials);
}

/// A run of two blocks has the trials of both, on any thread.
#[test]
fn a_longer_run_extends_a_shorter_one() {
    let case = oddsmith::case("house.roll luck=2d6 dc=8").expect("the question reads");
    let kernel = case.check().kernel().expect("two dice have a kernel");
    let stream = Stream::new(3, &case.identity());
    let mut counts = Counts::new(&case.check().columns());
    for (block, trials) in [(0, kernel.block()), (1, 1000)] {
        kernel.play(&stream, block, trials, &mut |scored| counts.add_scored(scored));
    }
    let long = case.sample(Sample { trials: kernel.block() + 1000, seed: 3 }).unwrap();
    let hits: Vec<u64> = counts.histograms().next().expect("a column");
    let seen: Vec<u64> = hits.into_iter().filter(|hits| *hits > 0).collect();
    assert_eq!(seen, long.columns[0].seen().map(|(_, hits)| hits).collect::<Vec<u64>>());
}
