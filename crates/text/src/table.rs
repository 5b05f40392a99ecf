//! A table of texts, as a terminal or a page shows it.

use super::numbers::minus;
use super::{bbcode, html, line, markdown, terminal};

/// Rows of cells under a heading. The first `names` columns are names and stand to the left; the
/// rest are numbers and stand to the right, but for bars, whose column has no heading and starts
/// at the left.
///
/// # Examples
/// ```
/// use crate::Table;
///
/// let mut table = Table::new(1, ["dc", "success"]);
/// table.row(["5", "90.0"]);
/// table.row(["10", "65.0"]);
/// assert_eq!(table.text(), "dc  success\n5      90.0\n10     65.0\n");
/// assert_eq!(table.csv(), "dc,success\n5,90.0\n10,65.0\n");
/// assert_eq!(table.markdown(), "| dc | success |\n|:---|---:|\n| 5 | 90.0 |\n| 10 | 65.0 |\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Table {
    names: usize,
    heading: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with this heading and no rows.
    pub fn new<T: Into<String>>(names: usize, heading: impl IntoIterator<Item = T>) -> Table {
        Table { names, heading: heading.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it has not as many cells as the heading.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        let row: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(row.len(), self.heading.len(), "a row has a cell for each heading");
        self.rows.push(row);
    }

    /// How many columns, from the left, are names.
    pub fn names(&self) -> usize {
        self.names
    }

    /// Its heading.
    pub fn heading(&self) -> &[String] {
        &self.heading
    }

    /// Its rows.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// The same with at most about so many rows, where they follow on each other: the first five,
    /// each fifth and the last.
    pub fn thinned(mut self, most: usize) -> Table {
        let last = self.rows.len();
        if last > most {
            let kept = |place: usize| place <= 5 || place.is_multiple_of(5) || place == last;
            let rows = self.rows.into_iter().zip(1..).filter(|(_, place)| kept(*place));
            self.rows = rows.map(|(row, _)| row).collect();
        }
        self
    }

    fn is_left(&self, column: usize) -> bool {
        column < self.names || self.heading[column].is_empty()
    }

    /// As text: aligned columns, two spaces between them, no frames.
    pub fn text(&self) -> String {
        let plain = |line: &Vec<String>| line.iter().map(|cell| terminal(&minus(cell))).collect();
        let lines: Vec<Vec<String>> =
            std::iter::once(&self.heading).chain(&self.rows).map(plain).collect();
        let letters = |line: &Vec<String>, column: usize| line[column].chars().count();
        let width = |column| lines.iter().map(|line| letters(line, column)).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.heading.len()).map(width).collect();
        let cell = |(column, text): (usize, &String)| {
            let fill = " ".repeat(widths[column] - text.chars().count());
            if self.is_left(column) { format!("{text}{fill}") } else { format!("{fill}{text}") }
        };
        let text = |line: &Vec<String>| {
            let cells: Vec<String> = line.iter().enumerate().map(cell).collect();
            cells.join("  ").trim_end().to_owned() + "\n"
        };
        lines.iter().map(text).collect()
    }

    /// As an HTML table, without style: names to the left, numbers to the right.
    pub fn html(&self) -> String {
        let cell = |tag: &str, column: usize, text: &str| {
            let side = if self.is_left(column) { "left" } else { "right" };
            format!("<{tag} style=\"text-align:{side}\">{}</{tag}>", html(&minus(text)))
        };
        let line = |tag: &str, cells: &[String]| {
            let cells: String =
                cells.iter().enumerate().map(|(column, text)| cell(tag, column, text)).collect();
            format!("<tr>{cells}</tr>\n")
        };
        let rows: String = self.rows.iter().map(|row| line("td", row)).collect();
        format!(
            "<table>\n<thead>\n{}</thead>\n<tbody>\n{rows}</tbody>\n</table>\n",
            line("th", &self.heading)
        )
    }

    /// As BBCode, which forums take.
    pub fn bbcode(&self) -> String {
        let line = |tag: &str, cells: &[String]| {
            let cells: String = cells
                .iter()
                .map(|text| format!("[{tag}]{}[/{tag}]", bbcode(&minus(text))))
                .collect();
            format!("[tr]{cells}[/tr]\n")
        };
        let rows: String = self.rows.iter().map(|row| line("td", row)).collect();
        format!("[table]\n{}{rows}[/table]\n", line("th", &self.heading))
    }

    /// As CSV, with the heading as its first line and without bars.
    pub fn csv(&self) -> String {
        let kept = |column: usize| column < self.names || !self.heading[column].is_empty();
        let cells = |cells: &Vec<String>| {
            let all = cells.iter().enumerate().filter(|(column, _)| kept(*column));
            // Spreadsheets and programs read a number by its hyphen.
            let all: Vec<_> = all.map(|(_, text)| text.replace('\u{2212}', "-")).collect();
            line(all.iter().map(String::as_str))
        };
        std::iter::once(&self.heading).chain(&self.rows).map(cells).collect()
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &Vec<String>| {
            format!(
                "| {} |\n",
                cells.iter().map(|cell| markdown(&minus(cell))).collect::<Vec<_>>().join(" | ")
            )
        };
        let rule = |column: usize| if self.is_left(column) { ":---|" } else { "---:|" };
        let rules: String = (0..self.heading.len()).map(rule).collect();
        format!(
            "{}|{rules}\n{}",
            line(&self.heading),
            self.rows.iter().map(line).collect::<String>()
        )
    }
}
