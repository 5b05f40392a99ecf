//! WebAssembly module of oddsmith: a front end like the command and the Python module. Requests and
//! answers are JSON, figures are SVG.
//! Belongs here: the questions that the page can ask, and the data of its answers.
//! Does not belong here: rules, statistics, and the user interface, which is in TypeScript.

mod answer;
mod ask;
mod facts;
mod fault;
mod form;
mod list;
mod spelling;

use answer::PageReply;
use ask::Ask;
use oddsmith::{Error, Result};
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers a request: the odds of one question or several, the difficulty for a chance, the best
/// decisions, a duel, or the transcript of one trial.
#[wasm_bindgen]
pub fn ask(request: &str) -> String {
    json_of(Ask::read(request).and_then(|ask| facts::answered(&ask)))
}

/// Returns all checks, including these house rules, as JSON.
#[wasm_bindgen]
pub fn list(rules: &str) -> String {
    list::list(rules).unwrap_or_else(|error| json_of(Err(error)))
}

/// Checks house rules: returns an example question for each, or the error.
#[wasm_bindgen]
pub fn check(rules: &str) -> String {
    json_of(list::check(rules))
}

fn json_of(reply: Result<PageReply>) -> String {
    let reply = reply.unwrap_or_else(|error: Error| PageReply::from(fault::Fault::from(&error)));
    serde_json::to_string(&reply).unwrap_or_default()
}

#[cfg(test)]
#[path = "../../../crates/query/tests/requests/mod.rs"]
mod requests;

#[cfg(test)]
mod tests {
    use super::{ask, requests};

    #[test]
    fn a_request_has_an_answer_or_an_error() {
        let said = ask(r#"{"questions":["2d6 vs 7"],"want":["json"]}"#);
        assert!(said.contains(r#""fraction":"7/12""#), "{said}");
        for wrong in [r#"{"questions":["2d"]}"#, r#"{"questions":[]}"#, "[", r#"{"wrong":1}"#] {
            assert!(ask(wrong).starts_with(r#"{"error":"#), "{wrong}");
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(500))]
        #[test]
        fn the_page_has_the_json_of_the_reply(request in requests::answerable()) {
            let reply = request.answer();
            let mut asked: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(&request.json()).expect("an object");
            asked.insert("want".to_owned(), vec!["json"].into());
            asked.insert("method".to_owned(), "both".into());
            let said = ask(&serde_json::Value::Object(asked).to_string());
            match reply {
                Ok(reply) => {
                    let json = reply.json().unwrap_or_default();
                    proptest::prop_assert!(said.contains(json.trim()), "{request:?}: {said}");
                }
                Err(error) => proptest::prop_assert!(said.starts_with(r#"{"error":"#), "{error}: {said}"),
            }
        }
    }
}
