//! How swingy is a fight at the same mean length?

use super::fights::{Course, courses, source};
use super::pictures::drawn;
use super::prose::list;
use super::{Drawn, Report, Said, Work};
use crate::chart::{Dot, Figure, Scatter};
use crate::error::{Error, Result};
use crate::text::numbers::signed;
use crate::text::{Table, capital};

const NAME: &str = "swinginess";

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    question: "Two knock-outs that take equally many blows on the average may still differ in how sure that number is. Which system is the swingiest?",
    say,
};

/// The checks in which blows may miss, and those in which every one lands.
const MISSING: [&str; 3] = ["cards", "the d20", "Mano a Mano"];
const LANDING: [&str; 2] = ["cards, every blow lands", "the d20, every blow lands"];
/// The mean lengths at which the systems are compared.
const MEANS: [f64; 4] = [4.5, 6.0, 8.0, 12.0];
/// The mean that the words and titles tell of.
const TOLD: f64 = 8.0;
/// Spreads that differ by less, as a part of the larger, are called alike.
const CLOSE: f64 = 0.05;

/// The spread that a system has at a mean, straight between its cases; `None` beyond them.
fn spread_at(courses: &[Course], mean: f64) -> Option<f64> {
    let pair = courses.windows(2).find(|pair| pair[0].mean() <= mean && mean <= pair[1].mean())?;
    let part = (mean - pair[0].mean()) / (pair[1].mean() - pair[0].mean());
    Some(pair[0].sd() + part * (pair[1].sd() - pair[0].sd()))
}

fn say(work: &Work) -> Result<Said> {
    let of = |labels: &[&'static str]| {
        labels.iter().map(|label| Ok((*label, courses(work, label)?))).collect::<Result<Vec<_>>>()
    };
    let (missing, landing) = (of(&MISSING)?, of(&LANDING)?);
    let at = |systems: &[(&'static str, Vec<Course>)], mean: f64| -> Vec<(&'static str, f64)> {
        let mut found: Vec<(&str, f64)> = systems
            .iter()
            .filter_map(|(label, courses)| Some((*label, spread_at(courses, mean)?)))
            .collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        found
    };
    let ranks: Vec<(f64, Vec<(&str, f64)>)> =
        MEANS.iter().map(|mean| (*mean, at(&missing, *mean))).collect();
    let full: Vec<&(f64, Vec<(&str, f64)>)> =
        ranks.iter().filter(|(_, found)| found.len() == MISSING.len()).collect();
    let Some((mean, found)) = full.iter().find(|(mean, _)| *mean >= TOLD) else {
        return Err(Error::question("the report needs all systems at a mean of 8 blows"));
    };
    let each: Vec<String> =
        found.iter().map(|(label, sd)| format!("{sd:.1} with {label}")).collect();
    let last = found[found.len() - 1].0;
    let steadiest = if full.iter().all(|(_, other)| other[other.len() - 1].0 == last) {
        "the steadiest"
    } else {
        "the steadiest there"
    };
    // How far the second is behind the first, at most.
    let apart = full.iter().map(|(_, found)| 1.0 - found[1].1 / found[0].1).fold(0.0, f64::max);
    let same = full.iter().all(|(_, other)| other[0].0 == found[0].0);
    let head = match (apart < CLOSE, same) {
        (true, _) => {
            format!(
                "{} and {} swing alike, within {:.0} % of each other",
                capital(found[0].0),
                found[1].0,
                (apart * 100.0).ceil()
            )
        }
        (false, true) => format!("The swingiest system is {}", found[0].0),
        (false, false) => {
            format!("The swingiest system at a mean of {mean} blows is {}", found[0].0)
        }
    };
    let answer = format!(
        "{head}, and {last} is {steadiest}: where a knock-out takes {mean} blows on the average, the standard deviation, which says how far fights stray from that mean, is {}.{}",
        list(&each),
        if same { "" } else { " Which of the first two is ahead depends on the mean." }
    );
    let table_talk = format!(
        "At the table that means: of fights whose mean is nearest to {TOLD} blows, nine in ten take {}.",
        list(&missing.iter().filter_map(nine_in_ten).collect::<Vec<_>>())
    );
    let part = |courses: &[Course]| {
        let parts = courses.iter().map(|course| course.sd() / course.mean());
        parts.fold((f64::MAX, f64::MIN), |(low, high), part| (low.min(part), high.max(part)))
    };
    let parts: Vec<String> = missing
        .iter()
        .map(|(label, courses)| {
            let (low, high) = part(courses);
            format!("{:.0} to {:.0} % with {label}", low * 100.0, high * 100.0)
        })
        .collect();
    let relative = format!(
        "In per cent of the mean the standard deviation is {}, over the cases below. Mano a Mano has no luck in its damage: a hit does what it does, and all that swings is which blows hit.",
        list(&parts)
    );
    let two = |label: &str| label.split(',').next().unwrap_or_default().to_owned();
    let landed: Vec<String> = landing
        .iter()
        .zip(&missing)
        .filter_map(|((label, alone), (_, whole))| {
            Some(format!(
                "{:.1} instead of {:.1} with {}",
                spread_at(alone, TOLD)?,
                spread_at(whole, TOLD)?,
                two(label)
            ))
        })
        .collect();
    let misses = if landed.is_empty() {
        String::new()
    } else {
        format!(
            "Where every blow lands, the standard deviation at a mean of {TOLD} blows is {}.",
            list(&landed)
        )
    };
    let mut table = Table::new(
        0,
        ["mean blows".to_owned()]
            .into_iter()
            .chain(MISSING.iter().chain(&LANDING).map(|label| capital(label))),
    );
    for mean in MEANS {
        let sd = |(_, courses): &(&str, Vec<Course>)| {
            spread_at(courses, mean).map_or_else(|| "none".to_owned(), |sd| format!("{sd:.2}"))
        };
        table.row(std::iter::once(format!("{mean}")).chain(missing.iter().chain(&landing).map(sd)));
    }
    Ok(Said {
        paragraphs: vec![answer, table_talk, relative, misses],
        tables: vec![
            ("Standard deviation of the blows at the same mean, straight between the cases that were asked about.".into(), table),
            (
                "The cases: Toughness less damage (with Mano a Mano: less power), mean, standard deviation, median, and how many blows nine fights in ten take.".into(),
                cases(&missing, &landing),
            ),
        ],
        pictures: vec![picture("chart.svg", work, &missing)?, picture("landing.svg", work, &landing)?],
    })
}

/// The blows between which nine fights in ten end: as many are over sooner as later.
fn range(course: &Course) -> String {
    format!("{} to {}", course.within(0.05), course.within(0.95))
}

/// The same of the case of a system whose mean is nearest to the one that is told.
fn nine_in_ten((label, courses): &(&str, Vec<Course>)) -> Option<String> {
    let course = courses
        .iter()
        .min_by(|a, b| (a.mean() - TOLD).abs().total_cmp(&(b.mean() - TOLD).abs()))?;
    Some(format!("{} blows with {label} (mean {:.1})", range(course), course.mean()))
}

fn cases(missing: &[(&str, Vec<Course>)], landing: &[(&str, Vec<Course>)]) -> Table {
    let mut table = Table::new(1, ["system", "edge", "mean", "sd", "median", "nine in ten"]);
    for (label, course) in missing
        .iter()
        .chain(landing)
        .flat_map(|(label, courses)| courses.iter().map(move |course| (label, course)))
    {
        let row = [
            signed(course.edge),
            format!("{:.2}", course.mean()),
            format!("{:.2}", course.sd()),
            course.within(0.5).to_string(),
            range(course),
        ];
        table.row(std::iter::once((*label).to_owned()).chain(row));
    }
    table
}

/// Mean against spread, a dot a case.
fn picture(file: &str, work: &Work, systems: &[(&str, Vec<Course>)]) -> Result<Drawn> {
    let dots = systems.iter().flat_map(|(label, courses)| {
        // The system is named once; the other dots say their edge alone.
        let name = label.split(',').next().unwrap_or_default();
        let label = move |course: &Course| {
            if course.edge == 0 {
                format!("{}, equal ranks", capital(name))
            } else {
                signed(course.edge)
            }
        };
        courses.iter().map(move |course| Dot {
            label: label(course),
            check: course.id.to_owned(),
            x: course.mean(),
            y: course.sd(),
        })
    });
    let dots: Vec<Dot> = dots.collect();
    let spread = |(label, courses): &(&str, Vec<Course>)| {
        Some(format!(
            "{:.1} with {}",
            spread_at(courses, TOLD)?,
            label.split(',').next().unwrap_or_default()
        ))
    };
    let each: Vec<String> = systems.iter().filter_map(spread).collect();
    let scatter = Scatter {
        across: "mean number of blows".into(),
        up: "standard deviation, blows".into(),
        dots,
    };
    let title = format!("Swing at a mean of {TOLD} blows: {}", list(&each));
    let how = if file == "chart.svg" { "attack and Defense even" } else { "every blow lands" };
    let subtitle = format!(
        "Mean and standard deviation of the blows to a knock-out, {how}; each dot is named by Toughness less damage"
    );
    drawn(file, &Figure::of(title, subtitle, source(work, NAME), scatter))
}
