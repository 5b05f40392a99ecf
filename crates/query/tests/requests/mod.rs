//! Random requests for the tests of the forms of requests, here and in the front ends.
#![allow(dead_code)]

use oddsmith_query::{Action, OptionField, OptionValue, PARAMETERS, Request, Source};
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
fn values(slot: &OptionField, seed: u64) -> Vec<String> {
    let text = |place: u64| TEXTS[(seed.wrapping_add(place) % 6) as usize].to_owned();
    let share = |place: u64| ((seed.wrapping_add(place) % 997) as f64 / 997.0).to_string();
    match slot {
        OptionField::Switch(_) => vec![String::new()],
        OptionField::Count(_) => vec![seed.to_string()],
        OptionField::Score(_) => vec![(seed as i32).to_string()],
        OptionField::Share(_) => vec![share(0)],
        OptionField::Shares(_) => (0..=seed % 3).map(share).collect(),
        OptionField::Text(_) => vec![text(0)],
        OptionField::Texts(_) => (0..=seed % 3).map(text).collect(),
        OptionField::View(_) => vec![["at-least", "at-most"][(seed % 2) as usize].to_owned()],
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
                if !parameter.is_accepted_by(request.action) || set || excluded {
                    continue;
                }
                for value in values(&(parameter.slot)(&mut request), seed) {
                    let set = (parameter.slot)(&mut request).set(OptionValue::Text(&value));
                    set.unwrap_or_else(|error| panic!("{}: {error}", parameter.key));
                }
            }
            request
        },
    )
}

/// House rule with a decision, for requests that are answered.
pub const RULES: &str = include_str!("../../../../examples/rules/push_at_best.toml");

/// Questions of each action that are answered, each with few cases.
const ANSWERED: [(Action, &[&str]); 5] = [
    (
        Action::Odds,
        &[
            "4d6kh3",
            "d20+5 vs 15",
            "count(5d10, >=8)",
            "melodrama.opposed active=10 passive=5..9/2",
            "mutants.check bonus=0..8/4 dc=10,15",
            "torg.check value=8 difficulty=12",
            "moma.days attribute=3 skill=3 dn=5 days=2 encounters=2",
        ],
    ),
    (
        Action::Compare,
        &["a d20: mutants.check dc=15", "mano.roll", "melodrama.opposed", "2d10 vs 11"],
    ),
    (Action::Dc, &["mutants.check bonus=5", "melodrama.unopposed", "mano.roll", "3d6"]),
    (Action::Best, &["house.push_at_best"]),
    (
        Action::Duel,
        &[
            "moma.duel attribute=4 skill=4 rival_attribute=3 rival_skill=4 price=0.05",
            "moma.duel attribute=2 skill=3..4 rival_attribute=3 rival_skill=3 price=0.1",
        ],
    ),
];

/// Values of an option with which most of those questions have an answer.
fn small_values(key: &str) -> &'static [&'static str] {
    match key {
        "trials" => &["0", "50", "2000"],
        "precision" | "match" | "target" => &["0.3", "0.4"],
        "seed" => &["1", "7", "18446744073709551615"],
        "budget" => &["1", "20000", "30000000"],
        "view" => &["at-least", "at-most"],
        "column" => &["margin", "total", "score", "none"],
        "of" => &["great"],
        "at_least" | "at_most" => &["-3", "0", "12"],
        "edge" => &["-2..2", "0,3"],
        "each" => &["bonus=0..2"],
        "solve" => &["bonus"],
        "like" => &["mano.roll", "mutants.check dc=5..15/5"],
        "mean" => &["score"],
        "exact_only" | "sampled_only" | "no_kernel" | "never_below" | "least" => &[""],
        // Python has no class for readings and ranges, and JSON has no quantiles.
        _ => &[],
    }
}

/// Generates requests that have a reply as JSON, or an error, in every front end.
pub fn answerable() -> impl Strategy<Value = Request> {
    let options = prop::collection::vec((0..PARAMETERS.len(), 0..3_usize), 0..5);
    (0..ANSWERED.len(), [0..7_usize, 0..7_usize], options).prop_map(|(action, at, options)| {
        let (action, questions) = ANSWERED[action];
        let one = |at: usize| questions[at % questions.len()].to_owned();
        let mut request = Request { action, questions: vec![one(at[0])], ..Request::default() };
        if action == Action::Compare {
            request.questions.push(one(at[1]));
            request.edge = Some("-1..1".to_owned());
        }
        if action == Action::Best {
            request.rules = Some(Source { file: None, text: RULES.to_owned() });
        }
        for (place, value) in options {
            let parameter = &PARAMETERS[place];
            let values = small_values(parameter.key);
            // The simulation beside a solved duel is not in its JSON.
            let has_json = action != Action::Duel;
            if has_json && !values.is_empty() && parameter.is_accepted_by(action) {
                let slot = (parameter.slot)(&mut request);
                slot.set(OptionValue::Text(values[value % values.len()]))
                    .expect("a value of the option");
            }
        }
        // The page has a default for these.
        if action == Action::Dc && request.target.is_empty() && request.like.is_none() {
            request.target.push(0.65);
        }
        request
    })
}
