//! Duels solved, as pages: one in full, or a row each.

use super::{swept, title, words};
use crate::odds::{Histogram, Sample, Tallies};
use crate::registry::{Case, Entry, Settings};
use crate::strategy::{Choice, Objective, Solved};
use crate::text::{Page, Table, numbers};

/// A value of a duel, with its sign.
fn value(value: f64) -> String {
    let text = format!("{value:+.4}");
    if text.trim_start_matches(['+', '-', '0', '.']).is_empty() { "0.0000".into() } else { text }
}

/// How far apart the ends of the certificates are; below a million millionth is as good as proved.
fn proved(solved: &[&Solved]) -> String {
    let gap = solved.iter().map(|solved| solved.hi - solved.lo).fold(1e-12, f64::max);
    format!(
        "{} proved to within {gap:.0e}",
        if solved.len() > 1 { "every value is" } else { "the value is" }
    )
}

/// What is counted: rounds, or duels.
fn counted(objective: Objective) -> &'static str {
    match objective {
        Objective::Share => "rounds",
        Objective::Majority => "duels",
    }
}

/// One duel in full.
pub fn duel(case: &Case, solved: &Solved, played: Option<(&Tallies, Sample)>) -> Page {
    let per_cent = |share: f64| numbers::per_cent(share, 1);
    let course = &solved.course;
    let counts = counted(solved.objective);
    let shares = format!(
        "{} %, tied {} %, lost {} %",
        per_cent(course.win),
        per_cent(course.tie),
        per_cent(course.loss)
    );
    let answer = format!("value {}   {counts} won {shares}", value(solved.value));
    let (least, most) = solved.rounded(10_000.0);
    let mut notes = vec![
        proved(&[solved]),
        format!("with the shares as printed it is {least:+.6} to {most:+.6}"),
        "of several optimal plans the one that bids least is shown".to_owned(),
    ];
    notes.extend(
        solved.priced.then(|| {
            "points are priced for both: what one side spends, the other gains".to_owned()
        }),
    );
    notes.extend(played.map(|(_, run)| {
        format!("sampled: {} duels, seed {}", numbers::grouped(run.trials), run.seed)
    }));
    Page {
        title: title(&case.entry.title, &case.settings, &[]),
        answer: vec![answer],
        tables: vec![
            averages(solved, played.map(|(tallies, _)| tallies)),
            bids(solved),
            naive(solved),
        ],
        lines: vec![dead(solved)],
        notes,
        ..Page::default()
    }
}

/// Wins and points spent on average, solved and played.
fn averages(solved: &Solved, played: Option<&Tallies>) -> Table {
    let mut heading = vec!["on average", "solved"];
    heading.extend(played.iter().flat_map(|_| ["sampled", "95 %"]));
    let mut table = Table::new(1, heading);
    let [own, rival] = solved.course.spend;
    let rows = [
        (format!("rounds won of {}", solved.rounds), solved.course.rounds_won),
        (format!("points spent of {}", solved.start.left[0]), own),
        (format!("rival's of {}", solved.start.left[1]), rival),
    ];
    for (place, (name, exact)) in rows.into_iter().enumerate() {
        let mut row = vec![name, format!("{exact:.3}")];
        row.extend(played.iter().flat_map(|tallies| {
            let tally = &tallies.columns[place];
            let (mean, sd) = (tally.mean().unwrap_or(0.0), tally.sd().unwrap_or(0.0));
            let spread = 1.96 * sd / (tallies.trials as f64).sqrt();
            [
                format!("{mean:.3}"),
                if sd > 0.0 { format!("±{spread:.3}") } else { "always".to_owned() },
            ]
        }));
        table.row(row);
    }
    table
}

/// The first bids of both sides, and how often they are bid over all optimal plans.
fn bids(solved: &Solved) -> Table {
    let mut table =
        Table::new(0, ["first bid", "own", "in optimal plans", "rival's", "in optimal plans"]);
    let [own, rival] = &solved.choices;
    let longest = own.len().max(rival.len());
    let seen = |choice: &Choice| choice.range.word() != "never";
    for bid in 0..longest {
        let sides = [own.get(bid), rival.get(bid)];
        // A long list of bids shows those that are ever made.
        if longest > 12 && !sides.iter().flatten().any(|choice| seen(choice)) {
            continue;
        }
        let mut row = vec![bid.to_string()];
        for choice in sides {
            row.extend(choice.map_or_else(
                || [String::new(), String::new()],
                |choice| [numbers::per_cent(choice.share, 2), range(choice)],
            ));
        }
        table.row(row);
    }
    table
}

/// How often a bid is made over all optimal plans: "always, 12.5 to 50.0".
fn range(choice: &Choice) -> String {
    let (least, most) =
        (numbers::per_cent(choice.range.least, 1), numbers::per_cent(choice.range.most, 1));
    match choice.range.word() {
        word if least == most => word.to_owned(),
        word => format!("{word}, {least} to {most}"),
    }
}

/// Bids that no optimal plan begins with.
fn dead(solved: &Solved) -> String {
    let dead = |choices: &[Choice]| {
        let dead: Vec<i32> = choices
            .iter()
            .filter(|choice| choice.range.word() == "never")
            .map(|choice| choice.bid)
            .collect();
        let runs = dead.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
            [bid] => bid.to_string(),
            run => format!("{}..{}", run[0], run[run.len() - 1]),
        });
        let runs: Vec<String> = runs.collect();
        if runs.is_empty() { "none".to_owned() } else { runs.join(", ") }
    };
    let [own, rival] = &solved.choices;
    format!("first bids in no optimal plan: own {}; rival's {}", dead(own), dead(rival))
}

/// The price of naive play.
fn naive(solved: &Solved) -> Table {
    let mut table = Table::new(
        1,
        std::iter::once("a simple policy").chain(solved.naive.iter().map(|naive| naive.policy)),
    );
    let prices = solved.naive.iter().map(|naive| format!("{:.4}", naive.gives_away));
    table.row(std::iter::once("gives away".to_owned()).chain(prices));
    table
}

/// Many duels: a row each.
pub fn duels(entry: &Entry, duels: &[(&Settings, &Solved)]) -> Page {
    let (cases, solved): (Vec<&Settings>, Vec<&Solved>) = duels.iter().copied().unzip();
    let swept = swept(&cases);
    let whole = rows(duels, &swept, true);
    let fits = whole.text().lines().all(|line| line.chars().count() <= 78);
    let policies = solved[0].naive.iter().map(|naive| naive.policy).collect::<Vec<_>>().join(", ");
    let mut notes = vec![proved(&solved)];
    notes.extend(
        fits.then(|| format!("{policies}: what this policy gives away against its best reply")),
    );
    Page {
        title: title(&entry.title, cases[0], &swept),
        unit: format!("solved; per cent of {}", counted(solved[0].objective)),
        tables: vec![if fits { whole } else { rows(duels, &swept, false) }],
        notes,
        ..Page::default()
    }
}

/// A row for each duel, with the price of naive play or without.
fn rows(duels: &[(&Settings, &Solved)], swept: &[&str], naive: bool) -> Table {
    let prices = |solved: &Solved| {
        solved.naive.iter().map(|naive| format!("{:.3}", naive.gives_away)).collect::<Vec<_>>()
    };
    let mut heading: Vec<String> = swept.iter().map(|name| words(name)).collect();
    heading.extend(["value", "won", "tied", "lost", "spent", "rival's"].map(str::to_owned));
    heading.extend(duels[0].1.naive.iter().filter(|_| naive).map(|naive| naive.policy.to_owned()));
    let mut table = Table::new(0, heading);
    for (case, solved) in duels {
        let (given, course) = (case.given(), &solved.course);
        let mut row: Vec<String> = swept
            .iter()
            .filter_map(|name| given.get(name))
            .map(|value| words(&value.to_string()))
            .collect();
        row.push(value(solved.value));
        row.extend([course.win, course.tie, course.loss].map(|share| numbers::per_cent(share, 1)));
        row.extend(course.spend.map(|points| format!("{points:.2}")));
        row.extend(prices(solved).into_iter().filter(|_| naive));
        table.row(row);
    }
    table
}
