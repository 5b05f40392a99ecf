//! Who decides: the choices of players, beside luck.

use crate::chance::Chance;

/// How a side chooses. Who decides is not luck: a rule asks its policies, and they see what their
/// side may know and nothing else.
///
/// `View` is what that side may know: its own hand, how many cards the other side has, what lies
/// open, what is at stake. A choice that is mixed takes its luck from `chance`.
///
/// # Examples
/// The lowest card that reaches a number, else the lowest: the cards of the other side are no part
/// of the view.
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
    /// What is chosen: a bid, the place of a card.
    type Choice;

    /// The choice of a side that sees this.
    fn choose<C: Chance>(&self, view: &View, chance: &mut C) -> Self::Choice;
}
