//! An error in a file underlines the key or value that it is about, whatever else says the same
//! word.

use std::path::Path;

use oddsmith::scenario::Scenario;

/// The underlined part of a text's error, and its line.
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

/// Every word that stands in a file or its error also stands in a comment above, and as a title:
/// neither is underlined.
#[test]
fn a_word_in_a_comment_is_not_the_place() {
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

/// What a house rule or a check says wrong is underlined itself.
#[test]
fn the_value_is_underlined() {
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

/// An error in a key of several names, in sections of their own.
#[test]
fn sections_are_looked_through() {
    let text = RULE.replace("[[check]]", "[house.end]\nlimit = 3\n[[check]]");
    assert_eq!(underlined(&text), Some((10, "end".to_owned())));
}
