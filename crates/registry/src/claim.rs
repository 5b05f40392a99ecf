//! Claims: what a rule text says in numbers, and how it is tested, as data.

use std::collections::BTreeMap;

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
    /// In place of both, and wherever it takes play: the number that decides, as an expression.
    pub figure: Option<String>,
    /// Where that number is if the claim holds: from, to.
    pub holds_within: Option<[f64; 2]>,
    /// Where it is if the claim nearly holds, which takes in the former.
    pub near_within: Option<[f64; 2]>,
    /// Settings that the text leaves to the table, each with what it may be, the usual first: where
    /// another turns the verdict, the claim depends on it. `<<name>>` stands for one in the question
    /// and in the conditions.
    #[serde(default)]
    pub settings: BTreeMap<String, Vec<String>>,
    /// Whose claim it is.
    #[serde(default)]
    pub whose: Whose,
    /// Why it can't be tested, where it can't.
    pub untestable: Option<String>,
    /// Whether it is that the worked examples come out as the text says.
    #[serde(default)]
    pub examples: bool,
    /// The command that shows it.
    pub command: String,
}

/// Whose claim it is.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// The text says so, in the section that is its source.
    #[default]
    Text,
    /// A comparison of ours, which a reader of the text may make: not counted among the text's.
    Ours,
}

/// Where the number that decides a claim is if it holds, or nearly does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// From, to, if it holds.
    pub holds: [f64; 2],
    /// If it nearly does.
    pub near: [f64; 2],
}

impl Bounds {
    /// The verdict on a number that is in an interval: what the interval does not decide is
    /// undecided.
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
    /// Whether a question decides it: neither its examples, nor that it can't be tested.
    pub fn is_asked(&self) -> bool {
        !self.examples && self.untestable.is_none()
    }

    /// The number that decides it, and where that is if it holds; `None` where conditions do.
    pub fn figure(&self) -> Option<(&str, Bounds)> {
        let (figure, holds) = self.figure.as_deref().zip(self.holds_within)?;
        Some((figure, Bounds { holds, near: self.near_within.unwrap_or(holds) }))
    }
}

impl Whose {
    /// As a word.
    pub fn word(self) -> &'static str {
        match self {
            Whose::Text => "text",
            Whose::Ours => "ours",
        }
    }
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
