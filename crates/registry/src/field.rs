//! The fields of a check: its numbers and its switches.

use super::Choice;
use oddsmith_base::Result;

/// One field of a check, as `list` shows it.
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
    /// Its name: lower case, words joined by `_`.
    pub name: &'n str,
    /// What it may be.
    pub kind: Kind<'n>,
    /// Whether it must be given.
    pub need: Need<'n>,
    /// What it is counted in; empty for switches.
    pub unit: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Where the rule text speaks of it.
    pub source: &'static str,
    /// Whether it is a difficulty, of which a higher number is harder: names of one's own for one
    /// are names for all.
    pub difficulty: bool,
    /// Whether it is a reading that the rule text leaves open, and no number or choice of play.
    pub reading: bool,
    /// Whether a text is kept as it is typed: a file's name, a table.
    pub verbatim: bool,
    /// Names of its numbers that are known and not listed: the rule text has other words, or none.
    pub unlisted: &'static [&'static str],
    /// The values with which a check has no law in any budget that is asked for: it is sampled
    /// alone.
    pub too_large: &'static [&'static str],
    /// The numbers that play mostly has, where [`Field::usual_range`] would guess otherwise.
    pub usual: Option<(i32, i32)>,
}

/// Words of the code.
type Text = &'static str;

/// What understands a text.
type Check<T> = fn(&str) -> Result<T>;

/// What a field may be.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'n> {
    /// A whole number of this range, or a name for one.
    Integer {
        /// The lowest.
        low: i32,
        /// The highest.
        high: i32,
        /// Names of numbers, such as difficulties.
        names: &'static [(&'static str, i32)],
        /// Whether it may be `none`, which is no number.
        none: bool,
    },
    /// A number of this range that may have decimals.
    Decimal {
        /// The lowest.
        low: i32,
        /// The highest.
        high: i32,
        /// Whether it may be `none`, which is no number.
        none: bool,
    },
    /// True or false.
    Flag,
    /// One of these words; what looks like a number is one.
    Choice {
        /// The words.
        words: &'static [&'static str],
        /// Other words for some of them.
        synonyms: &'static [(&'static str, &'static str)],
    },
    /// One of these words, which a user declared.
    Own(&'n [String]),
    /// A list of whole numbers of this range.
    List {
        /// The lowest.
        low: i32,
        /// The highest.
        high: i32,
        /// The least number of numbers.
        least: usize,
        /// The greatest number of numbers.
        most: usize,
        /// Whether a lone number says how many there are, and not which.
        or_size: bool,
    },
    /// A text in a language of its own: dice, say. `_` and space are the same.
    Text {
        /// What it may be, in words.
        values: &'static str,
        /// Whether a text is one of them.
        check: fn(&str) -> Result<()>,
    },
    /// One of these words, or the path of a file as it was typed.
    File {
        /// The words.
        words: &'static [&'static str],
        /// What the file is, in words.
        about: &'static str,
    },
    /// An expression, in which `_` is part of names.
    Expression {
        /// What it may be, in words.
        values: &'static str,
        /// The text as it counts: what is the same is spelled the same.
        read: fn(&str) -> Result<String>,
    },
}

/// Whether a field must be given, and what it is if it is not; as a person would type it.
#[derive(Clone, Copy, Debug)]
pub enum Need<'n> {
    /// It must be given; this value is an example. Where it may also be `none` it may be left out:
    /// its check then asks for others in its place.
    Required(&'static str),
    /// It may be left out and is then this.
    Default(&'n str),
    /// It may be left out and then follows from the fields before it.
    Follows {
        /// How, in words: "5 x attribute".
        rule: &'static str,
        /// The fields before it that it is the sum of, each so many times; `none` where one of them
        /// is.
        sum: &'static [(&'static str, i32)],
    },
    /// It may be left out and is then the same as this field, which stands before it: the other
    /// side of a fight between equals.
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

    /// A whole number from -1000 to 1000; 0 where nothing else is said.
    pub const fn integer(name: &'n str, unit: Text, about: Text) -> Self {
        let kind = Kind::Integer { low: -1000, high: 1000, names: &[], none: false };
        Field { unit, ..Field::new(name, kind, about).default("0") }
    }

    /// A whole number without a unit from -1000 to 1000, as a bonus or a difficulty; 0 where nothing
    /// else is said.
    pub const fn number(name: &'n str, about: Text) -> Self {
        Field::integer(name, "", about)
    }

    /// A number from 0 to 1000 that may have decimals; 0 where nothing else is said.
    pub const fn decimal(name: &'n str, unit: Text, about: Text) -> Self {
        let kind = Kind::Decimal { low: 0, high: 1000, none: false };
        Field { unit, ..Field::new(name, kind, about).default("0") }
    }

    /// A part of a whole, from 0 to 1; 0 where nothing else is said.
    pub const fn share(name: &'n str, unit: Text, about: Text) -> Self {
        Field::decimal(name, unit, about).range(0, 1)
    }

    /// True or false; false where nothing else is said.
    pub const fn flag(name: &'n str, about: Text) -> Self {
        Field::new(name, Kind::Flag, about).default("false")
    }

    /// One of a few words; the first where nothing else is said.
    pub const fn words(name: &'n str, words: &'static [Text], about: Text) -> Self {
        Field::new(name, Kind::Choice { words, synonyms: &[] }, about).default(words[0])
    }

    /// One of the words of a [`Choice`]; the first where nothing else is said.
    pub const fn choice<T: Choice>(name: &'n str, about: Text) -> Self {
        Field::words(name, T::WORDS, about)
    }

    /// A list of at most `most` whole numbers from -1000 to 1000.
    pub const fn list(name: &'n str, most: usize, unit: Text, about: Text) -> Self {
        let (low, high, or_size) = (-1000, 1000, false);
        let kind = Kind::List { low, high, least: 1, most, or_size };
        Field { unit, ..Field::new(name, kind, about) }
    }

    /// A text in a language of its own, which `check` understands.
    pub const fn text(name: &'n str, values: Text, check: Check<()>, about: Text) -> Self {
        Field::new(name, Kind::Text { values, check }, about)
    }

    /// One of a few words, the first where nothing else is said, or a file; `values` says what
    /// file.
    pub const fn file(name: &'n str, words: &'static [Text], values: Text, about: Text) -> Self {
        Field::new(name, Kind::File { words, about: values }, about).default(words[0])
    }

    /// An expression, which `read` spells as it counts.
    pub const fn expression(name: &'n str, values: Text, read: Check<String>, about: Text) -> Self {
        Field::new(name, Kind::Expression { values, read }, about)
    }

    /// One of a user's words.
    pub const fn own(name: &'n str, words: &'n [String], about: Text) -> Self {
        Field::new(name, Kind::Own(words), about)
    }

    /// The same field, for numbers from `low` to `high`.
    pub const fn range(mut self, from: i32, to: i32) -> Self {
        if let Kind::Integer { low, high, .. }
        | Kind::Decimal { low, high, .. }
        | Kind::List { low, high, .. } = &mut self.kind
        {
            (*low, *high) = (from, to);
        }
        self
    }

    /// The same field, with names for some of its numbers.
    pub const fn named(mut self, numbers: &'static [(&'static str, i32)]) -> Self {
        if let Kind::Integer { names, .. } = &mut self.kind {
            *names = numbers;
        }
        self
    }

    /// The same field, which may also be `none`, and is where it has a default and nothing else is
    /// said.
    pub const fn or_none(mut self) -> Self {
        if let Kind::Integer { none, .. } | Kind::Decimal { none, .. } = &mut self.kind {
            *none = true;
        }
        if let Need::Default(usual) = &mut self.need {
            *usual = "none";
        }
        self
    }

    /// The same field, whose list may be empty.
    pub const fn or_empty(mut self) -> Self {
        if let Kind::List { least, .. } = &mut self.kind {
            *least = 0;
        }
        self
    }

    /// The same field, where a lone number says how many there are, and not which.
    pub const fn or_size(mut self) -> Self {
        if let Kind::List { or_size, .. } = &mut self.kind {
            *or_size = true;
        }
        self
    }

    /// The same field, with other words for some of its words.
    pub const fn also(mut self, others: &'static [(&'static str, &'static str)]) -> Self {
        if let Kind::Choice { synonyms, .. } = &mut self.kind {
            *synonyms = others;
        }
        self
    }

    /// The same field, which must be given; `example` is a value it may have.
    pub const fn required(self, example: &'static str) -> Self {
        Field { need: Need::Required(example), ..self }
    }

    /// The same field, which is `value` where it is not given.
    pub const fn default(self, value: &'n str) -> Self {
        Field { need: Need::Default(value), ..self }
    }

    /// The same field, which is the sum of fields before it, each so many times, where it is not
    /// given; `rule` says so.
    pub const fn follows(self, rule: Text, sum: &'static [(Text, i32)]) -> Self {
        Field { need: Need::Follows { rule, sum }, ..self }
    }

    /// The same field, which is as the field `other` before it where it is not given.
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

    /// The same field, which is this.
    pub const fn about(self, about: &'static str) -> Self {
        Field { about, ..self }
    }

    /// This field for the own side, and for the other side under another name: as the own one where
    /// it is not given.
    pub const fn both(self, name: &'n str, about: &'static str) -> [Field<'n>; 2] {
        [self, Field { name, about, ..self.same_as(self.name) }]
    }

    /// The same field, which is a difficulty.
    pub const fn difficulty(self) -> Self {
        Field { difficulty: true, ..self }
    }

    /// The same field, whose text is kept as it is typed.
    pub const fn verbatim(self) -> Self {
        Field { verbatim: true, ..self }
    }

    /// The same field, which is a reading that the rule text leaves open.
    pub const fn reading(self) -> Self {
        Field { reading: true, ..self }
    }

    /// The same field, with values that are too large to be exact.
    pub const fn too_large(self, values: &'static [&'static str]) -> Self {
        Field { too_large: values, ..self }
    }

    /// The same field, whose numbers are mostly from `low` to `high` in play.
    pub const fn usual(self, low: i32, high: i32) -> Self {
        Field { usual: Some((low, high)), ..self }
    }

    /// The same field, where these names of its numbers are known and not listed.
    pub const fn unlisted(self, unlisted: &'static [&'static str]) -> Self {
        Field { unlisted, ..self }
    }

    /// The names of some of its numbers.
    pub const fn named_numbers(&self) -> &'static [(&'static str, i32)] {
        match self.kind {
            Kind::Integer { names, .. } => names,
            _ => &[],
        }
    }

    /// The same field, with its place in the rule text.
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
