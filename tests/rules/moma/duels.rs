//! Tests of duels against values of other programs, against brute force, and with swapped sides.

use std::collections::BTreeMap;

use oddsmith::odds::{Histogram, Sample};
use oddsmith::registry::{Names, Settings, Value};
use oddsmith::strategy::{BiddingDuel, Objective, Plan, Rounds, Side, Solved, State};
use oddsmith::systems::{check, moma::solve};
use proptest::prelude::*;

fn solved(question: &str) -> Solved {
    let fields = question
        .split_whitespace()
        .map(|field| field.split_once('=').expect("a field has a value"))
        .map(|(name, value)| (name, Value::guess(value)));
    check("moma.duel")
        .and_then(|duel| Settings::read(&duel.id, &duel.fields, fields, &Names::default()))
        .and_then(|set| solve(&set))
        .unwrap_or_else(|error| panic!("{question}: {error}"))
}

/// Compares with `tests/golden/duels.json`: values of independent solvers, by the name of the case.
#[test]
fn golden_values_of_other_solvers() {
    let golden: serde_json::Value = serde_json::from_str(include_str!("../../golden/duels.json"))
        .expect("the golden file is JSON");
    let mut compared = 0;
    for case in golden["cases"].as_array().expect("cases") {
        let name = case["case"].as_str().expect("a name");
        let (workload, fields) = name.split_once(':').expect("a workload");
        if !workload.starts_with(['D']) || ["D4", "D5"].contains(&workload) {
            continue;
        }
        let mut set: BTreeMap<&str, &str> =
            fields.split(',').filter_map(|field| field.split_once('=')).collect();
        // Without a named pool, the pool is never short.
        set.entry("PA").or_insert("1000");
        set.entry("PB").or_insert("1000");
        let names = [
            ("sA", "score"),
            ("cA", "cap"),
            ("PA", "pool"),
            ("sB", "rival_score"),
            ("cB", "rival_cap"),
            ("PB", "rival_pool"),
        ];
        let others = [("R", "rounds"), ("lam", "price"), ("mu", "leftover")];
        let mut question: Vec<String> = names
            .iter()
            .chain(&others)
            .filter_map(|(key, field)| Some(format!("{field}={}", set.get(key)?)))
            .collect();
        if workload.starts_with("D3") {
            question.push("objective=majority".into());
        }
        let Solved { value, lo, hi, .. } = solved(&question.join(" "));
        let wanted: f64 =
            case["value"].as_str().and_then(|value| value.parse().ok()).expect("a value");
        assert!((value - wanted).abs() < 1e-9, "{name}: {value} is not {wanted}");
        assert!(
            hi - lo <= 1e-10 && lo <= wanted + 1e-12 && wanted <= hi + 1e-12,
            "{name}: {lo} {hi}"
        );
        compared += 1;
    }
    assert_eq!(compared, 5);
}

/// A duel with random terms.
#[derive(Clone, Copy, Debug)]
struct Terms {
    rounds: usize,
    edge: i32,
    caps: [i32; 2],
    pools: [i32; 2],
    majority: bool,
    tied: i8,
    price: f64,
}

impl Terms {
    fn stages(&self) -> BiddingDuel {
        let objective = if self.majority { Objective::Majority } else { Objective::Share };
        BiddingDuel::new(
            self.rounds,
            self.edge,
            self.caps,
            self.pools,
            objective,
            self.tied.cmp(&0),
            self.price,
        )
        .expect("it is small")
    }

    fn value(&self) -> f64 {
        let solution = self.stages().solve().expect("it is small");
        assert!(
            (solution.hi - solution.lo).abs() <= 1e-10,
            "{self:?}: {} {}",
            solution.lo,
            solution.hi
        );
        solution.lo
    }

    fn swapped(&self) -> Terms {
        let swap = |[own, rival]: [i32; 2]| [rival, own];
        Terms {
            edge: -self.edge,
            caps: swap(self.caps),
            pools: swap(self.pools),
            tied: -self.tied,
            ..*self
        }
    }
}

fn terms(rounds: usize, most: i32) -> impl Strategy<Value = Terms> {
    let prices = prop::sample::select(vec![0.0, 0.0, 0.01, 0.05, 0.125, 1.0]);
    (
        1..=rounds,
        -3..=3i32,
        [0..=most, 0..=most],
        [0..=3 * most, 0..=3 * most],
        any::<bool>(),
        -1..=1i8,
        prices,
    )
        .prop_map(|(rounds, edge, caps, pools, majority, tied, price)| Terms {
            rounds,
            edge,
            caps,
            pools,
            majority,
            tied,
            price,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn swapped_sides_swap_the_sign(terms in terms(5, 6)) {
        prop_assert!((terms.value() + terms.swapped().value()).abs() < 1e-10);
    }

    #[test]
    fn advantages_are_never_worse(terms in terms(4, 5)) {
        let value = terms.value();
        for better in [
            Terms { edge: terms.edge + 1, ..terms },
            Terms { caps: [terms.caps[0] + 1, terms.caps[1]], ..terms },
            Terms { pools: [terms.pools[0] + 1, terms.pools[1]], ..terms },
            Terms { tied: 1, ..terms },
        ] {
            prop_assert!(better.value() >= value - 1e-10, "{better:?}");
        }
    }

    /// Verifies the certificate from outside: no reply to either plan does better than stated.
    #[test]
    fn best_replies_confirm_the_bounds(terms in terms(4, 5)) {
        let stages = terms.stages();
        let solution = stages.solve().expect("it is small");
        let (keeps, reply) = solution.plans[0].reply(&stages, Side::Own);
        prop_assert!((keeps - solution.lo).abs() < 1e-12);
        prop_assert!((solution.plans[1].reply(&stages, Side::Rival).0 - solution.hi).abs() < 1e-12);
        // Two plans played against each other are worth the solved value.
        for plans in [[&solution.plans[0], &solution.plans[1]], [&solution.plans[0], &reply]] {
            let course = stages.course(plans);
            let worth = course.win + course.tie / 2.0 - 0.5 + terms.price * (course.spend[1] - course.spend[0]);
            prop_assert!((worth - solution.lo).abs() < 1e-10, "{course:?}");
            prop_assert!((course.win + course.tie + course.loss - 1.0).abs() < 1e-12);
        }
    }

    /// Tries every pure plan of the rival: none takes more from a mixed plan than its best reply.
    #[test]
    fn best_replies_match_brute_force(terms in terms(2, 2), weights in prop::collection::vec(0u8..4, 400)) {
        let stages = terms.stages();
        let mut weight = weights.iter().cycle();
        let mixed = Plan::of(&stages, Side::Own, |state| {
            let mut mix: Vec<f64> = (0..=stages.most(Side::Own, state)).map(|_| f64::from(*weight.next().unwrap_or(&1))).collect();
            mix[0] += 0.5;
            let sum: f64 = mix.iter().sum();
            mix.iter().map(|share| share / sum).collect()
        });
        // The bids of a pure plan, state by state, as digits of a number.
        let states: Vec<State> = stages.states().collect();
        let choices: Vec<u64> = states.iter().map(|state| stages.most(Side::Rival, state) as u64 + 1).collect();
        let count = choices.iter().try_fold(1u64, |count, &choices| count.checked_mul(choices).filter(|&count| count <= 3_000));
        prop_assume!(count.is_some());
        let worth = |pure: &Plan| {
            let course = stages.course([&mixed, pure]);
            course.win + course.tie / 2.0 - 0.5 + terms.price * (course.spend[1] - course.spend[0])
        };
        let worst = (0..count.unwrap_or(0)).map(|number| {
            let (mut rest, mut place) = (number, 0);
            worth(&Plan::of(&stages, Side::Rival, |_| {
                let bid = (rest % choices[place]) as usize;
                (rest, place) = (rest / choices[place], place + 1);
                (0..=bid).map(|other| if other == bid { 1.0 } else { 0.0 }).collect()
            }))
        });
        let worst = worst.fold(f64::MAX, f64::min);
        prop_assert!((mixed.reply(&stages, Side::Own).0 - worst).abs() < 1e-12);
    }
}

/// Long duels have many nearly tied payoffs, and bids in the hundreds make large games.
#[test]
fn long_and_wide_duels_are_certified() {
    for question in [
        "score=0 cap=8 pool=100 rival_score=1 rival_cap=8 rival_pool=90 rounds=20",
        "score=0 cap=8 pool=60 rival_score=0 rival_cap=7 rival_pool=70 rounds=15 price=0.001 tie=active",
        "score=0 cap=100 pool=120 rival_score=2 rival_cap=90 rival_pool=110 price=0.003",
        "score=0 cap=160 pool=160 rival_score=2 rival_cap=140 rival_pool=140 price=0.001",
        "score=3 cap=30 pool=40 rival_score=0 rival_cap=25 rival_pool=50 rounds=3",
    ] {
        let Solved { lo, hi, .. } = solved(question);
        assert!(hi - lo <= 1e-10, "{question}: {lo} {hi}");
    }
}

#[test]
fn one_round_has_equal_share_and_majority_values() {
    for (edge, caps) in [(0, [4, 4]), (-2, [6, 5]), (3, [2, 8])] {
        let share =
            Terms { rounds: 1, edge, caps, pools: [20, 20], majority: false, tied: 0, price: 0.07 };
        assert!((share.value() - Terms { majority: true, ..share }.value()).abs() < 1e-12);
    }
}

/// The printed strategies, sampled: the 99.9 % interval of each seed contains the exact value.
#[test]
fn sampled_strategies_achieve_the_solved_averages() {
    for question in [
        "score=11 cap=8 pool=16 rival_score=12 rival_cap=8 rival_pool=18 rounds=5",
        "score=8 cap=4 pool=20 rival_score=10 rival_cap=5 rival_pool=25 price=0.05",
    ] {
        let solved = solved(question);
        let case = oddsmith::case(&format!("moma.duel {question}")).expect("the question reads");
        for seed in 1..=20 {
            let run = Sample { trials: 65_536, seed };
            let tallies = case.sample(run).unwrap();
            let rounds = tallies.column("rounds_won").expect("rounds are counted");
            let (mean, sd) = (
                rounds.mean().expect("rounds are scored"),
                rounds.sd().expect("rounds are scored"),
            );
            let half = 3.2905 * sd / (run.trials as f64).sqrt();
            let wanted = solved.averages[0].1;
            assert!(
                (mean - wanted).abs() <= half,
                "{question} seed {seed}: {mean} ± {half} is not {wanted}"
            );
        }
        // The exact law agrees too.
        let law = case.law(20_000_000).expect("it is exact");
        let mean = |name| law.column(name).expect("it is a column").mean();
        assert!(
            (mean("rounds_won").expect("rounds are scored") - solved.averages[0].1).abs() < 1e-9
        );
        assert!((mean("spent").expect("points are scored") - solved.averages[1].1).abs() < 1e-9);
    }
}

/// The best reply to a policy wins exactly the loss of the policy.
#[test]
fn best_reply_wins_the_loss_of_a_policy() {
    let terms = "score=11 cap=8 pool=16 rival_score=12 rival_cap=8 rival_pool=18 rounds=5";
    let solved = solved(terms);
    for naive in &solved.naive {
        let case = oddsmith::case(&format!(
            "moma.duel {terms} policy={} rival_policy=best_reply",
            naive.policy
        ))
        .expect("it reads");
        let laws = case.law(20_000_000).expect("it is exact");
        let win = |round| laws.column_at("win", round).expect("a win each round");
        let share: f64 =
            (1..=5).map(|round| win(round).share(2) + win(round).share(1) / 2.0).sum::<f64>() / 5.0;
        assert!((solved.value - (share - 0.5) - naive.gives_away).abs() < 1e-9, "{}", naive.policy);
    }
}
