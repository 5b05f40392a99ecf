//! Property tests of random rules: samples of a compiled rule agree with its law.

use oddsmith::chance::Stream;
use oddsmith::dice::{check_program, read_program};
use oddsmith::odds::{Check, Counts, Histogram, Sample, agreement, sample};
use oddsmith::program::Question;
use proptest::prelude::*;

use super::compiled;

/// Budget of a law; rules that exceed it are only sampled.
const BUDGET: u64 = 3_000;

fn rolls() -> impl Strategy<Value = String> {
    let dice = prop::sample::select(vec![
        "d6",
        "3d6",
        "4dF",
        "d%",
        "2d10",
        "(n)d8",
        "2d{1,1,2..4,7 x2}",
        "[d10, 2d8]",
        "[d4, r]",
        "card54",
        "2d(n + 3)",
    ]);
    let modifiers = prop::sample::select(vec![
        "",
        "",
        "",
        "",
        "!",
        "!!",
        "!p",
        "!!p",
        "!o",
        "!>=5",
        " r1",
        " ro<=2",
        " mi2",
        " ma(n)",
        " r{1,3}",
        "!!{2,4}ro1",
        " mi2!",
    ]);
    let keep =
        prop::sample::select(vec!["", "", "", "", " kh", " kl1", " dl1", " dh(n)", " km", " kh2"]);
    let tally = prop::sample::select(vec!["", "", "", "", " c>=5", " c5c6", " c{1,2}", " c<(n)"]);
    (dice, modifiers, keep, tally).prop_map(|(a, b, c, d)| format!("{a}{b}{c}{d}"))
}

fn numbers() -> impl Strategy<Value = String> {
    let queries = prop::sample::select(vec![
        "count(r, >=5)",
        "count(4d6!, {1,6})",
        "nth(r, 2)",
        "matches(r)",
        "match_face(5d6)",
        "sets(r, 2)",
        "run(r)",
        "natural(2d20kh1)",
        "highest(3d6!)",
        "size(2d6!)",
        "lowest(rolled(4d6kh2))",
        "highest(repeat(3, d6 + d4))",
        "count(repeat(2, 2d6kh1), >=n)",
    ]);
    let leaf = prop_oneof![
        4 => rolls(),
        2 => (0..12i32).prop_map(|number| number.to_string()),
        2 => prop::sample::select(vec!["r", "n"]).prop_map(str::to_owned),
        3 => queries.prop_map(str::to_owned),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        let signs =
            vec!["+", "-", "*", "/", "/^", "mod", "<", "<=", "=", "!=", ">=", ">", "and", "or"];
        let two = (inner.clone(), prop::sample::select(signs), inner.clone());
        prop_oneof![
            4 => two.prop_map(|(a, sign, b)| format!("({a}) {sign} ({b})")),
            1 => inner.clone().prop_map(|a| format!("-({a})")),
            1 => inner.clone().prop_map(|a| format!("(not ({a}))")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("max({a}, {b}, 3)")),
            1 => inner.clone().prop_map(|a| format!("min(9, abs({a}))")),
            1 => (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("(if {a} then {b} else {c})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, max_global_rejects: 4_000, ..ProptestConfig::default() })]
    #[test]
    fn samples_of_random_rules_agree_with_their_laws(number in numbers(), test in numbers()) {
        let rule = format!(
            "r = 3d6\nn = d3\nx = min(400, max(-400, {number}))\nyes: {test}\nno: otherwise\nask x, (x, result)"
        );
        let Ok(checked) = read_program(&rule).and_then(|written| check_program(written, &[])) else {
            // The rule divides by 0, or a result can't happen, so it is refused.
            return Ok(());
        };
        let compiled = match Question::of(&checked.tree).compile() {
            Ok(compiled) => compiled,
            Err(error) => {
                prop_assert!(error.hint().is_some(), "{rule}: {error}");
                return Ok(());
            }
        };
        let run = Sample { trials: 800, seed: 7 };
        let tallies = match sample(&compiled, "random rules", run, &Default::default()) {
            Ok(tallies) => tallies,
            Err(error) => {
                prop_assert!(error.hint().is_some(), "{rule}: {error}");
                return Ok(());
            }
        };
        let Ok(laws) = compiled.law(BUDGET) else { return Ok(()) };
        for (law, tally) in laws.columns.iter().zip(&tallies.columns) {
            prop_assert!((law.scored() + law.none().value - 1.0).abs() < 1e-9, "{rule}");
            let agreement = agreement(law, tally);
            prop_assert!(agreement.p > 1e-7, "{rule}: {agreement:?}");
        }
    }
}

/// A program that only rolls has a kernel, if its dice are few, which plays the same trials as the
/// program.
#[test]
fn kernel_of_a_rolling_program_plays_the_same_trials() {
    for (rule, has) in [
        ("hits = count(6d10, >=8)\nask hits", true),
        ("r = 4d6\nglitch: count(r, 1) * 2 > size(r)\nother: otherwise\nask (r, result)", true),
        ("a = 2d20kh1\nb = d6 mi2\nyes: natural(a) = 20 or a + b > 15\nno: otherwise", true),
        ("r = [d6, 2d8]kh2\nx = 2 * r - 7\nask x", true),
        ("r = 3d{-1, 0, 4}\nask r", true),
        ("r = 5d6!\nask r", false),
        ("r = 30d100\nask r", true),
        ("r = 9d10kh3\nask r", false),
        ("n = d4\nr = (n)d6\nask r", false),
        ("r = if d2 = 1 then 2d6 else 0\nask r", false),
    ] {
        let rule = compiled(rule, &[]).unwrap();
        let kernel = Check::kernel(&rule);
        assert_eq!(kernel.is_some(), has, "{rule:?}");
        let Some(kernel) = kernel else { continue };
        let stream = Stream::new(3, "the same trials");
        let (mut each, mut together) =
            (Counts::new(&Check::columns(&rule)), Counts::new(&Check::columns(&rule)));
        assert_eq!(kernel.block(), Check::block(&rule));
        for (block, trials) in [(0, 5_000), (7, 1)] {
            rule.play_block(&stream, block, trials, &mut each);
            kernel.play(&stream, block, trials, &mut |scored| together.add_scored(scored));
        }
        let [each, together] =
            [each, together].map(|counts| counts.histograms().collect::<Vec<_>>());
        assert_eq!(each, together, "{rule:?}");
    }
}

/// Steps without `at most` are counted until the rest is negligible, also if they are the only
/// column.
#[test]
fn steps_without_a_limit_have_an_exact_law() {
    let rule = "state hp = 3\nstep\nhp = hp - (if d20 >= 10 then 2d6 + 3 else 0)\nuntil hp <= 0\nask steps";
    let laws = compiled(rule, &[]).unwrap().law(1_000_000).unwrap();
    for steps in 1..12 {
        let hit_at_last = 0.55 * 0.45f64.powi(steps - 1);
        let found = laws.columns[0].exactly(steps).value;
        assert!((found - hit_at_last).abs() < 1e-12, "{steps} steps: {found}");
    }
}

/// Numbers up to the limit of the language work, and larger ones are refused.
#[test]
fn numbers_beyond_the_limit_are_refused() {
    for rule in ["otherwise: 100000000", "x = 100000000\nyes: x > 2\nask (x, result)"] {
        let laws = compiled(rule, &[]).unwrap().law(BUDGET).unwrap();
        let law = &laws.columns[0];
        assert_eq!(law.exactly(0).value, 1.0, "{rule}: {:?}", law.scale());
    }
    for rule in [
        "x = 40000 * 40000 + 2d6\nask x",
        "x = 0 - 40000 * 40000 - 40000 * 40000\nask x",
        "x = 2d6 * 100000000\nask x",
    ] {
        let checked = check_program(read_program(rule).unwrap(), &[]).unwrap();
        let error = Question::of(&checked.tree).compile().expect_err(rule);
        assert!(error.to_string().contains("beyond -268435455 to 268435455"), "{rule}: {error}");
    }
}
