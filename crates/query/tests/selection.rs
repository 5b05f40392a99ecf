//! Tests of options that select what the reply of odds shows.

use oddsmith_query::{Reply, Request};

/// Returns the reply to a JSON request, or its error as text.
fn reply(json: &str) -> Result<Reply, String> {
    let request = Request::of_json(json).map_err(|error| error.to_string())?;
    request.answer().map_err(|error| error.to_string())
}

#[test]
fn quantiles_are_shown_in_the_reply() {
    let reply = reply(r#"{"questions": ["4d6kh3"], "quantile": [0.9], "trials": 0}"#).unwrap();
    assert!(reply.page.lines.iter().any(|line| line.to_string().contains("90 % at most 16")));
}

#[test]
fn quantile_out_of_range_is_refused() {
    let error = reply(r#"{"questions": ["4d6kh3"], "quantile": [1.0]}"#).err().unwrap();
    assert!(error.contains("is not a quantile"), "{error}");
}

#[test]
fn readings_are_members_of_the_json() {
    let question = r#"{"questions": ["melodrama.opposed active=10 passive=5"], "readings": true, "trials": 0}"#;
    let json = reply(question).unwrap().json().unwrap();
    assert!(json.contains(r#""readings":["#) && json.contains(r#""combinations":"#), "{json}");
    let two = r#"{"questions": ["melodrama.opposed active=3,4 passive=5"], "readings": true}"#;
    assert!(reply(two).err().unwrap().contains("one case"));
}
