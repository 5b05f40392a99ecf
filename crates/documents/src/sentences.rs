//! The sentences of a document: paragraphs, questions, headings, captions, titles of charts.

use std::ops::Range;

use oddsmith_answers::scenario::Scenario;

/// A sentence, as it is written, with its mark.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    /// The line in which it begins, from 1.
    pub line: usize,
    /// Its words and expressions.
    pub text: String,
    /// What computes its numbers beside its own expressions: the table that it heads, or the chart.
    pub code: String,
    /// What stands in its mark.
    pub mark: Option<String>,
    /// Whether it asks, and so claims nothing.
    pub asks: bool,
    /// Whether it is the title of a chart, which says what is found.
    pub finds: bool,
    /// Whether it stands in the scenario.
    pub in_scenario: bool,
}

/// The words without their marks.
pub fn without_marks(words: &str) -> String {
    between_marks(words).map(|range| &words[range]).collect()
}

/// Where in the words a stretch of what they are without their marks stands.
pub fn with_marks(words: &str, place: Range<usize>) -> Range<usize> {
    let (mut read, mut start, mut end) = (0, None, None);
    for part in between_marks(words) {
        let behind = read + part.len();
        if place.start < behind {
            start.get_or_insert_with(|| part.start + place.start - read);
        }
        if place.end <= behind {
            end.get_or_insert_with(|| part.start + place.end - read);
        }
        read = behind;
    }
    start.unwrap_or(words.len())..end.unwrap_or(words.len())
}

/// The stretches of the words that stand in no mark.
fn between_marks(words: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = Some(0);
    std::iter::from_fn(move || {
        let start = from?;
        let Some((before, marked)) = words[start..].split_once("{#- held by") else {
            from = None;
            return Some(start..words.len());
        };
        // One that is not closed is no mark: it is told where the words are read.
        let closed = marked.split_once("#}").filter(|(mark, _)| !mark.contains("{#"));
        let Some((_, after)) = closed else {
            from = None;
            return Some(start..words.len());
        };
        from = Some(words.len() - after.len());
        Some(start..start + before.trim_end().len())
    })
}

/// The sentences of the words and of the charts' titles.
pub(super) fn sentences(words: &str, scenario: &Scenario) -> Vec<Sentence> {
    let mut all = paragraphs(words);
    for chart in &scenario.charts {
        let place = chart.place.as_ref().map_or(0, |place| place.start);
        let line = scenario.text.get(..place).unwrap_or_default().lines().count() + 1;
        let table = scenario.text.get(place..).unwrap_or_default();
        let code = asked(&table[..table.find("\n[").unwrap_or(table.len())]);
        for (title, finds) in [(&chart.title, true), (&chart.subtitle, false)] {
            let from = all.len();
            split(title.as_deref().unwrap_or_default(), line, &mut all);
            for sentence in &mut all[from..] {
                (sentence.line, sentence.in_scenario) = (line, true);
                sentence.finds = finds;
                sentence.code.clone_from(&code);
            }
        }
    }
    all
}

/// What a chart asks for, without its title and its subtitle.
fn asked(table: &str) -> String {
    let (mut code, mut inside) = (String::new(), None);
    for line in table.lines() {
        let titled = line.starts_with("title") || line.starts_with("subtitle");
        let quotes = ["\"\"\"", "'''"];
        match inside {
            Some(quote) => inside = Some(quote).filter(|quote| !line.contains(quote)),
            None if titled => {
                let quote = quotes.into_iter().find(|quote| line.contains(quote));
                inside = quote.filter(|quote| line.matches(quote).count() == 1);
            }
            None => {
                code += line;
                code.push('\n');
            }
        }
    }
    code
}

/// The sentences of paragraphs: the rows of tables and statements are none.
fn paragraphs(words: &str) -> Vec<Sentence> {
    let mut all = Vec::new();
    let (mut paragraph, mut first) = (String::new(), 1);
    // What ends the statement or the macro that goes on.
    let mut until: Option<&str> = None;
    let (mut last, mut heads) = (0, false);
    for (number, line) in (1..).zip(words.lines().chain([""])) {
        let mut trimmed = line.trim();
        let outside: String;
        // A statement may go on over several lines, and what stands in a macro is no sentence.
        if until.is_some() || trimmed.starts_with("{%") {
            let begun = if trimmed.contains("{% macro") { "endmacro" } else { "%}" };
            let ends = until.unwrap_or(begun);
            until = Some(ends).filter(|end| !trimmed.contains(end));
            if heads {
                code(&mut all, last, trimmed);
            }
            outside = without_statements(trimmed);
            trimmed = outside.trim();
            if until.is_some() || ends == "endmacro" || trimmed.is_empty() {
                continue;
            }
        }
        let begins = |letters: &[&str]| letters.iter().any(|start| trimmed.starts_with(start));
        if trimmed.is_empty() || begins(&["#", "|", "!", "```"]) {
            if !paragraph.is_empty() {
                (last, heads) = (all.len(), false);
            }
            split(&paragraph, first, &mut all);
            paragraph.clear();
            heads |= trimmed.starts_with('|');
            if heads {
                code(&mut all, last, trimmed);
            }
            if let Some(heading) = trimmed.strip_prefix('#') {
                let from = all.len();
                split(heading.trim_start_matches('#').trim(), number, &mut all);
                all[from..].iter_mut().for_each(|heading| heading.asks |= asks(&heading.text));
            }
            continue;
        }
        if paragraph.is_empty() {
            first = number;
        }
        paragraph += trimmed.strip_prefix('>').unwrap_or(trimmed).trim();
        paragraph.push('\n');
    }
    all
}

/// A line without the statements in it, also the end of one that began before.
fn without_statements(line: &str) -> String {
    let begins = |line: &str| line.find("{%").unwrap_or(line.len());
    let (mut text, mut rest) = (String::new(), line);
    loop {
        // What ends here without a beginning began before.
        let (begin, end) = (begins(rest), rest.find("%}"));
        match end {
            Some(end) if end > begin => text += &rest[..begin],
            Some(_) => {}
            None => return text + &rest[..begin],
        }
        rest = &rest[end.unwrap_or_default() + 2..];
    }
}

/// A line of the table that the sentences from this one on head.
fn code(all: &mut [Sentence], from: usize, line: &str) {
    for sentence in all.iter_mut().skip(from) {
        sentence.code += line;
        sentence.code.push('\n');
    }
}

/// Whether a heading asks: "What a bigger hand is worth".
fn asks(heading: &str) -> bool {
    ["What ", "How ", "Who ", "When ", "Which ", "Where "]
        .iter()
        .any(|ask| heading.starts_with(ask))
}

/// A paragraph, from its line on, as sentences. Of a table that is computed it is the caption.
fn split(paragraph: &str, first: usize, all: &mut Vec<Sentence>) {
    if paragraph.starts_with("{{ chart(") {
        return;
    }
    let add = |text: &mut String, line: usize, all: &mut Vec<Sentence>| {
        let text = std::mem::take(text).trim().to_owned();
        let asks = text.ends_with('?');
        let code = String::new();
        all.push(Sentence { line, text, code, mark: None, asks, finds: false, in_scenario: false });
    };
    let (mut text, mut line, mut start) = (String::new(), first, first);
    let mut rest = paragraph;
    while let Some(letter) = rest.chars().next() {
        let piece = match () {
            () if rest.starts_with("{#") => {
                let end = rest.find("#}").map_or(rest.len(), |end| end + 2);
                let mark = rest[..end].trim_matches(['{', '}', '#', '-', ' ', '\n']);
                if let Some(mark) = mark.strip_prefix("held by") {
                    if !text.trim().is_empty() {
                        add(&mut text, start, all);
                    }
                    if let Some(sentence) = all.last_mut() {
                        sentence.mark = Some(mark.trim().to_owned());
                    }
                }
                line += rest[..end].matches('\n').count();
                rest = &rest[end..];
                continue;
            }
            () if rest.starts_with("{{") => {
                &rest[..rest.find("}}").map_or(rest.len(), |end| end + 2)]
            }
            () => &rest[..letter.len_utf8()],
        };
        if text.trim().is_empty() {
            start = line + usize::from(letter == '\n');
        }
        match piece.strip_prefix("{{ table(").and_then(|table| table.split_once("caption=\"")) {
            Some((_, caption)) => text += caption.split('"').next().unwrap_or_default(),
            None if piece.starts_with("{{ table(") => {}
            None => text += piece,
        }
        line += piece.matches('\n').count();
        rest = &rest[piece.len()..];
        let over =
            rest.starts_with(char::is_whitespace) || rest.is_empty() || rest.starts_with("{#");
        if ['.', '?', '!'].contains(&letter) && over {
            add(&mut text, start, all);
        }
    }
    if !text.trim().is_empty() {
        add(&mut text, start, all);
    }
}
