//! What other tools write: read with a note where it can mean one thing, refused with its
//! translation where it can't.

use super::parser::Parser;
use super::roll::Suffix;
use crate::fault::{Fault, Read};
use crate::syntax::{Explosion, Kept, Modifier};
use oddsmith_base::{Named, Phrase};

impl Parser<'_> {
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
        let number = self.rest().starts_with(|next: char| next.is_ascii_digit());
        let refused = |parser: &Self, what: &str, hint: String| {
            Err(Fault::new(start..parser.at.max(start + 1), what).with_hint(hint))
        };
        match letters {
            "keep" => refused(
                self,
                "`keep` is no word of the language",
                format!("`{roll}kh2` keeps the two highest, `{roll}kl1` the lowest"),
            ),
            "again" => refused(
                self,
                "`again` is no word of the language",
                format!(
                    "`{roll}!!6` rolls a 6 again and adds it, `{roll}!!{{10,20}}` a 10 or a 20"
                ),
            ),
            "drop" => refused(
                self,
                "`drop` is no word of the language",
                format!("`{roll}dl1` drops the lowest, `{roll}dh1` the highest"),
            ),
            "k" => {
                let keep = self.keep(Kept::Highest)?;
                let said = self.text[start + 1..self.at].trim().to_owned();
                self.note(start, &format!("kh{said}"));
                Ok(Some(keep))
            }
            "x" | "xo" => {
                let once = letters == "xo";
                let when = match self.rest().chars().next() {
                    Some('<' | '>' | '=' | '{' | '0'..='9' | '$') => Some(self.when(letters)?),
                    _ => None,
                };
                let read = if once { "!o" } else { "!" };
                let said = self.text[start + letters.len()..self.at].to_owned();
                self.note(start, &format!("{read}{said}"));
                Ok(Some(explodes(once, when)))
            }
            "e" if number => {
                let when = Some(self.when("!")?);
                let said = self.text[start + 1..self.at].to_owned();
                self.note(start, &format!("!{said}"));
                Ok(Some(explodes(false, when)))
            }
            "ra" if number && !is_die(roll) => {
                let face = self.rest().chars().take_while(char::is_ascii_digit);
                let face: String = face.collect();
                refused(
                    self,
                    "`ra` adds one die in all (Avrae), or one to each",
                    format!(
                        "`{roll}!o{face}` adds one to each; one in all is `r + (if count(r, {face}) > 0 then d6 else 0)` with `r = {roll}`"
                    ),
                )
            }
            "ra" if number => {
                let when = Some(self.when("!o")?);
                let said = self.text[start + 2..self.at].to_owned();
                self.note(start, &format!("!o{said}"));
                Ok(Some(explodes(true, when)))
            }
            "cs" => {
                let tally = self.when("c")?;
                let said = self.text[start + 2..self.at].to_owned();
                self.note(start, &format!("c{said}"));
                Ok(Some(Suffix::Tally(vec![tally])))
            }
            "cf" | "f" | "sf" | "df"
                if "<>=0123456789".contains(self.rest().chars().next().unwrap_or('d')) =>
            {
                refused(
                    self,
                    &format!("`{letters}` of other tools takes failures off"),
                    format!(
                        "name the roll and count twice: `r = {roll}`, `count(r, >=5) - count(r, 1)`"
                    ),
                )
            }
            "d" if !self.text[..start].ends_with([' ', '_']) => refused(
                self,
                "`d` behind dice is no drop: `d` is one thing, a die",
                format!("`{roll}dl1` drops the lowest, `{roll}dh1` the highest"),
            ),
            "p" | "pl" | "ph" => refused(
                self,
                &format!("`{letters}` is no word of the language"),
                format!(
                    "`{roll}dl1` drops the lowest, `{roll}dh1` the highest, `{roll}!p` penetrates"
                ),
            ),
            "s" | "sa" | "sd" => refused(
                self,
                "dice in a bag have no order",
                format!("`{roll}` is enough; `nth({roll}, 2)` is the second highest"),
            ),
            "adv" | "advantage" => {
                refused(self, "advantage is a keep", "write `2d20kh1`".to_owned())
            }
            "dis" | "disadvantage" => {
                refused(self, "disadvantage is a keep", "write `2d20kl1`".to_owned())
            }
            "t" if number || self.rest().starts_with(['<', '>', '=']) => refused(
                self,
                "`t` is no word of the language",
                format!("`{roll}c>=5` counts the dice of 5 or more"),
            ),
            "vs" | "dc" => refused(
                self,
                &format!("`{letters}` is no word of the language"),
                format!("`{roll} >= 15` compares"),
            ),
            _ => Ok(None),
        }
    }

    /// What other tools write where a number or a roll is expected.
    pub fn foreign_atom(&mut self) -> Read<()> {
        let (start, rest) = (self.at, self.rest());
        let refused = |length: usize, what: &str, hint: &str| {
            let fault = Fault::new(start..start + length, what);
            // Who brings a line of AnyDice may have a whole program.
            Err(match what.contains("AnyDice") {
                true => {
                    fault.with_hint(Phrase::from(hint) + "; " + Named::Anydice + " runs programs")
                }
                false => fault.with_hint(hint),
            })
        };
        if let Some(inside) = rest.strip_prefix('[') {
            let words: Vec<&str> =
                inside.split([' ', ']']).filter(|word| !word.is_empty()).collect();
            let length = rest.find(']').map_or(rest.len(), |at| at + 1);
            let same = |here: String| {
                refused(
                    length,
                    "this is a function of AnyDice",
                    &format!("`{here}` is the same here"),
                )
            };
            match &words[..] {
                ["count", faces, "in", dice] => {
                    return same(format!("count({dice}, {})", braced(faces)));
                }
                ["explode", dice] => return same(format!("{dice}!!")),
                ["absolute", number] => return same(format!("abs({number})")),
                _ => {}
            }
            let keep = match words.first() {
                Some(&"highest") => "kh",
                Some(&"lowest") => "kl",
                Some(&"middle") => "km",
                Some(&("explode" | "count" | "reroll" | "absolute" | "contains" | "maximum")) => {
                    return refused(
                        length,
                        "this is a function of AnyDice",
                        "here: `d6!` explodes, `count(6d6, >=5)` counts, `abs(a)`, `4d6ro1` rerolls",
                    );
                }
                _ => "",
            };
            if let (false, [_, count, "of", dice, ..]) = (keep.is_empty(), &words[..]) {
                return refused(
                    length,
                    "this is a function of AnyDice",
                    &format!("`{dice}{keep}{count}` is the same here"),
                );
            }
            if let (false, [_, "of", ..]) = (keep.is_empty(), &words[..]) {
                return refused(
                    length,
                    "this is a function of AnyDice",
                    "`max(d8, d6)` and `min(d8, d6)` here, or `[d8, d6]kh1`",
                );
            }
            if inside.starts_with('[') {
                return refused(
                    2,
                    "doubled brackets are Roll20's",
                    "write the roll alone: `2d6 + 3`",
                );
            }
            return Ok(());
        }
        let word = self.word();
        match word {
            "output" => {
                refused(6, "`output` is AnyDice's", "the expression alone is enough: `3d6`")
            }
            "sum" | "largest" | "least" | "accumulate" | "choose"
                if rest[word.len()..].starts_with(' ')
                    && rest[word.len()..]
                        .trim_start()
                        .starts_with(|next: char| next.is_ascii_digit()) =>
            {
                refused(
                    word.len(),
                    &format!("`{word}` is Troll's"),
                    "here: `3d6` is its sum, `3d6kh2` the sum of the largest two, `3d6kl1` the least",
                )
            }
            _ if rest.starts_with('{') => refused(
                1,
                "braces hold the faces of a die",
                "`d{1,1,2,3}` is a die, `max(3d6, 2d8)` the better of two rolls",
            ),
            _ if rest.starts_with('@') || rest.starts_with('?') => {
                refused(1, "this is Roll20's sign for a value", "a field is written `$pool`")
            }
            _ if rest.starts_with('/') => {
                refused(1, "a command of a chat begins so", "the dice alone are enough: `2d6 + 3`")
            }
            _ => Ok(()),
        }
    }

    /// What other tools write behind a whole expression.
    pub fn foreign_end(&mut self) -> Read<()> {
        let letters = self.letters();
        let after = self.rest()[letters.len()..].chars().next();
        if self.rest().starts_with("..") {
            return Err(Fault::new(self.at..self.at + 2, "ranges are of faces")
                .with_hint("compare a number twice: `x >= 4 and x <= 5`"));
        }
        if self.rest().starts_with('?') {
            return Err(Fault::new(self.at..self.at + 1, "a choice is written in words")
                .with_hint("write `if d20 >= 15 then 2d6 else 0`"));
        }
        if self.rest().starts_with('×') {
            return Err(Fault::new(self.at..self.at + '×'.len_utf8(), "`×` is no sign")
                .with_hint("`*` multiplies"));
        }
        let (what, hint) = match letters.as_str() {
            "in" => ("ranges are of faces", "compare a number twice: `x >= 4 and x <= 5`"),
            "x" => ("`x` multiplies nothing", "`*` multiplies"),
            "b" if after.is_some_and(|after| after.is_ascii_digit()) => {
                ("`6b6` of other tools counts dice", "write `count(6d6, >=5)`")
            }
            "vs" | "dc" => ("a comparison has a sign", "write `d20 + 5 >= 15`"),
            "adv" | "advantage" => ("advantage is a keep", "write `2d20kh1 + 5`"),
            "dis" | "disadvantage" => ("disadvantage is a keep", "write `2d20kl1 + 5`"),
            _ => return Ok(()),
        };
        Err(Fault::new(self.at..self.at + letters.len(), what).with_hint(hint))
    }
}

/// `3#2d6`, which repeats a roll elsewhere, where `#` begins a comment here.
pub fn repeated_elsewhere(text: &str) -> Option<Fault> {
    let (before, after) = text.split_once('#')?;
    let (before, after) = (before.trim_end_matches(' '), after.trim_start_matches(' '));
    let times = before.trim_start();
    let counts = !times.is_empty() && times.bytes().all(|byte| byte.is_ascii_digit());
    let length = after.bytes().take_while(u8::is_ascii_digit).count();
    let rolls = is_die(&after[length..]);
    (counts && rolls).then(|| {
        Fault::new(
            before.len()..text.len(),
            "`#` repeats a roll elsewhere, and begins a comment here",
        )
        .with_hint(format!("write `repeat({times}, {})`", after.trim_end()))
    })
}

/// Faces as a set: `5` and `{5}` are the same to other tools.
fn braced(faces: &str) -> String {
    if faces.starts_with('{') { faces.to_owned() } else { format!("{{{faces}}}") }
}

/// Whether a die stands here: `d6`.
fn is_die(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|first| matches!(first, 'd' | 'D'))
        && letters.next().is_some_and(|next| next.is_ascii_digit())
}

/// What to write for a line that other languages know.
pub fn hint_for_foreign(word: &str, line: &str) -> String {
    let behind = line[word.len()..].trim_start();
    match word {
        "while" | "loop" | "repeat" | "for" | "do" => {
            "steps are the line `step`, the lines that are done again, and `until hp <= 0`"
        }
        "if" => {
            "a name takes what it gives: `hp = if d20 >= 12 then hp - d8 else hp`; a result is `label: condition`"
        }
        "otherwise" => "a result stands before it: `miss: otherwise`",
        _ if behind.starts_with("-=") || behind.starts_with("+=") => {
            return format!("write `{word} = {word} {} …`", &behind[..1]);
        }
        _ if is_die(behind) && line.contains('=') => {
            "`d` before a number is a die, never part of a name: take another name"
        }
        _ if line.starts_with('$') => "fields stand beside the rule: `fields = { hp = 30 }`",
        _ => {
            "a line is `name = …`, `label: …`, `ask …`, `state …`, `deck …`, `step` or `until …`"
        }
    }
    .to_owned()
}
