//! Luck in words, for scripts and transcripts: `card 6`, `face 17`, `deal 3 7 12`, `choose 1`, or a
//! rule's own word and a number.

use std::borrow::Cow;
use std::fmt;

use oddsmith_base::{Error, Result};

/// One draw of a resolution, as written in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Luck {
    /// The value of one card.
    Card(CardWord),
    /// The printed face of one die.
    Face(i32),
    /// The cards of a deal, in any order.
    Deal(Vec<CardWord>),
    /// The number of a choice, counted from 1.
    Choose(usize),
    /// A choice under a rule-specific word, counted from 0: `bid 2`.
    Own(Cow<'static, str>, usize),
}

/// A card, by value or as the joker, which is the highest card of its deck whatever its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardWord {
    /// A card of this value.
    Value(i32),
    /// The highest card of the deck.
    Joker,
}

/// The kind of a draw; a script must match it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LuckKind {
    /// One card.
    Card,
    /// One die.
    Face,
    /// Several cards at once.
    Deal,
    /// One of several choices.
    Choose,
    /// One of several choices, under a rule-specific word.
    Own(&'static str),
}

impl Luck {
    /// Parses a script: words separated by commas.
    ///
    /// # Errors
    /// If a word is none of `card VALUE`, `face VALUE`, `deal VALUE VALUE …`, `choose NUMBER`, or a
    /// rule-specific word with a number.
    pub fn parse(script: &str) -> Result<Vec<Luck>> {
        let words = script.split(',').map(str::trim).filter(|word| !word.is_empty());
        let parse = |(number, word)| {
            Luck::parse_word(word).map_err(|error| {
                let error = error.at(format!("luck word {number}"));
                match cards_alone(script) {
                    Some(cards) => error.with_hint(format!("write `{cards}`")),
                    None => error,
                }
            })
        };
        (1..).zip(words).map(parse).collect()
    }

    fn parse_word(word: &str) -> Result<Luck> {
        let mut parts = word.split_whitespace();
        let kind = parts.next().unwrap_or_default();
        if CardWord::parse(word).is_ok() {
            let error = Error::question(format!("`{word}` needs a kind of luck"));
            return Err(error.with_hint(format!("for example `card {kind}` or `face {kind}`")));
        }
        let rest: Vec<&str> = parts.collect();
        let bare = |part: &&str| part.parse::<i32>().is_ok();
        if bare(&kind) && rest.iter().all(bare) {
            let error = Error::question(format!("`{word}` needs a kind of luck"));
            let faces =
                rest.iter().fold(format!("face {kind}"), |all, face| all + ", face " + face);
            return Err(error.with_hint(format!("write `{faces}`")));
        }
        let wrong = |why: String| Error::question(why).with_hint(format!("for example `{kind} 3`"));
        let one = || match rest[..] {
            [value] => Ok(value),
            _ => Err(wrong(format!("`{word}` takes one value"))),
        };
        let number = |text: &str| {
            let why = || format!("`{text}` in `{word}` is not a number");
            text.parse::<i32>().map_err(|_| wrong(why()))
        };
        match kind {
            "card" => Ok(Luck::Card(CardWord::parse(one()?)?)),
            "face" => Ok(Luck::Face(number(one()?)?)),
            "deal" => {
                rest.iter().map(|card| CardWord::parse(card)).collect::<Result<_>>().map(Luck::Deal)
            }
            "choose" => match number(one()?)? {
                choice @ 1.. => Ok(Luck::Choose(choice as usize)),
                _ => Err(wrong(format!("`{word}`: choices start at 1"))),
            },
            _ => match number(one()?)? {
                number @ 0.. => Ok(Luck::Own(Cow::Owned(kind.to_owned()), number as usize)),
                _ => Err(wrong(format!("`{word}`: `{kind}` is 0 or more"))),
            },
        }
    }

    /// Returns whether the draw is of this kind.
    pub fn is(&self, kind: LuckKind) -> bool {
        match (self, kind) {
            (Luck::Card(_), LuckKind::Card)
            | (Luck::Face(_), LuckKind::Face)
            | (Luck::Deal(_), LuckKind::Deal)
            | (Luck::Choose(_), LuckKind::Choose) => true,
            (Luck::Own(word, _), LuckKind::Own(own)) => word == own,
            _ => false,
        }
    }
}

/// Returns the corrected form of a script that consists of bare cards, at least one by name: `card
/// king, card 9` for `king, 9`.
fn cards_alone(script: &str) -> Option<String> {
    let words: Vec<&str> = script.split(',').map(str::trim).collect();
    let cards = words.iter().all(|word| CardWord::parse(word).is_ok());
    let named = words.iter().any(|word| word.parse::<i32>().is_err());
    (cards && named).then(|| format!("card {}", words.join(", card ")))
}

impl CardWord {
    fn parse(text: &str) -> Result<CardWord> {
        Ok(match text.to_lowercase().as_str() {
            "ace" => CardWord::Value(1),
            "jack" => CardWord::Value(11),
            "queen" => CardWord::Value(12),
            "king" => CardWord::Value(13),
            "joker" => CardWord::Joker,
            number => CardWord::Value(number.parse().map_err(|_| {
                Error::question(format!("`{text}` is not a card"))
                    .with_hint("use a number, ace, jack, queen, king or joker")
            })?),
        })
    }

    /// Returns the value in a deck whose highest card is `highest`.
    pub fn value(self, highest: i32) -> i32 {
        match self {
            CardWord::Value(value) => value,
            CardWord::Joker => highest,
        }
    }
}

impl fmt::Display for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Luck::Card(card) => write!(f, "card {card}"),
            Luck::Face(face) => write!(f, "face {face}"),
            Luck::Deal(cards) => {
                cards.iter().try_fold(f.write_str("deal")?, |(), card| write!(f, " {card}"))
            }
            Luck::Choose(choice) => write!(f, "choose {choice}"),
            Luck::Own(word, number) => write!(f, "{word} {number}"),
        }
    }
}

impl fmt::Display for CardWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardWord::Value(value) => write!(f, "{value}"),
            CardWord::Joker => f.write_str("joker"),
        }
    }
}

impl fmt::Display for LuckKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LuckKind::Card => f.write_str("a card"),
            LuckKind::Face => f.write_str("the face of a die"),
            LuckKind::Deal => f.write_str("a deal"),
            LuckKind::Choose => f.write_str("a choice"),
            LuckKind::Own(word) => write!(f, "a {word}"),
        }
    }
}
