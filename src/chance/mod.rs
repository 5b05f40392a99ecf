//! Where luck comes from: the `Chance` a rule asks, the three that answer it, and the dice, decks and odds it asks about.
//! What belongs here: one physical die or card at a time, and who answers for it. What does not: any game.
//! Layer: the lowest. It names nothing else of the crate but errors.

mod deck;
mod dice;
mod die;
mod enumerated;
mod gist;
mod luck;
mod notation;
mod odds;
mod roll;
mod sampled;
mod scripted;
mod stream;
mod witness;

pub use deck::{Cards, Deck};
pub use die::Die;
pub use enumerated::Enumerated;
pub use gist::{Best, CountFrom, Gist};
pub use luck::{Luck, LuckKind};
pub use odds::Odds;
pub use roll::{Roll, Rolling};
pub use sampled::Sampled;
pub use scripted::Scripted;
pub use stream::Stream;
pub use witness::Witness;

/// Where luck comes from. A rule asks; it never knows who answers.
///
/// Three answer: [`Sampled`] draws, [`Enumerated`] walks every branch with its exact weight, [`Scripted`] replays a
/// written example. So the seeded sampler, the exact law and the rulebook's worked example are the same code.
///
/// # Examples
/// ```
/// use oddsmith::chance::{Chance, Die, Scripted};
///
/// /// Two dice, the better counts.
/// fn better<C: Chance>(die: &Die, chance: &mut C) -> i32 {
///     chance.face(die).max(chance.face(die))
/// }
///
/// let mut script = Scripted::parse("face 3, face 17")?;
/// assert_eq!(better(&Die::sided(20), &mut script), 17);
/// # Ok::<(), oddsmith::Error>(())
/// ```
pub trait Chance {
    /// One face of `die`, each physical face equally likely.
    fn face(&mut self, die: &Die) -> i32;

    /// One face of each of `dice`, in order, of which only a gist is told: what `gist` makes of them.
    ///
    /// [`Enumerated`] is one fork with a branch for each gist, so that two cards that hit or miss are two branches and not
    /// two hundred. `gist` may tell, but must not ask.
    #[inline(always)]
    fn faces<const N: usize>(
        &mut self,
        dice: [&Die; N],
        mut gist: impl FnMut([i32; N]) -> i32,
    ) -> i32 {
        let faces = dice.map(|die| self.face(die));
        gist(faces)
    }

    /// The same for the first cards of a full `deck`.
    #[inline(always)]
    fn cards<const N: usize>(&mut self, deck: &Deck, mut gist: impl FnMut([i32; N]) -> i32) -> i32 {
        let mut left = deck.full();
        gist([(); N].map(|()| self.draw(deck, &mut left)))
    }

    /// One of several weighted choices (who goes first among the tied, a mixed strategy, an event's rate), counted from 0.
    fn choose(&mut self, odds: &Odds) -> usize;

    /// The value of one card out of `left`, which is one card smaller afterwards.
    ///
    /// `left` is a set of cards of `deck` and must not be empty.
    fn draw(&mut self, deck: &Deck, left: &mut Cards) -> i32;

    /// Deals `count` cards from a full `deck` and tells only the [`Gist`] of them: order and all else is forgotten.
    ///
    /// [`Enumerated`] visits each gist once, weighted by the number of hands that have it, so that the best of thirty
    /// cards costs as much as the best of two. `count` is at most the size of the deck, which the rule's fields see to.
    fn deal<G: Gist>(&mut self, deck: &Deck, count: usize, gist: &G) -> i32;
}
