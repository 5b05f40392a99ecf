//! Tests that rules without an end are refused, and that very long ones keep their stated error.
#![cfg(feature = "cli")]

use std::process::{Command, Output};

use oddsmith::odds::{Histogram, Success};

fn oddsmith(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oddsmith"));
    command.args(words).env("NO_COLOR", "1").output().expect("the command runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A script that is too short is reported as such, also for a rule that rolls until another face
/// comes.
#[test]
fn short_scripts_are_reported_as_too_little_luck() {
    for (luck, words) in [("d6r1", "face 1"), ("2d6r1", "face 2"), ("d6!1", "face 1")] {
        let field = format!("luck={luck}");
        let output = oddsmith(&["play", "house.roll", &field, "--luck", words]);
        assert_eq!(output.status.code(), Some(2), "{luck}: {}", stderr(&output));
        assert!(stderr(&output).contains("too little luck"), "{luck}: {}", stderr(&output));
    }
}

#[test]
fn rules_without_an_end_are_refused() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let file = folder.path().join("rules.toml");
    for (rule, fields) in [
        ("state x = 3\nstep\nx = x + 1\nuntil x = 0\nask steps", ""),
        ("state x = 3 in 0..5\nstep\nx = x + 1\nuntil x = 0\nask steps", ""),
        ("state x = 3 in 0..5\nstep\nx = x + (if d6 >= 3 then 1 else 0)\nuntil x = 0\nask x", ""),
        (
            "state hp = 10\nstep\nhp = hp - (if d20 + $bonus >= 25 then d6 else 0)\nuntil hp <= \
                0\nask steps",
            "fields = { bonus = 0 }\n",
        ),
    ] {
        let text = format!("[[house]]\nname = \"t\"\n{fields}rule = \"\"\"\n{rule}\n\"\"\"\n");
        std::fs::write(&file, text).expect("it is written");
        let file = file.to_str().expect("a name");
        let output = oddsmith(&["odds", "house.t", "--rules", file, "--trials", "1000"]);
        assert_eq!(output.status.code(), Some(2), "{rule}: {}", stderr(&output));
        assert!(stderr(&output).contains("at most 100"), "{rule}: {}", stderr(&output));
    }
}

/// A single word may be longer than a line.
#[test]
fn word_longer_than_a_line_is_printed() {
    let deck: Vec<String> = (1..=13).map(|card| format!("[{card},4]")).collect();
    let luck = format!("luck=[{},[15,2]]", deck.join(","));
    let output = oddsmith(&["odds", "house.roll", &luck, "--exact-only"]);
    assert!(output.status.success(), "{}", stderr(&output));
}

/// Laws of pools of very many dice use floats: their error is below the stated one, and every trial
/// has a score.
#[test]
fn large_pools_keep_their_stated_error() {
    use statrs::distribution::{Binomial, DiscreteCDF};
    for luck in ["highest(1000d6)", "1000d6", "count(80d6, 6)", "count(1000d6, 6)"] {
        let case = oddsmith::case(&format!("house.roll luck={}", luck.replace(' ', "_")));
        let case = case.expect("the question reads");
        let law = &case.law(20_000_000).expect("it is exact").columns[0];
        let sum: f64 = law.possible().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() <= law.error() + 1e-15, "{luck}: {sum}");
        assert!(law.none().value == 0.0, "{luck}: every trial has a score");
        assert!(law.error() < 1e-12, "{luck}: {}", law.error());
    }
    let case = oddsmith::case("house.roll luck=count(1000d6,_6)").expect("the question reads");
    let law = &case.law(20_000_000).expect("it is exact").columns[0];
    let sixes = Binomial::new(1.0 / 6.0, 1000).expect("a law");
    // Compares the rarer side, as the last digits of the other side are lost.
    let (found, exactly) = (1.0 - law.success(Success::AtLeast(100)).value, sixes.cdf(99));
    assert!((found - exactly).abs() <= law.error(), "{found} and {exactly}");
}

/// A decision sees only what was rolled before it.
#[test]
fn decisions_see_no_later_roll() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let file = folder.path().join("rules.toml");
    let rule = "x = d2\\ngo = decide yes, no\\nr = d6\\nz = if go = yes then r else 3\\nask z";
    std::fs::write(&file, format!("[[house]]\nname = \"t\"\nrule = \"{rule}\"\n")).expect("so");
    let odds = |policy: &str| {
        let policy = format!("decide.go={policy}");
        let file = file.to_str().expect("a name");
        oddsmith(&["odds", "house.t", "--rules", file, &policy, "--exact-only"])
    };
    let seen = odds("if x > 1 then yes else no");
    assert!(seen.status.success(), "{}", stderr(&seen));
    let unseen = odds("if r > 3 then yes else no");
    assert_eq!(unseen.status.code(), Some(2), "{}", stderr(&unseen));
    assert!(stderr(&unseen).contains("before its line"), "{}", stderr(&unseen));
}
