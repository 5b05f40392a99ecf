//! A page: a title, an answer, tables and notes, in any format that people read.

use anstyle::Style;

use super::numbers::minus;
use super::{Table, bbcode, html, markdown, terminal, wrapped};
use oddsmith_base::{Phrase, Spelling};
use oddsmith_registry::choice;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

choice! {
    /// The formats that people read.
    pub enum Format {
        /// Aligned columns for a terminal.
        Table = "table",
        /// Markdown.
        Markdown = "markdown",
        /// A piece of HTML, without a style.
        Html = "html",
        /// What forums take.
        Bbcode = "bbcode",
        /// The tables alone, for a spreadsheet.
        Csv = "csv",
    }
}

/// An answer as it is read: what was asked, the answer, the rest.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// What was asked.
    pub title: String,
    /// What the numbers are: "per cent, exact".
    pub unit: String,
    /// The answer in words, a line each.
    pub answer: Vec<String>,
    /// Its tables.
    pub tables: Vec<Table>,
    /// What is said below them, a line each; two spaces before a line belong to it.
    pub lines: Vec<Phrase>,
    /// How sure it is, and why.
    pub notes: Vec<Phrase>,
    /// How much work it was, and what its verdicts rest on.
    pub details: Vec<Phrase>,
}

/// How much of a page is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The answer alone.
    Brief,
    /// The answer, and how sure it is.
    #[default]
    Usual,
    /// The details too.
    Full,
}

impl Page {
    /// The page in a format and so much detail, as a face says it.
    pub fn print(&self, format: Format, detail: Detail, spelling: Spelling) -> String {
        let notes = match detail {
            Detail::Brief => Vec::new(),
            Detail::Usual => self.notes.clone(),
            Detail::Full => [&self.notes[..], &self.details[..]].concat(),
        };
        let spelled = |phrases: &[Phrase]| -> Vec<String> {
            phrases.iter().map(|phrase| phrase.spelled(spelling)).collect()
        };
        let (lines, notes) = (&spelled(&self.lines)[..], &spelled(&notes)[..]);
        match format {
            Format::Table => self.terminal(lines, notes),
            Format::Markdown => self.markdown(lines, notes),
            Format::Html => self.html(lines, notes),
            Format::Bbcode => self.bbcode(lines, notes),
            Format::Csv => self.tables.iter().map(Table::csv).collect::<Vec<_>>().join("\n"),
        }
    }

    fn terminal(&self, lines: &[String], notes: &[String]) -> String {
        let title = wrapped(&terminal(&minus(&self.title)), 76, "  ");
        let last = title.lines().last().map_or(0, |line| line.chars().count());
        // One word may be longer than a line.
        let room = 78usize.saturating_sub(last);
        let unit = match self.unit.chars().count() {
            0 => String::new(),
            letters if letters + 3 > room => {
                format!("\n  {DIM}{}{DIM:#}", terminal(&minus(&self.unit)))
            }
            _ => format!("   {DIM}{}{DIM:#}", terminal(&minus(&self.unit))),
        };
        let mut text = format!("\n  {BOLD}{title}{BOLD:#}{unit}\n");
        if !self.answer.is_empty() {
            text += "\n";
        }
        for answer in &self.answer {
            text += &format!("  {BOLD}{}{BOLD:#}\n", fitted(&minus(answer), 76, "    "));
        }
        for table in &self.tables {
            text += "\n";
            table.text().lines().for_each(|line| text += &format!("  {line}\n"));
        }
        if !lines.is_empty() {
            text += "\n";
        }
        for line in lines {
            let indent = if line.starts_with("  ") { "    " } else { "  " };
            text += &format!("{indent}{}\n", fitted(line.trim_start(), 76, "      "));
        }
        if !notes.is_empty() {
            text += "\n";
        }
        for note in notes {
            text += &format!("  {DIM}{}{DIM:#}\n", fitted(note, 76, "    "));
        }
        text + "\n"
    }

    fn html(&self, lines: &[String], notes: &[String]) -> String {
        let mut text =
            format!("<p><b>{}</b>{}</p>\n", html(&minus(&self.title)), self.unit_in(html));
        if !self.answer.is_empty() {
            let answer = self.answer.iter().map(|line| html(&minus(line))).collect::<Vec<_>>();
            text += &format!("<p><b>{}</b></p>\n", answer.join("<br>\n"));
        }
        self.tables.iter().for_each(|table| text += &table.html());
        lines.iter().for_each(|line| text += &format!("<p>{}</p>\n", html(line)));
        if !notes.is_empty() {
            text += &format!("<p><small>{}</small></p>\n", html(&notes.join(" ")));
        }
        text
    }

    fn bbcode(&self, lines: &[String], notes: &[String]) -> String {
        let mut text =
            format!("[b]{}[/b]{}\n\n", bbcode(&minus(&self.title)), self.unit_in(bbcode));
        for answer in &self.answer {
            text += &format!("[b]{}[/b]\n\n", bbcode(&minus(answer)));
        }
        self.tables.iter().for_each(|table| text += &format!("{}\n", table.bbcode()));
        lines.iter().for_each(|line| text += &format!("{}\n", bbcode(line)));
        if !notes.is_empty() {
            text += &format!("[i]{}[/i]\n", bbcode(&notes.join(" ")));
        }
        text
    }

    fn markdown(&self, lines: &[String], notes: &[String]) -> String {
        let title = markdown(&minus(&self.title));
        let mut parts = vec![format!("**{}**{}", title.trim(), self.unit_in(markdown))];
        parts.extend(self.answer.iter().map(|answer| markdown(&minus(answer))));
        parts.extend(self.tables.iter().map(|table| table.markdown().trim_end().to_owned()));
        parts.extend(lines.iter().map(|line| markdown(line.trim_start())));
        if !notes.is_empty() {
            parts.push(format!("*{}*", markdown(&notes.join(" ")).trim()));
        }
        parts.join("\n\n") + "\n"
    }

    /// The unit in brackets, if there is one.
    fn unit_in(&self, write: fn(&str) -> String) -> String {
        if self.unit.is_empty() {
            String::new()
        } else {
            format!(" ({})", write(&minus(&self.unit)))
        }
    }
}

/// A line for a terminal; one that is too long is broken, and only then loses its wide spaces.
fn fitted(line: &str, width: usize, indent: &str) -> String {
    let line = terminal(line);
    if line.chars().count() <= width { line } else { wrapped(&line, width, indent) }
}
