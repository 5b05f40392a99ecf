//! Tests of dice as people type them: without a command, without quotes, against a number.

use super::{answer, oddsmith};

/// Dice against a number succeed if they reach it, in any notation.
#[test]
fn dice_reach_their_number() {
    let expected = answer("odds house.roll luck=d20+5 dc=15 --exact-only");
    assert!(expected.contains("55.00 % = 11/20"), "{expected}");
    for typed in [
        "d20+5 vs 15",
        "\"d20+5 vs 15\"",
        "\"d20+5 vs DC 15\"",
        "d20+5 against 15",
        "d20+5 --dc 15",
        "d20+5 --dc=15",
        "d20+5 dc 15",
        "odds d20+5 dc=15",
    ] {
        assert_eq!(answer(&format!("{typed} --exact-only")), expected, "{typed}");
    }
    let exceeds = answer("d20+5 dc=15 tie=passive --exact-only");
    assert!(exceeds.contains("50.00 % = 1/2"), "{exceeds}");
    let found = answer("dc d20+5 --target 65% --exact-only");
    assert!(found.contains("dc 13: 65.00 %"), "{found}");
    let grid = answer("d20 add=0..5 dc=10..15/5 --exact-only");
    assert!(grid.lines().any(|line| line.split_whitespace().eq(["5", "80.0", "55.0"])), "{grid}");
    let other = answer("mutants.check bonus=5 vs 15 --exact-only");
    assert!(other.contains("55.00 % = 11/20"), "{other}");
}

/// A line that begins with a blank, a minus, a bracket, a number or a function is read as dice
/// first.
#[test]
fn dice_may_begin_with_any_sign() {
    for (typed, mean) in [
        ("\" 3d6\"", "mean 10.5"),
        ("\"3d 6\"", "mean 10.5"),
        ("3d 6", "mean 10.5"),
        ("-d6", "mean \u{2212}3.5"),
        ("odds -d6", "mean \u{2212}3.5"),
        ("\"-(d6 + 1)\"", "mean \u{2212}4.5"),
        ("\"-5 + d6\"", "mean \u{2212}1.5"),
        ("\"(1 + 3) * 6\"", "mean 24"),
        ("3d6 + 2", "mean 12.5"),
        ("d20 - 2", "mean 8.5"),
        ("roll 3d6", "mean 10.5"),
        ("/roll 4d6kh3", "mean 12.2446"),
        ("d6r1,2", "mean 4.5"),
        ("odds house.roll luck=d6r1,2", "mean 4.5"),
    ] {
        let text = answer(&format!("{typed} --exact-only"));
        assert!(text.contains(mean), "{typed}: {text}");
    }
    // A list of rolls is still a sweep.
    assert!(answer("odds house.roll luck=2d6r1,3d6 --exact-only").contains("3d6"));
    assert!(answer("mutants.check bonus=5 dc=15 --exact-only").contains("55.00 %"));
}

/// An unreadable line is reported as dice, with a hint.
#[test]
fn unreadable_dice_get_hints() {
    for (typed, hint) in [
        ("df", "`4dF`"),
        ("2W6", "`2d6`"),
        ("2k6", "`2d6`"),
        ("\"round(5/2)\"", "`/` rounds down"),
        ("\"2d6[fire]+1d8[cold]\"", "`2d6+1d8`"),
        ("\"(1d4, 2+2, 3d6kl1)kh1\"", "`max(1d4, 2+2, 3d6kl1)`"),
        ("6d10min3max6", "`6d10mi3ma6`"),
        ("4dF.1", "`4d{-1, 0 x4, 1}`"),
        ("2d6u", "draw(d, 2)"),
        ("4d6-L", "`4d6dl1`"),
        ("2d20h", "`2d20kh1`"),
        ("1d20+1d4\u{2013}1", "`1d20+1d4-1`"),
        ("\"{4d6+3d8}kh1\"", "`[4d6, 3d8]kh1`"),
        ("d5e", "`d5!`"),
        ("10d10fis_even", "`count(10d10, {2,4,6,8,10})`"),
        ("\"6d10>=8!>=9\"", "`6d10!>=9c>=8`"),
        ("\"3d20cs>=18\"", "`3d20c>=18` counts (Foundry)"),
        ("\"[explode 2d2]\"", "if a = 4"),
        ("\"d20 vs d20+3\"", "house.opposed"),
        ("odds mutants.check --bonus 5", "`bonus=…`"),
        ("mutants.check --rival-skill 5", "`rival_skill=…`"),
    ] {
        let output = oddsmith(typed);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{typed}: {text}");
        assert!(text.contains(hint), "{typed}: {text}");
    }
}

/// Unambiguous foreign notation is answered, with a line on its reading.
#[test]
fn foreign_notation_is_answered_with_its_reading() {
    for (typed, line) in [
        ("\"[highest 3 of 4d6]\"", "is read as `4d6kh3`"),
        ("\"output 2d6\"", "is read as `2d6`"),
        ("\"2d6r<=2\"", "`ro<=2` once (Foundry)"),
        ("\"d6!>5\"", "Roll20 reads `!>=5`"),
        ("\"4d6r<2\"", "Roll20 reads `r<=2`"),
        ("4d6k3", "Avrae keeps dice that show 3"),
    ] {
        let text = answer(&format!("{typed} --exact-only"));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(line), "{typed}: {text}");
    }
}

/// Two rolls are compared; without a success their laws are printed side by side.
#[test]
fn laws_are_compared_side_by_side() {
    let laws = answer("compare 3d6 2d10 --exact-only");
    let has = |wanted: &[&str]| {
        laws.lines().any(|line| line.split_whitespace().eq(wanted.iter().copied()))
    };
    assert!(has(&["total", "3d6", "2d10"]) && has(&["11", "12.50", "10.00"]), "{laws}");
    assert!(has(&["20", "1.00"]) && has(&["3d6", "10.5", "2.958", "10..11"]), "{laws}");
    assert_eq!(answer("3d6 2d10 --exact-only"), laws);
    assert_eq!(
        answer("3d6 2d6 dc=9 --exact-only"),
        answer("compare \"3d6 dc=9\" \"2d6 dc=9\" --exact-only")
    );
    let json: serde_json::Value =
        serde_json::from_str(&answer("compare 3d6 2d10 --exact-only --format json")).expect("JSON");
    assert_eq!(json["cases"].as_array().map(Vec::len), Some(2));
    assert_eq!(json["differences"], serde_json::json!([]));
    // A comparison with an event prints its chances.
    assert!(
        answer("compare 3d6 2d10 --at-least 11 --exact-only")
            .contains("Chance of total 11 or more")
    );
}

/// Quantiles are printed on request, and a median of two values prints both.
#[test]
fn quantiles_and_both_medians_are_printed() {
    let text = answer("4d6kh3 --quantile 0.9,50% --exact-only");
    assert!(
        text.contains("total: 90 % at most 16") && text.contains("total: 50 % at most 12"),
        "{text}"
    );
    assert!(answer("3d6 --exact-only").contains("median 10 or 11"));
    assert!(answer("2d6 --exact-only").contains("median 7\n"));
    let sweep = answer("odds house.roll luck=3d6,2d6 --quantile 90% --exact-only");
    let row = |wanted: &[&str]| {
        sweep.lines().any(|line| line.split_whitespace().eq(wanted.iter().copied()))
    };
    assert!(row(&["3d6", "10.50", "2.96", "10..11", "14"]), "{sweep}");
    for wrong in ["90", "0", "1", "often"] {
        let output = oddsmith(&format!("3d6 --quantile {wrong}"));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && text.contains("hint: "), "{wrong}: {text}");
    }
}

/// A resolution draws a seed and prints it; the same seed gives the same transcript.
#[test]
fn resolution_prints_its_drawn_seed() {
    let transcript = answer("play 20d100");
    let line =
        transcript.lines().find_map(|line| line.trim().strip_prefix("seed: ")).expect("a seed");
    let seed = line.split(' ').next().expect("a number");
    let again = answer(&format!("play 20d100 --seed {seed}"));
    assert!(transcript.starts_with(again.trim_end()), "{transcript} {again}");
    assert!((0..4).any(|_| answer("play 20d100") != transcript), "each time the same");
    let failed = answer("play mutants.check bonus=5 dc=15 --luck \"face 2\"");
    assert!(failed.contains("margin: \u{2212}8, failure"), "{failed}");
}
