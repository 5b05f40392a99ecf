//! Sentences and the expectations that hold them: a mark in the words ties the one to the other.
//!
//! `{#- held by 3, 5: 9f2c41 #}` behind a sentence says that the third and the fifth `[[expect]]`
//! row of the scenario hold it. The letters at the end are made of the sentence and of these rows:
//! whoever changes a word of either has to read both again. A sentence that compares, or that says
//! never, always or only, needs a mark.

use oddsmith_answers::scenario::Scenario;

/// What is wrong with the mark of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untied {
    /// The line in which the sentence begins, from 1.
    pub line: usize,
    /// What is wrong, and what to write.
    pub what: String,
}

/// A sentence of the words, as it is written, with its mark.
struct Sentence {
    line: usize,
    text: String,
    mark: Option<String>,
}

/// The sentences of some words whose mark is missing, or no longer fits.
pub fn untied(words: &str, scenario: &Scenario) -> Vec<Untied> {
    sentences(words)
        .iter()
        .filter_map(|sentence| {
            let what = complaint(sentence, scenario)?;
            Some(Untied { line: sentence.line, what })
        })
        .collect()
}

/// The words without their marks, line for line.
pub fn without_marks(words: &str) -> String {
    let mut text = String::new();
    let mut rest = words;
    while let Some((before, marked)) = rest.split_once("{#- held by") {
        text += before.trim_end();
        rest = marked.split_once("#}").map_or("", |(_, after)| after);
    }
    text + rest
}

fn complaint(sentence: &Sentence, scenario: &Scenario) -> Option<String> {
    let shown = shown(&sentence.text);
    let Some(mark) = &sentence.mark else {
        let word = comparing(&sentence.text)?;
        return Some(format!("no expectation holds \"{shown}\" (`{word}`)"));
    };
    let (rows, letters) = mark.split_once(':').unwrap_or((mark, ""));
    let numbers: Option<Vec<usize>> = rows.split(',').map(|row| row.trim().parse().ok()).collect();
    let texts: Option<Vec<&str>> =
        numbers.iter().flatten().map(|number| row(scenario, *number)).collect();
    let Some(texts) = texts.filter(|texts| !texts.is_empty()) else {
        return Some(format!("the mark of \"{shown}\" names no expectation of the scenario"));
    };
    let wanted = fingerprint(&sentence.text, &texts);
    (letters.trim() != wanted).then(|| {
        format!(
            "\"{shown}\" or its expectation has changed: read both again, then write `{{#- held by \
             {}: {wanted} #}}`",
            rows.trim()
        )
    })
}

/// The text of an expectation, by its number from 1.
fn row(scenario: &Scenario, number: usize) -> Option<&str> {
    let start = scenario.expectations.get(number.checked_sub(1)?)?.place.start;
    let text = scenario.text.get(start..)?;
    let end = text.find("\n[").unwrap_or(text.len());
    Some(text[..end].trim())
}

/// Six letters made of a sentence and its rows, spaces aside.
fn fingerprint(sentence: &str, rows: &[&str]) -> String {
    let all = std::iter::once(&sentence).chain(rows);
    let parts = all.flat_map(|text| text.split_whitespace());
    // FNV-1a.
    let hash = parts.flat_map(str::bytes).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:06x}", (hash ^ (hash >> 24) ^ (hash >> 48)) & 0xff_ffff)
}

/// The sentences of paragraphs: headings, quotations, tables, statements and figures are none.
fn sentences(words: &str) -> Vec<Sentence> {
    let mut all = Vec::new();
    let (mut paragraph, mut first, mut inside) = (String::new(), 1, false);
    for (number, line) in (1..).zip(words.lines().chain([""])) {
        let trimmed = line.trim();
        // A statement may go on over several lines, and what stands in a macro is no sentence.
        if inside || trimmed.starts_with("{%") {
            inside = match (trimmed.contains("{% macro"), trimmed.contains("endmacro")) {
                (_, true) => false,
                (true, false) => true,
                _ if inside => !trimmed.ends_with("%}") || !trimmed.contains("endmacro"),
                _ => !trimmed.contains("%}"),
            };
            continue;
        }
        let begins = |letters: &[&str]| letters.iter().any(|start| trimmed.starts_with(start));
        let other = begins(&["#", ">", "|", "!", "```"]);
        if trimmed.is_empty() || other {
            split(&paragraph, first, &mut all);
            paragraph.clear();
            continue;
        }
        if paragraph.is_empty() {
            first = number;
        }
        paragraph += trimmed;
        paragraph.push('\n');
    }
    all
}

/// A paragraph, from its line on, as sentences.
fn split(paragraph: &str, first: usize, all: &mut Vec<Sentence>) {
    if ["{{ chart(", "{{ table("].iter().any(|figure| paragraph.starts_with(figure)) {
        return;
    }
    let (mut text, mut line, mut start) = (String::new(), first, first);
    let mut rest = paragraph;
    while let Some(letter) = rest.chars().next() {
        let piece = match () {
            () if rest.starts_with("{#") => {
                let end = rest.find("#}").map_or(rest.len(), |end| end + 2);
                let mark = rest[..end].trim_matches(['{', '}', '#', '-', ' ', '\n']);
                if let Some(mark) = mark.strip_prefix("held by") {
                    let open = text.trim().is_empty();
                    if !open {
                        all.push(Sentence { line: start, text: taken(&mut text), mark: None });
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
        text += piece;
        line += piece.matches('\n').count();
        rest = &rest[piece.len()..];
        let over =
            rest.starts_with(char::is_whitespace) || rest.is_empty() || rest.starts_with("{#");
        if ['.', '?', '!'].contains(&letter) && over {
            all.push(Sentence { line: start, text: taken(&mut text), mark: None });
        }
    }
    if !text.trim().is_empty() {
        all.push(Sentence { line: start, text: taken(&mut text), mark: None });
    }
}

fn taken(text: &mut String) -> String {
    let sentence = text.trim().to_owned();
    text.clear();
    sentence
}

/// The beginning of a sentence, for a message.
fn shown(sentence: &str) -> String {
    let all: Vec<&str> = sentence.split_whitespace().collect();
    let text = all.join(" ");
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Words that compare, or that leave out no case, beside those that end in "est".
const COMPARING: &[&str] = &[
    "always", "better", "bigger", "cheaper", "closer", "dearer", "deeper", "earlier", "easier",
    "faster", "fewer", "flatter", "further", "greater", "harder", "higher", "larger", "later",
    "least", "less", "likelier", "longer", "lower", "more", "most", "narrower", "nearer", "never",
    "nobody", "none", "nothing", "only", "rarer", "safer", "shorter", "slower", "smaller",
    "sooner", "steadier", "steeper", "stronger", "surer", "weaker", "wider", "worse", "worst",
];

/// Words that end in "est" and compare nothing.
const NO_SUPERLATIVES: &[&str] = &["rest", "test", "interest", "honest", "west", "request"];

/// A word of the sentence that compares, outside of its expressions.
fn comparing(sentence: &str) -> Option<String> {
    let mut plain = String::new();
    let mut rest = sentence;
    while let Some(start) = rest.find("{{") {
        plain += &rest[..start];
        plain.push(' ');
        rest = rest[start..].split_once("}}").map_or("", |(_, after)| after);
    }
    plain += rest;
    let words = plain.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase);
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let compares = |place: &usize| {
        let word = words[*place].as_str();
        let than = words.get(place + 1).is_some_and(|next| next == "than");
        COMPARING.contains(&word)
            || word.len() > 4 && word.ends_with("est") && !NO_SUPERLATIVES.contains(&word)
            || word.ends_with("er") && than
    };
    (0..words.len()).find(compares).map(|place| words[place].clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = "title = \"A coin\"\n[[house]]\nname = \"coin\"\nmine = { luck = \"d2\" }\ntheirs = { add = 1 }\n[[check]]\nlabel = \"coin\"\nuse = \"house.coin\"\n[[expect]]\nthat = \"answers['coin'].count == 1\"\n";

    fn found(words: &str) -> Vec<String> {
        let scenario = Scenario::parse(SCENARIO).expect("a scenario");
        untied(words, &scenario)
            .into_iter()
            .map(|one| format!("{}: {}", one.line, one.what))
            .collect()
    }

    #[test]
    fn a_sentence_that_compares_has_a_mark_that_fits() {
        let start = "# A coin\n\n> Is it ever worse?\n\nIt is even. ";
        assert!(found(&format!("{start}Not the rest of {{{{ a.most }}}} words.\n")).is_empty());
        let none = found(&format!("{start}It\nis never worse.\n"));
        assert_eq!(none, ["5: no expectation holds \"It is never worse.\" (`never`)"]);
        let stale = found(&format!("{start}It\nis never worse.\n{{#- held by 1 #}}\n"));
        let (_, mark) = stale[0].split_once("then write `").expect("the mark to write");
        let mark = mark.trim_end_matches('`');
        let held = format!("{start}It\nis never worse.\n{mark}\n");
        assert!(found(&held).is_empty(), "{:?}", found(&held));
        assert_eq!(found(&held.replace("never", "always")).len(), 1);
        assert_eq!(found(&held.replace("by 1", "by 2")).len(), 1);
    }
}
