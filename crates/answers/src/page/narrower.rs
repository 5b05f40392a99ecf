//! What made an interval narrower, and by how much, as people read it.

use super::one::known;
use super::{Shown, counted, words};
use crate::answer::{Answer, Control};
use crate::text::{Page, numbers};
use oddsmith_engine::odds::{Estimate, Event};
use oddsmith_registry::Value;

/// What mirrored pairs were worth, of all these answers; nothing where none were played.
pub fn mirrored(answers: &[Answer], event: &Event) -> Option<String> {
    let tallies = answers.iter().filter_map(|answer| answer.tallies.as_ref());
    tallies.flat_map(|tallies| &tallies.columns).find(|tally| tally.is_mirrored())?;
    let mut gains: Vec<f64> = answers.iter().filter_map(|answer| answer.gain(event)).collect();
    gains.sort_by(f64::total_cmp);
    let worth = match (gains.first().copied().map(gain), gains.last().copied().map(gain)) {
        (Some(least), Some(most)) if least == most => {
            format!(": a trial is worth {least} drawn alone")
        }
        (Some(least), Some(most)) => format!(": a trial is worth {least} to {most} drawn alone"),
        _ => String::new(),
    };
    Some(format!("in mirrored pairs{worth}"))
}

/// Adds to the page of an answer what its control makes of it.
pub fn control(page: &mut Page, answer: &Answer, shown: &Shown, control: &Control) {
    let Some(column) = shown.column(answer) else { return };
    let Some(scores) = shown.success(answer) else { return };
    let at = column.at.map_or(String::new(), |at| format!(" at {at}"));
    let counted = counted(column, &scores) + &at;
    let success = if shown.event.is_asked() { counted } else { format!("success ({counted})") };
    let settings = answer.case.settings.all();
    let otherwise = |(name, value): (&str, &Value)| {
        let differs = settings.get(name) != Some(value);
        differs.then(|| format!("{} {}", words(name), words(&value.to_string())))
    };
    let set: Vec<String> = control.case.settings.all().iter().filter_map(otherwise).collect();
    let narrowed = Estimate { exact: None, sampled: Some(control.found.share) };
    page.answer.push(format!(
        "{success}, controlled: {}, by {} (exactly {}); a trial is worth {} without control",
        known(&narrowed),
        set.join(", "),
        known(&Estimate { exact: Some(control.exact), sampled: None }),
        gain(control.found.gain),
    ));
}

/// A gain without digits that are noise.
fn gain(gain: f64) -> String {
    if gain < 10.0 { format!("{gain:.2}") } else { numbers::plain(gain, 0) }
}
