//! Conversion of Markdown to HTML, with inline charts, sortable tables and no raw HTML.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use oddsmith_charts::Drawing;
use oddsmith_text::html as escaped;

/// Context of a conversion.
#[derive(Clone, Copy)]
pub struct HtmlContext<'a> {
    /// Charts that images may refer to.
    pub charts: &'a [Drawing],
    /// Prefix of relative links, as seen from the page: "" or "advantage/".
    pub folder: &'a str,
    /// Number of levels that are added to headings.
    pub below: usize,
    /// Link target of the first heading.
    pub id: &'a str,
}

/// Converts a Markdown text to HTML.
pub fn html(text: &str, frame: HtmlContext) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let mut events: Vec<Event> = Vec::new();
    let (mut head, mut headings) = (false, 0);
    // Current image: its target, and the index of its first event.
    let mut image: Option<(String, usize)> = None;
    for event in parser {
        let event = match event {
            // Raw HTML of the author is shown as text.
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            // A narrow no-break space keeps a number on one line.
            Event::Text(text) => Event::Text(text.replace('\u{2009}', "\u{202f}").into()),
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = (headings == 0 && !frame.id.is_empty()).then(|| CowStr::from(frame.id));
                headings += 1;
                let level = lower(level, frame.below);
                Event::Start(Tag::Heading { level, id, classes, attrs })
            }
            Event::End(TagEnd::Heading(level)) => {
                Event::End(TagEnd::Heading(lower(level, frame.below)))
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = address(&dest_url, frame.folder).into();
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            event => event,
        };
        head = match event {
            Event::Start(Tag::TableHead) => true,
            Event::End(TagEnd::TableHead) => false,
            _ => head,
        };
        match event {
            Event::Start(Tag::Image { dest_url, .. }) if image.is_none() => {
                image = Some((dest_url.to_string(), events.len()));
            }
            Event::End(TagEnd::Image) if image.is_some() => {
                if let Some((target, start)) = image.take() {
                    let words = words(&events.split_off(start));
                    events.push(Event::InlineHtml(picture(&target, &words, frame).into()));
                }
            }
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Start(Tag::Table(_)) => {
                let open = "<div class=\"table wide\"><div class=\"scroll\" tabindex=\"0\">\n";
                events.extend([Event::Html(open.into()), event]);
            }
            Event::End(TagEnd::Table) => {
                events.extend([event, Event::Html("</div></div>\n".into())]);
            }
            Event::Start(Tag::TableCell) if head => {
                events.extend([event, Event::InlineHtml("<button type=\"button\">".into())]);
            }
            Event::End(TagEnd::TableCell) if head => {
                events.extend([Event::InlineHtml("</button>".into()), event]);
            }
            event => events.push(event),
        }
    }
    let mut text = String::new();
    pulldown_cmark::html::push_html(&mut text, figures(events).into_iter());
    text
}

/// Converts one line of Markdown to inline HTML.
pub fn inline(text: &str) -> String {
    let whole = html(text, HtmlContext { charts: &[], folder: "", below: 0, id: "" });
    let whole = whole.trim();
    let inner = whole.strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>"));
    inner.filter(|inner| !inner.contains("<p>")).unwrap_or(whole).to_owned()
}

/// Returns the plain text of one line of Markdown.
pub fn plain(text: &str) -> String {
    words(&Parser::new_ext(text, Options::ENABLE_TABLES).collect::<Vec<_>>())
}

/// Removes the paragraph around a figure that is its only content.
fn figures(events: Vec<Event>) -> Vec<Event> {
    let mut kept: Vec<Event> = Vec::with_capacity(events.len());
    let figure = |event: &Event| match event {
        Event::InlineHtml(text) => text.starts_with("<figure"),
        _ => false,
    };
    for event in events {
        let paragraph = matches!(event, Event::End(TagEnd::Paragraph));
        match &kept[..] {
            [.., Event::Start(Tag::Paragraph), last] if paragraph && figure(last) => {
                let last = kept.pop();
                kept.pop();
                kept.extend(last);
            }
            _ => kept.push(event),
        }
    }
    kept
}

/// Returns an image: a chart of the document, or a local file; never a remote one.
fn picture(target: &str, words: &str, frame: HtmlContext) -> String {
    match frame.charts.iter().find(|chart| chart.file == target) {
        Some(chart) => format!(
            "<figure class=\"wide\"><div class=\"scroll\" tabindex=\"0\">\n{}\n</div></figure>\n",
            chart.inline
        ),
        None if scheme(target).is_none() && !target.starts_with("//") => format!(
            "<img src=\"{}{}\" alt=\"{}\">",
            escaped(frame.folder),
            escaped(target),
            escaped(words)
        ),
        None => escaped(words),
    }
}

fn words(events: &[Event]) -> String {
    let word = |event: &Event| match event {
        Event::Text(text) | Event::Code(text) => text.to_string(),
        Event::SoftBreak | Event::HardBreak => " ".to_owned(),
        _ => String::new(),
    };
    events.iter().map(word).collect()
}

/// Returns the target of a link: web pages, mail and local files; empty for schemes that a browser
/// may execute.
fn address(target: &str, folder: &str) -> String {
    match scheme(target) {
        None if target.starts_with(['#', '/']) => target.to_owned(),
        None => format!("{folder}{target}"),
        Some("http" | "https" | "mailto") => target.to_owned(),
        Some(_) => String::new(),
    }
}

/// Returns the scheme of an address.
fn scheme(target: &str) -> Option<&str> {
    let end = target.find([':', '/', '?', '#'])?;
    target[end..].starts_with(':').then(|| &target[..end])
}

fn lower(level: HeadingLevel, below: usize) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + below).unwrap_or(HeadingLevel::H6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> String {
        html(text, HtmlContext { charts: &[], folder: "mine/", below: 1, id: "x" })
    }

    #[test]
    fn raw_html_is_escaped() {
        let made = page("# A\n\n<script>alert(1)</script>\n\nand <b onclick=\"x()\">bold</b>");
        assert!(!made.contains("<script") && !made.contains("<b "), "{made}");
        assert!(made.contains("&lt;script&gt;"), "{made}");
        assert!(made.contains("<h2 id=\"x\">A</h2>"), "{made}");
    }

    #[test]
    fn unsafe_links_and_remote_images_are_removed() {
        let made = page("[a](javascript:alert(1)) ![b](https://example.org/b.png) [c](d.csv)");
        assert!(!made.contains("javascript") && !made.contains("<img"), "{made}");
        assert!(made.contains("href=\"mine/d.csv\""), "{made}");
        let made = page("[a](JavaScript:alert(1)) [b](data:text/html,x) ![c](//example.org/x.png)");
        assert!(!made.contains("alert") && !made.contains("data:") && !made.contains("<img"));
    }

    #[test]
    fn tables_are_sortable() {
        let made = page("| a | b |\n|:--|--:|\n| x | 1 |");
        assert!(made.contains("<button type=\"button\">b</button>"), "{made}");
        assert!(made.contains("<td style=\"text-align: right\">1</td>"), "{made}");
    }
}
