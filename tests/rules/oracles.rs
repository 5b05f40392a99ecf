//! Tests against sources outside the engine: values of other programs, laws of statrs, sums by
//! hand.

use oddsmith::odds::{Histogram, Law, Laws, Success};
use serde_json::Value;
use statrs::distribution::{Discrete, Hypergeometric};

pub fn laws(question: &str) -> Laws {
    oddsmith::case(question)
        .and_then(|case| case.law(20_000_000))
        .unwrap_or_else(|error| panic!("{question}: {error}"))
}

pub fn first(question: &str) -> Law {
    laws(question).columns.swap_remove(0)
}

/// Compares with `tests/golden/single_checks.json`: exact shares from an independent program, by
/// the name of the question.
#[test]
fn golden_values_of_another_program() {
    let golden: serde_json::Map<String, Value> =
        serde_json::from_str(include_str!("../golden/single_checks.json"))
            .expect("the golden file is JSON");
    let mut compared = 0;
    for (name, wanted) in &golden {
        let parts: Vec<&str> = name.split('.').collect();
        let number = |part: &str| part.rsplit('=').next().unwrap_or_default().to_owned();
        let share = match parts[..] {
            ["melodramatic", "active_wins", edge] => {
                first(&format!("melodrama.opposed active={} passive=0", number(edge)))
                    .success(Success::AtLeast(0))
            }
            ["melodramatic", "critical", ranks, edge] => laws(&format!(
                "melodrama.opposed active={} passive=0 improved_critical={}",
                number(edge),
                number(ranks)
            ))
            .column("result")
            .expect("a result")
            .exactly(2),
            ["melodramatic", "toughness", edge, rung] => {
                let case = oddsmith::case(&format!(
                    "melodrama.toughness toughness={} damage=0",
                    number(edge)
                ))
                .expect("the question reads");
                let score = case.columns()[0]
                    .scale
                    .names()
                    .iter()
                    .position(|name| *name == rung)
                    .expect("the rung is on the ladder");
                let laws = case.law(1_000).expect("it is exact");
                laws.column("rung").expect("a rung").exactly(score as i32)
            }
            ["melodramatic", "concealment", kind, "miss"] => {
                first(&format!("melodrama.concealment concealment={kind}")).exactly(0)
            }
            ["melodramatic", "group", "six_thugs", saves] => {
                let saves: i32 = number(saves).parse().expect("a number of thugs");
                first("melodrama.group kind=save rank=10 rival=6 card=7 minions=6")
                    .exactly(6 - saves)
            }
            ["mano", die, need] => {
                first(&format!("mano.roll die={die} difficulty={}", number(need))).exactly(1)
            }
            ["mneme", kind, at_least] => {
                let advantage = i32::from(kind == "advantage");
                first(&format!("mneme.task advantage={advantage} difficulty={}", number(at_least)))
                    .success(Success::AtLeast(0))
            }
            ["torg", "skilled", roll] => laws("torg.bonus")
                .column("roll")
                .expect("a roll")
                .success(Success::AtLeast(number(roll).parse().expect("a number"))),
            ["mutants", "check", edge] => {
                first(&format!("mutants.check bonus={} dc=10", number(edge)))
                    .success(Success::AtLeast(0))
            }
            // The ladder has a separate test.
            _ => continue,
        };
        assert_eq!(share.fraction().as_deref(), wanted["fraction"].as_str(), "{name}");
        assert!((share.value - wanted["value"].as_f64().expect("a value")).abs() < 1e-15, "{name}");
        compared += 1;
    }
    assert!(compared > 60, "the golden file has questions of these checks");
}

#[test]
fn a_group_with_a_known_card_is_hypergeometric() {
    // A minion saves with a card from 4 + `card` to the king, four of each value, or with one of
    // two jokers.
    for (minions, card) in [(1, 7), (6, 7), (20, 3), (40, 1)] {
        let law = first(&format!(
            "melodrama.group kind=save rank=10 rival=6 card={card} minions={minions}"
        ));
        let good = (4 + card..=13).count() as u64 * 4 + 2;
        let saves =
            Hypergeometric::new(54, good, minions).expect("a hand is smaller than the deck");
        for failed in 0..=minions {
            let (found, wanted) = (law.share(failed as i32), saves.pmf(minions - failed));
            assert!(
                (found - wanted).abs() < 1e-9,
                "{minions} minions, {failed} fail: {found} against {wanted}"
            );
        }
    }
    assert!(
        (first("melodrama.group kind=save rank=10 rival=6 card=7 minions=6")
            .mean()
            .expect("a mean")
            - 40.0 / 9.0)
            .abs()
            < 1e-14
    );
}

/// Counts all pairs of cards by hand: 54 x 54 with a deck for each side, 54 x 53 with one deck.
#[test]
fn opposed_checks_and_saves_counted_card_by_card() {
    for (joker, one_deck) in [(15, false), (14, false), (15, true), (14, true)] {
        let cards: Vec<i32> = (1..=13).flat_map(|value| [value; 4]).chain([joker; 2]).collect();
        let pairs = || {
            (0..54)
                .flat_map(|mine| (0..54).map(move |theirs| (mine, theirs)))
                .filter(|(mine, theirs)| !one_deck || mine != theirs)
        };
        let count = |counts: &dyn Fn(i32, i32) -> bool| {
            pairs().filter(|&(mine, theirs)| counts(cards[mine], cards[theirs])).count() as f64
                / pairs().count() as f64
        };
        let decks = if one_deck { "one" } else { "own" };
        for edge in [-12, -5, 0, 3, 9] {
            let opposed = laws(&format!(
                "melodrama.opposed active={edge} passive=0 improved_critical=2 decks={decks} joker={joker}"
            ));
            let wins = count(&|mine, theirs| mine + edge >= theirs);
            let criticals = count(&|mine, theirs| mine + edge >= theirs && mine >= 11);
            let column = |name| opposed.column(name).expect("it is a column");
            assert!(
                (column("margin").success(Success::AtLeast(0)).value - wins).abs() < 1e-14,
                "{decks} {joker} {edge}"
            );
            assert!(
                (column("result").share(2) - criticals).abs() < 1e-14,
                "{decks} {joker} {edge}"
            );
            let toughness = first(&format!(
                "melodrama.toughness toughness={edge} damage=0 joker_saves=true decks={decks} joker={joker}"
            ));
            let worst = count(&|mine, theirs| mine + edge - theirs <= -10 && mine != joker);
            assert!((toughness.share(0) - worst).abs() < 1e-14, "{decks} {joker} {edge}");
        }
    }
}

/// The best of n cards is at most v in C(cards up to v, n) of C(54, n) hands.
#[test]
fn the_best_of_two_hands_counted_by_binomials() {
    let choose =
        |n: i64, k: i64| (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64);
    let up_to = |value: i32| if value >= 15 { 54 } else { i64::from(value.clamp(0, 13)) * 4 };
    for (mine, theirs) in [(1, 1), (3, 8), (8, 3), (20, 30)] {
        // No card is worth 14, so the cards below the jokers are those up to the kings.
        let best = |cards: i64, value: i32| {
            (choose(up_to(value), cards) - choose(up_to(value - 1), cards)) / choose(54, cards)
        };
        let values = || (1..=13).chain([15]);
        let at_most = |cards: i64, value: i32| {
            values().filter(|&other| other <= value).map(|value| best(cards, value)).sum::<f64>()
        };
        let wins: f64 = values().map(|value| best(mine, value) * at_most(theirs, value)).sum();
        let found = first(&format!("melodrama.best_of hand={mine} opposing_hand={theirs}"))
            .success(Success::AtLeast(0))
            .value;
        assert!((found - wins).abs() < 1e-12, "{mine} against {theirs}: {found} and {wins}");
    }
    let three_against_eight =
        first("melodrama.best_of hand=3 opposing_hand=8").success(Success::AtLeast(0)).value;
    assert!((three_against_eight - 0.343).abs() < 5e-4);
}

/// Two rivals: all 54^3 draws, ties by bonus and then by chance.
#[test]
fn initiative_counted_draw_by_draw() {
    let cards: Vec<i32> = (1..=13).flat_map(|value| [value; 2]).chain([15]).collect();
    let (mine, rivals) = (4, [4, 6]);
    let mut first_of_all = 0.0;
    for a in &cards {
        for b in &cards {
            for c in &cards {
                // Share of the orders with this rival behind: 1, 0, or half of a tie with equal
                // bonus.
                let ahead = |card: &i32, bonus: i32| match (a + mine - card - bonus).cmp(&0) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Less => 0.0,
                    std::cmp::Ordering::Equal if bonus == mine => 0.5,
                    std::cmp::Ordering::Equal => f64::from(u8::from(mine > bonus)),
                };
                first_of_all += ahead(b, rivals[0]) * ahead(c, rivals[1]);
            }
        }
    }
    let law = first("melodrama.initiative mine=4 rivals=[4,6]");
    assert!((law.share(2) - first_of_all / 27f64.powi(3)).abs() < 1e-12);
    // Three equals who draw again until they differ are each first equally often; the last resort
    // is fair too.
    let equals = first("melodrama.initiative mine=3 rivals=[3,3] tie=again");
    assert!((equals.share(2) - 1.0 / 3.0).abs() < 1e-12, "{}", equals.share(2));
}

/// The d20 original, counted face by face: 20 faces for the first roll, 20 for that of the hero
/// point.
#[test]
fn the_hero_point_counted_face_by_face() {
    for need in -2..=24 {
        let (mut wins, mut hits) = (0, 0);
        for one in 1..=20 {
            for two in 1..=20 {
                let second = if two <= 10 { two + 10 } else { two };
                wins += i32::from(one >= need || second >= need);
                let hit = (one != 1 && one >= need) || one == 20;
                hits += i32::from(hit || second >= need || two == 20);
            }
        }
        let check = first(&format!("mutants.check bonus=0 dc={need} hero_point=true"))
            .success(Success::AtLeast(0))
            .value;
        assert!((check - f64::from(wins) / 400.0).abs() < 1e-14, "need {need}");
        let attack = first(&format!("mutants.attack attack=10 defense={need} hero_point=true"))
            .success(Success::AtLeast(1))
            .value;
        assert!((attack - f64::from(hits) / 400.0).abs() < 1e-14, "need {need}");
    }
}

/// The printed odds of Mneme CE, Core Mechanics, for the difficulties 3 to 12, and for 13, which it
/// calls not available.
#[test]
fn mneme_matches_its_printed_odds() {
    let printed = [97.22, 91.67, 83.33, 72.22, 58.33, 41.67, 27.78, 16.67, 8.33, 2.78];
    for (difficulty, printed) in (3..).zip(printed) {
        let share = first(&format!("mneme.task difficulty={difficulty}"))
            .success(Success::AtLeast(0))
            .value;
        assert!((share * 100.0 - printed).abs() < 0.005, "difficulty {difficulty}: {share}");
    }
    assert_eq!(first("mneme.task difficulty=13").success(Success::AtLeast(0)).value, 0.0);
    // Advantage by the table of two-dice facts: 3d6 keep two, at least 2 to 12.
    let advantage = [100.0, 99.54, 98.15, 94.91, 89.35, 80.56, 68.06, 52.31, 35.65, 19.91, 7.41];
    let disadvantage = [100.0, 92.59, 80.09, 64.35, 47.69, 31.94, 19.44, 10.65, 5.09, 1.85, 0.46];
    for (sign, row) in [(1, advantage), (-1, disadvantage)] {
        for (difficulty, printed) in (2..).zip(row) {
            let share = first(&format!("mneme.task advantage={sign} difficulty={difficulty}"))
                .success(Success::AtLeast(0))
                .value;
            assert!(
                (share * 100.0 - printed).abs() < 0.005,
                "advantage {sign}, difficulty {difficulty}: {share}"
            );
        }
    }
}

#[test]
fn a_contest_between_equals_is_even_on_every_die() {
    for die in ["d20", "d12", "d10", "d8", "d6"] {
        let share = first(&format!("mano.contest active=4 passive=4 die={die}"))
            .success(Success::AtLeast(3));
        assert_eq!(share.fraction().as_deref(), Some("1/2"), "{die}");
    }
}

/// Rows of an independent table: P(bonus >= k) in per cent, for the values k in `at`.
#[test]
#[expect(clippy::approx_constant, reason = "3.14 per cent is no circle")]
fn drama_die_matches_its_table() {
    let at = [-8, -5, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
    let rows: [(&str, [f64; 18], f64, f64); 4] = [
        (
            "skilled=true",
            [
                90.0, 80.0, 70.0, 60.0, 55.0, 44.50, 34.00, 28.75, 23.50, 18.25, 13.00, 7.75, 7.75,
                5.19, 3.14, 1.70, 0.54, 0.34,
            ],
            35.0 / 3.0,
            -0.762,
        ),
        (
            "skilled=false",
            [
                90.0, 80.0, 70.0, 60.0, 55.0, 44.50, 34.00, 28.75, 23.50, 18.25, 13.00, 7.75, 2.75,
                1.44, 0.14, 0.07, 0.01, 0.00,
            ],
            210.0 / 19.0,
            -0.908,
        ),
        (
            "possibilities=1",
            [
                100.0, 100.0, 100.0, 100.0, 100.0, 95.24, 89.42, 86.12, 82.56, 78.74, 74.65, 70.30,
                67.94, 45.24, 23.67, 12.80, 7.68, 4.63,
            ],
            25.583,
            7.443,
        ),
        (
            "up=true",
            [
                99.75, 98.50, 96.25, 93.00, 88.75, 84.47, 79.10, 76.00, 72.62, 68.97, 65.05, 60.85,
                56.12, 37.11, 22.52, 11.88, 7.03, 4.18,
            ],
            70.0 / 3.0,
            6.165,
        ),
    ];
    for (fields, row, total, bonus) in rows {
        let laws = laws(&format!("torg.bonus {fields}"));
        let [bonuses, rolls] = ["bonus", "roll"].map(|name| laws.column(name).expect("a column"));
        for (k, printed) in at.into_iter().zip(row) {
            let share = bonuses.success(Success::AtLeast(k)).value;
            assert!((share * 100.0 - printed).abs() < 0.005_001, "{fields}, bonus {k}: {share}");
        }
        assert!((rolls.mean().expect("a mean") - total).abs() < 5e-4, "{fields}");
        assert!((bonuses.mean().expect("a mean") - bonus).abs() < 5e-4, "{fields}");
    }
    // Skill equal to the difficulty, result by result.
    let laws = laws("torg.check value=10 difficulty=10");
    let results = laws.column("result").expect("a result");
    for (score, printed) in [45.0, 10.5, 15.75, 21.0, 7.21, 0.54].into_iter().enumerate() {
        assert!(
            (results.share(score as i32) * 100.0 - printed).abs() < 0.005_001,
            "result {score}"
        );
    }
}

/// An action that fails has no effect: the share of `none` is that of failure, and the mean is over
/// the rest.
#[test]
fn a_failed_action_has_no_effect() {
    let laws = laws("torg.check value=10 difficulty=10 effect_value=12 toughness=9");
    let [margins, results, effects] =
        ["margin", "result", "effect"].map(|name| laws.column(name).expect("a column"));
    assert_eq!(effects.none(), results.exactly(0));
    let mean: f64 =
        (0..40).map(|margin| f64::from(margin + 3) * margins.share(margin)).sum::<f64>() / 0.55;
    assert!((effects.mean().expect("a mean") - mean).abs() < 1e-3);
}

/// Two cards of one deck are never the same card, so ties are rarer and the active side wins less
/// often.
#[test]
fn one_shared_deck_has_fewer_ties() {
    let share = |decks: &str| {
        first(&format!("melodrama.opposed active=0 passive=0 decks={decks}"))
            .success(Success::AtLeast(0))
            .fraction()
    };
    assert_eq!(share("own").as_deref(), Some("391/729"));
    assert_eq!(share("one").as_deref(), Some("755/1431"));
}

/// Mind over Matter, Willpower: needs of 1 to 8, each ladder added up by hand.
#[test]
fn ladder_costs_match_sums_by_hand() {
    let mean = |ladder: &str| {
        first(&format!("moma.climb attribute=8 skill=8 needs=[1..8] ladder={ladder}"))
            .mean()
            .expect("it is scored")
    };
    // 1, 3, 6, … 36; then 1, 4, 4, 9, 9, 16, 16, 16 + 8 (9 is above the cap, so the last need of 8
    // fails at 16); and so on.
    assert_eq!(mean("one_by_one"), 120.0 / 8.0);
    assert_eq!(mean("odd"), 75.0 / 8.0);
    assert_eq!(mean("even"), 80.0 / 8.0);
    assert_eq!(mean("doubling"), 78.0 / 8.0);
    assert_eq!(mean("at_once"), 8.0);
    let optimal = laws("moma.climb attribute=8 skill=8 needs=[1..8] ladder=optimal");
    assert_eq!(optimal.column("result").expect("a result").share(1), 1.0);
    assert!(optimal.column("points").expect("points").mean().expect("it is scored") <= 8.0);
}

/// Days of willpower, computed by hand: the law of the pool moves from encounter to encounter.
#[test]
fn pool_law_matches_a_computation_by_hand() {
    let case = oddsmith::case(
        "moma.days attribute=2 skill=5 dn=[8,9,10,13] encounters=3 days=3 meals=1 nights=false",
    )
    .expect("it reads");
    let laws = case.law(20_000_000).expect("it is exact");
    let law = |name: &str, at: u32| laws.column_at(name, at).expect("the column is there");
    let mut pool = [0.0; 11];
    pool[10] = 1.0;
    for encounter in 1..=9 {
        let (mut next, mut met) = ([0.0; 11], 0.0);
        for left in 0..=10usize {
            assert!(
                (law("pool", encounter).share(left as i32) - pool[left]).abs() < 1e-12,
                "encounter {encounter}, pool {left}"
            );
            // Needs of 1, 2, 3 and 6; the last is above the skill.
            for need in [1, 2, 3, 6] {
                let paid = if need <= left.min(5) { need } else { 0 };
                met += if paid == need { pool[left] / 4.0 } else { 0.0 };
                let rest = if encounter % 3 == 0 { 2 } else { 0 };
                next[(left - paid + rest).min(10)] += pool[left] / 4.0;
            }
        }
        assert!((law("result", encounter).share(1) - met).abs() < 1e-12);
        pool = next;
    }
}

/// Mind over Matter, Combat Effects: a full pool of 40 buys eight effects of one kind, which cost 1
/// + 2 + … + 8.
#[test]
fn effects_cost_one_more_each() {
    let scores = |question: &str| {
        laws(question)
            .columns
            .iter()
            .map(|law| law.mean().expect("it is scored"))
            .collect::<Vec<_>>()
    };
    let ten = "[hulk_up,hulk_up,hulk_up,hulk_up,hulk_up,hulk_up,hulk_up,hulk_up,hulk_up,hulk_up]";
    assert_eq!(scores(&format!("moma.effects pools=[40] effects={ten}")), [36.0, 8.0, 8.0]);
    assert_eq!(
        scores("moma.effects pools=[20,20,20,20] effects=[order,step] orders=[hulk_up]"),
        [6.0, 3.0, 0.0]
    );
    assert_eq!(
        scores(
            "moma.effects pools=[20,20,20,20] effects=[order,step] orders=[hulk_up] count=round"
        ),
        [4.0, 3.0, 0.0]
    );
    assert_eq!(scores("moma.effects pools=[9,9,0,9] effects=[step,know,step]"), [1.0, 1.0, 0.0]);
    assert_eq!(
        scores("moma.effects pools=[9,9,9,9] effects=[order] orders=[step] ally_pools=[9,1]"),
        [1.0, 1.0, 0.0]
    );
}
