//! Tests of the language of doc comments.

use std::path::Path;

/// Doc comments of a source, each with the number of its first line.
fn doc_comments(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut before = None;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let kind = ["///", "//!"].into_iter().find(|kind| line.starts_with(kind));
        if let Some(kind) = kind.filter(|_| !line.starts_with("////")) {
            if before != Some(kind) {
                found.push((number + 1, Vec::new()));
            }
            found.last_mut().expect("one was added").1.push(line[3..].trim());
        }
        before = kind;
    }
    found
}

/// Sources whose doc comments are help texts of a command, which have no full stop.
const HELP: [&str; 2] = ["src/cli/", "page/builder/src/main.rs"];

/// Returns the fault of a doc comment.
fn fault(lines: &[&str], is_help: bool) -> Option<&'static str> {
    let words = ["What", "Where", "Who", "Whether", "As"];
    let first = lines.first()?.split(|letter: char| !letter.is_alphabetic()).next()?;
    if words.contains(&first) {
        return Some("starts with What, Where, Who, Whether or As");
    }
    let last = lines.iter().rev().find(|line| !line.is_empty())?;
    let ends = [".", "…", "`", "|", ".)", ".\""].iter().any(|end| last.ends_with(end));
    // The target of a link may stand last.
    let ends = ends || last.starts_with('[') || is_help;
    (!ends).then_some("ends without a full stop or a code block")
}

#[test]
fn doc_comments_are_sentences_with_a_subject() {
    let output = std::process::Command::new("git").args(["ls-files", "*.rs"]).output();
    let Ok(output) = output else { return };
    let files = String::from_utf8(output.stdout).expect("paths are text");
    let mut faults = Vec::new();
    let mut comments = 0;
    for file in files.lines().filter(|file| Path::new(file).is_file()) {
        let text = std::fs::read_to_string(file).expect("a source");
        for (number, lines) in doc_comments(&text) {
            comments += 1;
            let is_help = HELP.iter().any(|help| file.starts_with(help));
            let fault = fault(&lines, is_help).map(|fault| format!("{file}:{number} {fault}"));
            faults.extend(fault);
        }
    }
    assert!(comments > 5_000 || files.is_empty(), "{comments} comments");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn faults_of_comments_are_found() {
    let of = |text| fault(&doc_comments(text)[0].1, false);
    assert!(of("/// Whether it holds.").is_some());
    assert!(of("/// The side that begins").is_some());
    assert_eq!(of("/// The side that begins.\n///\n/// ```\n/// f();\n/// ```"), None);
}
