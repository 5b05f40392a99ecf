//! Sources of luck: the trait [`Chance`] that rules draw from, its three implementations, and the
//! dice, decks and weighted choices that are drawn.
//!
//! This module holds no games and no scoring.

mod bag;
mod cards;
pub(crate) mod cases;
mod deck;
mod die;
mod enumerated;
pub(crate) mod finder;
mod folded;
mod fork;
pub(crate) mod large;
mod luck;
mod memoized_block;
mod odds;
mod recorder;
mod sampled;
mod scripted;
pub(crate) mod share;
mod stream;
mod summary;
mod summary_table;
pub(crate) mod weight;

pub use bag::{
    Bag, ByteBudget, Faces, Keep, Member, Modifier, NoPart, Part, Question, RollQuery, Shown,
    Tally, answers_of, take,
};
pub(crate) use bag::{BagLaw, Table};
pub use cards::Cards;
pub use deck::Deck;
pub use die::{Die, gcd};
pub use enumerated::Enumerated;
pub use folded::FoldedChance;
pub use luck::{Luck, LuckKind};
pub use odds::Odds;
pub use recorder::Recorder;
pub use sampled::Sampled;
pub use scripted::Scripted;
pub use stream::Stream;
pub use summary::{Best, CountFrom, Summarize};
pub use summary_table::SummaryTable;

/// A source of luck that a rule draws from, without knowing which implementation it is.
///
/// There are three: [`Sampled`] draws at random, [`Enumerated`] walks every branch with its exact
/// weight, and [`Scripted`] replays a worked example. So the seeded sampler, the exact law and the
/// rulebook's worked example run the same code.
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
pub trait Chance: FoldedChance {
    /// Draws one face of `die`, each physical face equally likely.
    fn face(&mut self, die: &Die) -> i32;

    /// Draws one of several weighted choices (the first player among the tied, a mixed strategy,
    /// the rate of an event), counted from 0.
    fn choose(&mut self, odds: &Odds) -> usize;

    /// Removes a random card from `left` and returns its position in the deck.
    ///
    /// `left` is a non-empty set of cards of `deck`: a draw pile, or a hand that a card is taken
    /// from.
    fn take<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> u32;

    /// Removes a random card from `left` and returns its value.
    #[inline(always)]
    fn draw<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> i32 {
        let place = self.take(deck, left);
        deck.value(place)
    }

    /// Moves a hand of `count` cards out of `left`, which must have that many. An empty hand makes
    /// no draw.
    ///
    /// [`Enumerated`] visits each hand by value once, weighted by its number of hands.
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
}
