//! What the reports on fights share: courses of blows read off their laws, and the figures made of them.

use super::Work;
use crate::chart::{Bar, Line, Point, Share};
use crate::error::{Error, Result};
use crate::odds::{Histogram, Law};
use crate::scenario::{Answered, Finding};

/// How many blows it takes in one case, exactly.
pub struct Course<'a> {
    /// The target's Toughness less the damage that it stands.
    pub edge: i64,
    /// The check, which gives the colour.
    pub id: &'a str,
    blows: &'a Law,
}

impl Course<'_> {
    /// The mean number of blows.
    pub fn mean(&self) -> f64 {
        self.blows.mean().unwrap_or(f64::NAN)
    }

    /// Their standard deviation.
    pub fn sd(&self) -> f64 {
        self.blows.sd().unwrap_or(f64::NAN)
    }

    /// The least number of blows within which this share of fights is over.
    pub fn within(&self, level: f64) -> i32 {
        self.blows.quantile(level).unwrap_or(0)
    }

    /// The share of fights that are not over after so many blows.
    pub fn outlasts(&self, blows: i32) -> f64 {
        self.blows.share_within(blows + 1..=i32::MAX)
    }

    /// A line of what is still standing, to this blow.
    pub fn standing(&self, label: &str, end: i32) -> Line {
        let points = (0..=end)
            .map(|blow| Point { x: f64::from(blow), share: Share::exact(self.outlasts(blow)) })
            .collect();
        Line { label: label.to_owned(), check: self.id.to_owned(), points }
    }

    /// A bar of the blows it takes, in [`BINS`].
    pub fn bar(&self, x: f64) -> Bar {
        Bar {
            x,
            shares: BINS
                .iter()
                .map(|(_, first, last)| Share::exact(self.blows.share_within(*first..=*last)))
                .collect(),
        }
    }
}

/// How blows are summed up in bars: name, first and last.
pub const BINS: [(&str, i32, i32); 7] = [
    ("1 blow", 1, 1),
    ("2", 2, 2),
    ("3", 3, 3),
    ("4 or 5", 4, 5),
    ("6 to 8", 6, 8),
    ("9 to 12", 9, 12),
    ("13 or more", 13, i32::MAX),
];

/// The courses of a check, by rising edge.
///
/// # Errors
/// If the scenario has no such check, or one of its laws is missing.
pub fn courses<'a>(work: &'a Work, label: &str) -> Result<Vec<Course<'a>>> {
    let check = work
        .check(label)
        .ok_or_else(|| Error::question(format!("the report needs the check `{label}`")))?;
    let mut courses = check.findings.iter().map(course).collect::<Result<Vec<_>>>()?;
    courses.sort_by_key(|course| course.edge);
    Ok(courses)
}

fn course(finding: &Finding) -> Result<Course<'_>> {
    let place = finding.case.columns().iter().position(|column| column.name == "blows");
    let blows = place.and_then(|place| finding.laws.as_ref().map(|laws| &laws.columns[place]));
    let blows = blows.ok_or_else(|| {
        Error::question(format!(
            "the report needs the exact law of blows of {}",
            finding.case.entry.id
        ))
    })?;
    let damage = number(finding, "damage").or(number(finding, "power")).unwrap_or(0);
    Ok(Course {
        edge: number(finding, "toughness").unwrap_or(0) - damage,
        id: &finding.case.entry.id,
        blows,
    })
}

/// The value of a field that is a number.
pub fn number(finding: &Finding, field: &str) -> Option<i64> {
    finding.case.settings.all().get(field)?.to_string().parse().ok()
}

/// The value of a field of a check's first case, as text.
pub fn setting(check: &Answered, field: &str) -> Option<String> {
    check.findings.first()?.case.settings.all().get(field).map(ToString::to_string)
}

/// The course at an edge.
///
/// # Errors
/// If the check does not sweep it.
pub fn at<'a, 'b>(courses: &'b [Course<'a>], edge: i64) -> Result<&'b Course<'a>> {
    courses
        .iter()
        .find(|course| course.edge == edge)
        .ok_or_else(|| Error::question(format!("the report needs the edge {edge}")))
}

/// The first blow after which less than this share stands in all of these courses.
pub fn end<'a>(courses: impl Iterator<Item = &'a Course<'a>>, left: f64) -> i32 {
    let last = |course: &Course| (1..).find(|blow| course.outlasts(*blow) < left).unwrap_or(1);
    courses.map(last).max().unwrap_or(1)
}

/// Toughness against damage as a sentence says it: "at equal ranks", "at Toughness 4 below the damage".
pub fn at_ranks(edge: i64) -> String {
    match edge {
        0 => "at equal ranks".to_owned(),
        1.. => format!("at Toughness {edge} above the damage"),
        _ => format!("at Toughness {} below the damage", edge.abs()),
    }
}

/// A mean number of blows, with one decimal.
pub fn blows(mean: f64) -> String {
    format!("{mean:.1}")
}

/// The foot of a figure: how sure it is, and what makes it again.
pub fn source(work: &Work, report: &str) -> String {
    format!("{} · oddsmith report {report}", work.certainty())
}
