//! Random requests for the tests of the forms of requests, here and in the front ends.

use oddsmith_query::{Action, Given, PARAMETERS, Request, Slot, Source};
use oddsmith_registry::Choice;
use proptest::prelude::*;

const QUESTIONS: [&str; 6] = [
    "4d6kh3",
    "d20+5 vs 15",
    "max(d8!, d6!) * 2",
    "melodrama.opposed active=10 passive=5..9",
    "a label: mutants.check bonus=8 dc=15",
    "house.höhe go='a \"b\" & c'",
];

const TEXTS: [&str; 6] = ["win@3", "bonus=0..15", "it's", "-20..20", "a, b & c=d", "größer\n%+#"];

/// Returns random values for an option of this type.
fn values(slot: &Slot, seed: u64) -> Vec<String> {
    let text = |place: u64| TEXTS[(seed.wrapping_add(place) % 6) as usize].to_owned();
    let share = |place: u64| ((seed.wrapping_add(place) % 997) as f64 / 997.0).to_string();
    match slot {
        Slot::Switch(_) => vec![String::new()],
        Slot::Count(_) => vec![seed.to_string()],
        Slot::Score(_) => vec![(seed as i32).to_string()],
        Slot::Share(_) => vec![share(0)],
        Slot::Shares(_) => (0..=seed % 3).map(share).collect(),
        Slot::Text(_) | Slot::Source(_) => vec![text(0)],
        Slot::Texts(_) => (0..=seed % 3).map(text).collect(),
        Slot::View(_) => vec![["at-least", "at-most"][(seed % 2) as usize].to_owned()],
    }
}

/// Generates requests with any action and any of its options.
pub fn request() -> impl Strategy<Value = Request> {
    let options = prop::collection::vec((0..PARAMETERS.len(), any::<u64>()), 0..6);
    let source = prop::option::of("[ -~\n]{1,80}[a-z]");
    let questions = prop::collection::vec(0..QUESTIONS.len(), 1..4);
    (0..Action::VALUES.len(), questions, options, source).prop_map(
        |(action, questions, options, rules)| {
            let mut questions: Vec<_> =
                questions.into_iter().map(|place| QUESTIONS[place].to_owned()).collect();
            let action = Action::VALUES[action];
            match action {
                Action::Compare => questions.push(QUESTIONS[0].to_owned()),
                _ => questions.truncate(1),
            }
            let mut request = Request { action, questions, ..Request::default() };
            request.rules = rules.map(|text| Source { file: None, text });
            for (place, seed) in options {
                let parameter = &PARAMETERS[place];
                let set = !(parameter.slot)(&mut request).values().is_empty();
                let options = request.options();
                let excluded = options.iter().any(|(other, _)| {
                    other.excludes.contains(&parameter.key)
                        || parameter.excludes.contains(&other.key)
                });
                if !parameter.is_of(request.action) || set || excluded {
                    continue;
                }
                for value in values(&(parameter.slot)(&mut request), seed) {
                    let set = (parameter.slot)(&mut request).set(Given::Text(&value));
                    set.unwrap_or_else(|error| panic!("{}: {error}", parameter.key));
                }
            }
            request
        },
    )
}
