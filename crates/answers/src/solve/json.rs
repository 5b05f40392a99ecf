//! Solutions of a search as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Fit, Proof, SolvedRow, Trend};
use crate::json::text;
use oddsmith_engine::odds::Estimate;
use oddsmith_registry::Value;

#[derive(Serialize)]
struct RowObject<'a> {
    #[serde(rename = "for")]
    at: BTreeMap<&'a str, &'a Value>,
    like: Option<LikeObject<'a>>,
    target: f64,
    solved: Option<i32>,
    name: Option<&'a str>,
    low: Option<i32>,
    high: Option<i32>,
    share: Option<f64>,
    below: Option<f64>,
    above: Option<f64>,
    trend: Trend,
    proved: Option<[i32; 2]>,
}

#[derive(Serialize)]
struct LikeObject<'a> {
    field: &'a str,
    given: &'a Value,
    number: i32,
    share: f64,
}

/// Returns found difficulties as JSON. `low` and `high` bound the true solution; `proved` is the
/// range in which the trend was proved, or null if shares were sampled.
pub fn rows(check: &str, field: &str, rows: &[SolvedRow]) -> String {
    let row = |row: &'_ SolvedRow| {
        let value = |share: &Option<Estimate>| share.as_ref().map(Estimate::value);
        let solution = &row.solution;
        let like = row.like.as_ref().map(|like| LikeObject {
            field: &like.field,
            given: &like.given,
            number: like.number,
            share: like.share.value(),
        });
        text(&RowObject {
            at: row.at.iter().map(|(name, value)| (&**name, value)).collect(),
            like,
            target: row.target,
            solved: solution.value,
            name: row.name.as_deref(),
            low: solution.between.map(|between| between.0),
            high: solution.between.map(|between| between.1),
            share: value(&solution.share),
            below: value(&solution.below),
            above: value(&solution.above),
            trend: solution.trend,
            proved: match solution.proof {
                Proof::Whole(low, high) | Proof::Part(low, high) => Some([low, high]),
                Proof::Counted => None,
            },
        })
    };
    let rows = rows.iter().map(row).collect::<Vec<_>>().join(",");
    let (version, check, field) = (env!("CARGO_PKG_VERSION"), text(&check), text(&field));
    format!(
        "{{\"schema\":1,\"version\":\"{version}\",\"check\":{check},\"solve\":{field},\"rows\":[{rows}]}}\n"
    )
}

#[derive(Serialize)]
struct FitObject<'a> {
    result: &'a str,
    from: [i32; 2],
    wanted: f64,
    to: [i32; 2],
    share: f64,
}

/// Returns a table of results on both dice as JSON.
pub fn ranges(fits: &[Fit]) -> String {
    let fit = |fit: &'_ Fit| {
        text(&FitObject {
            result: &fit.asked.name,
            from: [fit.asked.low, fit.asked.high],
            wanted: fit.wanted,
            to: [fit.found.low, fit.found.high],
            share: fit.share,
        })
    };
    let (version, fits) = (env!("CARGO_PKG_VERSION"), fits.iter().map(fit).collect::<Vec<_>>());
    let fits = fits.join(",");
    format!("{{\"schema\":1,\"version\":\"{version}\",\"ranges\":[{fits}]}}\n")
}
