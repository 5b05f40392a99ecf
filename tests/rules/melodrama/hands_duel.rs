//! Tests of duels of hands, and of rivals of several types: against values of other programs,
//! against each other, and against samples.

use oddsmith::odds::{Histogram, Sample};
use oddsmith::registry::{Case, Names, Settings, Value};
use oddsmith::strategy::{Side, Solved};
use oddsmith::systems::Catalogue;

/// Returns the case and the solution of a duel, given its name and its fields.
fn duel(question: &str) -> (Case, Solved) {
    let (id, fields) = question.split_once(' ').expect("a duel has fields");
    let entry = Catalogue::default().duels().find(|duel| duel.id == *id).expect("it is a duel");
    let fields =
        fields.split_whitespace().map(|field| field.split_once('=').expect("a field has a value"));
    let fields = fields.map(|(name, value)| (name, Value::guess(value)));
    let settings = Settings::read(&entry.id, &entry.fields, fields, &Names::default())
        .unwrap_or_else(|error| panic!("{question}: {error}"));
    let solver = entry.solver.expect("a duel is solved");
    let solved = (solver.solve)(&settings).unwrap_or_else(|error| panic!("{question}: {error}"));
    (Case::new(entry, settings).expect("it builds"), solved)
}

fn value(question: &str) -> f64 {
    let solved = duel(question).1;
    assert!(solved.lo <= solved.value && solved.value <= solved.hi, "{question}");
    assert!(solved.hi - solved.lo <= 1e-7, "{question}: {} {}", solved.lo, solved.hi);
    solved.value
}

/// Compares with `tests/golden/duels.json`: values of independent solvers.
#[test]
fn golden_values_of_hands() {
    let golden: serde_json::Value = serde_json::from_str(include_str!("../../golden/duels.json"))
        .expect("the golden file is JSON");
    let wanted = |workload: &str| -> f64 {
        let cases = golden["cases"].as_array().expect("cases");
        let case = cases.iter().find(|case| case["workload"] == workload).expect("it is there");
        case["value"].as_str().and_then(|value| value.parse().ok()).expect("a value")
    };
    let open = value("melodrama.hand hand=[3,7,12] opposing_hand=[5,9,10] stakes=[1,1,1]");
    assert!((open - wanted("D4")).abs() < 1e-12, "{open}");
    let hidden =
        value("melodrama.hand deck=[1..5] hand=2 opposing_hand=2 stakes=[1,1] information=hidden");
    assert!((hidden - wanted("D5")).abs() < 1e-12, "{hidden}");
}

/// Both sides know a named hand, so hidden and public information give the same value.
#[test]
fn known_hands_are_worth_the_same_hidden_or_open() {
    for terms in [
        "hand=[3,7,12] opposing_hand=[5,9,10] stakes=[1,2,3]",
        "hand=[2,2,8,11] opposing_hand=[1,6,6] stakes=[3,1] active=1",
        "hand=[4,13] opposing_hand=[4,4,15] stakes=[5]",
    ] {
        let of =
            |information: &str| value(&format!("melodrama.hand {terms} information={information}"));
        assert!((of("public") - of("hidden")).abs() < 1e-9, "{terms}");
    }
}

/// Swapping the sides of a duel negates its value, if totals can't tie.
#[test]
fn swapped_sides_swap_the_sign() {
    for (one, other) in [("[1,4,6,9]", "[2,3,5,8,10]"), ("[1,1,7]", "[2,4,4,8]")] {
        for information in [
            "deck={a} opposing_deck={b} hand=3 opposing_hand=3 information=hidden",
            "hand={a} opposing_hand={b}",
        ] {
            let of = |a: &str, b: &str| {
                let fields = information.replace("{a}", a).replace("{b}", b);
                value(&format!("melodrama.hand {fields} stakes=[1,3,2]"))
            };
            assert!((of(one, other) + of(other, one)).abs() < 2e-7, "{one} {other}");
        }
    }
}

/// The printed plans achieve exactly the solved averages, and nearly so when sampled.
#[test]
fn plans_achieve_the_solved_averages() {
    for question in [
        "melodrama.hand hand=[3,7,12] opposing_hand=[5,9,10] stakes=[1,2,3]",
        "melodrama.hand deck=[1..4] hand=2 opposing_hand=[2,3,3] opposing_deck=[2,3,3] stakes=[1,2] information=hidden",
        "melodrama.hand deck=[1,3,5,7] hand=3 opposing_hand=3 stakes=[2,1] information=hidden passive=1",
        "moma.duel score=8 cap=3 pool=9 rival_types=[[7,2,20],[9,4,8]] rounds=2 price=0.05",
        "moma.duel score=8 cap=3 pool=9 rival_types=[[7,2,20],[9,4,8]] rounds=2 knows_type=true hulk_up=2",
        "moma.duel score=8 cap=3 pool=9 rival_score=8 rival_cap=4 rival_pool=8 rounds=2 rival_hulk_up=3",
    ] {
        let (case, solved) = duel(question);
        let law = case.law(20_000_000).expect("it is exact");
        let run = Sample { trials: 65_536, seed: 1 };
        let tallies = case.sample(run).unwrap();
        for (place, (name, wanted)) in solved.averages.iter().enumerate() {
            let exact = law.columns[place].mean().expect("it is scored");
            // All plans that prove the value share it, but their other averages may differ.
            assert!((exact - wanted).abs() < 1e-6, "{question} {name}: {exact} is not {wanted}");
            let tally = &tallies.columns[place];
            let (mean, sd) = (tally.mean().expect("scored"), tally.sd().expect("scored"));
            let half = 5.0 * sd / (run.trials as f64).sqrt();
            assert!((mean - wanted).abs() <= half, "{question} {name}: {mean} is not {wanted}");
        }
    }
}

/// Simple policies have names, and losses between 0 and 1.
#[test]
fn simple_policies_have_names_and_losses() {
    let solved =
        duel("melodrama.hand deck=[1..6] hand=3 opposing_hand=3 stakes=[1,2,3] information=hidden")
            .1;
    let names: Vec<&str> = solved.naive.iter().map(|naive| naive.policy.as_str()).collect();
    let first = ["lowest", "highest", "random", "cheapest", "stake_weighted", "keep_trump"];
    assert_eq!(names[..6], first);
    assert_eq!(
        names[6..],
        ["threshold:2", "threshold:3", "threshold:4", "threshold:5", "threshold:6"]
    );
    assert!(solved.naive.iter().all(|naive| (0.0..=1.0).contains(&naive.gives_away)));
    assert!(solved.naive.iter().any(|naive| naive.gives_away > 0.05));
    // By hand: the 9 wins its check against any card, and the 3 never wins.
    let open = duel("melodrama.hand hand=[3,9] opposing_hand=[8,9] stakes=[1,1]").1;
    assert!(open.value.abs() < 1e-12 && open.naive[1].gives_away.abs() < 1e-12);
    // So the 9 belongs to the check that is worth two thirds.
    let open = duel("melodrama.hand hand=[3,9] opposing_hand=[8,9] stakes=[2,1]").1;
    assert!((open.value - (2.0 / 3.0 - 0.5)).abs() < 1e-12, "{}", open.value);
    assert!((open.naive[0].gives_away - 1.0 / 3.0).abs() < 1e-12);
}

/// States of a duel of hands show the own cards and the number of cards of the other side.
#[test]
fn states_show_only_visible_cards() {
    let (case, solved) =
        duel("melodrama.hand deck=[1..4] hand=2 opposing_hand=2 stakes=[1,1] information=hidden");
    let states: Vec<String> = solved
        .choices(Side::Own)
        .map(|(state, _)| oddsmith::answer::strategies::state(state))
        .collect();
    assert_eq!(
        states[0],
        r#"{"round":1,"own":[1,2],"rival":2,"score":0,"own_played":[],"rival_played":[]}"#
    );
    assert_eq!(states.len(), 12);
    assert!(solved.choices(Side::Own).all(|(_, choice)| choice.range.is_none()));
    let solver = case.entry.solver.expect("it is solved");
    let all = (solver.positions)(&case.settings).expect("it is small");
    let listed: usize = all.iter().flat_map(|at| &at.choices).map(Vec::len).sum();
    assert_eq!(listed, (solver.choices)(&case.settings).expect("it is small"));
}

/// A single rival type is no secret, and knowing the type is never worse than guessing it.
#[test]
fn knowing_the_rival_type_is_never_worse() {
    let plain = value(
        "moma.duel score=8 cap=4 pool=12 rival_score=9 rival_cap=3 rival_pool=9 rounds=3 price=0.04 leftover=0.01",
    );
    let one = value(
        "moma.duel score=8 cap=4 pool=12 rival_types=[[9,3,9]] rounds=3 price=0.04 leftover=0.01",
    );
    assert!((plain - one).abs() < 1e-12);
    for terms in [
        "score=8 cap=4 pool=20 rival_types=[[7,4,20],[9,4,20]] price=0.05",
        "score=8 cap=3 pool=6 rival_types=[[7,3,6],[8,2,9],[10,3,4]] rounds=2 price=0.02",
        "score=8 cap=2 pool=4 rival_types=[[7,2,4],[9,2,4]] rounds=3 objective=majority tie=skill",
    ] {
        let of = |knows: bool| value(&format!("moma.duel {terms} knows_type={knows}"));
        assert!(of(true) >= of(false) - 1e-7, "{terms}");
    }
    // By hand: bids are free, so all bid as much as they can, and knowing the type changes nothing.
    let free = "moma.duel score=8 cap=4 pool=20 rival_types=[[7,4,20],[9,4,20]]";
    assert!(value(free).abs() < 1e-12);
}

/// The first Hulk Up costs one point, the second two; one that the pool can't pay is not bought.
#[test]
fn hulk_up_is_paid_from_the_pool() {
    let base = "moma.duel score=8 cap=4 pool=4 rival_score=9 rival_cap=0 rival_pool=5 tie=defender";
    // A bid of 2 wins for sure, and costs 0.2; a Hulk Up makes it a bid of 1.
    assert!((value(&format!("{base} price=0.1")) - 0.3).abs() < 1e-12);
    assert!((value(&format!("{base} price=0.1 hulk_up=1")) - 0.3).abs() < 1e-12);
    assert!((value(&format!("{base} price=0.1 hulk_up=2")) - 0.2).abs() < 1e-12);
    // The third would cost 3, with 1 of 4 left: two are bought.
    assert!((value(&format!("{base} price=0.1 hulk_up=8")) - 0.2).abs() < 1e-12);
    let (case, solved) = duel(&format!("{base} price=0.1 hulk_up=2"));
    assert!((solved.spend.expect("points")[0] - 3.0).abs() < 1e-12);
    let law = case.law(1_000_000).expect("it is exact");
    assert_eq!(law.column("spent").expect("it is counted").mean(), Some(3.0));
}

/// The best reply to a policy wins exactly the loss of the policy, also against several rival
/// types.
#[test]
fn best_reply_wins_the_loss_of_a_policy() {
    let terms = "moma.duel score=8 cap=3 pool=6 rival_types=[[7,3,6],[9,2,6]] rounds=2 price=0.03";
    let solved = duel(terms).1;
    for naive in &solved.naive {
        let case =
            oddsmith::case(&format!("{terms} policy={} rival_policy=best_reply", naive.policy))
                .expect("it reads");
        let law = case.law(20_000_000).expect("it is exact");
        let mean = |name: &str| law.column(name).expect("it is counted").mean().expect("scored");
        let ties: f64 =
            (1..=2).map(|at| law.column_at("win", at).expect("each round").share(1)).sum();
        let keeps = (mean("rounds_won") + ties / 2.0) / 2.0 - 0.5
            + 0.03 * (mean("rival_spent") - mean("spent"));
        assert!((solved.value - keeps - naive.gives_away).abs() < 1e-9, "{}", naive.policy);
    }
}
