//! The chance that draws at random: a seeded generator, several draws from each of its words.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::bag::Table;
use super::{Bag, Cards, Chance, Deck, Die, GistTable, Odds, Part, Stream};

/// Random draws from xoshiro256++. Trials on the same luck (`ALIGNED`) take the same cards, also of
/// piles that have lost others; a block's luck, in which every instruction counts, does not do that.
///
/// # Bias
/// A 64-bit word answers several small draws: each multiplies it by the number of sides, takes the
/// high half as its answer
/// and leaves the low half to the next. Draws share a word while their sides multiply to at most
/// 2^32, so the chance of any
/// run of answers is off by less than one part in 2^32 for each word it takes. A choice between
/// weights takes whole words, with rejection, and has no bias. A card of a pile of a deck of up to 64
/// takes a word that names five places, and is the first that is there: no bias either. Where none
/// is, small draws find one, as they find cards of hands and of other decks.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::{Chance, Die, Sampled, Stream};
///
/// let stream = Stream::new(1, "an example");
/// let d20 = Die::sided(20);
/// let first = Sampled::new(&stream, 0).face(&d20);
/// assert_eq!(first, Sampled::new(&stream, 0).face(&d20)); // the same seed, the same luck
/// assert!((1..=20).contains(&first));
/// ```
#[derive(Clone, Debug)]
pub struct Sampled<const ALIGNED: bool = false> {
    words: Xoshiro256PlusPlus,
    /// The rest of the current word after earlier draws.
    word: u64,
    /// The number of bits that may still be drawn from it.
    room: u32,
}

/// The number of bits drawn from one word: the other half keeps the bias below 2^-32.
const ROOM: u32 = 32;

impl Sampled {
    /// The luck of one block of a stream.
    pub fn new(stream: &Stream, block: u64) -> Sampled {
        Sampled { words: stream.generator(block), word: 0, room: 0 }
    }
}

impl Sampled<true> {
    /// The luck of one trial, whose generator starts from the next four words.
    pub fn of_trial(words: &mut impl FnMut() -> u64) -> Sampled<true> {
        let mut state = [0; 32];
        state.chunks_exact_mut(8).for_each(|bytes| bytes.copy_from_slice(&words().to_le_bytes()));
        Sampled { words: rand::SeedableRng::from_seed(state), word: 0, room: 0 }
    }
}

impl<const ALIGNED: bool> Sampled<ALIGNED> {
    /// The next word.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn next(&mut self) -> u64 {
        self.words.next_u64()
    }

    /// A number from 0 to `sides - 1`, where `sides <= 2^bits` and `bits <= ROOM`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn below(&mut self, sides: u64, bits: u32) -> usize {
        if self.room < bits {
            self.refill();
        }
        self.drawn(sides, bits)
    }

    /// Goes on with the next word.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn refill(&mut self) {
        self.word = self.next();
        self.room = ROOM;
    }

    /// A number from 0 to `sides - 1`, where the word has room for its bits.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn drawn(&mut self, sides: u64, bits: u32) -> usize {
        self.room -= bits;
        let product = u128::from(self.word) * u128::from(sides);
        self.word = product as u64;
        (product >> 64) as usize
    }

    /// A number from 0 to `sides - 1`, without bias (Lemire 2019, arXiv 1805.10941).
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn below_exactly(&mut self, sides: u64) -> u64 {
        let product = u128::from(self.next()) * u128::from(sides);
        // What is rejected lies below `2^64 mod sides`, so below `sides`: hardly ever.
        if product as u64 >= sides {
            return (product >> 64) as u64;
        }
        let (number, rest) = self.clone().below_exactly_again(product, sides);
        *self = rest;
        number
    }

    /// The same where the low half of the first product is below `sides`, and the luck that is left.
    /// Apart, as it divides; by value, so that a loop can keep its luck in registers.
    #[cold]
    #[inline(never)]
    fn below_exactly_again(mut self, mut product: u128, sides: u64) -> (u64, Self) {
        let rejected = sides.wrapping_neg() % sides;
        while (product as u64) < rejected {
            product = u128::from(self.next()) * u128::from(sides);
        }
        ((product >> 64) as u64, self)
    }

    /// The dice of a table: one draw for all of them where the word has room, which gives the same
    /// faces as a draw for each.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn draw_table(&mut self, table: &Table) -> usize {
        self.fallen_or(table, Self::one_by_one)
    }

    /// The same, where `one_by_one` draws dice that find no room together.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn fallen_or(
        &mut self,
        table: &Table,
        one_by_one: impl FnOnce(&mut Self, &Table) -> usize,
    ) -> usize {
        if self.room < table.bits {
            if self.room >= table.first {
                return one_by_one(self, table);
            }
            // Where not even the first die finds room, all of them come from the next word.
            self.refill();
        }
        self.drawn(table.rolls, table.bits)
    }

    /// A draw for each of the dice of a table.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn one_by_one(&mut self, table: &Table) -> usize {
        let dice = table.dice.iter();
        dice.fold(0, |roll, &(sides, bits)| roll * sides as usize + self.below(sides, bits))
    }

    /// The same, and the luck that is left. Apart and by value, so that a loop that hardly ever
    /// comes here can keep its luck in registers.
    #[cold]
    #[inline(never)]
    fn one_by_one_apart(mut self, table: &Table) -> (usize, Self) {
        (self.one_by_one(table), self)
    }

    /// Any place of the deck until it is one with a card, where most cards are left; else a card that
    /// is counted to.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn one_of<const W: usize>(&mut self, deck: &Deck<W>, left: Cards<W>) -> u32 {
        let ranks = left.ranks();
        if ranks.count() * 2 < deck.size() {
            return left.nth(&ranks, self.below(u64::from(ranks.count()), deck.bits()) as u32);
        }
        loop {
            let place = self.below(u64::from(deck.size()), deck.bits()) as u32;
            if left.has(place) {
                return place;
            }
        }
    }

    /// The same, where few are left.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn one_of_few<const W: usize>(&mut self, deck: &Deck<W>, left: Cards<W>) -> u32 {
        let (place, rest) = self.clone().one_of_few_apart(deck, left);
        *self = rest;
        place
    }

    /// The place, and the luck that is left. Apart, as it is long, and rare; by value, so that a
    /// loop can keep its luck in registers.
    #[cold]
    #[inline(never)]
    fn one_of_few_apart<const W: usize>(mut self, deck: &Deck<W>, left: Cards<W>) -> (u32, Self) {
        (self.one_of(deck, left), self)
    }
}

impl<const ALIGNED: bool> Chance for Sampled<ALIGNED> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn face(&mut self, die: &Die) -> i32 {
        let faces = die.faces();
        faces[self.below(faces.len() as u64, die.bits())]
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn faces_by<const N: usize>(
        &mut self,
        gists: &GistTable,
        dice: [&Die; N],
        gist: impl FnMut([i32; N]) -> i32,
    ) -> i32 {
        match gists.table() {
            Some(table) => table.answer(self.fallen_or(table, |luck, table| {
                let (roll, rest) = luck.clone().one_by_one_apart(table);
                *luck = rest;
                roll
            })),
            None => self.faces(dice, gist),
        }
    }

    #[inline]
    fn choose(&mut self, odds: &Odds) -> usize {
        odds.fallen_on(self.below_exactly(odds.total()))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn choose_at_most<'o>(
        &mut self,
        odds: &Odds,
        most: usize,
        _: impl FnOnce() -> &'o Odds,
    ) -> usize {
        self.choose(odds).min(most)
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn take<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> u32 {
        // A word names several places at once where a set is one word. But trials on the same luck
        // have to find the same card of a pile that has lost others: for them one place is tried
        // after the other.
        let place = if W > 1 || ALIGNED {
            self.one_of(deck, *left)
        } else if let Some(place) = left.tried(self.next()) {
            place
        } else {
            self.one_of_few(deck, *left)
        };
        left.remove(place);
        place
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn any_of<const W: usize>(&mut self, deck: &Deck<W>, hand: Cards<W>) -> u32 {
        self.one_of_few(deck, hand)
    }

    #[inline]
    fn roll<P: Part>(&mut self, bag: &Bag, part: &P, answers: &mut [i32]) {
        match bag.tables() {
            Some(tables) => {
                let answers = &mut answers[..bag.questions().len()];
                tables.roll(|table| self.draw_table(table), answers);
            }
            None => bag.roll(self, part, answers),
        }
    }
}
