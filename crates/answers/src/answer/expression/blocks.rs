//! The parts of an expression or a template that may never be worked out: behind `and` and `or`, in
//! a branch. Each is looked at by itself, so that a wrong name in it is found before it matters.

use std::ops::Range;

/// Words that an expression branches at.
const BRANCHES: [&str; 4] = ["and", "or", "if", "else"];

/// Signs that compare, the longer ones first.
const COMPARISONS: [&str; 7] = ["<=", ">=", "==", "!=", "<", ">", "in"];

/// The parts of an expression between the words that it branches at, each with blanks before it in
/// place of the rest; none where it does not branch, or asks whether a name is defined.
pub(super) fn branches(expression: &str) -> Vec<String> {
    if asks_for_names(expression) {
        return Vec::new();
    }
    // Of each bracket that is open, where its part begins, and whether it branches.
    let mut open = vec![(0, false)];
    let mut parts = Vec::new();
    for token in tokens(expression) {
        let text = &expression[token.clone()];
        let last = open.len() - 1;
        let (from, branches) = open[last];
        let closes = [")", "]", "}"].contains(&text);
        let is_branch = BRANCHES.contains(&text);
        if (closes || text == ",") && branches || is_branch {
            parts.push(from..token.start);
        }
        match text {
            "(" | "[" | "{" => open.push((token.end, false)),
            _ if closes && last > 0 => open.truncate(last),
            "," => open[last] = (token.end, false),
            _ if is_branch => open[last] = (token.end, true),
            _ => {}
        }
    }
    let end = expression.len();
    parts.extend(open.first().filter(|(_, branches)| *branches).map(|(from, _)| *from..end));
    parts.retain(|part| !expression[part.clone()].trim().is_empty());
    parts.into_iter().map(|part| alone(expression, part)).collect()
}

/// Of an expression that compares: the sign, and both sides, each with blanks before it in place of the
/// rest.
pub(super) fn sides(expression: &str) -> Option<(&str, [String; 2])> {
    let mut depth = 0;
    // What branches is no comparison: each of its parts may be one.
    let mut signs = tokens(expression).filter(|token| {
        let text = &expression[token.clone()];
        depth += i32::from(["(", "[", "{"].contains(&text));
        depth -= i32::from([")", "]", "}"].contains(&text));
        depth == 0 && (COMPARISONS.contains(&text) || BRANCHES.contains(&text))
    });
    let sign = signs.next().filter(|sign| {
        signs.next().is_none() && COMPARISONS.contains(&&expression[sign.clone()])
    })?;
    // `not a > b` is not that.
    if expression.trim_start().starts_with("not ") {
        return None;
    }
    let ends = [0..sign.start, sign.end..expression.len()];
    Some((&expression[sign], ends.map(|side| alone(expression, side))))
}

/// Whether an expression is a chance by its last name, whatever stands before it: `it.success`,
/// `it.share(3)`, `it.min('success')`.
pub(super) fn is_chance(expression: &str) -> bool {
    let words: Vec<&str> = tokens(expression).map(|token| &expression[token]).collect();
    let mut depth = 0;
    let mut opened = None;
    for (place, word) in words.iter().enumerate() {
        match *word {
            "(" | "[" | "{" => {
                opened = Some(place).filter(|_| depth == 0);
                depth += 1;
            }
            ")" | "]" | "}" => depth -= 1,
            _ if depth > 0 => {}
            "." => {}
            _ if is_text(word) || word.starts_with(is_of_a_word) => {}
            // What is done with a chance is none.
            _ => return false,
        }
    }
    match (&words[..], opened) {
        ([.., "success"], _) => true,
        ([.., ")"], Some(opened)) if opened > 0 => {
            match (words[opened - 1], &words[opened + 1..]) {
                ("share" | "at_least" | "at_most", _) => true,
                ("min" | "max" | "mean", [text, ")"]) if is_text(text) => {
                    is_chance(&text[1..text.len() - 1])
                }
                _ => false,
            }
        }
        _ => false,
    }
}

/// What an expression says that is a single number or text.
pub(super) fn literal(expression: &str) -> Option<&str> {
    let text = expression.trim();
    let is_number = || text.parse().is_ok_and(f64::is_finite);
    let is_one = || is_text(text) && tokens(text).count() == 1;
    (is_number() || is_one()).then_some(text)
}

/// The numbers and texts that an expression says, which is one of them or a list, where a sign asks
/// whether something is one of them.
pub(super) fn values<'e>(sign: &str, expression: &'e str) -> Option<Vec<&'e str>> {
    let text = expression.trim();
    let list = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    match (sign, list) {
        ("==" | "!=", None) => literal(text).map(|one| vec![one]),
        ("in", Some(list)) => list.split(',').map(literal).collect(),
        _ => None,
    }
}

/// Whether all that is named in these words by `=` is a number or a text: `.at(level=3, foe='a')`.
pub(super) fn is_fixed(words: &str) -> bool {
    let inside = words.split_once('(').map_or(words, |(_, inside)| inside);
    let inside = inside.trim_end().trim_end_matches(')');
    inside
        .split(',')
        .all(|part| part.split_once('=').is_some_and(|(_, value)| literal(value).is_some()))
}

/// Whether a token is a text in quotes.
fn is_text(token: &str) -> bool {
    token.len() > 1 && token.starts_with(['"', '\''])
}

/// Whether a name has this letter.
fn is_of_a_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Words by which a branch is kept from cases that it does not fit.
const GUARDS: [&str; 7] = ["label", "check", "axes", "fields", "scores", "at", "loop"];

/// A template all of whose branches are taken, letter for letter as long: but for those that ask
/// which cases they are about, or whether a name is defined.
pub(super) fn flattened(template: &str) -> Option<String> {
    let mut flat = template.to_owned();
    // Of each `if` that is open, whether it stays as it is.
    let mut open = Vec::new();
    // Names that stand for one thing after another, or for what a branch asks.
    let mut bound = Vec::new();
    let mut loops = 0;
    for tag in tags(template) {
        let text = &template[tag.clone()];
        let inside = &text[2..text.len() - 2];
        let inside = inside.strip_suffix(['-', '+']).unwrap_or(inside);
        let (signs, _) =
            inside.split_at(inside.len() - inside.trim_start_matches(['-', '+']).len());
        let word = statement(text);
        let is_guarded = is_guarded(inside, &bound);
        let behind = inside.trim_start_matches(['-', '+']).trim_start();
        match word {
            "raw" => return None,
            "for" => {
                let names = behind.strip_prefix("for").and_then(|rest| rest.split_once(" in "));
                bound.extend(names.iter().flat_map(|(names, _)| names.split(',')).map(str::trim));
                loops += 1;
            }
            "endfor" => loops -= 1,
            "set" if is_guarded || loops > 0 => {
                let name = behind.strip_prefix("set").and_then(|rest| rest.split_once('='));
                bound.extend(name.map(|(name, _)| name.trim()));
            }
            _ => {}
        }
        let stays = match word {
            "if" => {
                open.push(is_guarded);
                is_guarded
            }
            "elif" | "else" => open.last() == Some(&true),
            "endif" => open.pop() == Some(true),
            "for" | "" => is_guarded,
            _ => true,
        };
        if stays {
            continue;
        }
        // What is asked or printed begins behind the word.
        let word_at = text.find(word).filter(|_| !word.is_empty()).unwrap_or(2 + signs.len());
        let from = word_at + word.len();
        let asked = &inside[from - 2..];
        let blanks = asked.len() - asked.trim_start().len();
        let (from, asked) = (from + blanks, asked.trim());
        let behind = text.len() - from - asked.len();
        let made = match word {
            "if" | "elif" | "" if from > 2 && behind > 2 => match (taken(asked), word) {
                (None, "") => continue,
                (all, _) => {
                    let all = all.unwrap_or_else(|| asked.to_owned());
                    " ".repeat(from - 3) + "{{[" + &all + &" ".repeat(behind - 3) + "]}}"
                }
            },
            "" => continue,
            "for" => match tokens(inside).find(|token| &inside[token.clone()] == "if") {
                Some(condition) => {
                    let kept = 2 + condition.start;
                    text[..kept].to_owned() + &blank("", text.len() - kept, "%}")
                }
                None => continue,
            },
            _ => blank("{#", text.len(), "#}"),
        };
        flat.replace_range(tag, &made);
    }
    (flat != template).then_some(flat)
}

/// Where a mark begins that is not closed: another comment begins within it, or none of it ends.
pub(super) fn open_mark(template: &str) -> Option<Range<usize>> {
    template.match_indices("{#- held by").map(|(start, _)| start).find_map(|start| {
        let length = template[start..].find("#}");
        let inside = length.map(|length| &template[start + 2..start + length]);
        inside.is_none_or(|inside| inside.contains("{#")).then_some(start..start + 2)
    })
}

/// The innermost block that is open before this place: its word, and where it opens.
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

/// The names that the tags of a template set.
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

/// The word that a tag of a statement begins with; nothing of another.
fn statement(tag: &str) -> &str {
    let inside = tag.strip_prefix("{%").and_then(|tag| tag.strip_suffix("%}")).unwrap_or_default();
    let signs = ['-', '+'];
    let inside = inside.trim_start_matches(signs).trim_end_matches(signs);
    inside.split_whitespace().next().unwrap_or_default()
}

/// Where the tags of a template stand, but for comments.
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

/// Whether a branch asks which cases it is about, or whether a name is defined: by words for that, or
/// by names that are bound to one thing or another.
fn is_guarded(asked: &str, bound: &[&str]) -> bool {
    let all: Vec<&str> = tokens(asked).map(|token| &asked[token]).collect();
    let guards = |(place, word): (usize, &&str)| {
        let next = all.get(place + 1).copied().unwrap_or_default();
        // What is called is asked of cases: `.at(bonus=1)`.
        GUARDS.contains(word) && next != "(" || bound.contains(word) && next != "."
    };
    asks_for_names(asked) || all.iter().enumerate().any(guards)
}

/// Whether an expression asks whether a name is defined.
fn asks_for_names(expression: &str) -> bool {
    let mut words = tokens(expression).map(|token| &expression[token]).skip_while(|it| *it != "is");
    words.any(|word| ["defined", "undefined"].contains(&word))
}

/// An expression whose branches are a list, letter for letter as long; none where it has none. What
/// stands in the arguments of a call stays as it is, and so does a bracket that more is done with.
fn taken(expression: &str) -> Option<String> {
    let all: Vec<Range<usize>> = tokens(expression).collect();
    let word = |place: usize| all.get(place).map_or("", |token| &expression[token.clone()]);
    let alone = |place: usize| ["", "(", ")", ",", "not"].contains(&word(place));
    let is_end = |place: usize| alone(place) || BRANCHES.contains(&word(place));
    // Of each bracket that is open, whether its branches may be a list.
    let mut open = vec![true];
    let mut list = expression.to_owned();
    for place in 0..all.len() {
        match word(place) {
            "(" => {
                let mut depth = 0;
                let close = (place..all.len()).find(|&other| {
                    depth += i32::from(word(other) == "(") - i32::from(word(other) == ")");
                    depth == 0
                });
                let begins = place == 0 || is_end(place - 1) && word(place - 1) != ")";
                let ends = close.is_some_and(|close| is_end(close + 1));
                open.push(begins && ends && open.last() == Some(&true));
            }
            "[" | "{" => open.push(false),
            ")" | "]" | "}" => drop(open.pop()),
            it if BRANCHES.contains(&it) && open.last() == Some(&true) => {
                list.replace_range(all[place].clone(), &blank(",", it.len(), ""));
            }
            _ => {}
        }
    }
    (list != expression).then_some(list)
}

/// So many bytes that begin and end so, with blanks between.
fn blank(begin: &str, length: usize, end: &str) -> String {
    format!("{begin}{}{end}", " ".repeat(length.saturating_sub(begin.len() + end.len())))
}

/// A part of an expression where it stands, without what stands before and behind it.
fn alone(expression: &str, part: Range<usize>) -> String {
    " ".repeat(part.start) + &expression[part]
}

/// Words, signs and texts in quotes, one by one.
fn tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let length = match first {
            '"' | '\'' => {
                let mut escaped = false;
                let end = rest[1..].find(|letter: char| {
                    let ends = letter == first && !escaped;
                    escaped = letter == '\\' && !escaped;
                    ends
                });
                end.map_or(rest.len(), |end| end + 2)
            }
            _ if is_of_a_word(first) => {
                rest.find(|letter| !is_of_a_word(letter)).unwrap_or(rest.len())
            }
            _ => {
                let sign = COMPARISONS.iter().find(|sign| rest.starts_with(**sign));
                sign.map_or(first.len_utf8(), |sign| sign.len())
            }
        };
        at += length;
        Some(at - length..at)
    })
}

#[cfg(test)]
mod tests {
    use super::{branches, flattened, is_chance, is_fixed, literal, sides};

    #[test]
    fn each_part_of_an_expression_stands_where_it_stood() {
        let of = |text: &str| branches(text).iter().map(|part| part.trim().to_owned()).collect();
        let parts: Vec<String> = of("a.where('x or y') > 0 and (b or not c[d]) and e");
        assert_eq!(parts, ["a.where('x or y') > 0", "b", "not c[d]", "(b or not c[d])", "e"]);
        assert_eq!(branches("a or b")[1], "     b");
        assert!(branches("f(a, b) > 2").is_empty());
        let ends = ["f(a > 1) ".into(), "            '<'".into()];
        assert_eq!(sides("f(a > 1) <= '<'"), Some(("<=", ends)));
        assert_eq!(sides("a < b < c"), None);
        assert_eq!(sides("a and b < c"), None);
    }

    #[test]
    fn what_is_a_chance_is_known_by_its_last_name() {
        for chance in ["success", "a['b'].at(c=1).success", "share('x')", "a.max(\"at_least(3)\")"]
        {
            assert!(is_chance(chance), "{chance}");
        }
        for other in ["mean", "success * 100", "a.max('mean')", "a.sum('success')", "success()"] {
            assert!(!is_chance(other), "{other}");
        }
        assert_eq!(literal(" -0.5 "), Some("-0.5"));
        assert_eq!(literal("'a' ~ 'b'"), None);
        assert!(is_fixed(".at(a=1, b='c')") && !is_fixed(".at(a=b)"));
    }

    #[test]
    fn a_template_without_branches_is_as_long() {
        let flat = |template: &str| {
            let flat = flattened(template).unwrap_or_default();
            assert!(flat.len() == template.len() || flat.is_empty(), "{template}: {flat}");
            flat.replace(' ', "")
        };
        let template = "{% if a %}{{ b }}{% elif e %}{%- else -%}{% for c in d if c.e > 1 %}{{ c }}{% endfor %}{% endif %}";
        assert_eq!(flat(template), "{{[a]}}{{b}}{{[e]}}{##}{%forcind%}{{c}}{%endfor%}{##}");
        assert_eq!(
            flat("It is {{ a if b and f(c or d) else (e or g) }}."),
            "Itis{{[a,b,f(cord),(e,g)]}}."
        );
        assert_eq!(
            flat("{%- if not (a or b) and (c or d) > 1 -%}x{% endif %}"),
            "{{[not(a,b),(cord)>1]}}x{##}"
        );
        for guarded in [
            "{% for l in ['a', 'b'] %}{% if l == 'a' %}{{ c[l].d }}{% endif %}{% endfor %}",
            "{% for c in d %}{% set l = c.e %}{% if l == 'a' %}{{ c.f }}{% endif %}{% endfor %}",
            "{% set ok = a.axes.b is defined %}{{ c if ok else d }}",
            "{% for a in c if 'b' in a.at %}{{ a.d }}{% endfor %}",
            "{% if a is defined %}{{ a }}{% endif %}",
            "{% for a in b if a.label == 'c' %}{{ a.d }}{% endfor %}",
            "{% if 'a' in b.axes %}{{ b.c }}{% else %}d{% endif %}",
            "{{ a if b.check == 'c' else d }}",
        ] {
            assert_eq!(flattened(guarded), None, "{guarded}");
        }
    }
}
