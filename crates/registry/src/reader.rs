//! Deserialization of parsed TOML, with custom errors for unknown and missing keys and their
//! positions.

use std::fmt::{self, Display};
use std::ops::Range;

use serde::de::value::SeqDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Expected, IntoDeserializer, MapAccess, Unexpected, Visitor,
};
use serde::{Deserializer, forward_to_deserialize_any};
use serde_spanned::de::{SpannedDeserializer, is_spanned};
use toml::Spanned;
use toml::de::{DeString, DeValue};

use oddsmith_base::{Error, Named, Phrase};

/// Deserializes a TOML value, with errors in this project's terms.
pub(super) fn read<'de, T: Deserialize<'de>>(
    value: &'de Spanned<DeValue<'de>>,
) -> Result<T, Misfit> {
    T::deserialize(Reader::Value(value))
}

/// A deserialization error and its position.
#[derive(Debug)]
pub(super) struct Misfit {
    pub error: Error,
    pub span: Option<Range<usize>>,
}

impl Misfit {
    fn new(error: Error) -> Misfit {
        Misfit { error, span: None }
    }

    /// Sets the position, unless a more precise one is set.
    fn at(mut self, span: Range<usize>) -> Misfit {
        self.span.get_or_insert(span);
        self
    }
}

impl Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Misfit {}

impl serde::de::Error for Misfit {
    fn custom<T: Display>(message: T) -> Misfit {
        Misfit::new(Error::question(message.to_string()).with_hint(explained()))
    }

    fn invalid_type(found: Unexpected, expected: &dyn Expected) -> Misfit {
        let found = match found {
            Unexpected::Map => "a table".to_owned(),
            Unexpected::Seq => "a list".to_owned(),
            Unexpected::Str(_) => "a text".to_owned(),
            Unexpected::Bool(flag) => format!("`{flag}`"),
            Unexpected::Signed(number) => format!("`{number}`"),
            Unexpected::Float(number) => format!("`{number}`"),
            other => other.to_string(),
        };
        let expected = match expected.to_string().as_str() {
            "a map" => "a table".to_owned(),
            "a sequence" => "a list".to_owned(),
            "a string" | "string" => "a text".to_owned(),
            "a boolean" => "true or false".to_owned(),
            "i64" | "i32" | "u32" => "a whole number".to_owned(),
            "f64" => "a number".to_owned(),
            other => match other.strip_prefix("struct ") {
                Some(_) => "a table".to_owned(),
                None => other.to_owned(),
            },
        };
        let error = Error::question(format!("expected {expected}, found {found}"));
        Misfit::new(error.with_hint(explained()))
    }

    fn invalid_value(found: Unexpected, expected: &dyn Expected) -> Misfit {
        let error = Error::question(format!("expected {expected}, found {found}"));
        Misfit::new(error.with_hint(explained()))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Misfit {
        Misfit::new(Error::unknown("key", field, "", expected.iter().copied()))
    }

    fn missing_field(field: &'static str) -> Misfit {
        let error = Error::question(format!("`{field}` is missing"));
        Misfit::new(error.with_hint(format!("add `{field} = …`")))
    }
}

/// Returns the hint on where keys are explained.
fn explained() -> Phrase {
    Named::New + " prints a scenario with its keys explained"
}

/// The deserializer of a key or a value.
#[derive(Clone, Copy)]
enum Reader<'de> {
    Key(&'de Spanned<DeString<'de>>),
    Value(&'de Spanned<DeValue<'de>>),
}

impl Reader<'_> {
    fn span(self) -> Range<usize> {
        match self {
            Reader::Key(key) => key.span(),
            Reader::Value(value) => value.span(),
        }
    }
}

impl<'de> IntoDeserializer<'de, Misfit> for Reader<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let wrong = |why: &str| {
            Misfit::new(Error::question(why).with_hint("a number has at most 18 digits"))
        };
        let too_long = |_| wrong("the number has too many digits");
        let value = match self {
            Reader::Key(key) => return visitor.visit_str(key.get_ref()),
            Reader::Value(value) => value.get_ref(),
        };
        let read = match value {
            DeValue::String(text) => visitor.visit_str(text),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_err(too_long)
                .and_then(|number| visitor.visit_i64(number)),
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => visitor.visit_f64(number),
                Err(_) => Err(wrong("this is no number")),
            },
            DeValue::Boolean(flag) => visitor.visit_bool(*flag),
            DeValue::Datetime(date) => visitor.visit_string(date.to_string()),
            DeValue::Array(values) => {
                visitor.visit_seq(SeqDeserializer::new(values.iter().map(Reader::Value)))
            }
            DeValue::Table(table) => visitor.visit_map(Entries { left: table.iter(), value: None }),
        };
        read.map_err(|misfit| misfit.at(self.span()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match is_spanned(name) {
            true => visitor.visit_map(SpannedDeserializer::new(self, self.span())),
            false => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// The entries of a table.
struct Entries<'de, I> {
    left: I,
    value: Option<Reader<'de>>,
}

impl<'de, I> MapAccess<'de> for Entries<'de, I>
where
    I: Iterator<Item = (&'de Spanned<DeString<'de>>, &'de Spanned<DeValue<'de>>)>,
{
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Misfit> {
        let Some((key, value)) = self.left.next() else { return Ok(None) };
        self.value = Some(Reader::Value(value));
        seed.deserialize(Reader::Key(key)).map(Some).map_err(|misfit| misfit.at(key.span()))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        let value = self.value.take().ok_or_else(|| Misfit::new(Error::question("no value")))?;
        seed.deserialize(value).map_err(|misfit| misfit.at(value.span()))
    }
}
