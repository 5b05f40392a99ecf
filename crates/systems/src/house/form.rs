//! What a `[[house]]` table may hold.

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::{Spanned, Value};

use oddsmith_registry::document::Entries;

/// A scenario file as far as house rules go: the rest is others' to read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only the house rules are read")]
pub struct File {
    /// The house rules.
    #[serde(default)]
    pub house: Vec<Spanned<Table>>,
    title: Option<IgnoredAny>,
    only_when_named: Option<IgnoredAny>,
    seed: Option<IgnoredAny>,
    trials: Option<IgnoredAny>,
    precision: Option<IgnoredAny>,
    sweep: Option<IgnoredAny>,
    vary: Option<IgnoredAny>,
    table: Option<IgnoredAny>,
    check: Option<IgnoredAny>,
    chart: Option<IgnoredAny>,
    expect: Option<IgnoredAny>,
}

/// One `[[house]]` table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Its name.
    pub name: Spanned<String>,
    /// Its fields with their defaults.
    #[serde(default)]
    pub fields: Entries,
    /// A written rule, in place of the keys from `mine` to `bands`.
    pub rule: Option<Spanned<String>>,
    /// The results of a written rule, worst to best.
    pub ladder: Option<Vec<String>>,
    /// The own side of the short form.
    pub mine: Option<SideTable>,
    /// The other side of the short form.
    pub theirs: Option<SideTable>,
    /// What equal totals mean in the short form.
    pub tie: Option<String>,
    /// The highest margin of each result of the short form.
    pub bands: Option<Entries>,
    /// What is a success.
    pub success: Option<String>,
    /// The field that is the advantage in `compare`.
    pub edge: Option<String>,
    /// The field that makes it harder.
    pub difficulty: Option<String>,
    /// A key of old.
    pub critical: Option<Value>,
    /// A key of old.
    pub carry: Option<Value>,
    /// A key of old.
    pub end: Option<Value>,
    /// A key of old.
    pub retry: Option<Value>,
}

/// A side of the short form.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideTable {
    /// What is added.
    pub add: Option<Value>,
    /// What is rolled or drawn.
    pub luck: Option<Value>,
}
