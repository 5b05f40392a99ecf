//! Page of one case: its success, then its outcomes.

use super::many::{quantile_name, score_name};
use super::outcomes::{by_index, each_yes, outcomes};
use super::{ROLL, Shown, describe_event, index, title_played, words};
use oddsmith_answers::Answer;
use oddsmith_base::{Parameter, Phrase};
use oddsmith_engine::odds::{Estimate, View};
use oddsmith_engine::rule::Column;
use oddsmith_text::{Page, capital, numbers};
use std::ops::RangeInclusive;

/// Returns the page of one case.
pub fn one(answer: &Answer, shown: &Shown) -> Page {
    let columns = answer.columns();
    let event = &shown.event;
    let main = event.place(columns);
    let success = |place: usize| {
        // Indexed columns have a separate table.
        if columns[place].at.is_some() && event.at.is_none() {
            return None;
        }
        let scores = event.success_of(columns, place)?;
        let words = describe_success(answer, place, &scores);
        let words = words.unwrap_or_else(|| describe_event(&columns[place], &scores));
        let asked = event.is_asked() && Some(place) == main;
        let words = if asked { words } else { format!("success ({words})") };
        // A share is shown as 100 % only if all other outcomes are impossible.
        let scale = &columns[place].scale;
        let others = [
            scale.low()..=scores.start().saturating_sub(1),
            scores.end().saturating_add(1)..=scale.high(),
        ];
        let share = |scores: RangeInclusive<i32>| match scores.is_empty() {
            true => 0.0,
            false => answer.share(place, scores).value(),
        };
        let certain = others.into_iter().map(share).sum::<f64>() == 0.0;
        Some((words, format_share(&answer.share(place, scores), certain)))
    };
    // If trials may have no score, the share of the scored trials is shown, too.
    let of_those = |place: usize| {
        let column = &columns[place];
        let scores = event.success_of(columns, place).filter(|_| column.may_be_none)?;
        let share = |scores| answer.share(place, scores).value();
        let scored = share(column.scale.low()..=column.scale.high());
        let part = (scored > 0.0 && scored < 1.0).then(|| share(scores) / scored)?;
        let (part, scored) = (numbers::per_cent(part, 1), numbers::per_cent(scored, 1));
        Some(Phrase::from(format!("of the {scored} % that have a score there: {part} %")))
    };
    // Equal shares of several columns are shown once.
    let mut answers: Vec<(String, Vec<String>)> = main.and_then(success).into_iter().collect();
    if event.column.is_none() && !event.is_asked() {
        for (words, parts) in (0..columns.len()).filter_map(success) {
            if answers.iter().all(|(_, said)| *said != parts) {
                answers.push((words, parts));
            }
        }
    }
    let asked = event.column.is_some() || shown.view != View::Exactly;
    // A column of yes and no is fully described by its success share.
    let said_whole = yes_or_no(answer).is_some() && !asked;
    let listed = |place: &usize| match asked {
        true => event.is_about(columns, *place),
        false if said_whole => false,
        false => {
            let column = &columns[*place];
            column.at.is_some() || !column.scale.names().is_empty() || column.scale.len() <= 12
        }
    };
    // Without any success, the law of the main column is the answer.
    let alone = main.filter(|place| {
        columns.iter().all(|column| column.success.is_none())
            && !listed(place)
            && shown.view == View::Exactly
    });
    // Several columns of yes and no share one table.
    let yes: Vec<usize> =
        (0..columns.len()).filter(|&place| !asked && is_yes(columns, place)).collect();
    let yes = if yes.len() > 1 { yes } else { Vec::new() };
    // An indexed column with a single index is shown like one without an index.
    let of_steps = |place: usize| {
        let own = &columns[place];
        columns.iter().filter(|other| other.name == own.name && other.at.is_some()).count()
    };
    let first = |place: usize| {
        let before = &columns[..place];
        !before.iter().any(|other| other.name == columns[place].name && other.at.is_some())
    };
    let by_steps = |place: usize| columns[place].at.is_some() && of_steps(place) > 1;
    let table = |place: usize| match by_steps(place) && event.at.is_none() {
        _ if yes.contains(&place) => (yes[0] == place).then(|| each_yes(answer, &yes)),
        false => Some(outcomes(answer, place, shown, alone == Some(place))),
        true if !first(place) => None,
        true if asked => Some(by_index(answer, place, shown)),
        true => Some(by_index(answer, place, shown).thinned(MOST_STEPS)),
    };
    let places = (0..columns.len()).filter(|place| listed(place) || alone == Some(*place));
    let tables = places.filter_map(table).collect();
    let numbered = (0..columns.len()).filter(|&place| {
        let column = &columns[place];
        !said_whole && column.scale.names().is_empty() && !by_steps(place)
    });
    let lines = numbered.map(|place| {
        let all = listed(&place) || asked;
        let name = &columns[place].name;
        let at = columns[place].at;
        let at = at.map(|at| format!("@{at}")).unwrap_or_default();
        let line = Phrase::from(format!("{}{at}: {}", words(name), moments(answer, place)));
        match all || alone == Some(place) {
            true => line,
            false => line + "   (every number: " + Parameter::COLUMN.to(name).bare() + ")",
        }
    });
    let thinned = (0..columns.len()).filter(|&place| {
        !asked
            && by_steps(place)
            && first(place)
            && by_index(answer, place, shown).rows().len() > MOST_STEPS
    });
    let thinned = thinned.map(|place| {
        let name = &columns[place].name;
        Phrase::from(format!("{}, at every {}: ", words(name), index(&columns[place])))
            + Parameter::COLUMN.to(name).bare()
    });
    let quantiles = main.into_iter().flat_map(|place| {
        shown.quantiles.iter().filter_map(move |level| {
            let score = answer.histogram(place)?.quantile(*level)?;
            let name = words(&columns[place].name);
            let score = score_name(answer, place, score);
            let score = numbers::minus(&score);
            Some(Phrase::from(format!("{name}: {} {score}", quantile_name(*level))))
        })
    });
    let cards = main.filter(|place| alone == Some(*place) || listed(place));
    let cards = cards.filter(|place| super::is_card(answer, *place));
    let cards = cards.map(|_| Phrase::from(capital(super::CARD_VALUES)));
    Page {
        title: titled(answer),
        answer: answers
            .into_iter()
            .flat_map(|(words, parts)| answer_lines(&words, &parts))
            .collect(),
        lines: main
            .and_then(of_those)
            .into_iter()
            .chain(cards)
            .chain(lines)
            .chain(thinned)
            .chain(quantiles)
            .collect(),
        tables,
        ..Page::default()
    }
}

/// Returns the title; for a fight, with both sides: "Whole fight: Dawnstar, Ninja against 6 ×
/// Thug".
fn titled(answer: &Answer) -> String {
    let settings = &answer.case.settings;
    let title = title_played(&answer.case.entry, settings, &[]);
    if settings.characters().next().is_none() {
        return title;
    }
    let side = |heroes: bool| {
        let ours =
            settings.characters().filter(|(one, of)| (one.part == 0) == heroes && of.count() > 0);
        let named = ours.map(|(one, of)| match of.count() {
            1 => one.name.clone(),
            count => format!("{count} × {}", one.name),
        });
        named.collect::<Vec<_>>().join(", ")
    };
    let who = match (side(true), side(false)) {
        (heroes, others) if others.is_empty() => heroes,
        (heroes, others) => format!("{heroes} against {others}"),
    };
    format!("{title}{} {who}", if title.contains(": ") { ";" } else { ":" })
}

/// Returns true if a column has the outcomes no and yes, and no index.
fn is_yes(columns: &[Column], place: usize) -> bool {
    let column = &columns[place];
    let names = column.scale.names().iter().map(|name| &**name);
    column.at.is_none() && column.success.is_none() && names.eq(["no", "yes"])
}

/// Largest width of an answer line; a longer one would be wrapped at an unsuitable place.
const LINE: usize = 76;

/// Largest number of rows of a table by index, unless its column is requested.
const MOST_STEPS: usize = 10;

/// Returns the exact and the simulated result, on one line or on two.
fn answer_lines(words: &str, parts: &[String]) -> Vec<String> {
    let line = format!("{words}: {}", parts.join("   simulated "));
    match parts {
        [exact, sampled] if line.chars().count() > LINE => {
            vec![format!("{words}: {exact}"), format!("simulated: {sampled}")]
        }
        _ => vec![line],
    }
}

/// Describes the success of a roll by its difficulty: "15 or more" for a margin of 0 and a DC of
/// 15.
fn describe_success(answer: &Answer, place: usize, scores: &RangeInclusive<i32>) -> Option<String> {
    if let Some(luck) = yes_or_no(answer) {
        return Some(luck);
    }
    let settings = answer.case.settings.all();
    let dc = settings.get("dc").filter(|_| answer.case.entry.id == ROLL)?;
    match (&*answer.columns()[place].name, scores.clone().into_inner()) {
        ("margin", (0, i32::MAX)) => Some(format!("{dc} or more")),
        ("margin", (1, i32::MAX)) => Some(format!("more than {dc}")),
        _ => None,
    }
}

/// Returns the condition of a roll with outcomes yes and no, as entered: "d20+5 >= 15".
fn yes_or_no(answer: &Answer) -> Option<String> {
    let all = answer.case.settings.all();
    let no_dc = all.get("dc").is_some_and(|dc| dc.to_string() == "none");
    let is_one = answer.case.entry.id == ROLL && no_dc;
    answer.columns().first()?.success.filter(|_| is_one)?;
    answer.case.settings.given().get("luck").map(ToString::to_string)
}

/// Formats a share with its fraction, and a sampled share with its confidence interval.
fn format_share(share: &Estimate, certain: bool) -> Vec<String> {
    let exact = share.exact.map(|exact| {
        let fraction = exact.short_fraction().filter(|fraction| fraction.contains('/'));
        let rare = numbers::one_in(&exact);
        let said = match (fraction, rare) {
            (Some(fraction), Some(rare)) if fraction.starts_with("1/") => {
                Some(format!("{fraction}, {rare}"))
            }
            (fraction, rare) => {
                let about = |rare: String| match rare.starts_with("less") {
                    true => rare,
                    false => format!("about {rare}"),
                };
                let rare = rare.map(about);
                let both: Vec<String> = fraction.into_iter().chain(rare).collect();
                (!both.is_empty()).then(|| both.join(", "))
            }
        };
        let fraction = match said {
            Some(said) if said.starts_with("less") => format!(", {said}"),
            said => said.map_or(String::new(), |said| format!(" = {said}")),
        };
        // Shares below the rounding error are not shown as impossible.
        let value = if exact.value > 0.0 { exact.value } else { exact.unsure };
        let most = if certain { 1.0 } else { 1.0 - 1e-9 };
        format!("{} %{fraction}", numbers::per_cent(value.min(most), 2))
    });
    let sampled = share.sampled.map(|sampled| {
        let (value, interval) = numbers::sampled(&sampled);
        format!("{value} % ({interval})")
    });
    exact.into_iter().chain(sampled).collect()
}

/// Formats mean, standard deviation and median; several medians are all shown.
fn moments(answer: &Answer, place: usize) -> String {
    let Some((mean, sd, median)) = super::outcomes::moments(answer, place, " or ") else {
        return "no score".to_owned();
    };
    let (mean, sd) = (numbers::short(mean), numbers::short(sd));
    numbers::minus(&format!("mean {mean}, sd {sd}, median {median}"))
}
