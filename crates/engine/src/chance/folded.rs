//! Draws that an exact walk makes one fork of.

use super::{
    Bag, Cards, Chance, Deck, Die, Keep, Odds, Part, Question, Shown, Summarize, SummaryTable,
    answers_of, summary, take,
};

/// Draws of which a rule needs only a summary, and others that can be made at once.
///
/// Every method has a default that draws one by one by the methods of [`Chance`]. `Enumerated`
/// makes one fork of each, and `Sampled` looks up a table: the probabilities are the same, in a
/// fraction of the branches or of the time. A new source of luck implements [`Chance`], and this
/// trait with an empty body.
pub trait FoldedChance {
    /// True if each draw is a fork of which all branches are walked; a rule should then end a step
    /// between two draws, so that states merge.
    const FORKS: bool = false;

    /// Draws a face of each of `dice`, in order, and returns only what `summarize` makes of them.
    ///
    /// For `Enumerated` it is one fork with a branch per value of `summarize`, so two cards that hit
    /// or miss are two branches instead of hundreds. `summarize` must not draw.
    #[inline(always)]
    fn faces<const N: usize>(
        &mut self,
        dice: [&Die; N],
        mut summarize: impl FnMut([i32; N]) -> i32,
    ) -> i32
    where
        Self: Chance,
    {
        // Array `map` would compile to a call per roll.
        let mut faces = [0; N];
        for (face, die) in faces.iter_mut().zip(dice) {
            *face = self.face(die);
        }
        summarize(faces)
    }

    /// Like [`FoldedChance::faces`], with a precomputed table of the summary of each roll of these
    /// dice, which `Sampled` looks up.
    #[inline(always)]
    fn faces_with_table<const N: usize>(
        &mut self,
        summaries: &SummaryTable,
        dice: [&Die; N],
        summarize: impl FnMut([i32; N]) -> i32,
    ) -> i32
    where
        Self: Chance,
    {
        let _ = summaries;
        self.faces(dice, summarize)
    }

    /// Like [`FoldedChance::faces`], for the first cards of a full `deck`.
    #[inline(always)]
    fn cards<const N: usize, const W: usize>(
        &mut self,
        deck: &Deck<W>,
        mut summarize: impl FnMut([i32; N]) -> i32,
    ) -> i32
    where
        Self: Chance,
    {
        let mut left = deck.full();
        let mut cards = [0; N];
        for card in &mut cards {
            *card = self.draw(deck, &mut left);
        }
        summarize(cards)
    }

    /// Memoizes an answer of one draw that depends only on `of`, by address, and on `key`.
    ///
    /// `Enumerated` reuses the answers and weights of an earlier request with the same pair. `of`
    /// must not move, and no other request with the same keys may use an object at the same
    /// address.
    #[inline(always)]
    fn memoized<T>(&mut self, of: &T, key: [i32; 2], ask: impl FnOnce(&mut Self) -> i32) -> i32
    where
        Self: Chance + Sized,
    {
        let _ = (of, key);
        ask(self)
    }

    /// Memoizes an answer that may take several draws: for `Enumerated` they become one fork,
    /// with a branch per answer.
    ///
    /// `ask` must not record scores.
    #[inline(always)]
    fn memoized_block<T>(
        &mut self,
        of: &T,
        key: [i32; 2],
        mut ask: impl FnMut(&mut Self) -> i32,
    ) -> i32
    where
        Self: Chance + Sized,
    {
        let _ = (of, key);
        ask(self)
    }

    /// Like [`FoldedChance::memoized`], for an answer mapped by `make`: the memoized value is the
    /// unmapped answer, and branches with equal mapped answers are merged.
    #[inline(always)]
    fn memoized_as<T>(
        &mut self,
        of: &T,
        key: [i32; 2],
        ask: impl FnOnce(&mut Self) -> i32,
        make: impl Fn(i32) -> i32,
    ) -> i32
    where
        Self: Chance + Sized,
    {
        let _ = (of, key);
        make(ask(self))
    }

    /// Draws from `lowered`, which is `odds` with all choices above `most` lowered to it.
    ///
    /// `Sampled` draws from `odds` and clamps, so it needs only one lookup table.
    #[inline(always)]
    fn choose_at_most<'o>(
        &mut self,
        odds: &Odds,
        most: usize,
        lowered: impl FnOnce() -> &'o Odds,
    ) -> usize
    where
        Self: Chance,
    {
        let _ = (odds, most);
        self.choose(lowered())
    }

    /// Draws one of a few cards without removing it, such as a card of a hand.
    ///
    /// Equivalent to [`Chance::take`], which is optimized for piles; `Sampled` searches small
    /// sets differently.
    #[inline(always)]
    fn any_of<const W: usize>(&mut self, deck: &Deck<W>, hand: Cards<W>) -> u32
    where
        Self: Chance,
    {
        self.take(deck, &mut { hand })
    }

    /// Replaces equal cards by canonical ones, so that equal piles are equal sets and
    /// `Enumerated` merges their states. Random draws leave the piles as they are.
    ///
    /// States merge best if all piles with cards of `deck` are given.
    #[inline(always)]
    fn settle<const W: usize>(&self, deck: &Deck<W>, piles: &mut [Cards<W>])
    where
        Self: Chance,
    {
        let _ = (deck, piles);
    }

    /// Deals `count` cards from a full `deck` and returns only a [`Summarize`] of them.
    ///
    /// `Enumerated` visits each summary once, weighted by its number of hands, so the best of thirty
    /// cards costs as much as the best of two. `count` must not exceed the size of the deck; the
    /// fields of a rule ensure it.
    #[inline]
    fn deal<G: Summarize, const W: usize>(
        &mut self,
        deck: &Deck<W>,
        count: usize,
        summarize: &G,
    ) -> i32
    where
        Self: Chance,
    {
        let hand = self.hand(deck, &mut deck.full(), count as u32);
        summary::of(summarize, deck, hand)
    }

    /// Rolls all dice of a bag and writes the answer to each of its questions; `part` supplies the
    /// values other than dice.
    ///
    /// `Enumerated` folds over the faces: one fork with a branch per tuple of answers, not per
    /// roll.
    #[inline(always)]
    fn roll<P: Part>(&mut self, bag: &Bag, part: &P, answers: &mut [i32])
    where
        Self: Chance + Sized,
    {
        bag.roll(self, part, answers);
    }

    /// Returns a line of text for each roll since the last call; empty except for chances that keep
    /// a transcript.
    #[inline(always)]
    fn rolled(&mut self) -> Vec<String>
    where
        Self: Chance,
    {
        Vec::new()
    }

    /// Draws `count` cards of a pile, given as the number left of each kind, and writes the answers
    /// to questions about them; draws all cards if there are fewer.
    ///
    /// The caller does not learn which cards were drawn. `Enumerated` folds over the values: one
    /// fork with a branch per tuple of answers, not per hand.
    #[inline]
    fn pick(
        &mut self,
        pile: &[(Shown, i32)],
        count: i32,
        questions: &[Question],
        answers: &mut [i32],
    ) where
        Self: Chance + Sized,
    {
        let left: Vec<i32> = pile.iter().map(|&(_, left)| left).collect();
        let mut taken = vec![0; left.len()];
        take(&left, count, self, &mut taken);
        let drawn = pile.iter().zip(taken);
        let cards = drawn.flat_map(|(&(card, _), taken)| (0..taken).map(move |_| card));
        answers_of(cards, Keep::All, questions, answers);
    }
}
