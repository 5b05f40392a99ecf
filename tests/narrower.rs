//! Narrower intervals for as many trials: mirrored pairs and controls hold the share as often as
//! plain trials do, and gain what they say.

use oddsmith::odds::{
    Histogram, Progress, Sample, Sampled, Tallies, agreement, sample_mirrored, sample_paired,
};
use oddsmith::registry::Case;

/// The runs of which a share of 0.95 is told from 0.92 and 0.98.
const RUNS: u64 = 600;

fn case(question: &str) -> Case {
    oddsmith::case(question).expect("it reads")
}

fn mirrored(case: &Case, trials: u64, seed: u64) -> Tallies {
    case.sample_mirrored(Sample { trials, seed }, &Progress::default()).expect("pairs")
}

/// The share of runs whose interval holds what is true.
fn coverage(truth: f64, run: impl Fn(u64) -> Sampled) -> f64 {
    let holds = |seed: &u64| {
        let Sampled { low, high, .. } = run(*seed);
        low <= truth && truth <= high
    };
    (1..=RUNS).filter(holds).count() as f64 / RUNS as f64
}

/// Of mirrored pairs, the mirrored trials alone are held against the law.
#[test]
fn mirrored_trials_have_the_law_of_the_rule() {
    for question in [
        "melodrama.opposed active=10 passive=5",
        "melodrama.opposed active=10 passive=5 decks=one",
        "melodrama.toughness toughness=8 damage=10",
        "melodrama.knockout toughness=10 damage=10",
        "melodrama.hand hand=4 opposing_hand=3",
        "melodrama.hand hand=2 opposing_hand=2 decks=one",
        "house.roll luck=3d6kh2",
        "moma.duel score=8 cap=4 pool=9 rival_score=8 rival_cap=4 rival_pool=9 policy=uniform rival_policy=uniform",
    ] {
        let case = case(question);
        let laws = case.law(20_000_000).expect("it is exact");
        for seed in 1..=5 {
            let tallies = mirrored(&case, 20_000, seed);
            for (law, tally) in laws.columns.iter().zip(&tallies.columns) {
                let held = agreement(law, tally);
                assert!(held.p > 1e-5, "{question}, seed {seed}: {held:?}");
            }
        }
    }
}

#[test]
fn the_intervals_of_pairs_hold_the_share() {
    // The worth of a pair is above 1, about 1, and 1/2: where it is middling, so is its mirror.
    for (question, scores, worth) in [
        ("melodrama.opposed active=10 passive=5", 0..=i32::MAX, 1.2..1.5),
        ("melodrama.opposed active=10 passive=5", 15..=i32::MAX, 0.8..1.2),
        ("mutants.check bonus=0 dc=10", -2..=2, 0.5..0.6),
    ] {
        let case = case(question);
        let truth =
            case.law(1_000_000).expect("it is exact").columns[0].share_within(scores.clone());
        let run = |seed| mirrored(&case, 400, seed).columns[0].estimate(scores.clone());
        let held = coverage(truth, run);
        assert!((0.92..=0.98).contains(&held), "{question} {scores:?}: {held}");
        let gain = mirrored(&case, 200_000, 1).columns[0].gain(scores.clone());
        let gain = gain.expect("some scored so, and some did not");
        assert!(worth.contains(&gain), "{question} {scores:?}: {gain}");
        // What is said is what the estimates of many runs are spread by.
        let errors = (1..=RUNS).map(|seed| (run(seed).value - truth).powi(2));
        let spread = errors.sum::<f64>() / RUNS as f64;
        let ratio = truth * (1.0 - truth) / 400.0 / spread / gain;
        assert!((0.85..1.18).contains(&ratio), "{question} {scores:?}: {ratio}");
    }
}

#[test]
fn the_mean_of_pairs_has_an_interval_of_its_own() {
    let case = case("melodrama.toughness toughness=10 damage=10");
    let truth = case.law(1_000_000).expect("it is exact").columns[0].mean().expect("a mean");
    let mean = |tallies: &Tallies| tallies.columns[0].mean_estimate().expect("a mean");
    let held = coverage(truth, |seed| mean(&mirrored(&case, 400, seed)));
    assert!((0.92..=0.98).contains(&held), "{held}");
    let (pairs, alone) =
        (mirrored(&case, 20_000, 1), case.sample(Sample { trials: 20_000, seed: 1 }));
    let width = |of: Sampled| of.high - of.low;
    assert!(width(mean(&pairs)) < 0.9 * width(mean(&alone)));
}

/// No pair that hits is no proof that none can.
#[test]
fn what_no_pair_hit_has_an_interval() {
    let case = case("mutants.check bonus=0 dc=10");
    let tallies = mirrored(&case, 20, 1);
    let tally = &tallies.columns[0];
    let never = (-9..=10).find(|&score| tally.hits(score) == 0).expect("20 trials miss a face");
    let Sampled { low, high, .. } = tally.estimate(never..=never);
    // That of 10 trials: both of a pair may always fall alike.
    assert!(low == 0.0 && (high - (1.0 - 0.025_f64.powf(0.1))).abs() < 1e-12, "{high}");
    assert_eq!(tally.gain(never..=never), None);
}

#[test]
fn pairs_are_an_even_number_of_trials() {
    let case = case("mutants.check bonus=0 dc=10");
    for trials in [0, 1, 999] {
        let run = Sample { trials, seed: 1 };
        let error = sample_mirrored(case.check(), "", run, &Progress::default()).expect_err("odd");
        assert!(error.to_string().contains("no mirrored pairs"), "{error}");
    }
}

/// A case and its control, the place and the scores of their success, and how far apart they are.
#[test]
fn the_intervals_of_controls_hold_the_share() {
    for (question, control, least, most) in [
        (
            "melodrama.opposed active=10 passive=5 decks=one",
            "melodrama.opposed active=10 passive=5",
            1.1,
            1e3,
        ),
        (
            "melodrama.hand hand=2 opposing_hand=2 decks=one",
            "melodrama.hand hand=2 opposing_hand=2",
            4.0,
            1e3,
        ),
        // One that hardly goes with it gains hardly anything, and does no harm.
        (
            "melodrama.opposed active=10 passive=5",
            "melodrama.opposed active=-6 passive=5",
            1.0,
            1.5,
        ),
    ] {
        let (case, near) = (case(question), case(control));
        let target = |case: &Case| {
            let (place, success) = case.success().expect("something succeeds");
            (place, success.scores())
        };
        let ((place, scores), (other, same)) = (target(&case), target(&near));
        let share = |case: &Case, place: usize| {
            case.law(20_000_000).expect("it is exact").columns[place].share_within(scores.clone())
        };
        let (truth, exact) = (share(&case, place), share(&near, other));
        let run = |trials, seed| {
            let checks = [case.check(), near.check()];
            let run = Sample { trials, seed };
            let paired = sample_paired(&checks, &[place, other], "", run, &Progress::default());
            paired.controlled((0, &scores), (1, &same), exact)
        };
        let held = coverage(truth, |seed| run(400, seed).share);
        assert!((0.92..=0.98).contains(&held), "{question}: {held}");
        let gain = run(200_000, 1).gain;
        assert!((least..most).contains(&gain), "{question}: {gain}");
        let errors = (1..=RUNS).map(|seed| (run(400, seed).share.value - truth).powi(2));
        let spread = errors.sum::<f64>() / RUNS as f64;
        let ratio = truth * (1.0 - truth) / 400.0 / spread / gain;
        assert!((0.8..1.2).contains(&ratio), "{question}: {ratio}");
    }
}
