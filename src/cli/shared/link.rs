//! A question as a link that the page opens: `#1&q=4d6kh3&view=at-least`. docs/page.md has its form, which is read
//! for ever.

use std::fmt::{Display, Write as _};
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;

use super::printer::Printer;
use crate::Result;

/// The address of a page, which links then begin with.
const PAGE: &str = "ODDSMITH_PAGE";

#[derive(clap::Args)]
pub struct LinkArguments {
    /// Print a link that opens this question in the oddsmith page, instead of the answer; set the
    /// variable ODDSMITH_PAGE to the address of the page
    #[arg(long)]
    pub link: bool,
}

/// A link on its way.
pub struct Link {
    text: String,
}

impl Link {
    /// Of these questions, each as it is typed.
    pub fn of<Q: AsRef<str>>(questions: &[Q]) -> Link {
        let mut link = Link { text: "#1".to_owned() };
        questions.iter().for_each(|question| link.add("q", Some(question.as_ref().trim())));
        link
    }

    /// Adds what is said, if it is.
    pub fn add(&mut self, name: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.text += &format!("&{name}={}", plain(&value.to_string()));
        }
    }

    /// Adds the house rules of a file.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn rules(&mut self, path: Option<&Path>) -> Result<()> {
        if let Some(path) = path {
            let text = crate::file::read(path)?;
            let packed = compress_to_vec(text.as_bytes(), 9);
            self.text += &format!("&rules={}", BASE64_URL_SAFE_NO_PAD.encode(packed));
        }
        Ok(())
    }

    /// Prints it.
    ///
    /// # Errors
    /// As [`Printer::print`].
    pub fn print(&self, out: &mut Printer) -> Result<()> {
        out.print(&self.line())
    }

    /// Its line, after the address of a page where there is one.
    pub fn line(&self) -> String {
        let page = std::env::var(PAGE).unwrap_or_default();
        format!("{}{}\n", page.split('#').next().unwrap_or_default(), self.text)
    }
}

/// A text as a link holds it: letters that would end the link in Markdown, BBCode or plain text are escaped.
fn plain(text: &str) -> String {
    let mut link = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => link.push(byte.into()),
            b'-' | b'_' | b'.' | b',' | b':' | b'=' => link.push(byte.into()),
            b' ' => link.push('+'),
            // Writing to a string can't fail.
            byte => drop(write!(link, "%{byte:02X}")),
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_holds_no_letter_that_ends_it() {
        let mut link = Link::of(&["max(d8!, d6!) * 2", "d20+5 vs 15"]);
        link.add("view", Some("at-least"));
        link.add("seed", None::<u64>);
        let escaped = "#1&q=max%28d8%21,+d6%21%29+%2A+2&q=d20%2B5+vs+15&view=at-least";
        assert_eq!(link.text, escaped);
    }

    #[test]
    fn rules_are_packed_whole() {
        let file = tempfile::NamedTempFile::new().expect("a file for a while");
        let rules = "[[house]]\nname = \"höhe\"\nrule = \"ask d6\"\n".repeat(9);
        std::fs::write(file.path(), &rules).expect("it is written");
        let mut link = Link::of(&["house.höhe"]);
        link.rules(Some(file.path())).expect("it is read");
        let packed = link.text.split("&rules=").nth(1).expect("rules");
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(packed).expect("letters of links");
        let text = miniz_oxide::inflate::decompress_to_vec(&bytes).expect("it is whole");
        assert!(String::from_utf8(text).as_deref() == Ok(&rules) && packed.len() < rules.len());
    }
}
