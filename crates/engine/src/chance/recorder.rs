//! A chance that records the answers of a script or of drawn luck, as a script that repeats them.

use super::luck::CardWord;
use super::{Cards, Chance, Deck, Die, Luck, LuckKind, Odds, Sampled, Scripted};
use oddsmith_base::Result;

/// Forwards every draw to a script or to drawn luck, and keeps the answers as luck words.
#[derive(Clone, Debug)]
pub struct Recorder {
    source: Source,
    seen: Vec<Luck>,
}

/// Where the answers come from: one type for both, so that a rule is compiled once to be told.
#[derive(Clone, Debug)]
enum Source {
    Script(Scripted),
    Drawn(Sampled),
}

/// Forwards a call to the source.
macro_rules! ask {
    ($recorder:ident.$call:ident($($argument:expr),*)) => {
        match &mut $recorder.source {
            Source::Script(chance) => chance.$call($($argument),*),
            Source::Drawn(chance) => chance.$call($($argument),*),
        }
    };
}

impl Recorder {
    /// A recorder of a script.
    pub fn scripted(script: Scripted) -> Recorder {
        Recorder { source: Source::Script(script), seen: Vec::new() }
    }

    /// A recorder of drawn luck.
    pub fn sampled(chance: Sampled) -> Recorder {
        Recorder { source: Source::Drawn(chance), seen: Vec::new() }
    }

    /// How a card is said.
    fn card<const W: usize>(deck: &Deck<W>, place: u32) -> Luck {
        let value = deck.value(place);
        match deck.word() {
            LuckKind::Own(word) => Luck::Own(word.into(), value as usize),
            _ => Luck::Card(CardWord::Value(value)),
        }
    }

    /// The answers, and an error if a script has words left.
    pub fn finish(self) -> (Vec<Luck>, Result<()>) {
        let finished = match self.source {
            Source::Script(script) => script.finish(),
            Source::Drawn(_) => Ok(()),
        };
        (self.seen, finished)
    }
}

impl Chance for Recorder {
    fn face(&mut self, die: &Die) -> i32 {
        let face = ask!(self.face(die));
        self.seen.push(match die.word() {
            LuckKind::Card => Luck::Card(CardWord::Value(face)),
            _ => Luck::Face(face),
        });
        face
    }

    fn choose(&mut self, odds: &Odds) -> usize {
        let choice = ask!(self.choose(odds));
        self.seen.push(match odds.word() {
            LuckKind::Own(word) => Luck::Own(word.into(), choice),
            _ => Luck::Choose(choice + 1),
        });
        choice
    }

    fn take<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> u32 {
        let place = ask!(self.take(deck, left));
        self.seen.push(Recorder::card(deck, place));
        place
    }

    fn any_of<const W: usize>(&mut self, deck: &Deck<W>, hand: Cards<W>) -> u32 {
        let place = ask!(self.any_of(deck, hand));
        self.seen.push(Recorder::card(deck, place));
        place
    }

    fn hand<const W: usize>(
        &mut self,
        deck: &Deck<W>,
        left: &mut Cards<W>,
        count: u32,
    ) -> Cards<W> {
        let hand = ask!(self.hand(deck, left, count));
        if count > 0 {
            let cards = hand.places().map(|place| CardWord::Value(deck.value(place)));
            self.seen.push(Luck::Deal(cards.collect()));
        }
        hand
    }
}
