//! oddsmith for a browser: a face, as the command and Python are. A request and its answer are
//! JSON; a figure is SVG.
//! What belongs here: which questions a page can ask, and what it is told. What does not: rules,
//! statistics, anything that is drawn or typed.

mod answered;
mod ask;
mod fault;
mod form;
mod list;
mod said;
mod spelled;

use ask::Ask;
use oddsmith::{Error, Result};
use said::Said;
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers a request: a question or several, which difficulty has a chance, what is best to decide,
/// a duel, one resolution told.
#[wasm_bindgen]
pub fn ask(request: &str) -> String {
    said(Ask::read(request).and_then(|ask| answered::answered(&ask)))
}

/// All that can be asked, with these house rules beside it.
#[wasm_bindgen]
pub fn list(rules: &str) -> String {
    list::list(rules).unwrap_or_else(|error| said(Err(error)))
}

/// What is wrong with these house rules, and the question that asks about the first of them.
#[wasm_bindgen]
pub fn check(rules: &str) -> String {
    said(list::check(rules))
}

fn said(said: Result<Said>) -> String {
    let said = said.unwrap_or_else(|error: Error| Said::from(fault::Fault::from(&error)));
    serde_json::to_string(&said).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::ask;

    #[test]
    fn a_request_has_an_answer_or_an_error() {
        let said = ask(r#"{"questions":["2d6 vs 7"],"want":["json"]}"#);
        assert!(said.contains(r#""fraction":"7/12""#), "{said}");
        for wrong in [r#"{"questions":["2d"]}"#, r#"{"questions":[]}"#, "[", r#"{"wrong":1}"#] {
            assert!(ask(wrong).starts_with(r#"{"error":"#), "{wrong}");
        }
    }
}
