//! Tests of a run in parts: the added counts equal those of one run, and killed parts resume.
#![cfg(all(feature = "cli", feature = "documents"))]

use std::path::Path;
use std::process::Stdio;

use oddsmith::answer::Shard;
use oddsmith::answer::part::{self, Part};
use oddsmith::odds::Progress;
use oddsmith::scenario::{Effort, Scenario};

use super::folder::Folder;

const SCENARIO: &str = r#"title = "Cards, ladders and an exact answer"
seed = 9
trials = 300_000
[sweep]
damage = [8, 12]
[[check]]
label = "cards"
use = "melodrama.toughness"
set = { toughness = 8, damage = "$damage" }
answer = "sampled"
[[check]]
label = "ladder"
use = "melodrama.knockout"
set = { toughness = 8, damage = "$damage", limit = 6 }
trials = 200_000
answer = "sampled"
[[check]]
label = "one deck"
use = "melodrama.opposed"
set = { active = 2, passive = 0, decks = "one" }
[[check]]
label = "exact"
use = "mutants.check"
set = { bonus = 8, dc = 15 }
answer = "exact"
"#;

/// Returns the hits and trials of each line of outcomes.
fn hits(csv: &str) -> Vec<String> {
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().expect("a heading").split(',').collect();
    let at = |name: &str| names.len() - names.iter().position(|it| *it == name).expect("a column");
    let places = [at("hits"), at("trials")];
    let cells = |line: &str| {
        // Counted from the right, as the fields of a case may contain commas.
        let cells: Vec<&str> = line.rsplit(',').collect();
        places.map(|place| cells[place - 1].to_owned()).join(" of ")
    };
    lines.map(cells).collect()
}

#[test]
fn merged_parts_equal_one_run() {
    let folder = Folder::new(SCENARIO);
    folder.run_ok("run mine.toml --out whole --quiet");
    folder.run_ok("run mine.toml --part all.json");
    folder.run_ok("merge all.json --save all.csv");
    let parts: Vec<String> = (1..=7)
        .map(|number| {
            // Each part runs on a different number of threads.
            let threads = 1 + number % 3;
            folder.run_ok(&format!(
                "run mine.toml --shard {number}/7 --part {number}.json --threads {threads}"
            ));
            format!("{number}.json")
        })
        .rev()
        .collect();
    folder.run_ok(&format!("merge {} --save parts.csv", parts.join(" ")));
    assert_eq!(folder.read("all.csv"), folder.read("parts.csv"));
    let whole = hits(&folder.read("whole/outcomes.csv"));
    assert!(whole.len() > 30 && whole.iter().any(|line| line.ends_with("of 300000")));
    assert_eq!(whole, hits(&folder.read("parts.csv")));
}

#[test]
fn parts_that_do_not_match_are_refused() {
    let folder = Folder::new(SCENARIO);
    for number in 1..=3 {
        folder.run_ok(&format!(
            "run mine.toml --trials 1000 --shard {number}/3 --part {number}.json"
        ));
    }
    folder.run_ok("run mine.toml --trials 1000 --seed 10 --shard 2/3 --part foreign.json");
    folder.run_ok("run mine.toml --trials 1000 --shard 2/4 --part fourth.json");
    std::fs::copy(folder.path().join("2.json"), folder.path().join("again.json")).expect("a copy");
    for (words, wanted) in [
        ("merge 1.json 3.json --save x.csv", "shards are missing: 2/3"),
        ("merge 1.json 2.json again.json 3.json --save x.csv", "are both shard 2/3"),
        ("merge 1.json foreign.json 3.json --save x.csv", "another seed"),
        ("merge 1.json fourth.json 3.json --save x.csv", "another number of shards"),
        ("merge 1.json mine.toml --save x.csv", "not part of a run"),
        ("merge 1.json 2.json 3.json --save 1.json", "`--save` can't write"),
        ("run mine.toml --shard 4/3 --part x.json", "`4/3` is not a shard"),
        ("run mine.toml --shard 0/3 --part x.json", "`0/3` is not a shard"),
        ("run mine.toml --shard 1/3", "--part"),
        ("run mine.toml --shard 1/3 --part x.json --precision 0.01", "can't be split"),
        (
            "run mine.toml --trials 1000 --seed 10 --shard 1/3 --part 1.json --resume",
            "another seed",
        ),
        ("run mine.toml --trials 1000 --shard 2/3 --part 1.json --resume", "is shard 1/3"),
    ] {
        let stderr = folder.refused(words);
        assert!(stderr.contains(wanted), "{words}: {stderr}");
        assert!(stderr.contains("hint"), "{words}: {stderr}");
    }
    assert!(!folder.path().join("x.csv").exists() && !folder.path().join("x.json").exists());
    // With more shards than blocks, empty shards are parts too.
    let many: Vec<String> = (1..=9)
        .map(|number| {
            folder.run_ok(&format!("run mine.toml --trials 9 --shard {number}/9 --part n{number}"));
            format!("n{number}")
        })
        .collect();
    folder.run_ok(&format!("merge {} --save many.csv", many.join(" ")));
}

/// Resumes from each state of a part that was saved on the way.
#[test]
fn part_resumes_from_any_saved_state() {
    let scenario = Scenario::parse(SCENARIO).expect("the scenario reads");
    let effort = Effort { trials: Some(900_000), ..Effort::default() };
    let progress = Progress::default();
    let shard = Shard::parse("1/1").expect("it is a shard");
    let mut kept = Vec::new();
    let keep = |part: &Part| {
        kept.push(part.text());
        Ok(())
    };
    let whole = part::play(&scenario, effort, shard, None, &progress, || true, keep);
    let whole = whole.expect("it is played");
    assert!(whole.is_whole() && kept.len() > 2, "it was kept on the way: {}", kept.len());
    for text in kept {
        let left = Part::parse(&text).expect("what was kept can be read");
        let resumed =
            part::play(&scenario, effort, shard, Some(left), &progress, || false, |_| Ok(()));
        assert_eq!(whole, resumed.expect("it is played"));
    }
}

#[test]
fn killed_part_resumes() {
    let folder = Folder::new(SCENARIO);
    folder.run_ok("run mine.toml --part all.json");
    let command = "run mine.toml --part half.json --resume";
    let half = folder.path().join("half.json");
    let mut ended = false;
    while !ended {
        let _ = std::fs::remove_file(&half);
        let mut child = folder.command(command).stdout(Stdio::null()).spawn().expect("it starts");
        while !half.exists() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child.kill().expect("it is killed");
        // Tries again if the run ended before the signal.
        ended = !child.wait().expect("it ends").success();
    }
    let stderr = folder.refused("merge half.json --save x.csv");
    assert!(stderr.contains("is not finished"), "{stderr}");
    folder.run_ok(command);
    assert_eq!(folder.read("all.json"), folder.read("half.json"));
}

/// Returns the text of a part with its correct digest.
fn signed(mut part: serde_json::Value) -> String {
    part.as_object_mut().expect("an object").remove("checksum");
    let counted = part.to_string();
    let digest = blake3::hash(counted.as_bytes());
    format!("{},\"checksum\":\"{digest}\"}}", counted.strip_suffix('}').expect("an object"))
}

/// Moves counts from one score to another, which leaves all sums unchanged.
#[test]
fn moved_counts_are_refused() {
    let folder = Folder::new(SCENARIO);
    folder.run_ok("run mine.toml --trials 10000 --part whole");
    let text = folder.read("whole");
    let part: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let hits = |place: usize| part["hits"][0]["columns"][0][place].to_string();
    let number = |place: usize| part["hits"][0]["columns"][0][place][1].as_u64().expect("hits");
    let moved = |place: usize, hits: u64| {
        let score = &part["hits"][0]["columns"][0][place][0];
        format!("[{score},{hits}]")
    };
    let other = text.replacen(&hits(0), &moved(0, number(0) + 5), 1).replacen(
        &hits(1),
        &moved(1, number(1) - 5),
        1,
    );
    assert_ne!(text, other);
    std::fs::write(folder.path().join("moved"), other).expect("it is written");
    let stderr = folder.refused("merge moved --save x.csv");
    assert!(
        stderr.contains("changed after it was written") && stderr.contains("moved"),
        "{stderr}"
    );
    folder.refused("run mine.toml --trials 10000 --part moved --resume");
    let older = text.replace("\"version\":\"", "\"version\":\"0.0.9-");
    std::fs::write(folder.path().join("older"), older).expect("it is written");
    let stderr = folder.refused("merge older --save x.csv");
    assert!(stderr.contains("written by version 0.0.9-"), "{stderr}");
}

/// Damage that makes a part unreadable is reported at its place, without messages of the JSON
/// library.
#[test]
fn damaged_parts_are_reported_at_their_place() {
    let folder = Folder::new(SCENARIO);
    folder.run_ok("run mine.toml --trials 10000 --part whole");
    let text = folder.read("whole");
    let seed = text.find("\"seed\":").expect("it is there") + 7;
    let half = &text[..text.find("answer").expect("its scenario is in it")];
    let no_seed = format!("{}\"x\"{}", &text[..seed], &text[seed + 1..]);
    for (damaged, message, place) in [
        (String::new(), "the part breaks off", "line 1, column 1".to_owned()),
        (half.to_owned(), "the part breaks off", format!("line 1, column {}", half.len())),
        (format!("{{\n{half}"), "the file is not part of a run", "line 2, column 1".to_owned()),
        (no_seed, "the file is not part of a run", format!("line 1, column {}", seed + 3)),
        ("{\"a\": 1}".to_owned(), "the file is not part of a run", "line 1, column 4".to_owned()),
    ] {
        std::fs::write(folder.path().join("damaged"), &damaged).expect("it is written");
        for words in
            ["merge damaged --save x.csv", "run mine.toml --trials 10000 --part damaged --resume"]
        {
            let stderr = folder.refused(words);
            let reported = stderr.contains(&format!("{message} (damaged, {place})"));
            assert!(
                reported && stderr.contains("hint:") && !stderr.contains("serde"),
                "{damaged}\n{stderr}"
            );
        }
    }
}

/// Refuses a part with a correct digest whose contents no run makes.
#[test]
fn changed_parts_with_a_correct_digest_are_refused() {
    let folder = Folder::new(SCENARIO);
    for number in 1..=3 {
        folder.run_ok(&format!("run mine.toml --shard {number}/3 --part p{number}"));
    }
    folder.run_ok("merge p1 p2 p3 --save whole.csv");
    let text = folder.read("p2");
    let part: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let changed = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut other = part.clone();
        change(&mut other);
        let shard = other["shard"].clone();
        std::fs::write(folder.path().join("other"), signed(other)).expect("it is written");
        let stderr = folder.refused("merge p1 other p3 --save x.csv");
        assert!(!folder.path().join("x.csv").exists(), "{stderr}");
        if shard == part["shard"] {
            folder.refused("run mine.toml --shard 2/3 --part other --resume");
        }
    };
    let first = |part: &serde_json::Value| part["hits"][0]["columns"][0][0][1].as_u64();
    let hits = first(&part).expect("a count");
    changed(&|part| {
        part["blocks"]["end"] = part["blocks"]["start"].clone();
        part["next"] = part["blocks"]["start"].clone();
        part["hits"] = serde_json::json!([]);
    });
    changed(&|part| part["blocks"]["end"] = serde_json::json!(1_000_000));
    changed(&|part| part["hits"][0]["columns"][0][0][1] = serde_json::json!(hits + 1_000));
    changed(&|part| part["hits"][0]["columns"][0][0][1] = serde_json::json!(u64::MAX));
    changed(&|part| {
        let twice = part["hits"][0].clone();
        part["hits"].as_array_mut().expect("cases").push(twice);
    });
    changed(&|part| {
        let scores = part["hits"][0]["columns"][0].as_array_mut().expect("scores");
        scores.push(scores[0].clone());
    });
    changed(&|part| {
        part["hits"].as_array_mut().expect("cases").remove(0);
    });
    for number in [0, 9] {
        changed(&|part| part["shard"]["number"] = serde_json::json!(number));
        for words in ["merge other p1 p2 p3 --save x.csv", "merge p1 p2 p3 other --save x.csv"] {
            let stderr = folder.refused(words);
            assert!(stderr.contains("other"), "{stderr}");
        }
    }
}

/// A deck file is part of the run, though the scenario contains only its name.
#[test]
fn parts_of_another_deck_are_refused() {
    let folder = Folder::new(
        "title = \"t\"\ntrials = 200_000\n[[check]]\nuse = \"torg.flip\"\nset = { letters = \
            \"ab\", deck = \"mine.csv\" }\nanswer = \"sampled\"\n",
    );
    let deck = include_str!("../../crates/games/torg/src/cards/deck.csv");
    let write = |text: &str| {
        std::fs::write(folder.path().join("mine.csv"), text).expect("it is written");
    };
    write(deck);
    folder.run_ok("run mine.toml --shard 1/2 --part one");
    write(&deck.lines().take(60).map(|line| format!("{line}\n")).collect::<String>());
    folder.run_ok("run mine.toml --shard 2/2 --part two");
    for words in ["merge one two --save x.csv", "run mine.toml --shard 1/2 --part one --resume"] {
        let stderr = folder.refused(words);
        assert!(stderr.contains("a file that the scenario reads"), "{stderr}");
    }
    write(deck);
    folder.run_ok("run mine.toml --shard 2/2 --part two");
    folder.run_ok("merge one two --save x.csv");
}

/// Parts of every check pass the validation of the merge.
#[test]
fn parts_of_every_check_can_be_merged() {
    let progress = Progress::default();
    for entry in oddsmith::systems::checks() {
        let case = entry.example().expect("an example builds");
        let fields = case.settings.given();
        let fields = fields.iter().map(|(name, value)| format!("{name} = \"{value}\""));
        let text = format!(
            "title = \"t\"\ntrials = 300\n[[check]]\nuse = \"{}\"\nset = {{ {} }}\nanswer = \
                \"sampled\"\n",
            entry.id,
            fields.collect::<Vec<_>>().join(", ")
        );
        let scenario = Scenario::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let effort = Effort::default().with(scenario.effort.sampling());
        let shard = Shard::parse("1/1").expect("it is a shard");
        let part = part::play(&scenario, effort, shard, None, &progress, || false, |_| Ok(()));
        let part = part.unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        let whole = oddsmith::answer::merge(&[(Path::new("part"), part)], &progress);
        whole.unwrap_or_else(|error| panic!("{}: {error}", entry.id));
    }
}
