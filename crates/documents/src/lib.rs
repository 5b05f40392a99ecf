//! Documents: a scenario and its words, made into a folder of Markdown, charts, CSV and a page.
//! What belongs here: what a document holds and how it is put together. What does not: the numbers,
//! the expressions, drawing. pulldown-cmark and minijinja live here.
//!
//! # How a report is made
//!
//! A folder holds `scenario.toml` (what is asked, drawn and expected) and `report.md` (words, in
//! which numbers are expressions). The scenario is answered once, its expectations are judged, its
//! charts drawn, and the words worked out over the same `Results`. Then the files of the folder are
//! there as bytes, and are written together. A document looks up, filters and aggregates. It never
//! branches on a number to choose its claim: what a sentence claims is held by an `[[expect]]` row,
//! and `report` exits with 1 when that no longer holds.

mod claims;
mod folder;
mod markdown;
mod marks;
mod page;
mod parts;
mod plain;
mod stream;
mod sure;
mod tables;
mod template;

pub use folder::{DocumentRequest, Made, PAGE};
pub use page::{article, index};
pub use template::Words;
