//! Measures each pass of the compiler: the rules that are refused, or take more branches, without
//! it.
//!
//! `cargo run --release -p oddsmith-query --example passes -- examples/rules/*.toml`

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use oddsmith_engine::program::Pass;
use oddsmith_query::{Request, Result, Source};
use oddsmith_scenario::BUDGET;

/// Returns the smallest budget, a power of two, with which a rule has an exact result.
fn branches(rules: &str, name: &str) -> Result<Option<u64>> {
    let budgets = (6..).map(|power| 1 << power).take_while(|&budget| budget < 2 * BUDGET);
    for budget in budgets {
        let mut request = Request {
            questions: vec![format!("house.{name}")],
            rules: Some(Source { file: None, text: rules.to_owned() }),
            ..Request::default()
        };
        request.effort.exact_only = true;
        request.effort.budget = Some(budget);
        match request.answer() {
            Ok(_) => return Ok(Some(budget)),
            Err(error) if budget >= BUDGET => eprintln!("{name}: {error}"),
            Err(_) => {}
        }
    }
    Ok(None)
}

/// Returns the names of the rules in a file.
fn names(rules: &str) -> impl Iterator<Item = &str> {
    let behind = rules.split("[[house]]").skip(1);
    behind
        .filter_map(|table| table.lines().find_map(|line| line.trim().strip_prefix("name")))
        .filter_map(|rest| rest.split('"').nth(1))
}

/// Prints the branches of each rule, a rule on each line.
fn print(files: &[String]) -> std::io::Result<()> {
    for file in files {
        let rules = std::fs::read_to_string(file)?;
        for name in names(&rules) {
            let branches = branches(&rules, name).ok().flatten();
            println!(
                "{file}#{name} {}",
                branches.map_or("refused".to_owned(), |at| at.to_string())
            );
        }
    }
    Ok(())
}

/// Runs this program without a pass and returns the branches of each rule.
fn without(pass: &str, files: &[String]) -> std::io::Result<BTreeMap<String, Option<u64>>> {
    let mut child = Command::new(std::env::current_exe()?);
    let out = child.arg(format!("without={pass}")).args(files).stderr(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let rows = text.lines().filter_map(|line| line.split_once(' '));
    Ok(rows.map(|(rule, branches)| (rule.to_owned(), branches.parse().ok())).collect())
}

fn main() -> std::io::Result<()> {
    let (switch, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("without="));
    if let Some(switch) = switch.first() {
        let name = &switch["without=".len()..];
        let pass = Pass::ALL.iter().find(|pass| format!("{pass:?}") == name);
        pass.into_iter().for_each(|pass| pass.disable());
        return print(&files);
    }
    let all = without("", &files)?;
    println!("{} rules, {} refused", all.len(), all.values().filter(|at| at.is_none()).count());
    for pass in Pass::ALL {
        let less = without(&format!("{pass:?}"), &files)?;
        let short = |rule: &str| rule.rsplit(['/', '#']).next().unwrap_or_default().to_owned();
        let (mut refused, mut slower, mut faster) = (Vec::new(), Vec::new(), Vec::new());
        for (rule, with) in &all {
            match (with, less.get(rule).copied().flatten()) {
                (Some(_), None) => refused.push(short(rule)),
                (Some(with), Some(less)) if less > *with => {
                    slower.push(format!("{} {}x", short(rule), less / with));
                }
                (Some(with), Some(less)) if less < *with => {
                    faster.push(format!("{} {}x", short(rule), with / less));
                }
                (None, Some(_)) => faster.push(short(rule)),
                _ => {}
            }
        }
        println!("\n{pass:?}");
        println!("  refused: {} {}", refused.len(), refused.join(", "));
        println!("  more branches: {} {}", slower.len(), slower.join(", "));
        println!("  fewer branches: {} {}", faster.len(), faster.join(", "));
    }
    Ok(())
}
