//! A front end in thirty lines: answers requests on the standard input, a JSON object on each line.
//!
//! `echo '{"questions": ["d20 vs 15"]}' | cargo run -p oddsmith-query --example json_lines`

use std::io::{BufRead, Write, stdin, stdout};

use oddsmith_query::{Request, Result};

/// Returns the reply to a line, as JSON.
fn reply(line: &str) -> Result<String> {
    let reply = Request::of_json(line)?.answer()?;
    Ok(reply.json().unwrap_or_else(|| "{}".to_owned()))
}

fn main() -> std::io::Result<()> {
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let printed = reply(&line?).unwrap_or_else(|error| {
            let (error, hint) = (error.to_string(), error.hint().map(|hint| hint.to_string()));
            serde_json::json!({ "error": error, "hint": hint }).to_string()
        });
        writeln!(out, "{}", printed.trim())?;
    }
    Ok(())
}
