//! What `list` says of a check, held to the check itself.

use oddsmith::registry::{Example, Outcome};
use oddsmith::systems::{SYSTEMS, check, checks};

use super::answer;

/// The commands under a heading, each on one line: what a shell makes of a broken one.
fn commands(listed: &str, heading: &str) -> Vec<String> {
    let part = listed.split_once(heading).map_or("", |(_, part)| part);
    let whole = part.replace(" \\\n", " ");
    let lines = whole.lines().filter_map(|line| line.trim().strip_prefix("oddsmith "));
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Whether a told trial has this outcome in a column: "to self: 3, failure", "result: miss".
/// `None` where it is told in other words: a column of many checks has no line of its own.
fn shows(told: &str, column: &str, wanted: &Outcome) -> Option<bool> {
    let wanted = match wanted {
        Outcome::Score(score) => score.to_string(),
        Outcome::Name(name) => name.replace('_', " "),
    };
    let start = format!("{}: ", column.replace('_', " "));
    let right = |said: &str| {
        let said = said.replace('−', "-");
        let rest = said.strip_prefix(&wanted);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',']))
    };
    let mut said = told.lines().filter_map(|line| line.trim().strip_prefix(&start)).peekable();
    said.peek()?;
    Some(said.any(right))
}

/// Each worked example that `list` prints runs, and gives what it states; where the text has
/// something else, both are said, and why.
#[test]
fn worked_examples_run_to_what_they_state() {
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
            let told = answer(command);
            let states = example.gives.as_ref().unwrap_or(&example.says);
            let shown: Vec<bool> =
                states.iter().filter_map(|(column, said)| shows(&told, column, said)).collect();
            assert!(!shown.is_empty(), "{command} shows nothing of {states:?}: {told}");
            assert!(shown.iter().all(|right| *right), "{command} is not {states:?}: {told}");
            if let Some(because) = &example.because {
                assert!(flat.contains(because.as_str()), "{}: {because}", entry.id);
            }
            run += 1;
        }
    }
    assert!(run > 80, "{run}");
}

/// A name that the text has not is known and not listed, and what is open is marked.
#[test]
fn a_list_has_the_words_of_its_text() {
    let task = answer("list mneme.task");
    for word in ["simple", "average"] {
        assert!(!task.contains(word), "{word}: {task}");
        assert!(answer(&format!("odds mneme.task difficulty={word}")).contains("success"));
    }
    // A cast is listed once a form, and has fields for each character.
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
