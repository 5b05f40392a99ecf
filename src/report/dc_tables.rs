//! What does each system's own table of difficulties mean for who is how good?

use super::prose::{Curve, curve, in_points, list, percent};
use super::work::words;
use super::{Report, Said, Work};
use crate::error::Result;
use crate::scenario::Answered;
use crate::text::Table;
use crate::text::numbers::per_cent;

/// The report.
pub const REPORT: Report = Report {
    name: "dc-tables",
    question: "Every system has a table of named difficulties. What chance has who is how good, and what skill does each name ask for?",
    say,
};

/// A system's table: its label, the axis of competence, and a curve for each difficulty.
struct Ladder<'a> {
    label: &'a str,
    competence: &'a str,
    curves: Vec<(String, Curve)>,
}

fn ladder<'a>(work: &Work, check: &'a Answered) -> Result<Ladder<'a>> {
    let [competence, difficulty] = &check.axes[..] else {
        return Err(crate::Error::question(format!("the report needs two axes of `{}`: competence and difficulty", check.label)));
    };
    let along = |value: &String| Ok((words(value), curve(work, &check.label, &competence.name, &[(&difficulty.name, value)])?));
    let curves = difficulty.values.iter().map(along).collect::<Result<_>>()?;
    Ok(Ladder { label: &check.label, competence: &competence.name, curves })
}

/// The first competence with at least an even chance.
fn even(curve: &Curve) -> Option<i64> {
    curve.iter().find(|(_, share)| *share >= 0.5).map(|(place, _)| *place)
}

fn say(work: &Work) -> Result<Said> {
    let ladders = work.answers.checks.iter().map(|check| ladder(work, check)).collect::<Result<Vec<_>>>()?;
    let (mut sentences, mut tables) = (Vec::new(), Vec::new());
    for Ladder { label, competence, curves } in &ladders {
        let name = words(competence.rsplit('_').next().unwrap_or(competence));
        let least = |curve: &Curve| curve.first().map_or(0.0, |(_, share)| *share);
        let most = |curve: &Curve| curve.last().map_or(0.0, |(_, share)| *share);
        let (first, last) = (&curves[0], &curves[curves.len() - 1]);
        let never: Vec<String> = curves.iter().filter(|(_, curve)| most(curve) == 0.0).map(|(name, _)| name.clone()).collect();
        let sure: Vec<String> = curves.iter().filter(|(_, curve)| least(curve) >= 1.0).map(|(name, _)| name.clone()).collect();
        let lowest = first.1.first().map_or(0, |(place, _)| *place);
        let highest = first.1.last().map_or(0, |(place, _)| *place);
        let mut sentence = format!(
            "With {label}, {name} {lowest} has {} against \"{}\" and {} against \"{}\"; {name} {highest} has {} and {}.",
            percent(least(&first.1)),
            first.0,
            percent(least(&last.1)),
            last.0,
            percent(most(&first.1)),
            percent(most(&last.1))
        );
        if !sure.is_empty() {
            sentence += &format!(" {} cannot fail at any of these.", list(&sure));
        }
        if !never.is_empty() {
            sentence += &format!(" {} cannot be done by any of them.", list(&never));
        }
        sentences.push(sentence);
        let marks: Vec<i64> =
            first.1.iter().map(|(place, _)| *place).filter(|place| (place - lowest) % ((highest - lowest) / 4).max(1) == 0).collect();
        let heading =
            ["difficulty".to_owned()].into_iter().chain(marks.iter().map(|mark| format!("{name} {mark}"))).chain(["even from".to_owned()]);
        let mut table = Table::new(1, heading);
        for (difficulty, curve) in curves {
            let shares = marks.iter().map(|mark| super::prose::at(curve, *mark).map_or(String::new(), |share| per_cent(share, 1)));
            let even = even(curve).map_or_else(|| "never".to_owned(), |place| place.to_string());
            table.row(std::iter::once(difficulty.clone()).chain(shares).chain([even]));
        }
        tables.push((format!("{}, per cent, and the {name} from which the chance is at least even.", crate::text::capital(label)), table));
    }
    // What one step of the table costs, on the average over who is how good.
    let step = |ladder: &Ladder| {
        let means: Vec<f64> =
            ladder.curves.iter().map(|(_, curve)| curve.iter().map(|(_, share)| share).sum::<f64>() / curve.len() as f64).collect();
        (means[0] - means[means.len() - 1]) / (means.len() - 1).max(1) as f64
    };
    let steepest = ladders.iter().max_by(|a, b| step(a).total_cmp(&step(b)));
    let each: Vec<String> = ladders.iter().map(|ladder| format!("{} with {}", in_points(step(ladder)), ladder.label)).collect();
    let headline = format!(
        "One step of the table costs most with {}: {} on the average over all who were asked. It is {}.",
        steepest.map_or("none", |ladder| ladder.label),
        in_points(steepest.map_or(0.0, step)),
        list(&each)
    );
    Ok(Said { paragraphs: std::iter::once(headline).chain(sentences).collect(), tables, pictures: Vec::new() })
}
