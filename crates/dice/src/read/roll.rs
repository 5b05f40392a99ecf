//! Parser of rolls: dice or a pool, then modifiers of each die, then one keep, then one count.

use super::parser::Parser;
use crate::fault::{Fault, Read};
use crate::syntax::{
    Comparison, Dice, Expression, Face, Keep, Kept, Kind, Member, Modifier, Name, Roll, Shown,
    Sides, Source, When,
};

/// Maximum number of faces of a die, and of copies of a card.
pub const MOST_COPIES: i64 = 10_000;

/// Notation that follows dice.
pub enum Suffix {
    Modifier(Modifier),
    Keep(Keep),
    Tally(Vec<When>),
}

impl Parser<'_> {
    /// Parses a roll; its count, if there is one, was parsed before.
    pub fn roll(&mut self, start: usize, count: Option<Expression>) -> Read<Roll> {
        let source = if count.is_none() && self.touches("[") {
            Source::Pool(self.within(|parser| parser.members(start))?)
        } else {
            Source::Dice(self.dice(count)?)
        };
        self.suffixed(start, source)
    }

    /// Parses a keep or a count after a `repeat`, which becomes a pool; returns the `repeat` itself
    /// if there is none.
    pub fn of_repeat(&mut self, start: usize, repeat: Expression) -> Read<Expression> {
        let before = self.at;
        let acts = self.modifier_letters();
        let behind = std::mem::replace(&mut self.at, before);
        if acts.is_none() {
            return Ok(repeat);
        }
        let roll = self.suffixed(start, Source::Pool(vec![Member::Name(repeat)]))?;
        if !roll.modifiers.is_empty() {
            let fault = Fault::new(behind..self.at, "this acts on dice, not on a `repeat`");
            return Err(fault.with_hint("put it behind the dice inside: `repeat(6, 2d6r1)`"));
        }
        self.made(start, Kind::Roll(Box::new(roll)))
    }

    /// Parses the suffixes of a roll.
    fn suffixed(&mut self, start: usize, source: Source) -> Read<Roll> {
        let mut roll = Roll { source, modifiers: Vec::new(), keep: None, tally: Vec::new() };
        loop {
            let before = self.at;
            let Some(suffix) = self.suffix(start)? else { return Ok(roll) };
            let span = before..self.at;
            let order = |fault: &str| {
                Err(Fault::new(&span, fault).with_hint(
                    "first what happens to each die (`!`, `r`, `mi`), then one keep \
                        (`kh2`), then one count (`c>=5`)",
                ))
            };
            match suffix {
                Suffix::Modifier(modifier) if roll.keep.is_none() && roll.tally.is_empty() => {
                    let once =
                        |other: &Modifier| matches!(other, Modifier::Reroll { once: true, .. });
                    if once(&modifier) && roll.modifiers.iter().any(once) {
                        let more = "the second rerolls what the first rolled; `ro{1,2}` rerolls \
                            once in all";
                        self.say(before, more.to_owned());
                    }
                    roll.modifiers.push(modifier);
                }
                Suffix::Keep(keep) if roll.keep.is_none() && roll.tally.is_empty() => {
                    roll.keep = Some(keep);
                }
                Suffix::Tally(tally) if roll.tally.is_empty() => roll.tally = tally,
                Suffix::Modifier(_) => {
                    return order("this acts on each die, so put it before keep and count");
                }
                Suffix::Keep(_) if roll.tally.is_empty() => return order("a roll takes one keep"),
                Suffix::Keep(_) => return order("put the keep before the count"),
                Suffix::Tally(_) => return order("a roll takes one count"),
            }
        }
    }

    fn members(&mut self, start: usize) -> Read<Vec<Member>> {
        let members = self.several(Parser::member)?;
        if !self.sign("]") {
            return Err(match self.rest().is_empty() {
                true => Fault::settled(start..start + 1, "the bracket is not closed")
                    .with_hint("close it with `]`"),
                false => self.unexpected("`,` or `]`").with_hint(
                    "a pool takes dice and names, and a keep follows it: `[d10, d8]kh1`",
                ),
            });
        }
        let repeats = |member: &Member| matches!(member, Member::Name(name) if !matches!(name.kind, Kind::Name(_)));
        if members.len() > 1 && members.iter().any(repeats) {
            return Err(Fault::new(start..self.at, "a `repeat` is a pool by itself")
                .with_hint("name it first: `r = repeat(6, 2d6)`, then `[r, d10]kh1`"));
        }
        Ok(members)
    }

    fn member(&mut self) -> Read<Member> {
        self.space();
        let start = self.at;
        let count = self.count()?;
        if count.is_none() && self.word() == "repeat" && self.next_is_call() {
            return Ok(Member::Name(self.named(start)?));
        }
        if count.is_none() && !self.die() && self.word() != "card54" {
            let Name { text, span } = self.name("dice or the name of a roll")?;
            let name = self.count_part(Expression { kind: Kind::Name(text), span })?;
            self.no_modifiers("a name")?;
            return Ok(Member::Name(name));
        }
        if count.is_some() && !self.die() {
            let found = self.text[start..self.at].trim_end();
            return Err(Fault::new(start..self.at, format!("`{found}` is not a roll"))
                .with_hint("a pool takes dice and names of rolls, for example `[d10, d8, r]`"));
        }
        let dice = self.dice(count)?;
        let mut modifiers = Vec::new();
        loop {
            let before = self.at;
            match self.suffix(start)? {
                Some(Suffix::Modifier(modifier)) => modifiers.push(modifier),
                None => return Ok(Member::Dice(dice, modifiers)),
                Some(_) => {
                    return Err(Fault::new(before..self.at, "a keep or count follows the pool")
                        .with_hint(
                            "for example `[d10, 2d6]kh1`; or define the roll first and pool \
                        its name",
                        ));
                }
            }
        }
    }

    /// Parses a count before dice, or after a keep.
    pub fn count(&mut self) -> Read<Option<Expression>> {
        self.space();
        let start = self.at;
        if self.touches("(") {
            let inside = self.within(Parser::expression)?;
            self.expect(")", "`)`")?;
            return Ok(Some(inside));
        }
        if self.touches("$") {
            let kind = Kind::Field(self.field(start)?);
            return self.count_part(Expression { kind, span: start..self.at }).map(Some);
        }
        let Some(number) = self.digits()? else { return Ok(None) };
        self.count_part(Expression { kind: Kind::Number(number), span: start..self.at }).map(Some)
    }

    fn dice(&mut self, count: Option<Expression>) -> Read<Dice> {
        self.space();
        let start = self.at;
        if self.take("card54") {
            return Ok(Dice { count, sides: Sides::Card });
        }
        self.at += 1;
        let sides = if self.touches("%") {
            Sides::Percent
        } else if self.touches("F") {
            Sides::Fate
        } else if self.touches("{") {
            Sides::Faces(self.faces(start)?)
        } else {
            match self.count()? {
                Some(sides) if ["66", "666", "88"].contains(&&self.text[start + 1..self.at]) => {
                    let said = &self.text[start..self.at];
                    return Err(Fault::new(start..self.at, format!("`{said}` has two meanings"))
                        .with_hint(format!(
                            "`10 * d6 + d6` reads two dice as digits (Troika, Mutant, \
                                Traveller), `d({sides})` is a die of so many sides"
                        )));
                }
                Some(sides) => Sides::Number(sides),
                None => return Err(self.unexpected("the number of sides")),
            }
        };
        Ok(Dice { count, sides })
    }

    fn faces(&mut self, start: usize) -> Read<Vec<Face>> {
        let mut all = 0;
        self.listed(start..start + 2, "}", |parser| {
            let face = parser.face()?;
            let each = match face.shown {
                Shown::Numbers(low, high) => high - low + 1,
                _ => 1,
            };
            all += each * i64::from(face.copies);
            match all > MOST_COPIES {
                true => Err(Fault::settled(
                    start..parser.at,
                    format!("a die has at most {MOST_COPIES} faces"),
                )),
                false => Ok(face),
            }
        })
    }

    fn face(&mut self) -> Read<Face> {
        // In braces `_` is a face, not a space.
        self.at += self.rest().len() - self.rest().trim_start().len();
        let start = self.at;
        if self.touches("_") {
            return Ok(Face { shown: Shown::Blank, copies: self.copies()? });
        }
        let letters = self.rest().chars().take_while(char::is_ascii_alphabetic).count();
        let mut letters = &self.rest()[..letters];
        if !letters.is_empty() {
            // In `Sx3` the x belongs to the number.
            let number =
                self.rest()[letters.len()..].starts_with(|next: char| next.is_ascii_digit());
            if let Some(before) =
                letters.strip_suffix('x').filter(|before| number && !before.is_empty())
            {
                letters = before;
            }
            let letters = letters.to_owned();
            self.at += letters.len();
            return Ok(Face { shown: Shown::Letters(letters), copies: self.copies()? });
        }
        let low = self.signed("a face")?;
        let high = if self.sign("..") { self.signed("the last face")? } else { low };
        if high < low || high - low > MOST_COPIES {
            return Err(Fault::new(start..self.at, "put the lower number first")
                .with_hint(format!("as in `d{{-1..1}}`, and at most {MOST_COPIES} of them")));
        }
        Ok(Face { shown: Shown::Numbers(low, high), copies: self.copies()? })
    }

    /// Skips an `x` before a number, or before one of these signs.
    fn times(&mut self, signs: &str) -> bool {
        self.space();
        let after = self.rest().strip_prefix('x').map(str::trim_start);
        let here = after.is_some_and(|after| {
            after.starts_with(|next: char| next.is_ascii_digit() || signs.contains(next))
        });
        self.at += usize::from(here);
        here
    }

    /// Parses `x4`, `x$blue` or `x(2 * $blue)` after cards; `None` means once.
    pub fn card_copies(&mut self) -> Read<Option<Expression>> {
        if !self.times("$(") {
            return Ok(None);
        }
        let start = self.at - 1;
        let copies = self.count()?;
        match &copies {
            Some(Expression { kind: Kind::Number(number), .. })
                if !(1..=MOST_COPIES).contains(number) =>
            {
                Err(Fault::settled(start..self.at, format!("copies are 1 to {MOST_COPIES}")))
            }
            _ => Ok(copies),
        }
    }

    /// Parses `x4` after a face; 1 if there is none.
    pub fn copies(&mut self) -> Read<u32> {
        if !self.times("") {
            return Ok(1);
        }
        let start = self.at - 1;
        self.space();
        match self.digits()? {
            Some(copies @ 1..=MOST_COPIES) => Ok(copies as u32),
            _ => Err(Fault::settled(start..self.at, format!("copies are 1 to {MOST_COPIES}"))),
        }
    }

    /// Parses a suffix of dice, if there is one.
    fn suffix(&mut self, dice: usize) -> Read<Option<Suffix>> {
        let before = self.at;
        self.space();
        let start = self.at;
        let spaced = |letter: char| letter.is_whitespace() || letter == '_';
        let touching = !self.text[..start].ends_with(spaced);
        if self.rest().starts_with('!') {
            if self.rest().starts_with("!=") {
                if !touching {
                    self.at = before;
                    return Ok(None);
                }
                let (roll, rest) = (&self.text[dice..start], self.rest()[2..].trim_start());
                let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
                return Err(Fault::new(start..start + 2, "`!=` has two meanings here").with_hint(
                    format!("`{roll}!{number}` explodes, `{roll} != {number}` compares"),
                ));
            }
            self.at += 1;
            return self.explosion().map(|explosion| Some(Suffix::Modifier(explosion)));
        }
        let letters = self.letters();
        self.at += letters.len();
        if let Some((_, which)) = Kept::WORDS.into_iter().find(|(word, _)| *word == letters) {
            return self.keep(which).map(Some);
        }
        let suffix = match letters.as_str() {
            "r" | "ro" | "rr" => self.reroll(&letters, start)?,
            "mi" => Suffix::Modifier(Modifier::AtLeast(self.number("what is the least")?)),
            "ma" => Suffix::Modifier(Modifier::AtMost(self.number("what is the most")?)),
            "c" => Suffix::Tally(self.tally()?),
            // A number behind it may be the first of several: `count 5 or 6`.
            "count" if self.rest().trim_start().starts_with(['{', '<', '>', '=']) => {
                Suffix::Tally(self.tally()?)
            }
            "k" => self.foreign_keep(start)?,
            "x" | "xo" | "e" if self.foreign_explodes(&letters, start) => {
                self.foreign_explosion(&letters, start)?
            }
            _ => {
                self.at = before;
                return Ok(None);
            }
        };
        Ok(Some(suffix))
    }

    pub fn keep(&mut self, which: Kept) -> Read<Suffix> {
        Ok(Suffix::Keep(Keep { which, count: self.count()? }))
    }

    fn tally(&mut self) -> Read<Vec<When>> {
        let mut parts = Vec::new();
        loop {
            parts.push(self.when("c")?);
            self.space();
            if self.letters() != "c" {
                return Ok(parts);
            }
            self.at += 1;
        }
    }

    /// Parses a condition on faces, after `word`.
    pub fn when(&mut self, word: &str) -> Read<When> {
        self.space();
        let start = self.at;
        match self.rest().chars().next() {
            Some('{') => return self.among(),
            Some('-') => {
                return Err(Fault::new(start..start + 1, "a minus means subtraction here")
                    .with_hint(format!("put negative faces in braces: `{word}{{-1}}`")));
            }
            _ => {}
        }
        match self.comparison()? {
            Some(sign) => Ok(When::Compare(sign, self.number("a number")?)),
            None => {
                let hint = format!("give the faces: `{word}1`, `{word}>=5`, `{word}{{1,6}}`");
                let number = self.number("a face").map_err(|fault| fault.with_hint(hint))?;
                Ok(When::Compare(Comparison::Equal, number))
            }
        }
    }

    /// Parses faces in braces.
    pub fn among(&mut self) -> Read<When> {
        let start = self.at;
        self.expect("{", "`{`")?;
        let ranges = self.listed(start..start + 1, "}", |parser| {
            let low = parser.number("a face")?;
            let high = if parser.sign("..") { Some(parser.number("the last face")?) } else { None };
            Ok((low, high))
        })?;
        Ok(When::Among(ranges))
    }

    /// Parses a number, a field, or a fixed expression in brackets.
    pub fn number(&mut self, what: &str) -> Read<Expression> {
        self.space();
        let start = self.at;
        if self.touches("-") {
            let inside = self.count()?.ok_or_else(|| self.unexpected(what))?;
            let kind = Kind::Negate(Box::new(inside));
            return self.count_part(Expression { kind, span: start..self.at });
        }
        if let Some(number) = self.count()? {
            return Ok(number);
        }
        let fault = self.unexpected(what);
        let word = self.word();
        Err(match word.is_empty() {
            true => fault,
            false => fault.with_hint(format!("put the name in brackets: `({word})`")),
        })
    }

    /// Skips spaces, and returns the letters of the modifier of dice that is next: empty for `!`,
    /// `None` for anything else.
    fn modifier_letters(&mut self) -> Option<String> {
        self.space();
        let letters = self.letters();
        let after = self.rest()[letters.len()..].chars().next();
        let acts = match letters.as_str() {
            "k" | "r" | "ro" | "mi" | "ma" | "c" => {
                after.is_some_and(|after| after.is_ascii_digit() || "<>={".contains(after))
            }
            keep if Kept::WORDS.iter().any(|(word, _)| *word == keep) => true,
            _ => self.rest().starts_with('!') && !self.rest().starts_with("!="),
        };
        acts.then_some(letters)
    }

    /// Refuses a modifier of dice after anything else.
    pub fn no_modifiers(&mut self, what: &str) -> Read<()> {
        let before = self.at;
        // `2k6` is not a keep.
        let acts =
            self.modifier_letters().filter(|word| (word.as_str(), what) != ("k", "a number"));
        if let Some(letters) = acts {
            let (start, length) = (self.at, letters.len().max(1));
            let acts = &self.rest()[..length];
            let hint = match what {
                "a name" if acts == "c" => "count the dice of a named roll with `count(r, >=5)`",
                "a name" => {
                    "keep dice of a named roll with `[r]kh1`; rerolls and the like belong where \
                        it is rolled"
                }
                _ => "write dice as `3d6kh2`",
            };
            let message = format!("`{acts}` acts on dice, not on {what}");
            return Err(Fault::new(start..start + length, message).with_hint(hint));
        }
        self.at = before;
        Ok(())
    }
}
