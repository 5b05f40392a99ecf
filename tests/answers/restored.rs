//! Tests of results saved as text: restoring gives the same numbers to the last bit, and refuses
//! results of another question.

use oddsmith::answer::{Answers, Results, SavedResults};
use oddsmith::odds::{Event, Progress};
use oddsmith::registry::{Names, Value};
use oddsmith::scenario::{Axis, Cases, Effort};

fn cases(check: &str, fields: &[(&str, &[&str])]) -> Cases {
    let axis = |(name, values): &(&str, &[&str])| Axis::of(name, values.iter().copied());
    let entry = oddsmith::systems::check(check).unwrap();
    Cases::new(entry, fields.iter().map(axis).collect(), Names::default()).unwrap()
}

fn results(cases: &Cases, effort: Effort) -> Results {
    let progress = Progress::default();
    let answers = Answers::new("mine", cases, effort, &Event::SUCCESS, &progress).unwrap();
    Results {
        checks: vec![answers],
        pairs: Vec::new(),
        trials: progress.trials(),
        seed: effort.seed(),
    }
}

fn restored(saved: &SavedResults, cases: &Cases) -> oddsmith::Result<Results> {
    SavedResults::parse(&saved.text())?.restore([("mine", cases)])
}

#[test]
fn restored_results_equal_the_saved_ones() {
    let dice = ["d6", "3d6", "d6 - d6", "60d20", "20d20!", "d{1,100000}", "3d6 > 10"];
    let sampled = Effort { trials: Some(1_000), ..Effort::default() };
    let questions = [
        (cases("house.roll", &[("luck", &dice)]), sampled),
        (cases("house.roll", &[("luck", &dice)]), Effort::default().exact_only()),
        (cases("melodrama.toughness", &[("toughness", &["8"]), ("damage", &["9", "12"])]), sampled),
        (
            cases("mutants.check", &[("bonus", &["5"]), ("dc", &["10"])]),
            Effort { precision: Some(0.02), ..Effort::default() },
        ),
        (cases("melodrama.adventure", &[("scenes", &["1"]), ("checks", &["3"])]), sampled),
    ];
    for (cases, effort) in questions {
        let results = results(&cases, effort);
        let other = restored(&SavedResults::of(&results), &cases).unwrap();
        assert_eq!((other.trials, other.seed), (results.trials, results.seed));
        assert_eq!(other.checks[0].axes, results.checks[0].axes);
        for (answer, saved) in other.all().zip(results.all()) {
            assert_eq!((&answer.laws, &answer.why), (&saved.laws, &saved.why));
            assert_eq!(answer.tallies, saved.tallies);
        }
    }
}

#[test]
fn single_saved_case_is_restored_with_its_field_values() {
    let cases = cases("mutants.check", &[("bonus", &["0", "5"]), ("dc", &["10", "15", "20"])]);
    let results = results(&cases, Effort::default().exact_only());
    let answer = &results.checks[0].cases[4];
    let other = restored(&SavedResults::only(&results, answer, (0, 4)), &cases).unwrap();
    assert_eq!(
        other.checks[0].point(0),
        [("bonus", &Value::Integer(5)), ("dc", &Value::Integer(15))]
    );
    assert_eq!(other.checks[0].cases.len(), 1);
    assert_eq!(other.checks[0].cases[0].laws, answer.laws);
}

#[test]
fn results_of_another_question_are_refused() {
    let question = |bonus: &[&str]| cases("mutants.check", &[("bonus", bonus), ("dc", &["10"])]);
    let five = question(&["5", "6"]);
    let results = results(&five, Effort::default().exact_only());
    let saved = SavedResults::of(&results);
    for other in [question(&["5"]), question(&["5", "7"]), question(&["5", "6", "7"])] {
        let error = restored(&saved, &other).unwrap_err();
        assert!(error.to_string().contains("do not fit their question"), "{error}");
    }
    let beyond = SavedResults::only(&results, &results.checks[0].cases[0], (0, 2));
    assert!(restored(&beyond, &five).is_err());
    let text = saved.text().replace(env!("CARGO_PKG_VERSION"), "0.0.9");
    let error = SavedResults::parse(&text).unwrap_err();
    assert!(error.to_string().contains("saved by version 0.0.9"), "{error}");
    assert!(SavedResults::parse("{}").is_err());
}
