//! The chance that replays a script: a rulebook's worked example, or a test's.

use super::{Cards, Chance, Deck, Die, FoldedChance, Luck, LuckKind, Odds, Sampled, Stream};
use oddsmith_base::{Error, Result};

/// Answers draws with the words of a script, in order.
///
/// A rule cannot fail, so the first word that does not fit is kept as an error for
/// [`Scripted::finish`]. After it, dice and choices are drawn at random until the rule ends,
/// because a rule that rerolls might never end on a constant face.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::{Chance, Die, Scripted};
///
/// let mut script = Scripted::parse("face 21")?;
/// script.face(&Die::sided(20));
/// let error = script.finish().unwrap_err();
/// assert_eq!(error.to_string(), "`face 21` is not on the die (luck word 1)");
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scripted {
    words: Vec<Luck>,
    next: usize,
    wrong: Option<Error>,
    /// The source of draws after a word that does not fit.
    after: Sampled,
}

impl Scripted {
    /// Creates a chance that replays these words.
    pub fn new(words: Vec<Luck>) -> Scripted {
        let after = Sampled::new(&Stream::new(1, "behind a script"), 0);
        Scripted { words, next: 0, wrong: None, after }
    }

    /// Parses a script: `card 6, card king`, `face 3`, `deal 3 7 12`, `choose 1`, or a
    /// rule-specific word, `bid 2`.
    ///
    /// # Errors
    /// See [`Luck::parse`].
    pub fn parse(script: &str) -> Result<Scripted> {
        Ok(Scripted::new(Luck::parse(script)?))
    }

    /// Checks that the script matched the draws of the rule, one for one.
    ///
    /// # Errors
    /// If a word was of the wrong kind or impossible, or if there were too few or too many.
    pub fn finish(self) -> Result<()> {
        if let Some(wrong) = self.wrong {
            return Err(wrong);
        }
        match self.words.get(self.next) {
            None => Ok(()),
            Some(left) => {
                Err(Error::question(format!("too much luck: the check ended before `{left}`"))
                    .with_hint(format!("it takes {} of the {} words", self.next, self.words.len()))
                    .at(format!("luck word {}", self.next + 1)))
            }
        }
    }

    /// Returns the answer that `read` makes of the next word, which should be of this `kind`, or
    /// `otherwise` if it does not fit.
    fn answer<T>(
        &mut self,
        kind: LuckKind,
        otherwise: T,
        read: impl FnOnce(&Luck) -> Result<T>,
    ) -> T {
        if self.wrong.is_some() {
            return otherwise;
        }
        self.next += 1;
        let wrong = |why: String| Err(Error::question(why));
        let answer = match self.words.get(self.next - 1) {
            Some(word) if word.is(kind) => read(word),
            Some(Luck::Own(word, _)) if !matches!(kind, LuckKind::Own(_)) => {
                wrong(format!("unknown kind of luck `{word}`"))
            }
            Some(word) => wrong(format!("expected {kind}, found `{word}`")),
            None => wrong(format!("too little luck: {kind} is expected")),
        };
        answer.unwrap_or_else(|wrong| {
            self.wrong = Some(wrong.at(format!("luck word {}", self.next)));
            otherwise
        })
    }
}

/// Returns `value`, given by `word`, if it is one of the `possible` values.
fn possible(word: &Luck, value: i32, possible: impl Iterator<Item = i32>, on: &str) -> Result<i32> {
    let possible: Vec<i32> = possible.collect();
    if possible.contains(&value) {
        return Ok(value);
    }
    let listed = possible.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
    Err(Error::question(format!("`{word}` is not {on}")).with_hint(format!("there is {listed}")))
}

impl Chance for Scripted {
    fn face(&mut self, die: &Die) -> i32 {
        if self.wrong.is_some() {
            return self.after.face(die);
        }
        self.answer(die.word(), die.low(), |word| {
            let faces = die.kinds().iter().map(|&(face, _)| face);
            match word {
                Luck::Face(face) => possible(word, *face, faces, "on the die"),
                Luck::Card(card) => possible(word, card.value(die.high()), faces, "in the deck"),
                _ => Ok(die.low()),
            }
        })
    }

    fn choose(&mut self, odds: &Odds) -> usize {
        if self.wrong.is_some() {
            return self.after.choose(odds);
        }
        let possible = |choice: usize| odds.weights().get(choice).is_some_and(|&weight| weight > 0);
        let first = (0..odds.weights().len()).find(|&choice| possible(choice)).unwrap_or(0);
        self.answer(odds.word(), first, |word| match word {
            Luck::Choose(choice) if possible(choice - 1) => Ok(choice - 1),
            Luck::Own(_, number) if possible(*number) => Ok(*number),
            Luck::Own(own, _) => {
                let numbers = (0..odds.weights().len())
                    .filter(|&choice| possible(choice))
                    .map(|number| format!("`{own} {number}`"));
                let error = Error::question(format!("`{word}` can't come here"));
                Err(error.with_hint(format!("it is {}", numbers.collect::<Vec<_>>().join(" or "))))
            }
            _ => {
                let choices = odds.weights().len();
                let error = Error::question(format!("`{word}`: there are {choices} choices"));
                Err(error.with_hint(format!("use 1 to {choices}")))
            }
        })
    }

    fn take<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> u32 {
        let first = left.lowest().expect("a card is left");
        let place = self.answer(deck.word(), first, |word| {
            let value = match word {
                Luck::Card(card) => card.value(highest(deck)),
                Luck::Own(_, number) => i32::try_from(*number).unwrap_or(i32::MAX),
                _ => deck.value(first),
            };
            named(word, value, deck, *left)
        });
        left.remove(place);
        place
    }

    fn hand<const W: usize>(
        &mut self,
        deck: &Deck<W>,
        left: &mut Cards<W>,
        count: u32,
    ) -> Cards<W> {
        let count = count as usize;
        if count == 0 {
            return Cards::default();
        }
        let lowest = left.places().take(count).map(Cards::one).fold(Cards::default(), Cards::or);
        let hand = self.answer(LuckKind::Deal, lowest, |word| {
            let Luck::Deal(cards) = word else { return Ok(Cards::default()) };
            let dealt = cards.len();
            if dealt != count {
                let error = format!("`{word}` deals {dealt} cards, {count} are expected");
                let hint = format!("name {count} cards of the deck");
                return Err(Error::question(error).with_hint(hint));
            }
            let mut hand = Cards::default();
            for card in cards {
                let rest = left.without(hand);
                hand.insert(named(word, card.value(highest(deck)), deck, rest)?);
            }
            Ok(hand)
        });
        *left = left.without(hand);
        hand
    }
}

impl FoldedChance for Scripted {}

/// Returns the last remaining card with this value, given by `word`.
fn named<const W: usize>(word: &Luck, value: i32, deck: &Deck<W>, left: Cards<W>) -> Result<u32> {
    let mut values: Vec<i32> = left.places().map(|place| deck.value(place)).collect();
    values.dedup();
    possible(word, value, values.into_iter(), "left in the deck")?;
    let place = left.places().filter(|&place| deck.value(place) == value).last();
    Ok(place.expect("a card of this value is left"))
}

fn highest<const W: usize>(deck: &Deck<W>) -> i32 {
    deck.values()[deck.values().len() - 1]
}
