//! Pages: a title, an answer, tables and notes, in several formats.

use anstyle::Style;

use super::numbers::minus;
use super::{Table, bbcode, html, markdown, terminal, wrapped};
use oddsmith_base::{Phrase, Spelling};
use oddsmith_registry::choice;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

choice! {
    /// Text formats of a page.
    pub enum Format {
        /// Aligned columns for a terminal.
        Table = "table",
        /// Markdown.
        Markdown = "markdown",
        /// HTML fragment without style sheet.
        Html = "html",
        /// BBCode for forums.
        Bbcode = "bbcode",
        /// Only the tables, for a spreadsheet.
        Csv = "csv",
    }
}

/// Answer as text: the question, the answer, and explanations.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Title: the question.
    pub title: String,
    /// Unit of the numbers: "per cent, exact".
    pub unit: String,
    /// Lines of the answer.
    pub answer: Vec<String>,
    /// Tables of the page.
    pub tables: Vec<Table>,
    /// Lines below the tables; a line with an indent of two spaces belongs to the one before.
    pub lines: Vec<Phrase>,
    /// Notes about the precision of the results.
    pub notes: Vec<Phrase>,
    /// Details about the amount of work and the evidence.
    pub details: Vec<Phrase>,
}

/// Amount of detail that is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Only the answer.
    Brief,
    /// The answer, with notes.
    #[default]
    Usual,
    /// The answer, with notes and details.
    Full,
}

impl Page {
    /// Prints the page in a format, with option names in the spelling of a front end.
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
        // A single word may be longer than a line.
        let room = 78usize.saturating_sub(last);
        let unit = match self.unit.chars().count() {
            0 => String::new(),
            letters if letters + 3 > room => {
                format!("\n  {DIM}{}{DIM:#}", terminal(&minus(&self.unit)))
            }
            _ => format!("   {DIM}{}{DIM:#}", terminal(&minus(&self.unit))),
        };
        let answer = |answer: &String| {
            format!("  {BOLD}{}{BOLD:#}\n", wrap_if_long(&minus(answer), 76, "    "))
        };
        let table = |table: &Table| -> String {
            table.text().lines().map(|line| format!("  {line}\n")).collect()
        };
        let line = |line: &String| {
            let indent = if line.starts_with("  ") { "    " } else { "  " };
            format!("{indent}{}\n", wrap_if_long(line.trim_start(), 76, "      "))
        };
        let note = |note: &String| format!("  {DIM}{}{DIM:#}\n", wrap_if_long(note, 76, "    "));
        let mut parts = vec![format!("\n  {BOLD}{title}{BOLD:#}{unit}\n")];
        parts.push(self.answer.iter().map(answer).collect());
        parts.extend(self.tables.iter().map(table));
        parts.push(lines.iter().map(line).collect());
        parts.push(notes.iter().map(note).collect());
        parts.retain(|part| !part.is_empty());
        parts.join("\n") + "\n"
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

    /// Returns the unit in parentheses, if there is one.
    fn unit_in(&self, write: fn(&str) -> String) -> String {
        if self.unit.is_empty() {
            String::new()
        } else {
            format!(" ({})", write(&minus(&self.unit)))
        }
    }
}

/// Fits a line to a terminal. Only lines that are too long are wrapped and lose repeated spaces.
fn wrap_if_long(line: &str, width: usize, indent: &str) -> String {
    let line = terminal(line);
    if line.chars().count() <= width { line } else { wrapped(&line, width, indent) }
}
