//! Scenario files: questions in TOML.

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::cases;
use crate::error::{Error, Result, line_and_column};
use crate::odds::Sample;
use crate::registry::Case;
use crate::registry::document::{self, Entries, in_order, typed};
use crate::systems;

/// A file of questions.
#[derive(Debug)]
pub struct Scenario {
    /// What it is about.
    pub title: String,
    /// How much of each case is played, and from which seed; `None` to play nothing.
    pub sample: Option<Sample>,
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
    seed: Option<u64>,
    trials: Option<u64>,
    #[serde(default)]
    sweep: Entries,
    check: Vec<CheckTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckTable {
    label: Spanned<String>,
    #[serde(rename = "use")]
    id: Spanned<String>,
    set: Spanned<Entries>,
}

/// A swept axis: its name and its values.
type Axis = (String, Vec<String>);

impl Scenario {
    /// Reads a scenario file.
    ///
    /// # Errors
    /// If the file can't be read, is no TOML, has a key too many or too few, or asks what no check can answer; with line and column.
    pub fn read(path: &Path) -> Result<Scenario> {
        document::read(path, Scenario::parse)
    }

    /// Reads the text of a scenario file.
    ///
    /// # Errors
    /// As [`Scenario::read`].
    pub fn parse(text: &str) -> Result<Scenario> {
        let file: File = document::parse(text)?;
        let axis = |(name, value): (&str, &Spanned<toml::Value>)| {
            let values = axis_values(value.get_ref()).map_err(|error| error.at(line_and_column(text, value.span().start)))?;
            Ok((name.to_owned(), values))
        };
        let sweep = in_order(&file.sweep).into_iter().map(axis).collect::<Result<Vec<Axis>>>()?;
        let mut checks: Vec<Labelled> = Vec::new();
        for table in &file.check {
            let label = table.label.get_ref();
            if checks.iter().any(|check| check.label == *label) {
                let error = Error::question(format!("two checks have the label `{label}`"));
                return Err(error.with_hint("a label names one check").at(line_and_column(text, table.label.span().start)));
            }
            let entry = systems::check(table.id.get_ref()).map_err(|error| error.at(line_and_column(text, table.id.span().start)))?;
            let axes = axes(table.set.get_ref(), &sweep, text)?;
            let cases = cases(entry, &axes).map_err(|error| {
                let place = place_of_fault(&error, table, text);
                error.at(place)
            })?;
            checks.push(Labelled { label: label.clone(), cases });
        }
        let usual = Sample::default();
        let sample = Sample { trials: file.trials.unwrap_or(usual.trials), seed: file.seed.unwrap_or(usual.seed) };
        Ok(Scenario { title: file.title, sample: (sample.trials > 0).then_some(sample), checks })
    }
}

/// The values of each field of one check: `$axis` has those of that axis, everything else is one value. Those that sweep come
/// last, in the order of the axes.
fn axes(set: &Entries, sweep: &[Axis], text: &str) -> Result<Vec<Axis>> {
    let (mut fixed, mut swept) = (Vec::new(), Vec::new());
    for (name, value) in in_order(set) {
        match value.get_ref().as_str().and_then(|text| text.strip_prefix('$')) {
            None => fixed.push((name.to_owned(), vec![typed(value.get_ref())])),
            Some(axis) => {
                let unknown = || Error::unknown("axis", &format!("${axis}"), "[sweep]", sweep.iter().map(|(name, _)| name.as_str()));
                let at = sweep.iter().position(|(name, _)| name == axis).ok_or_else(unknown);
                let at = at.map_err(|error| error.at(line_and_column(text, value.span().start)))?;
                swept.push((at, name.to_owned(), sweep[at].1.clone()));
            }
        }
    }
    swept.sort_by_key(|(at, ..)| *at);
    Ok(fixed.into_iter().chain(swept.into_iter().map(|(_, name, values)| (name, values))).collect())
}

/// Where in a check's table an error about its fields belongs: at the field that it names, else at the table.
fn place_of_fault(error: &Error, table: &CheckTable, text: &str) -> String {
    let message = error.to_string();
    let named = |name: &str| message.contains(&format!("`{name}`")) || message.starts_with(&format!("`{name}="));
    let fault = in_order(table.set.get_ref()).into_iter().find(|(name, _)| named(name)).map(|(_, value)| value.span().start);
    let key = table.set.get_ref().keys().find(|name| named(name.get_ref())).map(|name| name.span().start);
    line_and_column(text, key.or(fault).unwrap_or(table.set.span().start))
}

/// The values of an axis: a list, or `{ from, to, step }`.
fn axis_values(value: &toml::Value) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Range {
        from: i64,
        to: i64,
        step: Option<i64>,
    }
    match value {
        toml::Value::Array(values) if !values.is_empty() => Ok(values.iter().map(typed).collect()),
        toml::Value::Table(_) => {
            let wrong = |error: toml::de::Error| Error::question(format!("an axis has {}", error.message().trim().replace('\n', ", ")));
            let Range { from, to, step } = value.clone().try_into().map_err(wrong)?;
            super::values(&format!("{from}..{to}/{}", step.unwrap_or(1)))
        }
        _ => {
            let error = Error::question("an axis is neither a list nor a range");
            Err(error.with_hint("write `{ from = 0, to = 20 }` or `[5, 10, 15]`"))
        }
    }
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
        assert_eq!((scenario.title.as_str(), scenario.sample), ("Edges", Some(Sample { trials: 1000, seed: 1 })));
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
            ("passive = 0", "pasive = 0", "unknown field `pasive` of melodrama.opposed (line 9, column 27)"),
            ("$edge", "$egde", "unknown axis `$egde` of [sweep] (line 9, column 18)"),
            ("passive = 0", "passive = \"0,1\"", "`passive=0,1` is not a whole number (line 9, column 27)"),
            ("to = 1 }", "upto = 1 }", "an axis has unknown field `upto`, expected one of `from`, `to`, `step` (line 5, column 8)"),
            ("{ from = -1, to = 1 }", "3", "an axis is neither a list nor a range (line 5, column 8)"),
        ] {
            assert_eq!(Scenario::parse(&GOOD.replace(from, to)).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn axes_come_in_the_order_of_the_file() {
        let text = GOOD
            .replace("edge = { from = -1, to = 1 }", "zeta = [1, 2]\nalpha = [3, 4]")
            .replace("\"$edge\", passive = 0", "\"$alpha\", passive = \"$zeta\"");
        let fields = |case: &Case| case.settings.given().iter().map(|(_, value)| value.to_string()).collect::<Vec<_>>().join(" ");
        let cases: Vec<String> = Scenario::parse(&text).unwrap().checks[0].cases.iter().map(fields).collect();
        // active is alpha, passive is zeta: zeta stands first, so alpha changes faster.
        assert_eq!(cases, ["3 1", "4 1", "3 2", "4 2"]);
    }

    #[test]
    fn a_label_names_one_check() {
        let twice = format!("{GOOD}{}", &GOOD[GOOD.find("[[check]]").unwrap()..]);
        assert_eq!(Scenario::parse(&twice).unwrap_err().to_string(), "two checks have the label `cards` (line 11, column 9)");
    }
}
