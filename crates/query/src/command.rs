//! Requests as command lines.

use std::fmt::Write;

use oddsmith_base::Result;
use oddsmith_registry::Choice;
use oddsmith_scenario::{NamedQuestion, is_dice};

use crate::request::{Action, Request, Source};

impl Request {
    /// Returns the command line that gives the same results. House rules and programs are referred
    /// to by their file; those without a file follow in a here-document if `inline` is set.
    ///
    /// # Errors
    /// If a question can't be parsed.
    ///
    /// # Examples
    /// ```
    /// use oddsmith_query::Request;
    ///
    /// let mut request = Request::odds(["mutants.check bonus=8 dc=5..25"]);
    /// request.effort.seed = Some(7);
    /// assert_eq!(request.command(false)?, "oddsmith odds mutants.check bonus=8 dc=5..25 --seed 7");
    /// # Ok::<(), oddsmith_base::Error>(())
    /// ```
    pub fn command(&self, inline: bool) -> Result<String> {
        let mut command = format!("oddsmith {}", self.verb());
        let mut text = None;
        if let Some(program) = &self.program {
            command += &format!(" {}", source_word(program, "program.txt", inline, &mut text));
        }
        for word in self.words()? {
            command += &format!(" {}", quoted(&word));
        }
        command += &self.flags();
        if let Some(rules) = &self.rules {
            command += &format!(" --rules {}", source_word(rules, "rules.toml", inline, &mut text));
        }
        if let Some(text) = text {
            let mut end = "END".to_owned();
            while text.lines().any(|line| line == end) {
                end.push('_');
            }
            // Writing to a string can't fail.
            let _ = write!(command, " <<'{end}'\n{}\n{end}", text.trim_end());
        }
        Ok(command)
    }

    /// Returns the flags of the options that differ from their defaults, each preceded by a blank.
    pub fn flags(&self) -> String {
        let mut flags = String::new();
        for (parameter, values) in self.options() {
            for value in values {
                flags += &format!(" --{}", parameter.flag);
                if !parameter.placeholder.is_empty() {
                    // A value that looks like a flag is joined to its flag by `=`.
                    let is_flag = value.starts_with('-') && value.parse::<f64>().is_err();
                    flags.push(if is_flag { '=' } else { ' ' });
                    flags += &quoted(&value);
                }
            }
        }
        flags
    }

    /// Returns the subcommand.
    pub fn verb(&self) -> &'static str {
        match self.action {
            _ if self.program.is_some() => "anydice",
            action => action.word(),
        }
    }

    /// Returns the questions as words of a command line: one word for each question of a
    /// comparison, else the check and its fields.
    fn words(&self) -> Result<Vec<String>> {
        match &self.questions[..] {
            [question] if self.action != Action::Compare && !is_dice(question) => {
                let NamedQuestion { check, fields, .. } = NamedQuestion::read(question)?;
                Ok(std::iter::once(check).chain(fields).collect())
            }
            questions => Ok(questions.iter().map(|text| text.trim().to_owned()).collect()),
        }
    }
}

/// Returns the word that refers to a source: its file, `usual` if it has none, or `-` for the
/// standard input, with its text in `text`.
fn source_word<'s>(
    source: &'s Source,
    usual: &str,
    inline: bool,
    text: &mut Option<&'s str>,
) -> String {
    match &source.file {
        Some(file) => quoted(file),
        None if inline => {
            *text = Some(&source.text);
            "-".to_owned()
        }
        None => usual.to_owned(),
    }
}

/// Quotes a word for a POSIX shell.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_.=,:/+-".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_are_parsed_unchanged() {
        for word in ["d20+5", "d20 vs 15", "", "it's", r#"a "b" $c `d` \e"#, "two\nlines", "höhe"]
        {
            assert_eq!(shlex::split(&quoted(word)), Some(vec![word.to_owned()]), "{word}");
        }
    }

    #[test]
    fn text_without_file_becomes_here_document() {
        let rules = Source { file: None, text: "a\nEND\n".to_owned() };
        let request = Request { rules: Some(rules), ..Request::odds(["house.a"]) };
        let inline = "oddsmith odds house.a --rules - <<'END_'\na\nEND\nEND_";
        assert_eq!(request.command(true).as_deref(), Ok(inline));
        assert_eq!(
            request.command(false).as_deref(),
            Ok("oddsmith odds house.a --rules rules.toml")
        );
    }
}
