//! How many blows until down, by cards and by d20?

use super::fights::{self, BINS, Course, at_ranks, blows, courses, end, source};
use super::figures::draw;
use super::pictures::{drawn, titled};
use super::prose::{in_points, percent};
use super::{Drawn, Report, Said, Work};
use crate::chart::{Axis, Curve, Figure, Join, Panel, Size, Stack, Theme};
use crate::error::Result;
use crate::odds::Histogram;
use crate::scenario::{Picture, PictureKind};
use crate::text::numbers::signed;
use crate::text::{Table, capital};

const NAME: &str = "toughness-ladder";

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    question: "Blow after blow on the Toughness ladder: how many until the target is down, by cards and by d20, and what is a point of Toughness worth?",
    say,
};

/// The two games: their labels in the scenario.
const GAMES: [&str; 2] = ["cards", "the d20"];
/// The edges whose survival is drawn.
const EDGES: [i64; 3] = [-4, 0, 4];
/// What is wanted of the fights that are over.
const MOST: f64 = 0.9;

fn say(work: &Work) -> Result<Said> {
    let [cards, dice] = [courses(work, GAMES[0])?, courses(work, GAMES[1])?];
    let even = [fights::at(&cards, 0)?, fights::at(&dice, 0)?];
    let both = |value: fn(&Course) -> String| match [value(even[0]), value(even[1])] {
        [one, other] if one == other => format!("{one} blows in both games"),
        [one, other] => format!("{one} blows by cards and {other} by the d20"),
    };
    let answer = format!(
        "A target whose Toughness equals the damage goes down after {} on the average; half of the fights are over within {}, nine in ten within {}.",
        both(|course| blows(course.mean())),
        both(|course| course.within(0.5).to_string()),
        both(|course| course.within(MOST).to_string())
    );
    Ok(Said {
        paragraphs: vec![answer, of_toughness(&cards, &dice), of_games(&cards, &dice), of_bruises(work)?],
        tables: vec![(
            "Blows until the target is down: mean, median, and within how many nine in ten fights are over.".into(),
            table(&cards, &dice),
        )],
        pictures: vec![standing(work, &cards, &dice)?, needed(work, &cards, &dice)?, one_blow(work)?],
    })
}

/// What a point of Toughness is worth in each game.
fn of_toughness(cards: &[Course], dice: &[Course]) -> String {
    let worth = |courses: &[Course]| {
        let steps = courses.windows(2).map(|pair| pair[1].mean() / pair[0].mean() - 1.0);
        let (low, high) =
            steps.fold((f64::MAX, f64::MIN), |(low, high), step| (low.min(step), high.max(step)));
        (low, high)
    };
    let said = |name: &str, courses: &[Course]| {
        let (low, high) = worth(courses);
        let ends = [&courses[0], &courses[courses.len() - 1]].map(|course| blows(course.mean()));
        format!(
            "by {:.0} to {:.0} % {name} (from {} blows to {} over all)",
            low * 100.0,
            high * 100.0,
            ends[0],
            ends[1]
        )
    };
    let range = (
        signed(cards.first().map_or(0, |course| course.edge)),
        signed(cards.last().map_or(0, |course| course.edge)),
    );
    format!(
        "Between Toughness less damage of {} and {}, each point of Toughness lengthens the mean fight {} and {}.",
        range.0,
        range.1,
        said("with cards", cards),
        said("with the d20", dice)
    )
}

/// Which game takes longer, and where they are farthest apart.
fn of_games(cards: &[Course], dice: &[Course]) -> String {
    let gaps: Vec<(i64, f64)> =
        cards.iter().zip(dice).map(|(one, other)| (one.edge, other.mean() - one.mean())).collect();
    let widest =
        gaps.iter().copied().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())).unwrap_or((0, 0.0));
    let longer = |gap: f64| if gap > 0.0 { "the d20" } else { "cards" };
    let always = gaps.iter().all(|(_, gap)| (*gap > 0.0) == (widest.1 > 0.0));
    let means = format!("{:.2} blows {}", widest.1.abs(), at_ranks(widest.0));
    let mut said = if always {
        format!(
            "{} takes longer at every difference of ranks asked about, by at most {means}.",
            capital(longer(widest.1))
        )
    } else {
        format!(
            "Neither game takes longer everywhere; {} does by at most {means}.",
            longer(widest.1)
        )
    };
    // Where the shares of those who stand differ most.
    let apart = |(one, other): (&Course, &Course)| {
        (1..=end([one, other].into_iter(), 1e-3))
            .map(|blow| (one.edge, blow, other.outlasts(blow) - one.outlasts(blow)))
            .collect::<Vec<_>>()
    };
    let most =
        cards.iter().zip(dice).flat_map(apart).max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()));
    if let Some((edge, blow, gap)) = most {
        said += &format!(
            " The shares still standing differ by at most {}: {}, after {blow} {}, more stand with {}.",
            in_points(gap),
            at_ranks(edge),
            if blow == 1 { "blow" } else { "blows" },
            longer(gap)
        );
    }
    said
}

/// The chance to be taken out at once by a blow: who is fresh, who is bruised most, and by how many bruises.
fn taken_out(work: &Work, label: &str) -> Result<(f64, f64, String)> {
    let check = work
        .check(label)
        .ok_or_else(|| crate::Error::question(format!("the report needs the check `{label}`")))?;
    let share = |number: usize| {
        check.findings[number].laws.as_ref().map_or(f64::NAN, |laws| laws.columns[0].share(0))
    };
    let last = check.findings.len() - 1;
    Ok((share(0), share(last), check.point(last).map(|(_, value)| value.to_owned()).collect()))
}

/// One blow of each game.
const BLOWS: [&str; 2] = ["A blow by cards", "A blow by the d20"];

/// What bruises do to the next blow.
fn of_bruises(work: &Work) -> Result<String> {
    let (cards, dice) = (taken_out(work, BLOWS[0])?, taken_out(work, BLOWS[1])?);
    let lead = if cards.1 > cards.0 && dice.1 > dice.0 {
        "Every bruise makes the next blow worse"
    } else {
        "What bruises do"
    };
    Ok(format!(
        "{lead}: at equal ranks a blow takes a fresh target out at once in {} of saves by cards and {} by the d20, and one with {} bruises in {} and {}.",
        percent(cards.0),
        percent(dice.0),
        cards.2,
        percent(cards.1),
        percent(dice.1)
    ))
}

fn table(cards: &[Course], dice: &[Course]) -> Table {
    let heading = [
        "Toughness less damage",
        "cards: mean",
        "median",
        "90 %",
        "the d20: mean",
        "median",
        "90 %",
    ];
    let mut table = Table::new(0, heading);
    for (one, other) in cards.iter().zip(dice) {
        let cells = |course: &Course| {
            [
                format!("{:.2}", course.mean()),
                course.within(0.5).to_string(),
                course.within(MOST).to_string(),
            ]
        };
        table.row(std::iter::once(signed(one.edge)).chain(cells(one)).chain(cells(other)));
    }
    table
}

/// What a panel at an edge is called.
fn panel(edge: i64) -> String {
    capital(at_ranks(edge).trim_start_matches("at ").trim_end_matches(" the damage"))
}

/// Who still stands after so many blows.
fn standing(work: &Work, cards: &[Course], dice: &[Course]) -> Result<Drawn> {
    let chosen = |course: &&Course| EDGES.contains(&course.edge);
    let end = end(cards.iter().chain(dice).filter(chosen), 0.01);
    let plot = |edge: &i64| -> Result<Panel<Curve>> {
        let lines = vec![
            fights::at(cards, *edge)?.standing(GAMES[0], end),
            fights::at(dice, *edge)?.standing(GAMES[1], end),
        ];
        Ok(Panel {
            title: panel(*edge),
            plot: Curve { axis: Axis::numbers("blows"), lines, join: Join::Steps },
        })
    };
    let medians = |edge: i64| -> Result<String> {
        let [one, other] =
            [fights::at(cards, edge)?.within(0.5), fights::at(dice, edge)?.within(0.5)];
        Ok(if one == other { one.to_string() } else { format!("{one} (cards) or {other} (d20)") })
    };
    let figure = Figure {
        title: format!("Half are down within {} blows at equal ranks, within {} if {} tougher", medians(0)?, medians(EDGES[2])?, EDGES[2]),
        subtitle: "Share of targets still standing after so many blows, all of which land, by Toughness against damage".into(),
        source: source(work, NAME),
        size: Size::default(),
        theme: Theme::Light,
        panels: EDGES.iter().map(plot).collect::<Result<_>>()?,
    };
    drawn("chart.svg", &figure)
}

/// How many blows it takes, over all edges.
fn needed(work: &Work, cards: &[Course], dice: &[Course]) -> Result<Drawn> {
    let rungs: Vec<String> = BINS.iter().map(|(name, ..)| (*name).to_owned()).collect();
    let plot = |(name, courses): (&str, &[Course])| {
        let bar = |course: &Course| course.bar(course.edge as f64);
        let stack = Stack {
            axis: Axis::edge("Toughness less damage"),
            rungs: rungs.clone(),
            success: None,
            bars: courses.iter().map(bar).collect(),
        };
        Panel { title: capital(name), plot: stack }
    };
    let even = [fights::at(cards, 0)?, fights::at(dice, 0)?]
        .map(|course| percent(1.0 - course.outlasts(3)));
    let figure = Figure {
        title: format!(
            "Three blows are enough in {} of even fights by cards, in {} by the d20",
            even[0], even[1]
        ),
        subtitle:
            "Share of fights by how many blows it takes, per cent, over Toughness less damage"
                .into(),
        source: source(work, NAME),
        size: Size::default(),
        theme: Theme::Light,
        panels: [(GAMES[0], cards), (GAMES[1], dice)].map(plot).into(),
    };
    drawn("blows.svg", &figure)
}

/// What one blow does to who is bruised already.
fn one_blow(work: &Work) -> Result<Drawn> {
    let (cards, dice) = (taken_out(work, BLOWS[0])?, taken_out(work, BLOWS[1])?);
    let title = format!(
        "Of targets with {} bruises a blow takes {} out at once by cards, {} by the d20",
        cards.2,
        percent(cards.1),
        percent(dice.1)
    );
    let picture = Picture {
        split: Some("label".into()),
        column: Some("rung".into()),
        ..titled(PictureKind::Stack, "bruises", "rungs.svg", title)
    };
    draw(work, &picture, &format!("oddsmith report {NAME}"))
}
