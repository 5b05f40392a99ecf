//! Notes about the precision of answers, and the work they took.

use super::{swept, words};
use oddsmith_answers::{Answer, agreements};
use oddsmith_base::Phrase;
use oddsmith_registry::{Field, Need, Settings};
use oddsmith_text::{Page, numbers};

/// Adds notes about the precision of these answers to a page; in its details, the amount of work
/// and the evidence of the agreement.
pub fn with_notes(page: Page, answers: &[&Answer], seed: u64) -> Page {
    let (mut notes, mut details) = (Vec::new(), Vec::new());
    let several = answers.len() > 1;
    let a_case = if several { " a case" } else { "" };
    let laws = || answers.iter().filter_map(|answer| answer.laws.as_ref());
    let branches = || laws().map(|laws| laws.branches);
    let unasked = "not exact: asked for sampled only";
    match (branches().min(), branches().max()) {
        (Some(least), Some(most)) => {
            let errors = laws().flat_map(|laws| &laws.columns).map(|law| law.error());
            let error = errors.fold(0.0, f64::max);
            notes.push(match error > 0.0 {
                true => format!("Exact, but for rounding (within {error:.0e})."),
                false => "Exact.".to_owned(),
            });
            let range = numbers::grouped_range(least, most);
            let plural = if most == 1 { "" } else { "es" };
            details.push(format!("{range} branch{plural}{a_case}."));
        }
        _ => {
            let why = answers[0].why.split(';').next().unwrap_or_default();
            if why != unasked && !why.is_empty() {
                notes.push(format!("{}{}.", why[..1].to_uppercase(), &why[1..]));
            }
        }
    }
    if let Some(tallies) = &answers[0].tallies {
        let each = if several { "Each case simulated" } else { "Simulated" };
        let run = format!("{each} {} times (seed {seed})", numbers::grouped(tallies.trials));
        notes.push(match agreements(answers) {
            None => format!("{run}."),
            Some(all) => {
                let plural = if several { "s" } else { "" };
                let verdict = all.verdict();
                let evidence = all.evidence();
                match all.hold() {
                    true => {
                        details.push(format!("The agreement: {evidence}."));
                        format!("{run}: {verdict}{plural}.")
                    }
                    false => format!("{run}: {verdict}{plural} ({evidence}). Please report it."),
                }
            }
        });
    }
    notes.extend(followers(answers));
    notes.extend(remarks(answers));
    Page { notes: Phrase::all(notes), details: Phrase::all(details), ..page }
}

/// Returns the remarks of the rules without duplicates. A remark that a result never occurs is kept
/// only if it holds in all cases.
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
            let never = part.contains(NEVER);
            let holds = !never || each.iter().all(|other| other.contains(part));
            if holds && !said.contains(&part) {
                said.push(part);
                parts.push(match never && each.len() > 1 {
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

/// Part of a remark that a result never occurs.
const NEVER: &str = "` never comes";

/// Returns a note about fields that were not given and follow a swept field, which is easily
/// overlooked.
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
