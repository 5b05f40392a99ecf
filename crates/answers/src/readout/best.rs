//! The best decisions of a rule, as a page: what to choose in which state, and what fixed words
//! give away.

use super::{title, words};
use crate::text::{Page, Table, numbers};
use oddsmith_base::{Parameter, Phrase};
use oddsmith_engine::program::{Best, Choice, Goal};
use oddsmith_registry::Case;

/// The most rows of states that a page has.
const MOST_ROWS: usize = 40;

/// What is best in a case, in full.
pub fn best(case: &Case, goal: &Goal, best: &Best) -> Page {
    let shown = |value: f64| match goal {
        Goal::Success => format!("{} %", numbers::per_cent(value, 2)),
        Goal::Mean { .. } => numbers::plain(value, 4),
    };
    let answer = match goal {
        Goal::Success => format!("success {}", shown(best.value)),
        Goal::Mean { column, least: false } => {
            format!("mean of {} {}", words(column), shown(best.value))
        }
        Goal::Mean { column, least: true } => {
            format!("mean of {} {}, the least there is", words(column), shown(best.value))
        }
    };
    let rows = rows(&best.policy);
    let mut states = Table::new(3, ["decision", "where", "best"]);
    for (decision, state, word) in rows.iter().take(MOST_ROWS) {
        states.row([words(decision), state.clone(), words(word)]);
    }
    let mut fixed = Table::new(1, ["always", "gives away"]);
    for (decision, word, loss) in &best.fixed {
        let gives = match goal {
            Goal::Success => format!("{} points", numbers::fixed(100.0 * loss, 2, false)),
            Goal::Mean { .. } => numbers::plain(*loss, 4),
        };
        fixed.row([format!("{} {}", words(decision), words(word)), gives]);
    }
    let left = rows.len().saturating_sub(MOST_ROWS);
    let mut notes = vec![format!("solved in {} states", best.policy.len()).into()];
    notes.extend((left > 0).then(|| {
        let json = Parameter::Format.to("json");
        Phrase::from(format!("{left} more rows: ")) + json + " has every state"
    }));
    Page {
        title: title(&case.entry.title, &case.settings, &[]),
        answer: vec![answer],
        tables: vec![states, fixed],
        notes,
        ..Page::default()
    }
}

/// States in which the same is best, side by side as far as they differ in their last number:
/// decision, "total 0..15", word.
fn rows(policy: &[Choice]) -> Vec<(String, String, String)> {
    let alike = |a: &Choice, b: &Choice| {
        let other = |choice: &Choice| {
            let known = &choice.state[..choice.state.len().saturating_sub(1)];
            (choice.decision.clone(), choice.word.clone(), known.to_vec())
        };
        other(a) == other(b)
    };
    let row = |run: &[Choice]| {
        let (first, last) = (&run[0], &run[run.len() - 1]);
        let mut state: Vec<String> =
            first.state.iter().map(|(name, value)| format!("{} {value}", words(name))).collect();
        if let (Some(known), Some((_, end))) = (state.last_mut(), last.state.last())
            && run.len() > 1
        {
            *known += &format!("..{end}");
        }
        (first.decision.clone(), state.join(", "), first.word.clone())
    };
    policy.chunk_by(alike).map(row).collect()
}
