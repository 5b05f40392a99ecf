//! Tests of compiled rules against the plain ones: the same law, and for the same seed the same
//! tally.

use oddsmith::Result;
use oddsmith::odds::{Check, Histogram, Progress, Sample, SingleColumn, sample};
use oddsmith::registry::{Entry, Names, Settings, Value};
use oddsmith::systems::{checks, melodrama, mutants};

type Build = fn(&Settings, bool) -> Result<Box<dyn Check>>;

/// A target that takes some blows, few enough that every reading is computed in a moment.
const BASE: [(&str, &str); 3] = [("toughness", "9"), ("damage", "12"), ("limit", "7")];

/// Readings that the table depends on; every combination is tested.
const TOGETHER: [(&str, [&str; 2]); 6] = [
    ("stagger_bruises", ["true", "false"]),
    ("second_stagger", ["unconscious", "nothing"]),
    ("lethal", ["true", "false"]),
    ("minion", ["true", "false"]),
    ("stun_penalty", ["0", "4"]),
    ("attacks", ["true", "false"]),
];

/// Returns readings that the table does not depend on, which are tested one at a time.
fn single_readings(id: &str) -> &'static [(&'static str, &'static str)] {
    match id {
        "melodrama.knockout" => &[
            ("joker_saves", "true"),
            ("joker_saves", "false"),
            ("penalty", "own"),
            ("penalty", "both"),
            ("tie", "d20"),
            ("joker", "14"),
            ("improved_critical", "3"),
            ("decks", "own"),
            ("decks", "one"),
        ],
        _ => {
            &[("impossible_save", "true"), ("impossible_save", "false"), ("improved_critical", "2")]
        }
    }
}

fn settings(entry: &Entry, fields: &[(&str, &str)]) -> Settings {
    let given = fields.iter().map(|(name, value)| (*name, Value::guess(value)));
    Settings::read(&entry.id, &entry.fields, given, &Names::default())
        .unwrap_or_else(|error| panic!("{} {fields:?}: {error}", entry.id))
}

/// Returns the fields of every question.
fn questions(id: &str) -> Vec<Vec<(&'static str, &'static str)>> {
    let mut questions = Vec::new();
    for bits in 0..1usize << TOGETHER.len() {
        let mut fields = BASE.to_vec();
        for (place, (name, values)) in TOGETHER.iter().enumerate() {
            let value = values[bits >> place & 1];
            match (*name, value) {
                ("attacks", "true") => fields.extend([("attack", "8"), ("defense", "9")]),
                ("attacks", _) => {}
                (name, value) => fields.push((name, value)),
            }
        }
        questions.push(fields);
    }
    for attacks in [&[][..], &[("attack", "8"), ("defense", "9")]] {
        for &reading in single_readings(id) {
            let lethal = [("lethal", "true"), reading];
            questions.push([&BASE[..], attacks, &lethal].concat());
        }
    }
    questions
}

#[test]
fn compiled_ladder_equals_the_plain_rule() {
    let games: [(&str, Build); 2] =
        [("melodrama.knockout", melodrama::knockout), ("mutants.knockout", mutants::knockout)];
    for (id, build) in games {
        let entry = checks().find(|entry| entry.id == id).expect("the check is there");
        for fields in questions(id) {
            let set = settings(&entry, &fields);
            // Kernels draw in their own order; the table draws like the plain rule.
            let [plain, compiled] = [true, false]
                .map(|plain| SingleColumn::plain(build(&set, plain).expect("it builds")));
            let run = Sample { trials: 2_000, seed: 5 };
            let [one, other] = [&plain, &compiled].map(|check| {
                sample(check, "the same question", run, &Progress::default()).unwrap()
            });
            assert_eq!(one, other, "{id} {fields:?}");
            // Decks that run down have too many states for a law.
            if fields.iter().any(|(name, _)| *name == "decks") {
                continue;
            }
            let [one, other] =
                [&plain, &compiled].map(|check| check.law(20_000_000).expect("it is exact"));
            for name in ["blows", "hits", "bruises"] {
                let [one, other] =
                    [&one, &other].map(|laws| laws.column(name).expect("it is a column"));
                for score in one.scale().scores() {
                    assert!(
                        (one.share(score) - other.share(score)).abs() < 1e-13,
                        "{id} {fields:?}: {name} {score}"
                    );
                }
            }
        }
    }
}
