//! Table of texts for terminals, documents and spreadsheets.

use super::numbers::minus;
use super::{bbcode, html, line, markdown, terminal};

/// Width of a line in a terminal, in characters.
const LINE: usize = 78;

/// Table with a heading and rows of cells. The first `names` columns contain names and are
/// left-aligned; the others contain numbers and are right-aligned, except for bars, whose column
/// has an empty heading and is left-aligned.
///
/// # Examples
/// ```
/// use oddsmith_text::Table;
///
/// let table = Table::of(1, ["dc", "success"], [["5", "90.0"], ["10", "65.0"]]);
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
    /// Creates a table with this heading and these rows.
    ///
    /// # Panics
    /// If the number of cells of a row differs from that of the heading.
    pub fn of<R: IntoIterator<Item: Into<String>>>(
        names: usize,
        heading: impl IntoIterator<Item: Into<String>>,
        rows: impl IntoIterator<Item = R>,
    ) -> Table {
        let heading: Vec<String> = heading.into_iter().map(Into::into).collect();
        let row = |cells: R| cells.into_iter().map(Into::into).collect();
        let rows: Vec<Vec<String>> = rows.into_iter().map(row).collect();
        let fits = rows.iter().all(|row| row.len() == heading.len());
        assert!(fits, "a row has a cell for each heading");
        Table { names, heading, rows }
    }

    /// Returns the number of columns, from the left, that contain names.
    pub fn names(&self) -> usize {
        self.names
    }

    /// Returns the heading.
    pub fn heading(&self) -> &[String] {
        &self.heading
    }

    /// Returns the rows.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Reduces a table of more than `most` consecutive rows to the first five, every fifth and the
    /// last.
    pub fn thinned(mut self, most: usize) -> Table {
        let last = self.rows.len();
        if last > most {
            let kept = |place: usize| place <= 5 || place.is_multiple_of(5) || place == last;
            let rows = self.rows.into_iter().zip(1..).filter(|(_, place)| kept(*place));
            self.rows = rows.map(|(row, _)| row).collect();
        }
        self
    }

    /// Returns true if each line of the text fits a terminal.
    pub fn fits(&self) -> bool {
        self.text().lines().all(|line| line.chars().count() <= LINE)
    }

    fn is_left(&self, column: usize) -> bool {
        column < self.names || self.heading[column].is_empty()
    }

    /// Returns the table as text with aligned columns, separated by two spaces.
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

    /// Returns the table as HTML with aligned cells.
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

    /// Returns the table as BBCode for forums.
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

    /// Returns the table as CSV, with the heading as its first line and without bars.
    pub fn csv(&self) -> String {
        let kept = |column: usize| column < self.names || !self.heading[column].is_empty();
        let cells = |cells: &Vec<String>| {
            let all = cells.iter().enumerate().filter(|(column, _)| kept(*column));
            // Spreadsheets and programs expect a hyphen before negative numbers.
            let all: Vec<_> = all.map(|(_, text)| text.replace('\u{2212}', "-")).collect();
            line(all.iter().map(String::as_str))
        };
        std::iter::once(&self.heading).chain(&self.rows).map(cells).collect()
    }

    /// Returns the table as Markdown.
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
