//! Optimal decisions of a case: the best policy by state, and the loss of fixed policies.

use std::collections::BTreeMap;

use serde::Serialize;

use super::json::{NaiveObject, text};
use oddsmith_base::{Error, Named, Result};
use oddsmith_engine::program::{self, Best, Goal};
use oddsmith_registry::{Case, Fields, Value};

/// Prefix of the names of fields that are decisions.
pub const DECISION: &str = "decide.";

/// Returns the optimal policy of a case for a goal, within a budget of branches.
///
/// # Errors
/// If the check has no decisions, a decision is given as a field, the case lacks the success or
/// column that the goal needs, or the search takes more branches than the budget.
///
/// # Examples
/// ```
/// use oddsmith_answers::decided;
/// use oddsmith_engine::program::Goal;
///
/// let rule = "go = decide yes, no\nfall: go = yes and d6 = 1\nstay: go = no\nfar: otherwise";
/// let keys = "[[house]]\nname = \"leap\"\nsuccess = \"far\"";
/// let table = format!("{keys}\nrule = \"\"\"\n{rule}\n\"\"\"");
/// let case = oddsmith_systems::house::parse(&table)?[0].case([])?;
/// let best = decided(&case, &Goal::Success, 1_000)?;
/// assert_eq!(best.policy[0].word, "yes");
/// assert!((best.value - 5.0 / 6.0).abs() < 1e-12);
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn decided(case: &Case, goal: &Goal, budget: u64) -> Result<Best> {
    let Some(make) = case.entry.decided() else {
        return Err(Error::question(format!("{} has no decisions", case.entry.called()))
            .with_hint("a house rule decides in a line such as `push = decide yes, no`"));
    };
    if let Some((name, value)) = case.settings.given().iter().find(|(name, _)| is_decision(name)) {
        return Err(Error::question("`best` finds the decisions, so leave this out")
            .with_hint(Named::Odds(format!("{} {name}={value}", case.entry.id)) + " plays one"));
    }
    program::best(&make(&case.settings)?, goal, budget)
}

fn is_decision(field: &str) -> bool {
    field.starts_with(DECISION)
}

#[derive(Serialize)]
struct BestObject<'a> {
    schema: u32,
    check: &'a str,
    set: Fields<'a>,
    policy: Vec<DecisionObject<'a>>,
    /// Null if the goal is a mean.
    success: Option<f64>,
    /// Null if the goal is the success.
    mean: Option<f64>,
    naive: Vec<NaiveObject<'a>>,
}

#[derive(Serialize)]
struct DecisionObject<'a> {
    state: BTreeMap<&'a str, Value>,
    decision: &'a str,
    word: &'a str,
    /// Other choices with the same value.
    equal: &'a [String],
}

/// Returns the default goal of a case: its success if it has one, else the largest mean of its
/// first column.
pub fn usual_goal(case: &Case) -> Goal {
    match case.success() {
        Some(_) => Goal::Success,
        None => {
            let column = case.columns().first().map(|column| column.name.to_string());
            Goal::Mean { column: column.unwrap_or_default(), least: false }
        }
    }
}

/// Returns the optimal decisions of cases as JSON: one object for one case, else a list `cases`.
pub fn decided_json(goal: &Goal, all: &[(Case, Best)]) -> String {
    #[derive(Serialize)]
    struct Cases<'a> {
        schema: u32,
        cases: Vec<BestObject<'a>>,
    }
    match all {
        [(case, best)] => text(&object(case, goal, best)),
        several => {
            let cases = several.iter().map(|(case, best)| object(case, goal, best)).collect();
            text(&Cases { schema: 1, cases })
        }
    }
}

/// Builds the object of a case. Its fields leave out the decisions, which a solution does not take.
fn object<'a>(case: &'a Case, goal: &Goal, best: &'a Best) -> BestObject<'a> {
    let policy = best.policy.iter().map(|choice| DecisionObject {
        state: choice.state.iter().map(|(name, value)| (&**name, Value::guess(value))).collect(),
        decision: &choice.decision,
        word: &choice.word,
        equal: &choice.equal,
    });
    let naive = best.fixed.iter().map(|(decision, word, gives_away)| NaiveObject {
        policy: format!("{decision}={word}").into(),
        gives_away: *gives_away,
    });
    let fields = case.entry.fields.iter().map(|field| field.name);
    let own: Vec<&str> = fields.filter(|name| is_decision(name)).collect();
    let is_share = *goal == Goal::Success;
    BestObject {
        schema: 1,
        check: &case.entry.id,
        set: case.settings.all().without(&own),
        policy: policy.collect(),
        success: is_share.then_some(best.value),
        mean: (!is_share).then_some(best.value),
        naive: naive.collect(),
    }
}
