//! The audit: every claim of the rule texts with the verdict that its own tolerance makes.

use std::sync::Arc;

use super::rows::ClaimRow;
use crate::answer::Results;
use crate::answer::expression::Expressions;
use crate::scenario::{Effort, Scenario};
use oddsmith_base::Result;
use oddsmith_engine::chance::Scripted;
use oddsmith_engine::odds::Progress;
use oddsmith_registry::{Claim, Example, Outcome, System};
use oddsmith_systems::{Catalogue, SYSTEMS, case};

/// A claim of a rule text with its verdict.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The text.
    pub system: &'static str,
    /// The claim.
    pub claim: Claim,
    /// What came of it.
    pub row: ClaimRow,
}

/// What a verdict may be.
pub const VERDICTS: [&str; 7] =
    ["holds", "near", "fails", "depends", "undecided", "not testable", "waits"];

/// Every claim of every text, in their order.
///
/// # Errors
/// If the claims are not what they should be, which a test rules out.
pub fn claims() -> Result<Vec<(&'static System, Claim)>> {
    let mut all = Vec::new();
    for system in SYSTEMS {
        all.extend(system.claims()?.into_iter().map(|claim| (*system, claim)));
    }
    Ok(all)
}

/// The verdict on a claim, where some readings are others than usual.
///
/// # Errors
/// If its question can't be answered with these readings, or an expression can't be worked out.
pub fn audit(
    system: &'static System,
    claim: Claim,
    readings: &[(String, String)],
    effort: Effort,
    progress: &Progress,
) -> Result<Audited> {
    let catalogue = Catalogue::default();
    let missing: Vec<&str> =
        claim.needs.iter().filter(|id| catalogue.check(id).is_err()).map(String::as_str).collect();
    let (verdict, computed, sampled) = match &claim.untestable {
        Some(why) => ("not testable", why.clone(), false),
        None if !missing.is_empty() => ("waits", format!("for {}", missing.join(", ")), false),
        None if claim.examples => examples(system)?,
        None => computed(&claim, readings, effort, progress)?,
    };
    let row = ClaimRow {
        id: claim.id.clone(),
        verdict: verdict.to_owned(),
        claim: claim.claim.clone(),
        computed,
        wanted: claim.tested.clone(),
        command: claim.command.clone(),
        why: Some(claim.source.clone()),
        file: None,
        line: None,
        sampled,
    };
    progress.case();
    Ok(Audited { system: system.title, claim, row })
}

/// The verdict of the conditions: the first that is true.
fn computed(
    claim: &Claim,
    readings: &[(String, String)],
    effort: Effort,
    progress: &Progress,
) -> Result<(&'static str, String, bool)> {
    let text = format!("title = \"{}\"\n{}", claim.id, claim.scenario);
    let scenario = Scenario::parse_with(&text, &[], readings)?;
    let effort = Effort { amount: scenario.amount, ..effort };
    let results =
        Arc::new(Results::of(&scenario.questions, effort.sample_only_if_inexact(), progress)?);
    let expressions = Expressions::new(results.clone());
    let conditions = [("holds", &claim.holds), ("near", &claim.near), ("depends", &claim.depends)];
    let mut verdict = "fails";
    for (word, condition) in conditions {
        if let Some(condition) = condition
            && expressions.holds(condition)?
        {
            verdict = word;
            break;
        }
    }
    let words = expressions.words(&claim.computed)?;
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok((verdict, words, results.all().any(|answer| answer.laws.is_none())))
}

/// How many of a text's worked examples come out as it says.
fn examples(system: &System) -> Result<(&'static str, String, bool)> {
    let all = system.examples()?;
    let mut wrong = Vec::new();
    for example in &all {
        if !comes_out(example)? {
            wrong.push(example.text.as_str());
        }
    }
    let held = all.len() - wrong.len();
    let verdict = match wrong.len() {
        0 => "holds",
        few if few * 10 <= all.len() * 2 => "near",
        _ => "fails",
    };
    let but = if wrong.is_empty() { String::new() } else { format!("; not: {}", wrong.join("; ")) };
    Ok((verdict, format!("{held} of {} come out as the text says{but}", all.len()), false))
}

/// Whether an example comes out as the text says, when its luck is played again.
fn comes_out(example: &Example) -> Result<bool> {
    let case = case(&example.play)?;
    let tale = case.tell_scripted(Scripted::parse(&example.luck)?)?;
    for (name, says) in &example.says {
        let column = case.columns().iter().find(|column| column.name == name.as_str());
        let score = tale.score(name)?;
        let named = score.and_then(|score| column?.scale.name(score).map(str::to_owned));
        let same = match says {
            Outcome::Score(said) => score == Some(*said),
            Outcome::Name(said) => named.as_ref() == Some(said),
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}
