//! Answers as JSON: `"schema": 1`, every key always present, null for missing results.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::strategies::StateObject;
use crate::{Answer, Answers, Outcome, PairComparison, Results};
use oddsmith_engine::odds::{Agreement, Estimate, Event, Exact, Histogram};
use oddsmith_engine::rule::Column;
use oddsmith_engine::strategy::{Choice, Side, SimplePolicy, Solved};
use oddsmith_registry::{Fields, Settings, Solver, Value};

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
    name: &'a str,
    at: Option<u32>,
    capped_at: Option<i32>,
    exact: Option<ExactObject<'a>>,
    sampled: Option<SampledObject<'a>>,
    agreement: Option<AgreementObject>,
}

#[derive(Serialize)]
struct ExactObject<'a> {
    mean: Option<f64>,
    sd: Option<f64>,
    median: Option<i32>,
    success: Option<ExactShare>,
    outcomes: Vec<OutcomeObject<'a, ExactShare>>,
}

#[derive(Serialize)]
struct SampledObject<'a> {
    trials: u64,
    seed: u64,
    mean: Option<f64>,
    sd: Option<f64>,
    median: Option<i32>,
    success: Option<SampledShare>,
    outcomes: Vec<OutcomeObject<'a, Hits>>,
}

#[derive(Serialize)]
struct OutcomeObject<'a, S> {
    score: Option<i32>,
    name: Option<&'a str>,
    #[serde(flatten)]
    share: S,
}

#[derive(Serialize)]
struct ExactShare {
    share: f64,
    fraction: Option<String>,
}

#[derive(Serialize)]
struct SampledShare {
    share: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct Hits {
    hits: u64,
    #[serde(flatten)]
    share: SampledShare,
}

#[derive(Serialize)]
struct AgreementObject {
    chi_square: f64,
    degrees: u32,
    p: f64,
}

fn exact_share(exact: Exact) -> ExactShare {
    ExactShare { share: exact.value, fraction: exact.fraction() }
}

fn sampled_share(share: &Estimate) -> Option<SampledShare> {
    share.sampled.map(|sampled| SampledShare {
        share: sampled.value,
        low: sampled.low,
        high: sampled.high,
    })
}

/// Returns the text before the cases of an answer.
pub fn opening() -> String {
    format!(r#"{{"schema":1,"version":"{}","cases":["#, env!("CARGO_PKG_VERSION"))
}

/// Returns one case as JSON, with `event` as the success.
pub fn case(answer: &Answer, label: Option<&str>, seed: u64, event: &Event) -> String {
    let columns = (0..answer.columns().len()).map(|place| object(answer, place, seed, event));
    text(&CaseObject {
        check: &answer.case.entry.id,
        label,
        given: answer.case.settings.given(),
        set: answer.case.settings.all(),
        why: &answer.why,
        columns: columns.collect(),
    })
}

fn object<'a>(answer: &'a Answer, place: usize, seed: u64, event: &Event) -> ColumnObject<'a> {
    let column: &Column = &answer.columns()[place];
    let outcomes: Vec<Outcome> = answer.outcomes(place).collect();
    let success = event.success_of(answer.columns(), place);
    let success = success.map(|scores| answer.share(place, scores));
    let exact = answer.laws.as_ref().map(|laws| {
        let law = &laws.columns[place];
        let listed = outcomes.iter().filter(|outcome| {
            // Simulated outcomes may include a score that the law calls impossible.
            outcome.is_possible() || outcome.score.is_some() && !column.scale.names().is_empty()
        });
        ExactObject {
            mean: law.mean(),
            sd: law.sd(),
            median: law.median(),
            success: success.and_then(|success| success.exact).map(exact_share),
            outcomes: listed
                .filter_map(|outcome| {
                    let share = outcome.share.exact.map(exact_share)?;
                    let (score, name) = (outcome.shown_score(), outcome.name());
                    Some(OutcomeObject { score, name, share })
                })
                .collect(),
        }
    });
    let sampled = answer.tallies.as_ref().map(|tallies| {
        let tally = &tallies.columns[place];
        let outcome = |outcome: &Outcome<'a>| {
            let share = sampled_share(&outcome.share)?;
            let hits = outcome.hits.map_or(0, |(hits, _)| hits);
            // Outcomes without a score are listed if they came up.
            let share = Hits { hits, share };
            let there = outcome.score.is_some() || hits > 0;
            let (score, name) = (outcome.shown_score(), outcome.name());
            there.then_some(OutcomeObject { score, name, share })
        };
        SampledObject {
            trials: tally.trials(),
            seed,
            mean: tally.mean(),
            sd: tally.sd(),
            median: tally.median(),
            success: success.as_ref().and_then(sampled_share),
            outcomes: outcomes.iter().filter_map(outcome).collect(),
        }
    });
    let agreement =
        answer.agreement(place).map(|Agreement { chi_square, degrees, p }| AgreementObject {
            // JSON has no infinity: the largest number replaces it.
            chi_square: chi_square.min(f64::MAX),
            degrees,
            p,
        });
    ColumnObject {
        name: &column.name,
        at: column.at,
        capped_at: column.scale.capped_at(),
        exact,
        sampled,
        agreement,
    }
}

#[derive(Serialize)]
struct DifferenceObject<'a> {
    a: usize,
    b: usize,
    set: BTreeMap<&'a str, &'a Value>,
    share: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct CrossingObject {
    a: usize,
    b: usize,
    at: f64,
}

/// Returns all cases of these checks as JSON, each with its event; `members` are appended after
/// them.
pub fn whole(results: &Results, events: &[Event], members: &str) -> String {
    let (mut text, mut comma) = (opening(), "");
    for (check, event) in results.checks.iter().zip(events) {
        let label = Some(&*check.label).filter(|label| !label.is_empty());
        for answer in &check.cases {
            text += comma;
            text += &case(answer, label, results.seed, event);
            comma = ",";
        }
    }
    format!("{text}]{members}}}")
}

/// Returns the JSON members after the cases of a comparison; checks are counted from 1.
pub fn differences(checks: &[Answers], versus: &[PairComparison]) -> String {
    let (mut differences, mut crossings) = (Vec::new(), Vec::new());
    for PairComparison { a, b, gaps, crossings: found } in versus {
        let (first, a, b) = (&checks[*a], a + 1, b + 1);
        differences.extend(gaps.gaps.iter().map(|gap| DifferenceObject {
            a,
            b,
            set: first.point(gap.case).into_iter().collect(),
            share: gap.difference.value(),
            low: gap.difference.low(),
            high: gap.difference.high(),
        }));
        crossings.extend(found.iter().map(|crossing| CrossingObject { a, b, at: crossing.at }));
    }
    format!(r#","differences":{},"crossings":{}"#, text(&differences), text(&crossings))
}

#[derive(Serialize)]
struct DuelObject<'a> {
    set: Fields<'a>,
    value: f64,
    lo: f64,
    hi: f64,
    win: f64,
    tie: f64,
    loss: f64,
    /// Null if the duel has no points.
    spend: Option<f64>,
    rival_spend: Option<f64>,
    strategy: Vec<ChoiceObject<'a>>,
    rival_strategy: Vec<ChoiceObject<'a>>,
    naive: Vec<NaiveObject<'a>>,
}

/// Choice in a state: `{"state": …, "bid": …, "share": …, "least": …, "most": …}`.
struct ChoiceObject<'a> {
    state: StateObject<'a>,
    /// Key of the choice: `bid`, or the duel's own term for it.
    word: &'a str,
    choice: &'a Choice,
}

impl Serialize for ChoiceObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let &Choice { what, share, range } = self.choice;
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("state", &self.state)?;
        map.serialize_entry(self.word, &what)?;
        map.serialize_entry("share", &share)?;
        map.serialize_entry("least", &range.map(|range| range.least))?;
        map.serialize_entry("most", &range.map(|range| range.most))?;
        map.end()
    }
}

#[derive(Serialize)]
pub(crate) struct NaiveObject<'a> {
    pub policy: Cow<'a, str>,
    pub gives_away: f64,
}

/// Returns a solved duel as JSON; its fields leave out the policies, which a solution does not
/// take.
pub fn duel(solver: Solver, settings: &Settings, solved: &Solved) -> String {
    let word = &*solved.terms.choice;
    let strategy = |side: Side| {
        let choices = solved.choices(side);
        choices.map(|(at, choice)| ChoiceObject { state: StateObject(at), word, choice }).collect()
    };
    let naive = solved.naive.iter().map(|SimplePolicy { policy, gives_away }| NaiveObject {
        policy: policy.into(),
        gives_away: *gives_away,
    });
    text(&DuelObject {
        set: settings.all().without(solver.policies),
        // Adding 0 turns -0 into 0.
        value: solved.value + 0.0,
        lo: solved.lo + 0.0,
        hi: solved.hi + 0.0,
        win: solved.win,
        tie: solved.tie,
        loss: solved.loss,
        spend: solved.spend.map(|[own, _]| own),
        rival_spend: solved.spend.map(|[_, rival]| rival),
        strategy: strategy(Side::Own),
        rival_strategy: strategy(Side::Rival),
        naive: naive.collect(),
    })
}

/// Returns a value as JSON on one line. Values with text keys always have a JSON form.
pub fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
