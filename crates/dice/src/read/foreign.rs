//! What other tools write: read with a note where it can mean one thing, refused with its
//! translation where it can't.

use std::ops::Range;

use super::parser::Parser;
use super::roll::Suffix;
use crate::elsewhere::{Here, Notation};
use crate::fault::{Fault, Read};
use crate::syntax::{Explosion, Kept, Modifier};
use oddsmith_base::{Named, Phrase};

/// What the table says of a sign, for this roll and what follows.
pub fn advice(sign: &str, roll: &str, n: &str) -> String {
    Notation::of(sign).map_or_else(String::new, |notation| notation.advice(roll, n))
}

impl Parser<'_> {
    /// What the table says of a notation that is refused.
    pub fn refused<T>(&self, span: Range<usize>, sign: &str, roll: &str, n: &str) -> Read<T> {
        let what = match Notation::of(sign).map(|notation| notation.here) {
            Some(Here::Refused(what, _)) => what,
            _ => "this is another tool's notation",
        };
        Err(Fault::new(span, what).with_hint(advice(sign, roll, n)))
    }

    /// What stands behind dice in other notations.
    pub fn foreign_suffix(
        &mut self,
        letters: &str,
        start: usize,
        dice: usize,
    ) -> Read<Option<Suffix>> {
        let roll = self.text[dice..start].trim_end();
        let explodes = |once, when| {
            let (same_die, penetrates) = (false, false);
            Suffix::Modifier(Modifier::Explode(Explosion { same_die, penetrates, once, when }))
        };
        let next = self.rest().chars().next().unwrap_or(' ');
        let number = next.is_ascii_digit();
        let compares = number || "<>=".contains(next);
        // What follows the sign, up to the next sign of another kind.
        let behind = |parser: &Self| {
            let rest = parser.rest();
            let part = |letter: char| letter.is_ascii_digit() || "<>=".contains(letter);
            rest[..rest.find(|letter| !part(letter)).unwrap_or(rest.len())].to_owned()
        };
        let refused = |parser: &Self, sign: &str| {
            let n = behind(parser);
            let n = if sign == "t" { n.trim_start_matches(['<', '>', '=']) } else { &n };
            let n = if n.is_empty() { "1" } else { n };
            parser.refused(start..parser.at.max(start + 1), sign, roll, n)
        };
        match letters {
            "keep" | "drop" | "adv" | "advantage" | "dis" | "disadvantage" => {
                let line = self.text[..start].rfind(['\n', '=', ':']).map_or(0, |end| end + 1);
                let all: Vec<&str> = self.text[line..start].split('+').map(str::trim).collect();
                let keeps = letters == "keep" || letters == "drop";
                let usual = match keeps {
                    true if all.len() > 1 && all.iter().all(|dice| is_roll(dice)) => {
                        format!("`[{}]kh1` keeps the highest of all", all.join(", "))
                    }
                    true => format!("`{roll}kh1` keeps the highest, `{roll}dl1` drops the lowest"),
                    false => format!("`max({roll}, {roll})` is the better roll, `min` the worse"),
                };
                self.in_words(start..self.at, usual)
            }
            "again" => refused(self, letters),
            "k" => {
                let keep = self.keep(Kept::Highest)?;
                let said = self.text[start + 1..self.at].trim().to_owned();
                match said.is_empty() {
                    true => self.note(start, "kh"),
                    false => self.say(
                        start,
                        format!(
                            "`k{said}` is read as `kh{said}` (Roll20, Foundry); Avrae keeps \
                            dice that show {said}"
                        ),
                    ),
                }
                Ok(Some(keep))
            }
            "x" if number && self.text[..start].ends_with(' ') => refused(self, "x times"),
            "x" | "xo" => {
                let once = letters == "xo";
                let when = match next {
                    '<' | '>' | '=' | '{' | '0'..='9' | '$' => Some(self.when(letters)?),
                    _ => None,
                };
                let read = if once { "!o" } else { "!" };
                let said = self.text[start + letters.len()..self.at].to_owned();
                self.note(start, &format!("{read}{said}"));
                Ok(Some(explodes(once, when)))
            }
            "e" if compares => {
                let when = Some(self.when("!")?);
                let said = self.text[start + 1..self.at].to_owned();
                self.note(start, &format!("!{said}"));
                Ok(Some(explodes(false, when)))
            }
            "e" => refused(self, "e?"),
            "ra" if number && !is_die(roll) => refused(self, "ra"),
            "ra" if number => {
                let when = Some(self.when("!o")?);
                let said = self.text[start + 2..self.at].to_owned();
                self.note(start, &format!("!o{said}"));
                Ok(Some(explodes(true, when)))
            }
            "cs" => {
                self.at = start + 2;
                refused(self, "cs")
            }
            "cf" | "f" | "sf" | "df" if compares => refused(self, letters),
            "fis" => refused(self, "fis"),
            "d" if !self.text[..start].ends_with([' ', '_']) => refused(self, "d"),
            "p" | "pl" | "ph" => refused(self, "p"),
            "s" | "sa" | "sd" => refused(self, "s"),
            "h" | "l" if letters == "h" || !number || !self.text[..start].ends_with(' ') => {
                refused(self, letters)
            }
            "u" | "unique" => refused(self, "u"),
            "min" | "max" if number => {
                // All of them are translated at once: `min3max6`.
                let words =
                    self.text[start..].split_inclusive(|letter: char| letter.is_ascii_digit());
                let said: String = words
                    .take_while(|word| {
                        word.starts_with("min") || word.starts_with("max") || is_number(word)
                    })
                    .collect();
                let here = said.replace("min", "mi").replace("max", "ma");
                let sign = if letters == "min" { "min" } else { "max" };
                self.refused(start..self.at, sign, roll, &here[2..])
            }
            "t" if compares => refused(self, "t"),
            "vs" | "dc" => {
                let line = self.text[..start].rfind(['\n', '=']).map_or(0, |end| end + 1);
                self.against(start, self.text[line..start].trim())
            }
            _ => Ok(None),
        }
    }

    /// Labels behind dice, which other tools write in brackets: `2d6[fire]`.
    pub fn foreign_label(&self, dice: usize) -> Read<()> {
        let rest = self.rest().trim_start();
        let label = rest.strip_prefix('[').filter(|inside| inside.starts_with(char::is_alphabetic));
        let Some(end) = label.and_then(|inside| inside.find(']')) else { return Ok(()) };
        let start = self.end - rest.len();
        // What stands before the dice of this line is theirs too.
        let line = self.text[..dice].rfind(['\n', '=', ':']).map_or(0, |end| end + 1);
        let mut plain = String::new();
        let mut inside = false;
        for letter in self.text[line..self.end].chars() {
            match letter {
                '[' => inside = true,
                ']' => inside = false,
                _ if !inside => plain.push(letter),
                _ => {}
            }
        }
        self.refused(start..start + end + 2, "label", plain.trim(), "")
    }

    /// `4d6-L`, which drops the lowest elsewhere, behind the minus.
    pub fn foreign_drop(&self, roll: &str) -> Read<()> {
        let rest = self.rest().trim_start();
        for (letter, sign) in [('L', "-L"), ('H', "-H")] {
            let alone =
                |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
            if rest.strip_prefix(letter).is_some_and(alone) && is_roll(roll) {
                let start = self.end - rest.len();
                return self.refused(start..start + 1, sign, roll, "");
            }
        }
        Ok(())
    }

    /// `4dF.1`, a Fate die of another kind.
    pub fn foreign_fate(&self, die: usize) -> Read<()> {
        if !self.rest().starts_with('.') {
            return Ok(());
        }
        let before = &self.text[..die];
        let digits =
            before.len() - before.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
        self.refused(die..self.at + 1, "dF.", &before[before.len() - digits..], "")
    }

    /// `6d10>=8!>=9`, which explodes behind the bound elsewhere; the bound stands here.
    pub fn foreign_after(&self, roll: &str) -> Read<()> {
        let bound: String =
            self.rest().trim_start().chars().take_while(char::is_ascii_digit).collect();
        let rest = &self.rest().trim_start()[bound.len()..];
        let at = self.end - rest.len();
        if !rest.starts_with('!') || rest.starts_with("!=") || !is_roll(roll) {
            return Ok(());
        }
        let part = |letter: char| letter.is_ascii_digit() || "<>=".contains(letter);
        let length = rest[1..].find(|letter| !part(letter)).unwrap_or(rest.len() - 1);
        let hint = advice("after", roll, &rest[1..=length]).replace("{bound}", &bound);
        let what = "put what happens to each die before the count";
        Err(Fault::new(at..at + 1 + length, what).with_hint(hint))
    }

    /// What other tools write where a number or a roll is expected.
    pub fn foreign_atom(&mut self) -> Read<()> {
        let (start, rest) = (self.at, self.rest());
        let whole = start..start + rest.find(']').map_or(rest.len(), |at| at + 1);
        if let Some(inside) = rest.strip_prefix('[') {
            let words: Vec<&str> =
                inside.split([' ', ']']).filter(|word| !word.is_empty()).collect();
            if let ["explode", dice] = words[..] {
                if let Some((count, sides)) = several(dice) {
                    return self.refused(
                        whole,
                        "explode several",
                        dice,
                        &(count * sides).to_string(),
                    );
                }
                return self.refused(whole, "explode", dice, "");
            }
            let hint = match words.first() {
                Some(&"highest" | &"lowest" | &"middle") => {
                    "`max(d8, d6)` and `min(d8, d6)` here, or `[d8, d6]kh1`"
                }
                Some(&("explode" | "count" | "reroll" | "absolute" | "contains" | "maximum")) => {
                    "here `d6!` explodes, `count(6d6, >=5)` counts, `4d6ro1` rerolls"
                }
                _ => "",
            };
            if !hint.is_empty() {
                // Who brings a line of AnyDice may have a whole program.
                let hint = Phrase::from(hint) + "; " + Named::Anydice + " runs programs";
                return Err(Fault::new(whole, "this is an AnyDice function").with_hint(hint));
            }
            if let Some(inside) = inside.strip_prefix('[') {
                let roll = inside.split(']').next().unwrap_or_default().trim();
                return self.refused(start..start + 2, "[[", roll, "");
            }
            return Ok(());
        }
        let word = self.word();
        let behind = rest[word.len()..].trim_start();
        let spaced = rest[word.len()..].starts_with(' ');
        let number = behind.starts_with(|next: char| next.is_ascii_digit());
        let refused = |length: usize, what: &str, hint: &str| {
            Err(Fault::new(start..start + length, what).with_hint(hint))
        };
        match word {
            "output" => Err(Fault::new(start..start + 6, "`output` is AnyDice notation")
                .with_hint(
                    Phrase::from("write the expression alone: `3d6`; ")
                        + Named::Anydice
                        + " runs programs",
                )),
            "sum" | "largest" | "least" | "accumulate" | "choose"
                if spaced && (number || behind.split_whitespace().any(is_roll)) =>
            {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let roll = words.iter().find(|word| is_roll(word)).unwrap_or(&"3d6");
                let count = words.iter().find(|word| is_number(word)).unwrap_or(&"1");
                let hint = match (rest.contains("largest"), rest.contains("least")) {
                    (true, _) => format!("write `{roll}kh{count}`"),
                    (_, true) => format!("write `{roll}kl{count}`"),
                    _ => format!("`{roll}` is the sum, `{roll}kh1` the highest"),
                };
                refused(word.len(), &format!("`{word}` is Troll notation"), &hint)
            }
            "highest" | "lowest" | "keep" | "best" | "worst" | "drop" | "middle"
                if spaced && behind.split_whitespace().any(is_roll) =>
            {
                self.in_words(start..start + word.len(), "as in `4d6kh3`".to_owned())
            }
            "deck" if start == 0 => refused(
                word.len(),
                "a deck is declared in a line of a rule",
                "the standard deck needs no line: `suited(draw(deck52, 5)) = 5`",
            ),
            "df" | "dF" => self.refused(start..start + 2, "fate", "", "4"),
            // A name of the writer's own may look so.
            _ if start == 0 && is_die_of_words(rest) => {
                let digits: String = rest[1..].chars().take_while(char::is_ascii_digit).collect();
                self.refused(start..start + 1 + digits.len(), "W", "", &digits)
            }
            _ if rest.starts_with('{') => self.foreign_group(start),
            _ if rest.starts_with('@') || rest.starts_with('?') => {
                self.refused(start..start + 1, "@", "", "")
            }
            _ if rest.starts_with('/') => {
                let dice = rest.split_once(' ').map_or("2d6 + 3", |(_, dice)| dice.trim());
                let hint = format!("write the dice alone: `{dice}`");
                refused(1, "this looks like a chat command", &hint)
            }
            _ => Ok(()),
        }
    }
}

/// Whether a text is a whole number.
pub fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// How many dice of how many sides: `2d6`; none of one die or of other dice.
fn several(dice: &str) -> Option<(u32, u32)> {
    let (count, sides) = dice.split_once(['d', 'D'])?;
    let (count, sides) = (count.parse().ok()?, sides.parse().ok()?);
    (count > 1 && count < 1000 && sides < 100_000).then_some((count, sides))
}

/// Whether a text begins with dice: `6d10`, `d6`.
pub fn is_roll(text: &str) -> bool {
    is_die(text.trim_start_matches(|letter: char| letter.is_ascii_digit()))
}

/// Whether a die of another tongue stands here: `W6`, `k6`, `T6`.
pub fn is_die_of_words(text: &str) -> bool {
    let digits = text.strip_prefix(['W', 'w', 'K', 'k', 'T']).unwrap_or_default();
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    length > 0 && !digits[length..].starts_with(|next: char| next.is_alphanumeric() || next == '_')
}

/// Whether a die stands here: `d6`.
pub fn is_die(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|first| matches!(first, 'd' | 'D'))
        && letters.next().is_some_and(|next| next.is_ascii_digit())
}

/// What to write for a line that other languages know.
pub fn hint_for_foreign(word: &str, line: &str) -> String {
    let behind = line[word.len()..].trim_start();
    match word {
        "while" | "loop" | "repeat" | "for" | "do" => {
            "write steps as a line `step`, the lines to repeat, and `until hp <= 0`"
        }
        "if" => {
            "give a name its value: `hp = if d20 >= 12 then hp - d8 else hp`; write a result as \
                `label: condition`"
        }
        "otherwise" => "put a result before it: `miss: otherwise`",
        _ if behind.starts_with("-=") || behind.starts_with("+=") => {
            return format!("write `{word} = {word} {} …`", &behind[..1]);
        }
        _ if is_die(behind) && line.contains('=') => {
            "`d` before a number always means a die: choose another name"
        }
        _ if line.starts_with('$') => "put fields beside the rule: `fields = { hp = 30 }`",
        _ => {
            "begin a line with `name = …`, `label: …`, `ask …`, `state …`, `deck …`, `step` or \
                `until …`"
        }
    }
    .to_owned()
}
