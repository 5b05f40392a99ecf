//! Are cards and a d20 the same game once the Difficulty Class is shifted by ten? And where do the other games stand?

use super::prose::{at, at_edge, curve, in_points, less, percent, runs, widest};
use super::{Report, Said, Work};
use crate::error::Result;
use crate::text::numbers::{per_cent, points, signed};
use crate::text::{Table, capital};

/// The report.
pub const REPORT: Report = Report {
    name: "cards-against-dice",
    question: "Rule text 000 says that its Difficulty Classes, ten points lower, keep the d20 game's odds. Do they, at every advantage? And how steep are the other games?",
    say,
};

fn say(work: &Work) -> Result<Said> {
    let labels: Vec<&str> = work.answers.checks.iter().map(|check| check.label.as_str()).collect();
    let curves =
        labels.iter().map(|label| curve(work, label, "edge", &[])).collect::<Result<Vec<_>>>()?;
    let (cards, dice) = (labels[0], labels[1]);
    let gaps = less(&curves[0], &curves[1]);
    let (edge, gap) = widest(&gaps);
    let both = |edge: i64| match (at(&curves[0], edge), at(&curves[1], edge)) {
        (Some(one), Some(other)) => {
            format!("{} for {cards}, {} for {dice}", percent(one), percent(other))
        }
        _ => String::new(),
    };
    let mut answer = format!(
        "The largest gap between {cards} and {dice} is {}, {}: {}.",
        in_points(gap),
        at_edge(edge),
        both(edge)
    );
    for (name, sign) in [(cards, 1.0), (dice, -1.0)] {
        let lead = |&&(_, gap): &&(i64, f64)| sign * gap;
        if let Some(&(edge, best)) =
            gaps.iter().filter(|gap| lead(gap) > 0.0).max_by(|a, b| lead(a).total_cmp(&lead(b)))
        {
            answer += &format!(
                " The odds are better with {name} {}, by at most {} ({}).",
                runs(&gaps, sign, signed),
                in_points(best),
                at_edge(edge)
            );
        }
    }
    answer += &format!(" At even bonuses it is {}.", both(0));
    // How much one point is worth where it is worth most: the steepest step.
    let steepest = |index: usize| {
        let steps = curves[index].windows(2).map(|pair| (pair[1].0, pair[1].1 - pair[0].1));
        steps.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
    };
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|&a, &b| steepest(b).1.total_cmp(&steepest(a).1));
    let each = |&index: &usize| format!("{} with {}", in_points(steepest(index).1), labels[index]);
    let steep = format!(
        "One point of bonus is worth at most {}. {} is the steepest: from {} at {} to {} at {}.",
        super::prose::list(&order.iter().map(each).collect::<Vec<_>>()),
        capital(labels[order[0]]),
        percent(at(&curves[order[0]], -5).unwrap_or(f64::NAN)),
        signed(-5),
        percent(at(&curves[order[0]], 5).unwrap_or(f64::NAN)),
        signed(5),
    );
    let heading = ["advantage"].into_iter().chain(labels.iter().copied()).chain(["cards less d20"]);
    let mut table = Table::new(0, heading);
    for &(edge, gap) in gaps.iter().filter(|(edge, _)| edge % 5 == 0) {
        let shares = curves
            .iter()
            .map(|curve| at(curve, edge).map_or(String::new(), |share| per_cent(share, 1)));
        table.row(std::iter::once(signed(edge)).chain(shares).chain([points(gap)]));
    }
    Ok(Said {
        paragraphs: vec![answer, steep],
        tables: vec![("Chance of success, per cent.".into(), table)],
        pictures: Vec::new(),
    })
}
