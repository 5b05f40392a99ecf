//! Tests that front ends agree: the command prints the JSON of the library's reply. Python and the
//! page are tested with the same requests, in `python/tests` and `page/engine`.

use std::io::Write;
use std::process::Command;

use oddsmith::query::{Request, Source};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

#[path = "../../crates/query/tests/requests/mod.rs"]
mod requests;

use requests::{RULES, answerable, request};

/// Number of requests that each front end answers.
const COUNT: u32 = 500;

/// Returns the JSON of the library's reply.
fn reply(request: &Request) -> oddsmith::Result<Option<String>> {
    Ok(request.answer()?.json())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(COUNT))]
    #[test]
    fn the_command_prints_the_json_of_the_reply(request in answerable()) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("rules.toml");
        std::fs::write(&file, RULES).expect("a file");
        let mut typed = request.clone();
        if let Some(rules) = &mut typed.rules {
            let file = Some(file.display().to_string());
            *rules = Source { file, text: rules.text.clone() };
        }
        let line = typed.command(false).expect("a question") + " --format json";
        let words = shlex::split(&line).expect("quotes are closed");
        let mut command = Command::new(env!("CARGO_BIN_EXE_oddsmith"));
        let output = command.args(&words[1..]).output().expect("the command runs");
        let printed = String::from_utf8(output.stdout).expect("JSON is text");
        match reply(&request) {
            Ok(json) => {
                let json = json.unwrap_or_default();
                prop_assert_eq!(printed.trim(), json.trim(), "{}", line);
            }
            Err(error) => prop_assert_eq!(output.status.code(), Some(2), "{}: {}", line, error),
        }
    }
}

/// Writes requests with their Python calls, and the replies of those that have one, for the tests
/// of Python: `ODDSMITH_REQUESTS=FILE cargo test --test faces write_requests -- --ignored`.
#[test]
#[ignore = "writes a file for the tests of Python"]
fn write_requests() {
    let path = std::env::var_os("ODDSMITH_REQUESTS").expect("ODDSMITH_REQUESTS names a file");
    let mut file = std::fs::File::create(path).expect("a file");
    let mut runner = TestRunner::deterministic();
    for _ in 0..COUNT {
        let [any, answered] = [request().boxed(), answerable().boxed()]
            .map(|all| all.new_tree(&mut runner).expect("a request").current());
        let any = serde_json::json!({ "request": any.json(), "call": any.call() });
        writeln!(file, "{any}").expect("a line");
        let (request, call) = (answered.json(), answered.call());
        let reply = reply(&answered).ok();
        let line = serde_json::json!({ "request": request, "call": call, "reply": reply });
        writeln!(file, "{line}").expect("a line");
    }
}
