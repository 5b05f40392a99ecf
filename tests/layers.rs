//! The layers of the crate: who may name whom, where games are named, and one home for each
//! dependency.
//!
//! The checks read texts, so that faults can be planted below without being in `src/`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use oddsmith::systems::SYSTEMS;

/// From the ground up; a file names its own layer and those before it.
const LAYERS: [&str; 18] = [
    "chance", "dice", "rule", "odds", "kernel", "strategy", "program", "registry", "systems",
    "scenario", "text", "answer", "page", "frame", "chart", "document", "cli", "guard",
];

/// Below them all, and above them all.
const APART: [&str; 7] = ["cost", "error", "file", "letters", "lib", "main", "phrase"];

/// Where games are still named outside of `systems/`: files, or folders. The list may only become
/// shorter.
const NAMING: &[&str] = &[];

/// Where each dependency may be named.
const HOMES: &[(&str, &[&str])] = &[
    ("num_bigint", &["chance"]),
    ("num_integer", &["chance"]),
    ("rand", &["chance"]),
    ("rand_xoshiro", &["chance"]),
    ("fearless_simd", &["kernel"]),
    ("blake3", &["chance", "file"]),
    ("smallvec", &["odds", "program"]),
    ("statrs", &["odds"]),
    ("rayon", &["odds", "scenario", "answer"]),
    ("toml", &["registry", "systems", "scenario", "guard"]),
    ("cpu_time", &["guard"]),
    ("strsim", &["error"]),
    ("polars", &["frame"]),
    ("polars_io", &["frame"]),
    ("plotters", &["chart"]),
    ("base64", &["chart"]),
    ("resvg", &["chart"]),
    ("minijinja", &["answer", "document"]),
    ("pulldown_cmark", &["document"]),
    ("serde", &["registry", "systems", "scenario", "answer", "cli"]),
    ("serde_json", &["registry", "answer", "cli"]),
    ("clap", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("quick_junit", &["cli"]),
    ("toml_edit", &["scenario"]),
    ("anstream", &["cli"]),
    ("signal_hook", &["cli"]),
    ("tempfile", &["file"]),
    ("rustix", &["file", "cli"]),
    ("indicatif", &["cli"]),
    ("anstyle", &["text", "cli"]),
];

/// The code of the crate: each file's path in `src/` with its lines, numbered, without comments and
/// tests.
struct Code(BTreeMap<String, Vec<(usize, String)>>);

/// One file names another in this line.
struct Edge<'c> {
    from: &'c str,
    to: &'c str,
    line: &'c (usize, String),
}

impl Code {
    fn new<'t>(files: impl IntoIterator<Item = (&'t str, &'t str)>) -> Code {
        let lines = |text: &str| {
            let code = text.lines().enumerate().map(|(i, line)| (i + 1, line.to_owned()));
            code.take_while(|(_, line)| line != "mod tests {")
                .filter(|(_, line)| !line.trim_start().starts_with("//"))
                .collect()
        };
        Code(files.into_iter().map(|(path, text)| (path.to_owned(), lines(text))).collect())
    }

    fn of_src() -> Code {
        fn walk(folder: &Path, root: &Path, files: &mut Vec<(String, String)>) {
            for entry in std::fs::read_dir(folder).expect("a source folder reads") {
                let path = entry.expect("a source folder reads").path();
                if path.is_dir() {
                    walk(&path, root, files);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let inside = path.strip_prefix(root).expect("a source is in src");
                    let inside = inside.to_string_lossy().replace('\\', "/");
                    files.push((inside, std::fs::read_to_string(&path).expect("a source reads")));
                }
            }
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = Vec::new();
        walk(&root, &root, &mut files);
        Code::new(files.iter().map(|(path, text)| (path.as_str(), text.as_str())))
    }

    /// The file of a module: `chance/luck.rs`, or `chance/mod.rs`.
    fn file(&self, module: &[String]) -> Option<&str> {
        let stem = module.join("/");
        [format!("{stem}.rs"), format!("{stem}/mod.rs")]
            .iter()
            .find_map(|path| self.0.get_key_value(path).map(|(path, _)| path.as_str()))
    }

    /// The file that defines what an absolute path names: a folder's re-exports are followed.
    fn defining(&self, path: &[String]) -> Option<&str> {
        let deepest = (1..=path.len()).rev().find(|&depth| self.file(&path[..depth]).is_some())?;
        let (module, rest) = path.split_at(deepest);
        let file = self.file(module)?;
        let Some(name) = rest.first().filter(|_| file.ends_with("/mod.rs")) else {
            return Some(file);
        };
        let exported = uses(&self.0[file])
            .into_iter()
            .find(|(public, path, _)| *public && path.last() == Some(name) && path.len() > 1);
        match exported {
            Some((_, path, _)) => self.defining(&absolute(file, &path)).or(Some(file)),
            None => Some(file),
        }
    }

    /// Every line that names another file. What a folder re-exports is not named by it.
    fn edges(&self) -> Vec<Edge<'_>> {
        let mut edges = Vec::new();
        for (from, lines) in &self.0 {
            for (public, path, line) in uses(lines) {
                if public && from.ends_with("/mod.rs") {
                    continue;
                }
                let to = self.defining(&absolute(from, &path));
                if let Some(to) = to.filter(|to| to != from) {
                    edges.push(Edge { from, to, line });
                }
            }
        }
        edges
    }
}

/// The layer of a file.
fn layer(path: &str) -> &str {
    path.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

/// A path as it is seen from the root, for one that begins with `crate`, `super`, `self` or a
/// module beside.
fn absolute(file: &str, path: &[String]) -> Vec<String> {
    let stem = file.trim_end_matches("/mod.rs").trim_end_matches(".rs");
    let mut module: Vec<String> = stem.split('/').map(str::to_owned).collect();
    let mut rest = path;
    match path.first().map(String::as_str) {
        Some("crate") => (module, rest) = (Vec::new(), &path[1..]),
        Some("self") => rest = &path[1..],
        _ => {}
    }
    while rest.first().is_some_and(|part| part == "super") {
        module.pop();
        rest = &rest[1..];
    }
    module.extend(rest.iter().cloned());
    module
}

/// The paths of our own that lines name, each with whether it is a public use and the line where it
/// stands.
fn uses(lines: &[(usize, String)]) -> Vec<(bool, Vec<String>, &(usize, String))> {
    let mut found = Vec::new();
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        rest = after;
        let code = line.1.trim_start();
        let public = code.starts_with("pub use ");
        if let Some(tree) = code.strip_prefix("pub use ").or(code.strip_prefix("use ")) {
            let mut tree = tree.to_owned();
            while !tree.contains(';') && !rest.is_empty() {
                tree += rest[0].1.trim();
                rest = &rest[1..];
            }
            let mut paths = Vec::new();
            leaves("", tree.trim_end_matches(';'), &mut paths);
            let ours = |path: &Vec<String>| {
                public || ["crate", "super", "self"].contains(&path[0].as_str())
            };
            found.extend(paths.into_iter().filter(ours).map(|path| (public, path, line)));
        } else {
            found.extend(inline(&line.1).into_iter().map(|path| (false, path, line)));
        }
    }
    found
}

/// The paths of a use tree: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn leaves(before: &str, tree: &str, paths: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let Some((prefix, inner)) = tree.split_once('{') else {
        let path = format!("{before}{}", tree.split(" as ").next().unwrap_or_default());
        let parts = path.split("::").map(|part| part.trim().to_owned());
        let parts: Vec<String> = parts.filter(|part| part != "*" && !part.is_empty()).collect();
        paths.extend((!parts.is_empty()).then_some(parts));
        return;
    };
    let inner = inner.strip_suffix('}').unwrap_or(inner);
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in inner.char_indices().chain([(inner.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = inner[start..at].trim();
                match part {
                    "" => {}
                    "self" => leaves("", format!("{before}{prefix}").trim_end_matches(':'), paths),
                    _ => leaves(&format!("{before}{prefix}"), part, paths),
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The paths within an expression that begin with `crate::` or `super::`.
fn inline(line: &str) -> Vec<Vec<String>> {
    let starts = ["crate::", "super::"].iter().flat_map(|start| line.match_indices(start));
    let whole = |(at, _): &(usize, &str)| {
        !line[..*at].ends_with(|letter: char| letter.is_alphanumeric() || "_:$".contains(letter))
    };
    let path = |(at, _): (usize, &str)| {
        let end = line[at..]
            .find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != ':')
            .map_or(line.len(), |end| at + end);
        line[at..end].split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    starts.filter(whole).map(path).collect()
}

fn told(path: &str, line: &(usize, String), fault: &str) -> String {
    format!("{path}:{}: `{}` {fault}", line.0, line.1.trim())
}

/// Files that name a layer above their own, or `frame` and `chart` each other.
fn names_above(code: &Code) -> Vec<String> {
    let height = |path: &str| LAYERS.iter().position(|known| *known == layer(path));
    let mut faults: Vec<String> = code
        .0
        .keys()
        .filter(|path| height(path).is_none() && !APART.contains(&layer(path)))
        .map(|path| format!("{path} is in no layer"))
        .collect();
    let above = |edge: &Edge| match (height(edge.from), height(edge.to)) {
        (Some(own), Some(other)) => {
            other > own || [layer(edge.from), layer(edge.to)] == ["chart", "frame"]
        }
        (None, Some(_)) => !["lib", "main"].contains(&layer(edge.from)),
        _ => false,
    };
    faults.extend(code.edges().iter().filter(|edge| above(edge)).map(|edge| {
        told(edge.from, edge.line, &format!("names {}, above {}", edge.to, layer(edge.from)))
    }));
    faults
}

/// Files, or folders within a layer, that name each other.
fn circles(code: &Code) -> Vec<String> {
    // A folder is one with all that is in it; a file of the layer itself stands for itself.
    let folder = |path: &str| match path.split('/').collect::<Vec<_>>()[..] {
        [layer, folder, _, ..] => format!("{layer}/{folder}/"),
        _ => path.to_owned(),
    };
    let edges = code.edges();
    let mut faults = BTreeSet::new();
    for name in [&str::to_owned as &dyn Fn(&str) -> String, &folder] {
        let mut follow: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let within = || edges.iter().filter(|edge| layer(edge.from) == layer(edge.to));
        for edge in within() {
            follow.entry(name(edge.from)).or_default().insert(name(edge.to));
        }
        let reaches = |from: String, to: &str| {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
            while let Some(here) = next.pop() {
                if here == to {
                    return true;
                }
                if seen.insert(here.clone()) {
                    next.extend(follow.get(&here).into_iter().flatten().cloned());
                }
            }
            false
        };
        for edge in within() {
            let (from, to) = (name(edge.from), name(edge.to));
            if from != to && reaches(to, &from) {
                faults.insert(told(
                    edge.from,
                    edge.line,
                    &format!("and {} name each other", edge.to),
                ));
            }
        }
    }
    faults.into_iter().collect()
}

/// What only `systems/` may say: the names of the games, their titles and their colours.
fn words_of_games() -> Vec<String> {
    // House rules are no game: everyone may speak of them. A game in the grey of plain text has no
    // colour of its own.
    const GREY: u32 = 0x5b6672;
    let games = || SYSTEMS.iter().filter(|system| system.name != "house");
    let colours = games().filter(|system| system.colour.light != GREY);
    games()
        .flat_map(|system| [system.name.to_owned(), system.title.to_owned()])
        .chain(colours.map(|system| format!("0x{:06x}", system.colour.light)))
        .collect()
}

/// Whether a word stands in a line, whole.
fn says(line: &str, word: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(part) && !line[at + word.len()..].starts_with(part))
}

/// Lines outside of `systems/` that name a game, and lines of a game that name another.
fn names_games(code: &Code) -> Vec<String> {
    let words = words_of_games();
    let mut faults = Vec::new();
    for (path, lines) in &code.0 {
        let game = path.strip_prefix("systems/").and_then(|inside| inside.split_once('/'));
        for line in lines {
            let named = match game {
                None if layer(path) == "systems" => None,
                None => words.iter().find(|word| says(&line.1, word)).map(String::as_str),
                Some((own, _)) => SYSTEMS.iter().map(|system| system.name).find(|other| {
                    let path = [format!("{other}::"), format!("{other}.")];
                    *other != own && path.iter().any(|path| line.1.contains(path.as_str()))
                }),
            };
            faults.extend(named.map(|named| told(path, line, &format!("names {named}"))));
        }
    }
    faults
}

/// Lines that name a dependency outside of its home.
fn names_dependencies(code: &Code) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, lines) in &code.0 {
        for (dependency, homes) in HOMES.iter().filter(|(_, homes)| !homes.contains(&layer(path))) {
            let start = format!("{dependency}::");
            let used = |line: &str| {
                let whole = |at: usize| {
                    !line[..at].ends_with(|letter: char| {
                        letter.is_alphanumeric() || "_:.\"`".contains(letter)
                    })
                };
                line.match_indices(&start).any(|(at, _)| whole(at))
                    || line.trim().trim_end_matches(';') == format!("use {dependency}")
            };
            faults.extend(
                lines
                    .iter()
                    .filter(|line| used(&line.1))
                    .map(|line| told(path, line, &format!("has its home in {homes:?}"))),
            );
        }
    }
    faults
}

fn none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn a_file_names_only_what_is_below_it() {
    let code = Code::of_src();
    assert!(code.edges().len() > 300, "the test reads the code");
    none(&names_above(&code));
}

#[test]
fn nothing_stands_in_a_circle() {
    none(&circles(&Code::of_src()));
}

/// Where threads can't be started rayon panics: `start_threads` comes before.
#[test]
fn threads_are_started_before_they_are_asked_for() {
    let code = Code::of_src();
    let says = |lines: &[(usize, String)], word: &str| {
        lines.iter().filter(|(_, line)| line.contains(word)).count()
    };
    let parallel = code.0.iter().filter(|(_, lines)| says(lines, "par_iter()") > 0);
    let without = parallel.filter(|(_, lines)| says(lines, "start_threads();") == 0);
    none(&without.map(|(path, _)| path.clone()).collect::<Vec<_>>());
}

#[test]
fn games_are_named_in_their_own_folders_alone() {
    let faults = names_games(&Code::of_src());
    let known = |fault: &String| NAMING.iter().any(|path| fault.starts_with(path));
    none(&faults.into_iter().filter(|fault| !known(fault)).collect::<Vec<_>>());
}

#[test]
fn each_dependency_has_one_home() {
    none(&names_dependencies(&Code::of_src()));
}

/// The one fault that a check finds in planted files.
fn found(check: fn(&Code) -> Vec<String>, files: &[(&str, &str)]) -> String {
    check(&Code::new(files.iter().copied())).join("\n")
}

#[test]
fn a_planted_layer_is_found() {
    let files = [
        (
            "odds/law.rs",
            "use std::fmt;\nuse crate::{\n    error::Result,\n    registry::Case,\n};\n",
        ),
        ("registry/mod.rs", "mod case;\npub use case::Case;\n"),
        ("registry/case.rs", "pub struct Case;\n"),
        ("error.rs", "pub struct Result;\n"),
    ];
    assert_eq!(
        found(names_above, &files),
        "odds/law.rs:2: `use crate::{` names registry/case.rs, above odds"
    );
    let inline =
        [("chart/heat.rs", "    let frame = crate::frame::outcomes();\n"), ("frame/mod.rs", "")];
    assert!(found(names_above, &inline).starts_with("chart/heat.rs:1:"));
    assert_eq!(found(names_above, &[("games/go.rs", "")]), "games/go.rs is in no layer");
}

#[test]
fn a_planted_circle_is_found() {
    // The folder re-exports both, which is no circle; naming each other through it is.
    let folder =
        ("odds/mod.rs", "mod law;\nmod tally;\npub use law::Law;\npub use tally::Tally;\n");
    let law = ("odds/law.rs", "use super::Tally;\n");
    assert_eq!(found(circles, &[folder, law, ("odds/tally.rs", "pub struct Tally;\n")]), "");
    let circle =
        found(circles, &[folder, law, ("odds/tally.rs", "// why\nuse crate::odds::{Law};\n")]);
    assert!(circle.contains("odds/law.rs:1:") && circle.contains("odds/tally.rs:2:"), "{circle}");
    let folders = [
        ("report/one/a.rs", "use crate::report::two::b::B;\n"),
        ("report/two/b.rs", ""),
        ("report/two/c.rs", "use crate::report::one::d::D;\n"),
        ("report/one/d.rs", ""),
    ];
    assert!(found(circles, &folders).contains("report/two/c.rs:1:"));
}

#[test]
fn a_planted_game_is_found() {
    let game = SYSTEMS[0];
    let line = |text: String| found(names_games, &[("chart/theme.rs", &text)]);
    assert!(line(format!("if check == \"{}.check\" {{", game.name)).contains("names"));
    assert!(line(format!("const BLUE: u32 = 0x{:06x};", game.colour.light)).contains("names"));
    assert!(line(format!("let title = \"{}\";", game.title)).contains("names"));
    assert_eq!(line(format!("let {}tic = 1;", game.name)), "", "a longer word is another");
    let other = format!("use crate::systems::{}::Check;", SYSTEMS[1].name);
    let path = format!("systems/{}/check.rs", game.name);
    assert!(found(names_games, &[(&path, &other)]).contains(SYSTEMS[1].name));
}

#[test]
fn planted_polars_in_a_chart_is_found() {
    let files =
        [("chart/heat.rs", "use polars::prelude::*;\n"), ("frame/mod.rs", "use polars::df;\n")];
    assert_eq!(
        found(names_dependencies, &files),
        "chart/heat.rs:1: `use polars::prelude::*;` has its home in [\"frame\"]"
    );
}
