//! The JSON of each command against docs/schema.json. The words of JSON Schema that it uses are few,
//! and read here; another one is an error, so that none is overlooked.
#![cfg(feature = "cli")]

use std::process::Command;

use oddsmith::registry::Need;
use oddsmith::systems::checks;
use serde_json::Value;

/// What is wrong with a value, where.
fn wrong(schema: &Value, value: &Value, root: &Value, at: &str) -> Option<String> {
    let schema = schema.as_object().expect("a schema is an object");
    let kind = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    };
    let empty = serde_json::Map::new();
    let object = value.as_object().unwrap_or(&empty);
    schema.iter().find_map(|(word, rule)| match word.as_str() {
        "$schema" | "title" | "$defs" => None,
        "type" => (!kind(rule.as_str()?)).then(|| format!("{at} is no {rule}: {value}")),
        "const" => (rule != value).then(|| format!("{at} is not {rule}")),
        "enum" => (!rule.as_array()?.contains(value)).then(|| format!("{at} is none of {rule}")),
        "$ref" => {
            let path = rule.as_str()?.trim_start_matches('#');
            wrong(root.pointer(path).expect("it is defined"), value, root, at)
        }
        "anyOf" => {
            let faults: Vec<Option<String>> =
                rule.as_array()?.iter().map(|one| wrong(one, value, root, at)).collect();
            faults
                .iter()
                .all(Option::is_some)
                .then(|| faults.into_iter().flatten().last())
                .flatten()
        }
        "required" => rule.as_array()?.iter().find_map(|key| {
            let key = key.as_str()?;
            (value.is_object() && !object.contains_key(key)).then(|| format!("{at} lacks {key}"))
        }),
        "properties" => rule
            .as_object()?
            .iter()
            .find_map(|(key, one)| wrong(one, object.get(key)?, root, &format!("{at}.{key}"))),
        "additionalProperties" => {
            let known = schema.get("properties").and_then(Value::as_object);
            object.iter().find_map(|(key, value)| {
                match (known.is_some_and(|known| known.contains_key(key)), rule) {
                    (true, _) => None,
                    (false, Value::Bool(false)) => Some(format!("{at} has {key} too")),
                    (false, rule) => wrong(rule, value, root, &format!("{at}.{key}")),
                }
            })
        }
        "items" => value
            .as_array()?
            .iter()
            .enumerate()
            .find_map(|(place, value)| wrong(rule, value, root, &format!("{at}[{place}]"))),
        other => panic!("the schema says {other}, which is not read here"),
    })
}

fn holds(command: &str, words: &[&str], folder: &std::path::Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(words)
        .args(["--format", "json"])
        .current_dir(folder)
        .output()
        .expect("the command runs");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    let value: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let root: Value = serde_json::from_str(include_str!("../../docs/schema.json")).expect("JSON");
    let schema = root.pointer(&format!("/$defs/{command}")).expect("it is defined");
    if let Some(fault) = wrong(schema, &value, &root, command) {
        panic!("{words:?}: {fault}");
    }
    // The schema over all knows it too.
    assert!(wrong(&root, &value, &root, command).is_none(), "{words:?}");
}

fn here(command: &str, words: &[&str]) {
    holds(command, words, std::path::Path::new("."));
}

#[test]
fn every_check_answers_as_the_schema_says() {
    for entry in checks() {
        let fields = entry.fields.iter().filter_map(|field| match field.need {
            Need::Required(example) => Some(format!("{}={example}", field.name)),
            _ => None,
        });
        let short = entry.fields.iter().any(|field| field.name == "limit");
        let fields: Vec<String> = fields.chain(short.then(|| "limit=4".to_owned())).collect();
        let mut words = vec!["odds", &*entry.id, "--trials", "500", "--budget", "20000"];
        words.extend(fields.iter().map(String::as_str));
        here("odds", &words);
    }
}

#[test]
fn every_command_answers_as_the_schema_says() {
    here("list", &["list"]);
    here(
        "odds",
        &["odds", "melodrama.opposed", "active=3", "passive=1", "--readings", "--trials", "9"],
    );
    here(
        "compare",
        &["compare", "melodrama.opposed", "mutants.check", "--edge", "-2..2", "--exact-only"],
    );
    here("duel", &["duel", "attribute=2", "skill=2", "rival_attribute=2", "rival_skill=2"]);
    here("dc", &["dc", "mutants.check", "--target", "0.65", "--for", "bonus=0..3"]);
    here("dc", &["dc", "mutants.check", "bonus=8", "--like", "melodrama.unopposed"]);
    here(
        "dc",
        &[
            "dc",
            "mutants.check",
            "bonus=8",
            "dc=0..9",
            "--target",
            "1.0",
            "--sampled-only",
            "--trials",
            "900",
        ],
    );
    here("audit", &["audit", "M4", "T1"]);
    here("ranges", &["dc", "house.roll", "luck=card54", "--ranges", "1-9 no, 10-20 yes"]);
}

#[test]
fn files_are_judged_as_the_schema_says() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let program = "output d{} output 3d6 output 40d6";
    std::fs::write(folder.path().join("program.txt"), program).expect("it writes");
    holds("anydice", &["anydice", "program.txt"], folder.path());
    let rows =
        "[[expect]]\nlabel = \"a\"\nat_least = 0.5\n[[expect]]\nthat = \"answers.a.count > 1\"\n";
    let check = "[[check]]\nlabel = \"a\"\nuse = \"mutants.check\"\n";
    let plain = format!("title = \"t\"\n{check}set = {{ bonus = 3, dc = 9 }}\n{rows}");
    let open = format!(
        "title = \"t\"\n[vary]\nb = [1, 2]\n{check}set = {{ bonus = \"$b\", dc = 9 }}\n{rows}"
    );
    for (name, text) in [("plain.toml", plain), ("open.toml", open)] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let saved = ["odds", "mutants.check", "bonus=3", "dc=9", "--save", "kept.csv", "--trials", "9"];
    let output = Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(saved)
        .current_dir(folder.path())
        .output();
    assert!(output.expect("the command runs").status.success());
    holds("verify", &["verify", "plain.toml"], folder.path());
    holds("verify", &["verify", "plain.toml", "--baseline", "kept.csv"], folder.path());
    holds("tune", &["tune", "open.toml"], folder.path());
}

#[test]
fn a_wrong_answer_is_found() {
    let root: Value = serde_json::from_str(include_str!("../../docs/schema.json")).expect("JSON");
    let schema = &root["$defs"]["ranges"];
    let right = serde_json::json!({"schema": 1, "version": "0", "ranges": []});
    assert_eq!(wrong(schema, &right, &root, "it"), None);
    for wrong_one in [
        serde_json::json!({"schema": 2, "version": "0", "ranges": []}),
        serde_json::json!({"schema": 1, "ranges": []}),
        serde_json::json!({"schema": 1, "version": "0", "ranges": [3]}),
        serde_json::json!({"schema": 1, "version": "0", "ranges": [], "more": 1}),
    ] {
        assert!(wrong(schema, &wrong_one, &root, "it").is_some(), "{wrong_one}");
    }
}

/// The manual has a page over all, and one for each command.
#[test]
fn there_is_a_manual() {
    let page = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_oddsmith")).args(words).output();
        let output = output.expect("the command runs");
        assert!(output.status.success(), "{words:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let all = page(&["man"]);
    assert!(all.contains(".TH oddsmith") && all.contains("verify"), "{all}");
    let one = page(&["man", "dc"]);
    assert!(one.contains("oddsmith\\-dc") && one.contains("never\\-below"), "{one}");
}
