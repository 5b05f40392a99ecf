//! A file with the verdicts on its expectations, as `verify` prints it in each of its forms.

use std::path::PathBuf;

use super::effort::Effort;
use crate::answer::baseline::Changes;
use crate::answer::{Judgement, rows};
use crate::scenario::Scenario;

/// A file with its verdicts.
pub struct Verified {
    /// The file, as it was named.
    pub file: PathBuf,
    /// The scenario in it.
    pub scenario: Scenario,
    /// What became of its rows.
    pub judgements: Vec<Judgement>,
    /// What has changed, where there is something to compare with.
    pub changes: Option<Changes>,
    /// The numbers of the rows whose bounds were moved.
    pub moved: Vec<usize>,
}

impl Verified {
    /// Its rows, each with the command that shows its figure.
    pub fn rows(&self, effort: &Effort) -> Vec<rows::Row> {
        let row = |judgement: &Judgement| {
            let own = |word: &str| {
                let plain =
                    |letter: char| letter.is_alphanumeric() || "_=.,:/@%+-".contains(letter);
                match word.chars().all(plain) {
                    true => word.to_owned(),
                    false => shlex::try_quote(word).unwrap_or_default().into_owned(),
                }
            };
            let file = self.file.display().to_string();
            let command = match &judgement.question[..] {
                [] => format!("oddsmith verify {}", own(&file)),
                words => {
                    let words: Vec<String> = words.iter().map(|word| own(word)).collect();
                    let house = self.scenario.text.contains("[[house]]")
                        || self.scenario.text.contains("[table.");
                    let rules =
                        if house { format!(" --rules {}", own(&file)) } else { String::new() };
                    let seed = match judgement.sampled {
                        true => format!(" --seed {}", self.scenario.seed),
                        false => String::new(),
                    };
                    format!("oddsmith odds {}{rules}{seed}{}", words.join(" "), effort.typed())
                }
            };
            let name = self.file.file_name().unwrap_or(self.file.as_os_str()).to_string_lossy();
            rows::Row {
                id: format!("{name}#{}", judgement.number),
                verdict: judgement.verdict.word().to_owned(),
                claim: judgement.subject.split_whitespace().collect::<Vec<_>>().join(" "),
                computed: judgement.computed.clone(),
                wanted: judgement.wanted.clone(),
                command,
                why: judgement.why.clone(),
                file: Some(file.clone()),
                line: Some(judgement.line),
                sampled: judgement.sampled,
            }
        };
        self.judgements.iter().map(row).collect()
    }
}
