//! The command that gives what a page shows.

use oddsmith::Result;
use oddsmith::answer::Results;
use oddsmith::odds::{Sample, View};
use oddsmith::scenario::{BUDGET, NamedQuestion, is_dice};

use crate::request::{Asked, Method, Request};

/// A command as a shell takes it, without the file that it reads.
pub struct Command(String);

impl Command {
    /// Of these questions, which several are compared of.
    ///
    /// # Errors
    /// If a question can't be read.
    pub fn new(verb: &str, questions: &[String]) -> Result<Command> {
        let mut command = Command(format!("oddsmith {verb}"));
        match questions {
            [question] if !is_dice(question) => {
                let NamedQuestion { check, fields, .. } = NamedQuestion::read(question)?;
                command.word(&check);
                fields.iter().for_each(|field| command.word(field));
            }
            _ => questions.iter().for_each(|question| command.word(question.trim())),
        }
        Ok(command)
    }

    fn word(&mut self, word: &str) {
        self.0.push(' ');
        self.0.push_str(&quoted(word));
    }

    /// Adds an option without a value, where it is wanted.
    pub fn switch(&mut self, flag: &str, wanted: bool) {
        if wanted {
            self.0.push_str(" --");
            self.0.push_str(flag);
        }
    }

    /// Adds an option, where it has a value.
    pub fn add(&mut self, flag: &str, value: Option<&str>) {
        self.switch(flag, value.is_some());
        value.into_iter().for_each(|value| self.word(value));
    }

    /// Adds an option, where it has a number that is not the usual one.
    pub fn number(&mut self, flag: &str, number: Option<u64>, usual: Option<u64>) {
        let number = number.filter(|_| number != usual).map(|number| number.to_string());
        self.add(flag, number.as_deref());
    }

    /// Adds what counts, how scores are shown, and which column.
    pub fn view(&mut self, request: &Request, view: View, column: Option<&str>) {
        let name = View::NAMES.into_iter().find(|(_, known)| *known == view);
        self.add("view", name.filter(|_| view != View::Exactly).map(|(name, _)| name));
        self.add("of", request.of.as_deref());
        self.add("at-least", request.at_least.map(|score| score.to_string()).as_deref());
        self.add("at-most", request.at_most.map(|score| score.to_string()).as_deref());
        self.add("column", column);
    }

    /// Adds how much is simulated, where the exact answer takes more than the budget.
    pub fn sample(&mut self, request: &Request) {
        let Sample { trials, seed } = Sample::default();
        self.switch("sampled-only", request.method == Method::Sampled);
        self.number("trials", request.trials, Some(trials));
        self.number("seed", request.seed, Some(seed));
        self.number("budget", request.budget, Some(BUDGET));
    }

    /// Adds what gives these results, of which all are exact or some simulated.
    pub fn results(&mut self, request: &Request, results: &Results) {
        if results.all().any(|answer| answer.tallies.is_some()) {
            return self.sample(request);
        }
        self.switch("exact-only", true);
        self.number("budget", request.budget.map(|budget| budget.max(BUDGET)), Some(BUDGET));
    }

    /// The text of the command.
    pub fn text(self) -> String {
        self.0
    }
}

/// A command with the file that it reads: by a name, or from the standard input with all of its text.
pub fn with_file(command: &str, request: &Request, inline: bool) -> String {
    let (flag, name, text) = match request.asked {
        _ if !request.program.trim().is_empty() => ("", "program.txt", &request.program),
        Asked::Duel => return command.to_owned(),
        _ if request.rules.trim().is_empty() => return command.to_owned(),
        _ => (" --rules", "rules.toml", &request.rules),
    };
    if !inline {
        return format!("{command}{flag} {name}");
    }
    let mut end = "END".to_owned();
    while text.lines().any(|line| line == end) {
        end.push('_');
    }
    format!("{command}{flag} - <<'{end}'\n{}\n{end}", text.trim_end())
}

/// A word as a shell takes it.
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

    fn command(request: &str) -> String {
        let said: serde_json::Value = serde_json::from_str(&crate::ask(request)).expect("JSON");
        said["command"].as_str().unwrap_or_else(|| panic!("{said}")).to_owned()
    }

    #[test]
    fn exact_and_simulated_results_are_asked_for_as_they_were() {
        let exact = command(r#"{"questions":["d6"],"trials":50,"seed":7,"budget":1000}"#);
        assert_eq!(exact, "oddsmith odds d6 --exact-only");
        let torg = r#""questions":["torg.adventure"],"trials":50"#;
        let simulated = command(&format!(r#"{{{torg},"seed":7,"budget":1000}}"#));
        assert_eq!(simulated, "oddsmith odds torg.adventure --trials 50 --seed 7 --budget 1000");
        let alone = command(&format!(r#"{{{torg},"method":"sampled"}}"#));
        assert_eq!(alone, "oddsmith odds torg.adventure --sampled-only --trials 50");
    }

    #[test]
    fn fields_that_a_command_refuses_are_left_out() {
        let check = r#""questions":["mutants.check bonus=8 dc=15"],"view":"at-least""#;
        let dc = command(&format!(r#"{{"do":"dc",{check},"target":0.65}}"#));
        assert_eq!(dc, "oddsmith dc mutants.check bonus=8 --target 0.65");
        let each = command(&format!(r#"{{"do":"dc",{check},"each":["bonus=0..2"]}}"#));
        assert_eq!(each, "oddsmith dc mutants.check --target 0.5 --for bonus=0..2");
        let play = command(&format!(r#"{{"do":"play",{check}}}"#));
        assert_eq!(play, "oddsmith play mutants.check bonus=8 dc=15 --seed 1");
    }

    #[test]
    fn quoted_words_are_read_as_they_were() {
        for word in ["d20+5", "d20 vs 15", "", "it's", r#"a "b" $c `d` \e"#, "two\nlines", "höhe"]
        {
            assert_eq!(shlex::split(&quoted(word)), Some(vec![word.to_owned()]), "{word}");
        }
    }
}
