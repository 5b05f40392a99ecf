//! Tests of the influence of readings, against shares computed for each combination.

use oddsmith::expectations::readings::readings;
use oddsmith::odds::{Event, Progress};
use oddsmith::registry::Names;
use oddsmith::scenario::Effort;

fn share(question: &str) -> f64 {
    let case = oddsmith::case(question).unwrap();
    let (place, success) = case.success().unwrap();
    case.law(1_000_000).unwrap().columns[place].success(success).value
}

/// Compares two readings with two values each: four shares, their means and their variance.
#[test]
fn every_combination_of_readings_has_equal_weight() {
    let (names, progress) = (Names::default(), Progress::default());
    let weigh = |more: &str| {
        let case = oddsmith::case(&format!("melodrama.opposed active=3 passive=0{more}")).unwrap();
        readings(&case, &names, &Event::SUCCESS, Effort::default(), &progress)
    };
    let found = weigh("").unwrap();
    let of = |decks: &str, joker: &str| {
        share(&format!("melodrama.opposed active=3 passive=0 decks={decks} joker={joker}"))
    };
    let all = [of("own", "15"), of("own", "14"), of("one", "15"), of("one", "14")];
    let mean = |shares: &[f64]| shares.iter().sum::<f64>() / shares.len() as f64;
    let variance = |shares: &[f64]| {
        mean(&shares.iter().map(|share| (share - mean(shares)).powi(2)).collect::<Vec<_>>())
    };
    assert!(found.whole && found.cases == 4 && !found.sampled && !found.mean);
    let by_hand = [
        ("decks", [mean(&all[..2]), mean(&all[2..])]),
        ("joker", [mean(&[all[0], all[2]]), mean(&[all[1], all[3]])]),
    ];
    for (field, shares) in by_hand {
        let row = found.readings.iter().find(|row| row.field == field).unwrap();
        assert!((row.low - shares[0].min(shares[1])).abs() < 1e-12, "{field}");
        assert!((row.high - shares[0].max(shares[1])).abs() < 1e-12, "{field}");
        assert!((row.variance - variance(&shares) / variance(&all)).abs() < 1e-9, "{field}");
    }
    assert!(found.readings[0].variance >= found.readings[1].variance, "what matters most is first");
    assert_eq!(found.lowest.0, all.iter().copied().fold(1.0, f64::min));
    // A given reading stays fixed, so one reading is open.
    let found = weigh(" decks=one").unwrap();
    assert_eq!((found.cases, found.readings.len()), (2, 1));
    assert!((found.readings[0].variance - 1.0).abs() < 1e-9);
    assert!(weigh(" decks=one joker=14").is_err(), "none is open");
}

/// With too many combinations, readings vary one at a time and `whole` is false. A fight has no
/// success, so the mean is measured.
#[test]
fn too_many_combinations_vary_one_reading_at_a_time() {
    let case = oddsmith::case("melodrama.knockout toughness=8 damage=10 limit=12").unwrap();
    let effort = Effort { budget: Some(3_000), ..Effort::default() };
    let effort = Effort { trials: Some(2_000), ..effort };
    let found =
        readings(&case, &Names::default(), &Event::SUCCESS, effort, &Progress::default()).unwrap();
    assert!(!found.whole && found.mean);
    let sum: f64 = found.readings.iter().map(|row| row.variance).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
}

/// With `degree=effect` the degree of a failure is the difficulty minus the Effect: 8 - (-3) = 11.
#[test]
fn degree_reading_changes_the_harm() {
    let harm = |more: &str| {
        let case = oddsmith::case(&format!("mneme.harm skill=0 difficulty=8 {more}")).unwrap();
        let luck = oddsmith::chance::Scripted::parse("face 2, face 3").unwrap();
        case.transcript_of_script(luck).unwrap().score("to_self").unwrap()
    };
    assert_eq!((harm(""), harm("degree=effect")), (Some(3), Some(11)));
    // A costly success is 2 x degree + 3.
    assert_eq!(harm("costly_success=true"), Some(9));
    assert_eq!(harm("costly_success=true degree=effect"), Some(25));
}

/// Every field marked as a reading is weighed, in every check.
#[test]
fn every_open_reading_is_weighed() {
    let (names, progress) = (Names::default(), Progress::default());
    let effort = Effort { budget: Some(1), trials: Some(8), ..Effort::default() };
    let mut count = 0;
    for entry in oddsmith::systems::checks() {
        let mut open: Vec<&str> =
            entry.fields.iter().filter(|field| field.reading).map(|field| field.name).collect();
        if open.is_empty() {
            continue;
        }
        let case = entry.example().expect("an example");
        let found = readings(&case, &names, &Event::SUCCESS, effort, &progress)
            .unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        let mut weighed: Vec<&str> = found.readings.iter().map(|row| &*row.field).collect();
        open.sort_unstable();
        weighed.sort_unstable();
        assert_eq!(weighed, open, "{}", entry.id);
        assert!(found.readings.iter().all(|row| row.words.len() >= 2), "{}", entry.id);
        count += open.len();
    }
    assert!(count > 60, "{count}");
}
