//! One page over all reports, which needs nothing but itself.

use super::Made;
use crate::chart::page_style;
use crate::text::{Table, escaped};

/// The page around the reports: its style, its script, and where they go.
const PAGE: &str = include_str!("page.html");

/// All reports as one HTML page: no network, light and dark, tables that sort, values on hover.
pub fn page(reports: &[Made]) -> String {
    let contents: String = reports
        .iter()
        .map(|made| {
            let question = made.question.as_ref().map_or(String::new(), |text| {
                format!("<br><span class=\"soft\">{}</span>", kept(text))
            });
            format!(
                "<li><a href=\"#{}\">{}</a>{question}<br>{}</li>\n",
                made.name,
                kept(&made.title),
                kept(&made.answer)
            )
        })
        .collect();
    let reports: String = reports.iter().map(report).collect();
    let filled = PAGE
        .replace("<!--version-->", env!("CARGO_PKG_VERSION"))
        .replace("<!--contents-->", contents.trim_end())
        .replace("<!--reports-->", &reports);
    let style = page_style(&filled);
    filled.replace("<!--style-->", &style)
}

fn report(made: &Made) -> String {
    let mut html = format!(
        "<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n",
        made.name,
        kept(&made.title)
    );
    html += &made
        .question
        .iter()
        .map(|question| format!("<p class=\"soft\">{}</p>\n", kept(question)))
        .collect::<String>();
    html +=
        &made.paragraphs.iter().map(|text| format!("<p>{}</p>\n", kept(text))).collect::<String>();
    for chart in &made.charts {
        html += &format!(
            "<figure class=\"wide\"><div class=\"scroll\" tabindex=\"0\">\n{}\n</div></figure>\n",
            chart.inline
        );
    }
    html += &made
        .tables
        .iter()
        .enumerate()
        .map(|(place, (caption, table))| {
            sortable(&format!("{}-{}", made.name, place + 1), caption, table)
        })
        .collect::<String>();
    html += &format!("<p class=\"soft\">{}</p>\n", kept(&made.how_sure));
    let command = escaped(&made.command);
    html += &format!(
        "<p>Again: <code>{command}</code> <button class=\"copy\" type=\"button\" data-text=\"{command}\">copy</button></p>\n</section>\n"
    );
    html
}

fn sortable(id: &str, caption: &str, table: &Table) -> String {
    let class = |column: usize| if column < table.names() { " class=\"name\"" } else { "" };
    let head: String = table
        .heading()
        .iter()
        .enumerate()
        .map(|(column, text)| {
            format!(
                "<th scope=\"col\"{}><button type=\"button\">{}</button></th>",
                class(column),
                kept(text)
            )
        })
        .collect();
    let row = |cells: &Vec<String>| {
        let cells: String = cells
            .iter()
            .enumerate()
            .map(|(column, text)| format!("<td{}>{}</td>", class(column), kept(text)))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    let body: String = table.rows().iter().map(row).collect();
    format!(
        "<div class=\"table wide\"><p class=\"soft\" id=\"{id}\">{}</p>\n<div class=\"scroll\" tabindex=\"0\"><table aria-labelledby=\"{id}\">\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div></div>\n",
        kept(caption)
    )
}

/// A text for the page, in which a number keeps its groups of digits and its unit on one line, and so do numbers that stand side by side.
fn kept(text: &str) -> String {
    const UNITS: [&str; 5] = ["%", "points", "blows", "rounds", "trials"];
    let mut kept = String::with_capacity(text.len());
    for (place, letter) in text.char_indices() {
        let rest = &text[place + letter.len_utf8()..];
        let behind_digit = text[..place].ends_with(|before: char| before.is_ascii_digit());
        kept.push(match letter {
            '\u{2009}' => '\u{202f}',
            ' ' if behind_digit
                && (rest.starts_with(|next: char| next.is_ascii_digit())
                    || UNITS.iter().any(|unit| rest.starts_with(unit))) =>
            {
                '\u{a0}'
            }
            _ => letter,
        });
    }
    escaped(&kept)
}
