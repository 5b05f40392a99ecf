//! Tests of the command `oddsmith anydice` with AnyDice programs.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the command with a program on standard input and returns its output and exit code.
fn oddsmith(program: &str, words: &[&str]) -> Output {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(["anydice", "-"])
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The write fails if the command rejects its options and exits first.
    let _ = child.stdin.take().expect("a pipe").write_all(program.as_bytes());
    child.wait_with_output().expect("the command runs")
}

fn answer(program: &str, words: &[&str]) -> String {
    let output = oddsmith(program, words);
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("an answer is text")
}

fn error(program: &str, words: &[&str]) -> String {
    let output = oddsmith(program, words);
    assert_eq!(output.status.code(), Some(2), "{program}");
    assert!(output.stdout.is_empty(), "{program}");
    String::from_utf8(output.stderr).expect("an error is text")
}

/// Each probability of each published example program is printed as a fraction and a float; an
/// invalid program exits with code 2.
#[test]
fn json_output_has_exact_probabilities_of_published_programs() {
    let programs: Vec<Value> =
        serde_json::from_str(include_str!("../../crates/anydice/tests/public.json")).expect("JSON");
    let mut shares = 0;
    for known in &programs {
        let program = known["program"].as_str().expect("a text");
        let Some(outputs) = known["outputs"].as_array() else {
            let said = error(program, &["--format", "json"]);
            assert!(said.contains("hint: ") && said.contains("line "), "{program}: {said}");
            continue;
        };
        let found: Value =
            serde_json::from_str(&answer(program, &["--format", "json"])).expect("JSON");
        assert_eq!(found["outputs"].as_array().map(Vec::len), Some(outputs.len()));
        for (found, known) in found["outputs"].as_array().expect("a list").iter().zip(outputs) {
            assert_eq!(found["name"], known["name"]);
            let outcomes = known["outcomes"].as_object().expect("shares by outcome");
            let all = found["outcomes"].as_array().expect("a list");
            assert_eq!(all.len(), outcomes.len(), "{program}");
            for outcome in all {
                shares += 1;
                let fraction =
                    outcomes[&outcome["value"].to_string()].as_str().expect("a fraction");
                let digits = fraction.bytes().filter(u8::is_ascii_digit).count();
                let said = outcome["fraction"].as_str();
                assert_eq!(said, (digits <= 40).then_some(fraction), "{program}");
                let (over, under) = fraction.split_once('/').unwrap_or((fraction, "1"));
                let share =
                    over.parse::<f64>().expect("digits") / under.parse::<f64>().expect("digits");
                let off = outcome["share"].as_f64().expect("a number") / share - 1.0;
                assert!(off.abs() < 1e-14, "{program}: {outcome} is not {fraction}");
            }
        }
    }
    assert!(shares > 2_000, "{shares}");
}

#[test]
fn output_of_programs_matches_snapshots() {
    let bests = "loop N over {1..2} { output [highest 1 of Nd4] named \"best of [N]\" }";
    for (name, program, words) in [
        ("anydice_one", "output [highest 3 of 4d6] named \"ability\"", &[][..]),
        ("anydice_several", bests, &["--view", "at-least"]),
        ("anydice_markdown", bests, &["--format", "markdown", "--output", "best of 2"]),
        ("anydice_csv", bests, &["--format", "csv"]),
        ("anydice_export", bests, &["--format", "anydice", "--view", "at-most"]),
        ("anydice_at_least", "output d20 + 5", &["--at-least", "15", "--format", "bbcode"]),
        (
            "anydice_warned",
            "function: f N:n { if N = 2 { result: N + [f d2] } result: N } output [f d2]",
            &[],
        ),
        ("anydice_empty", "output d{} named \"nothing\"", &["--format", "html"]),
    ] {
        insta::assert_snapshot!(name, answer(program, words));
    }
    let wrong = [
        ("function: duel A:n B:n { result: A > B } output [duel d8 d6]", &[][..]),
        ("output 3d6", &["--output", "hit"]),
        ("output 3d6", &["--format", "github"]),
        ("output 2^40 named \"large\"", &[]),
        ("X: 3", &[]),
    ];
    let wrong = wrong.map(|(program, words)| format!("{program}\n{}", error(program, words)));
    insta::assert_snapshot!("anydice_errors", wrong.join("\n"));
    // The place at which the time runs out depends on the machine.
    let endless = "loop A over {1..10000} { loop B over {1..10000} { X: A * B } }";
    let said = error(endless, &["--seconds", "1"]);
    assert!(
        said.starts_with("error: the program takes longer than 1 second (standard input, line 1")
    );
    assert!(said.contains("hint: use fewer dice or loops, or allow more time: `--seconds 60`"));
}

/// An equal expression of the dice language is shown, and only if there is one.
#[test]
fn equivalent_dice_expression_is_shown() {
    let here = |program: &str| {
        let page = answer(program, &[]);
        let line = page.lines().find_map(|line| line.trim().strip_prefix("here: "));
        line.map(|line| line.trim_matches('`').to_owned())
    };
    for (program, same) in [
        ("[highest 3 of 4d6]", Some("4d6kh3")),
        ("[lowest 1 of 2d20] + 3", Some("2d20kl1 + 3")),
        ("[count {5,6} in 6d6]", Some("count(6d6, {5,6})")),
        ("[highest of d8 and d6] named \"the better\"", Some("max(d8, d6)")),
        // AnyDice explodes at most twice; the dice language has no such limit.
        ("[explode d6]", None),
        ("1@3d6", Some("nth(3d6, 1)")),
    ] {
        assert_eq!(here(&format!("output {program}")).as_deref(), same, "{program}");
    }
    assert_eq!(here("X: 3 output Xd6"), None);
}

#[test]
fn all_outputs_are_saved_and_drawn_together() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let bests = "loop N over {1..3} { output [highest 1 of Nd6] named \"best of [N]\" }";
    let (csv, svg) = (at("a.csv"), at("a.svg"));
    let printed = answer(bests, &["--save", &csv, "--chart", &svg, "--format", "csv"]);
    assert_eq!(std::fs::read_to_string(csv).expect("a frame"), printed);
    let drawn = std::fs::read_to_string(svg).expect("a chart");
    for name in ["best of 1", "best of 2", "best of 3"] {
        assert!(printed.contains(name) && drawn.contains(name), "{name}");
    }
}

/// A program works like a rule: in a scenario by a path relative to it, in a comparison by a path
/// relative to the working directory.
#[test]
fn programs_work_in_scenarios_and_comparisons() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let program =
        write("attack.txt", "output d20 + 5 >= 15 named \"hit\"\noutput 2d6 + 3 named \"damage\"");
    let rows = "[[expect]]\nlabel = \"ours\"\nmeasure = \"at_least:1\"\nbetween = [0.55, 0.55]
[[expect]]\nlabel = \"second\"\nmeasure = \"mean\"\nbetween = [10, 10]\n";
    let checks = "title = \"beside\"\n[[check]]\nlabel = \"ours\"\nuse = \"anydice\"\nprogram = \
        \"attack.txt\"\noutput = \"hit\"
[[check]]\nlabel = \"second\"\nuse = \"anydice\"\nset = { program = \"attack.txt\", output = 2 }
[[check]]\nlabel = \"theirs\"\nuse = \"mutants.check\"\nset = { bonus = 8, dc = \"tough\" }\n";
    let run = |words: &[&str]| {
        let command = env!("CARGO_BIN_EXE_oddsmith");
        let output = Command::new(command).args(words).output().expect("the command runs");
        let said =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
        (output.status.code(), said.concat())
    };
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let scenario = path(&write("beside.toml", &format!("{checks}{rows}")));
    let (code, said) = run(&["verify", &scenario]);
    assert_eq!(code, Some(0), "{said}");
    let slip = path(&write("slip.toml", &checks.replace("\"hit\"", "\"hut\"")));
    let (code, said) = run(&["verify", &slip]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("unknown output `hut`") && said.contains("line 6, column 10"), "{said}");
    let question = format!("anydice program={} output=damage", path(&program));
    let (code, said) =
        run(&["compare", &question, "house.roll luck=3d6", "--at-least", "11", "--exact-only"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("41.7") && said.contains("50.0"), "{said}");
}
