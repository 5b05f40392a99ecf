//! The fields of a check: its numbers and its switches.

use super::Value;
use crate::error::{Error, Result};

/// One field of a check, as `list` shows it.
///
/// # Examples
/// ```
/// use oddsmith::registry::{Field, Value};
///
/// const DC: Field = Field::integer("dc", "points", "what must be reached").named(&[("easy", -5), ("tough", 5)]).required("tough");
/// assert_eq!(DC.read("tough")?, Value::Integer(5));
/// assert_eq!(DC.read("12")?, Value::Integer(12));
/// assert_eq!(DC.read("tuogh").unwrap_err().hint(), Some("did you mean `tough`?"));
/// # Ok::<(), oddsmith::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name: lower case, words joined by `_`.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Whether it must be given.
    pub need: Need,
    /// What it is counted in; empty for switches.
    pub unit: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Where the rule text speaks of it.
    pub source: &'static str,
}

/// What a field may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number of this range, or a name for one.
    Integer {
        /// The lowest.
        low: i32,
        /// The highest.
        high: i32,
        /// Names of numbers, such as difficulties.
        names: &'static [(&'static str, i32)],
    },
    /// True or false.
    Flag,
    /// One of these words; what looks like a number is one.
    Choice(&'static [&'static str]),
    /// A list of whole numbers of this range.
    List {
        /// The lowest.
        low: i32,
        /// The highest.
        high: i32,
        /// The greatest number of numbers.
        most: usize,
    },
}

/// Whether a field must be given, and what it is if it is not; as a person would type it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It must be given; this value is an example.
    Required(&'static str),
    /// It may be left out and is then this.
    Default(&'static str),
}

/// A switch whose words are the values of a type: see [`choice!`](crate::registry::choice).
pub trait Choice: Copy + 'static {
    /// The words.
    const WORDS: &'static [&'static str];
    /// The value of each word.
    const VALUES: &'static [Self];
}

/// Declares a switch: an enum with the word of each of its values.
///
/// ```
/// oddsmith::registry::choice! {
///     /// Whose cards.
///     pub enum Decks {
///         /// Each side its own.
///         Own = "own",
///         /// One for both.
///         One = "one",
///     }
/// }
/// use oddsmith::registry::Choice;
/// assert_eq!(Decks::WORDS, ["own", "one"]);
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __choice {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$note:meta])* $value:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$note])* $value),+ }

        impl $crate::registry::Choice for $name {
            const WORDS: &'static [&'static str] = &[$($word),+];
            const VALUES: &'static [Self] = &[$($name::$value),+];
        }
    };
}
pub use crate::__choice as choice;

impl Field {
    const fn new(name: &'static str, kind: Kind, unit: &'static str, about: &'static str) -> Field {
        Field { name, kind, need: Need::Required(""), unit, about, source: "" }
    }

    /// A whole number from -1000 to 1000.
    pub const fn integer(name: &'static str, unit: &'static str, about: &'static str) -> Field {
        Field::new(name, Kind::Integer { low: -1000, high: 1000, names: &[] }, unit, about)
    }

    /// True or false.
    pub const fn flag(name: &'static str, about: &'static str) -> Field {
        Field::new(name, Kind::Flag, "", about)
    }

    /// One of a few words.
    pub const fn words(name: &'static str, words: &'static [&'static str], about: &'static str) -> Field {
        Field::new(name, Kind::Choice(words), "", about)
    }

    /// One of the words of a [`Choice`].
    pub const fn choice<T: Choice>(name: &'static str, about: &'static str) -> Field {
        Field::words(name, T::WORDS, about)
    }

    /// A list of at most `most` whole numbers from -1000 to 1000.
    pub const fn list(name: &'static str, most: usize, unit: &'static str, about: &'static str) -> Field {
        Field::new(name, Kind::List { low: -1000, high: 1000, most }, unit, about)
    }

    /// The same field, for numbers from `low` to `high`.
    pub const fn range(mut self, low: i32, high: i32) -> Field {
        self.kind = match self.kind {
            Kind::List { most, .. } => Kind::List { low, high, most },
            _ => Kind::Integer { low, high, names: &[] },
        };
        self
    }

    /// The same field, with names for some of its numbers.
    pub const fn named(mut self, names: &'static [(&'static str, i32)]) -> Field {
        if let Kind::Integer { low, high, .. } = self.kind {
            self.kind = Kind::Integer { low, high, names };
        }
        self
    }

    /// The same field, which must be given; `example` is a value it may have.
    pub const fn required(self, example: &'static str) -> Field {
        Field { need: Need::Required(example), ..self }
    }

    /// The same field, which is `value` where it is not given.
    pub const fn default(self, value: &'static str) -> Field {
        Field { need: Need::Default(value), ..self }
    }

    /// The same field, with its place in the rule text.
    pub const fn source(self, source: &'static str) -> Field {
        Field { source, ..self }
    }

    /// The value that a text means for this field.
    ///
    /// # Errors
    /// If it is of the wrong type, out of range, or a word that the field does not know.
    pub fn read(&self, text: &str) -> Result<Value> {
        let wrong = |what: &str| {
            Error::question(format!("`{}={text}` is not {what}", self.name)).with_hint(format!(
                "{} is {}",
                self.name,
                self.values().join(", ")
            ))
        };
        match self.kind {
            Kind::Integer { low, high, names } => {
                match text.parse::<i64>() {
                    Ok(number) if (i64::from(low)..=i64::from(high)).contains(&number) => Ok(Value::Integer(number as i32)),
                    Ok(_) => Err(Error::question(format!("`{}={text}` is out of range", self.name))
                        .with_hint(format!("{} is {low}..{high}", self.name))),
                    Err(_) if names.is_empty() => Err(wrong("a whole number")),
                    Err(_) => match names.iter().find(|(name, _)| *name == plain(text)) {
                        Some(&(_, number)) => Ok(Value::Integer(number)),
                        None if text.contains(|c: char| c.is_ascii_digit()) => Err(wrong("a whole number")),
                        None => Err(Error::unknown(self.name, text, "", names.iter().map(|(name, _)| *name))),
                    },
                }
            }
            Kind::Flag => match text {
                "true" | "false" => Ok(Value::Flag(text == "true")),
                _ => Err(wrong("true or false")),
            },
            Kind::Choice(words) => {
                match words.iter().find(|word| **word == plain(text)) {
                    Some(word) => Ok(Value::guess(word)),
                    None => Err(Error::unknown("value", text, &format!("field `{}`", self.name), words.iter().copied())
                        .with_hint(format!("{} is one of {}", self.name, words.join(", ")))),
                }
            }
            Kind::List { low, high, most } => match Value::list(text) {
                Some(Value::List(numbers)) if numbers.is_empty() || numbers.len() > most => {
                    Err(Error::question(format!("`{}={text}` has {} numbers", self.name, numbers.len()))
                        .with_hint(format!("it takes 1 to {most}")))
                }
                Some(Value::List(numbers)) if numbers.iter().any(|number| !(low..=high).contains(number)) => {
                    Err(Error::question(format!("`{}={text}` is out of range", self.name))
                        .with_hint(format!("its numbers are {low}..{high}")))
                }
                Some(list) => Ok(list),
                None => Err(wrong("a list of whole numbers")),
            },
        }
    }

    /// What it may be, as texts: ranges and names.
    pub fn values(&self) -> Vec<String> {
        match self.kind {
            Kind::Integer { low, high, names } => {
                std::iter::once(format!("{low}..{high}")).chain(names.iter().map(|(name, _)| (*name).to_owned())).collect()
            }
            Kind::Flag => vec!["true".into(), "false".into()],
            Kind::Choice(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            Kind::List { low, high, most } => vec![format!("[…] of 1 to {most} numbers {low}..{high}")],
        }
    }

    /// The name of its kind, as `list --format json` says it.
    pub fn kind_name(&self) -> &'static str {
        match self.kind {
            Kind::Integer { .. } => "integer",
            Kind::Flag => "flag",
            Kind::Choice(_) => "choice",
            Kind::List { .. } => "list",
        }
    }
}

/// A name as the registry spells it: lower case, `_` for spaces.
pub(super) fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace(' ', "_")
}
