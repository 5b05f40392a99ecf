//! Tests of decisions of players: solved over sweeps, in scenarios and in reports.

use super::{answer, oddsmith};

const FLEET: &str = "[[house]]\nname = \"leap\"\nfields = { need = 4 }\nrule = \"\"\"\na = \
    d6\nagain = decide yes, no\nb = if again = yes then d6 else a\nthere: b >= $need\nshort: \
    otherwise\n\"\"\"\nladder = [\"short\", \"there\"]\nsuccess = \"there\"\n";

/// Returns the chance of `need` or more on a d6 that is rolled again after a failure.
fn best(need: u32) -> f64 {
    let hit = f64::from(7 - need) / 6.0;
    hit + (1.0 - hit) * hit
}

#[test]
fn best_decisions_are_solved_over_sweeps_and_in_scenarios() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let rules = file("rules.toml", FLEET);
    let table = answer(&format!("best house.leap need=2..6 --rules {rules}"));
    for need in 2..=6 {
        let row = format!("{need:<5} {:>8}", format!("{:.2}", 100.0 * best(need)));
        let cells: Vec<&str> = row.split_whitespace().collect();
        let has = |line: &str| line.split_whitespace().collect::<Vec<_>>().starts_with(&cells);
        assert!(table.lines().any(has), "{row}: {table}");
    }
    let json = answer(&format!("best house.leap need=2..6 --rules {rules} --format json"));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    for (case, need) in json["cases"].as_array().expect("cases").iter().zip(2..) {
        assert!((case["success"].as_f64().expect("a share") - best(need)).abs() < 1e-12);
    }
    let scenario = format!(
        "title = \"Leaps\"\ntrials = 1000\n[sweep]\nneed = [2, 4, 6]\n{FLEET}[[check]]\nlabel = \
            \"best\"\nuse = \"house.leap\"\nanswer = \"solved\"\nset = {{ need = \"$need\" \
            }}\n[[expect]]\nlabel = \"best\"\nmeasure = \"value\"\nwhere = {{ need = 4 \
            }}\nbetween = [0.7499, 0.7501]\n"
    );
    let path = file("scenario.toml", &scenario);
    answer(&format!("verify {path}"));
    let wrong = file("wrong.toml", &scenario.replace("0.7499, 0.7501", "0.76, 0.77"));
    assert_eq!(oddsmith(&format!("verify {wrong}")).status.code(), Some(1));
    let nothing = file(
        "nothing.toml",
        &scenario.replace("decide yes, no", "1").replace("again = yes", "again = 1"),
    );
    let output = oddsmith(&format!("verify {nothing}"));
    let output = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.contains("has no decisions"), "{output}");
}

#[cfg(feature = "documents")]
#[test]
fn reports_contain_best_decisions() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = format!(
        "title = \"Leaps\"\ntrials = 1000\n[sweep]\nneed = [2, 4, 6]\n{FLEET}[[check]]\nlabel = \
            \"best\"\nuse = \"house.leap\"\nanswer = \"solved\"\nset = {{ need = \"$need\" \
            }}\n[[chart]]\nkind = \"curve\"\nx = \"need\"\nvalue = \"value\"\n"
    );
    std::fs::write(folder.path().join("scenario.toml"), scenario).expect("a scenario");
    let words = "# Leaps\n\n> How far?\n\n{{ answers[\"best\"].at(need=4).value | percent }}\n";
    std::fs::write(folder.path().join("report.md"), words).expect("words");
    let output = oddsmith(&format!("report {}", folder.path().to_string_lossy()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = std::fs::read_to_string(folder.path().join("README.md")).expect("a page");
    assert!(page.contains("75.0") && page.contains("value falls from 1 to 0.3"), "{page}");
}

/// Each command names the policy that is played by default.
#[test]
fn default_policy_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rules.toml");
    std::fs::write(&path, FLEET).expect("rules");
    let rules = path.to_string_lossy().into_owned();
    for line in [
        "odds house.leap",
        "odds house.leap need=2..4",
        "compare \"house.leap need=3\" \"house.leap need=4\"",
        "dc house.leap --solve need --target 50%",
    ] {
        let text = answer(&format!("{line} --rules {rules} --exact-only"));
        assert!(text.contains("again always yes"), "{line}: {text}");
        let given = line.replace("house.leap", "house.leap decide.again=no");
        let text = answer(&format!("{given} --rules {rules} --exact-only"));
        assert!(!text.contains("always"), "{given}: {text}");
    }
    let json = answer(&format!("odds house.leap --rules {rules} --exact-only --format json"));
    assert!(json.contains("\"decide.again\":\"yes\""), "{json}");
}
