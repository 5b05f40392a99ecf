//! Requests of the page: a request of the query package, and the forms of the reply that are
//! needed.

use oddsmith::query::Request;
use oddsmith::systems::Catalogue;
use oddsmith::{Error, Result};
use serde::Deserialize;
use serde_json::{Map, Value};

/// A request of the page.
#[derive(Clone)]
pub struct Ask {
    pub request: Request,
    /// Change of a field to apply before anything is computed.
    pub set: Option<Change>,
    /// True if a figure as a file uses the dark theme.
    pub dark: bool,
    /// Forms of the reply that are wanted in addition to its page.
    want: Vec<Want>,
}

/// Change of a field; `None` as value removes it.
#[derive(Clone, Deserialize)]
pub struct Change {
    pub question: usize,
    pub field: String,
    pub value: Option<String>,
}

/// Form of a reply.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Want {
    Json,
    Figure,
    Svg,
    Markdown,
    Bbcode,
    Csv,
}

impl Ask {
    /// Parses a request from JSON: the keys of a request, and in addition `set`, `method`, `dark`
    /// and `want`.
    ///
    /// # Errors
    /// If it is not a valid request.
    pub fn read(text: &str) -> Result<Ask> {
        let wrong = |error: serde_json::Error| Error::question(error.to_string());
        let mut all: Map<String, Value> = serde_json::from_str(text).map_err(wrong)?;
        let [set, method, dark, want] =
            ["set", "method", "dark", "want"].map(|key| all.remove(key));
        let mut request = Request::of_object(&all)?;
        let effort = &mut request.effort;
        match method.as_ref().and_then(Value::as_str) {
            // Exact if possible, else sampled.
            None | Some("either") => effort.sample_only_if_inexact = true,
            Some("exact") => (effort.exact_only, effort.trials) = (true, None),
            Some("sampled") => effort.sampled_only = true,
            // Both exact and sampled, like the command.
            Some(_) => {}
        }
        let set = set.and_then(|set| Change::deserialize(set).ok());
        let want = want.as_ref().and_then(Value::as_array).into_iter().flatten();
        let want = want.filter_map(|form| Want::deserialize(form).ok()).collect();
        let dark = dark.is_some_and(|dark| dark == Value::Bool(true));
        Ok(Ask { request, set, dark, want })
    }

    /// Returns true if a form is wanted.
    pub fn wants(&self, want: Want) -> bool {
        self.want.contains(&want)
    }

    /// Returns all checks, including the house rules of the request.
    ///
    /// # Errors
    /// If the rules can't be read.
    pub fn catalogue(&self) -> Result<Catalogue> {
        catalogue(self.request.rules.as_ref().map_or("", |rules| &rules.text))
    }
}

/// Returns all checks, including these house rules.
///
/// # Errors
/// If the rules can't be read.
pub fn catalogue(rules: &str) -> Result<Catalogue> {
    if rules.trim().is_empty() { Ok(Catalogue::default()) } else { Catalogue::parse(rules) }
}
