//! Tests of the command as a person uses it: help, tables, errors. The snapshots are in
//! `snapshots/`; `INSTA_UPDATE=always cargo test` rewrites them.

mod cases;
mod completion;
mod decided;
#[cfg(all(unix, feature = "documents"))]
mod examples;
mod first;
mod habits;
#[cfg(unix)]
mod handed_on;
mod listed;
mod ordered;
mod plain;
mod typed;

use std::process::{Command, Output};

fn oddsmith(line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(shlex::split(line).expect("quotes are closed"))
        .env_remove("NO_COLOR")
        .output()
        .expect("the command runs")
}

fn answer(line: &str) -> String {
    let output = oddsmith(line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{line}: an answer says nothing on stderr");
    String::from_utf8(output.stdout).expect("an answer is text")
}

#[test]
fn answers_match_their_snapshots() {
    for (name, line) in [
        ("help", "--help"),
        ("help_odds", "odds --help"),
        ("list", "list"),
        ("list_check", "list melodrama.unopposed"),
        ("odds_one", "odds melodrama.opposed active=10 passive=5"),
        ("odds_sweep", "odds melodrama.toughness toughness=10 damage=6..14/4 --exact-only"),
        ("odds_sweep_sampled", "odds mutants.check bonus=8 dc=tough,challenging --sampled-only"),
        ("odds_two_axes", "odds melodrama.save save=5,8 rank=10 decks=own,one --exact-only"),
        (
            "odds_column",
            "odds mutants.opposed active=8 passive=5 --column margin --view at-least --exact-only",
        ),
        (
            "odds_markdown",
            "odds melodrama.toughness toughness=10 damage=6..14/4 --exact-only --of stunned --format markdown",
        ),
        ("odds_minions", "odds melodrama.group rank=10 rival=6 card=7 --exact-only"),
        (
            "odds_none",
            "odds torg.check value=12 difficulty=10 effect_value=8 toughness=9 possibilities=0 skilled=false --column effect --exact-only",
        ),
        ("odds_json", "odds melodrama.concealment concealment=partial --trials 1000 --format json"),
        (
            "duel_one",
            "duel score=11 cap=8 pool=16 rival_score=12 rival_cap=8 rival_pool=18 rounds=5 price=0.02",
        ),
        ("duel_sweep", "duel attribute=4 skill=4 rival_attribute=3..5 rival_skill=4 price=0,0.05"),
        (
            "duel_wide",
            "duel attribute=3,4 skill=2,4 rival_attribute=4 rival_skill=2,3 rounds=3 objective=majority",
        ),
        (
            "play_duel",
            "play moma.duel score=11 cap=8 pool=16 rival_score=12 rival_cap=8 rival_pool=18 rounds=3 --luck \"bid 8, bid 5, bid 7, bid 1\"",
        ),
        ("play_scripted", "play melodrama.opposed active=10 passive=5 --luck \"card 6, card 9\""),
        ("play_drawn", "play melodrama.initiative mine=4 rivals=[2,6] --seed 7"),
    ] {
        if name == "help" && cfg!(not(feature = "documents")) {
            // Without documents the help has no `report`.
            continue;
        }
        let text = answer(line);
        for line in text.lines().filter(|_| !name.ends_with("json") && name != "odds_markdown") {
            assert!(line.chars().count() <= 80, "{name}: a line is wider than 80 columns: {line}");
        }
        insta::assert_snapshot!(name, text, line);
    }
}

#[test]
fn errors_match_their_snapshots_and_have_hints() {
    for (name, line) in [
        ("unknown_check", "odds melodrama.oposed active=1 passive=2"),
        ("unknown_field", "odds melodrama.toughness toughnes=5 damage=3"),
        ("wrong_type", "odds melodrama.opposed active=strong passive=2"),
        ("out_of_range", "odds melodrama.best_of hand=40 opposing_hand=3"),
        ("unknown_word", "odds melodrama.opposed active=1 passive=2 decks=two"),
        ("unknown_difficulty", "odds melodrama.unopposed bonus=1 dc=herioc"),
        ("missing_field", "odds melodrama.opposed active=1"),
        ("given_twice", "odds melodrama.opposed active=1 active=2 passive=3"),
        ("no_field", "odds melodrama.opposed active passive=3"),
        ("bad_sweep", "odds melodrama.opposed active=5..1 passive=2"),
        ("bad_sweep_step", "odds melodrama.opposed active=1..5/x passive=2"),
        ("unknown_column", "odds melodrama.opposed active=1 passive=2 --column margins"),
        ("unknown_rung", "odds melodrama.toughness toughness=1 damage=2 --of bruise"),
        (
            "rung_of_numbers",
            "odds melodrama.opposed active=1 passive=2 --of critical --column margin",
        ),
        ("namesakes", "odds opposed active=1 passive=2"),
        ("system", "odds melodrama"),
        ("huge", "odds melodrama.opposed active=99999999999999999999 passive=2"),
        ("no_name", "odds melodrama.opposed =3"),
        ("negative_target", "dc mutants.check --target -3%"),
        ("named_range", "odds melodrama.unopposed bonus=1 dc=easy..tough"),
        ("too_many_cases", "odds melodrama.opposed active=-1000..1000 passive=-1000..1000"),
        ("nothing_left", "odds melodrama.opposed active=1 passive=2 --budget 10 --trials 0"),
        ("unknown_flag", "odds melodrama.opposed active=1 passive=2 --trails 5"),
        ("bad_count", "odds melodrama.opposed active=1 passive=2 --trials abc"),
        ("negative_count", "odds melodrama.opposed active=1 passive=2 --seed -1"),
        ("unknown_command", "ods melodrama.opposed"),
        ("no_check", "odds"),
        ("target", "odds melodrama.unopposed bonus=8 dc=5 --target 65"),
        ("share_for_score", "odds melodrama.opposed active=1 passive=2 --at-least 65%"),
        ("unknown_format", "odds melodrama.opposed active=1 passive=2 --format tabel"),
        ("format_of_nothing", "odds melodrama.opposed active=1 passive=2 --format"),
        ("both_amounts", "odds melodrama.opposed active=1 passive=2 --trials 5 --precision 0.01"),
        ("not_quoted", "compare house.roll luck=2d6 dc=8"),
        ("open_quote", "compare \"house.roll luck='2d6\" mano.roll"),
        ("roll", "roll dice"),
        ("sweep_of_words", "odds melodrama.opposed active=1..x passive=2"),
        ("no_whole_number", "odds melodrama.opposed active=65% passive=2"),
        ("card_too_dear", "odds house.roll luck=[[1,1],[2147483647,1]] dc=3"),
        ("too_large", "odds melodrama.opposed active=1 passive=2 --exact-only --budget 10"),
        ("luck_kind", "play melodrama.opposed active=1 passive=2 --luck \"face 3, card 2\""),
        ("luck_impossible", "play melodrama.opposed active=1 passive=2 --luck \"card 14, card 2\""),
        ("luck_too_little", "play melodrama.opposed active=1 passive=2 --luck \"card 3\""),
        (
            "luck_too_much",
            "play melodrama.opposed active=1 passive=2 --luck \"card 3, card 4, card 5\"",
        ),
        ("luck_unknown", "play melodrama.opposed active=1 passive=2 --luck \"coin 3\""),
        (
            "luck_bid",
            "play moma.duel score=8 cap=4 pool=9 rival_score=8 rival_cap=4 rival_pool=9 price=0.2 --luck \"bid 9\"",
        ),
        ("duel_missing", "duel score=4 cap=3 rival_attribute=3 rival_skill=2"),
        ("duel_policy", "duel attribute=4 skill=4 rival_attribute=4 rival_skill=4 policy=max"),
        ("duel_unknown", "duel moma.check attribute=4"),
        (
            "duel_too_large",
            "duel score=0 cap=500 pool=1000 rival_score=0 rival_cap=500 rival_pool=1000 rounds=20",
        ),
        (
            "both_best",
            "odds moma.duel attribute=4 skill=4 rival_attribute=4 rival_skill=4 policy=best_reply rival_policy=best_reply",
        ),
        (
            "bad_policy",
            "odds moma.duel attribute=4 skill=4 rival_attribute=4 rival_skill=4 policy=mux",
        ),
        (
            "bad_decimal",
            "odds moma.duel attribute=4 skill=4 rival_attribute=4 rival_skill=4 price=cheap",
        ),
        ("climb_missing", "odds moma.climb attribute=4 skill=4"),
        ("bad_effect", "odds moma.effects pools=[9,9,9,9] effects=[hulk,step]"),
        ("unknown_in_list", "list melodrama.tougness"),
    ] {
        let output = oddsmith(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(output.stdout.is_empty(), "{line}: an error leaves stdout empty");
        let text = String::from_utf8(output.stderr).expect("an error is text");
        assert!(text.starts_with("error: ") && text.lines().count() == 2, "{line}: {text}");
        assert!(text.contains("hint: "), "{line}: there is something to do: {text}");
        insta::assert_snapshot!(format!("error_{name}"), text, line);
    }
}

#[test]
fn json_has_every_key_and_is_stable() {
    let answer: serde_json::Value = serde_json::from_str(&answer(
        "odds melodrama.unopposed bonus=8 dc=tough,7 --exact-only --format json",
    ))
    .expect("it is JSON");
    assert_eq!(answer["schema"], 1);
    let case = &answer["cases"][0];
    assert_eq!(case["given"], serde_json::json!({"bonus": 8, "dc": "tough"}));
    assert_eq!(
        case["set"],
        serde_json::json!({"bonus": 8, "dc": 5, "improved_critical": 0, "decks": "own", "joker": 15, "take": "none"})
    );
    for key in ["check", "label", "why", "columns"] {
        assert!(case.get(key).is_some(), "{key}");
    }
    let margin = &case["columns"][0];
    for key in ["name", "at", "capped_at", "exact", "sampled", "agreement"] {
        assert!(margin.get(key).is_some(), "{key}");
    }
    assert_eq!(margin["sampled"], serde_json::Value::Null);
    let result = &case["columns"][1]["exact"];
    let names: Vec<_> = result["outcomes"]
        .as_array()
        .expect("outcomes")
        .iter()
        .map(|outcome| outcome["name"].clone())
        .collect();
    assert_eq!(names, ["failure", "success", "critical"]);
    assert_eq!(answer["cases"][1]["set"]["dc"], 7);
}

#[test]
fn empty_command_line_prints_help() {
    let output = oddsmith("");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("Usage: oddsmith") && !text.contains("error:"), "{text}");
}

/// Compares the JSON keys of `duel`, and the values that the table rounds.
#[test]
fn duel_json_has_all_keys_and_exact_values() {
    let answer: serde_json::Value =
        serde_json::from_str(&answer("duel score=8 cap=4 pool=20 rival_score=10 rival_cap=5 rival_pool=25 price=0,0.050 --format json"))
            .expect("it is JSON");
    assert_eq!(
        (answer["schema"].as_u64(), answer["duels"].as_array().map(Vec::len)),
        (Some(1), Some(2))
    );
    let duel = answer["duels"][1].as_object().expect("a duel");
    let keys = [
        "set",
        "value",
        "lo",
        "hi",
        "win",
        "tie",
        "loss",
        "spend",
        "rival_spend",
        "strategy",
        "rival_strategy",
        "naive",
    ];
    assert!(keys.iter().all(|key| duel.contains_key(*key)) && duel.len() == keys.len(), "{duel:?}");
    assert_eq!(
        (&duel["set"]["price"], &duel["set"]["attribute"]),
        (&serde_json::json!(0.05), &serde_json::json!("none"))
    );
    assert!((duel["value"].as_f64().expect("a value") + 151.0 / 400.0).abs() < 1e-12);
    assert!(duel["hi"].as_f64().expect("a value") - duel["lo"].as_f64().expect("a value") <= 1e-10);
    for (strategy, bids) in [("strategy", 5), ("rival_strategy", 6)] {
        let choices = duel[strategy].as_array().expect("choices");
        let number =
            |choice: &serde_json::Value, key: &str| choice[key].as_f64().expect("a number");
        assert_eq!(choices.len(), bids);
        assert!(
            (choices.iter().map(|choice| number(choice, "share")).sum::<f64>() - 1.0).abs() < 1e-12
        );
        for choice in choices {
            assert_eq!(
                choice["state"],
                serde_json::json!({"round": 1, "own": 20, "rival": 25, "score": 0})
            );
            assert!(
                number(choice, "least") <= number(choice, "share")
                    && number(choice, "share") <= number(choice, "most")
            );
        }
    }
    let naive: Vec<&str> = duel["naive"]
        .as_array()
        .expect("policies")
        .iter()
        .filter_map(|naive| naive["policy"].as_str())
        .collect();
    assert_eq!(naive, ["max", "even", "uniform", "half"]);
}

/// Dice need no command, and print their histogram.
#[test]
fn dice_need_no_command() {
    let text = answer("3d6 --exact-only");
    let row = |score: &str| {
        text.lines().find(|line| line.split_whitespace().next() == Some(score)).map(str::to_owned)
    };
    for (score, share) in [("3", "1/216"), ("10", "1/8"), ("18", "1/216")] {
        let row = row(score).unwrap_or_else(|| panic!("a row for {score}: {text}"));
        assert!(row.split_whitespace().any(|word| word == share), "{row}");
    }
    assert!(row("10").expect("a row").contains('█'), "{text}");
    let json = |line: &str| -> serde_json::Value {
        serde_json::from_str(&answer(line)).expect("it is JSON")
    };
    let result = json("2d10+1 --exact-only --format json");
    assert_eq!(result["cases"][0]["columns"][0]["exact"]["mean"], 12.0);
}

/// `-` reads the rules from the standard input.
#[test]
fn rules_come_from_the_standard_input() {
    use std::io::Write;
    let run = |rules: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
            .args(["odds", "house.coin", "--rules", "-", "--exact-only", "--format", "json"])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the command runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(rules.as_bytes()).expect("it is read");
        drop(stdin);
        child.wait_with_output().expect("it ends")
    };
    let coin = "[[house]]\nname = \"coin\"\nmine = { luck = \"d2\" }\ntheirs = { add = 1 }\n";
    let output = run(coin);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(answer["cases"][0]["columns"][0]["exact"]["success"]["share"], 0.5);
    let output = run(&coin.replace("d2", "x2"));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("(standard input, line 3, column 17)"), "{text}");
    assert_eq!(output.status.code(), Some(2));
}

/// `-` writes to the standard output, and nothing else is printed there.
#[cfg(feature = "frames")]
#[test]
fn frames_and_charts_go_to_the_standard_output() {
    let question = "odds mutants.check bonus=8 dc=5..7 --exact-only";
    assert_eq!(
        answer(&format!("{question} --save -")),
        answer(&format!("{question} --format csv"))
    );
    let chart = answer(&format!("{question} --chart -"));
    assert!(chart.starts_with("<svg") && chart.trim_end().ends_with("</svg>"), "{chart}");
    for line in [format!("{question} --save - --chart -"), "run - --out -".into(), "run -".into()] {
        assert_eq!(oddsmith(&line).status.code(), Some(2), "{line}");
    }
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn list_json_has_all_keys() {
    let listing: serde_json::Value =
        serde_json::from_str(&answer("list --format json")).expect("it is JSON");
    let checks = listing["checks"].as_array().expect("checks");
    assert_eq!(checks.len(), oddsmith::systems::checks().count());
    for check in checks {
        for key in ["id", "title", "source", "fields", "columns"] {
            assert!(check.get(key).is_some(), "{check} {key}");
        }
        for field in check["fields"].as_array().expect("fields") {
            for key in ["name", "kind", "values", "default", "unit", "about", "source"] {
                assert!(field.get(key).is_some(), "{field} {key}");
            }
        }
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    use std::process::Stdio;
    let mut child = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args([
            "odds",
            "melodrama.opposed",
            "active=-500..500",
            "passive=0",
            "--exact-only",
            "--format",
            "json",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The house rule of docs/designers.md, as a user would copy it.
#[test]
fn documented_house_rule_is_a_check() {
    let page = include_str!("../../../docs/designers.md");
    let tables = || page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let table =
        tables().find(|table| table.contains("[[house]]")).expect("the page shows a house rule");
    // The scenario of the page parses too.
    let scenario =
        tables().find(|table| table.contains("[[check]]")).expect("the page shows a scenario");
    oddsmith::scenario::Scenario::parse(scenario).expect("the page's scenario is one");
    let folder = tempfile::tempdir().expect("a folder for a while");
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, table).expect("the file writes");
    let rules = path.display();
    let answer: serde_json::Value = serde_json::from_str(&answer(&format!(
        "odds house.duel skill=5 --rules {rules} --exact-only --format json"
    )))
    .expect("it is JSON");
    assert_eq!(answer["cases"][0]["set"], serde_json::json!({"skill": 5, "foe": 2}));
    assert_eq!(answer["cases"][0]["columns"][1]["exact"]["mean"], 3.0);
    let assert_output = |line: &str, what: &str| {
        let text = self::answer(&format!("{line} --rules {rules}"));
        assert!(text.contains(what), "{line}: {text}");
    };
    assert_output("list house", "house.duel");
    assert_output("play house.duel --luck \"face 10, face 2, face 1, face 1\"", "margin: 11");
    assert_output("odds house.duel skill=2..6/4 --exact-only --column margin", "mean");
    let missing = oddsmith("odds house.duel --rules nowhere.toml");
    assert_eq!(missing.status.code(), Some(3), "a file that is not there is a file's fault");
}

#[test]
fn new_writes_a_scenario_for_every_check() {
    for entry in oddsmith::systems::checks() {
        let text = answer(&format!("new {}", entry.id));
        let read = oddsmith::scenario::Scenario::parse(&text)
            .unwrap_or_else(|error| panic!("{}: {error}\n{text}", entry.id));
        assert!(!read.questions[0].cases.is_empty() && read.charts.len() == 1, "{}", entry.id);
    }
}
