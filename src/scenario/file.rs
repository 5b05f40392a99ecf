//! Scenario files: questions in TOML.

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::cases;
use crate::error::{Error, Result};
use crate::odds::Sample;
use crate::registry::Case;
use crate::systems;

/// A file of questions.
#[derive(Debug)]
pub struct Scenario {
    /// What it is about.
    pub title: String,
    /// How much of each case is played, and from which seed.
    pub sample: Sample,
    /// The names of the swept axes.
    pub axes: Vec<String>,
    /// Its checks.
    pub checks: Vec<Labelled>,
}

/// One check of a scenario, swept over the axes that it names.
#[derive(Debug)]
pub struct Labelled {
    /// What the scenario calls it.
    pub label: String,
    /// Its cases, the last axis fastest.
    pub cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    #[serde(default = "default_seed")]
    seed: u64,
    #[serde(default = "default_trials")]
    trials: u64,
    #[serde(default)]
    sweep: toml::Table,
    check: Vec<CheckTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckTable {
    label: String,
    #[serde(rename = "use")]
    id: Spanned<String>,
    set: Spanned<toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Range {
    from: i64,
    to: i64,
    #[serde(default = "one")]
    step: i64,
}

fn one() -> i64 {
    1
}

fn default_seed() -> u64 {
    Sample::default().seed
}

fn default_trials() -> u64 {
    Sample::default().trials
}

impl Scenario {
    /// Reads a scenario file.
    ///
    /// # Errors
    /// If the file can't be read, is no TOML, has a key too many or too few, or asks what no check can answer; with line and column.
    pub fn read(path: &Path) -> Result<Scenario> {
        let text = std::fs::read_to_string(path).map_err(|cause| Error::file("read", path, &cause))?;
        Scenario::parse(&text).map_err(|error| error.at(path.display().to_string()))
    }

    /// Reads the text of a scenario file.
    ///
    /// # Errors
    /// As [`Scenario::read`].
    pub fn parse(text: &str) -> Result<Scenario> {
        let wrong = |error: toml::de::Error| {
            let message = Error::question(error.message().trim().replace('\n', ", "));
            error.span().map_or(message.clone(), |span| message.at(place(text, span.start)))
        };
        let file: File = toml::from_str(text).map_err(wrong)?;
        let axis = |(name, value): (&String, &toml::Value)| {
            Ok((name.clone(), axis_text(value).map_err(|error| error.at(format!("axis `{name}`")))?))
        };
        let sweep = file.sweep.iter().map(axis).collect::<Result<Vec<(String, String)>>>()?;
        let check = |table: &CheckTable| {
            let entry = systems::check(table.id.get_ref()).map_err(|error| error.at(place(text, table.id.span().start)))?;
            let fields = fields(table.set.get_ref(), &sweep).and_then(|fields| cases(entry, &fields));
            Ok(Labelled { label: table.label.clone(), cases: fields.map_err(|error| error.at(place(text, table.set.span().start)))? })
        };
        let checks = file.check.iter().map(check).collect::<Result<Vec<_>>>()?;
        let axes = sweep.into_iter().map(|(name, _)| name).collect();
        Ok(Scenario { title: file.title, sample: Sample { trials: file.trials, seed: file.seed }, axes, checks })
    }
}

/// The fields of one check as they would be typed, `$axis` being the sweep of that axis; those that sweep come in the order of the axes.
fn fields(set: &toml::Table, sweep: &[(String, String)]) -> Result<Vec<(String, String)>> {
    let mut fields = Vec::new();
    for (name, value) in set {
        let axis = value.as_str().and_then(|text| text.strip_prefix('$'));
        let (order, text) = match axis {
            None => (0, typed(value)),
            Some(axis) => match sweep.iter().position(|(name, _)| name == axis) {
                Some(at) => (at + 1, sweep[at].1.clone()),
                None => return Err(Error::unknown("axis", &format!("${axis}"), "[sweep]", sweep.iter().map(|(name, _)| name.as_str()))),
            },
        };
        fields.push((order, name.clone(), text));
    }
    fields.sort_by_key(|(order, ..)| *order);
    Ok(fields.into_iter().map(|(_, name, text)| (name, text)).collect())
}

/// A value of a file as a person would type it.
fn typed(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(values) => format!("[{}]", values.iter().map(typed).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

/// An axis as a person would type its sweep.
fn axis_text(value: &toml::Value) -> Result<String> {
    match value {
        toml::Value::Array(values) if !values.is_empty() => Ok(values.iter().map(typed).collect::<Vec<_>>().join(",")),
        _ => {
            let wrong =
                |_| Error::question("an axis is neither a list nor a range").with_hint("write `{ from = 0, to = 20 }` or `[5, 10, 15]`");
            let Range { from, to, step } = value.clone().try_into().map_err(wrong)?;
            Ok(format!("{from}..{to}/{step}"))
        }
    }
}

/// Line and column, from 1, of a byte of a text.
fn place(text: &str, byte: usize) -> String {
    let before = &text[..byte.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("line {line}, column {column}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
title = "Edges"
trials = 1000
[sweep]
edge = { from = -1, to = 1 }
[[check]]
label = "cards"
use = "melodrama.opposed"
set = { active = "$edge", passive = 0 }
"#;

    #[test]
    fn a_scenario_is_swept() {
        let scenario = Scenario::parse(GOOD).unwrap();
        assert_eq!((scenario.title.as_str(), scenario.sample), ("Edges", Sample { trials: 1000, seed: 1 }));
        let identities: Vec<String> = scenario.checks[0].cases.iter().map(Case::identity).collect();
        assert_eq!(
            identities,
            ["active=-1 passive=0", "active=0 passive=0", "active=1 passive=0"].map(|fields| format!("melodrama.opposed {fields}"))
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (from, to, message) in [
            ("label = \"cards\"", "labl = \"cards\"", "unknown field `labl`, expected one of `label`, `use`, `set` (line 7, column 1)"),
            ("melodrama.opposed", "melodrama.oposed", "unknown check `melodrama.oposed` (line 8, column 7)"),
            ("passive = 0", "pasive = 0", "unknown field `pasive` of melodrama.opposed (line 9, column 7)"),
            ("$edge", "$egde", "unknown axis `$egde` of [sweep] (line 9, column 7)"),
            ("{ from = -1, to = 1 }", "3", "an axis is neither a list nor a range (axis `edge`)"),
        ] {
            assert_eq!(Scenario::parse(&GOOD.replace(from, to)).unwrap_err().to_string(), message);
        }
    }
}
