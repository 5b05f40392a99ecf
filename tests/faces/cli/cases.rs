//! Tests of many cases of one question: their notation, and the event of each.

use std::process::Command;

use super::{answer, oddsmith};

/// Several notations of numbers are the same question.
#[test]
fn numbers_have_several_notations() {
    let plain = answer("odds mutants.check bonus=8 dc=1000 --trials 100000 --format json");
    let other = "odds mutants.check bonus=+8 dc=1e3 --trials 1e5 --budget 20_000_000 --format json";
    assert_eq!(plain, answer(other));
    let at = |flag: &str| answer(&format!("odds mutants.check bonus=8 dc=15 --exact-only {flag}"));
    assert_eq!(at("--at-least 1e0"), at("--at-least 1"));
    let price = |price: &str| {
        answer(&format!(
            "duel score=8 cap=4 pool=20 rival_score=10 rival_cap=5 rival_pool=25 price={price}"
        ))
    };
    assert_eq!(price("5%"), price("0.05"));
    assert!(
        answer("compare mutants.check mano.roll --match 65% --edge 0 --exact-only")
            .contains("65.0")
    );
}

/// A case of a comparison may have a name, and quoted values.
#[test]
fn a_case_may_have_a_name() {
    let text = answer(
        "compare \"two dice: house.roll luck='2d6' dc=7\" \"one: house.roll luck=d12 dc=7\" \
            --exact-only",
    );
    assert!(text.contains("Chance of success: two dice, one") && !text.contains("luck"), "{text}");
}

/// Dice are allowed in place of a check, with fields behind them.
#[test]
fn dice_are_accepted_as_a_check() {
    for (dice, check) in [
        ("odds \"2d6 + 1\" dc=5,7", "odds house.roll \"luck=2d6 + 1\" dc=5,7"),
        ("2d6 dc=7", "odds house.roll luck=2d6 dc=7"),
        ("dc 2d6 --target 50%", "dc house.roll luck=2d6 --target 50%"),
        ("play 2d6 --seed 3", "play house.roll luck=2d6 --seed 3"),
        (
            "compare \"two: 2d6 + 1 dc=7\" \"one: d12 dc=7\" --exact-only",
            "compare \"two: house.roll luck=2d6+1 dc=7\" \"one: house.roll luck=d12 dc=7\" \
                --exact-only",
        ),
    ] {
        assert_eq!(answer(dice), answer(check), "{dice}");
    }
    let sides = answer("compare 3d6 2d10 --at-least 11 --exact-only");
    assert!(sides.contains("3d6") && sides.contains("2d10"), "{sides}");
}

/// Sweeps over cases with different outcomes: every row has a cell for every column, each under its
/// own heading.
#[test]
fn cases_of_different_scales_share_a_table() {
    for (line, heading) in [
        (
            "odds melodrama.group rank=3 rival=3 minions=4,3,2 --exact-only",
            "minions      0     1     2     3    4  mean    sd  median",
        ),
        (
            "odds melodrama.initiative mine=4 rivals=[4],[2,6],[1,2,3] --exact-only",
            "rivals      0     1     2     3  success   mean    sd  median",
        ),
        (
            "odds melodrama.unopposed bonus=5 dc=5 take=10,20,none --exact-only",
            "take  success   mean    sd  median",
        ),
        (
            "odds mutants.check bonus=8 dc=5,8,13 take=10 --exact-only",
            "dc  success   mean    sd  median",
        ),
    ] {
        let text = answer(line);
        let shown: Vec<&str> =
            text.lines().skip(3).take_while(|line| !line.is_empty()).map(str::trim).collect();
        assert!(shown[0].split_whitespace().eq(heading.split_whitespace()), "{line}: {}", shown[0]);
        for row in &shown[1..] {
            assert_eq!(
                row.split_whitespace().count(),
                shown[1].split_whitespace().count(),
                "{line}: {row}"
            );
        }
    }
    // Rungs of different names have separate tables, and `--of` takes the name of either.
    let text = answer(
        "odds melodrama.toughness toughness=10 damage=6 lethal=true,false --exact-only --of \
            bruised",
    );
    assert!(text.contains("dying  disabled") && text.contains("unconscious  staggered"), "{text}");
}

#[test]
fn shares_are_never_below_zero_or_above_one() {
    for line in [
        "odds mutants.check bonus=5 dc=40,41 --exact-only",
        "odds mutants.check bonus=5 dc=40,41 --sampled-only --trials 1000",
        "odds melodrama.group rank=3 rival=3 --exact-only --view at-least",
        "odds melodrama.initiative mine=0 rivals=[2,14] tie=again --exact-only --at-most 4",
    ] {
        let text = answer(line);
        for wrong in ["-0", ">99.99", "NaN", "<0.00 "] {
            assert!(!text.split_whitespace().any(|word| word.starts_with(wrong)), "{line}: {text}");
        }
    }
}

#[test]
fn possible_outcomes_without_hits_have_an_upper_bound() {
    let answer: serde_json::Value = serde_json::from_str(&answer(
        "odds melodrama.opposed active=0 passive=0 --trials 10 --format json",
    ))
    .expect("it is JSON");
    let outcomes = answer["cases"][0]["columns"][0]["sampled"]["outcomes"]
        .as_array()
        .expect("outcomes")
        .clone();
    let never =
        outcomes.iter().find(|outcome| outcome["hits"] == 0).expect("29 margins, 10 trials");
    // A share of this size is missed ten times in a row in 2.5 % of runs.
    let high = 1.0 - 0.025f64.powf(0.1);
    assert_eq!(never["low"].as_f64(), Some(0.0));
    assert!(never["high"].as_f64().is_some_and(|end| (end - high).abs() < 1e-12), "{never}");
}

#[cfg(unix)]
#[test]
fn invalid_utf8_is_an_error() {
    use std::os::unix::ffi::OsStrExt;
    let argument = std::ffi::OsStr::from_bytes(b"active=\xff");
    let output = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(["odds", "melodrama.opposed"])
        .arg(argument)
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Cases may have different ladders and numbers of steps; a name refers to the same rung or step in
/// every case.
#[test]
fn named_rungs_and_steps_are_found_in_each_case() {
    let shares = |line: &str, column: &str, at: Option<u64>| -> Vec<f64> {
        let answer: serde_json::Value =
            serde_json::from_str(&answer(&format!("{line} --exact-only --format json")))
                .expect("JSON");
        let cases = answer["cases"].as_array().expect("cases");
        let found = cases.iter().map(|case| {
            let columns = case["columns"].as_array().expect("columns");
            let column = columns
                .iter()
                .find(|known| known["name"] == column && known["at"].as_u64() == at)
                .expect("a column");
            let rungs = column["exact"]["outcomes"].as_array().expect("rungs");
            let (mut share, mut reached) = (0.0, false);
            // Share of `good` or better, added up by hand.
            for rung in rungs {
                reached = reached || rung["name"] == "good" || rung["name"] == "win";
                share += if reached { rung["share"].as_f64().expect("a share") } else { 0.0 };
            }
            assert!(
                (column["exact"]["success"]["share"].as_f64().expect("a success") - share).abs()
                    < 1e-12,
                "{line}"
            );
            share
        });
        found.collect()
    };
    let both = shares(
        "odds torg.check value=10 difficulty=10 edition=1990,eternity --of good",
        "result",
        None,
    );
    assert!(both[0] > 0.28 && both[1] < 0.19, "{both:?}");
    // The third round of a duel has another place in a longer duel.
    let rounds = "odds moma.duel attribute=2 skill=2 rival_attribute=2 rival_skill=1 rounds=3..4 \
        --column win@3";
    assert_eq!(shares(rounds, "win", Some(3)), [1.0, 1.0]);
    let table = answer(&format!("{} --exact-only", rounds.replace("3..4", "2..3")));
    assert!(table.contains("no such step") && table.contains("win@3"), "{table}");
    for line in [
        "odds torg.check value=10 difficulty=8 edition=eternity,1990 --of outstanding",
        "compare \"torg.check edition=1990,eternity\" \"torg.check edition=1990,eternity\" --of \
            outstanding --edge 1",
    ] {
        assert_eq!(oddsmith(line).status.code(), Some(2), "{line}");
    }
    // A ladder of equal length with other words has the rung at the same place.
    let lethal = answer(
        "odds melodrama.toughness toughness=5 damage=5 lethal=false,true --of staggered \
            --exact-only",
    );
    assert!(
        lethal.contains("staggered or better") && lethal.contains("disabled or better"),
        "{lethal}"
    );
}

/// A swept field may change what counts as a success: a tie is a success for the active side, and
/// not for the passive.
#[test]
fn each_case_has_its_own_success() {
    let question = "house.roll luck=1d20 dc=10 tie=active,passive";
    let line = format!(
        "compare \"{question}\" \"house.roll luck=1d20 dc=10 tie=passive,passive\" --exact-only \
            --format json"
    );
    let compared: serde_json::Value = serde_json::from_str(&answer(&line)).expect("JSON");
    let share = |of: &serde_json::Value| of["share"].as_f64().expect("a share");
    let differences: Vec<f64> =
        compared["differences"].as_array().expect("differences").iter().map(share).collect();
    assert!((differences[0] - 0.05).abs() < 1e-12 && differences[1] == 0.0, "{differences:?}");
    let success = |case: usize| share(&compared["cases"][case]["columns"][0]["exact"]["success"]);
    assert_eq!([0, 1, 2, 3].map(success), [0.55, 0.5, 0.5, 0.5]);
}

/// A cell of a grid belongs to its row and column, for either order of the fields.
#[test]
fn a_grid_is_the_same_in_either_order() {
    for [check, one, other] in [
        ["mutants.check", "bonus=0,5", "dc=5,15,25"],
        ["melodrama.unopposed", "bonus=8,12", "dc=easy,tough,heroic"],
        ["house.roll dc=7", "luck=2d6,3d6", "add=0,1,2"],
        ["mutants.check", "bonus=0..9", "dc=5..45"],
    ] {
        let [usual, turned] = [[one, other], [other, one]]
            .map(|[first, second]| answer(&format!("odds {check} {first} {second} --exact-only")));
        assert_eq!(usual, turned, "{check}");
    }
    // A d20 + 5 reaches 15 with 10 or more.
    let grid = answer("odds mutants.check dc=5,15,25 bonus=0,5 --exact-only");
    let rows: Vec<Vec<&str>> = grid.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(rows.contains(&vec!["0", "80.0", "30.0", "0.0"]), "{grid}");
    assert!(rows.contains(&vec!["5", "100.0", "55.0", "5.0"]), "{grid}");
    let table = answer("odds mutants.check bonus=0,5 dc=5,15 --at-least 5 --exact-only");
    assert!(table.contains("margin 5 or more, per cent"), "{table}");
}

/// Cases are paired by the values of the fields that both sides sweep, in any order.
#[test]
fn cases_are_compared_at_equal_values() {
    let differences = |one: &str, other: &str| -> Vec<f64> {
        let line = format!("compare \"{one}\" \"{other}\" --exact-only --format json");
        let found: serde_json::Value = serde_json::from_str(&answer(&line)).expect("JSON");
        let all = found["differences"].as_array().expect("differences");
        all.iter().map(|one| one["share"].as_f64().expect("a share")).collect()
    };
    let opposed = "mutants.opposed active=0,5 passive=0,10";
    assert_eq!(differences(opposed, "mutants.opposed passive=0,10 active=0,5"), [0.0; 4]);
    // A field that only one side sweeps takes the remaining place.
    assert_eq!(
        differences(opposed, "melodrama.opposed joker=14,15 active=0,5 passive=3"),
        differences(opposed, "melodrama.opposed active=0,5 joker=14,15 passive=3")
    );
    let table =
        answer("compare mutants.check \"b: mutants.check\" --edge 0 --at-least 5 --exact-only");
    assert!(table.contains("Chance of margin 5 or more"), "{table}");
}

/// Requests that a command can't meet are errors, and not ignored.
#[test]
fn unsupported_requests_are_errors() {
    for line in [
        "dc house.roll luck=card54 --ranges \"1-4 fumble, 5-20 hit\" --format csv",
        "dc house.roll luck=card54 --ranges \"1-4 fumble, 5-20 hit\" --save -",
        "audit M1 --reading jokr=14",
    ] {
        assert_eq!(oddsmith(line).status.code(), Some(2), "{line}");
    }
    let read = answer("audit M1 --reading joker=14");
    assert!(read.contains("see: oddsmith audit M1 --reading joker=14"), "{read}");
}

/// `--format csv` of `dc` and `compare` has the printed table; `--save` has every outcome.
#[test]
fn csv_has_the_printed_table() {
    let found = answer("dc mutants.check --target 65% --for bonus=0..4/4 --format csv");
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[0], "bonus,dc,chance,dc -1,dc +1");
    assert_eq!(lines[1..], ["0,8,65.0,70.0,60.0", "4,12,65.0,70.0,60.0"]);
    let compared = answer("compare d20 2d10 --at-least 11 --exact-only --format csv");
    assert_eq!(compared, "d20,2d10,difference\n50.0,55.0,-5.0\n");
    let saved = answer("compare d20 2d10 --at-least 11 --exact-only --save -");
    assert!(saved.starts_with("scenario,check,label"), "{saved}");
}

/// Several numbers added to a roll are a sweep, and cards are dice.
#[test]
fn added_numbers_may_be_a_list() {
    let found = answer("d20+2,5,8 vs 15 --exact-only");
    for chance in ["40.0", "55.0", "70.0"] {
        assert!(found.contains(chance), "{found}");
    }
    let found = answer("card54-card54 --exact-only");
    assert!(found.contains("2/729"), "{found}");
}

/// A field of a house rule with several words counts as an interpretation.
#[test]
fn word_fields_of_house_rules_are_interpretations() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let rules = folder.path().join("mine.toml");
    let rule = "total = (if $how = wild then 2d10 else d20) + 5\nask total";
    let table = format!(
        "[[house]]\nname = \"swing\"\nfields = {{ how = [\"plain\", \"wild\"] }}\n\
         rule = \"\"\"\n{rule}\n\"\"\"\nsuccess = \"total >= 15\"\n"
    );
    std::fs::write(&rules, table).expect("written");
    let question = format!("odds house.swing --readings --exact-only --rules {}", rules.display());
    let found = answer(&question);
    for part in ["plain 55.00", "wild 64.00", "9.00"] {
        assert!(found.contains(part), "{found}");
    }
}

/// A file with nothing but rules is a start: errors name the missing parts, and `new` writes a
/// scenario.
#[test]
fn file_of_rules_is_a_start_for_a_scenario() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let rules = folder.path().join("mine.toml");
    std::fs::write(
        &rules,
        "title = \"My rules\"\n[[house]]\nname = \"strike\"\nfields = { skill = 5 }\nrule = \"total = d20 + $skill\\nask total\"\nsuccess = \"total >= 12\"\n",
    )
    .expect("written");
    let rules = rules.display();
    let output = oddsmith(&format!("verify {rules}"));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.contains("the file has rules, and asks nothing of them"), "{stderr}");
    assert!(stderr.contains("`use = \"house.strike\"`"), "{stderr}");
    let scenario = answer(&format!("new house.strike --rules {rules}"));
    let started = folder.path().join("started.toml");
    std::fs::write(&started, &scenario).expect("written");
    let verdicts = answer(&format!("verify {}", started.display()));
    assert!(verdicts.contains("hold"), "{verdicts}");
}
