//! Requests as calls of the Python module.

use crate::request::Request;
use crate::slot::OptionField;

impl Request {
    /// Returns the Python call that gives the same results.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_query::Request;
    ///
    /// let mut request = Request::odds(["4d6kh3"]);
    /// (request.effort.trials, request.of) = (Some(50), Some("hit".to_owned()));
    /// assert_eq!(request.call(), r#"oddsmith.odds("4d6kh3", trials=50, of="hit")"#);
    /// ```
    pub fn call(&self) -> String {
        let first = match &self.program {
            Some(program) => vec![literal(&program.text)],
            None => self.questions.iter().map(|text| literal(text.trim())).collect(),
        };
        let mut request = self.clone();
        let options = self.options().into_iter().map(|(parameter, values)| {
            let written: Vec<String> = match (parameter.slot)(&mut request) {
                OptionField::Switch(_) => vec!["True".to_owned()],
                OptionField::Text(_) | OptionField::Texts(_) | OptionField::View(_) => {
                    values.iter().map(|value| literal(value)).collect()
                }
                OptionField::Shares(_) => values[0].split(',').map(str::to_owned).collect(),
                OptionField::Count(_) | OptionField::Score(_) | OptionField::Share(_) => values,
            };
            let value = match &written[..] {
                [one] => one.clone(),
                several => format!("[{}]", several.join(", ")),
            };
            format!("{}={value}", parameter.key)
        });
        let rules = self.rules.as_ref().map(|rules| match &rules.file {
            Some(file) => format!("rules=oddsmith.rules(pathlib.Path({}))", literal(file)),
            None => format!("rules=oddsmith.rules({})", literal(&rules.text)),
        });
        let all: Vec<String> = first.into_iter().chain(options).chain(rules).collect();
        format!("oddsmith.{}({})", self.verb(), all.join(", "))
    }
}

/// Returns a text as a Python string literal.
fn literal(text: &str) -> String {
    let mut literal = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => literal.extend(['\\', letter]),
            '\n' => literal += "\\n",
            letter if letter.is_control() => literal += &format!("\\u{:04x}", u32::from(letter)),
            letter => literal.push(letter),
        }
    }
    literal + "\""
}
