//! What is a third die worth?

use super::figures::draw;
use super::pictures::titled;
use super::prose::{Curve, at, curve, in_points, less, percent};
use super::{Report, Said, Work};
use crate::error::Result;
use crate::scenario::PictureKind;
use crate::text::Table;
use crate::text::numbers::{per_cent, points};

/// The report.
pub const REPORT: Report = Report {
    name: "advantage",
    question: "Mneme rolls a third die for advantage and keeps the best two, or the worst for disadvantage. What is that worth, in chance and in modifiers?",
    say,
};

/// How many points of modifier give the chance that a curve has at a place, between whole ones straight; `None` beyond the plain curve.
fn modifiers(plain: &Curve, share: f64, place: i64) -> Option<f64> {
    let crossing = plain
        .windows(2)
        .find(|pair| pair[0].1 >= share && share >= pair[1].1 && pair[0].1 > pair[1].1)?;
    let part = (crossing[0].1 - share) / (crossing[0].1 - crossing[1].1);
    Some(place as f64 - (crossing[0].0 as f64 + part))
}

fn say(work: &Work) -> Result<Said> {
    let label = &work.answers.checks[0].label;
    let along = |value| curve(work, label, "difficulty", &[("advantage", value)]);
    let (plain, better, worse) = (along("0")?, along("1")?, along("-1")?);
    let (up, down) = (less(&better, &plain), less(&worse, &plain));
    let most = |curve: &Curve| {
        curve.iter().copied().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())).unwrap_or((0, 0.0))
    };
    let ((at_up, gain), (at_down, loss)) = (most(&up), most(&down));
    let mut table = Table::new(
        0,
        ["difficulty", "disadvantage", "plain", "advantage", "gain, points", "worth, modifiers"],
    );
    let mut worths = Vec::new();
    for &(place, share) in &plain {
        let (Some(with), Some(without)) = (at(&better, place), at(&worse, place)) else { continue };
        let worth = (share > 0.0 && share < 1.0).then(|| modifiers(&plain, with, place)).flatten();
        worths.extend(worth);
        let worth = worth.map_or_else(|| "none".to_owned(), |worth| format!("{worth:.2}"));
        table.row([
            place.to_string(),
            per_cent(without, 1),
            per_cent(share, 1),
            per_cent(with, 1),
            points(with - share),
            worth,
        ]);
    }
    let (low, high) = worths
        .iter()
        .fold((f64::MAX, f64::MIN), |(low, high), worth| (low.min(*worth), high.max(*worth)));
    let answer = format!(
        "Advantage is worth at most {}, at difficulty {at_up} ({} instead of {}); disadvantage costs at most {}, at {at_down}.",
        in_points(gain),
        percent(at(&better, at_up).unwrap_or(f64::NAN)),
        percent(at(&plain, at_up).unwrap_or(f64::NAN)),
        in_points(loss)
    );
    let title = format!(
        "A third die adds up to {} (at difficulty {at_up}) or takes up to {} (at {at_down})",
        in_points(gain),
        in_points(loss)
    );
    let worth = format!(
        "Measured in modifiers, advantage does as much as +{low:.1} to +{high:.1} on the roll, depending on the difficulty. It never lifts the ceiling: 12 stays the best that two kept dice show."
    );
    let ceiling = at(&better, 13).is_none_or(|share| share == 0.0);
    let worth = if ceiling {
        worth
    } else {
        worth.replace(" It never lifts the ceiling: 12 stays the best that two kept dice show.", "")
    };
    Ok(Said {
        paragraphs: vec![answer, worth],
        tables: vec![(
            "Chance of success by difficulty, per cent, nothing added to the roll.".into(),
            table,
        )],
        pictures: vec![draw(
            work,
            &titled(PictureKind::Curve, "difficulty", "chart.svg", title),
            "oddsmith report advantage",
        )?],
    })
}
