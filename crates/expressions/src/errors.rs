//! Errors of expressions: their messages, hints and positions.

use std::collections::HashSet;
use std::ops::Range;

use super::{DETAILED_ERRORS, MOST_STEPS, blocks, filters};
use minijinja::Value;

use oddsmith_base::{Error, Hint, nearest};

/// Hint with the reference of the available names.
const NAMES: &str = "docs/documents.md lists the names that expressions know";

/// Separator of message and hint in an error that passes through the expression language.
pub(super) const HINT: &str = "\u{1f}";

/// Converts an error of the language in this text to an error with its position. `known` are the
/// names that are defined at every position.
pub(super) fn with_position(error: &minijinja::Error, text: &str, known: &[&str]) -> Error {
    // Suggestions include the names that the text sets.
    let set = if DETAILED_ERRORS { blocks::set_names(text) } else { Vec::new() };
    let said = translate_error(error, &[known, &set].concat());
    let place = place(error, text);
    if DETAILED_ERRORS && let Some(told) = syntax_error_with_hint(error, text, &said, &place) {
        return told;
    }
    // If the arguments are computed, a list of valid values does not help.
    let said = match said.hint().map(ToString::to_string) {
        Some(hint) if is_of_a_place(&said) && !is_fixed(&text[place.clone()]) => {
            said.with_hint(hint)
        }
        _ => said,
    };
    // The position of an error about a filter is after the filter's name.
    let line = text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let before = (said.is_of_a_name() && !is_of_a_place(&said)).then_some(line);
    let word = [Some(place.start), before].into_iter().flatten().find_map(|from| {
        let word = named(&said, &text[from..place.end])?;
        Some(from + word.start..from + word.end)
    });
    said.at_span(text, word.unwrap_or(place))
}

/// Returns true if every argument of a call is a number or a quoted text: `.at(level=3, foe='a')`.
fn is_fixed(call: &str) -> bool {
    let is_literal = |value: &str| {
        let quoted =
            value.len() > 1 && value.starts_with(['"', '\'']) && value.ends_with(['"', '\'']);
        quoted || value.parse::<f64>().is_ok()
    };
    let arguments = call.split_once('(').map_or(call, |(_, inside)| inside);
    let mut arguments = arguments.trim_end_matches([')', ' ']).split(',');
    arguments.all(|one| one.split_once('=').is_some_and(|(_, value)| is_literal(value.trim())))
}

/// Returns the error for the first undefined name of a text, including branches that are not taken;
/// `None` if the text tests names with `is defined`.
pub(super) fn undeclared(names: &HashSet<String>, text: &str, known: &[&str]) -> Option<Error> {
    if [" is defined", " is undefined"].iter().any(|test| text.contains(test)) {
        return None;
    }
    let unknown = |name: &String| {
        let error = Error::unknown("name", name, "", known.iter().copied());
        let place = named(&error, text)?;
        (!known.contains(&name.as_str())).then_some((place.start, error.at_span(text, place)))
    };
    let first = names.iter().filter_map(unknown).min_by_key(|(start, _)| *start);
    first.map(|(_, error)| error)
}

/// Returns an error with a specific hint for operators of other languages and for unclosed blocks.
fn syntax_error_with_hint(
    error: &minijinja::Error,
    text: &str,
    translate_error: &Error,
    place: &Range<usize>,
) -> Option<Error> {
    if innermost(error).kind() == minijinja::ErrorKind::SyntaxError
        && let Some(hint) = foreign_operator_hint(text, place)
    {
        return Some(translate_error.clone().with_hint(hint).at_span(text, place.clone()));
    }
    let detail = error.detail()?;
    if detail.ends_with(", expected end of block") {
        let (word, opens) = blocks::open_block(text, text.len())?;
        let hint = format!("close it with `{{% end{word} %}}`");
        let said = Error::question(format!("`{word}` is not closed"));
        return Some(said.with_hint(hint).at_span(text, opens));
    }
    let misplaced = STATEMENTS.contains(&detail.strip_prefix(STATEMENT)?);
    let (word, _) = blocks::open_block(text, place.start).filter(|_| misplaced)?;
    let hint = format!("close `{word}` first: `{{% end{word} %}}`");
    let stands = named(translate_error, &text[place.clone()])
        .map_or(place.clone(), |word| place.start + word.start..place.start + word.end);
    Some(translate_error.clone().with_hint(hint).at_span(text, stands))
}

/// Returns the original error of a chain.
fn innermost(error: &minijinja::Error) -> &minijinja::Error {
    let inner = std::error::Error::source(error).and_then(|inner| inner.downcast_ref());
    inner.map_or(error, innermost)
}

/// Returns the syntax of this language for an operator of other languages.
fn foreign_operator_hint(text: &str, place: &Range<usize>) -> Option<&'static str> {
    const SIGNS: [(&str, &str); 7] = [
        ("&&", "write `and`"),
        ("||", "write `or`"),
        ("<>", "write `!=`"),
        ("=<", "write `<=`"),
        ("=>", "write `>=`"),
        ("=", "compare with `==`"),
        ("!", "write `not`"),
    ];
    let (before, here) = text.split_at(place.start);
    let last = before.len() - before.chars().next_back().map_or(0, char::len_utf8);
    let begins =
        |sign: &str| here.starts_with(sign) || sign.len() > 1 && text[last..].starts_with(sign);
    if let Some((_, hint)) = SIGNS.iter().find(|(sign, _)| begins(sign)) {
        return Some(hint);
    }
    text[place.clone()]
        .contains(['“', '”', '‘', '’'])
        .then_some("write straight quotes: `'` or `\"`")
}

/// Returns the position of an error in a text, also for an error in an expression given as a string
/// in the text.
pub(super) fn place(error: &minijinja::Error, text: &str) -> Range<usize> {
    let whole = || {
        let line = error.line().unwrap_or(1).saturating_sub(1);
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let line = text[before..].lines().next().unwrap_or_default();
        before..before + line.len()
    };
    let place = traced(error).0.filter(|range| text.get(range.clone()).is_some());
    let place = place.unwrap_or_else(whole);
    let inner = std::error::Error::source(error).and_then(|inner| inner.downcast_ref());
    let within = inner.and_then(|inner: &minijinja::Error| {
        let said = traced(inner).1?;
        let from = place.start + text[place.clone()].find(said)?;
        let inside = self::place(inner, said);
        Some(from + inside.start..from + inside.end)
    });
    within.unwrap_or(place)
}

/// Returns the position of an error in its own text, and that text. WebAssembly builds lack this
/// information.
#[cfg(not(target_family = "wasm"))]
fn traced(error: &minijinja::Error) -> (Option<Range<usize>>, Option<&str>) {
    (error.range(), error.template_source())
}

#[cfg(target_family = "wasm")]
fn traced(_: &minijinja::Error) -> (Option<Range<usize>>, Option<&str>) {
    (None, None)
}

/// Returns the position of the name in a text that an error is about: the last name in quotes of
/// its message that occurs in the text.
fn named(error: &Error, text: &str) -> Option<Range<usize>> {
    let message = error.message().to_string();
    let names = message.split('`').skip(1).step_by(2);
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let whole = |&(at, name): &(usize, &str)| {
        !text[..at].ends_with(is_name) && !text[at + name.len()..].starts_with(is_name)
    };
    names.filter(|name| !name.is_empty()).find_map(|name| {
        text.rmatch_indices(name).find(whole).map(|(at, name)| at..at + name.len())
    })
}

/// Keywords of statements between `{%` and `%}`.
const STATEMENTS: [&str; 11] =
    ["if", "elif", "else", "endif", "for", "endfor", "set", "macro", "endmacro", "raw", "endraw"];

/// Start of minijinja's message for an unknown or misplaced statement.
const STATEMENT: &str = "unknown statement ";

/// Message of minijinja for input after the end of an expression.
const AFTER: &str = "unexpected input after expression";

/// Largest number of values in a hint.
const LISTED: usize = 8;

/// Start of the messages for a case that does not exist.
const NO_CASE: &str = "no case ";

/// Creates the error for a value that no case has; `known` are the values of the cases. The message
/// begins with "no case".
pub(super) fn no_such_value(
    message: String,
    value: &Value,
    known: impl IntoIterator<Item = Value>,
) -> Error {
    let mut names: Vec<String> = Vec::new();
    for value in known.into_iter().map(|value| value.to_string()) {
        if !names.contains(&value) {
            names.push(value);
        }
    }
    let error = Error::question(message);
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    if let Some(near) = nearest(&value.to_string(), &known).filter(|_| !value.is_number()) {
        return error.with_hint(Hint::Nearest(near.to_owned()));
    }
    if names.len() > LISTED {
        names.splice(LISTED - 2..names.len() - 1, ["…".to_owned()]);
    }
    error.with_hint(Hint::Known(names))
}

/// Returns true if an error is about a case that does not exist.
pub(super) fn is_of_a_place(error: &Error) -> bool {
    error.message().to_string().starts_with(NO_CASE)
}

/// Converts an error of minijinja to one with message and hint of this package.
pub(super) fn translate_error(error: &minijinja::Error, known: &[&str]) -> Error {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    if let Some(error) = cause.downcast_ref::<Error>() {
        return match error.hint() {
            Some(_) => error.clone(),
            None => error.clone().with_hint(NAMES),
        };
    }
    let Some(error) = cause.downcast_ref::<minijinja::Error>() else {
        return Error::question(cause.to_string()).with_hint(NAMES);
    };
    let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    let word = detail.split(' ').find(|word| !["filter", "test"].contains(word));
    let word = word.filter(|_| error.detail().is_some());
    use minijinja::ErrorKind::{
        OutOfFuel, SyntaxError, UndefinedError, UnknownFilter, UnknownFunction, UnknownTest,
    };
    match (error.kind(), word) {
        (OutOfFuel, _) => return MOST_STEPS.exceeded("the words take"),
        (UnknownFilter, Some(word)) => return filters::unknown(word),
        (kind @ (UnknownTest | UnknownFunction), Some(word)) => {
            let what = if kind == UnknownTest { "test" } else { "function" };
            return Error::question(format!("unknown {what} `{word}`")).with_hint(NAMES);
        }
        (SyntaxError, _) if detail.starts_with(STATEMENT) => {
            let name = &detail[STATEMENT.len()..];
            if STATEMENTS.contains(&name) {
                let message = format!("`{name}` stands where it closes or continues nothing");
                return Error::question(message).with_hint("close each block in its turn");
            }
            return Error::unknown("statement", name, "", STATEMENTS);
        }
        (SyntaxError, _) => {
            let said = Error::question(detail.replace('\n', " "));
            return said.with_hint(match &*detail {
                AFTER if DETAILED_ERRORS => "put an operator between, or `|` before a filter",
                _ => "close each quote, bracket, `{{` and `{%`",
            });
        }
        (UndefinedError, _) => return undefined_name(&detail, known),
        _ if detail.contains("` is undefined") => return undefined_name(&detail, known),
        _ => {}
    }
    let (message, hint) = detail.split_once(HINT).unwrap_or((&detail, NAMES));
    Error::question(plain_message(&message.replace('\n', " "))).with_hint(hint)
}

/// Rewrites minijinja's messages about arguments without the names of Rust types.
fn plain_message(message: &str) -> String {
    let quoted = |rest: &str| format!("unknown argument `{}`", rest.trim_matches('\''));
    if let Some(name) = message.strip_prefix("unknown keyword argument ") {
        return quoted(name);
    }
    let converted =
        message.strip_prefix("cannot convert ").and_then(|rest| rest.split_once(" to "));
    converted.map_or_else(
        || message.to_owned(),
        |(from, to)| {
            let to = match to {
                "string" => "a text",
                _ if to.starts_with('u') && from == "number" => "a whole number of 0 or more",
                "bool" => "true or false",
                _ if to.starts_with(['u', 'i', 'f']) => "a number",
                _ => to,
            };
            format!("a {from} stands where {to} belongs")
        },
    )
}

/// Creates the error for an undefined name from minijinja's message "`a.b` is undefined".
fn undefined_name(detail: &str, known: &[&str]) -> Error {
    let name = detail
        .split_once("` is undefined")
        .and_then(|(before, _)| before.rsplit_once('`').map(|(_, name)| name));
    match name.map(|name| (name, name.rsplit_once('.'))) {
        Some((_, Some((of, name)))) => {
            let of = if of.contains("(...)") { String::new() } else { format!(" of `{of}`") };
            Error::question(format!("unknown name `{name}`{of}")).with_hint(NAMES)
        }
        Some((name, None)) => Error::unknown("name", name, "", known.iter().copied()),
        None => Error::question("a name stands for nothing here").with_hint(NAMES),
    }
}
