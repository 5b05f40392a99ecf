//! What a report solves for itself: duels that no sampled case can stand for, and figures that no scenario can ask for.

use crate::chart::{Axis, Fan, Spread};
use crate::error::{Error, Result};
use crate::odds::{Histogram, Law, Progress};
use crate::registry::Names;
use crate::scenario::{Answered, axes, settings, solve_all};
use crate::strategy::{Choice, Solved};
use crate::text::numbers::grouped;

/// Attributes and skills reach from 0 to this.
pub const BEST: i32 = 8;

/// How many grades an attribute or a skill has.
pub const GRADES: usize = BEST as usize + 1;

/// The duels of the check whose fields have these values, which may sweep; the last field changes fastest.
///
/// # Errors
/// If the check is no duel, or a duel can't be solved.
pub fn duels(check: &Answered, fields: &[(&str, &str)]) -> Result<Vec<Solved>> {
    let duel = check.findings.first().map(|finding| &finding.case.entry);
    let duel = duel.and_then(|entry| Some((entry, entry.solver?)));
    let (entry, solver) = duel.ok_or_else(|| {
        Error::question(format!("the report needs duels, and `{}` is none", check.label))
    })?;
    let fields: Vec<(String, String)> =
        fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    solve_all(&settings(entry, &axes(&fields)?, &Names::default())?, &solver, &Progress::default())
}

/// What the first case of a check has in a field.
pub fn field(check: &Answered, name: &str) -> String {
    let value = check
        .findings
        .first()
        .and_then(|finding| finding.case.settings.all().get(name).map(ToString::to_string));
    value.unwrap_or_default()
}

/// The same as a number; 0 if it is none.
pub fn number(check: &Answered, name: &str) -> i32 {
    field(check, name).parse().unwrap_or(0)
}

/// The mean share of rounds, or of duels, that the own side takes, a tie counted half: the value of a duel whose points have no price.
pub fn share(solved: &Solved) -> f64 {
    // Rounding may miss 0 and 1 by a last digit.
    (((solved.value + 0.5) * 1e12).round() / 1e12).clamp(0.0, 1.0)
}

/// Whether no optimal plan of this side begins with a sure bid: it must bluff.
pub fn must_mix(choices: &[Choice]) -> bool {
    choices.iter().all(|choice| choice.range.most < 1.0 - 1e-9)
}

/// How sure solved values are.
pub fn proved(solved: &[Solved]) -> String {
    // Below a million millionth it is rounding, which is not the same on every machine.
    let gap = solved.iter().map(|solved| solved.hi - solved.lo).fold(1e-12, f64::max);
    format!(
        "{} duels were solved for this, each with a certificate: what the own plan guarantees and what the rival's plan concedes are no more than {gap:.0e} apart.",
        grouped(solved.len() as u64)
    )
}

fn law(check: &Answered, case: usize, place: usize) -> Result<&Law> {
    let laws = check.findings[case].laws.as_ref();
    laws.map(|laws| &laws.columns[place]).ok_or_else(|| {
        Error::question(format!("the report needs exact answers of `{}`", check.label))
    })
}

/// The laws of an indexed column, by rising index.
///
/// # Errors
/// If the case has no exact answer.
pub fn each<'a>(check: &'a Answered, case: usize, name: &str) -> Result<Vec<&'a Law>> {
    let columns = check.findings[case].case.columns();
    let mut found: Vec<(u32, usize)> = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.name == name)
        .filter_map(|(place, column)| Some((column.at?, place)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, place)| law(check, case, place)).collect()
}

/// How an indexed column spreads.
///
/// # Errors
/// As [`each`].
pub fn fan(check: &Answered, case: usize, column: &str, index: &str, score: &str) -> Result<Fan> {
    let spread = |(place, law): (usize, &Law)| {
        let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95].map(|level| quantile(law, level));
        Spread { x: place as f64 + 1.0, quantiles, mean: law.mean().unwrap_or(0.0) }
    };
    let spreads = each(check, case, column)?.into_iter().enumerate().map(spread).collect();
    let id = check.findings[case].case.entry.id.to_string();
    Ok(Fan { axis: Axis::numbers(index), score: score.to_owned(), check: id, spreads })
}

fn quantile(law: &Law, level: f64) -> f64 {
    let mut below = 0.0;
    let reached = |score: &i32| {
        below += law.share(*score);
        below >= level * (1.0 - 1e-12)
    };
    law.scale().scores().find(reached).map_or(0.0, f64::from)
}
