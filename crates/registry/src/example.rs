//! Worked examples of a rule text, as data.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::System;
use oddsmith_base::{Error, Result};

/// A worked example of a rule text: a question, the luck drawn, and the result according to the
/// text.
///
/// In `examples.toml`:
/// ```toml
/// [[example]]
/// text  = "Making Checks: the ninja and the guard"
/// play  = "melodrama.opposed active=10 passive=5"
/// luck  = "card 6, card 9"
/// says  = { margin = 2, result = "success" }
/// # Where the text is wrong: gives = { … }, what its own rule makes of it, and because = "why".
/// ```
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The source: the section of the rule text, and which example of that section it is.
    pub text: String,
    /// The check and its fields.
    pub play: String,
    /// The luck, in the form of `--luck`; empty if there is none.
    #[serde(default)]
    pub luck: String,
    /// The result according to the text: a score or its name, by column.
    pub says: BTreeMap<String, Outcome>,
    /// The result according to the rule, if it differs.
    pub gives: Option<BTreeMap<String, Outcome>>,
    /// The reason why the text is wrong, if it is.
    pub because: Option<String>,
}

/// The expected score of a worked example, as a number or as the name of a rung.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub enum Outcome {
    /// A number.
    Score(i32),
    /// A rung.
    Name(String),
}

impl System {
    /// Returns its worked examples, in the order of the text.
    ///
    /// # Errors
    /// If its `examples.toml` is invalid, which a test rules out.
    pub fn examples(&self) -> Result<Vec<Example>> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            example: Vec<Example>,
        }
        let file: File = toml::from_str(self.examples)
            .map_err(|error| Error::question(format!("examples of {}: {error}", self.name)))?;
        Ok(file.example)
    }
}
