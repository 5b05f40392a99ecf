//! Tables of the outcomes of one case: every score of a column, or an indexed column by index.

use super::{Shown, describe_event, field_heading, index, named, words};
use oddsmith_answers::Answer;
use oddsmith_engine::odds::{Estimate, View, scores_present};
use oddsmith_text::{Table, numbers};

/// Largest number of rows; beyond it, scores are grouped.
const MOST_ROWS: usize = 400;

/// Returns mean, standard deviation and median of a column: exact if there is a law, else sampled.
/// Two medians are joined by `between`.
pub fn moments(answer: &Answer, place: usize, between: &str) -> Option<(f64, f64, String)> {
    let histogram = answer.histogram(place)?;
    let median = match histogram.medians()? {
        (one, other) if one == other => one.to_string(),
        (one, other) => format!("{one}{between}{other}"),
    };
    Some((histogram.mean()?, histogram.sd()?, median))
}

/// Largest share of the remaining scores at the end of a long column that is shown in one row.
const REST: f64 = 1e-3;

/// Returns a table of every score of a column with its share; `short` merges the last scores of a
/// long column.
pub fn outcomes(answer: &Answer, place: usize, shown: &Shown, short: bool) -> Table {
    let column = &answer.columns()[place];
    let played = answer.tallies.is_some();
    let law = answer.laws.as_ref().map(|laws| &laws.columns[place]);
    let scores =
        scores_present(law, answer.tallies.as_ref().map(|tallies| &tallies.columns[place]));
    let few = scores.len() <= MOST_ROWS || !column.scale.names().is_empty();
    let rows = match few {
        true => each(answer, place, shown, short),
        false => grouped_scores(answer, place, shown, &scores),
    };
    // Long fractions would widen the whole column; rare shares that have one are shown as "1 in N".
    let fraction = |share: &Estimate| {
        let text = share.exact.and_then(|exact| exact.short_fraction());
        text.filter(|text| text.len() <= 13)
    };
    let rare = |share: &Estimate| share.exact.and_then(|exact| numbers::one_in(&exact));
    let said = |share: &Estimate| fraction(share).or_else(|| rare(share));
    // For less rare shares, the percentage is sufficient.
    let nothing = |share: &Estimate| numbers::per_cent(share.value(), 2).starts_with('<');
    let is_rare = |share: &Estimate| fraction(share).is_none() && rare(share).is_some();
    let some_rare = rows.iter().any(|(_, share)| is_rare(share) && nothing(share));
    let some_fit = rows.iter().any(|(_, share)| fraction(share).is_some());
    let count = rows.iter().filter(|(_, share)| said(share).is_some()).count();
    let (all_said, half_said) = (count == rows.len(), 2 * count >= rows.len());
    let fractions = answer.laws.is_some() && (some_rare || some_fit && half_said);
    let head = format!("{}{}", named(&column.name, column.at), shown.view.words());
    let most = rows.iter().map(|(_, share)| share.value()).fold(0.0, f64::max);
    // More columns leave less space for bars.
    let bars = match shown.view {
        _ if played && fractions && !all_said => 4,
        View::Exactly => 16,
        _ if played => 10,
        _ => 12,
    };
    let rows = rows.into_iter().map(|(name, share)| {
        let fraction = fractions.then(|| said(&share).unwrap_or_default());
        row(name, &share, fraction, bar(share.value() / most, bars))
    });
    with_bars(answer, head, fractions, rows)
}

/// Creates a table of shares, each with a bar.
fn with_bars(
    answer: &Answer,
    head: String,
    fractions: bool,
    rows: impl Iterator<Item = Vec<String>>,
) -> Table {
    let mut heading = vec![head];
    heading.extend(answer.laws.is_some().then(|| "per cent".to_owned()));
    heading.extend(fractions.then(|| "fraction".to_owned()));
    if answer.tallies.is_some() {
        heading.extend(["simulated", "95 % interval"].map(str::to_owned));
    }
    heading.push(String::new());
    Table::of(1, heading, rows)
}

/// Returns the row of a share: exact, as a fraction, simulated, and as a bar.
fn row(name: String, share: &Estimate, fraction: Option<String>, bar: String) -> Vec<String> {
    let mut row = vec![name];
    row.extend(share.exact.map(|exact| numbers::per_cent(exact.value, 2)));
    row.extend(fraction);
    if let Some(sampled) = share.sampled {
        let (value, interval) = numbers::sampled(&sampled);
        row.extend([value, interval]);
    }
    row.push(bar);
    row
}

/// Returns a row for each score.
fn each(answer: &Answer, place: usize, shown: &Shown, short: bool) -> Vec<(String, Estimate)> {
    let column = &answer.columns()[place];
    let all: Vec<_> = answer.outcomes(place).collect();
    let mut rows: Vec<(String, Estimate)> = Vec::new();
    let scored: f64 =
        all.iter().filter(|one| one.score.is_some()).map(|one| one.share.value()).sum();
    let mut above = scored;
    for outcome in &all {
        let Some(score) = outcome.score else { continue };
        let rest = short && above <= scored * REST && above > outcome.share.value();
        above -= outcome.share.value();
        let capped = if rest || column.scale.capped_at() == Some(score) { " or more" } else { "" };
        let name = column.scale.name(score).map_or_else(|| format!("{score}{capped}"), words);
        if rest {
            rows.push((name, answer.share(place, score..=column.scale.high())));
            break;
        }
        rows.push((name, answer.share(place, shown.view.around(score))));
    }
    let none = all.iter().find(|outcome| outcome.score.is_none());
    if let Some(none) = none.filter(|_| shown.view == View::Exactly) {
        rows.push(("none".to_owned(), none.share));
    }
    rows
}

/// Returns rows that group equally many scores, for columns with too many scores.
fn grouped_scores(
    answer: &Answer,
    place: usize,
    shown: &Shown,
    scores: &[i32],
) -> Vec<(String, Estimate)> {
    let (low, high) = (i64::from(scores[0]), i64::from(scores[scores.len() - 1]));
    let least = (high - low + 1).div_euclid(MOST_ROWS as i64) + 1;
    let steps = (0..).flat_map(|power| [1, 2, 5].map(|step| step * 10i64.pow(power)));
    let wide = steps.into_iter().find(|step| *step >= least).unwrap_or(least);
    let starts = (low.div_euclid(wide)..=high.div_euclid(wide)).map(|stretch| stretch * wide);
    let row = |start: i64| {
        let [first, last] = [start, start + wide - 1].map(|score| score.clamp(low, high) as i32);
        let (name, around) = match shown.view {
            View::Exactly if first == last => (first.to_string(), first..=last),
            View::Exactly => (format!("{first} to {last}"), first..=last),
            View::AtLeast => (first.to_string(), shown.view.around(first)),
            View::AtMost => (last.to_string(), shown.view.around(last)),
        };
        (name, answer.share(place, around))
    };
    let rows = starts.map(row);
    rows.filter(|(_, share)| shown.view != View::Exactly || share.value() > 0.0).collect()
}

/// Returns a table of columns of yes and no, with the share of yes of each.
pub fn each_yes(answer: &Answer, places: &[usize]) -> Table {
    let rows = places.iter().map(|&place| {
        let share = answer.share(place, 1..=1);
        // The column `out.thug` is shown as "out: thug".
        let name = named(&answer.columns()[place].name, None).replacen('.', ": ", 1);
        row(name, &share, None, bar(share.value(), 16))
    });
    with_bars(answer, "yes".to_owned(), false, rows)
}

/// Returns a table of an indexed column with a row for each index: its outcomes, or its mean and
/// standard deviation.
pub fn by_index(answer: &Answer, first: usize, shown: &Shown) -> Table {
    let columns = answer.columns();
    let column = &columns[first];
    let success = shown.event.success_of(columns, first).map(|scores| {
        if shown.event.is_asked() { describe_event(column, &scores) } else { "success".into() }
    });
    let ladder = !column.scale.names().is_empty();
    let rungs = || column.scale.scores().filter(|_| ladder);
    // The heading of the first column is the name of the index: rounds, checks.
    let along = if column.index().is_empty() { "number".to_owned() } else { index(column) };
    let mut heading =
        vec![format!("{}{} by {along}", field_heading(&column.name), shown.view.words())];
    heading.extend(rungs().filter_map(|score| column.scale.name(score)).map(words));
    let success = success.filter(|name| !heading.contains(name));
    heading.extend(success.clone());
    if !ladder {
        heading.extend(["mean", "sd", "median"].map(str::to_owned));
    }
    let places = || (first..columns.len()).take_while(|&place| columns[place].name == column.name);
    let none = |place: usize| answer.none(place).value();
    let some_end = places().any(|place| none(place) > 0.0);
    heading.extend(some_end.then(|| "none".to_owned()));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for place in places() {
        let cell = |scores| numbers::per_cent(answer.share(place, scores).value(), 1);
        let mut row = vec![columns[place].at.unwrap_or_default().to_string()];
        row.extend(rungs().map(|score| cell(shown.view.around(score))));
        let scores = shown.event.success_of(columns, place).filter(|_| success.is_some());
        row.extend(scores.map(cell));
        if !ladder {
            let moments = moments(answer, place, "..")
                .map(|(mean, sd, median)| [format!("{mean:.2}"), format!("{sd:.2}"), median]);
            row.extend(moments.unwrap_or_else(|| ["none"; 3].map(str::to_owned)));
        }
        row.extend(some_end.then(|| numbers::per_cent(none(place), 1)));
        rows.push(row);
    }
    // Equal rows at the end are merged.
    let last = rows.last().cloned().unwrap_or_default();
    let same = rows.iter().rev().take_while(|row| row.get(1..) == last.get(1..)).count();
    if same > 2 {
        rows.truncate(rows.len() - same + 1);
        if let (Some(row), Some(end)) = (rows.last_mut(), last.first()) {
            row[0] = format!("{} to {end}", row[0]);
        }
    }
    Table::of(0, heading, rows)
}

/// Returns a bar with a width of `part` times `most` characters.
fn bar(part: f64, most: usize) -> String {
    let eighths = (part.clamp(0.0, 1.0) * most as f64 * 8.0).round() as usize;
    let last = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + last
}
