//! Pages of solved difficulties: a row for each point, or a grid; and translated tables of results.

use super::{ROLL, always, words};
use oddsmith_answers::solve::{Fit, Proof, Range, Solution, SolveGrid, SolvedRow, Trend};
use oddsmith_base::{Named, Parameter, Phrase};
use oddsmith_engine::odds::Estimate;
use oddsmith_registry::Value;
use oddsmith_text::numbers::{cell, per_cent, points, short, signed};
use oddsmith_text::{Page, Table, listed, unique};

/// Description of a search, as text for its page.
#[derive(Debug)]
pub struct Aim<'a> {
    /// Title of the check, with the given fields.
    pub check: String,
    /// Name of the field that is solved for.
    pub field: &'a str,
    /// Target share; `None` if it is the share of another check.
    pub target: Option<f64>,
    /// Description of the other check whose shares are the target.
    pub like: Option<String>,
    /// True if shares may not be below the target.
    pub never_below: bool,
}

impl Aim<'_> {
    /// Returns the title of the solved check, with the given fields.
    pub fn title(quest: &SolveGrid) -> String {
        let dice = |(name, _): &&(String, Value)| quest.entry.id == ROLL && name == "luck";
        let check = quest.given.iter().find(dice).map(|(_, dice)| dice.to_string());
        let check = check.unwrap_or_else(|| quest.entry.title.to_string());
        let others = quest.given.iter().filter(|given| !dice(given));
        let fixed = listed(others.map(|(name, value)| (words(name), value)));
        let said = |name: &str| {
            quest.given.iter().any(|(given, _)| given == name)
                || quest.axes.iter().any(|axis| axis.name == name)
        };
        let fixed = Some(fixed).filter(|fixed| !fixed.is_empty());
        let all: Vec<String> = fixed.into_iter().chain(always(&quest.entry, said)).collect();
        match all.is_empty() {
            true => check,
            false => format!("{check} ({})", all.join(", ")),
        }
    }
}

/// Largest number of rows in a list if a grid is possible.
const MAX_LIST_ROWS: usize = 24;

/// Returns the page of the solutions.
pub fn dc(rows: &[SolvedRow], aim: &Aim) -> Page {
    let sampled = rows.iter().any(|row| row.solution.proof == Proof::Counted);
    let field = words(aim.field);
    let targets = unique(rows.iter().map(|row| format!("{} %", short(row.target * 100.0))));
    let targets = targets.join(", ");
    let wanted = match (aim.target, &aim.like) {
        (Some(_), _) if aim.never_below => format!("at least {targets}"),
        (Some(_), _) => format!("nearest to {targets}"),
        (None, like) => format!("as hard as {}", like.as_deref().unwrap_or_default()),
    };
    let axes = rows.first().map_or(0, |row| row.at.len() + usize::from(row.like.is_some()));
    let several = || rows.iter().any(|row| row.at != rows[0].at);
    let how = if sampled { "simulated" } else { "exact" };
    // The cells of a grid contain the solutions.
    let (table, unit) = match axes {
        2 if !has_targets(rows)
            && (rows.len() > MAX_LIST_ROWS || rows[0].like.is_some() && several()) =>
        {
            (grid(rows), format!("{field}, {how}"))
        }
        _ => (list(rows, aim), format!("chances in per cent, {how}")),
    };
    Page {
        title: format!("{}: {field} {wanted}", aim.check),
        unit,
        answer: answer(rows, &field),
        tables: vec![table],
        notes: notes(rows, &field),
        ..Page::default()
    }
}

/// Returns true if there are several target shares.
fn has_targets(rows: &[SolvedRow]) -> bool {
    rows.iter().any(|row| row.like.is_none() && row.target != rows[0].target)
}

/// Returns the solution as text; if harder values are equally certain, their limit: "6 or less".
fn found(solution: &Solution) -> Option<String> {
    let value = solution.value?;
    Some(match (&solution.hardest_certain, solution.trend) {
        (Some((till, _)), Trend::Rising) => format!("{till} or more"),
        (Some((till, _)), _) => format!("{till} or less"),
        (None, _) => value.to_string(),
    })
}

/// Returns the answer line if there is only one row.
fn answer(rows: &[SolvedRow], field: &str) -> Vec<String> {
    let [row] = rows else { return Vec::new() };
    let name = row.name.as_ref().map_or(String::new(), |name| format!(" ({})", words(name)));
    match (found(&row.solution), &row.solution.share) {
        (Some(value), Some(share)) => vec![format!("{field} {value}{name}: {} %", cell(share, 2))],
        _ => vec![match &row.solution.nearest {
            Some((value, share)) => {
                format!(
                    "no {field} reaches it: the nearest is {} % at {field} {value}",
                    cell(share, 2)
                )
            }
            None => format!("no {field} reaches it"),
        }],
    }
}

/// Returns a table with one row for each solution.
fn list(rows: &[SolvedRow], aim: &Aim) -> Table {
    let first = &rows[0];
    let field = words(aim.field);
    let named = rows.iter().any(|row| row.name.is_some());
    let unsure = rows.iter().any(|row| row.solution.between.is_some_and(|(low, high)| low != high));
    let mut heading: Vec<String> = first.at.iter().map(|(name, _)| words(name)).collect();
    let targets = has_targets(rows);
    heading.extend(targets.then(|| "target".to_owned()));
    if let Some(like) = &first.like {
        heading.extend([format!("its {}", words(&like.field)), "chance".to_owned()]);
    }
    heading.push(field.clone());
    heading.extend(unsure.then(|| "95 %".to_owned()));
    heading.extend(named.then(|| "name".to_owned()));
    heading.push("chance".to_owned());
    match first.like {
        Some(_) => heading.push("off by".to_owned()),
        None => heading.extend([format!("{field} −1"), format!("{field} +1")]),
    }
    let cells = rows.iter().map(|row| {
        let solution = &row.solution;
        let share = |share: &Option<Estimate>| {
            share.as_ref().map_or_else(|| "–".to_owned(), |share| cell(share, 1))
        };
        let mut cells: Vec<String> =
            row.at.iter().map(|(_, value)| words(&value.to_string())).collect();
        cells.extend(targets.then(|| short(row.target * 100.0)));
        if let Some(like) = &row.like {
            cells.extend([difficulty(&like.given, like.number), cell(&like.share, 1)]);
        }
        cells.push(found(solution).unwrap_or_else(|| "none".to_owned()));
        cells.extend(unsure.then(|| match solution.between {
            Some((low, high)) if low != high => format!("{low} to {high}"),
            _ => String::new(),
        }));
        cells.extend(named.then(|| row.name.as_deref().map(words).unwrap_or_default()));
        cells.push(share(&solution.share));
        match row.like {
            Some(_) => cells.push(
                solution
                    .share
                    .as_ref()
                    .map_or_else(|| "–".to_owned(), |share| points(share.value() - row.target)),
            ),
            None => {
                let beyond = solution.hardest_certain.as_ref().map(|(_, beyond)| beyond);
                let (below, above) = match (beyond, solution.trend) {
                    (Some(beyond), Trend::Rising) => (beyond, &solution.share),
                    (Some(beyond), _) => (&solution.share, beyond),
                    (None, _) => (&solution.below, &solution.above),
                };
                cells.extend([share(below), share(above)]);
            }
        }
        cells
    });
    Table::of(0, heading, cells)
}

/// Formats a difficulty: its name and number, or its number.
fn difficulty(given: &Value, number: i32) -> String {
    match given {
        Value::Integer(_) => number.to_string(),
        named => format!("{} {number}", words(&named.to_string())),
    }
}

/// Returns a grid with the second axis (or the other check's difficulty) as rows and the first axis
/// as columns.
fn grid(rows: &[SolvedRow]) -> Table {
    let head = |row: &SolvedRow| row.at[0].1.to_string();
    let side = |row: &SolvedRow| match &row.like {
        Some(like) => difficulty(&like.given, like.number),
        None => row.at[1].1.to_string(),
    };
    let (along, down) = (unique(rows.iter().map(head)), unique(rows.iter().map(side)));
    let name = match &rows[0].like {
        Some(like) => format!("its {}", words(&like.field)),
        None => words(&rows[0].at[1].0),
    };
    let mut heading = vec![format!("{name} \\ {}", words(&rows[0].at[0].0))];
    heading.extend(along.iter().map(|value| words(value)));
    let cells = down.iter().map(|line| {
        let value = |column: &String| {
            let row = rows.iter().find(|row| head(row) == *column && side(row) == *line);
            row.and_then(|row| found(&row.solution)).unwrap_or_else(|| "none".to_owned())
        };
        std::iter::once(words(line)).chain(along.iter().map(value)).collect::<Vec<_>>()
    });
    Table::of(usize::from(rows[0].like.is_some()), heading, cells)
}

/// Returns notes about unreachable targets and about the proof of the trend.
fn notes(rows: &[SolvedRow], field: &str) -> Vec<Phrase> {
    let mut notes: Vec<Phrase> = Vec::new();
    for row in rows {
        notes.extend(unreachable_note(row, rows.len() > 1, field));
    }
    if notes.len() > MAX_UNREACHABLE_NOTES {
        let more = notes.len() - MAX_UNREACHABLE_NOTES;
        notes.truncate(MAX_UNREACHABLE_NOTES);
        notes.push(format!("{more} more rows show the nearest chance that there is.").into());
    }
    let above = notes.len();
    for row in rows {
        let way = match row.solution.trend {
            Trend::Rising => "never falls",
            Trend::Falling => "never rises",
            Trend::Flat => "does not change",
        };
        let number = |value: i32| signed(i64::from(value)).replace('+', "");
        let note = match row.solution.proof {
            Proof::Whole(low, high) => format!(
                "The chance {way} with {field}: checked at each value from {} to {}.",
                number(low),
                number(high)
            )
            .into(),
            Proof::Part(low, high) => {
                let known = format!(
                    "The chance {way} with {field} from {} to {}, and is assumed to beyond (a \
                        larger ",
                    number(low),
                    number(high)
                );
                Phrase::from(known) + Named::from(Parameter::BUDGET).bare() + " checks more)."
            }
            Proof::Counted => format!(
                "The chance is assumed to rise or fall steadily with {field}: a simulation can't \
                    prove it."
            )
            .into(),
        };
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    // A few notes represent all, if each row was checked in a different range.
    if notes.len() > above + 3 {
        let more = notes.len() - above - 2;
        notes.truncate(above + 2);
        let all = Parameter::FORMAT.to("json").bare();
        notes.push(Phrase::from(format!("and {more} more such ranges with ")) + all);
    }
    notes
}

/// Largest number of rows with a note that no value reaches their target.
const MAX_UNREACHABLE_NOTES: usize = 2;

/// Returns the note for a row whose target no value reaches; `None` for a single row without a
/// solution, because the answer line tells it.
fn unreachable_note(row: &SolvedRow, several: bool, field: &str) -> Option<Phrase> {
    let (value, share) = row.solution.nearest.as_ref().filter(|_| row.like.is_none())?;
    if !several && row.solution.value.is_none() {
        return None;
    }
    let at = listed(row.at.iter().map(|(name, value)| (words(name), words(&value.to_string()))));
    let at = if at.is_empty() || !several { String::new() } else { format!(" ({at})") };
    let (target, share) = (short(row.target * 100.0), cell(share, 2));
    let value = signed(i64::from(*value)).replace('+', "");
    Some(format!("No {field} gives {target} %{at}: the nearest is {share} %, at {value}.").into())
}

/// Returns the page of a table of results for `from` and its translation to `to`, with the range
/// and share of each result.
pub fn ranges(fits: &[Fit], from: &str, to: &str) -> Page {
    let span = |range: &Range| match range.low == range.high {
        true => range.low.to_string(),
        false => format!("{}–{}", range.low, range.high),
    };
    let row = |fit: &Fit| {
        [
            words(&fit.asked.name),
            span(&fit.asked),
            per_cent(fit.wanted, 1),
            span(&fit.found),
            per_cent(fit.share, 1),
            points(fit.share - fit.wanted),
        ]
    };
    let heading = ["result", from, "per cent", to, "per cent", "off by"];
    let table = Table::of(1, heading, fits.iter().map(row));
    let off = |fit: &Fit| (fit.share - fit.wanted).abs();
    let (sum, worst) = fits
        .iter()
        .fold((0.0, 0.0), |(sum, worst): (f64, f64), fit| (sum + off(fit), worst.max(off(fit))));
    Page {
        title: format!("A table for {from}, translated to {to}"),
        unit: "per cent, exact".to_owned(),
        answer: vec![format!(
            "{} % of rolls change result; no result is off by more than {} points",
            points(sum / 2.0).trim_start_matches('+'),
            points(worst).trim_start_matches('+')
        )],
        tables: vec![table],
        notes: vec!["No other set of ranges comes closer.".into()],
        ..Page::default()
    }
}
