//! 169 programs on which two interpreters agree: every probability of every output as a fraction.

use num_bigint::BigUint;
use num_integer::Integer;
use oddsmith_anydice::{Budget, Output, run};

const PUBLIC: &str = include_str!("public.json");

fn programs() -> Vec<serde_json::Value> {
    serde_json::from_str(PUBLIC).unwrap()
}

/// Returns the outcomes with their probabilities, in the format of the file.
fn shares(output: &Output) -> serde_json::Value {
    let share = |(outcome, weight): &(i64, BigUint)| {
        let common = weight.gcd(&output.total);
        let (over, under) = (weight / &common, &output.total / &common);
        let share =
            if under == BigUint::from(1u8) { over.to_string() } else { format!("{over}/{under}") };
        (outcome.to_string(), share.into())
    };
    serde_json::Value::Object(output.outcomes.iter().map(share).collect())
}

#[test]
fn public_programs_have_their_exact_shares() {
    let mut wrong = Vec::new();
    let (mut right, mut refused) = (0, 0);
    for program in programs() {
        let (id, text) = (&program["id"], program["program"].as_str().unwrap());
        match (run(text, &Budget::default()), program["outputs"].as_array()) {
            (Ok(report), Some(outputs)) => {
                let found: Vec<_> = report
                    .outputs
                    .iter()
                    .map(|o| serde_json::json!({"name": o.name, "outcomes": shares(o)}))
                    .collect();
                match found == *outputs {
                    true => right += 1,
                    false => wrong.push(format!("{id} {text}\n  {found:?}\n  {outputs:?}")),
                }
            }
            (Err(error), None) => {
                refused += 1;
                assert!(error.hint().is_some(), "{id}: {error}");
                assert!(error.span().is_some(), "{id}: {error}");
            }
            (Ok(_), None) => wrong.push(format!("{id} {text} is no error")),
            (Err(error), _) => wrong.push(format!("{id} {text} {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((right, refused), (153, 16));
}

/// Errors are reported with their kind.
#[test]
fn errors_are_of_their_kind() {
    for program in programs() {
        let Some(kind) = program["error"].as_str() else { continue };
        let text = program["program"].as_str().unwrap();
        let error = run(text, &Budget::default()).unwrap_err().to_string();
        let runs = match kind {
            "function" => "there is no function `[",
            "boolean" => "`if` takes a number",
            "variable" => "there is no variable `",
            "loop" => "a loop goes over a sequence",
            "setting" if text.contains("explode") => "is set to a number above 0",
            "setting" => "there is no position order",
            _ => "",
        };
        assert!(error.contains(runs), "{kind}: {text}: {error}");
    }
}
