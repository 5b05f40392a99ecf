//! Function `audit()` of documents.

use minijinja::value::Value;

use oddsmith_base::Error;
use oddsmith_engine::odds::Progress;
use oddsmith_expectations::audit::{Audited, Auditor, VERDICTS, claims};
use oddsmith_expressions::{failed, failing};
use oddsmith_scenario::Effort;

/// Keys of a row.
const KEYS: [&str; 11] = [
    "system",
    "id",
    "claim",
    "source",
    "tested",
    "verdict",
    "computed",
    "command",
    "whose",
    "decided",
    "depends_on",
];

/// Creates the function `audit()`, which returns every claim of the rule texts as a row with
/// `system`, `id`, `claim`, `source`, `tested`, `verdict`, `computed`, `command`, `whose` (text or
/// ours), `decided` (exactly or by play), `depends_on`; `audit("fails")` returns those with one
/// verdict. The claims are judged once, on first use.
pub(super) fn function() -> Value {
    let known = std::sync::OnceLock::new();
    Value::from_function(move |verdict: Option<String>| {
        check(verdict.as_deref())?;
        let rows = known.get_or_init(|| all().map_err(|error| error.to_string()));
        let rows = rows.as_ref().map_err(|error| failed(error.clone()))?;
        let wanted = |row: &&Audited| verdict.as_ref().is_none_or(|word| row.row.verdict == *word);
        Ok::<Value, minijinja::Error>(rows.iter().filter(wanted).map(row).collect())
    })
}

/// Creates the same function for a trial run, without judging claims: it returns one row with the
/// name of each key as its value.
pub(super) fn placeholder() -> Value {
    Value::from_function(|verdict: Option<String>| {
        check(verdict.as_deref())?;
        let one = Value::from_pairs(KEYS.map(|name| (name, Value::from(name))));
        Ok::<Value, minijinja::Error>([one].into_iter().collect())
    })
}

/// Returns an error if this is no verdict.
fn check(verdict: Option<&str>) -> Result<(), minijinja::Error> {
    match verdict.filter(|word| !VERDICTS.contains(word)) {
        Some(word) => Err(failing(&Error::unknown("verdict", word, "", VERDICTS))),
        None => Ok(()),
    }
}

fn all() -> oddsmith_base::Result<Vec<Audited>> {
    let progress = &Progress::default();
    let auditor = Auditor { readings: &[], effort: Effort::default(), progress };
    claims()?.into_iter().map(|(system, claim)| auditor.audit(system, claim)).collect()
}

fn row(one: &Audited) -> Value {
    let Audited { system, claim, row } = one;
    let depends_on = row.depends_on.join(", ");
    let cells: [&str; KEYS.len()] = [
        system,
        &row.id,
        &row.claim,
        &claim.source,
        &row.wanted,
        &row.verdict,
        &row.computed,
        &row.command,
        claim.whose.word(),
        if row.sampled { "by play" } else { "exactly" },
        &depends_on,
    ];
    Value::from_pairs(KEYS.into_iter().zip(cells.map(Value::from)))
}
