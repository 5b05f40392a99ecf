//! oddsmith for a browser: a face, as the command and Python are. A request and its answer are
//! JSON; a figure is SVG.
//! What belongs here: which questions a page can ask, and what it is told. What does not: rules,
//! statistics, anything that is drawn or typed.

mod command;
mod decide;
mod difficulty;
mod fault;
mod form;
mod known;
mod list;
mod odds;
mod request;
mod said;
mod spelled;
mod told;

use oddsmith::{Error, Result};
use request::{Asked, Request};
use said::Said;
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers a request: a question or several, which difficulty has a chance, what is best to decide,
/// a duel, one resolution told.
#[wasm_bindgen]
pub fn ask(request: &str) -> String {
    said(Request::read(request).and_then(|request| answered(&request)))
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

fn answered(request: &Request) -> Result<Said> {
    let request = &form::changed(request)?;
    let mut said = match request.asked {
        _ if !request.program.trim().is_empty() => odds::program(request)?,
        Asked::Odds => odds::odds(request)?,
        Asked::Dc => difficulty::dc(request)?,
        Asked::Best => decide::best(request)?,
        Asked::Duel => decide::duel(request)?,
        Asked::Play => told::play(request)?,
    };
    said.command = command::with_file(&said.command, request, true);
    if request.program.trim().is_empty() {
        said.questions = request.questions.clone();
        said.forms = form::forms(request)?;
    }
    Ok(said)
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
