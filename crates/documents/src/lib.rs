//! Documents: a scenario and its text, turned into a folder of Markdown, charts, CSV and HTML.
//! This package assembles documents, and contains the use of pulldown-cmark and minijinja.
//! The numbers, the evaluation of expressions and drawing do not belong here.
//!
//! # Creation of a report
//!
//! A folder contains `scenario.toml` (checks, charts and expectations) and `report.md` (text with
//! expressions for its numbers). The scenario is answered once. From the same `Results`, its
//! expectations are judged, its charts drawn, and its text rendered. All files of the folder are
//! built in memory and then saved together. A document looks up, filters and aggregates results. It
//! never selects its claims by a condition on numbers: an `[[expect]]` row verifies each claim, and
//! `report` exits with 1 if one no longer holds.

mod claims;
mod folder;
mod markdown;
mod marks;
mod page;
mod plain;
mod precision;
mod stream;
mod tables;
mod template;
mod trial_rendering;

pub use folder::{Document, DocumentRequest, PAGE};
pub use page::{article, index};
pub use template::DocumentText;
