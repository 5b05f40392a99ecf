//! What stands below the faces says no words of theirs: no flag, and nothing to type.

use std::path::Path;

/// The faces: the command, and the benchmarks' own.
const FACES: [&str; 2] = ["cli", "guard"];

/// Whether a line of code says a flag, or the name of the command with something to type behind it.
fn says(line: &str) -> bool {
    let code = line.split("// ").next().unwrap_or_default();
    let begins = |text: &str, letters: usize| {
        text.chars().take_while(char::is_ascii_lowercase).take(letters).count() == letters
    };
    // `<!--title-->` is a comment of HTML, `--c-1` a variable of a style sheet.
    let mut flags = code.match_indices("--").filter(|(at, _)| !code[..*at].ends_with('!'));
    let mut names = code.match_indices("oddsmith ");
    flags.any(|(at, dashes)| begins(&code[at + dashes.len()..], 2))
        || names.any(|(at, name)| begins(&code[at + name.len()..], 1))
}

/// The lines below the faces that say words of theirs.
fn found(folder: &Path, lines: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a source folder reads") {
        let path = entry.expect("a source folder reads").path();
        if path.is_dir() {
            if !FACES.iter().any(|face| path.ends_with(face)) {
                found(&path, lines);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source reads");
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let said = code.filter(|line| says(line));
            lines.extend(said.map(|line| format!("{}: {}", path.display(), line.trim())));
        }
    }
}

#[test]
fn nothing_below_the_faces_speaks_as_one() {
    let mut lines = Vec::new();
    found(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut lines);
    assert!(lines.is_empty(), "name it by `Parameter` or `Named`:\n{}", lines.join("\n"));
}

/// The check itself finds what is planted, and leaves alone what only looks like it.
#[test]
fn what_is_planted_is_found() {
    for line in [
        r#"error.with_hint("ask for a number with `--at-least`")"#,
        r#"error.with_hint("`oddsmith list dice` shows the language")"#,
        r#"format!("   (every score: --column {name})")"#,
        r#"asked: "oddsmith odds house.rounds hp=20,30","#,
    ] {
        assert!(says(line), "{line}");
    }
    for line in [
        r#"PAGE.replace("<!--title-->", title)"#,
        r#"const VARIABLE: &str = "--c-";"#,
        r#""another version of oddsmith""#,
        r#"let flag = true; // as `--at-least` is"#,
    ] {
        assert!(!says(line), "{line}");
    }
}
