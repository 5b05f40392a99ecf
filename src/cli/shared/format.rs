//! Output formats of answers.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::text;

/// Output format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Format {
    Table,
    Markdown,
    Html,
    Bbcode,
    Csv,
    Json,
    Github,
    Anydice,
}

impl Format {
    /// Returns a parser of all formats except `others`.
    pub fn but(others: &[Format]) -> impl TypedValueParser<Value = Format> + use<> {
        let known = Format::value_variants().iter().filter(|format| !others.contains(format));
        let named: Vec<_> = known.filter_map(ValueEnum::to_possible_value).collect();
        PossibleValuesParser::new(named).try_map(|name| Format::from_str(&name, false))
    }

    /// Returns the format of a page; formats without pages, such as JSON, become a table.
    pub fn for_people(self) -> text::Format {
        match self {
            Format::Markdown => text::Format::Markdown,
            Format::Html => text::Format::Html,
            Format::Bbcode => text::Format::Bbcode,
            Format::Csv => text::Format::Csv,
            _ => text::Format::Table,
        }
    }
}
