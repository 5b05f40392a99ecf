//! Requests as JSON: an object with `do`, `questions`, `rules`, `program` and the keys of options.

use oddsmith_base::{Error, Result};
use oddsmith_registry::Choice;
use serde_json::{Map, Value};

use crate::parameters::{PARAMETERS, Parameter};
use crate::request::{Action, Request, Source};
use crate::slot::{OptionField, OptionValue};

impl Request {
    /// Parses a JSON object.
    ///
    /// # Errors
    /// If a key is unknown, or its value has another type or is out of range.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_query::Request;
    ///
    /// let request = Request::of_json(r#"{"questions": ["d20 vs 15"], "seed": 7}"#)?;
    /// assert_eq!(request.effort.seed, Some(7));
    /// assert_eq!(Request::of_json(&request.json())?, request);
    /// # Ok::<(), oddsmith_base::Error>(())
    /// ```
    pub fn of_json(text: &str) -> Result<Request> {
        match serde_json::from_str(text) {
            Ok(Value::Object(object)) => Request::of_object(&object),
            Ok(_) => Err(Error::question("a request is an object")
                .with_hint("write `{\"questions\": [\"4d6kh3\"]}`")),
            Err(error) => Err(Error::question(format!("the request is no JSON: {error}"))
                .with_hint("write `{\"questions\": [\"4d6kh3\"]}`")),
        }
    }

    /// Converts a parsed JSON object to a request.
    ///
    /// # Errors
    /// Returns an error if [`Request::of_json`] would.
    pub fn of_object(object: &Map<String, Value>) -> Result<Request> {
        let mut request = Request::default();
        for (key, value) in object {
            let set = request.set(key, value);
            set.map_err(|error| error.at(format!("in `{key}`")))?;
        }
        Ok(request.with_compare_action())
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<()> {
        let text = || {
            let none = || Error::question("this is no text").with_hint("write it in quotes");
            value.as_str().map(str::to_owned).ok_or_else(none)
        };
        let source = || {
            let text = text()?;
            Ok::<_, Error>(
                Some(Source { file: None, text }).filter(|it| !it.text.trim().is_empty()),
            )
        };
        match key {
            "do" => {
                let name = text()?;
                let unknown = || Error::unknown("action", &name, "", Action::WORDS.iter().copied());
                self.action = Action::named(&name).ok_or_else(unknown)?;
            }
            "questions" => {
                for question in several(value) {
                    let none = || Error::question("a question is a text");
                    let text = question.as_str().ok_or_else(none);
                    self.questions
                        .push(text.map_err(|it| it.with_hint("write it in quotes"))?.to_owned());
                }
            }
            "rules" => self.rules = source()?,
            "program" => self.program = source()?,
            key => {
                let parameter = Parameter::by_key(key).ok_or_else(|| {
                    let known = ["do", "questions", "rules", "program"].into_iter();
                    let all = known.chain(PARAMETERS.iter().map(|parameter| parameter.key));
                    Error::unknown("key", key, "a request", all)
                })?;
                for value in several(value) {
                    let slot = (parameter.slot)(self);
                    match value {
                        Value::Null => {}
                        Value::Bool(switch) => slot.set(OptionValue::Switch(*switch))?,
                        Value::String(text) => slot.set(OptionValue::Text(text))?,
                        other => slot.set(OptionValue::Text(&other.to_string()))?,
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the request as a JSON object on one line.
    pub fn json(&self) -> String {
        let mut object = Map::new();
        let mut add = |key: &str, value: Value| drop(object.insert(key.to_owned(), value));
        add("do", self.action.word().into());
        add("questions", self.questions.clone().into());
        for (key, source) in [("rules", &self.rules), ("program", &self.program)] {
            if let Some(source) = source {
                add(key, source.text.clone().into());
            }
        }
        let mut request = self.clone();
        for (parameter, values) in self.options() {
            let number = |text: &str| serde_json::from_str(text).unwrap_or(Value::Null);
            let value = match (parameter.slot)(&mut request) {
                OptionField::Switch(_) => true.into(),
                OptionField::Count(_) | OptionField::Score(_) | OptionField::Share(_) => {
                    number(&values[0])
                }
                OptionField::Shares(_) => values[0].split(',').map(number).collect(),
                OptionField::Texts(_) => values.into(),
                OptionField::Text(_) | OptionField::View(_) => values[0].clone().into(),
            };
            add(parameter.key, value);
        }
        Value::Object(object).to_string()
    }
}

/// Returns the values of a list, or the value itself if it is not a list.
fn several(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(values) => values.iter().collect(),
        one => vec![one],
    }
}
