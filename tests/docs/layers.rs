//! Layers: a package depends only on packages above it in ARCHITECTURE.md, large libraries are
//! confined to one package, and modules of a package do not import each other in a cycle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// Folders of packages in the order of the map.
fn packages() -> Vec<String> {
    let map = include_str!("../../ARCHITECTURE.md");
    let rows = map.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let rows =
        rows.filter(|row| !row.ends_with('/')).flat_map(|row| match row.strip_suffix("/*") {
            None => vec![row.to_owned()],
            Some(folder) => {
                let games = std::fs::read_dir(root().join(folder)).expect("a folder of packages");
                let name = |game: std::io::Result<std::fs::DirEntry>| {
                    format!("{folder}/{}", game.expect("an entry").file_name().display())
                };
                games.map(name).collect()
            }
        });
    rows.collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Manifest of a package; that of `src` is in the root.
fn manifest(package: &str) -> toml::Table {
    let folder = if package == "src" { root().to_owned() } else { root().join(package) };
    let text = read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    text.parse().expect("a manifest is TOML")
}

/// Names of the dependencies of a package, without those of its tests.
fn dependencies(package: &str) -> Vec<String> {
    let manifest = manifest(package);
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let targets = targets.into_iter().flat_map(toml::Table::values);
    let of = |table: &toml::Table| {
        let found = table.get("dependencies").and_then(toml::Value::as_table);
        found.map_or_else(Vec::new, |found| found.keys().cloned().collect())
    };
    targets.filter_map(toml::Value::as_table).chain([&manifest]).flat_map(of).collect()
}

#[test]
fn packages_depend_only_on_packages_above_them() {
    let packages = packages();
    let name = |package: &String| manifest(package)["package"]["name"].as_str().map(str::to_owned);
    let names: Vec<String> = packages.iter().filter_map(name).collect();
    assert_eq!(names.len(), packages.len());
    let mut edges = 0;
    for (place, package) in packages.iter().enumerate() {
        for dependency in dependencies(package).iter().filter(|name| name.starts_with("oddsmith")) {
            let above = names[..place].contains(dependency);
            let of_games = package.starts_with("crates/games/")
                && packages[..place]
                    .iter()
                    .zip(&names)
                    .any(|(other, name)| other.starts_with("crates/games/") && name == dependency);
            assert!(above && !of_games, "{package} depends on {dependency}");
            edges += 1;
        }
    }
    assert!(edges > 100, "{edges} dependencies");
}

#[test]
fn the_map_names_every_package() {
    let packages = packages();
    let members = ["crates", "crates/games", "page"].map(|folder| root().join(folder));
    let folders = members.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let paths = folders.map(|entry| entry.expect("an entry").path());
    for path in paths.filter(|path| path.join("Cargo.toml").is_file()) {
        let path = path.strip_prefix(root()).expect("a path below the root").display().to_string();
        assert!(packages.contains(&path), "{path}");
    }
}

/// Libraries that one package hides from the others, or two of them.
const CONFINED: [(&str, &[&str]); 6] = [
    ("polars", &["crates/frames"]),
    ("plotters", &["crates/charts"]),
    ("minijinja", &["crates/expressions", "crates/documents"]),
    ("pulldown-cmark", &["crates/documents"]),
    ("clap", &["src", "page/builder"]),
    ("pyo3", &["python"]),
];

#[test]
fn large_libraries_are_confined() {
    for (library, homes) in CONFINED {
        let users: Vec<String> = packages()
            .into_iter()
            .filter(|package| dependencies(package).iter().any(|name| name == library))
            .collect();
        assert!(!users.is_empty(), "{library} is used");
        assert!(users.iter().all(|user| homes.contains(&user.as_str())), "{library}: {users:?}");
    }
}

/// Path of a module within its package.
type Module = Vec<String>;

/// Modules of a package with the modules that they import, except those above and below them, whose
/// items a `mod.rs` may re-export.
fn imports(source: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut files: Vec<(Module, PathBuf)> = Vec::new();
    let mut folders = vec![source.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(source).expect("a source").with_extension("");
                let name = name.iter().map(|part| part.to_string_lossy().into_owned());
                let roots = |part: &String| !["mod", "lib", "main"].contains(&part.as_str());
                files.push((name.filter(roots).collect(), path));
            }
        }
    }
    let modules: BTreeSet<Module> = files.iter().map(|(module, _)| module.clone()).collect();
    let mut imports: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, path) in
        files.iter().filter(|(module, _)| module.last().is_none_or(|it| it != "tests"))
    {
        let text = read_to_string(path).expect("a source");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code: String = code.flat_map(|line| [line, "\n"]).collect();
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        let found = paths(code).into_iter().filter_map(|path| {
            let (start, rest): (&[String], &[String]) = match path[0].as_str() {
                "crate" => (&[], &path[1..]),
                _ => {
                    let up = path.iter().take_while(|part| *part == "super").count();
                    (&module[..module.len().checked_sub(up)?], &path[up..])
                }
            };
            let mut target: Module = start.iter().chain(rest).cloned().collect();
            while !modules.contains(&target) {
                target.pop()?;
            }
            let related = target.starts_with(module) || module.starts_with(&target);
            (!related).then_some(target)
        });
        imports.insert(module.clone(), found.collect());
    }
    imports
}

/// Paths in code that begin with `crate` or `super`, each of a list in braces by itself.
fn paths(code: &str) -> Vec<Module> {
    let mut all = Vec::new();
    let part = |letter: char| letter.is_alphanumeric() || letter == '_';
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            if code[..at].ends_with(|letter: char| part(letter) || letter == ':') {
                continue;
            }
            expand(&code[at..], &mut Vec::new(), &mut all);
        }
    }
    all
}

/// Adds the paths of one tree of imports behind `prefix`; returns its length.
fn expand(code: &str, prefix: &mut Module, all: &mut Vec<Module>) -> usize {
    let (mut at, depth) = (0, prefix.len());
    loop {
        let rest = &code[at..];
        if let Some(list) = rest.strip_prefix('{') {
            at += 1;
            let mut items = list;
            while !items.is_empty() && !items.starts_with('}') {
                let length = expand(items, prefix, all).max(1);
                at += length;
                items = &code[at..];
            }
            prefix.truncate(depth);
            return at + 1;
        }
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let word = &rest[..end.unwrap_or(rest.len())];
        at += word.len();
        if !word.is_empty() {
            prefix.push(word.to_owned());
        }
        match code[at..].strip_prefix("::") {
            Some(_) if !word.is_empty() => at += 2,
            _ => break,
        }
    }
    if prefix.len() > depth {
        all.push(prefix.clone());
    }
    prefix.truncate(depth);
    at
}

/// Returns true if a module imports itself, directly or through other modules.
fn is_in_cycle(imports: &BTreeMap<Module, BTreeSet<Module>>, module: &Module) -> bool {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Module> = imports[module].iter().collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(imports.get(next).into_iter().flatten());
        }
    }
    reached.contains(module)
}

/// Modules in cycles that are left. The compiler of the rule language is redesigned as a whole.
const REMAINING: [&str; 30] = [
    "crates/anydice/machine",
    "crates/anydice/words",
    "crates/charts/answers/marks",
    "crates/charts/answers/names",
    "crates/charts/curve",
    "crates/charts/figure",
    "crates/charts/layout",
    "crates/charts/strokes",
    "crates/dice/foreign",
    "crates/dice/foreign/pattern",
    "crates/dice/foreign/rolls",
    "crates/dice/read",
    "crates/engine/chance/bag/fold",
    "crates/engine/chance/bag/law",
    "crates/engine/chance/bag/row",
    "crates/engine/chance/bag/sums",
    "crates/engine/odds/exact_law/graph",
    "crates/engine/odds/exact_law/layout",
    "crates/engine/odds/exact_law/states",
    "crates/engine/program/code",
    "crates/engine/program/exact",
    "crates/engine/program/liveness",
    "crates/engine/program/machine",
    "crates/engine/program/pools",
    "crates/engine/program/roll",
    "crates/engine/program/step_counts",
    "crates/engine/program/trial_run",
    "crates/engine/program/walk",
    "crates/games/torg/play/fight",
    "crates/games/torg/play/turn",
];

#[test]
fn modules_do_not_import_each_other_in_a_cycle() {
    let mut found = Vec::new();
    for package in packages() {
        let folder = if package == "src" { root().to_owned() } else { root().join(&package) };
        if folder.join("src").is_dir() {
            let imports = imports(&folder.join("src"));
            let cycle = imports.keys().filter(|module| is_in_cycle(&imports, module));
            found.extend(cycle.map(|module| format!("{package}/{}", module.join("/"))));
        }
    }
    found.sort();
    assert_eq!(found, REMAINING, "remove new cycles here, or old ones from the list");
}

#[test]
fn imports_are_found_in_nested_lists() {
    let found = paths("use crate::{a::{b, C}, d};\nlet x = super::super::e::f();");
    let found: Vec<String> = found.iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["crate::a::b", "crate::a::C", "crate::d", "super::super::e::f"]);
}
