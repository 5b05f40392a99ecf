//! Claims: numeric statements of a rule text, and how they are tested, as data.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::System;
use oddsmith_base::{Error, Result};

/// A numeric statement of a rule text, or one that a reader may infer from it.
///
/// In `claims.toml`: a question (a scenario without a title), the text about its answers, and the
/// conditions under which the claim holds or nearly does. The verdict is computed from these, never
/// written down.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The id.
    pub id: String,
    /// The statement.
    pub claim: String,
    /// The place in the text.
    pub source: String,
    /// The interpretation that is tested, and the tolerance within which the claim holds or nearly
    /// does.
    pub tested: String,
    /// The checks that it needs.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The question: the checks of a scenario.
    #[serde(default)]
    pub scenario: String,
    /// The result: text with expressions.
    #[serde(default)]
    pub computed: String,
    /// The condition under which it holds.
    pub holds: Option<String>,
    /// The condition under which it nearly holds.
    pub near: Option<String>,
    /// An expression for the decisive number, which replaces both conditions; required if the claim
    /// takes sampling.
    pub figure: Option<String>,
    /// The range of that number if the claim holds: from, to.
    pub holds_within: Option<[f64; 2]>,
    /// The range if the claim nearly holds, which includes the former.
    pub near_within: Option<[f64; 2]>,
    /// Settings that the text leaves open, each with its possible values, the default first; if
    /// another value changes the verdict, the claim depends on it. `<<name>>` stands for the value
    /// in the question and in the conditions.
    #[serde(default)]
    pub settings: BTreeMap<String, Vec<String>>,
    /// The origin of the claim.
    #[serde(default)]
    pub whose: Whose,
    /// The reason why it can't be tested, if it can't.
    pub untestable: Option<String>,
    /// True if the claim is that the worked examples have the results stated in the text.
    #[serde(default)]
    pub examples: bool,
    /// The command that demonstrates it.
    pub command: String,
}

/// The origin of a numeric claim.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// The text states it, in the section given as source.
    #[default]
    Text,
    /// A comparison of ours, which a reader of the text may make: not counted among the text's
    /// claims.
    Ours,
}

/// The ranges of the decisive number in which a claim holds, or nearly holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The range, from and to, in which it holds.
    pub holds: [f64; 2],
    /// The range in which it nearly holds.
    pub near: [f64; 2],
}

impl Bounds {
    /// Returns the verdict for a number with this interval: `undecided` if the interval overlaps an
    /// end of a range.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_registry::Bounds;
    ///
    /// let bounds = Bounds { holds: [0.0, 0.05], near: [-0.1, 0.1] };
    /// assert_eq!(bounds.place([0.01, 0.02]), "holds");
    /// assert_eq!(bounds.place([0.04, 0.06]), "undecided");
    /// assert_eq!(bounds.place([0.06, 0.09]), "near");
    /// assert_eq!(bounds.place([0.09, 0.12]), "undecided");
    /// assert_eq!(bounds.place([0.12, 0.15]), "fails");
    /// ```
    pub fn place(&self, [low, high]: [f64; 2]) -> &'static str {
        let inside = |[from, to]: [f64; 2]| from <= low && high <= to;
        let outside = |[from, to]: [f64; 2]| high < from || to < low;
        match (inside(self.holds), outside(self.holds)) {
            (true, _) => "holds",
            (_, true) if inside(self.near) => "near",
            (_, true) if outside(self.near) => "fails",
            _ => "undecided",
        }
    }
}

impl Claim {
    /// Returns whether a question decides the claim: it is testable, and not about the worked
    /// examples.
    pub fn is_asked(&self) -> bool {
        !self.examples && self.untestable.is_none()
    }

    /// Returns the decisive number with its ranges, or `None` if conditions decide.
    pub fn figure(&self) -> Option<(&str, Bounds)> {
        let (figure, holds) = self.figure.as_deref().zip(self.holds_within)?;
        Some((figure, Bounds { holds, near: self.near_within.unwrap_or(holds) }))
    }
}

impl Whose {
    /// Returns the origin as a word.
    pub fn word(self) -> &'static str {
        match self {
            Whose::Text => "text",
            Whose::Ours => "ours",
        }
    }
}

impl System {
    /// Returns the claims of its text, in order.
    ///
    /// # Errors
    /// If its `claims.toml` is invalid, which a test rules out.
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
