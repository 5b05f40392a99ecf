//! Pages of solved duels: one in full, or a row for each.

use super::{place, swept, title, words};
use oddsmith_base::Phrase;
use oddsmith_engine::odds::{Histogram, Sample, Tallies};
use oddsmith_engine::strategy::{Choice, Known, Range, Side, SimplePolicy, Solved, Standing};
use oddsmith_registry::{Case, Entry, Name, Settings};
use oddsmith_text::{Page, Table, numbers};

/// Largest number of initial states that a page lists.
const MOST_STATES: usize = 12;

/// Formats the value of a duel with its sign.
fn value(value: f64) -> String {
    let text = format!("{value:+.4}");
    if text.trim_start_matches(['+', '-', '0', '.']).is_empty() { "0.0000".into() } else { text }
}

/// Returns the note that explains the value.
fn worth(solved: &Solved) -> String {
    format!("The value is {}, both sides at their best: 0 is even.", solved.terms.worth)
}

/// Returns the note about the certified gap, with a minimum of 1e-12.
fn certificate_note(solved: &[&Solved]) -> String {
    let gap = solved.iter().map(|solved| solved.hi - solved.lo).fold(1e-12, f64::max);
    format!(
        "{} proved to within {gap:.0e}.",
        if solved.len() > 1 { "Every value is" } else { "The value is" }
    )
}

/// Returns the page of one duel.
pub fn duel(case: &Case, solved: &Solved, played: Option<(&Tallies, Sample)>) -> Page {
    let per_cent = |share: f64| numbers::per_cent(share, 1);
    let shares = format!(
        "{} %, tied {} %, lost {} %",
        per_cent(solved.win),
        per_cent(solved.tie),
        per_cent(solved.loss)
    );
    let answer = format!("value {}   {} won {shares}", value(solved.value), solved.terms.counted);
    let mut notes = vec![worth(solved), certificate_note(&[solved])];
    notes.extend(solved.rounded(10_000.0).map(|(least, most)| {
        format!("Played as printed, the strategies are worth {least:+.6} to {most:+.6}.")
    }));
    notes.push(solved.terms.shown.to_string());
    notes.extend(solved.notes.iter().cloned());
    notes.extend(played.map(|(_, run)| {
        format!("Simulated {} duels (seed {}).", numbers::grouped(run.trials), run.seed)
    }));
    let mut tables = vec![averages(solved, played.map(|(tallies, _)| tallies))];
    let mut lines = Vec::new();
    match &solved.first[..] {
        [both] => {
            tables.push(choices(solved));
            if both.choices.iter().flatten().all(|choice| choice.range.is_some()) {
                lines.push(unused_choices(solved));
            }
        }
        _ => tables.extend([Side::Own, Side::Rival].map(|side| by_state(solved, side))),
    }
    tables.push(naive(solved));
    Page {
        title: title(&case.entry, &case.settings, &[]),
        answer: vec![answer],
        tables: tables.into_iter().filter(|table| !table.rows().is_empty()).collect(),
        lines: Phrase::all(lines),
        notes: Phrase::all(notes),
        ..Page::default()
    }
}

/// Returns the table of averages, solved and simulated.
fn averages(solved: &Solved, played: Option<&Tallies>) -> Table {
    let mut heading = vec!["on average", "solved"];
    heading.extend(played.iter().flat_map(|_| ["simulated", "95 %"]));
    let rows = solved.averages.iter().enumerate().map(|(place, (name, exact))| {
        let mut row = vec![name.clone(), format!("{exact:.3}")];
        row.extend(played.iter().flat_map(|tallies| {
            let tally = &tallies.columns[place];
            let (mean, sd) = (tally.mean().unwrap_or(0.0), tally.sd().unwrap_or(0.0));
            let spread = 1.96 * sd / (tallies.trials as f64).sqrt();
            [
                format!("{mean:.3}"),
                if sd > 0.0 { format!("±{spread:.3}") } else { "always".to_owned() },
            ]
        }));
        row
    });
    Table::of(1, heading, rows)
}

/// Returns the first choices of both sides, with their shares over all optimal strategies.
fn choices(solved: &Solved) -> Table {
    let first = format!("first {}", solved.terms.choice);
    let optimal = "in best plans";
    let [own, rival] = &solved.first[0].choices;
    let mut all: Vec<i32> = own.iter().chain(rival).map(|choice| choice.what).collect();
    all.sort_unstable();
    all.dedup();
    let is_long = all.len() > MOST_STATES;
    let seen = |choice: &Choice| word(choice) != Some("never");
    let rows = all.into_iter().filter_map(|what| {
        let sides = [own, rival].map(|choices| choices.iter().find(|choice| choice.what == what));
        // A long list shows only choices that an optimal strategy can make.
        if is_long && !sides.iter().flatten().any(|choice| seen(choice)) {
            return None;
        }
        let cells = |choice: &Choice| [numbers::per_cent(choice.share, 2), range(choice)];
        let cells = sides.map(|choice| choice.map(cells).unwrap_or_default());
        Some(std::iter::once(what.to_string()).chain(cells.into_iter().flatten()))
    });
    Table::of(0, [first.as_str(), "own", optimal, "rival's", optimal], rows)
}

/// Returns the first choices of a side in each initial state, if these are few.
fn by_state(solved: &Solved, side: Side) -> Table {
    let whose = if side == Side::Own { "own" } else { "rival's" };
    let positions = solved.first.iter().map(|at| (&at.state, &at.choices[side as usize]));
    let mut positions: Vec<_> = positions.filter(|(_, choices)| !choices.is_empty()).collect();
    if positions.len() > MOST_STATES {
        positions.clear();
    }
    let rows = positions.into_iter().map(|(state, choices)| {
        let made = choices.iter().filter(|choice| choice.share >= 0.0005);
        let made = made.map(|choice| match choice.share {
            share if share > 0.9995 => choice.what.to_string(),
            share => format!("{} ({} %)", choice.what, numbers::per_cent(share, 1)),
        });
        [describe_state(state), made.collect::<Vec<_>>().join(", ")]
    });
    Table::of(2, [format!("{whose} state"), format!("first {}", solved.terms.choice)], rows)
}

/// Describes a state: the visible cards, "3 7 12", or else the numbers, "own 20, type 2".
fn describe_state(state: &Standing) -> String {
    let cards = state.iter().filter_map(|(_, known)| match known {
        Known::Cards(cards) if !cards.is_empty() => Some(cards),
        _ => None,
    });
    let cards: Vec<String> = cards.flatten().map(i32::to_string).collect();
    if !cards.is_empty() {
        return cards.join(" ");
    }
    let number = |(name, known): &(Name, Known)| match known {
        Known::Number(number) if !["round", "score"].contains(&&**name) => {
            Some(format!("{name} {number}"))
        }
        _ => None,
    };
    state.iter().filter_map(number).collect::<Vec<_>>().join(", ")
}

/// Describes the use of a choice in optimal strategies; `None` if unknown.
fn word(choice: &Choice) -> Option<&'static str> {
    choice.range.map(Range::word)
}

/// Returns the range of a choice's share over all optimal strategies: "always, 12.5 to 50.0".
fn range(choice: &Choice) -> String {
    let Some(range) = choice.range else { return String::new() };
    let (least, most) = (numbers::per_cent(range.least, 1), numbers::per_cent(range.most, 1));
    match range.word() {
        word if least == most => word.to_owned(),
        word => format!("{word}, {least} to {most}"),
    }
}

/// Returns a line with the first choices that no optimal strategy makes.
fn unused_choices(solved: &Solved) -> String {
    let dead = |choices: &[Choice]| {
        let dead = choices.iter().filter(|choice| word(choice) == Some("never"));
        let dead: Vec<i32> = dead.map(|choice| choice.what).collect();
        let runs = dead.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
            [one] => one.to_string(),
            run => format!("{}..{}", run[0], run[run.len() - 1]),
        });
        let runs: Vec<String> = runs.collect();
        if runs.is_empty() { "none".to_owned() } else { runs.join(", ") }
    };
    let [own, rival] = &solved.first[0].choices;
    let what = &solved.terms.choice;
    format!("First {what}s in no best plan: own {}; rival's {}", dead(own), dead(rival))
}

/// Returns the losses of simple policies: in one row if they are few, else in a row for each.
fn naive(solved: &Solved) -> Table {
    let price = |naive: &SimplePolicy| format!("{:.4}", naive.gives_away);
    if solved.naive.len() > 5 {
        let rows = solved.naive.iter().map(|naive| [naive.policy.clone(), price(naive)]);
        return Table::of(1, ["simple policy", "loses"], rows);
    }
    let policies = solved.naive.iter().map(|naive| naive.policy.as_str());
    let prices = std::iter::once("loses".to_owned()).chain(solved.naive.iter().map(price));
    Table::of(1, std::iter::once("simple policy").chain(policies), [prices])
}

/// Returns the page of several duels, one row for each.
pub fn duels(entry: &Entry, duels: &[(&Settings, &Solved)]) -> Page {
    let (cases, solved): (Vec<&Settings>, Vec<&Solved>) = duels.iter().copied().unzip();
    let swept = swept(&cases);
    let policies =
        |solved: &Solved| solved.naive.iter().map(|naive| naive.policy.clone()).collect::<Vec<_>>();
    let first = policies(solved[0]);
    // Duels with different decks may have different policies.
    let alike = solved.iter().all(|solved| policies(solved) == first);
    let whole = rows(duels, &swept, alike);
    let fits = alike && whole.fits();
    let mut notes = vec![worth(solved[0]), certificate_note(&solved)];
    notes.extend(
        fits.then(|| {
            format!("{}: what this policy loses against the best reply", first.join(", "))
        }),
    );
    Page {
        title: title(entry, cases[0], &swept),
        unit: format!("solved; per cent of {}", solved[0].terms.counted),
        tables: vec![if fits { whole } else { rows(duels, &swept, false) }],
        notes: Phrase::all(notes),
        ..Page::default()
    }
}

/// Returns a row for each duel, with the losses of simple policies if `naive`.
fn rows(duels: &[(&Settings, &Solved)], swept: &[&str], naive: bool) -> Table {
    let first = duels[0].1;
    let mut heading: Vec<String> = swept.iter().map(|name| words(name)).collect();
    heading.extend(["value", "won", "tied", "lost"].map(str::to_owned));
    heading.extend(first.spend.iter().flat_map(|_| ["spent", "rival's"].map(str::to_owned)));
    heading.extend(first.naive.iter().filter(|_| naive).map(|naive| naive.policy.clone()));
    let rows = duels.iter().map(|(case, solved)| {
        let mut row = place(case, swept);
        row.push(value(solved.value));
        let shares = [solved.win, solved.tie, solved.loss];
        row.extend(shares.map(|share| numbers::per_cent(share, 1)));
        row.extend(solved.spend.iter().flatten().map(|points| format!("{points:.2}")));
        let prices = solved.naive.iter().filter(|_| naive);
        row.extend(prices.map(|naive| format!("{:.3}", naive.gives_away)));
        row
    });
    Table::of(0, heading, rows)
}
