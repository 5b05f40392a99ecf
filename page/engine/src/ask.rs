//! What the page sends: a request, and what it needs of the reply.

use std::sync::Arc;

use oddsmith::query::Request;
use oddsmith::systems::Catalogue;
use oddsmith::{Error, Result};
use serde_json::{Map, Value};

/// A request of the page.
#[derive(Clone)]
pub struct Ask {
    pub request: Request,
    /// A field that is set before anything is computed.
    pub set: Option<Change>,
    /// Whether a figure as a file is dark.
    pub dark: bool,
    /// The forms of the reply that are wanted beside its page.
    want: Vec<Want>,
}

/// A field that is set; to nothing, where it is left out.
#[derive(Clone)]
pub struct Change {
    pub question: usize,
    pub field: String,
    pub value: Option<String>,
}

/// A form of a reply.
#[derive(Clone, Copy, PartialEq)]
pub enum Want {
    Json,
    Figure,
    Svg,
    Markdown,
    Bbcode,
    Csv,
}

/// The names of the forms.
const FORMS: [(&str, Want); 6] = [
    ("json", Want::Json),
    ("figure", Want::Figure),
    ("svg", Want::Svg),
    ("markdown", Want::Markdown),
    ("bbcode", Want::Bbcode),
    ("csv", Want::Csv),
];

impl Ask {
    /// Reads one: a request, with the keys `set`, `method`, `dark` and `want` beside its own.
    ///
    /// # Errors
    /// If it is no request.
    pub fn read(text: &str) -> Result<Ask> {
        let wrong = |error: serde_json::Error| Error::question(error.to_string());
        let mut all: Map<String, Value> = serde_json::from_str(text).map_err(wrong)?;
        let [set, method, dark, want] =
            ["set", "method", "dark", "want"].map(|key| all.remove(key));
        let mut request = Request::of_object(&all)?;
        let effort = &mut request.effort;
        match method.as_ref().and_then(Value::as_str) {
            // Exact, or else simulated.
            None | Some("either") => effort.sample_only_if_inexact = true,
            Some("exact") => (effort.exact_only, effort.trials) = (true, None),
            Some("sampled") => effort.sampled_only = true,
            // Both, as the command does.
            Some(_) => {}
        }
        let text = |value: &Value, key: &str| Some(value.get(key)?.as_str()?.to_owned());
        let change = |set: Value| {
            let question = set.get("question")?.as_u64()? as usize;
            Some(Change { question, field: text(&set, "field")?, value: text(&set, "value") })
        };
        let form = |name: &Value| {
            let name = name.as_str()?;
            FORMS.into_iter().find(|(known, _)| *known == name).map(|(_, form)| form)
        };
        let want = want.as_ref().and_then(Value::as_array).into_iter().flatten().filter_map(form);
        let dark = dark.is_some_and(|dark| dark == Value::Bool(true));
        Ok(Ask { request, set: set.and_then(change), dark, want: want.collect() })
    }

    /// Whether a form is wanted.
    pub fn wants(&self, want: Want) -> bool {
        self.want.contains(&want)
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
