//! Tests of the length of the README, and of counts in the documentation.

#[test]
fn readme_is_short() {
    let readme = include_str!("../../README.md");
    assert!(readme.lines().count() <= 250, "{} lines", readme.lines().count());
}

/// The documentation states the number of example rules, in tens.
#[test]
fn documented_counts_are_right() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("examples/rules");
    let rules = std::fs::read_dir(folder).expect("the examples").filter_map(Result::ok);
    let rules = rules.filter(|file| file.path().extension().is_some_and(|end| end == "toml"));
    let rules = rules.count();
    let tens = ["sixty", "seventy", "eighty", "ninety"].map(str::to_owned);
    let expected = &tens[(rules / 10).clamp(6, 9) - 6];
    for page in ["README.md", "docs/designers.md", "docs/dice.md"] {
        let text = std::fs::read_to_string(root.join(page)).expect(page).to_lowercase();
        let others = tens.iter().filter(|word| *word != expected);
        assert!(text.contains(&format!("{expected} ")), "{page}: there are {rules} rules");
        for other in others {
            assert!(
                !text.contains(&format!("{other} m")),
                "{page} says {other}, there are {rules}"
            );
        }
    }
}
