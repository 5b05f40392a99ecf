//! Pages of optimal decisions: the best choice in each state, and the loss of fixed choices.

use super::{title, words};
use oddsmith_base::{Parameter, Phrase};
use oddsmith_engine::program::{Best, Choice, Goal};
use oddsmith_registry::Case;
use oddsmith_scenario::Axis;
use oddsmith_text::{Page, Table, numbers};

/// Largest number of rows of states on a page.
const MOST_ROWS: usize = 40;

/// Returns the page of the optimal decisions of one case.
pub fn best(case: &Case, goal: &Goal, best: &Best) -> Page {
    let value = figure(goal, best.value);
    let (answer, points) = match goal {
        Goal::Success => (format!("success {value} %"), " points"),
        Goal::Mean { column, least } => {
            let least = if *least { ", the least there is" } else { "" };
            (format!("mean of {} {value}{least}", words(column)), "")
        }
    };
    let rows = rows(&best.policy);
    let states = Table::of(3, ["decision", "where", "best"], rows.iter().take(MOST_ROWS).cloned());
    let fixed = best.fixed.iter().map(|(decision, word, loss)| {
        [format!("{} {}", words(decision), words(word)), lost(goal, *loss) + points]
    });
    let fixed = Table::of(1, ["always", "loses"], fixed);
    let left = rows.len().saturating_sub(MOST_ROWS);
    let mut notes = vec![format!("Solved: {} states.", best.policy.len()).into()];
    notes.extend((left > 0).then(|| {
        let json = Parameter::FORMAT.to("json");
        Phrase::from(format!("{left} more rows: ")) + json + " has every state"
    }));
    Page {
        title: title(&case.entry, &case.settings, &[]),
        answer: vec![answer],
        tables: vec![states, fixed],
        notes,
        ..Page::default()
    }
}

/// Returns a value of the goal: per cent, or a number.
fn figure(goal: &Goal, value: f64) -> String {
    match goal {
        Goal::Success => numbers::per_cent(value, 2),
        Goal::Mean { .. } => numbers::plain(value, 4),
    }
}

/// Returns a loss of value: points, or a number.
fn lost(goal: &Goal, loss: f64) -> String {
    match goal {
        Goal::Success => numbers::fixed(100.0 * loss, 2, false),
        Goal::Mean { .. } => numbers::plain(loss, 4),
    }
}

/// Returns the best choice together with equally good ones.
fn best_words(choice: &Choice) -> String {
    let all = std::iter::once(&choice.word).chain(&choice.equal).map(|word| words(word));
    let all = all.collect::<Vec<_>>().join(" or ");
    if choice.equal.is_empty() { all } else { format!("{all}, equally good") }
}

/// Returns the page of the cases of a sweep: the value of the optimal decisions, and the loss of
/// fixed choices.
pub fn bests(goal: &Goal, axes: &[Axis], all: &[(Case, Best)]) -> Page {
    let worth = match goal {
        Goal::Success => "success".to_owned(),
        Goal::Mean { column, .. } => format!("mean of {}", words(column)),
    };
    let fixed = |best: &Best| -> Vec<String> {
        let name = |(decision, word, _): &(String, String, f64)| {
            format!("always {} {}", words(decision), words(word))
        };
        best.fixed.iter().map(name).collect()
    };
    let names = all.first().map(|(_, best)| fixed(best)).unwrap_or_default();
    let heads = axes.iter().map(|axis| words(&axis.name)).chain([worth]).chain(names);
    let rows = all.iter().map(|(case, best)| {
        let set = case.settings.all();
        let value = |axis: &Axis| {
            axis.fields.first().and_then(|field| set.get(field)).map(ToString::to_string)
        };
        let point = axes.iter().map(|axis| value(axis).unwrap_or_default());
        let losses = best.fixed.iter().map(|(.., loss)| lost(goal, *loss));
        point.chain([figure(goal, best.value)]).chain(losses).collect::<Vec<_>>()
    });
    let table = Table::of(axes.len(), heads, rows);
    let swept: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
    let page_title = all.first().map(|(case, _)| title(&case.entry, &case.settings, &swept));
    let unit = match goal {
        Goal::Success => {
            "best chance in per cent; for each word: points lost by always choosing \
            it"
        }
        Goal::Mean { .. } => "best value; for each word: what always choosing it loses",
    };
    Page {
        title: page_title.unwrap_or_default(),
        unit: unit.to_owned(),
        tables: vec![table],
        ..Page::default()
    }
}

/// Merges consecutive states with the same best choice that differ only in their last number. A row
/// has the decision, the states ("total 0..15") and the choice.
fn rows(policy: &[Choice]) -> Vec<[String; 3]> {
    let alike = |a: &Choice, b: &Choice| {
        let other = |choice: &Choice| {
            let known = &choice.state[..choice.state.len().saturating_sub(1)];
            (choice.decision.clone(), best_words(choice), known.to_vec())
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
        [words(&first.decision), state.join(", "), best_words(first)]
    };
    policy.chunk_by(alike).map(row).collect()
}
