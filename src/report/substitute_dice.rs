//! Can any die stand in for a d20?

use super::pictures::drawn;
use super::prose::{Curve, at, curve, in_points, less, list, percent, widest};
use super::{Drawn, Report, Said, Work};
use crate::chart::{self, Axis, Difference, Figure, Line, Panel, Point, Size, Theme};
use crate::error::Result;
use crate::text::Table;
use crate::text::numbers::points;

/// The report.
pub const REPORT: Report = Report {
    name: "substitute-dice",
    question: "Mano a Mano lets a d12, d10, d8 or d6 stand in for a d20. How far do the odds move, and does the second roll mend what a doubled die breaks?",
    say,
};

fn say(work: &Work) -> Result<Said> {
    let check = &work.answers.checks[0];
    let dice: Vec<&str> = check
        .axes
        .iter()
        .find(|axis| axis.name == "die")
        .map(|axis| axis.values.iter().map(String::as_str).collect())
        .unwrap_or_default();
    let curves = dice
        .iter()
        .map(|die| curve(work, &check.label, "difficulty", &[("die", die)]))
        .collect::<Result<Vec<Curve>>>()?;
    let of = |gaps: &Curve| {
        (
            widest(gaps),
            gaps.iter().map(|(_, gap)| gap.abs()).sum::<f64>() / gaps.len().max(1) as f64,
        )
    };
    let mut table = Table::new(
        1,
        [
            "die",
            "worst gap, points",
            "at difficulty",
            "mean gap, points",
            "a 20 or more",
            "against 25",
        ],
    );
    let mut best: Option<(&str, f64)> = None;
    let mut worst: Option<(&str, f64, i64)> = None;
    for (die, here) in dice.iter().zip(&curves).skip(1) {
        let ((place, gap), mean) = of(&less(here, &curves[0]));
        table.row([
            (*die).to_owned(),
            points(gap),
            place.to_string(),
            format!("{:.1}", mean * 100.0),
            at(here, 19).map_or(String::new(), percent),
            at(here, 25).map_or(String::new(), percent),
        ]);
        if best.is_none_or(|(_, least)| mean < least) {
            best = Some((die, mean));
        }
        if worst.is_none_or(|(_, most, _)| gap.abs() > f64::abs(most)) {
            worst = Some((die, gap, place));
        }
    }
    let (Some((best, mean)), Some((worst, gap, place))) = (best, worst) else {
        return Err(crate::Error::question(
            "the report needs a d20 and its substitutes on the axis `die`",
        ));
    };
    let answer = format!(
        "The best substitute is the {best}, {} off the d20 on the average over difficulties 1 to 25; the worst single gap is the {worst}'s, {} {} than the d20 at difficulty {place}.",
        in_points(mean),
        in_points(gap),
        if gap > 0.0 { "better" } else { "worse" }
    );
    let d20 = at(&curves[0], 25).map_or(String::new(), percent);
    let each: Vec<String> = dice
        .iter()
        .zip(&curves)
        .skip(1)
        .filter_map(|(die, curve)| Some(format!("{} on a {die}", percent(at(curve, 25)?))))
        .collect();
    let second = format!(
        "What only a 20 can do succeeds {d20} of the time on a d20; with the second roll it is {}.",
        list(&each)
    );
    Ok(Said {
        paragraphs: vec![answer, second],
        tables: vec![("Each substitute against the d20, modifiers 0.".into(), table)],
        pictures: vec![picture(work, &dice, &curves, (best, mean), (worst, gap, place))?],
    })
}

/// Each substitute beside the d20, and its difference from it.
fn picture(
    work: &Work,
    dice: &[&str],
    curves: &[Curve],
    best: (&str, f64),
    worst: (&str, f64, i64),
) -> Result<Drawn> {
    let id = &*work.answers.checks[0].findings[0].case.entry.id;
    let line = |label: &str, curve: &Curve| {
        let points = curve
            .iter()
            .map(|(place, share)| Point { x: *place as f64, share: chart::Share::exact(*share) })
            .collect();
        Line { label: label.to_owned(), check: id.to_owned(), points }
    };
    let panel = |(die, curve): (&&str, &Curve)| Panel {
        title: format!("{die} for the d20"),
        plot: Difference {
            // Between whole difficulties nothing is equal.
            crossings: Vec::new(),
            ..Difference::of(
                Axis::numbers("difficulty"),
                [line("the substitute", curve), line("the d20", &curves[0])],
            )
        },
    };
    let figure = Figure {
        title: format!(
            "The {} is {} off the d20 on the average, the {} up to {}, at difficulty {}",
            best.0,
            in_points(best.1),
            worst.0,
            in_points(worst.1),
            worst.2
        ),
        subtitle: "Chance of success by difficulty, modifiers 0, and below it what the substitute adds or takes, in points".into(),
        source: format!("{} · oddsmith report substitute-dice", work.certainty()),
        panels: dice.iter().zip(curves).skip(1).map(panel).collect(),
        size: Size::default(),
        theme: Theme::Light,
    };
    drawn("chart.svg", &figure)
}
