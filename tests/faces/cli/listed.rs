//! Tests of the output of `list` for a check against the check itself.

use oddsmith::registry::{Example, Outcome};
use oddsmith::systems::{SYSTEMS, check, checks};

use super::answer;

/// Returns the commands under a heading, each on one line, as a shell joins continued lines.
fn commands(listed: &str, heading: &str) -> Vec<String> {
    let part = listed.split_once(heading).map_or("", |(_, part)| part);
    let whole = part.replace(" \\\n", " ");
    let lines = whole.lines().filter_map(|line| line.trim().strip_prefix("oddsmith "));
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Returns true if a transcript has this outcome in a column, as in "to self: 3, failure" or
/// "result: miss". Returns `None` if the column has no line of its own, as in many checks.
fn shows(transcript: &str, column: &str, wanted: &Outcome) -> Option<bool> {
    let wanted = match wanted {
        Outcome::Score(score) => score.to_string(),
        Outcome::Name(name) => name.replace('_', " "),
    };
    let start = format!("{}: ", column.replace('_', " "));
    let right = |found: &str| {
        let found = found.replace('−', "-");
        let rest = found.strip_prefix(&wanted);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',']))
    };
    let mut found =
        transcript.lines().filter_map(|line| line.trim().strip_prefix(&start)).peekable();
    found.peek()?;
    Some(found.any(right))
}

/// Each worked example that `list` prints runs and gives the stated outcome; if the text has
/// another outcome, `list` prints both and the reason.
#[test]
fn worked_examples_give_the_stated_outcomes() {
    let mut run = 0;
    for entry in checks() {
        let of_check =
            |example: &Example| example.play.split_whitespace().next() == Some(&*entry.id);
        let all = SYSTEMS.iter().flat_map(|system| system.examples().expect("they read"));
        let examples: Vec<Example> = all.filter(of_check).collect();
        let listed = answer(&format!("list {}", entry.id));
        let flat = listed.split_whitespace().collect::<Vec<_>>().join(" ");
        let printed = commands(&listed, "Worked examples");
        assert_eq!(printed.len(), examples.len(), "{}: {listed}", entry.id);
        for (command, example) in printed.iter().zip(&examples) {
            let transcript = answer(command);
            let states = example.gives.as_ref().unwrap_or(&example.says);
            let shown: Vec<bool> = states
                .iter()
                .filter_map(|(column, outcome)| shows(&transcript, column, outcome))
                .collect();
            assert!(!shown.is_empty(), "{command} shows nothing of {states:?}: {transcript}");
            assert!(shown.iter().all(|right| *right), "{command} is not {states:?}: {transcript}");
            if let Some(because) = &example.because {
                assert!(flat.contains(because.as_str()), "{}: {because}", entry.id);
            }
            run += 1;
        }
    }
    assert!(run > 80, "{run}");
}

/// A name that the text does not have works but is not listed, and open readings are marked.
#[test]
fn list_has_only_the_names_of_the_text() {
    let task = answer("list mneme.task");
    for word in ["simple", "average"] {
        assert!(!task.contains(word), "{word}: {task}");
        assert!(answer(&format!("odds mneme.task difficulty={word}")).contains("success"));
    }
    // A cast is listed once per kind of character, but has fields for each character.
    for entry in checks().filter(|entry| entry.cast.is_none()) {
        let open = check(&entry.id).expect("it is there");
        let open = open.fields.iter().filter(|field| field.reading).count();
        let listed = answer(&format!("list {}", entry.id));
        let listed = listed.split("\n  Solved,").next().unwrap_or_default();
        let flat = listed.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            flat.matches("an interpretation that the text leaves open").count(),
            open,
            "{}",
            entry.id
        );
    }
}
