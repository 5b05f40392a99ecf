//! Lists of systems, checks with their fields and columns, and policies, as JSON.

use std::sync::Arc;

use serde::Serialize;

use super::json;
use oddsmith_base::{Error, Named, Result};
use oddsmith_engine::rule::{Column, Success};
use oddsmith_registry::{Entry, Field, Need, Policies, System, Value};
use oddsmith_scenario::is_dice;
use oddsmith_systems::{Catalogue, SYSTEMS, anydice};

/// Item that a name refers to in the list command.
#[derive(Clone, Debug)]
pub enum Listed {
    /// All systems: no name was given.
    All,
    /// One system.
    System(&'static System),
    /// One check.
    Check(Arc<Entry>),
}

/// Finds the item of a name; all systems if there is no name.
///
/// # Errors
/// If there is no such system or check; the hint has the nearest name.
pub fn listed(catalogue: &Catalogue, name: Option<&str>) -> Result<Listed> {
    let Some(name) = name else { return Ok(Listed::All) };
    if let Some(system) = SYSTEMS.iter().find(|system| system.name == name) {
        return Ok(Listed::System(system));
    }
    if name == anydice::ID {
        let error = Error::question("`anydice` has the outputs of a program of yours");
        return Err(error.with_hint("ask it as `anydice program=FILE output=NAME`"));
    }
    let checks: Vec<Arc<Entry>> = catalogue.checks().collect();
    let known = SYSTEMS.iter().map(|system| system.name);
    let known = known.chain(checks.iter().map(|entry| &*entry.id));
    let found = checks.iter().find(|entry| entry.id == name).cloned();
    found.map(Listed::Check).ok_or_else(|| {
        let error = Error::unknown("system or check", name, "", known);
        if is_dice(name) {
            return error.with_hint(Named::list("dice") + " shows what dice can say");
        }
        let several = checks.iter().filter(|entry| entry.id.ends_with(&format!(".{name}"))).count();
        let ruleless = name.starts_with("house.") && catalogue.house.is_empty();
        // The hint lists all checks of the same short name.
        match catalogue.check(name).err().and_then(|error| error.hint().cloned()) {
            Some(hint) if several > 1 || ruleless => error.with_hint(hint),
            _ => error,
        }
    })
}

impl Listed {
    /// Returns the checks of the item.
    pub fn checks(&self, catalogue: &Catalogue) -> Vec<Arc<Entry>> {
        match self {
            Listed::All => catalogue.checks().collect(),
            Listed::Check(entry) => vec![entry.clone()],
            Listed::System(system) => {
                let own = |check: &Arc<Entry>| check.id.split('.').next() == Some(system.name);
                catalogue.checks().filter(own).collect()
            }
        }
    }
}

/// Returns checks as JSON: their fields with values and defaults, and their columns.
///
/// # Errors
/// If the example of a check can't be built, which a test rules out.
pub fn checks(checks: &[Arc<Entry>]) -> Result<String> {
    let checks = checks.iter().map(check_object).collect::<Result<Vec<_>>>()?;
    Ok(json::text(&Listing { schema: 1, checks }))
}

/// Returns the policies of all systems as JSON.
pub fn policies() -> String {
    #[derive(Serialize)]
    struct Policy {
        system: &'static str,
        of: &'static str,
        name: &'static str,
        about: &'static str,
    }
    #[derive(Serialize)]
    struct All {
        schema: u32,
        policies: Vec<Policy>,
    }
    let mut policies = Vec::new();
    for system in SYSTEMS.iter() {
        for Policies { of, named } in system.policies {
            let policy = |&(name, about)| Policy { system: system.name, of, name, about };
            policies.extend(named.iter().map(policy));
        }
    }
    json::text(&All { schema: 1, policies })
}

/// Describes the outcomes of a column: "-5..20", "miss < hit".
pub fn outcomes(column: &Column) -> String {
    match column.scale.names() {
        [] => format!("{}..{}", column.scale.low(), column.scale.high()),
        names if column.scale.is_ordered() => names.join(" < "),
        names => names.join(" | "),
    }
}

/// Describes the success of a column: ">= hit"; `None` if it has none.
pub fn success(column: &Column) -> Option<String> {
    let name = |score| column.scale.name(score).map_or_else(|| score.to_string(), str::to_owned);
    Some(match column.success? {
        Success::AtLeast(score) if !column.scale.is_ordered() => name(score),
        Success::AtLeast(score) => format!(">= {}", name(score)),
        Success::AtMost(score) => format!("<= {}", name(score)),
    })
}

#[derive(Serialize)]
struct Listing<'a> {
    schema: u32,
    checks: Vec<CheckObject<'a>>,
}

#[derive(Serialize)]
struct CheckObject<'a> {
    id: &'a str,
    title: &'a str,
    about: &'a str,
    source: &'static str,
    luck: &'static str,
    fields: Vec<FieldObject<'a>>,
    columns: Vec<ColumnObject>,
}

#[derive(Serialize)]
struct FieldObject<'a> {
    name: &'a str,
    kind: &'static str,
    values: Vec<String>,
    /// Usual range of a number; null for other fields.
    usual: Option<(i32, i32)>,
    /// Null if the field is required.
    default: Option<Value>,
    unit: &'static str,
    about: &'static str,
    source: &'static str,
}

#[derive(Serialize)]
struct ColumnObject {
    name: oddsmith_engine::rule::Name,
    outcomes: String,
    success: Option<String>,
}

/// Returns true for the first histogram of a column: an indexed column is listed once.
pub fn first_of_its_name(column: &&Column) -> bool {
    column.at.is_none_or(|at| at == 1)
}

fn check_object(entry: &Arc<Entry>) -> Result<CheckObject<'_>> {
    let case = entry.example()?;
    fn field(field: Field<'_>) -> Result<FieldObject<'_>> {
        let default = match field.need {
            Need::Required(_) => None,
            Need::Default(usual) => Some(field.read(usual)?),
            Need::Follows { rule, .. } => Some(Value::Word(rule.into())),
            Need::Same(other) => Some(Value::Word(format!("same as {other}").into())),
        };
        let (kind, values, usual) = (field.kind_name(), field.values(), field.usual_range());
        let Field { name, unit, about, source, .. } = field;
        Ok(FieldObject { name, kind, values, usual, default, unit, about, source })
    }
    let column = |column: &Column| {
        let (outcomes, success) = (outcomes(column), success(column));
        ColumnObject { name: column.name.clone(), outcomes, success }
    };
    let Entry { id, title, about, source, luck, .. } = &**entry;
    let fields = entry.fields.iter().map(field).collect::<Result<_>>()?;
    let columns = case.columns().iter().filter(first_of_its_name).map(column).collect();
    Ok(CheckObject { id, title, about, source, luck, fields, columns })
}
