//! A chance that records the answers of another one, as a script that repeats them.

use super::luck::CardWord;
use super::{Cards, Chance, Deck, Die, Gist, Luck, LuckKind, Odds};

/// Forwards every draw to `chance` and keeps the answers as luck words.
#[derive(Clone, Debug)]
pub struct Witness<C> {
    chance: C,
    seen: Vec<Luck>,
}

impl<C: Chance> Witness<C> {
    /// A witness of this chance.
    pub fn new(chance: C) -> Witness<C> {
        Witness { chance, seen: Vec::new() }
    }

    /// The chance and its answers.
    pub fn into_parts(self) -> (C, Vec<Luck>) {
        (self.chance, self.seen)
    }
}

impl<C: Chance> Chance for Witness<C> {
    fn face(&mut self, die: &Die) -> i32 {
        let face = self.chance.face(die);
        self.seen.push(match die.word() {
            LuckKind::Card => Luck::Card(CardWord::Value(face)),
            _ => Luck::Face(face),
        });
        face
    }

    fn choose(&mut self, odds: &Odds) -> usize {
        let choice = self.chance.choose(odds);
        self.seen.push(match odds.word() {
            LuckKind::Own(word) => Luck::Own(word.into(), choice),
            _ => Luck::Choose(choice + 1),
        });
        choice
    }

    fn take<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> u32 {
        let place = self.chance.take(deck, left);
        let value = deck.value(place);
        self.seen.push(match deck.word() {
            LuckKind::Own(word) => Luck::Own(word.into(), value as usize),
            _ => Luck::Card(CardWord::Value(value)),
        });
        place
    }

    fn hand<const W: usize>(
        &mut self,
        deck: &Deck<W>,
        left: &mut Cards<W>,
        count: u32,
    ) -> Cards<W> {
        let hand = self.chance.hand(deck, left, count);
        if count > 0 {
            let cards = hand.places().map(|place| CardWord::Value(deck.value(place)));
            self.seen.push(Luck::Deal(cards.collect()));
        }
        hand
    }

    fn settle<const W: usize>(&self, deck: &Deck<W>, piles: &mut [Cards<W>]) {
        self.chance.settle(deck, piles);
    }

    fn deal<G: Gist, const W: usize>(&mut self, deck: &Deck<W>, count: usize, gist: &G) -> i32 {
        let listening = Listening { gist, cards: std::cell::RefCell::default() };
        let answer = self.chance.deal(deck, count, &listening);
        self.seen.push(Luck::Deal(listening.cards.into_inner()));
        answer
    }
}

/// A gist that remembers the cards it was folded from.
struct Listening<'g, G> {
    gist: &'g G,
    cards: std::cell::RefCell<Vec<CardWord>>,
}

impl<G: Gist> Gist for Listening<'_, G> {
    fn of_none(&self) -> i32 {
        self.gist.of_none()
    }

    fn with(&self, so_far: i32, value: i32, copies: u32) -> i32 {
        self.cards.borrow_mut().extend((0..copies).map(|_| CardWord::Value(value)));
        self.gist.with(so_far, value, copies)
    }
}
