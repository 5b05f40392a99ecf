//! Parser of modifiers: rerolls and explosions, with a note if other tools read them differently.

use super::parser::Parser;
use super::roll::Suffix;
use crate::fault::Read;
use crate::syntax::{Comparison, Explosion, Kept, Modifier, When};

impl Parser<'_> {
    /// Parses the faces to reroll after `r`, `ro` or `rr`, with a note if other tools read them
    /// differently.
    pub fn reroll(&mut self, letters: &str, start: usize) -> Read<Suffix> {
        let mut when = self.when(letters)?;
        if let When::Compare(Comparison::Equal, first) = &when {
            let mut faces = vec![(first.clone(), None)];
            while self.is_open() && self.lists_another() {
                self.at += 1;
                faces.push((self.number("a face")?, None));
            }
            if faces.len() > 1 {
                when = When::Among(faces);
            }
        }
        let once = letters == "ro";
        let said = self.text[start + letters.len()..self.at].trim().to_owned();
        if matches!(when, When::Among(_)) && said.contains(',') && !said.starts_with('{') {
            self.note(start, &format!("{letters}{{{said}}}"));
        }
        let strict = self.strict(letters, &when);
        match letters {
            "rr" => self.note(start, &format!("r{said}")),
            "r" => self.say(
                start,
                format!("`r{said}` rolls again until no die shows it (Roll20), `ro{said}` once (Foundry){strict}"),
            ),
            _ if !strict.is_empty() => self.say(start, strict[2..].to_owned()),
            _ => {}
        }
        Ok(Suffix::Modifier(Modifier::Reroll { once, when }))
    }

    /// Returns true if another face follows, as in `r1,2`.
    fn lists_another(&self) -> bool {
        let Some(behind) = self.rest().strip_prefix(',') else { return false };
        let sides = behind.trim_start_matches(|letter: char| letter.is_ascii_digit());
        sides.len() < behind.len() && !sides.starts_with(['d', 'D'])
    }

    /// Returns a note on a strict sign after `word`, in which Roll20 includes the bound; empty for
    /// others.
    fn strict(&self, word: &str, when: &When) -> String {
        match when {
            When::Compare(sign @ (Comparison::Less | Comparison::Greater), bound) => {
                let bound = &self.text[bound.span.clone()];
                format!("; `{sign}{bound}` leaves {bound} out, Roll20 reads `{word}{sign}={bound}`")
            }
            _ => String::new(),
        }
    }

    /// Parses the rest of `k`, which keeps the highest.
    pub fn foreign_keep(&mut self, start: usize) -> Read<Suffix> {
        let keep = self.keep(Kept::Highest)?;
        let said = self.text[start + 1..self.at].trim().to_owned();
        match said.is_empty() {
            true => self.note(start, "kh"),
            false => self.say(
                start,
                format!(
                    "`k{said}` is read as `kh{said}` (Roll20, Foundry); Avrae keeps dice that show \
                        {said}"
                ),
            ),
        }
        Ok(keep)
    }

    /// Returns true if letters of other tools explode the dice before them.
    pub fn foreign_explodes(&self, letters: &str, start: usize) -> bool {
        let next = self.rest().chars().next().unwrap_or(' ');
        match letters {
            "x" | "xo" => !(next.is_ascii_digit() && self.text[..start].ends_with(' ')),
            _ => next.is_ascii_digit() || "<>=".contains(next),
        }
    }

    /// Parses the rest of an explosion in the letters of other tools.
    pub fn foreign_explosion(&mut self, letters: &str, start: usize) -> Read<Suffix> {
        let once = letters == "xo";
        let when = match self.rest().chars().next() {
            Some('<' | '>' | '=' | '{' | '0'..='9' | '$') => Some(self.when(letters)?),
            _ => None,
        };
        let said = self.text[start + letters.len()..self.at].to_owned();
        self.note(start, &format!("{}{said}", if once { "!o" } else { "!" }));
        let (same_die, penetrates) = (false, false);
        Ok(Suffix::Modifier(Modifier::Explode(Explosion { same_die, penetrates, once, when })))
    }

    /// Parses the rest of an explosion, after the first `!`.
    pub fn explosion(&mut self) -> Read<Modifier> {
        let start = self.at - 1;
        let same_die = self.touches("!");
        let penetrates = self.touches("p");
        let once = !same_die && !penetrates && self.touches("o");
        let (start, sign) = (self.at, &self.text[start..self.at]);
        let when = match self.rest().chars().next() {
            Some('<' | '>' | '=' | '{' | '0'..='9' | '$' | '(') => Some(self.when("!")?),
            _ => None,
        };
        let strict = when.as_ref().map_or_else(String::new, |when| self.strict(sign, when));
        if !strict.is_empty() {
            self.say(start - sign.len(), strict[2..].to_owned());
        }
        Ok(Modifier::Explode(Explosion { same_die, penetrates, once, when }))
    }
}
