//! What other tools and people write behind dice and behind whole expressions, in words or signs.

use std::ops::Range;

use super::comment::are_a_comment;
use super::foreign::{is_die, is_die_of_words, is_number, is_roll};
use super::parser::Parser;
use super::words::{added_behind, certain};
use crate::fault::{Fault, Read};

impl Parser<'_> {
    /// A roll against a number, or against another roll, whose word was passed.
    pub fn against<T>(&self, start: usize, roll: &str) -> Read<T> {
        let all = self.rest().trim();
        let behind = all.split([',', ';']).next().unwrap_or(all);
        let behind = behind.find(" tie").map_or(behind, |end| &behind[..end]).trim();
        let words: Vec<&str> = behind.split_whitespace().collect();
        if let Some(crit) = all.find("crit") {
            let face = first_number(&all[crit..]);
            let span = start..self.at;
            let (die, sides) = die_of(roll);
            return self.refused(span, "crit", die, &face.unwrap_or_else(|| sides.to_owned()));
        }
        if let Some(added) = added_behind(&format!("vs {behind}")) {
            let what = format!("`{added}` is added to the dice or to the number to reach");
            let rest: Vec<&str> = words.iter().filter(|word| **word != added).copied().collect();
            let (number, more) = (rest.first().copied().unwrap_or("15"), rest.get(1..));
            let more: String = more.unwrap_or_default().iter().map(|w| format!(" {w}")).collect();
            let hint = format!(
                "to the dice: `{roll}{added} vs {number}{more}`, to the number: `{roll}{more} >= \
                {number}{added}`"
            );
            let at = self.text[start..].find(added).map_or(start, |at| start + at);
            return Err(Fault::new(at..at + added.len(), what).with_hint(hint));
        }
        let fault = Fault::new(start..self.at, "a comparison needs a sign");
        let number = words.iter().find(|word| is_number(word));
        let hint = match number.or(words.last()) {
            _ if is_roll(behind) => {
                let sides = [roll, behind].map(|side| side.replace(' ', ""));
                let tie = match all.contains("tie") {
                    true => {
                        ", where `tie=passive` gives ties to the other side, `tie=active` to \
                        this one, and `tie=again` rolls again"
                    }
                    false => "",
                };
                format!(
                    "`{roll} >= {behind}` is the chance, `>` where ties fail; the margin is that of \
                        `house.opposed mine.luck={} theirs.luck={}`{tie}",
                    sides[0], sides[1]
                )
            }
            Some(&number) if is_number(number) => {
                let more = words.iter().position(|word| *word == number).map(|at| &words[at + 1..]);
                match more.unwrap_or_default() {
                    [] => format!("write `{roll} >= {number}`"),
                    more if are_a_comment(more) => {
                        format!("write `{roll} >= {number} # {}`", more.join(" "))
                    }
                    _ => return Err(fault),
                }
            }
            _ => format!("write `{roll} >= 15`"),
        };
        Err(fault.with_hint(hint))
    }

    /// Words that stand for notation, with what the line means where that is certain.
    pub fn in_words<T>(&self, span: Range<usize>, usual: String) -> Read<T> {
        let what = format!("`{}` is not part of the notation", &self.text[span.clone()]);
        // A name or a label may stand before the dice of a rule.
        let line = self.text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let said = &self.text[line..self.end];
        let dice = said.find(['=', ':']).filter(|at| !said[..*at].ends_with(['<', '>', '!']));
        let said = dice.map_or(said, |at| &said[at + 1..]).trim();
        let said = self.hints.then(|| certain(said)).flatten();
        let hint = said.map_or(usual, |said| format!("write `{said}`"));
        Err(Fault::new(span, what).with_hint(hint))
    }

    /// `2d6 reroll 1s`, which some do once and others until no die shows it.
    fn foreign_reroll<T>(&self, span: Range<usize>, before: &str) -> Read<T> {
        let roll = before.rsplit(['=', ':']).next().unwrap_or_default().trim();
        let roll = if is_roll(roll) && !roll.contains(' ') { roll } else { "2d6" };
        let digits = self.rest().chars().skip_while(|letter| !letter.is_ascii_digit());
        let face: String = digits.take_while(char::is_ascii_digit).collect();
        let face = if face.is_empty() { "1" } else { &face };
        let hint =
            format!("`{roll}r{face}` rolls until no die shows a {face}, `{roll}ro{face}` once");
        Err(Fault::new(span, "`reroll` is not part of the notation").with_hint(hint))
    }

    /// What other tools write behind a whole expression.
    pub fn foreign_end(&mut self) -> Read<()> {
        let letters = self.letters();
        let after = self.rest()[letters.len()..].chars().next();
        let line = self.text[..self.at].rfind('\n').map_or(0, |end| end + 1);
        let before = self.text[line..self.at].trim();
        let span = self.at..self.at + letters.len();
        let number = after.is_some_and(|after| after.is_ascii_digit());
        if is_die_of_words(self.rest()) {
            let digits: String =
                self.rest()[1..].chars().take_while(char::is_ascii_digit).collect();
            let keeps = |count: u32| digits.parse::<u32>().is_ok_and(|kept| kept <= count);
            let keeps = letters == "k" && before.parse::<u32>().is_ok_and(keeps);
            let sign = if keeps { "roll and keep" } else { "W" };
            return self.refused(span.start..span.end + digits.len(), sign, before, &digits);
        }
        if letters == "df" {
            return self.refused(span, "fate", "", if is_number(before) { before } else { "4" });
        }
        let of = self.rest().strip_prefix('@').map_or("", str::trim);
        if is_number(before) && is_roll(of) {
            let span = self.at..self.at + 1;
            if is_die(of) {
                return Err(Fault::new(span, "`@` is not part of the notation")
                    .with_hint(format!("write `{before}{of}`")));
            }
            return self.refused(span, "of a roll", of, before);
        }
        if self.rest().starts_with('.') && self.rest()[1..].starts_with(char::is_alphabetic) {
            let die = before.trim_start_matches(|digit: char| digit.is_ascii_digit());
            return self.refused(self.at..self.at + 1, "method", die, "");
        }
        if self.rest().starts_with("..") {
            return Err(Fault::new(self.at..self.at + 2, "a range lists faces")
                .with_hint("compare the number twice: `x >= 4 and x <= 5`"));
        }
        if self.rest().starts_with('?') {
            return Err(Fault::new(self.at..self.at + 1, "choices use words")
                .with_hint("write `if d20 >= 15 then 2d6 else 0`"));
        }
        let (what, hint) = match letters.as_str() {
            "in" if self.rest().contains("..") => {
                ("a range lists faces", "compare the number twice: `x >= 4 and x <= 5`")
            }
            "x" if is_number(before) && self.rest()[1..].contains(['d', 'D']) => {
                return self.refused(span, "times", self.rest()[1..].trim(), before);
            }
            "then" => {
                let hint = format!("write `if {before} {} else 0`", self.rest().trim());
                return Err(Fault::new(span, "`then` follows `if`").with_hint(hint));
            }
            "for" | "deals" | "dealing" if damage(self.rest()).is_some() => {
                let damage = damage(self.rest()).unwrap_or_default();
                let hint = format!(
                    "`if {before} then {damage} else 0` is the damage, without critical hits"
                );
                let what = format!("`{letters}` is not part of the notation");
                return Err(Fault::new(span, what).with_hint(hint));
            }
            "beats" | "beat" | "under" | "below" | "over" | "above" | "difficulty" | "tn"
            | "target" => {
                let sign = match letters.as_str() {
                    "difficulty" | "tn" | "target" => "tn",
                    "under" | "below" => "under",
                    "over" | "above" => "over",
                    _ => "beats",
                };
                let number = self.rest().split_whitespace().last().unwrap_or_default();
                let number = if is_number(number) || is_roll(number) { number } else { "12" };
                return self.refused(span, sign, before, number);
            }
            "nat" | "natural" | "nats" => {
                let face = first_number(self.rest()).unwrap_or("20".to_owned());
                let (die, _) = die_of(before);
                let count = before.split(['d', 'D']).next().unwrap_or_default();
                if count.parse::<u32>().is_ok_and(|count| count > 1) && is_die(die) {
                    let hint = format!("`{count}{die}c{face} >= 1` is the chance of any {face}");
                    let what = "a natural roll is a face of the die";
                    return Err(Fault::new(span, what).with_hint(hint));
                }
                return self.refused(span, "nat", die, &face);
            }
            "roll" | "rolls" | "rolling"
                if self.rest().contains("under") || self.rest().contains("over") =>
            {
                let sign = if self.rest().contains("under") { "under" } else { "over" };
                let number = first_number(self.rest()).unwrap_or("50".to_owned());
                return self.refused(span, sign, before, &number);
            }
            "crit" | "crits" | "critical" | "criticals" => {
                let (die, sides) = die_of(before);
                let face = first_number(self.rest()).unwrap_or_else(|| sides.to_owned());
                return self.refused(span, "crit", die, &face);
            }
            "coin" | "coins" | "flip" | "flips" => {
                let count = if is_number(before) { before } else { "" };
                return self.refused(span, "coin", "", count);
            }
            "x" => ("`x` does not multiply", "use `*`"),
            "repeat" | "times" | "twice" => {
                ("use `repeat`", "`repeat(6, 4d6dl1)` makes six such rolls")
            }
            "highest" | "lowest" | "best" | "worst" | "top" => {
                let usual = "`4d6kh3` keeps the three highest, `4d6kl1` the lowest";
                return self.in_words(span, usual.to_owned());
            }
            "reroll" | "rerolling" => return self.foreign_reroll(span, before),
            "with" | "adv" | "advantage" | "dis" | "disadvantage" | "hits" | "hit" | "success"
            | "successes"
                if letters != "with" || self.rest().contains("adv") =>
            {
                let usual = match letters.starts_with(['h', 's']) {
                    true => "`6d6 c>=5` counts the dice of 5 or more".to_owned(),
                    false => advantage_of(before),
                };
                return self.in_words(span, usual);
            }
            "full" | "straight" | "straights" | "house" | "pair" | "pairs" | "two" | "three"
            | "yahtzee"
                if ["house", "straight", "pair", "yahtzee"]
                    .iter()
                    .any(|set| self.rest().contains(set)) =>
            {
                let pool = before.split(|next: char| !next.is_ascii_alphanumeric()).next();
                let pool = pool.filter(|pool| is_roll(pool)).unwrap_or("5d6");
                return self.refused(span, "house", pool, "");
            }
            "b" if number => {
                let sides: String =
                    self.rest()[1..].chars().take_while(char::is_ascii_digit).collect();
                if is_roll(before) {
                    return self.refused(span, "h", before, &sides);
                }
                return self.refused(span, "b", &format!("{before}d{sides}"), "");
            }
            "f" if number => {
                let roll = before.split(['<', '>', '=']).next().unwrap_or_default();
                return self.refused(span, "f", roll.trim(), "");
            }
            "vs" | "dc" => {
                self.at = span.end;
                return self.against(span.start, before);
            }
            _ => return Ok(()),
        };
        Err(Fault::new(span, what).with_hint(hint))
    }
}

/// What advantage may be on several dice: `2d6` has no one die that is kept.
fn advantage_of(roll: &str) -> String {
    let several = roll.split_once('d').and_then(|(count, sides)| {
        let count = count.parse::<u16>().ok().filter(|count| (2..100).contains(count))?;
        is_number(sides).then_some((count, sides))
    });
    let (count, sides) = several.unwrap_or((4, "6"));
    format!(
        "advantage keeps one die: `2d20kh1 + 5`; `max({count}d{sides}, {count}d{sides})` is the \
        better roll, `{}d{sides}kh{count}` has one die more",
        count + 1
    )
}

/// The dice in a text, with what is added: `2d6+4` of `for 2d6+4 damage`.
fn damage(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let start = words.iter().position(|word| is_roll(word))?;
    let part = |word: &&&str| is_roll(word) || !word.starts_with(char::is_alphabetic);
    Some(words[start..].iter().take_while(part).copied().collect::<Vec<_>>().join(" "))
}

/// The first number in a text: `19` of `on 19-20`.
fn first_number(text: &str) -> Option<String> {
    let digits = text.chars().skip_while(|letter| !letter.is_ascii_digit());
    let number: String = digits.take_while(char::is_ascii_digit).collect();
    Some(number).filter(|number| !number.is_empty())
}

/// The die of a roll and its sides: `d20` of `1d20+5`, and of what has none; `2d20kh1` where one of
/// two is kept.
fn die_of(roll: &str) -> (&str, &str) {
    let die = roll.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let sides = die.get(1..).unwrap_or_default();
    let length = sides.find(|next: char| !next.is_ascii_digit()).unwrap_or(sides.len());
    let sides = &sides[..length];
    let kept =
        ["kh1", "kl1"].iter().any(|keep| die[(1 + length).min(die.len())..].starts_with(keep));
    match is_die(die) {
        true if kept && roll.starts_with("2d") => (&roll[..2 + length + 3], sides),
        true => (&die[..1 + length], sides),
        false => ("d20", "20"),
    }
}
