//! The answer for programs: `"schema": 1`, every key always there, null where something was not made.

use std::collections::BTreeMap;

use serde::Serialize;

use super::view::View;
use crate::odds::{Histogram, Interval, Law, Share, Tally};
use crate::registry::{Fields, Value};
use crate::rule::{Column, Success};
use crate::scenario::{Answers, Finding, Gap};

/// The whole answer of `odds`.
#[derive(Serialize)]
struct Answer<'a> {
    schema: u32,
    version: &'static str,
    cases: Vec<CaseObject<'a>>,
}

#[derive(Serialize)]
struct CaseObject<'a> {
    check: &'a str,
    label: Option<&'a str>,
    given: Fields<'a>,
    set: Fields<'a>,
    why: &'a str,
    columns: Vec<ColumnObject<'a>>,
}

#[derive(Serialize)]
struct ColumnObject<'a> {
    name: &'static str,
    at: Option<u32>,
    capped_at: Option<i32>,
    exact: Option<Exact<'a>>,
    sampled: Option<Sampled<'a>>,
    agreement: Option<Agreement>,
}

#[derive(Serialize)]
struct Exact<'a> {
    mean: Option<f64>,
    sd: Option<f64>,
    median: Option<i32>,
    success: Option<ExactShare>,
    outcomes: Vec<ExactOutcome<'a>>,
}

#[derive(Serialize)]
struct ExactShare {
    share: f64,
    fraction: Option<String>,
}

#[derive(Serialize)]
struct ExactOutcome<'a> {
    score: Option<i32>,
    name: Option<&'a str>,
    #[serde(flatten)]
    share: ExactShare,
}

#[derive(Serialize)]
struct Sampled<'a> {
    trials: u64,
    seed: u64,
    mean: Option<f64>,
    sd: Option<f64>,
    median: Option<i32>,
    success: Option<SampledShare>,
    outcomes: Vec<SampledOutcome<'a>>,
}

#[derive(Serialize)]
struct SampledShare {
    share: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct SampledOutcome<'a> {
    score: Option<i32>,
    name: Option<&'a str>,
    hits: u64,
    #[serde(flatten)]
    share: SampledShare,
}

#[derive(Serialize)]
struct Agreement {
    chi_square: f64,
    degrees: u32,
    p: f64,
}

/// The findings as one line of JSON.
pub fn odds(findings: &[Finding], seed: u64, view: &View) -> crate::Result<String> {
    let cases = findings
        .iter()
        .map(|finding| case(finding, None, seed, |_, column| view.success_of(column)));
    text(&Answer { schema: 1, version: env!("CARGO_PKG_VERSION"), cases: cases.collect() })
}

fn case<'a>(
    finding: &'a Finding,
    label: Option<&'a str>,
    seed: u64,
    success: impl Fn(usize, &Column) -> Option<Success>,
) -> CaseObject<'a> {
    let columns = finding.case.columns().iter().enumerate();
    CaseObject {
        check: &finding.case.entry.id,
        label,
        given: finding.case.settings.given(),
        set: finding.case.settings.all(),
        why: &finding.why,
        columns: columns
            .map(|(place, column)| object(finding, place, column, seed, success(place, column)))
            .collect(),
    }
}

/// The whole answer of `compare`.
#[derive(Serialize)]
struct Comparison<'a> {
    schema: u32,
    version: &'static str,
    cases: Vec<CaseObject<'a>>,
    differences: Vec<Difference<'a>>,
    crossings: Vec<Crossing>,
}

#[derive(Serialize)]
struct Difference<'a> {
    a: usize,
    b: usize,
    set: BTreeMap<&'a str, Value>,
    share: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct Crossing {
    a: usize,
    b: usize,
    at: f64,
}

/// A comparison as one line of JSON; checks are counted from 1.
pub fn compare(
    answers: &Answers,
    seed: u64,
    successes: &[Vec<(usize, Success)>],
    gaps: &[Gap],
    crossings: &[(usize, usize, f64)],
) -> crate::Result<String> {
    let cases = answers.checks.iter().zip(successes).flat_map(|(check, successes)| {
        check.findings.iter().zip(successes).map(move |(finding, &(place, success))| {
            let counts = move |here: usize, column: &Column| {
                if here == place { Some(success) } else { column.success }
            };
            case(finding, Some(&check.label), seed, counts)
        })
    });
    let difference = |gap: &Gap| Difference {
        a: gap.a + 1,
        b: gap.b + 1,
        set: answers.checks[gap.a]
            .point(gap.case)
            .map(|(axis, value)| (axis, Value::guess(value)))
            .collect(),
        share: gap.known.share,
        low: gap.known.interval.low,
        high: gap.known.interval.high,
    };
    text(&Comparison {
        schema: 1,
        version: env!("CARGO_PKG_VERSION"),
        cases: cases.collect(),
        differences: gaps.iter().map(difference).collect(),
        crossings: crossings
            .iter()
            .map(|&(a, b, at)| Crossing { a: a + 1, b: b + 1, at })
            .collect(),
    })
}

/// Anything as one line of JSON.
pub fn text(value: &impl Serialize) -> crate::Result<String> {
    serde_json::to_string(value)
        .map(|text| text + "\n")
        .map_err(|error| crate::Error::question(format!("no JSON: {error}")))
}

fn object<'f>(
    finding: &'f Finding,
    place: usize,
    column: &'f Column,
    seed: u64,
    success: Option<Success>,
) -> ColumnObject<'f> {
    ColumnObject {
        name: column.name,
        at: column.at,
        capped_at: column.scale.capped_at(),
        exact: finding.laws.as_ref().map(|laws| exact(column, &laws.columns[place], success)),
        sampled: finding.tallies.as_ref().map(|tallies| {
            let law = finding.laws.as_ref().map(|laws| &laws.columns[place]);
            sampled(column, &tallies.columns[place], law, seed, success)
        }),
        agreement: finding.agreement(place).map(|agreement| Agreement {
            // JSON knows no infinity: the largest number stands for it.
            chi_square: agreement.chi_square.min(f64::MAX),
            degrees: agreement.degrees,
            p: agreement.p,
        }),
    }
}

fn exact<'c>(column: &'c Column, law: &Law, success: Option<Success>) -> Exact<'c> {
    let share = |share: Share| ExactShare { share: share.value, fraction: share.fraction() };
    let none = (law.none().value > 0.0).then(|| ExactOutcome {
        score: None,
        name: Some("none"),
        share: share(law.none()),
    });
    let scores = listed(column, |score| law.possible(score));
    let outcomes = scores.map(|score| ExactOutcome {
        score: Some(score),
        name: column.scale.name(score),
        share: share(law.exactly(score)),
    });
    Exact {
        mean: law.mean(),
        sd: law.sd(),
        median: law.median(),
        success: success.map(|success| share(law.success(success))),
        outcomes: outcomes.chain(none).collect(),
    }
}

/// What can come up is listed though it did not: its share is between 0 and 3/n.
fn sampled<'c>(
    column: &'c Column,
    tally: &Tally,
    law: Option<&Law>,
    seed: u64,
    success: Option<Success>,
) -> Sampled<'c> {
    let share = |hits: u64| {
        let Interval { low, high } = tally.interval_of(hits);
        SampledShare { share: hits as f64 / tally.trials() as f64, low, high }
    };
    let none = (tally.none() > 0).then(|| SampledOutcome {
        score: None,
        name: Some("none"),
        hits: tally.none(),
        share: share(tally.none()),
    });
    let outcome = |score| SampledOutcome {
        score: Some(score),
        name: column.scale.name(score),
        hits: tally.hits(score),
        share: share(tally.hits(score)),
    };
    Sampled {
        trials: tally.trials(),
        seed,
        mean: tally.mean(),
        sd: tally.sd(),
        median: tally.median(),
        success: success.map(|success| share(tally.successes(success))),
        outcomes: listed(column, |score| {
            tally.hits(score) > 0 || law.is_some_and(|law| law.possible(score))
        })
        .map(outcome)
        .chain(none)
        .collect(),
    }
}

/// Every rung of a ladder; of plain numbers those that came up.
fn listed(column: &Column, came_up: impl Fn(i32) -> bool) -> impl Iterator<Item = i32> {
    let ladder = !column.scale.names().is_empty();
    column.scale.scores().filter(move |&score| ladder || came_up(score))
}
