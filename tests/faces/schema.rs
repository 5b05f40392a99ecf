//! Tests of the JSON of each command against docs/schema.json. The keywords of JSON Schema that it
//! uses are implemented here; another keyword is an error, so that none is overlooked.
#![cfg(feature = "cli")]

use std::process::Command;

use oddsmith::registry::Need;
use oddsmith::systems::checks;
use serde_json::Value;

/// Returns the first fault of a value with its place, or `None` if the value fits the schema.
fn find_fault(schema: &Value, value: &Value, root: &Value, at: &str) -> Option<String> {
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
            find_fault(root.pointer(path).expect("it is defined"), value, root, at)
        }
        "anyOf" => {
            let faults: Vec<Option<String>> =
                rule.as_array()?.iter().map(|one| find_fault(one, value, root, at)).collect();
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
            .find_map(|(key, one)| find_fault(one, object.get(key)?, root, &format!("{at}.{key}"))),
        "additionalProperties" => {
            let known = schema.get("properties").and_then(Value::as_object);
            object.iter().find_map(|(key, value)| {
                match (known.is_some_and(|known| known.contains_key(key)), rule) {
                    (true, _) => None,
                    (false, Value::Bool(false)) => Some(format!("{at} has {key} too")),
                    (false, rule) => find_fault(rule, value, root, &format!("{at}.{key}")),
                }
            })
        }
        "items" => value
            .as_array()?
            .iter()
            .enumerate()
            .find_map(|(place, value)| find_fault(rule, value, root, &format!("{at}[{place}]"))),
        other => panic!("the schema says {other}, which is not read here"),
    })
}

fn assert_valid(command: &str, words: &[&str], folder: &std::path::Path) {
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
    if let Some(fault) = find_fault(schema, &value, &root, command) {
        panic!("{words:?}: {fault}");
    }
    // The schema of all commands accepts it too.
    assert!(find_fault(&root, &value, &root, command).is_none(), "{words:?}");
}

fn assert_valid_here(command: &str, words: &[&str]) {
    assert_valid(command, words, std::path::Path::new("."));
}

#[test]
fn every_check_fits_the_schema() {
    for entry in checks() {
        let fields = entry.fields.iter().filter_map(|field| match field.need {
            Need::Required(example) => Some(format!("{}={example}", field.name)),
            _ => None,
        });
        let short = entry.fields.iter().any(|field| field.name == "limit");
        let fields: Vec<String> = fields.chain(short.then(|| "limit=4".to_owned())).collect();
        let mut words = vec!["odds", &*entry.id, "--trials", "500", "--budget", "20000"];
        words.extend(fields.iter().map(String::as_str));
        assert_valid_here("odds", &words);
    }
}

#[test]
fn every_command_fits_the_schema() {
    assert_valid_here("list", &["list"]);
    assert_valid_here(
        "odds",
        &["odds", "melodrama.opposed", "active=3", "passive=1", "--readings", "--trials", "9"],
    );
    assert_valid_here(
        "compare",
        &["compare", "melodrama.opposed", "mutants.check", "--edge", "-2..2", "--exact-only"],
    );
    assert_valid_here(
        "duel",
        &["duel", "attribute=2", "skill=2", "rival_attribute=2", "rival_skill=2"],
    );
    assert_valid_here("dc", &["dc", "mutants.check", "--target", "0.65", "--for", "bonus=0..3"]);
    assert_valid_here("dc", &["dc", "mutants.check", "bonus=8", "--like", "melodrama.unopposed"]);
    assert_valid_here(
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
    assert_valid_here("audit", &["audit", "M4", "T1"]);
    assert_valid_here(
        "ranges",
        &["dc", "house.roll", "luck=card54", "--ranges", "1-9 no, 10-20 yes"],
    );
}

#[test]
fn answers_on_files_fit_the_schema() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let program = "output d{} output 3d6 output 40d6";
    std::fs::write(folder.path().join("program.txt"), program).expect("it writes");
    assert_valid("anydice", &["anydice", "program.txt"], folder.path());
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
    assert_valid("verify", &["verify", "plain.toml"], folder.path());
    assert_valid("verify", &["verify", "plain.toml", "--baseline", "kept.csv"], folder.path());
    assert_valid("tune", &["tune", "open.toml"], folder.path());
}

#[test]
fn documents_that_violate_the_schema_are_found() {
    let root: Value = serde_json::from_str(include_str!("../../docs/schema.json")).expect("JSON");
    let schema = &root["$defs"]["ranges"];
    let right = serde_json::json!({"schema": 1, "version": "0", "ranges": []});
    assert_eq!(find_fault(schema, &right, &root, "it"), None);
    for wrong_one in [
        serde_json::json!({"schema": 2, "version": "0", "ranges": []}),
        serde_json::json!({"schema": 1, "ranges": []}),
        serde_json::json!({"schema": 1, "version": "0", "ranges": [3]}),
        serde_json::json!({"schema": 1, "version": "0", "ranges": [], "more": 1}),
    ] {
        assert!(find_fault(schema, &wrong_one, &root, "it").is_some(), "{wrong_one}");
    }
}

/// The manual has a page for the whole command, and one for each subcommand.
#[test]
fn manual_has_a_page_per_command() {
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
