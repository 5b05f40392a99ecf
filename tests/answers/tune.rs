//! Tests of the balance search: it finds the settings that the expectations were made from.

use oddsmith::expectations::tune::{Search, Tuned, tune};
use oddsmith::odds::Progress;
use oddsmith::registry::Value;
use oddsmith::scenario::{Scenario, Tuning};

fn tuned(text: &str) -> Tuned {
    let tuning = Tuning::parse_in(None, text).expect("a file with numbers to find");
    let effort = |scenario: &Scenario| scenario.effort;
    tune(&tuning, effort, &Progress::default()).expect("settings")
}

/// Returns the settings that meet all expectations, as texts.
fn meeting(tuned: &Tuned) -> Vec<String> {
    let all = tuned.best.iter().filter(|setting| setting.met() == setting.judgements.len());
    let text = |values: &[(String, Value)]| {
        values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    };
    all.map(|setting| text(&setting.values)).collect()
}

/// A d20 with a bonus against a difficulty succeeds with a chance of (21 + bonus - dc) / 20.
#[test]
fn one_number_is_found() {
    let found = tuned(
        r#"
title = "one"
[vary]
bonus = { from = 0, to = 20 }
[[check]]
label = "a"
use = "mutants.check"
set = { bonus = "$bonus", dc = 15 }
[[expect]]
label = "a"
between = [0.84, 0.86]
"#,
    );
    assert_eq!(
        (meeting(&found), found.search, found.tried),
        (vec!["bonus=11".to_owned()], Search::Grid, 21)
    );
    assert_eq!(found.best[0].missed, 0.0);
    assert!(found.best[1].missed > 0.0 && found.best.len() == 10);
}

const DUEL: &str = r#"
[[house]]
name = "duel"
fields = { skill = 3, foe = 2, armour = 0 }
mine = { add = "$skill", luck = "2d6" }
theirs = { add = "$foe", luck = "d6" }
tie = "active"
bands = { miss = -1, hit = 5, crit = 99 }
success = "hit"
"#;

/// Returns the chance, counted over all dice, of a margin of at least `least`: 2d6 + skill against
/// d6 + foe.
fn duel(skill: i32, foe: i32, least: i32) -> f64 {
    let dice = || 1..=6;
    let all = dice().flat_map(|a| dice().flat_map(move |b| dice().map(move |c| (a, b, c))));
    let wins = all.filter(|(a, b, c)| a + b + skill - c - foe >= least).count();
    wins as f64 / 216.0
}

/// Finds two numbers of a house rule from the chances of a hit and of a critical hit at two foes.
#[test]
fn two_numbers_of_a_house_rule_are_found() {
    let row = |label: &str, measure: &str, share: f64| {
        let (low, high) = (share - 1e-9, share + 1e-9);
        format!(
            "[[expect]]\nlabel = \"{label}\"\nmeasure = \"{measure}\"\nbetween = [{low}, {high}]\n"
        )
    };
    let text = format!(
        "title = \"two\"\n[vary]\nskill = {{ from = -5, to = 10 }}\nboss = [1, 3, 5, 7, 9]\n{DUEL}\
         [[check]]\nlabel = \"thug\"\nuse = \"house.duel\"\nset = {{ skill = \"$skill\", foe = 2 }}\n\
         [[check]]\nlabel = \"boss\"\nuse = \"house.duel\"\nset = {{ skill = \"$skill\", foe = \"$boss\" }}\n{}{}",
        row("thug", "success", duel(4, 2, 0)),
        row("boss", "share:crit", duel(4, 7, 6)),
    );
    assert_eq!(meeting(&tuned(&text)), ["skill=4 boss=7"]);
}

/// Only the difference of the two numbers matters, and two pairs have it: both are reported.
#[test]
fn two_solutions_are_both_shown() {
    let text = format!(
        "title = \"both\"\n[vary]\nskill = [0, 1, 2]\nfoe = [4, 5]\n{DUEL}\
         [[check]]\nlabel = \"a\"\nuse = \"house.duel\"\nset = {{ skill = \"$skill\", foe = \"$foe\" }}\n\
         [[expect]]\nlabel = \"a\"\nbetween = [{}, {}]\n",
        duel(0, 4, 0) - 1e-9,
        duel(0, 4, 0) + 1e-9
    );
    let mut found = meeting(&tuned(&text));
    found.sort();
    assert_eq!(found, ["skill=0 foe=4", "skill=1 foe=5"]);
}

/// A hit at least half the time and at most one time in ten: each can be met, but not both.
#[test]
fn conflicting_expectations_are_reported() {
    let text = format!(
        "title = \"none\"\n[vary]\nskill = {{ from = -10, to = 10 }}\n{DUEL}\
         [[check]]\nlabel = \"a\"\nuse = \"house.duel\"\nset = {{ skill = \"$skill\", foe = 2 }}\n\
         [[expect]]\nlabel = \"a\"\nat_least = 0.5\n[[expect]]\nlabel = \"a\"\nat_most = 0.1\n\
         [[expect]]\nlabel = \"a\"\nmeasure = \"mean\"\ncolumn = \"result\"\nat_least = 5\n"
    );
    let found = tuned(&text);
    assert!(meeting(&found).is_empty());
    assert_eq!((found.never.clone(), found.against.clone()), (vec![3], vec![(1, 2)]));
    // The best setting lies between the two and misses the least.
    let missed: Vec<f64> = found.best.iter().map(|setting| setting.missed).collect();
    assert!(missed[0] > 0.0 && missed.windows(2).all(|pair| pair[0] <= pair[1]), "{missed:?}");
}

/// Three numbers with 41 values each are too many to try all, so they are found by descent.
#[test]
fn many_numbers_are_found_by_descent() {
    let mut text = String::from("title = \"many\"\n[vary]\n");
    for name in ["a", "b", "c"] {
        text += &format!("{name} = {{ from = -20, to = 20 }}\n");
    }
    for (name, bonus) in [("a", 3), ("b", -6), ("c", 9)] {
        let share = f64::from(21 + bonus - 14) / 20.0;
        text += &format!(
            "[[check]]\nlabel = \"{name}\"\nuse = \"mutants.check\"\nset = {{ bonus = \"${name}\", dc = 14 }}\n\
             [[expect]]\nlabel = \"{name}\"\nbetween = [{}, {}]\n",
            share - 0.01,
            share + 0.01
        );
    }
    let found = tuned(&text);
    assert_eq!(meeting(&found), ["a=3 b=-6 c=9"]);
    assert_eq!((found.of, found.search), (41 * 41 * 41, Search::Descent(24)));
    assert!(found.tried < 5_000, "{}", found.tried);
}
