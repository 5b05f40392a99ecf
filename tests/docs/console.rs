//! Console blocks of the documentation: each command runs in the root of the project, and its block
//! shows what it prints, in full or as its first lines and `...`.
//! `INSTA_UPDATE=always cargo test --test docs console` rewrites the outputs.

use std::fs;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

/// Least number of lines before `...`, without blank ones.
const HEAD: usize = 3;

/// Programs with which a command may begin.
const PROGRAMS: [&str; 3] = ["oddsmith", "cat", "echo"];

/// A command of a console block, and the range of the output below it.
struct Example<'p> {
    line: usize,
    command: &'p str,
    output: Range<usize>,
}

/// Returns the commands of a page in order, and its faults: blocks that this test can't run.
fn examples(page: &str) -> (Vec<Example<'_>>, Vec<String>) {
    let mut examples = Vec::<Example>::new();
    let mut faults = Vec::new();
    for (event, block) in Parser::new(page).into_offset_iter() {
        let Event::Start(Tag::CodeBlock(kind)) = event else { continue };
        let info = match kind {
            CodeBlockKind::Fenced(info) => info,
            CodeBlockKind::Indented => "".into(),
        };
        let before = &page[..block.start];
        let run = &*info == "console" && (before.is_empty() || before.ends_with('\n'));
        let first = examples.len();
        let mut line = before.matches('\n').count();
        let mut at = block.start;
        for text in page[block].split_inclusive('\n') {
            line += 1;
            at += text.len();
            if !run {
                if text.trim_start().starts_with("$ ") || text.contains("```console") {
                    faults.push(format!(
                        "{line}: only a block ```console, without options or indent, is run"
                    ));
                }
            } else if let Some(command) = text.strip_prefix("$ ") {
                examples.push(Example { line, command: command.trim_end(), output: at..at });
            } else if !text.starts_with("```") {
                match examples[first..].last_mut() {
                    Some(example) => example.output.end = at,
                    None => faults.push(format!("{line}: a console block begins with a command")),
                }
            }
        }
    }
    (examples, faults)
}

/// Returns the fault of an example that shows `shown` if its command prints `printed`.
fn fault(shown: &str, printed: &str) -> Option<String> {
    let (shown, printed) = (shown.trim_end(), printed.trim_end());
    let lines: Vec<&str> = shown.lines().collect();
    let head = lines.strip_suffix(&["..."]);
    if shown.is_empty() {
        Some("no output is shown".to_owned())
    } else if head.is_some_and(|head| head.iter().filter(|line| !line.is_empty()).count() < HEAD) {
        Some(format!("fewer than {HEAD} lines are shown before `...`"))
    } else if head.map_or(shown == printed, |head| {
        printed.lines().take(head.len()).eq(head.iter().copied())
            && printed.lines().count() > head.len()
    }) {
        None
    } else {
        Some(format!("the command prints\n{printed}\nand not\n{shown}"))
    }
}

/// Returns all faults of a page, each with its line.
fn faults(page: &str, print: impl Fn(&str) -> Result<String, String>) -> Vec<String> {
    let (examples, mut faults) = examples(page);
    for Example { line, command, output } in examples {
        let found = print(command).map(|printed| fault(&page[output], &printed));
        if let Some(fault) = found.unwrap_or_else(Some) {
            faults.push(format!("{line}: {fault}"));
        }
    }
    faults
}

/// Returns the page with the current outputs of its commands; an output that ends in `...` keeps
/// its length.
fn updated(page: &str, print: impl Fn(&str) -> Result<String, String>) -> String {
    let mut text = page.to_owned();
    for Example { command, output, .. } in examples(page).0.into_iter().rev() {
        let Ok(printed) = print(command) else { continue };
        let lines: Vec<&str> = page[output.clone()].trim_end().lines().collect();
        let mut shown = match lines.strip_suffix(&["..."]) {
            Some(head) => {
                let head: String = printed.split_inclusive('\n').take(head.len()).collect();
                format!("{head}...\n")
            }
            None => format!("{}\n", printed.trim_end()),
        };
        if page[output.end..].starts_with("$ ") {
            shown.push('\n');
        }
        text.replace_range(output, &shown);
    }
    text
}

/// Returns the output of a command on both streams. Its exit code must be 2 after an error, and 0
/// otherwise.
fn print(command: &str) -> Result<String, String> {
    let program = command.split(' ').next().unwrap_or_default();
    if !PROGRAMS.contains(&program) {
        return Err(format!("`{program}` is not run: write it in a ```sh block"));
    }
    let built = Path::new(env!("CARGO_BIN_EXE_oddsmith")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let (mut output, end) = std::io::pipe().expect("a pipe");
    let mut shell = Command::new("sh")
        .args(["-c", command])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", format!("{}:{path}", built.display()))
        .env("NO_COLOR", "1")
        .env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env_remove("ODDSMITH_PAGE")
        .stdout(end.try_clone().expect("a pipe"))
        .stderr(end)
        .spawn()
        .expect("a shell");
    let mut printed = String::new();
    output.read_to_string(&mut printed).expect("text");
    let code = shell.wait().expect("the command ends").code();
    let expected = if printed.starts_with("error: ") { 2 } else { 0 };
    if code == Some(expected) { Ok(printed) } else { Err(format!("exit code {code:?}\n{printed}")) }
}

/// Collects the Markdown files below a folder, except those in `crates`, whose examples rustdoc
/// runs.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        if name.starts_with('.') || ["crates", "node_modules", "target"].contains(&&*name) {
            continue;
        } else if path.is_dir() {
            pages(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

#[test]
fn console_blocks_show_what_their_commands_print() {
    let update = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    let mut found = Vec::new();
    pages(Path::new(env!("CARGO_MANIFEST_DIR")), &mut found);
    let mut count = 0;
    let mut all = Vec::new();
    for page in found {
        let mut text = fs::read_to_string(&page).expect("a page");
        if update && !examples(&text).0.is_empty() {
            text = updated(&text, print);
            fs::write(&page, &text).expect("the page is written");
        }
        count += examples(&text).0.len();
        all.extend(faults(&text, print).iter().map(|fault| format!("{}:{fault}", page.display())));
    }
    assert!(count >= 30, "only {count} commands are found");
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn faulty_console_blocks_are_refused() {
    let print = |command: &str| match command {
        "oddsmith 3d6" => Ok("\n  3d6\n\na\nb\nc\n\n".to_owned()),
        _ => print(command),
    };
    let all = "\n  3d6\n\na\nb\nc\n";
    let right = [
        format!("```console\n$ oddsmith 3d6\n{all}```\n"),
        format!("```console\n$ oddsmith 3d6\n{all}\n$ oddsmith 3d6\n{all}```\n"),
        "```console\n$ oddsmith 3d6\n\n  3d6\n\na\nb\n...\n```\n".to_owned(),
        "```sh\ncargo test\n```\n".to_owned(),
    ];
    for page in right {
        assert_eq!(faults(&page, print), [""; 0], "{page}");
        assert_eq!(updated(&page, print), page);
    }
    let wrong = [
        (format!("```console,ignore\n$ oddsmith 3d6\n{all}```\n"), ", is run"),
        ("```console,ignore\ncargo test\n```\n".to_owned(), ", is run"),
        (format!("```sh\n$ oddsmith 3d6\n{all}```\n"), ", is run"),
        (format!("1. a list\n\n   ```console\n   $ oddsmith 3d6\n   {all}   ```\n"), ", is run"),
        (format!("> ```console\n> $ oddsmith 3d6\n{all}```\n"), ", is run"),
        ("Text:\n\n    $ oddsmith 3d6\n".to_owned(), ", is run"),
        (format!("~~~console\n$ oddsmith 3d6\n{all}~~~\n"), "begins with"),
        ("```console\noddsmith 3d6\n```\n".to_owned(), "begins with"),
        ("```console\n$ cargo test\n...\n```\n".to_owned(), "`cargo` is not run"),
        ("```console\n$ oddsmith list nothing\n...\n```\n".to_owned(), "fewer than 3"),
        ("```console\n$ oddsmith odds nothing | cat\nerror\n```\n".to_owned(), "exit code"),
        ("```console\n$ oddsmith 3d6\n```\n".to_owned(), "no output"),
        ("```console\n$ oddsmith 3d6\n\n$ oddsmith 3d6\n```\n".to_owned(), "no output"),
        ("```console\n$ oddsmith 3d6\n...\n```\n".to_owned(), "fewer than 3"),
        ("```console\n$ oddsmith 3d6\n\n  3d6\n\na\n...\n```\n".to_owned(), "fewer than 3"),
        (format!("```console\n$ oddsmith 3d6\n...\n{all}```\n"), "prints"),
        (format!("```console\n$ oddsmith 3d6\n{all}...\n```\n"), "prints"),
        ("```console\n$ oddsmith 3d6\n\n  3d6\n...\nb\nc\n```\n".to_owned(), "prints"),
        (format!("```console\n$ oddsmith 3d6\n{all}d\n```\n"), "prints"),
    ];
    for (page, expected) in wrong {
        let faults = faults(&page, print);
        assert!(faults.iter().any(|fault| fault.contains(expected)), "{page}\n{faults:?}");
    }
}
