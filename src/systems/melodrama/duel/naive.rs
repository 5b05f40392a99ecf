//! The simple card policies as mixes: what each plays, how often, of what it sees.

use std::fmt;

use super::hands::{Hand, Hands, different, without};

/// What a policy sees when it chooses: no card of the other side, open or not, and no card that was
/// played.
pub struct View<'a> {
    /// The terms.
    pub hands: &'a Hands,
    /// Its hand, in rising order.
    pub hand: &'a [i32],
    /// Checks that are over.
    pub check: usize,
}

impl View<'_> {
    /// Whether this check matters: it is worth as much as the average, or more.
    fn is_important(&self) -> bool {
        let stakes = &self.hands.stakes;
        stakes[self.check] * stakes.len() as i32 >= stakes.iter().sum()
    }

    /// The lowest of these cards that beats a random card of the rival's deck at least half of the
    /// time, else the lowest.
    fn cheapest(&self, cards: &[i32]) -> i32 {
        let rivals = &self.hands.sides[1].deck;
        let wins = |card: i32| {
            let won = rivals.iter().filter(|&&rival| self.hands.wins(card, rival)).count();
            2 * won >= rivals.len()
        };
        cards.iter().copied().find(|&card| wins(card)).unwrap_or(cards[0])
    }
}

/// A simple way to choose a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The lowest card.
    Lowest,
    /// The highest card.
    Highest,
    /// Any card, equally likely.
    Random,
    /// The lowest card that wins on average.
    Cheapest,
    /// The highest card where it matters, else the lowest.
    StakeWeighted,
    /// As cheapest, but the highest card is kept for what matters.
    KeepTrump,
    /// The lowest card of so much or more, else the lowest.
    Threshold(i32),
}

impl Policy {
    /// All of them: a threshold for each card that the own side may hold but the lowest.
    pub fn all(hands: &Hands) -> impl Iterator<Item = Policy> + use<> {
        let own = &hands.sides[0];
        let cards = match &own.hand {
            Hand::Known(cards) => different(cards),
            Hand::Dealt(_) => different(&own.deck),
        };
        let named = [
            Policy::Lowest,
            Policy::Highest,
            Policy::Random,
            Policy::Cheapest,
            Policy::StakeWeighted,
            Policy::KeepTrump,
        ];
        named.into_iter().chain(cards.into_iter().skip(1).map(Policy::Threshold))
    }

    /// The share of each different card of the hand.
    pub fn shares(self, view: &View) -> Vec<f64> {
        let hand = view.hand;
        let (lowest, highest) = (hand[0], hand[hand.len() - 1]);
        let card = match self {
            Policy::Random => {
                let part = |same: &[i32]| same.len() as f64 / hand.len() as f64;
                return hand.chunk_by(|a, b| a == b).map(part).collect();
            }
            Policy::Lowest => lowest,
            Policy::Highest => highest,
            Policy::Cheapest => view.cheapest(hand),
            Policy::StakeWeighted if view.is_important() => highest,
            Policy::StakeWeighted => lowest,
            Policy::KeepTrump if view.is_important() || hand.len() == 1 => view.cheapest(hand),
            Policy::KeepTrump => view.cheapest(&without(hand, highest)),
            Policy::Threshold(least) => {
                hand.iter().copied().find(|&card| card >= least).unwrap_or(lowest)
            }
        };
        let share = |other: &i32| f64::from(u8::from(*other == card));
        different(hand).iter().map(share).collect()
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Policy::Lowest => "lowest",
            Policy::Highest => "highest",
            Policy::Random => "random",
            Policy::Cheapest => "cheapest",
            Policy::StakeWeighted => "stake_weighted",
            Policy::KeepTrump => "keep_trump",
            Policy::Threshold(least) => return write!(f, "threshold:{least}"),
        })
    }
}
