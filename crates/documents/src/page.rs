//! Self-contained HTML page of one document or of many.

use super::Document;
use super::markdown::{HtmlContext, html, inline};
use oddsmith_charts::page_style;
use oddsmith_text::html as escaped;

/// Template of the page, with style, script and placeholders.
const PAGE: &str = include_str!("page.html");

/// Returns all reports as one HTML page: first a list of their questions and answers, then each
/// report.
pub fn index(reports: &[Document]) -> String {
    let mut head = format!(
        "<h1>Questions answered</h1>\n<p class=\"soft\">Odds of tabletop rules, by oddsmith {}. \
            Simulated numbers show their 95 % interval; all others are exact. Point at a mark to \
            read its value; click a heading to sort its table.</p>\n\
         <nav aria-label=\"Questions\"><ol>\n",
        env!("CARGO_PKG_VERSION")
    );
    for made in reports {
        let question = made.words.question.as_ref().map_or_else(String::new, |text| {
            format!("<br><span class=\"soft\">{}</span>", inline(text))
        });
        head += &format!(
            "<li><a href=\"#{}\">{}</a>{question}<br>{}</li>\n",
            escaped(&made.name),
            escaped(&made.words.title),
            inline(&made.words.answer)
        );
    }
    head += "</ol></nav>\n";
    let sections: String = reports.iter().map(section).collect();
    page("oddsmith: questions answered", &(head + &sections))
}

/// Returns one document as an HTML page.
pub fn article(made: &Document) -> String {
    let frame = HtmlContext { charts: &made.charts, folder: "", below: 0, id: "" };
    page(&made.words.title, &format!("<main>\n{}</main>\n", body(made, frame)))
}

fn section(made: &Document) -> String {
    let folder = format!("{}/", made.name);
    let frame = HtmlContext { charts: &made.charts, folder: &folder, below: 1, id: &made.name };
    let name = escaped(&made.name);
    format!("<section aria-labelledby=\"{name}\">\n{}</section>\n", body(made, frame))
}

fn body(made: &Document, frame: HtmlContext) -> String {
    let foot = html(&made.footer().join("\n\n"), HtmlContext { id: "", ..frame });
    let command = escaped(&made.command);
    format!(
        "{}<div class=\"foot\">\n{foot}<p>Made by <code>{command}</code> <button class=\"copy\" \
         type=\"button\" data-text=\"{command}\">copy</button> \
         <a href=\"{}outcomes.csv\">every outcome</a></p>\n</div>\n",
        html(&made.words.text, frame),
        escaped(frame.folder)
    )
}

fn page(title: &str, body: &str) -> String {
    let filled = PAGE.replace("<!--title-->", &escaped(title)).replace("<!--body-->", body);
    let style = page_style(&filled);
    filled.replace("<!--style-->", &style)
}
