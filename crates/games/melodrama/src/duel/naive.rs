//! The simple card policies as mixed plans: the probability of each card.

use super::hands::{Hand, Hands, different};
use crate::card_policy::{CardPlayer, CardPolicy, HandView, NAMED, cheapest};
use oddsmith_engine::chance::Deck;

/// Returns all policies, with a threshold for each card that the own side may hold except the
/// lowest.
pub fn policies(hands: &Hands) -> impl Iterator<Item = CardPolicy> + use<> {
    let own = &hands.sides[0];
    let cards = match &own.hand {
        Hand::Known(cards) => different(cards),
        Hand::Dealt(_) => different(&own.deck),
    };
    let named = NAMED.into_iter().map(|(_, policy)| policy);
    named.chain(cards.into_iter().skip(1).map(CardPolicy::AtLeast))
}

/// Returns the probability of each different card of a hand, which is in rising order and not
/// empty, after `over` checks. A check matters if its stake is at least the average stake.
pub fn shares(policy: CardPolicy, hands: &Hands, hand: &[i32], over: usize) -> Vec<f64> {
    let deck = Deck::new(hand.iter().copied());
    let [own, rival] = &hands.sides;
    let held = if let Hand::Known(cards) = &own.hand { cards } else { &own.deck };
    let wins = |card, theirs| hands.wins(card, theirs);
    let least = cheapest(held.iter().copied(), &rival.deck, wins);
    let player = CardPlayer::against(policy, &deck, least);
    let stakes = &hands.stakes;
    let matters = stakes[over] * stakes.len() as i32 >= stakes.iter().sum();
    let view = HandView { deck: &deck, hand: deck.full(), matters };
    let certain = player.certain(&view).map(|place| deck.value(place));
    let share = |same: &[i32]| match certain {
        Some(card) => f64::from(u8::from(same[0] == card)),
        None => same.len() as f64 / hand.len() as f64,
    };
    hand.chunk_by(|a, b| a == b).map(share).collect()
}
