//! What the page sends: a request, and what it needs of the reply.

use std::sync::Arc;

use oddsmith::query::Request;
use oddsmith::systems::Catalogue;
use oddsmith::{Error, Result};
use serde::Deserialize;
use serde_json::{Map, Value};

/// A request of the page.
#[derive(Clone)]
pub struct Ask {
    pub request: Request,
    pub extras: Extras,
}

/// The keys that stand beside those of a request.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct Extras {
    /// A field that is set before anything is computed.
    pub set: Option<Change>,
    /// How the results are computed.
    method: Method,
    /// Whether a figure as a file is dark.
    pub dark: bool,
    /// The forms of the reply that are wanted beside its page.
    want: Vec<Want>,
}

/// The keys of [`Extras`].
const EXTRAS: [&str; 4] = ["set", "method", "dark", "want"];

/// How the results are computed.
#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Method {
    /// Exact, or else simulated.
    #[default]
    Either,
    /// Both, as the command does.
    Both,
    Exact,
    Sampled,
}

/// A field that is set; to nothing, where it is left out.
#[derive(Clone, Deserialize)]
pub struct Change {
    pub question: usize,
    pub field: String,
    pub value: Option<String>,
}

/// A form of a reply.
#[derive(Clone, Copy, Deserialize, PartialEq)]
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
    /// Reads one.
    ///
    /// # Errors
    /// If it is no request.
    pub fn read(text: &str) -> Result<Ask> {
        let wrong = |error: serde_json::Error| Error::question(error.to_string());
        let mut all: Map<String, Value> = serde_json::from_str(text).map_err(wrong)?;
        let extras = EXTRAS.iter().filter_map(|key| all.remove_entry(*key));
        let extras: Map<String, Value> = extras.collect();
        let extras: Extras = serde_json::from_value(Value::Object(extras)).map_err(wrong)?;
        let mut request = Request::of_object(&all)?;
        let effort = &mut request.effort;
        match extras.method {
            Method::Either => effort.sample_only_if_inexact = true,
            Method::Both => {}
            Method::Exact => (effort.exact_only, effort.trials) = (true, None),
            Method::Sampled => effort.sampled_only = true,
        }
        Ok(Ask { request, extras })
    }

    /// Whether a form is wanted.
    pub fn wants(&self, want: Want) -> bool {
        self.extras.want.contains(&want)
    }

    /// The checks that there are, with the house rules of the request.
    ///
    /// # Errors
    /// If the rules can't be read.
    pub fn catalogue(&self) -> Result<Arc<Catalogue>> {
        catalogue(self.request.rules.as_ref().map_or("", |rules| &rules.text))
    }
}

/// The checks that there are, with these house rules.
///
/// # Errors
/// If the rules can't be read.
pub fn catalogue(rules: &str) -> Result<Arc<Catalogue>> {
    let read =
        if rules.trim().is_empty() { Ok(Catalogue::default()) } else { Catalogue::parse(rules) };
    read.map(Arc::new)
}
