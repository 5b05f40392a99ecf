//! The parsing of texts by a field, and the description of its values.

use std::borrow::Borrow;

use super::value::plain;
use super::{Decimal, Field, Kind, Names, Value, digits};
use oddsmith_base::{Error, Result};

impl Field<'_> {
    /// Parses a text as a value of this field.
    ///
    /// # Errors
    /// If it is of the wrong type, out of range, or an unknown word.
    pub fn read(&self, text: &str) -> Result<Value> {
        let word = if self.verbatim { text.trim().to_owned() } else { plain(text) };
        match self.kind {
            Kind::Integer { none: true, .. } | Kind::Decimal { none: true, .. }
                if word == "none" =>
            {
                Ok(Value::Word(word.into()))
            }
            Kind::Integer { low, high, names, .. } => {
                match names.iter().find(|(name, _)| *name == word) {
                    Some(&(_, number)) => Ok(Value::Integer(number)),
                    None => self.read_number(text, low, high, names),
                }
            }
            Kind::Decimal { low, high, .. } => self.read_decimal(text, low, high),
            Kind::Flag => match word.as_str() {
                "true" | "false" => Ok(Value::Flag(word == "true")),
                _ => Err(self.wrong(text, "true or false")),
            },
            Kind::Choice { words, synonyms } => {
                let meant = synonyms
                    .iter()
                    .find(|(other, _)| *other == word)
                    .map_or(word.as_str(), |(_, meant)| meant);
                match words.iter().find(|known| **known == meant) {
                    Some(known) => Ok(Value::guess(known)),
                    None => Err(self.unknown_word(text, words)),
                }
            }
            Kind::Own(words) => match words.iter().find(|known| **known == word) {
                Some(known) => Ok(Value::Word(known.clone().into())),
                None => Err(self.unknown_word(text, words)),
            },
            Kind::List { least, most, or_size: true, .. } if text.parse::<i128>().is_ok() => {
                self.read_number(text, least as i32, most as i32, &[])
            }
            Kind::List { low, high, least, most, .. } => {
                self.read_list(text, (low, high), (least, most))
            }
            Kind::File { words, .. } => match words.iter().find(|known| **known == word) {
                Some(known) => Ok(Value::guess(known)),
                None => Ok(Value::Word(text.trim().into())),
            },
            Kind::Text { check, .. } => check(&word)
                .map(|()| Value::Word(word.into()))
                .map_err(|error| error.at(format!("in `{}={text}`", self.name))),
            Kind::Expression { read, .. } => read(text.trim()).map(Value::Word),
        }
    }

    /// Converts a value of any type to one of this field, with user-defined names for numbers.
    ///
    /// # Errors
    /// See [`Field::read`].
    pub fn meant(&self, value: &Value, names: &Names) -> Result<Value> {
        match (&self.kind, value) {
            (Kind::Integer { low, high, .. }, Value::Integer(number))
                if (low..=high).contains(&number) =>
            {
                return Ok(value.clone());
            }
            (Kind::Decimal { low, high, .. }, Value::Integer(number))
                if (low..=high).contains(&number) =>
            {
                return Ok(Value::Decimal(Decimal::whole(*number)));
            }
            _ => {}
        }
        let text = value.to_string();
        let plain = match self.kind {
            Kind::Integer { .. } => digits(&text).filter(|number| !number.contains('.')),
            Kind::Decimal { .. } => digits(&text),
            _ => None,
        };
        let text = plain.as_deref().unwrap_or(&text);
        match names.number(self, text) {
            Some(number) if matches!(self.kind, Kind::Integer { .. }) => {
                self.read(&number.to_string())
            }
            _ => self.read(text).map_err(|error| {
                let own: Vec<&str> = names.of(self).map(|(name, _)| name).collect();
                match own.is_empty() || text.contains(|letter: char| letter.is_ascii_digit()) {
                    true => error,
                    false => Error::unknown(self.name, text, "", own),
                }
            }),
        }
    }

    fn unknown_word<W: Borrow<str>>(&self, text: &str, words: &[W]) -> Error {
        let of = format!("field `{}`", self.name);
        let hint = format!("{} is one of {}", self.name, words.join(", "));
        Error::unknown("value", text, &of, words.iter().map(W::borrow)).with_hint(hint)
    }

    fn read_number(&self, text: &str, low: i32, high: i32, names: &[(&str, i32)]) -> Result<Value> {
        // Parse a type wider than any range, so that a typing error is reported as out of range
        // rather than as an unknown word.
        match text.parse::<i128>() {
            Ok(number) if (i128::from(low)..=i128::from(high)).contains(&number) => {
                Ok(Value::Integer(number as i32))
            }
            Ok(_) => Err(Error::question(format!("`{}={text}` is out of range", self.name))
                .with_hint(format!("{} is {low}..{high}", self.name))),
            Err(_) if names.is_empty() || text.contains(|letter: char| letter.is_ascii_digit()) => {
                Err(self.wrong(text, "a whole number"))
            }
            Err(_) => Err(Error::unknown(self.name, text, "", names.iter().map(|(name, _)| *name))),
        }
    }

    fn read_decimal(&self, text: &str, low: i32, high: i32) -> Result<Value> {
        match Decimal::read(text) {
            Some(number) if (Decimal::whole(low)..=Decimal::whole(high)).contains(&number) => {
                Ok(Value::Decimal(number))
            }
            Some(_) => Err(Error::question(format!("`{}={text}` is out of range", self.name))
                .with_hint(format!("{} is {low}..{high}", self.name))),
            None => Err(self.wrong(text, "a number, or has more than twelve decimals")),
        }
    }

    fn read_list(
        &self,
        text: &str,
        (low, high): (i32, i32),
        (least, most): (usize, usize),
    ) -> Result<Value> {
        match Value::list(text) {
            Some(Value::List(numbers)) if !(least..=most).contains(&numbers.len()) => {
                let error = Error::question(format!(
                    "`{}={text}` has {} numbers",
                    self.name,
                    numbers.len()
                ));
                Err(error.with_hint(format!("it takes {least} to {most}")))
            }
            Some(Value::List(numbers))
                if numbers.iter().any(|number| !(low..=high).contains(number)) =>
            {
                let error = Error::question(format!("`{}={text}` is out of range", self.name));
                Err(error.with_hint(format!("its numbers are {low}..{high}")))
            }
            Some(list) => Ok(list),
            None => Err(self.wrong(text, "a list of whole numbers")),
        }
    }

    fn wrong(&self, text: &str, what: &str) -> Error {
        let hint = format!("{} is {}", self.name, self.values().join(", "));
        Error::question(format!("`{}={text}` is not {what}", self.name)).with_hint(hint)
    }

    /// Returns its valid values as texts: ranges and names.
    pub fn values(&self) -> Vec<String> {
        match self.kind {
            Kind::Integer { low, high, names, none } => {
                let others = names.iter().map(|(name, _)| *name).chain(none.then_some("none"));
                std::iter::once(format!("{low}..{high}")).chain(others.map(str::to_owned)).collect()
            }
            Kind::Decimal { low, high, none } => {
                let numbers = format!("{low}..{high}, decimals too");
                std::iter::once(numbers).chain(none.then(|| "none".to_owned())).collect()
            }
            Kind::Flag => vec!["true".into(), "false".into()],
            Kind::Choice { words, .. } => words.iter().map(|word| (*word).to_owned()).collect(),
            Kind::Own(words) => words.to_vec(),
            Kind::Text { values, .. } | Kind::Expression { values, .. } => vec![values.to_owned()],
            Kind::File { words, about } => {
                words.iter().chain([&about]).map(|value| (*value).to_owned()).collect()
            }
            Kind::List { low, high, least, most, or_size } => {
                let size = or_size.then(|| format!("{least}..{most}"));
                let list = format!("[…] of {least} to {most} numbers {low}..{high}");
                std::iter::once(list).chain(size).collect()
            }
        }
    }

    /// Returns the name of its type, as in `list --format json`.
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Integer { .. } => "integer",
            Kind::Decimal { .. } => "decimal",
            Kind::Flag => "flag",
            Kind::Choice { .. } | Kind::Own(_) => "choice",
            Kind::List { .. } => "list",
            Kind::Text { .. } | Kind::Expression { .. } => "text",
            Kind::File { .. } => "file",
        }
    }
}
