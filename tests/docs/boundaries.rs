//! Tests of boundaries that a compiler can't check: no game is named outside its package and
//! `crates/systems`, and no package below the front ends mentions flags or command lines. Cargo
//! prevents dependencies on packages above.

use std::path::Path;

use oddsmith::systems::SYSTEMS;

/// A line of code, with its file.
struct Line {
    file: String,
    code: String,
}

/// Returns the lines of code below these folders, without comments.
fn lines(folders: &[&str]) -> Vec<Line> {
    fn walk(folder: &Path, found: &mut Vec<Line>) {
        for entry in std::fs::read_dir(folder).expect("a source folder reads") {
            let path = entry.expect("a source folder reads").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source reads");
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                let file = path.display().to_string();
                found.extend(code.map(|line| Line { file: file.clone(), code: line.to_owned() }));
            }
        }
    }
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    folders.iter().for_each(|folder| walk(&root.join(folder), &mut found));
    assert!(found.len() > 1_000, "the folders hold the code");
    found
}

/// The packages below the games, and those above that know them by the catalogue alone.
const GAMELESS: [&str; 15] = [
    "crates/base",
    "crates/files",
    "crates/dice",
    "crates/engine",
    "crates/registry",
    "crates/mechanics",
    "crates/text",
    "crates/scenario",
    "crates/answers",
    "crates/expressions",
    "crates/expectations",
    "crates/readout",
    "crates/charts",
    "crates/frames",
    "crates/documents",
];

/// Returns the names, titles and colours of all games. House rules are no game, and the grey of
/// plain text is no colour of a game, so both may occur anywhere.
fn words_of_games() -> Vec<String> {
    const GREY: u32 = 0x5b6672;
    let games = || SYSTEMS.iter().filter(|system| system.name != "house");
    let colours = games().filter(|system| system.colour.light != GREY);
    games()
        .flat_map(|system| [system.name.to_owned(), system.title.to_owned()])
        .chain(colours.map(|system| format!("0x{:06x}", system.colour.light)))
        .collect()
}

/// Returns true if a line contains a word as a whole.
fn contains_word(line: &str, word: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(part) && !line[at + word.len()..].starts_with(part))
}

#[test]
fn games_are_named_only_in_their_packages() {
    let words = words_of_games();
    let named = |line: &Line| words.iter().any(|word| contains_word(&line.code, word));
    let found = lines(&GAMELESS).into_iter().filter(named);
    let found: Vec<String> = found.map(|line| format!("{}: {}", line.file, line.code)).collect();
    assert!(found.is_empty(), "ask the catalogue, and name no game:\n{}", found.join("\n"));
}

#[test]
fn a_planted_game_is_found() {
    let game = SYSTEMS[0];
    let found = |line: String| words_of_games().iter().any(|word| contains_word(&line, word));
    assert!(found(format!("if check == \"{}.check\" {{", game.name)));
    assert!(found(format!("const BLUE: u32 = 0x{:06x};", game.colour.light)));
    assert!(found(format!("let title = \"{}\";", game.title)));
    assert!(!found(format!("let {}tic = 1;", game.name)), "a longer word is another");
}

/// Returns true if a line of code contains a flag, or the name of the command with an argument
/// behind it.
fn mentions_the_command_line(line: &str) -> bool {
    let code = line.split("// ").next().unwrap_or_default();
    let begins = |text: &str, letters: usize| {
        text.chars().take_while(char::is_ascii_lowercase).take(letters).count() == letters
    };
    // `<!--title-->` is a comment of HTML, `--c-1` a variable of a style sheet.
    let mut flags = code.match_indices("--").filter(|(at, _)| !code[..*at].ends_with('!'));
    let mut commands = code.match_indices("oddsmith ");
    flags.any(|(at, dashes)| begins(&code[at + dashes.len()..], 2))
        || commands.any(|(at, name)| begins(&code[at + name.len()..], 1))
}

#[test]
fn only_front_ends_mention_the_command_line() {
    // The module that renders command lines is exempt.
    let all = lines(&["crates"]).into_iter();
    let all = all.filter(|line| !line.file.ends_with("query/src/command.rs"));
    let found = all.filter(|line| mentions_the_command_line(&line.code));
    let found: Vec<String> = found.map(|line| format!("{}: {}", line.file, line.code)).collect();
    assert!(found.is_empty(), "name it by `Parameter` or `Named`:\n{}", found.join("\n"));
}

#[test]
fn a_planted_flag_is_found() {
    for line in [
        r#"error.with_hint("use a number with `--at-least`")"#,
        r#"error.with_hint("`oddsmith list dice` shows the language")"#,
        r#"format!("   (every number: --column {name})")"#,
        r#"asked: "oddsmith odds house.rounds hp=20,30","#,
    ] {
        assert!(mentions_the_command_line(line), "{line}");
    }
    for line in [
        r#"PAGE.replace("<!--title-->", title)"#,
        r#"const VARIABLE: &str = "--c-";"#,
        r#""another version of oddsmith""#,
        r#"let flag = true; // as `--at-least` is"#,
    ] {
        assert!(!mentions_the_command_line(line), "{line}");
    }
}

/// A file with parallel code starts the threads first.
#[test]
fn parallel_code_starts_the_threads_first() {
    let all = lines(&["crates", "src"]);
    let files = |word: &str| -> Vec<&str> {
        all.iter().filter(|line| line.code.contains(word)).map(|line| &*line.file).collect()
    };
    let (parallel, started) = (files("par_iter()"), files("start_threads();"));
    assert!(!parallel.is_empty());
    for file in parallel {
        assert!(started.contains(&file), "{file}");
    }
}
