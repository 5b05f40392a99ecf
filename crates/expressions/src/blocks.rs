//! Blocks of a template: the open ones, and the names that its tags set.

use std::ops::Range;

/// Returns the innermost block that is open at a position: its keyword, and the range of its tag.
pub(super) fn open_block(template: &str, before: usize) -> Option<(&str, Range<usize>)> {
    let mut open = Vec::new();
    for tag in tags(template).take_while(|tag| tag.end <= before) {
        match statement(&template[tag.clone()]) {
            word @ ("if" | "for" | "macro" | "raw") => open.push((word, tag)),
            word if word.starts_with("end") => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

/// Returns the names that the tags of a template set.
pub(super) fn set_names(template: &str) -> Vec<&str> {
    let named = |tag: Range<usize>| {
        let tag = &template[tag];
        let end = match statement(tag) {
            "set" => "=",
            "for" => " in ",
            "macro" => "(",
            _ => return None,
        };
        let (_, names) = tag.split_once(statement(tag))?;
        Some(names.split_once(end)?.0.split(',').map(str::trim))
    };
    tags(template).filter_map(named).flatten().filter(|name| !name.is_empty()).collect()
}

/// Returns the keyword of a statement tag; empty for other tags.
fn statement(tag: &str) -> &str {
    let inside = tag.strip_prefix("{%").and_then(|tag| tag.strip_suffix("%}")).unwrap_or_default();
    let signs = ['-', '+'];
    let inside = inside.trim_start_matches(signs).trim_end_matches(signs);
    inside.split_whitespace().next().unwrap_or_default()
}

/// Returns the ranges of the tags of a template, without comments.
fn tags(template: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + template[at..].find('{')?;
            let end = match template[start..].get(..2) {
                Some("{{") => "}}",
                Some("{%") => "%}",
                Some("{#") => "#}",
                _ => {
                    at = start + 1;
                    continue;
                }
            };
            at = start + 2 + template[start + 2..].find(end)? + 2;
            if end != "#}" {
                return Some(start..at);
            }
        }
    })
}
