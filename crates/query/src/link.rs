//! Requests as links for the web page: `#1&q=4d6kh3&view=at-least`. The first word is the version
//! of the format. All published versions stay valid; docs/page.md describes them.

use std::fmt::Write as _;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use oddsmith_base::{Error, Result};
use oddsmith_registry::Choice;

use crate::parameters::Parameter;
use crate::request::{Action, Request, Source};
use crate::slot::OptionValue;

/// Version of the links that are created.
const FORM: &str = "#1";

/// Largest size in bytes of an unpacked text.
const MOST_UNPACKED: usize = 8_000_000;

impl Request {
    /// Returns the link, starting with `#`.
    pub fn link(&self) -> String {
        let mut link = FORM.to_owned();
        // Writing to a string can't fail.
        let mut add = |key: &str, value: &str| {
            let _ = write!(link, "&{key}={value}");
        };
        match &self.program {
            Some(program) => add("program", &packed(&program.text)),
            None => self.questions.iter().for_each(|text| add("q", &escaped(text.trim()))),
        }
        if !matches!(self.action, Action::Odds | Action::Compare) {
            add("do", self.action.word());
        }
        for (parameter, values) in self.options() {
            for value in values {
                let on = if parameter.placeholder.is_empty() { "true" } else { &value };
                add(parameter.flag, &escaped(on));
            }
        }
        if let Some(rules) = &self.rules {
            add("rules", &packed(&rules.text));
        }
        link
    }

    /// Parses a link. Keys of later versions are ignored.
    ///
    /// # Errors
    /// If the link has another version, or a value is damaged.
    pub fn of_link(link: &str) -> Result<Request> {
        let mut parts = link.trim().split('&');
        if parts.next() != Some(FORM) {
            return Err(Error::question("this is no link of a form that can be read")
                .with_hint("copy the whole link, from `#1` on"));
        }
        let mut request = Request::default();
        for (key, value) in parts.filter_map(|part| part.split_once('=')) {
            let damaged = || {
                Error::question(format!("`{key}` of the link is damaged"))
                    .with_hint("copy the whole link")
            };
            let text = || unescaped(value).ok_or_else(damaged);
            let source = || {
                let text = unpacked(value).ok_or_else(damaged)?;
                Ok::<_, Error>(Some(Source { file: None, text }))
            };
            match key {
                "q" => request.questions.push(text()?),
                "do" => request.action = Action::named(&text()?).ok_or_else(damaged)?,
                "program" => request.program = source()?,
                "rules" => request.rules = source()?,
                key => {
                    if let Some(parameter) = Parameter::by_flag(key) {
                        let set = (parameter.slot)(&mut request).set(OptionValue::Text(&text()?));
                        set.map_err(|error| error.at(format!("in `{key}` of the link")))?;
                    }
                }
            }
        }
        Ok(request.with_compare_action())
    }
}

/// Escapes a text for a link, including characters that would end the link in Markdown, BBCode or
/// plain text.
fn escaped(text: &str) -> String {
    let mut link = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => link.push(byte.into()),
            b'-' | b'_' | b'.' | b',' | b':' | b'=' => link.push(byte.into()),
            b' ' => link.push('+'),
            byte => link += &format!("%{byte:02X}"),
        }
    }
    link
}

/// Reverses [`escaped`]; `None` if the value is damaged.
fn unescaped(value: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

/// Packs a long text for a link: compressed (RFC 1951) and encoded (RFC 4648, section 5).
fn packed(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(text.as_bytes(), 9))
}

fn unpacked(value: &str) -> Option<String> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(value).ok()?;
    String::from_utf8(decompress_to_vec_with_limit(&bytes, MOST_UNPACKED).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_escape_terminating_characters() {
        let mut request = Request::odds(["max(d8!, d6!) * 2", "d20+5 vs 15"]);
        request.view = oddsmith_engine::odds::View::AtLeast;
        let escaped = "#1&q=max%28d8%21,+d6%21%29+%2A+2&q=d20%2B5+vs+15&view=at-least";
        assert_eq!(request.link(), escaped);
    }

    #[test]
    fn long_texts_round_trip() {
        let text = "[[house]]\nname = \"höhe\"\nrule = \"ask d6\"\n".repeat(9);
        let rules = Some(Source { file: None, text: text.clone() });
        let request = Request { rules, ..Request::odds(["house.höhe"]) };
        let link = request.link();
        assert!(link.len() < text.len() && Request::of_link(&link) == Ok(request));
    }

    #[test]
    fn a_damaged_link_is_an_error() {
        for wrong in ["", "#2&q=d6", "q=d6", "#1&q=%2", "#1&rules=%", "#1&seed=-1", "#1&do=sing"] {
            assert!(Request::of_link(wrong).is_err(), "{wrong}");
        }
        assert!(Request::of_link("#1&q=d6&later=1").is_ok());
    }
}
