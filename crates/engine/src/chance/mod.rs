//! Sources of luck: the trait `Chance` that rules draw from, its three implementations, and the
//! dice, decks and weighted choices that are drawn.
//! What belongs here: how luck falls. What does not: games, or what a rule scores.

mod bag;
mod cards;
pub(crate) mod cases;
mod deck;
mod die;
mod enumerated;
pub(crate) mod finder;
mod fork;
mod gathered;
mod gist;
mod gist_table;
pub(crate) mod large;
mod luck;
mod odds;
mod recorder;
mod sampled;
mod scripted;
pub(crate) mod share;
mod stream;
pub(crate) mod weight;

pub use bag::{
    Bag, ByteBudget, Faces, Keep, Member, Modifier, NoPart, Part, Question, RollQuery, Shown,
    Tally, answers_of, take,
};
pub(crate) use bag::{BagLaw, Table};
pub use cards::Cards;
pub use deck::Deck;
pub use die::Die;
pub use die::gcd;
pub use enumerated::Enumerated;
pub use gist::{Best, CountFrom, Gist};
pub use gist_table::GistTable;
pub use luck::{Luck, LuckKind};
pub use odds::Odds;
pub use recorder::Recorder;
pub use sampled::Sampled;
pub use scripted::Scripted;
pub use stream::Stream;

/// A source of luck. A rule draws from it and does not know which one it is.
///
/// There are three: [`Sampled`] draws at random, [`Enumerated`] walks every branch with its exact
/// weight, [`Scripted`] replays a worked example. So the seeded sampler, the exact law and the
/// rulebook's worked example are the same code.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::{Chance, Die, Scripted};
///
/// /// Two dice, the better counts.
/// fn better<C: Chance>(die: &Die, chance: &mut C) -> i32 {
///     chance.face(die).max(chance.face(die))
/// }
///
/// let mut script = Scripted::parse("face 3, face 17")?;
/// assert_eq!(better(&Die::sided(20), &mut script), 17);
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
pub trait Chance {
    /// Whether each draw is a fork that is walked in all directions, so that a rule does well to
    /// end a step between two draws.
    const FORKS: bool = false;

    /// One face of `die`, each physical face equally likely.
    fn face(&mut self, die: &Die) -> i32;

    /// Draws a face of each of `dice`, in order, and returns only `gist` of them.
    ///
    /// For [`Enumerated`] it is one fork with a branch for each value of `gist`, so two cards that
    /// hit or miss are two branches and not two hundred. `gist` may tell, but must not draw.
    #[inline(always)]
    fn faces<const N: usize>(
        &mut self,
        dice: [&Die; N],
        mut gist: impl FnMut([i32; N]) -> i32,
    ) -> i32 {
        // Not `map` of an array, which is a call for each roll.
        let mut faces = [0; N];
        for (face, die) in faces.iter_mut().zip(dice) {
            *face = self.face(die);
        }
        gist(faces)
    }

    /// As [`Chance::faces`], where `gists` has the gist of each way that these dice fall: who draws at
    /// random looks it up there, once it is made.
    #[inline(always)]
    fn faces_by<const N: usize>(
        &mut self,
        gists: &GistTable,
        dice: [&Die; N],
        gist: impl FnMut([i32; N]) -> i32,
    ) -> i32 {
        let _ = gists;
        self.faces(dice, gist)
    }

    /// As [`Chance::faces`], of the first cards of a full `deck`.
    #[inline(always)]
    fn cards<const N: usize, const W: usize>(
        &mut self,
        deck: &Deck<W>,
        mut gist: impl FnMut([i32; N]) -> i32,
    ) -> i32 {
        let mut left = deck.full();
        let mut cards = [0; N];
        for card in &mut cards {
            *card = self.draw(deck, &mut left);
        }
        gist(cards)
    }

    /// An answer of one draw that depends on nothing but `of`, which stays where it is, and `key`:
    /// so [`Enumerated`], where it was asked so before, knows the answers and their weights.
    ///
    /// `of` is told by its address, so nothing else that asks with the same keys may begin there.
    #[inline(always)]
    fn known<T>(&mut self, of: &T, key: [i32; 2], ask: impl FnOnce(&mut Self) -> i32) -> i32
    where
        Self: Sized,
    {
        let _ = (of, key);
        ask(self)
    }

    /// The same of an answer that may take several draws: for [`Enumerated`] they are one fork, with
    /// a branch for each answer. `ask` may tell, but must not record.
    #[inline(always)]
    fn gathered<T>(&mut self, of: &T, key: [i32; 2], mut ask: impl FnMut(&mut Self) -> i32) -> i32
    where
        Self: Sized,
    {
        let _ = (of, key);
        ask(self)
    }

    /// As [`Chance::known`], of an answer that `make` makes another of: what is known then is the answer as it
    /// was asked for, and few others are made of many.
    #[inline(always)]
    fn known_as<T>(
        &mut self,
        of: &T,
        key: [i32; 2],
        ask: impl FnOnce(&mut Self) -> i32,
        make: impl Fn(i32) -> i32,
    ) -> i32
    where
        Self: Sized,
    {
        let _ = (of, key);
        make(ask(self))
    }

    /// One of several weighted choices (who goes first among the tied, a mixed strategy, an event's
    /// rate), counted from 0.
    fn choose(&mut self, odds: &Odds) -> usize;

    /// The same of `lowered`, which are these `odds` with all that is above `most` lowered to it: who
    /// draws at random looks it up in `odds`, whatever is the most.
    #[inline(always)]
    fn choose_at_most<'o>(
        &mut self,
        odds: &Odds,
        most: usize,
        lowered: impl FnOnce() -> &'o Odds,
    ) -> usize {
        let _ = (odds, most);
        self.choose(lowered())
    }

    /// Draws a card from `left`, which is one card smaller afterwards, and returns its place in the
    /// deck. `left` may be any set of its cards: a draw pile, or a hand that one is taken from.
    ///
    /// `left` is a set of cards of `deck` and must not be empty.
    fn take<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> u32;

    /// The same, and returns the card's value.
    #[inline(always)]
    fn draw<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> i32 {
        let place = self.take(deck, left);
        deck.value(place)
    }

    /// Draws one of a few cards, which stay where they are: of a hand, as luck would play it. The same
    /// as [`Chance::take`], which is made for piles; who draws finds one of few in another way.
    #[inline(always)]
    fn any_of<const W: usize>(&mut self, deck: &Deck<W>, hand: Cards<W>) -> u32 {
        self.take(deck, &mut { hand })
    }

    /// Deals a hand of `count` cards out of `left`, which are so many fewer afterwards. No card is
    /// no luck.
    ///
    /// [`Enumerated`] visits each hand by value once, weighted by the number of hands like it.
    /// `left` must have so many cards.
    #[inline(always)]
    fn hand<const W: usize>(
        &mut self,
        deck: &Deck<W>,
        left: &mut Cards<W>,
        count: u32,
    ) -> Cards<W> {
        let mut hand = Cards::default();
        for _ in 0..count {
            hand.insert(self.take(deck, left));
        }
        hand
    }

    /// Puts the cards of `piles` into an order that does not tell equal cards apart, so that equal
    /// piles are equal sets: [`Enumerated`] then merges the states that they are in. Who draws at
    /// random does nothing.
    ///
    /// States merge best if all piles that cards of `deck` lie in are given.
    #[inline(always)]
    fn settle<const W: usize>(&self, deck: &Deck<W>, piles: &mut [Cards<W>]) {
        let _ = (deck, piles);
    }

    /// Deals `count` cards from a full `deck` and returns only a [`Gist`] of them.
    ///
    /// [`Enumerated`] visits each gist once, weighted by the number of hands that have it, so that
    /// the best of thirty
    /// cards costs as much as the best of two. `count` must not be larger than the deck; the fields
    /// of a rule ensure it.
    #[inline]
    fn deal<G: Gist, const W: usize>(&mut self, deck: &Deck<W>, count: usize, gist: &G) -> i32 {
        let hand = self.hand(deck, &mut deck.full(), count as u32);
        gist::of(gist, deck, hand)
    }

    /// Rolls all dice of a bag and answers the questions that it asks; `part` is what is in it
    /// beside dice. `answers` has a place for each question.
    ///
    /// [`Enumerated`] folds over the faces: one fork with a branch for each tuple of answers, and
    /// not for each roll.
    #[inline(always)]
    fn roll<P: Part>(&mut self, bag: &Bag, part: &P, answers: &mut [i32])
    where
        Self: Sized,
    {
        bag.roll(self, part, answers);
    }

    /// What the dice of the rolls showed since this was last asked, a line each for people: of a
    /// chance that is told, and of no other.
    #[inline(always)]
    fn rolled(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Draws so many cards of a pile, of which so many of each kind are left, and answers the
    /// questions about them; all of them where there are fewer. Who asks does not come to know
    /// which cards are gone.
    ///
    /// [`Enumerated`] folds over the values: one fork with a branch for each tuple of answers, and
    /// not for each hand.
    #[inline]
    fn pick(
        &mut self,
        pile: &[(Shown, i32)],
        count: i32,
        questions: &[Question],
        answers: &mut [i32],
    ) where
        Self: Sized,
    {
        let left: Vec<i32> = pile.iter().map(|&(_, left)| left).collect();
        let mut taken = vec![0; left.len()];
        take(&left, count, self, &mut taken);
        let drawn = pile.iter().zip(taken);
        let cards = drawn.flat_map(|(&(card, _), taken)| (0..taken).map(move |_| card));
        answers_of(cards, Keep::All, questions, answers);
    }
}
