//! The fields of a check: its parameters.

use super::{Choice, Word};
use oddsmith_base::Result;

/// A field of a check, as shown by `list`.
///
/// # Examples
/// ```
/// use oddsmith_registry::{Field, Value};
///
/// const DC: Field = Field::number("dc", "what must be reached").named(&[("easy", -5), ("tough", 5)]).required("tough");
/// assert_eq!(DC.read("tough")?, Value::Integer(5));
/// assert_eq!(DC.read("12")?, Value::Integer(12));
/// assert_eq!(DC.read("tuogh").unwrap_err().hint().unwrap().to_string(), "did you mean `tough`?");
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Field<'n> {
    /// The name: lower case, words joined by `_`.
    pub name: &'n str,
    /// The type and range of its values.
    pub kind: Kind<'n>,
    /// The requirement to give it, or its default.
    pub need: Need<'n>,
    /// The unit; empty for switches.
    pub unit: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The place in the rule text.
    pub source: &'static str,
    /// True if it is a difficulty, of which higher numbers are harder: user-defined names for one
    /// difficulty apply to all.
    pub difficulty: bool,
    /// True if it selects an interpretation that the rule text leaves open, rather than a number or
    /// choice of play.
    pub reading: bool,
    /// True if text is kept as typed: a file name, a table.
    pub verbatim: bool,
    /// Names of numbers that are accepted but not listed, since the rule text uses other words, or
    /// none.
    pub unlisted: &'static [&'static str],
    /// The values with which a check has no exact law in any reasonable budget, so that it is only
    /// sampled.
    pub too_large: &'static [&'static str],
    /// The usual range in play, if [`Field::usual_range`] would guess wrong.
    pub usual: Option<(i32, i32)>,
}

/// A static text.
type Text = &'static str;

/// Validates or parses a text.
type Check<T> = fn(&str) -> Result<T>;

/// The type of a field and its permitted values.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'n> {
    /// An integer in this range, or a name for one.
    Integer {
        /// The minimum.
        low: i32,
        /// The maximum.
        high: i32,
        /// Names of numbers, such as difficulties.
        names: &'static [(&'static str, i32)],
        /// True if it may be `none` instead of a number.
        none: bool,
    },
    /// A number in this range that may have decimals.
    Decimal {
        /// The minimum.
        low: i32,
        /// The maximum.
        high: i32,
        /// True if it may be `none` instead of a number.
        none: bool,
    },
    /// True or false.
    Flag,
    /// One of these words, some of which may look like numbers.
    Choice {
        /// The words.
        words: &'static [&'static str],
        /// Synonyms of some words.
        synonyms: &'static [(&'static str, &'static str)],
    },
    /// One of these user-defined words.
    Own(&'n [String]),
    /// A list of integers in this range.
    List {
        /// The minimum.
        low: i32,
        /// The maximum.
        high: i32,
        /// The minimum length.
        least: usize,
        /// The maximum length.
        most: usize,
        /// True if a single number gives the length of the list instead of its element.
        or_size: bool,
    },
    /// A text in a small language, such as dice notation. `_` and space are equivalent.
    Text {
        /// A description of the valid values.
        values: &'static str,
        /// Validates a text.
        check: fn(&str) -> Result<()>,
    },
    /// One of these words, or the path of a file, kept as typed.
    File {
        /// The words.
        words: &'static [&'static str],
        /// A description of the file.
        about: &'static str,
    },
    /// An expression, in which `_` is part of names.
    Expression {
        /// A description of the valid values.
        values: &'static str,
        /// Parses the text; equivalent expressions have equal spelling.
        read: fn(&str) -> Result<Word>,
    },
}

/// The requirement to give a field, or its default, as typed by a user.
#[derive(Clone, Copy, Debug)]
pub enum Need<'n> {
    /// The field is required; this is an example value. If it may also be `none` it can be omitted,
    /// and its check then requires other fields instead.
    Required(&'static str),
    /// The field is optional, with this default.
    Default(&'n str),
    /// The field is optional and defaults to a combination of the fields before it.
    Follows {
        /// The rule in words: "5 x attribute".
        rule: &'static str,
        /// The terms of the sum: fields before it with their factors; the result is `none` if one
        /// of them is.
        sum: &'static [(&'static str, i32)],
    },
    /// The field is optional and defaults to the value of this field before it, for the other side
    /// of a fight between equals.
    Same(&'n str),
}

impl<'n> Field<'n> {
    const fn new(name: &'n str, kind: Kind<'n>, about: Text) -> Self {
        Field {
            name,
            kind,
            need: Need::Required(""),
            unit: "",
            about,
            source: "",
            difficulty: false,
            reading: false,
            verbatim: false,
            unlisted: &[],
            too_large: &[],
            usual: None,
        }
    }

    /// Creates an integer field from -1000 to 1000, with the default 0.
    pub const fn integer(name: &'n str, unit: Text, about: Text) -> Self {
        let kind = Kind::Integer { low: -1000, high: 1000, names: &[], none: false };
        Field { unit, ..Field::new(name, kind, about).default("0") }
    }

    /// Creates an integer field without a unit from -1000 to 1000, such as a bonus or a difficulty,
    /// with the default 0.
    pub const fn number(name: &'n str, about: Text) -> Self {
        Field::integer(name, "", about)
    }

    /// Creates a decimal field from 0 to 1000, with the default 0.
    pub const fn decimal(name: &'n str, unit: Text, about: Text) -> Self {
        let kind = Kind::Decimal { low: 0, high: 1000, none: false };
        Field { unit, ..Field::new(name, kind, about).default("0") }
    }

    /// Creates a decimal field from 0 to 1, with the default 0.
    pub const fn share(name: &'n str, unit: Text, about: Text) -> Self {
        Field::decimal(name, unit, about).range(0, 1)
    }

    /// Creates a flag, with the default false.
    pub const fn flag(name: &'n str, about: Text) -> Self {
        Field::new(name, Kind::Flag, about).default("false")
    }

    /// Creates a field with a few words, of which the first is the default.
    pub const fn words(name: &'n str, words: &'static [Text], about: Text) -> Self {
        Field::new(name, Kind::Choice { words, synonyms: &[] }, about).default(words[0])
    }

    /// Creates a field with the words of a [`Choice`], of which the first is the default.
    pub const fn choice<T: Choice>(name: &'n str, about: Text) -> Self {
        Field::words(name, T::WORDS, about)
    }

    /// Creates a list of at most `most` integers from -1000 to 1000.
    pub const fn list(name: &'n str, most: usize, unit: Text, about: Text) -> Self {
        let (low, high, or_size) = (-1000, 1000, false);
        let kind = Kind::List { low, high, least: 1, most, or_size };
        Field { unit, ..Field::new(name, kind, about) }
    }

    /// Creates a text in a small language, validated by `check`.
    pub const fn text(name: &'n str, values: Text, check: Check<()>, about: Text) -> Self {
        Field::new(name, Kind::Text { values, check }, about)
    }

    /// Creates a field with a few words, of which the first is the default, or a file described by
    /// `values`.
    pub const fn file(name: &'n str, words: &'static [Text], values: Text, about: Text) -> Self {
        Field::new(name, Kind::File { words, about: values }, about).default(words[0])
    }

    /// Creates an expression, parsed by `read`.
    pub const fn expression(name: &'n str, values: Text, read: Check<Word>, about: Text) -> Self {
        Field::new(name, Kind::Expression { values, read }, about)
    }

    /// Creates a field with user-defined words.
    pub const fn own(name: &'n str, words: &'n [String], about: Text) -> Self {
        Field::new(name, Kind::Own(words), about)
    }

    /// Sets the range of numbers.
    pub const fn range(mut self, from: i32, to: i32) -> Self {
        if let Kind::Integer { low, high, .. }
        | Kind::Decimal { low, high, .. }
        | Kind::List { low, high, .. } = &mut self.kind
        {
            (*low, *high) = (from, to);
        }
        self
    }

    /// Sets names for some of its numbers.
    pub const fn named(mut self, numbers: &'static [(&'static str, i32)]) -> Self {
        if let Kind::Integer { names, .. } = &mut self.kind {
            *names = numbers;
        }
        self
    }

    /// Allows `none`, which becomes the default if the field has one.
    pub const fn or_none(mut self) -> Self {
        if let Kind::Integer { none, .. } | Kind::Decimal { none, .. } = &mut self.kind {
            *none = true;
        }
        if let Need::Default(usual) = &mut self.need {
            *usual = "none";
        }
        self
    }

    /// Allows an empty list.
    pub const fn or_empty(mut self) -> Self {
        if let Kind::List { least, .. } = &mut self.kind {
            *least = 0;
        }
        self
    }

    /// Makes a single number give the length of the list.
    pub const fn or_size(mut self) -> Self {
        if let Kind::List { or_size, .. } = &mut self.kind {
            *or_size = true;
        }
        self
    }

    /// Sets synonyms for some of its words.
    pub const fn also(mut self, others: &'static [(&'static str, &'static str)]) -> Self {
        if let Kind::Choice { synonyms, .. } = &mut self.kind {
            *synonyms = others;
        }
        self
    }

    /// Makes the field required; `example` is a valid value.
    pub const fn required(self, example: &'static str) -> Self {
        Field { need: Need::Required(example), ..self }
    }

    /// Sets the default.
    pub const fn default(self, value: &'n str) -> Self {
        Field { need: Need::Default(value), ..self }
    }

    /// Makes the field default to a weighted sum of fields before it; `rule` describes the sum.
    pub const fn follows(self, rule: Text, sum: &'static [(Text, i32)]) -> Self {
        Field { need: Need::Follows { rule, sum }, ..self }
    }

    /// Makes the field default to the value of the field `other` before it.
    pub const fn same_as(self, other: &'n str) -> Self {
        Field { need: Need::Same(other), ..self }
    }

    /// The same field with the name `name`.
    pub const fn called(self, name: &'n str) -> Self {
        Field { name, ..self }
    }

    /// The same field, counted in `unit`.
    pub const fn unit(self, unit: &'static str) -> Self {
        Field { unit, ..self }
    }

    /// The same field as a choice of `words`, of which the first is the default.
    pub const fn one_of(self, words: &'static [Text]) -> Self {
        Field { kind: Kind::Choice { words, synonyms: &[] }, ..self }.default(words[0])
    }

    /// The same text, which `values` describes and `check` accepts.
    pub const fn checked(self, values: Text, check: Check<()>) -> Self {
        Field { kind: Kind::Text { values, check }, ..self }
    }

    /// The same list, of at most `numbers` numbers.
    pub const fn at_most(mut self, numbers: usize) -> Self {
        if let Kind::List { most, .. } = &mut self.kind {
            *most = numbers;
        }
        self
    }

    /// Sets the description.
    pub const fn about(self, about: &'static str) -> Self {
        Field { about, ..self }
    }

    /// Returns this field for the own side, and a copy under another name for the other side, which
    /// defaults to the value of the first.
    pub const fn both(self, name: &'n str, about: &'static str) -> [Field<'n>; 2] {
        [self, Field { name, about, ..self.same_as(self.name) }]
    }

    /// Marks the field as a difficulty.
    pub const fn difficulty(self) -> Self {
        Field { difficulty: true, ..self }
    }

    /// Keeps the text as typed.
    pub const fn verbatim(self) -> Self {
        Field { verbatim: true, ..self }
    }

    /// Marks the field as an interpretation that the rule text leaves open.
    pub const fn reading(self) -> Self {
        Field { reading: true, ..self }
    }

    /// Sets values with which a check is too large for an exact law.
    pub const fn too_large(self, values: &'static [&'static str]) -> Self {
        Field { too_large: values, ..self }
    }

    /// Sets the usual range in play.
    pub const fn default_range(self, low: i32, high: i32) -> Self {
        Field { usual: Some((low, high)), ..self }
    }

    /// Accepts these names of its numbers without listing them.
    pub const fn unlisted(self, unlisted: &'static [&'static str]) -> Self {
        Field { unlisted, ..self }
    }

    /// Returns the names of some of its numbers.
    pub const fn named_numbers(&self) -> &'static [(&'static str, i32)] {
        match self.kind {
            Kind::Integer { names, .. } => names,
            _ => &[],
        }
    }

    /// Sets the place in the rule text.
    pub const fn source(self, source: &'static str) -> Self {
        Field { source, ..self }
    }
}

/// The fields of one side: element `side` of each pair, where 0 is the own side.
pub const fn side<const N: usize>(
    pairs: [[Field<'static>; 2]; N],
    side: usize,
) -> [Field<'static>; N] {
    let mut fields = [pairs[0][side]; N];
    let mut place = 1;
    while place < N {
        fields[place] = pairs[place][side];
        place += 1;
    }
    fields
}
