//! Worked examples: what a rule text works out by hand, as data.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::System;
use oddsmith_base::{Error, Result};

/// A worked example of a rule text: a question, the luck it had, and what the text makes of it.
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
    /// The section of the rule text, and which example it is.
    pub text: String,
    /// The check and its fields.
    pub play: String,
    /// The luck, as `--luck` takes it; empty where there is none.
    #[serde(default)]
    pub luck: String,
    /// What the text says comes out: a score or its name, by column.
    pub says: BTreeMap<String, Outcome>,
    /// What its rule gives, where that is something else.
    pub gives: Option<BTreeMap<String, Outcome>>,
    /// Why the text is wrong, where it is.
    pub because: Option<String>,
}

/// A score, as a number or by its name.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub enum Outcome {
    /// A number.
    Score(i32),
    /// A rung.
    Name(String),
}

impl System {
    /// Its worked examples, in the order of the text.
    ///
    /// # Errors
    /// If its `examples.toml` is not what it should be, which a test rules out.
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
