//! Tests of error places in files: the faulty key or value is underlined, even if the same word
//! occurs elsewhere.

use std::path::Path;

use oddsmith::scenario::Scenario;

/// Returns the line number and the underlined text of a scenario's error.
fn underlined(text: &str) -> Option<(usize, String)> {
    let error = Scenario::parse(text).err()?;
    let excerpt = error.excerpt()?;
    let mut lines = excerpt.lines();
    let (number, shown) = lines.next()?.split_once(" | ")?;
    let under = lines.next()?.split_once(" | ")?.1;
    let (start, end) = (under.find('^')?, under.len());
    let part: String = shown.chars().skip(start).take(end - start).collect();
    Some((number.trim().parse().ok()?, part))
}

/// Repeats every word of a file and of its error in a comment above each line; the underlined place
/// stays the same.
#[test]
fn comments_do_not_change_the_error_place() {
    let broken = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut seen = 0;
    for entry in std::fs::read_dir(broken).expect("a folder") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let Some((line, part)) = underlined(&text) else { continue };
        let words: Vec<&str> = text.split_whitespace().collect();
        let message = Scenario::parse(&text).expect_err("it is broken").to_string();
        let comment = format!("# {} {part} {message}\n", words.join(" ").replace('#', " "));
        let noisy: String = text.lines().map(|line| format!("{comment}{line}\n")).collect();
        assert_eq!(underlined(&noisy), Some((2 * line, part)), "{}", path.display());
        seen += 1;
    }
    assert!(seen >= 40, "{seen} files say their place");
}

const RULE: &str = r#"
title = "hot d20 hit skill edge"
[[house]]
name = "duel"
fields = { skill = 3, foe = 2 }
mine = { add = "$skill", luck = "2d10" }
theirs = { add = "$foe", luck = "2d10" }
tie = "active"
bands = { miss = -1, hit = 4, crit = 99 }
[[check]]
use = "house.duel"
set = { skill = 2 }
"#;

/// The faulty value of a house rule or a check is underlined.
#[test]
fn faulty_values_are_underlined() {
    for (from, to, part) in [
        ("tie = \"active\"", "tie = \"active\"\nsuccess = \"hot\"", "\"hot\""),
        ("tie = \"active\"", "tie = \"hit\"", "\"hit\""),
        ("\"active\"\n", "\"active\"\nedge = \"skil\"\n", "\"skil\""),
        ("\"active\"\n", "\"active\"\nend = { on = \"hit\" }\n", "end"),
        ("\"active\"\n", "\"active\"\nladder = [\"miss\", \"hit\"]\n", "ladder"),
        ("\"active\"\n", "\"active\"\nrule = \"ask x\"\n", "mine"),
        ("\"$skill\"", "\"$skil\"", "\"$skil\""),
        ("\"2d10\" }\nt", "\"2x10\" }\nt", "\"2x10\""),
        ("crit = 99", "crit = 3", "3"),
        ("foe = 2", "foe = 2000", "2000"),
        ("name = \"duel\"", "name = \"roll\"", "\"roll\""),
        ("set = { skill = 2 }", "set = { skill = 2000 }", "2000"),
        ("set = { skill = 2 }", "set = { skil = 2 }", "skil"),
        ("set = { skill = 2 }", "set.skill = 2000", "2000"),
        ("set = { skill = 2 }", "set.skill = \"$foe\"\n[sweep]\nfoe = [2, 2000]", "2000"),
    ] {
        let text = RULE.replace(from, to);
        assert_ne!(text, RULE, "{to}");
        assert_eq!(underlined(&text).map(|(_, part)| part).as_deref(), Some(part), "{to}");
    }
}

/// Finds the place of an error in a dotted section such as `[house.end]`.
#[test]
fn errors_in_dotted_sections_are_placed() {
    let text = RULE.replace("[[check]]", "[house.end]\nlimit = 3\n[[check]]");
    assert_eq!(underlined(&text), Some((10, "end".to_owned())));
}
