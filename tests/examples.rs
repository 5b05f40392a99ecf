//! All worked examples of the rule texts, replayed.

use std::collections::BTreeMap;

use oddsmith::chance::Scripted;
use oddsmith::registry::{Case, Outcome};
use oddsmith::systems::SYSTEMS;

/// What a case gave, in the words of the example: names where the column has them.
fn given(
    case: &Case,
    scores: &[Option<i32>],
    asked: &BTreeMap<String, Outcome>,
) -> BTreeMap<String, Outcome> {
    let outcome = |name: &String| {
        let place = case
            .columns()
            .iter()
            .position(|column| column.name == name)
            .unwrap_or_else(|| panic!("no column {name}"));
        let score = scores[place].unwrap_or_else(|| panic!("column {name} has no score"));
        let scale = &case.columns()[place].scale;
        let outcome =
            scale.name(score).map_or(Outcome::Score(score), |name| Outcome::Name(name.to_owned()));
        (name.clone(), outcome)
    };
    asked.keys().map(outcome).collect()
}

#[test]
fn the_rule_texts_examples_come_out() {
    for system in SYSTEMS {
        let examples = system.examples().expect("examples.toml reads");
        assert!(!examples.is_empty(), "{} has worked examples", system.name);
        for example in examples {
            let case = oddsmith::case(&example.play)
                .unwrap_or_else(|error| panic!("{}: {error}", example.text));
            assert!(
                case.entry.id.starts_with(&format!("{}.", system.name)),
                "{}: an example is of its own system",
                example.text
            );
            let script = Scripted::parse(&example.luck)
                .unwrap_or_else(|error| panic!("{}: {error}", example.text));
            let tale = case
                .tell_scripted(script)
                .unwrap_or_else(|error| panic!("{}: {error}", example.text));
            let wanted = example.gives.as_ref().unwrap_or(&example.says);
            assert!(!wanted.is_empty(), "{}: an example says something", example.text);
            assert_eq!(&given(&case, &tale.scores, wanted), wanted, "{}", example.text);
            match (&example.gives, &example.because) {
                (None, None) => {}
                (Some(gives), Some(_)) => assert_ne!(
                    gives, &example.says,
                    "{}: a wrong example differs from its rule",
                    example.text
                ),
                _ => panic!("{}: a wrong example says what its rule gives and why", example.text),
            }
        }
    }
}

#[test]
fn every_check_tells_a_tale_that_can_be_told_again() {
    for entry in oddsmith::systems::checks() {
        let case = entry.example().expect("an example builds");
        for seed in 1..=20 {
            let tale = case.tell_sampled(seed);
            assert!(!tale.lines.is_empty(), "{} tells what happens", entry.id);
            // What was told can be told again from its own words.
            let script = tale.luck.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let again = case
                .tell_scripted(Scripted::parse(&script).expect("luck reads what luck wrote"))
                .unwrap_or_else(|error| panic!("{}: {error}", entry.id));
            assert_eq!(again, tale, "{}", entry.id);
        }
    }
}
