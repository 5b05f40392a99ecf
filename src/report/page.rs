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
        .map(|made| format!("<li><a href=\"#{}\">{}</a><br>{}</li>\n", made.name, escaped(&made.title), escaped(&made.answer)))
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
    let mut html = format!("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n", made.name, escaped(&made.title));
    html += &made.question.iter().map(|question| format!("<p class=\"soft\">{}</p>\n", escaped(question))).collect::<String>();
    html += &made.paragraphs.iter().map(|text| format!("<p>{}</p>\n", escaped(text))).collect::<String>();
    for chart in &made.charts {
        html += &format!("<figure>\n{}\n</figure>\n", chart.inline);
    }
    html += &made.tables.iter().map(|(caption, table)| sortable(caption, table)).collect::<String>();
    html += &format!("<p class=\"soft\">{}</p>\n", escaped(&made.how_sure));
    let command = escaped(&made.command);
    html += &format!(
        "<p>Again: <code>{command}</code> <button class=\"copy\" type=\"button\" data-text=\"{command}\">copy</button></p>\n</section>\n"
    );
    html
}

fn sortable(caption: &str, table: &Table) -> String {
    let class = |column: usize| if column < table.names() { " class=\"name\"" } else { "" };
    let head: String = table
        .heading()
        .iter()
        .enumerate()
        .map(|(column, text)| format!("<th scope=\"col\"{}><button type=\"button\">{}</button></th>", class(column), escaped(text)))
        .collect();
    let row = |cells: &Vec<String>| {
        let cells: String = cells.iter().enumerate().map(|(column, text)| format!("<td{}>{}</td>", class(column), escaped(text))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let body: String = table.rows().iter().map(row).collect();
    format!(
        "<div class=\"table\" tabindex=\"0\"><table>\n<caption>{}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n",
        escaped(caption)
    )
}
