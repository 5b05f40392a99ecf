//! What does each system's own table of difficulties mean at which skill?

use super::figures::draw;
use super::pictures::titled;
use super::prose::{Curve, curve, in_points, list, percent};
use super::work::words;
use super::{Report, Said, Work};
use crate::error::Result;
use crate::scenario::{Answered, PictureKind};
use crate::text::Table;
use crate::text::numbers::per_cent;

/// The report.
pub const REPORT: Report = Report {
    name: "dc-tables",
    question: "Every system has a table of named difficulties. How likely is success at which skill, and which skill does each name ask for?",
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
        return Err(crate::Error::question(format!(
            "the report needs two axes of `{}`: competence and difficulty",
            check.label
        )));
    };
    let along = |value: &String| {
        Ok((
            words(value),
            curve(work, &check.label, &competence.name, &[(&difficulty.name, value)])?,
        ))
    };
    let curves = difficulty.values.iter().map(along).collect::<Result<_>>()?;
    Ok(Ladder { label: &check.label, competence: &competence.name, curves })
}

/// The first competence with at least an even chance.
fn even(curve: &Curve) -> Option<i64> {
    curve.iter().find(|(_, share)| *share >= 0.5).map(|(place, _)| *place)
}

/// Which skills the averages are over; a warning where they are not the same ones.
fn skills(ladders: &[Ladder]) -> String {
    let mut groups: Vec<((i64, i64), Vec<String>)> = Vec::new();
    for Ladder { label, curves, .. } in ladders {
        let (Some((low, _)), Some((high, _))) = (curves[0].1.first(), curves[0].1.last()) else {
            continue;
        };
        match groups.iter_mut().find(|(ends, _)| *ends == (*low, *high)) {
            Some((_, labels)) => labels.push((*label).to_owned()),
            None => groups.push(((*low, *high), vec![(*label).to_owned()])),
        }
    }
    let each: Vec<String> = groups
        .iter()
        .map(|((low, high), labels)| format!("{low} to {high} with {}", list(labels)))
        .collect();
    let warning = if groups.len() > 1 { "; so they are averages of different ranges" } else { "" };
    format!(" The average is over skills of {}{warning}.", list(&each))
}

fn quoted(names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("\"{name}\"")).collect()
}

fn say(work: &Work) -> Result<Said> {
    let ladders =
        work.answers.checks.iter().map(|check| ladder(work, check)).collect::<Result<Vec<_>>>()?;
    let (mut sentences, mut tables) = (Vec::new(), Vec::new());
    for Ladder { label, competence, curves } in &ladders {
        let name = words(competence.rsplit('_').next().unwrap_or(competence));
        let least = |curve: &Curve| curve.first().map_or(0.0, |(_, share)| *share);
        let most = |curve: &Curve| curve.last().map_or(0.0, |(_, share)| *share);
        let (first, last) = (&curves[0], &curves[curves.len() - 1]);
        let never: Vec<String> = curves
            .iter()
            .filter(|(_, curve)| most(curve) == 0.0)
            .map(|(name, _)| name.clone())
            .collect();
        let sure: Vec<String> = curves
            .iter()
            .filter(|(_, curve)| least(curve) >= 1.0)
            .map(|(name, _)| name.clone())
            .collect();
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
            sentence += &format!(" Nobody here can fail against {}.", list(&quoted(&sure)));
        }
        if !never.is_empty() {
            sentence += &format!(" Nobody here can do what is {}.", list(&quoted(&never)));
        }
        sentences.push(sentence);
        let marks: Vec<i64> = first
            .1
            .iter()
            .map(|(place, _)| *place)
            .filter(|place| (place - lowest) % ((highest - lowest) / 4).max(1) == 0)
            .collect();
        let heading = ["difficulty".to_owned()]
            .into_iter()
            .chain(marks.iter().map(|mark| format!("{name} {mark}")))
            .chain(["even from".to_owned()]);
        let mut table = Table::new(1, heading);
        for (difficulty, curve) in curves {
            let shares = marks.iter().map(|mark| {
                super::prose::at(curve, *mark).map_or(String::new(), |share| per_cent(share, 1))
            });
            let even =
                even(curve).map_or_else(|| format!("above {highest}"), |place| place.to_string());
            table.row(std::iter::once(difficulty.clone()).chain(shares).chain([even]));
        }
        tables.push((
            format!(
                "{}, per cent, and the {name} from which the chance is at least even; {highest} is the highest asked about.",
                crate::text::capital(label)
            ),
            table,
        ));
    }
    // What one step of the table costs, on the average over the skills that were asked about.
    let step = |ladder: &Ladder| {
        let means: Vec<f64> = ladder
            .curves
            .iter()
            .map(|(_, curve)| {
                curve.iter().map(|(_, share)| share).sum::<f64>() / curve.len() as f64
            })
            .collect();
        (means[0] - means[means.len() - 1]) / (means.len() - 1).max(1) as f64
    };
    let steepest = ladders.iter().max_by(|a, b| step(a).total_cmp(&step(b)));
    let most = steepest.map_or("none", |ladder| ladder.label);
    let others = ladders.iter().filter(|ladder| ladder.label != most);
    let each: Vec<String> =
        others.map(|ladder| format!("{} with {}", in_points(step(ladder)), ladder.label)).collect();
    let headline = format!(
        "One step up the table of difficulties costs most with {most}: {} of the chance to succeed, on the average over the skills asked about. It is {}.{}",
        in_points(steepest.map_or(0.0, step)),
        list(&each),
        skills(&ladders)
    );
    let picture = |ladder: &Ladder| {
        let file =
            format!("{}.svg", ladder.competence.split('_').next().unwrap_or(ladder.competence));
        let title = format!(
            "With {} a step up the table costs {} on the average",
            ladder.label,
            in_points(step(ladder))
        );
        draw(
            work,
            &titled(PictureKind::Curve, ladder.competence, &file, title),
            "oddsmith report dc-tables",
        )
    };
    let pictures = ladders.iter().map(picture).collect::<Result<_>>()?;
    Ok(Said { paragraphs: std::iter::once(headline).chain(sentences).collect(), tables, pictures })
}
