//! Tests of the best decisions of a rule, against results derived by hand and against the rule
//! played with the same policy.

use oddsmith::answer::{decided, decided_json};
use oddsmith::odds::Histogram;
use oddsmith::program::{Best, Goal};
use oddsmith::registry::Case;

use super::entry;

const BUDGET: u64 = 1_000_000;

/// Adds dice until the player stops; a total above 21 scores 0.
const LUCK: &str = "state total = 0\nstep\n go = decide yes, no\n total = total + (if go = yes \
    then d10 else 0)\nuntil go = no or total > 21\nscore = if total > 21 then 0 else total\nask \
    score";

fn mean(column: &str, least: bool) -> Goal {
    Goal::Mean { column: column.to_owned(), least }
}

fn solved(case: &Case, goal: &Goal) -> Best {
    decided(case, goal, BUDGET).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the value of a total below 22, if each further die is rolled only if that is worth more.
fn worth(total: u32) -> f64 {
    let more = (1..=10).map(|die| if total + die > 21 { 0.0 } else { worth(total + die) });
    f64::max(total.into(), more.sum::<f64>() / 10.0)
}

#[test]
fn best_decisions_match_backward_induction() {
    let entry = entry(LUCK, "");
    let best = solved(&entry.case([]).unwrap(), &mean("score", false));
    assert!((best.value - worth(0)).abs() < 1e-12, "{} {}", best.value, worth(0));
    // For each total that comes up while a choice is left, the policy goes on below the first total
    // at which a further die gains nothing.
    let stand = (0..=21).find(|&total| worth(total) == f64::from(total)).unwrap();
    assert!(stand > 10);
    for choice in &best.policy {
        let total: u32 = choice.state[0].1.parse().unwrap();
        assert_eq!(choice.state[0].0, "total");
        assert_eq!(choice.word, if total < stand { "yes" } else { "no" }, "{total}");
    }
    assert_eq!(best.policy.len(), 22.min(stand as usize + 10));
    // Always going on always loses, and never going on scores 0.
    for (decision, _, loss) in &best.fixed {
        assert_eq!(decision, "go");
        assert!((loss - best.value).abs() < 1e-12);
    }
    // The rule played with the same policy has the same mean, in fractions.
    let policy = format!("total < {stand}");
    let played = entry.case([("decide.go", policy.as_str())]).unwrap().law(BUDGET).unwrap();
    assert!((played.column("score").unwrap().mean().unwrap() - best.value).abs() < 1e-12);
    let full_policy = format!("if total < {stand} then yes else no");
    let again = entry.case([("decide.go", full_policy.as_str())]).unwrap().law(BUDGET).unwrap();
    assert_eq!(again.columns, played.columns);
    let worse = entry.case([("decide.go", "total < 18")]).unwrap().law(BUDGET).unwrap();
    assert!(worse.column("score").unwrap().mean().unwrap() < best.value - 1e-3);
}

#[test]
fn success_is_maximized_without_a_named_mean() {
    // For 17 to 21: go on below 17, and stop from there.
    let entry = entry(LUCK, "success = \"score >= 17\"");
    let best = solved(&entry.case([]).unwrap(), &Goal::Success);
    fn reach(total: u32) -> f64 {
        match total {
            17..=21 => 1.0,
            0..=16 => (1..=10).map(|die| reach(total + die)).sum::<f64>() / 10.0,
            _ => 0.0,
        }
    }
    assert!((best.value - reach(0)).abs() < 1e-12);
    let least = solved(&entry.case([]).unwrap(), &mean("score", true));
    assert_eq!(least.value, 0.0);
}

#[test]
fn decisions_see_only_earlier_rolls() {
    // Keep a die or take another: go on below 4, for a mean of 17/4. Without seeing the first die:
    // 7/2.
    let after = "r = d6\nagain = decide yes, no\ns = if again = yes then d6 else r\nask s";
    let best = solved(&entry(after, "").case([]).unwrap(), &mean("s", false));
    assert!((best.value - 4.25).abs() < 1e-12);
    let words: Vec<&str> = best.policy.iter().map(|choice| &*choice.word).collect();
    assert_eq!(words, ["yes", "yes", "yes", "no", "no", "no"]);
    for (_, _, loss) in &best.fixed {
        assert!((loss - 0.75).abs() < 1e-12);
    }
    let before = "again = decide yes, no\nr = d6\ns = if again = yes then d6 else r\nask s";
    let best = solved(&entry(before, "").case([]).unwrap(), &mean("s", false));
    assert!((best.value - 3.5).abs() < 1e-12);
    assert_eq!(best.policy.len(), 1);
}

#[test]
fn several_decisions_and_words_are_solved_together() {
    // A guard of 1 or 3, then a blow: light d4 always, heavy d8 only against the low guard.
    let rule = "guard = decide low, high\nblow = decide light, heavy\nhurt = if blow = light \
        then d4 else if guard = low then d8 else 0\ncost = if guard = low then 2 else 0\nworth = \
        hurt - cost\nask worth";
    let best = solved(&entry(rule, "").case([]).unwrap(), &mean("worth", false));
    // Low and heavy: 4.5 - 2; high and light: 2.5. On a tie the first word is taken.
    assert!((best.value - 2.5).abs() < 1e-12);
    let made: Vec<(&str, &str)> =
        best.policy.iter().map(|choice| (&*choice.decision, &*choice.word)).collect();
    assert_eq!(made, [("guard", "low"), ("blow", "heavy")]);
    let losses: Vec<f64> = best.fixed.iter().map(|(.., loss)| *loss).collect();
    assert_eq!(losses, [0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn endless_courses_are_solved() {
    // Rest (1 back, up to 6) or go on (1 less, with a risk below full strength): at full strength
    // going on loses nothing.
    let rule = "state strength = 3 in 0..6\nstate far = 0 in 0..3\nstep\n act = decide rest, \
        go\n r = d6\n strength = if act = rest then strength + 1 else strength - 1\n far = if \
        act = go and r <= strength + 3 then far + 1 else far\nuntil far = 3 or strength = \
        0\nthere: far = 3\nlost: otherwise";
    let case = entry(rule, "ladder = [\"lost\", \"there\"]\nsuccess = \"there\"").case([]).unwrap();
    let best = solved(&case, &Goal::Success);
    // A patient player takes every step at full strength, 5 after it: 5 + 3 beats any die.
    assert!((best.value - 1.0).abs() < 1e-9, "{}", best.value);
    let (.., never) = best.fixed.iter().find(|(_, word, _)| word == "rest").unwrap();
    assert!((never - 1.0).abs() < 1e-9);
}

#[test]
fn unsolvable_goals_are_errors() {
    let error_of = |case: &Case, goal: &Goal| decided(case, goal, BUDGET).unwrap_err();
    let plain = entry("r = d6\nask r", "").case([]).unwrap();
    let error = error_of(&plain, &Goal::Success);
    assert_eq!(error.to_string(), "house.own has no decisions");
    assert!(error.hint().unwrap().to_string().contains("decide yes, no"));
    let entry = entry(LUCK, "");
    let error = error_of(&entry.case([]).unwrap(), &Goal::Success);
    assert!(error.hint().unwrap().to_string().contains("the mean of a column"), "{error}");
    let error = error_of(&entry.case([]).unwrap(), &mean("scor", false));
    assert!(error.hint().unwrap().to_string().contains("`score`"), "{error}");
    let given = entry.case([("decide.go", "total < 15")]).unwrap();
    assert!(error_of(&given, &mean("score", false)).to_string().contains("finds the decisions"));
    let error = decided(&entry.case([]).unwrap(), &mean("score", false), 10).unwrap_err();
    assert!(error.to_string().contains("10 branches"), "{error}");
}

#[test]
fn json_has_the_policy_by_states() {
    let case = entry(LUCK, "").case([]).unwrap();
    let goal = mean("score", false);
    let best = solved(&case, &goal);
    let json = decided_json(&goal, &[(case, best)]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["schema"], 1);
    assert_eq!(value["policy"][0]["state"]["total"], 0);
    assert_eq!(value["policy"][0]["decision"], "go");
    assert_eq!(value["policy"][0]["word"], "yes");
    assert!(value["success"].is_null() && value["mean"].as_f64().unwrap() > 10.0);
    assert_eq!(value["naive"][0]["policy"], "go=yes");
    assert_eq!(value["set"], serde_json::json!({}));
}

/// The rest of a deck is part of the state, so no two choices in one state differ.
#[test]
fn state_of_a_choice_includes_the_deck() {
    let rule = "deck d = 1 x2, 6 x2\nstate total = 0\nstep\n go = decide yes, no\n c = draw(d, \
        1)\n total = total + (if go = yes then (if c = 6 then -total else 3) else 0)\nuntil go = \
        no, at most 3\nask total";
    let best = solved(&entry(rule, "").case([]).unwrap(), &mean("total", false));
    for (place, one) in best.policy.iter().enumerate() {
        assert!(one.state.iter().any(|(name, _)| name == "d"), "{one:?}");
        for other in &best.policy[..place] {
            assert!(one.state != other.state || one.word == other.word, "{one:?} {other:?}");
        }
    }
    assert_eq!(best.policy[0].decision, "go");
}

/// Tied best decisions are listed: at 20 points of pig both words are equally good.
#[test]
fn tied_best_decisions_are_listed() {
    let rule = "state t = 0, bust = 0\nstep\n go = decide yes, no\n x = d6\n bust = go = yes and \
        x = 1\n t = if go = yes then (if x = 1 then 0 else t + x) else t\nuntil go = no or bust \
        or t >= 100\nask t";
    let entry = entry(rule, "");
    let case = entry.case([]).unwrap();
    let goal = mean("t", false);
    let best = solved(&case, &goal);
    assert!((best.value - 8.1418).abs() < 1e-4);
    for choice in &best.policy {
        let equal: &[&str] = if choice.state[0].1 == "20" { &["no"] } else { &[] };
        assert_eq!(choice.equal, equal, "{choice:?}");
    }
    let json = decided_json(&goal, &[(case, best)]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let at_20 = value["policy"].as_array().unwrap().iter().find(|one| one["state"]["t"] == 20);
    assert_eq!(at_20.unwrap()["equal"], serde_json::json!(["no"]));
    // The title of an answer names the policy that it plays.
    let page = |policy: &[(&str, &str)]| {
        let case = entry.case(policy.iter().copied()).unwrap();
        let effort = oddsmith::scenario::Effort::default().exact_only();
        let event = oddsmith::odds::Event::SUCCESS;
        let answer = oddsmith::answer::Answer::new(case, effort, &event, &Default::default());
        oddsmith::readout::page(&[answer.unwrap()], &Default::default(), 1).title
    };
    assert_eq!(page(&[]), "House rule own: go always yes");
    assert_eq!(page(&[("decide.go", "t < 20")]), "House rule own: decide.go t < 20");
}
