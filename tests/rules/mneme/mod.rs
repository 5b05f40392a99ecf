//! Tests of statements of Mneme CE, Core Mechanics, counted over the 36 throws of two dice.

use oddsmith::odds::Law;

/// Returns the share of throws of two dice whose Effect counts; `edge` is modifiers minus
/// difficulty.
fn share(edge: i32, counts: impl Fn(i32) -> bool) -> f64 {
    let throws = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    throws.filter(|dice| counts(dice + edge)).count() as f64 / 36.0
}

fn law(question: &str, column: &str) -> Law {
    let laws = oddsmith::case(question).and_then(|case| case.law(100_000)).unwrap();
    laws.column(column).unwrap().clone()
}

fn same(law: &Law, score: i32, share: f64) {
    let found = law.exactly(score).value;
    assert!((found - share).abs() < 1e-12, "{score}: {found}, not {share}");
}

/// Time and Checks: at Effect 0 the time is the median, and each point of Effect changes it by one
/// unit, for any median.
#[test]
fn the_median_unit_is_at_effect_0() {
    for (median, clamp, most) in [(3, "die", 6), (7, "die", 14), (7, "least", 99), (1, "die", 2)] {
        let units = law(&format!("mneme.time median={median} clamp={clamp} difficulty=7"), "units");
        for score in 1..=20 {
            let wanted = share(-7, |effect| (median - effect).clamp(1, most) == score);
            same(&units, score, wanted);
        }
    }
}

/// With `degree=effect` the degree of a failure is the difficulty minus the Effect, also for time.
#[test]
fn time_uses_the_degree_reading() {
    let units = law("mneme.time difficulty=8 degree=effect", "units");
    for score in 1..=40 {
        let of = |effect: i32| if effect < 0 { 3 + 8 - effect } else { (3 - effect).max(1) };
        same(&units, score, share(-8, |effect| of(effect) == score));
    }
}

/// Costly Success ("may choose"): with a price of at most 7, failures of up to 2 are bought off.
#[test]
fn success_is_bought_up_to_the_price_limit() {
    let question = "mneme.task difficulty=8 costly_success=true costly_at_most=7";
    let bought = |effect: i32| (-2..0).contains(&effect);
    let effect = law(question, "effect");
    same(&effect, 0, share(-8, |effect| effect == 0 || bought(effect)));
    same(&effect, -3, share(-8, |effect| effect == -3));
    let cost = law(question, "cost");
    same(&cost, 7, share(-8, |effect| effect == -2));
    same(&cost, 0, share(-8, |effect| !bought(effect)));
    // The two extremes are never and always.
    let never = law("mneme.task difficulty=8", "cost");
    same(&never, 0, 1.0);
    let always = law("mneme.task difficulty=8 costly_success=true", "effect");
    same(&always, 0, share(-8, |effect| effect <= 0));
}

/// One adversary makes one damage roll, for damage taken and for damage dealt.
#[test]
fn adversaries_bound_the_damage_rolls() {
    let question = "mneme.round modifiers=2 difficulty=10 adversaries=1";
    same(&law(question, "taken"), 1, share(-8, |effect| effect < 0));
    same(&law(question, "dealt"), 1, share(-8, |effect| effect >= 0));
    let harm =
        law("mneme.harm difficulty=8 adversaries=3 mitigating_conditions=1 cover=1", "to_self");
    for score in 0..=6 {
        let of = |effect: i32| ((-effect - 1).clamp(0, 3) - 1).max(0);
        same(&harm, score, share(-8, |effect| of(effect) == score));
    }
}

/// Mitigation of a costly success applies after or before doubling: of a failure of 3 with skill 2,
/// 9 - 2 or 2 x 1 + 3.
#[test]
fn mitigation_goes_before_or_after_doubling() {
    for (word, of) in [
        ("after", (|degree: i32| (2 * degree + 3 - 2).max(0)) as fn(i32) -> i32),
        ("before", |degree: i32| 2 * (degree - 2).max(0) + 3),
    ] {
        let question =
            format!("mneme.harm costly_success=true mitigating_skill=2 mitigation={word}");
        let harm = law(&question, "to_self");
        for score in 0..=20 {
            let taken = |effect: i32| if effect < 0 { of(-effect) } else { 0 };
            same(&harm, score, share(-8, |effect| taken(effect) == score));
        }
    }
}
