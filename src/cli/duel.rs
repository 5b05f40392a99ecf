//! `oddsmith duel field=value …`: a duel of hidden bids solved, or one a case where fields sweep.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use serde::Serialize;

use super::answer::{Page, swept, title};
use super::effort::{Ahead, count, watched};
use super::json;
use super::outcomes::words;
use super::output::saved_as;
use super::question::fields;
use crate::error::{Error, Result};
use crate::odds::{Histogram, Sample, Tallies, use_threads};
use crate::registry::{Case, Entry, Fields, Names, Settings, Solver};
#[cfg(feature = "frames")]
use crate::scenario::positions;
use crate::scenario::{axes, settings, solve_all};
use crate::strategy::{Choice, Course, Naive, Objective, Solved};
use crate::systems::Catalogue;
use crate::text::{Table, numbers};

#[derive(clap::Args)]
pub struct Arguments {
    /// The fields of moma.duel but for the policies; a value may sweep: skill=0..8
    #[arg(value_name = "FIELD=VALUE")]
    fields: Vec<String>,
    /// Duels to play beside the solution, as 2000000 or 2_000_000; 0 plays none
    #[arg(long, default_value_t = Sample::default().trials, value_parser = count, allow_negative_numbers = true)]
    trials: u64,
    /// Seed: the same seed and question give the same answer, on any number of threads
    #[arg(long, default_value_t = Sample::default().seed, value_parser = count, allow_negative_numbers = true)]
    seed: u64,
    /// Threads to work on, 1..256 [default: as many as there are]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// How to print it; html and bbcode are for pasting, csv is both strategies in every state
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write both strategies in every state too, as .parquet, .csv or .arrow
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Table,
    Markdown,
    Html,
    Bbcode,
    Csv,
    Json,
}

pub fn run(arguments: &Arguments, quiet: bool) -> Result<String> {
    let (entry, solver, given) = asked(&arguments.fields)?;
    let takes_none = |field: &&String| {
        field.split_once('=').is_some_and(|(name, _)| solver.policies.contains(&name))
    };
    arguments.save.as_deref().map_or(Ok(()), saved_as)?;
    arguments.threads.map_or(Ok(()), |count| use_threads(count.into()))?;
    if let Some(policy) = given.iter().find(takes_none) {
        let hint = format!("`oddsmith odds {} {policy} …` plays one", entry.id);
        return Err(Error::question("`duel` takes no policies: it finds the best").with_hint(hint));
    }
    let cases = settings(&entry, &axes(&fields(&entry, given)?)?, &Names::default())?;
    let solved = watched(Ahead::Cases(cases.len() as u64), quiet, |progress| {
        solve_all(&cases, &solver, progress)
    })?;
    if let Some(path) = &arguments.save {
        save(path, &entry, &solver, &cases)?;
    }
    match arguments.format {
        Format::Json => return answer(&cases, &solver, &solved),
        Format::Csv => return csv(&entry, &solver, &cases),
        _ => {}
    }
    let (page, notes) = match (&cases[..], &solved[..]) {
        ([case], [solved]) => {
            let run = Sample { trials: arguments.trials, seed: arguments.seed };
            let played = (run.trials > 0)
                .then(|| Case::new(Arc::clone(&entry), case.clone()).map(|case| case.sample(run)))
                .transpose()?;
            one(&entry, case, solved, played.as_ref().map(|tallies| (tallies, run)))
        }
        _ => many(&entry, &cases, &solved),
    };
    Ok(match arguments.format {
        Format::Markdown => page.markdown(&notes, quiet),
        Format::Html => page.html(&notes, quiet),
        Format::Bbcode => page.bbcode(&notes, quiet),
        Format::Table | Format::Csv | Format::Json => page.text(&notes, quiet),
    })
}

/// The duel that is asked about, by its name or as the first there is, what solves it, and its fields.
fn asked(words: &[String]) -> Result<(Arc<Entry>, Solver, &[String])> {
    let duels: Vec<Arc<Entry>> = Catalogue::default().duels().collect();
    let (name, fields) = match words.split_first() {
        Some((name, fields)) if !name.contains('=') => (Some(name), fields),
        _ => (None, words),
    };
    let found = duels.iter().find(|duel| name.is_none_or(|name| duel.id == *name));
    let found = found.and_then(|duel| Some((Arc::clone(duel), duel.solver?, fields)));
    found.ok_or_else(|| {
        let name = name.map_or("", String::as_str);
        Error::unknown("duel", name, "", duels.iter().map(|duel| &*duel.id))
    })
}

/// Both strategies in every state of every duel, as the bytes of a frame with this ending.
#[cfg(feature = "frames")]
fn frame(entry: &Entry, solver: &Solver, cases: &[Settings], ending: &str) -> Result<Vec<u8>> {
    use crate::frame::{About, Strategies, bytes, strategies};
    let positions = positions(&cases.iter().map(|case| (solver, case)).collect::<Vec<_>>())?;
    let all = cases.iter().zip(&positions);
    let all: Vec<Strategies> = all
        .map(|(settings, positions)| Strategies {
            check: &entry.id,
            label: "",
            settings,
            positions,
        })
        .collect();
    bytes(
        &strategies("", &swept(&cases.iter().collect::<Vec<_>>()), &all)?,
        ending,
        &About::default(),
    )
}

/// The frame as a file.
#[cfg(feature = "frames")]
fn save(path: &Path, entry: &Entry, solver: &Solver, cases: &[Settings]) -> Result<()> {
    crate::file::write(path, &frame(entry, solver, cases, super::output::ending(path))?)
}

/// The frame as CSV.
#[cfg(feature = "frames")]
fn csv(entry: &Entry, solver: &Solver, cases: &[Settings]) -> Result<String> {
    Ok(String::from_utf8_lossy(&frame(entry, solver, cases, "csv")?).into_owned())
}

/// The frame as a file.
#[cfg(not(feature = "frames"))]
fn save(path: &Path, _: &Entry, _: &Solver, _: &[Settings]) -> Result<()> {
    saved_as(path)
}

/// The frame as CSV.
#[cfg(not(feature = "frames"))]
fn csv(_: &Entry, _: &Solver, _: &[Settings]) -> Result<String> {
    Err(super::output::no_frames())
}

/// A value of a duel, with its sign.
fn value(value: f64) -> String {
    let text = format!("{value:+.4}");
    if text.trim_start_matches(['+', '-', '0', '.']).is_empty() { "0.0000".into() } else { text }
}

/// How far apart the ends of the certificates are; below a million millionth is as good as proved.
fn proved(solved: &[Solved]) -> String {
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
fn one(
    entry: &Entry,
    case: &Settings,
    solved: &Solved,
    played: Option<(&Tallies, Sample)>,
) -> (Page, Vec<String>) {
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
        proved(std::slice::from_ref(solved)),
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
    let page = Page {
        title: title(&entry.title, case, &[]),
        unit: String::new(),
        answer: Some(answer),
        tables: vec![
            averages(solved, played.map(|(tallies, _)| tallies)),
            bids(solved),
            naive(solved),
        ],
        lines: vec![dead(solved)],
    };
    (page, notes)
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
fn many(entry: &Entry, cases: &[Settings], solved: &[Solved]) -> (Page, Vec<String>) {
    let swept = swept(&cases.iter().collect::<Vec<_>>());
    let whole = rows(cases, solved, &swept, true);
    let fits = whole.text().lines().all(|line| line.chars().count() <= 78);
    let page = Page {
        title: title(&entry.title, &cases[0], &swept),
        unit: format!("solved; per cent of {}", counted(solved[0].objective)),
        answer: None,
        tables: vec![if fits { whole } else { rows(cases, solved, &swept, false) }],
        lines: Vec::new(),
    };
    let policies = solved[0].naive.iter().map(|naive| naive.policy).collect::<Vec<_>>().join(", ");
    let mut notes = vec![proved(solved)];
    notes.extend(
        fits.then(|| format!("{policies}: what this policy gives away against its best reply")),
    );
    (page, notes)
}

/// A row for each duel, with the price of naive play or without.
fn rows(cases: &[Settings], solved: &[Solved], swept: &[&str], naive: bool) -> Table {
    let prices = |solved: &Solved| {
        solved.naive.iter().map(|naive| format!("{:.3}", naive.gives_away)).collect::<Vec<_>>()
    };
    let mut heading: Vec<String> = swept.iter().map(|name| words(name)).collect();
    heading.extend(["value", "won", "tied", "lost", "spent", "rival's"].map(str::to_owned));
    heading.extend(solved[0].naive.iter().filter(|_| naive).map(|naive| naive.policy.to_owned()));
    let mut table = Table::new(0, heading);
    for (case, solved) in cases.iter().zip(solved) {
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

#[derive(Serialize)]
struct Answer<'a> {
    schema: u32,
    duels: Vec<DuelObject<'a>>,
}

#[derive(Serialize)]
struct DuelObject<'a> {
    set: Fields<'a>,
    value: f64,
    lo: f64,
    hi: f64,
    win: f64,
    tie: f64,
    loss: f64,
    spend: f64,
    rival_spend: f64,
    strategy: Vec<ChoiceObject>,
    rival_strategy: Vec<ChoiceObject>,
    naive: Vec<NaiveObject>,
}

#[derive(Serialize)]
struct ChoiceObject {
    state: StateObject,
    bid: i32,
    share: f64,
    least: f64,
    most: f64,
}

#[derive(Clone, Copy, Serialize)]
struct StateObject {
    round: usize,
    own: i32,
    rival: i32,
    score: i32,
}

#[derive(Serialize)]
struct NaiveObject {
    policy: &'static str,
    gives_away: f64,
}

/// The duels as one line of JSON.
fn answer(cases: &[Settings], solver: &Solver, solved: &[Solved]) -> Result<String> {
    let duels =
        cases.iter().zip(solved).map(|(case, solved)| object(case, solver, solved)).collect();
    json::text(&Answer { schema: 1, duels })
}

fn object<'a>(case: &'a Settings, solver: &Solver, solved: &Solved) -> DuelObject<'a> {
    let [own, rival] = solved.start.left;
    let state =
        StateObject { round: solved.start.played + 1, own, rival, score: solved.start.score };
    let strategy = |choices: &[Choice]| {
        let object = |&Choice { bid, share, range }: &Choice| ChoiceObject {
            state,
            bid,
            share,
            least: range.least,
            most: range.most,
        };
        choices.iter().map(object).collect()
    };
    let &Course { win, tie, loss, spend: [spend, rival_spend], .. } = &solved.course;
    DuelObject {
        set: case.all().without(solver.policies),
        // Nothing is plain 0, never -0.
        value: solved.value + 0.0,
        lo: solved.lo + 0.0,
        hi: solved.hi + 0.0,
        win,
        tie,
        loss,
        spend,
        rival_spend,
        strategy: strategy(&solved.choices[0]),
        rival_strategy: strategy(&solved.choices[1]),
        naive: solved
            .naive
            .iter()
            .map(|&Naive { policy, gives_away }| NaiveObject { policy, gives_away })
            .collect(),
    }
}
