//! The layers of the crate, and one home for each dependency: a file names its own layer and those below.

use std::path::{Path, PathBuf};

/// From the ground up. `error` and `file` are below them all.
const LAYERS: [&str; 13] = [
    "chance", "rule", "odds", "kernel", "strategy", "registry", "systems", "scenario", "text",
    "frame", "chart", "report", "cli",
];

/// Where each dependency may be named.
const HOMES: [(&str, &[&str]); 19] = [
    ("rand", &["chance"]),
    ("rand_xoshiro", &["chance"]),
    ("blake3", &["chance"]),
    ("statrs", &["odds"]),
    ("rayon", &["odds", "scenario"]),
    ("toml", &["registry", "systems", "scenario"]),
    ("strsim", &["error"]),
    ("polars", &["frame", "chart", "report"]),
    ("polars_io", &["frame"]),
    ("plotters", &["chart"]),
    ("base64", &["chart"]),
    ("resvg", &["chart"]),
    ("serde", &["registry", "systems", "scenario", "cli"]),
    ("serde_json", &["registry", "cli"]),
    ("clap", &["cli"]),
    ("anstream", &["cli"]),
    ("ctrlc", &["cli"]),
    ("indicatif", &["cli"]),
    ("anstyle", &["cli"]),
];

/// Every source file with its layer and its lines of code, comments left out.
fn sources() -> Vec<(PathBuf, String, Vec<String>)> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a source folder reads") {
            let path = entry.expect("a source folder reads").path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    walk(&root, &mut files);
    let source = |path: PathBuf| {
        let inside = path.strip_prefix(&root).expect("a source is in src").to_owned();
        let first = inside.components().next().expect("a path has a part");
        let layer = Path::new(first.as_os_str())
            .file_stem()
            .expect("a layer has a name")
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path).expect("a source reads");
        let code =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned);
        (inside, layer, code.collect())
    };
    files.into_iter().map(source).collect()
}

/// The names that follow `prefix` in a line: `layer` in `crate::layer::…`.
fn named<'a>(line: &'a str, prefix: &str) -> Vec<&'a str> {
    let starts = line.match_indices(prefix).map(|(at, _)| at + prefix.len());
    starts
        .map(|at| {
            line[at..]
                .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .next()
                .unwrap_or_default()
        })
        .collect()
}

#[test]
fn a_file_names_only_what_is_below_it() {
    let height = |layer: &str| LAYERS.iter().position(|known| *known == layer);
    let mut checked = 0;
    for (path, layer, code) in sources() {
        let Some(own) = height(&layer) else {
            assert!(
                ["lib", "main", "error", "file"].contains(&layer.as_str()),
                "{} is in no layer",
                path.display()
            );
            continue;
        };
        for line in code {
            assert!(
                !line.contains("crate::{") && !line.contains("super::super"),
                "{}: `{}` hides what it names",
                path.display(),
                line.trim()
            );
            for named in named(&line, "crate::") {
                checked += 1;
                if let Some(other) = height(named) {
                    assert!(
                        other <= own,
                        "{}: `{}` names a layer above {layer}",
                        path.display(),
                        line.trim()
                    );
                }
            }
        }
    }
    assert!(checked > 100, "the test reads the code");
}

#[test]
fn a_game_names_no_other_game() {
    let sources = sources();
    let game = |path: &Path| {
        path.components().nth(1).map(|part| part.as_os_str().to_string_lossy().into_owned())
    };
    let games: Vec<String> = sources
        .iter()
        .filter(|(path, layer, _)| layer == "systems" && path.components().count() == 3)
        .filter_map(|(path, ..)| game(path))
        .collect();
    assert!(games.len() >= 6, "the test finds the games");
    for (path, layer, code) in sources.iter().filter(|(path, ..)| path.components().count() == 3) {
        if layer != "systems" {
            continue;
        }
        let own = game(path).expect("a game has a folder");
        for other in games.iter().filter(|other| **other != own) {
            let fault = code.iter().find(|line| {
                line.contains(&format!("{other}::")) || line.contains(&format!("{other}."))
            });
            assert!(
                fault.is_none(),
                "{}: `{}` names {other}",
                path.display(),
                fault.unwrap().trim()
            );
        }
    }
}

#[test]
fn each_dependency_has_one_home() {
    for (path, layer, code) in sources() {
        for (dependency, homes) in HOMES {
            if homes.contains(&layer.as_str()) {
                continue;
            }
            let before = |line: &str, at: usize| line[..at].chars().next_back();
            let whole = |line: &str, at: usize| {
                before(line, at)
                    .is_none_or(|letter| !letter.is_alphanumeric() && !"_:.\"`".contains(letter))
            };
            let uses = |line: &&String| {
                let paths =
                    line.match_indices(&format!("{dependency}::")).any(|(at, _)| whole(line, at));
                paths || line.trim_start().trim_end_matches(';') == format!("use {dependency}")
            };
            let fault = code.iter().find(uses);
            assert!(
                fault.is_none(),
                "{}: `{}` names {dependency}, whose home is {homes:?}",
                path.display(),
                fault.unwrap().trim()
            );
        }
    }
}
