//! How sure an answer is, and why.

use super::{swept, words};
use crate::answer::{Answer, agreements};
use crate::text::numbers;
use oddsmith_registry::{Field, Need, Settings};

/// How sure these answers are, a note each.
pub fn notes(answers: &[&Answer], seed: u64) -> Vec<String> {
    let mut notes = Vec::new();
    let a_case = if answers.len() > 1 { " a case" } else { "" };
    let laws = || answers.iter().filter_map(|answer| answer.laws.as_ref());
    let branches = || laws().map(|laws| laws.branches);
    match (branches().min(), branches().max()) {
        (Some(least), Some(most)) => {
            let range = match least == most {
                true => numbers::grouped(most),
                false => format!("{} to {}", numbers::grouped(least), numbers::grouped(most)),
            };
            let errors = laws().flat_map(|laws| &laws.columns).map(|law| law.error());
            let error = errors.fold(0.0, f64::max);
            let how = if error > 0.0 {
                format!(", in floats right to {error:.0e}")
            } else {
                String::new()
            };
            let plural = if most == 1 { "" } else { "es" };
            notes.push(format!("exact: {range} branch{plural}{a_case}{how}"));
        }
        _ => notes.push(answers[0].why.split(';').next().unwrap_or_default().to_owned()),
    }
    if let Some(tallies) = &answers[0].tallies {
        notes.push(format!(
            "sampled: {} trials{a_case}, seed {seed}",
            numbers::grouped(tallies.trials),
        ));
        notes.extend(agreements(answers).map(|all| {
            let report = if all.hold() { "" } else { " Please report it." };
            all.sentence() + report
        }));
    }
    notes.extend(followers(answers));
    notes.extend(remarks(answers));
    notes
}

/// What the rules say of themselves; that a result never comes only where it never does in any case.
fn remarks(answers: &[&Answer]) -> Vec<String> {
    let of = |answer: &&Answer| -> Vec<String> {
        let remark = answer.case.check().remark().unwrap_or_default();
        remark.split("; ").filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let each: Vec<Vec<String>> = answers.iter().map(of).collect();
    let (mut said, mut remarks): (Vec<&String>, Vec<String>) = (Vec::new(), Vec::new());
    for own in &each {
        let mut parts = Vec::new();
        for part in own {
            let everywhere = || each.iter().all(|other| other.contains(part));
            let holds = !part.contains(NEVER) || everywhere();
            if holds && !said.contains(&part) {
                said.push(part);
                let of_all = part.contains(NEVER) && each.len() > 1;
                parts.push(match of_all {
                    true => part.replace(" with these fields", " in any of these cases"),
                    false => part.clone(),
                });
            }
        }
        if !parts.is_empty() {
            remarks.push(parts.join("; "));
        }
    }
    remarks
}

/// How a rule says that a result has no share.
const NEVER: &str = "` never comes";

/// Fields that were left out and take the value of one that sweeps, which is easily overlooked.
fn followers(answers: &[&Answer]) -> Option<String> {
    let settings: Vec<&Settings> = answers.iter().map(|answer| &answer.case.settings).collect();
    let swept = swept(&settings);
    let given = settings[0].given();
    let follows = |field: Field| match &field.need {
        Need::Same(other) if swept.contains(other) && given.get(field.name).is_none() => {
            Some(format!("{} is the same as {}", words(field.name), words(other)))
        }
        _ => None,
    };
    let found: Vec<String> = answers[0].case.entry.fields.iter().filter_map(follows).collect();
    (!found.is_empty()).then(|| format!("not given: {}", found.join(", ")))
}
