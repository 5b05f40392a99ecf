//! What does Torg's open-ended die do, and what do cards and points add to it?

use super::figures::draw;
use super::pictures::titled;
use super::prose::{Curve, at, at_edge, curve, in_points, less, list, percent, rounded, widest};
use super::{Drawn, Report, Said, Work};
use crate::error::Result;
use crate::scenario::PictureKind;
use crate::text::numbers::{per_cent, signed};
use crate::text::{Table, capital};

/// The report.
pub const REPORT: Report = Report {
    name: "drama-die",
    question: "Torg reads its open-ended d20 through a bonus chart. How likely is success, and what is a possibility, an \"up\" or a card worth?",
    say,
};

fn say(work: &Work) -> Result<Said> {
    let labels: Vec<&str> = work.answers.checks.iter().map(|check| check.label.as_str()).collect();
    let curves = labels
        .iter()
        .map(|label| curve(work, label, "edge", &[]))
        .collect::<Result<Vec<Curve>>>()?;
    let plain = &curves[0];
    let mut worth: Vec<(&str, i64, f64)> = labels
        .iter()
        .zip(&curves)
        .skip(1)
        .map(|(label, curve)| {
            let (edge, gap) = widest(&less(curve, plain));
            // As the table has both shares, the words have the difference of what it shows.
            let shown = at(curve, edge)
                .zip(at(plain, edge))
                .map_or(gap, |(one, other)| rounded(one) - rounded(other));
            (*label, edge, shown)
        })
        .collect();
    worth.sort_by(|a, b| b.2.total_cmp(&a.2));
    let each: Vec<String> = worth
        .iter()
        .map(|(label, edge, gap)| {
            format!(
                "{label} {} {} ({})",
                if *gap >= 0.0 { "adds up to" } else { "takes up to" },
                in_points(*gap),
                at_edge(*edge)
            )
        })
        .collect();
    let Some((best, edge, gap)) = worth.first() else {
        return Err(crate::Error::question("the report compares a plain roll with others"));
    };
    let answer = format!(
        "Of all that helps, {best} helps most: up to {} ({}); with value and difficulty equal, {} succeeds {} of the time. Against it, {}.",
        in_points(*gap),
        at_edge(*edge),
        labels[0],
        percent(at(plain, 0).unwrap_or(f64::NAN)),
        list(&each)
    );
    // As far behind as success can still be seen in a table.
    let long =
        plain.iter().find(|(edge, share)| *edge < 0 && *share >= 1e-3).map(|(edge, share)| {
            format!(
                "The open end keeps hope alive: {} behind, success still comes {} of the time.",
                edge.abs(),
                percent(*share)
            )
        });
    // Where the words say "up to", the table has the row.
    let told = |edge: &i64| edge % 4 == 0 || worth.iter().any(|(_, at, _)| at == edge);
    let mut table =
        Table::new(0, ["value less difficulty"].into_iter().chain(labels.iter().copied()));
    for &(edge, _) in plain.iter().filter(|(edge, _)| told(edge)) {
        table.row(
            std::iter::once(signed(edge)).chain(
                curves
                    .iter()
                    .map(|curve| at(curve, edge).map_or(String::new(), |share| per_cent(share, 1))),
            ),
        );
    }
    Ok(Said {
        paragraphs: std::iter::once(answer).chain(long).collect(),
        tables: vec![("Chance of success, per cent, at every fourth difference and where each of them adds or takes most.".into(), table)],
        pictures: vec![picture(work, &worth)?],
    })
}

/// All curves, under what each is worth at most.
fn picture(work: &Work, worth: &[(&str, i64, f64)]) -> Result<Drawn> {
    let part = |verb: &str, adds: bool| {
        let here = worth.iter().filter(|(_, _, gap)| (*gap >= 0.0) == adds).enumerate();
        let each = here.map(|(place, (label, _, gap))| match place {
            0 => format!("{label} {verb} up to {}", in_points(*gap)),
            _ => format!("{label} {:.1}", gap.abs() * 100.0),
        });
        list(&each.collect::<Vec<_>>())
    };
    let title: Vec<String> = [part("adds", true), part("takes", false)]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    draw(
        work,
        &titled(PictureKind::Curve, "edge", "chart.svg", capital(&title.join("; "))),
        "oddsmith report drama-die",
    )
}
