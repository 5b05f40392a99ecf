//! The chance that draws at random: a seeded generator, with several draws from each random word.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::bag::Table;
use super::{Bag, Cards, Chance, Deck, Die, FoldedChance, Odds, Part, Stream, SummaryTable};

/// Random draws from xoshiro256++.
///
/// With `ALIGNED`, trials on the same luck draw the same cards even from piles that have lost
/// different cards; the default, used for blocks of trials, trades this for speed.
///
/// # Bias
/// A 64-bit word answers several small draws: each multiplies it by the number of sides, takes the
/// high half as its answer and leaves the low half to the next. Draws share a word while their
/// sides multiply to at most 2^32, so the probability of any sequence of answers is off by less
/// than one part in 2^32 for each word it takes. A choice between weights takes whole words, with
/// rejection, and is unbiased. A card from a pile of a deck of up to 64 takes a word that encodes
/// five positions, and is the first that is in the pile, which is unbiased too. If none is, small
/// draws are used, as for hands and for larger decks.
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
    /// The unused part of the current word.
    word: u64,
    /// The number of bits that may still be drawn from it.
    room: u32,
}

/// The number of bits drawn from one word: the other half keeps the bias below 2^-32.
const ROOM: u32 = 32;

impl Sampled {
    /// Creates the generator of one block of a stream.
    pub fn new(stream: &Stream, block: u64) -> Sampled {
        Sampled { words: stream.generator(block), word: 0, room: 0 }
    }
}

impl Sampled<true> {
    /// Creates the generator of one trial, seeded by the next four words.
    pub fn of_trial(words: &mut impl FnMut() -> u64) -> Sampled<true> {
        let mut state = [0; 32];
        state.chunks_exact_mut(8).for_each(|bytes| bytes.copy_from_slice(&words().to_le_bytes()));
        Sampled { words: rand::SeedableRng::from_seed(state), word: 0, room: 0 }
    }
}

impl<const ALIGNED: bool> Sampled<ALIGNED> {
    /// Returns the next word.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn next(&mut self) -> u64 {
        self.words.next_u64()
    }

    /// Returns a number from 0 to `sides - 1`, where `sides <= 2^bits` and `bits <= ROOM`.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn below(&mut self, sides: u64, bits: u32) -> usize {
        if self.room < bits {
            self.refill();
        }
        self.drawn(sides, bits)
    }

    /// Starts the next word.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn refill(&mut self) {
        self.word = self.next();
        self.room = ROOM;
    }

    /// Returns a number from 0 to `sides - 1`, from a word that has room for its bits.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn drawn(&mut self, sides: u64, bits: u32) -> usize {
        self.room -= bits;
        let product = u128::from(self.word) * u128::from(sides);
        self.word = product as u64;
        (product >> 64) as usize
    }

    /// Returns an unbiased number from 0 to `sides - 1` (Lemire 2019, arXiv 1805.10941).
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn below_exactly(&mut self, sides: u64) -> u64 {
        let product = u128::from(self.next()) * u128::from(sides);
        // Rejected values lie below `2^64 mod sides`, which is below `sides`: very rare.
        if product as u64 >= sides {
            return (product >> 64) as u64;
        }
        let (number, rest) = self.clone().below_exactly_again(product, sides);
        *self = rest;
        number
    }

    /// Completes [`Self::below_exactly`] if the low half of the first product is below `sides`, and
    /// returns the advanced generator.
    ///
    /// A separate function, because it divides; by value, so that loops keep the generator in
    /// registers.
    #[cold]
    #[inline(never)]
    fn below_exactly_again(mut self, mut product: u128, sides: u64) -> (u64, Self) {
        let rejected = sides.wrapping_neg() % sides;
        while (product as u64) < rejected {
            product = u128::from(self.next()) * u128::from(sides);
        }
        ((product >> 64) as u64, self)
    }

    /// Draws all dice of a table: by one draw if the word has room, with the same faces as one draw
    /// per die.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn draw_table(&mut self, table: &Table) -> usize {
        self.fallen_or(table, Self::one_by_one)
    }

    /// Rolls the same dice; `one_by_one` draws dice for which the current word has too little room.
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
            // If not even the first die has room, all of them come from the next word.
            self.refill();
        }
        self.drawn(table.rolls, table.bits)
    }

    /// Draws each die of a table separately.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn one_by_one(&mut self, table: &Table) -> usize {
        let dice = table.dice.iter();
        dice.fold(0, |roll, &(sides, bits)| roll * sides as usize + self.below(sides, bits))
    }

    /// Draws each die of a table separately, and returns the advanced generator: a separate
    /// function, by value, so that loops that rarely need it keep the generator in registers.
    #[cold]
    #[inline(never)]
    fn one_by_one_apart(mut self, table: &Table) -> (usize, Self) {
        (self.one_by_one(table), self)
    }

    /// Draws a card: if at least half of the deck is left, tries random positions until one holds a
    /// card; else selects by rank.
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

    /// Does the same, kept out of line.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn one_of_few<const W: usize>(&mut self, deck: &Deck<W>, left: Cards<W>) -> u32 {
        let (place, rest) = self.clone().one_of_few_apart(deck, left);
        *self = rest;
        place
    }

    /// Returns the position and the advanced generator: a separate function, because it is long and
    /// rarely needed; by value, so that loops keep the generator in registers.
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

    #[inline]
    fn choose(&mut self, odds: &Odds) -> usize {
        odds.fallen_on(self.below_exactly(odds.total()))
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn take<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> u32 {
        // For sets of one word, a random word encodes several positions at once. Aligned trials
        // have to find the same card of a pile that has lost others, so they try one position at a
        // time.
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
}

impl<const ALIGNED: bool> FoldedChance for Sampled<ALIGNED> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn faces_with_table<const N: usize>(
        &mut self,
        summaries: &SummaryTable,
        dice: [&Die; N],
        summarize: impl FnMut([i32; N]) -> i32,
    ) -> i32 {
        match summaries.table() {
            Some(table) => table.answer(self.fallen_or(table, |luck, table| {
                let (roll, rest) = luck.clone().one_by_one_apart(table);
                *luck = rest;
                roll
            })),
            None => self.faces(dice, summarize),
        }
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
