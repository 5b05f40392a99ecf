//! How hard does a blow of each damage hit, by cards and by d20?

use super::figures::draw;
use super::pictures::titled;
use super::prose::{at, curve, in_points, less, percent, widest};
use super::work::words;
use super::{Report, Said, Work};
use crate::error::Result;
use crate::odds::Histogram;
use crate::scenario::{Counted, Picture, PictureKind};
use crate::text::Table;
use crate::text::capital;
use crate::text::numbers::per_cent;

/// The report.
pub const REPORT: Report = Report {
    name: "toughness-save",
    question: "How hard does one blow hit, rung by rung, and is the card game's ladder in line with the d20 table that it replaces?",
    say,
};

fn say(work: &Work) -> Result<Said> {
    let [cards, dice] = &work.answers.checks[..] else {
        return Err(crate::Error::question("the report compares two checks"));
    };
    let unhurt = |label: &str| curve(work, label, "damage", &[]);
    // What the games call a success differs; what both call unhurt does not. So the rungs are compared one by one.
    let rungs: Vec<&str> =
        cards.findings[0].case.columns()[0].scale.names().iter().map(|name| &**name).collect();
    let share = |check: &crate::scenario::Answered, number: usize, rung: usize| -> Option<f64> {
        check.findings[number].laws.as_ref().map(|laws| laws.columns[0].share(rung as i32))
    };
    let damages: Vec<i64> = unhurt(&cards.label)?.iter().map(|(damage, _)| *damage).collect();
    let by_rung = |check: &crate::scenario::Answered, rung: usize| -> super::prose::Curve {
        damages
            .iter()
            .enumerate()
            .filter_map(|(number, damage)| Some((*damage, share(check, number, rung)?)))
            .collect()
    };
    let mut table = Table::new(1, ["rung", "largest gap, points", "at damage", "cards", "d20"]);
    let mut largest = (0.0, 0, 0);
    for (rung, name) in rungs.iter().enumerate() {
        let (one, other) = (by_rung(cards, rung), by_rung(dice, rung));
        let (damage, gap) = widest(&less(&one, &other));
        if gap.abs() > f64::abs(largest.0) {
            largest = (gap, rung, damage);
        }
        let cell = |curve| at(curve, damage).map_or(String::new(), |share| per_cent(share, 1));
        table.row([
            words(name),
            crate::text::numbers::points(gap),
            damage.to_string(),
            cell(&one),
            cell(&other),
        ]);
    }
    let (gap, rung, damage) = largest;
    let toughness = cards.findings[0]
        .case
        .settings
        .all()
        .get("toughness")
        .map(ToString::to_string)
        .unwrap_or_default();
    let who = |gap: f64| if gap > 0.0 { &cards.label } else { &dice.label };
    let mut answer = format!(
        "The ladders differ by up to {}: at Toughness {toughness} and damage {damage}, {} is likelier with {}.",
        in_points(gap),
        words(rungs[rung]),
        who(gap)
    );
    let out = |check: &crate::scenario::Answered, damage: i64| {
        at(&by_rung(check, 0), damage).map_or(String::new(), percent)
    };
    let last = damages.last().copied().unwrap_or(0);
    let even: i64 = toughness.parse().unwrap_or(0);
    answer += &format!(
        " A blow of damage {even}, as strong as the Toughness, takes the target out at once in {} of saves by {} and {} by {}; damage {last} in {} and {}.",
        out(cards, even),
        cards.label,
        out(dice, even),
        dice.label,
        out(cards, last),
        out(dice, last)
    );
    let hurt = |check: &crate::scenario::Answered| {
        at(&by_rung(check, rungs.len() - 1), even)
            .map_or(String::new(), |share| percent(1.0 - share))
    };
    let hurts = format!(
        "{} at equal ranks: {} of blows leave a mark by {}, {} by {}.",
        capital("who is hit is hurt more often than not"),
        hurt(cards),
        cards.label,
        hurt(dice),
        dice.label
    );
    let hurts = if by_rung(cards, rungs.len() - 1)
        .iter()
        .any(|(damage, share)| *damage == even && *share < 0.5)
    {
        hurts
    } else {
        hurts.replace("more often than not", "less often than not")
    };
    let command = "oddsmith report toughness-save";
    let title = format!(
        "The ladders differ most in {}: by {}, at damage {damage} likelier with {}",
        words(rungs[rung]),
        in_points(gap),
        who(gap)
    );
    let stack = Picture {
        split: Some("label".into()),
        ..titled(PictureKind::Stack, "damage", "chart.svg", title)
    };
    let difference = Picture {
        of: Some(Counted::Rung("bruised".into())),
        title: None,
        ..titled(PictureKind::Difference, "damage", "bruised.svg", String::new())
    };
    let pictures = vec![draw(work, &stack, command)?, draw(work, &difference, command)?];
    Ok(Said {
        paragraphs: vec![answer, hurts],
        tables: vec![("Where each rung differs most.".into(), table)],
        pictures,
    })
}
