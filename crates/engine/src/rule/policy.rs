//! Decisions of players, as opposed to luck.

use crate::chance::Chance;

/// A strategy of one side.
///
/// A rule consults its policies for decisions; each sees only what its side may know. `View` is
/// that knowledge: the side's own hand, the number of cards the other side has, open cards, the
/// stakes. A mixed strategy draws from `chance`.
///
/// # Examples
/// Plays the lowest card that reaches a number, else the lowest; the cards of the other side are
/// not part of the view.
/// ```
/// use oddsmith_engine::chance::{Cards, Chance, Deck, Scripted};
/// use oddsmith_engine::rule::Policy;
///
/// struct Hand<'d> { deck: &'d Deck, cards: Cards }
///
/// struct AtLeast(i32);
///
/// impl Policy<Hand<'_>> for AtLeast {
///     type Choice = u32;
///     fn choose<C: Chance>(&self, view: &Hand, _: &mut C) -> u32 {
///         let enough = view.cards.and(view.deck.from(self.0)).lowest();
///         enough.or(view.cards.lowest()).expect("there is a card")
///     }
/// }
///
/// let deck = Deck::new([2, 5, 9]);
/// let hand = Hand { cards: deck.full(), deck: &deck };
/// let mut chance = Scripted::parse("")?;
/// assert_eq!(deck.value(AtLeast(4).choose(&hand, &mut chance)), 5);
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
pub trait Policy<View> {
    /// The type of a decision: a bid, the position of a card.
    type Choice;

    /// Returns the decision of a side with this view.
    fn choose<C: Chance>(&self, view: &View, chance: &mut C) -> Self::Choice;
}
