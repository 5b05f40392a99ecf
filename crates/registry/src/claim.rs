//! Claims: what a rule text says in numbers, and how it is tested, as data.

use serde::Deserialize;

use super::System;
use oddsmith_base::{Error, Result};

/// A number that a rule text gives, or that a reader takes from it.
///
/// In `claims.toml`: a question (a scenario without a title), what is told of its answers, and the
/// conditions under which the claim holds or nearly does. Its verdict is worked out from these; none
/// is written down.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What it is called.
    pub id: String,
    /// What the text says.
    pub claim: String,
    /// Where it says so.
    pub source: String,
    /// The reading that is tested, and the tolerance within which the claim holds or nearly does.
    pub tested: String,
    /// The checks that it takes.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The question: the checks of a scenario.
    #[serde(default)]
    pub scenario: String,
    /// What was found: words with expressions.
    #[serde(default)]
    pub computed: String,
    /// The expression that is true where it holds.
    pub holds: Option<String>,
    /// The expression that is true where it nearly does.
    pub near: Option<String>,
    /// The expression that is true where it hangs on what the text leaves open.
    pub depends: Option<String>,
    /// Why it can't be tested, where it can't.
    pub untestable: Option<String>,
    /// Whether it is that the worked examples come out as the text says.
    #[serde(default)]
    pub examples: bool,
    /// The command that shows it.
    pub command: String,
}

impl System {
    /// The claims of its text, in their order.
    ///
    /// # Errors
    /// If its `claims.toml` is not what it should be, which a test rules out.
    pub fn claims(&self) -> Result<Vec<Claim>> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            #[serde(default)]
            claim: Vec<Claim>,
        }
        let file: File = toml::from_str(self.claims)
            .map_err(|error| Error::question(format!("claims of {}: {error}", self.name)))?;
        Ok(file.claim)
    }
}
