//! Answers in the form that the page receives.

use oddsmith::text::{Detail, Format, Page};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::ask::{Ask, Want};
use crate::fault::Fault;
use crate::form::Form;
use crate::spelling::spelled;

/// Answer to a request of the page; parts that were not requested are left out.
#[derive(Default, Serialize)]
pub struct PageReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
    /// Questions, with the requested change applied.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Answer in words, one line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answer: Vec<String>,
    /// Additional statements, one line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// Notes, for example on accuracy, one line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Facts>,
    /// Figure for the page, in a wide and a narrow version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// Figure as a separate file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bbcode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub csv: Option<String>,
    /// Command that gives the same answer, with the text of the file that it reads.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// Number of trials per case, if anything was sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trials: Option<u64>,
    /// Seed of the trials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Version of the engine.
    pub version: &'static str,
    /// True if the scores can be cumulated.
    pub ordered: bool,
}

/// A table of texts. Its first `names` columns are names; a column without a heading has bars.
#[derive(Serialize)]
pub struct TableData {
    names: usize,
    heading: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Key figures of one case.
#[derive(Serialize)]
pub struct Facts {
    pub label: String,
    pub mean: Option<String>,
    pub spread: Option<String>,
    pub median: Option<String>,
    /// Chance of success in per cent.
    pub success: Option<String>,
}

impl PageReply {
    /// Creates the answer from a page, with the requested text formats.
    pub fn of(page: &Page, ask: &Ask) -> PageReply {
        let print = |want, format| {
            ask.wants(want)
                .then(|| page.print(format, Detail::Usual, spelled).trim_end().to_owned())
        };
        let all = |phrases: &[oddsmith::Phrase]| -> Vec<String> {
            phrases.iter().map(|phrase| phrase.spelled(spelled)).collect()
        };
        let numbers = page.tables.iter().map(|table| TableData {
            names: table.names(),
            heading: table.heading().to_vec(),
            rows: table.rows().to_vec(),
        });
        let unit = Some(&page.unit).filter(|unit| !unit.is_empty());
        PageReply {
            title: unit.map_or(page.title.clone(), |unit| format!("{} ({unit})", page.title)),
            answer: page.answer.clone(),
            lines: all(&page.lines),
            notes: all(&page.notes),
            tables: numbers.collect(),
            markdown: print(Want::Markdown, Format::Markdown),
            bbcode: print(Want::Bbcode, Format::Bbcode),
            version: env!("CARGO_PKG_VERSION"),
            ..PageReply::default()
        }
    }
}

impl From<Fault> for PageReply {
    fn from(error: Fault) -> PageReply {
        PageReply { error: Some(error), version: env!("CARGO_PKG_VERSION"), ..PageReply::default() }
    }
}
