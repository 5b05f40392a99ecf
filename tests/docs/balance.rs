//! Tests of the workflow files of docs/balance-in-ci.md: their steps run unchanged in an empty
//! folder.
#![cfg(all(feature = "cli", unix))]

use std::path::Path;
use std::process::Command;

/// Returns the first block of TOML in a page.
fn first_block(page: &str) -> &str {
    let (_, rest) = page.split_once("```toml\n").expect("a block of TOML");
    rest.split_once("```").expect("its end").0
}

/// Returns the commands that a workflow runs, from its steps or from the lines of a GitLab job.
fn steps(workflow: &str) -> Vec<&str> {
    let runs = workflow.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("- run: ").or_else(|| {
            line.strip_prefix("- ").filter(|line| {
                ["export ", "command ", "oddsmith "].iter().any(|word| line.starts_with(word))
            })
        })
    });
    runs.collect()
}

#[test]
fn documented_workflows_run_unchanged() {
    let page = include_str!("../../docs/balance-in-ci.md");
    let command = Path::new(env!("CARGO_BIN_EXE_oddsmith"));
    let path = format!(
        "{}:{}",
        command.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    for (workflow, count) in [
        (include_str!("../../docs/balance.yml"), 3),
        (include_str!("../../docs/balance.gitlab-ci.yml"), 4),
    ] {
        let folder = tempfile::tempdir().expect("a folder for a while");
        std::fs::write(folder.path().join("balance.toml"), first_block(page)).expect("written");
        let steps = steps(workflow);
        assert_eq!(steps.len(), count, "{steps:?}");
        // One shell for all steps, as in a job of GitLab; each step must succeed.
        let script = format!("set -e\n{}", steps.join("\n"));
        let run = Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder.path())
            .env("PATH", &path)
            .output()
            .expect("a shell");
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{steps:?}: {stderr}");
        let verdicts = std::fs::read_to_string(folder.path().join("verdicts.xml"));
        let verdicts = verdicts.expect("the verdicts");
        assert!(
            verdicts.contains("<testsuite") && verdicts.contains("hero: success at foe 5"),
            "{verdicts}"
        );
        // A failed expectation fails the job.
        let harder = first_block(page).replace("between = [0.5, 0.6]", "between = [0.9, 1.0]");
        std::fs::write(folder.path().join("balance.toml"), harder).expect("written");
        let run = Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder.path())
            .env("PATH", &path)
            .output()
            .expect("a shell");
        assert_eq!(run.status.code(), Some(1));
    }
}
