//! The account of memory against what a process takes: over the fifty largest exact answers of what
//! ships, each in a process of its own.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use oddsmith::registry::Case;
use oddsmith::scenario::Scenario;
use oddsmith::systems::{check, checks};

/// So many answers are compared.
const COUNT: usize = 50;

/// What the process takes beside: pages that are begun, and what a case keeps of its dice.
const BESIDE: f64 = 1.5e6;

/// How much each is worked out.
const BUDGET: u64 = 4_000_000;

/// A figure of this process in bytes, by its name.
fn figure(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux says it");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("it is there");
    1024 * line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).expect("a number")
}

/// The cases of what ships: each check as it is exact, and the cases of each rule of the examples;
/// under the words by which another process finds them.
fn cases() -> Vec<(String, Case)> {
    let mut all = Vec::new();
    for entry in checks() {
        if let Ok(case) = entry.case(entry.exact_example()) {
            all.push((entry.id.to_string(), case));
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules");
    for entry in std::fs::read_dir(folder).expect("the rules").flatten() {
        let Ok(scenario) = Scenario::read(&entry.path()) else { continue };
        for (number, question) in scenario.questions.iter().enumerate() {
            let name = format!("{}|{number}", entry.path().display());
            if let Ok(case) = question.cases.case(question.cases.len() - 1) {
                all.push((name, case));
            }
        }
    }
    all
}

/// One answer in a process of its own: what the account says, and what the process took at most.
#[test]
#[ignore = "asked by the other test, which says which answer"]
fn one_answer() {
    let Ok(wanted) = std::env::var("ODDSMITH_ANSWER") else { return };
    let case = match wanted.split_once('|') {
        None => {
            let entry = check(&wanted).expect("it is listed");
            entry.case(entry.exact_example()).expect("it is exact")
        }
        Some((path, number)) => {
            let scenario = Scenario::read(Path::new(path)).expect("it reads");
            let cases = &scenario.questions[number.parse::<usize>().expect("a number")].cases;
            cases.case(cases.len() - 1).expect("a case")
        }
    };
    // From here on the most is counted anew.
    std::fs::write("/proc/self/clear_refs", "5").expect("Linux allows it");
    let before = figure("VmRSS:");
    let memory = case.law(BUDGET).expect("it is exact").memory;
    println!("took {memory} {}", figure("VmHWM:").saturating_sub(before));
}

#[test]
fn the_account_is_what_the_process_takes() {
    let mut sized: Vec<(usize, String)> = cases()
        .into_iter()
        .filter_map(|(name, case)| Some((case.law(BUDGET).ok()?.memory, name)))
        .collect();
    sized.sort();
    sized.reverse();
    sized.truncate(COUNT);
    assert_eq!(sized.len(), COUNT);
    let mut wrong = Vec::new();
    for (_, name) in sized {
        let mut command = Command::new(std::env::current_exe().expect("this test"));
        command.args(["memory::one_answer", "--exact", "--ignored", "--nocapture"]);
        let output = command.env("ODDSMITH_ANSWER", &name).output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let took = told.lines().find_map(|line| line.split_once("took ")).unwrap_or_else(|| panic!("{name}: {told}")).1;
        let mut both = took.split(' ').map(|bytes| bytes.parse::<f64>().expect("bytes"));
        let (account, process) = (both.next().expect("two"), both.next().expect("two"));
        println!("{:>7.2} MB by the account, {:>7.2} MB taken: {name}", account / 1e6, process / 1e6);
        if (account - process).abs() > process / 10.0 + BESIDE {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
